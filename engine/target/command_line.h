// The program's argv and environment for an input. Symbolic arguments follow the fixed ones, or stand where the fixed
// ones say `@arg`; `@NAME` there is the path of the symbolic file NAME. Of a group of arguments (choices.h) the
// first few are there, as many as the input says.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/target/segment.h"
#include "engine/trace/input.h"

namespace cairn::target {

class CommandLine {
 public:
  // Finds the program (a path, or a name looked up in PATH) and the files that the fixed arguments name.
  static base::Result<CommandLine> resolve(const std::vector<std::string>& command);

  [[nodiscard]] const std::string& program() const { return program_; }
  // The fixed ones.
  [[nodiscard]] std::vector<std::string> arguments() const { return {fixed_.begin() + 1, fixed_.end()}; }
  // Relative names among the arguments that are files, and the absolute paths they mean.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& files() const { return files_; }

  // Strings are cut at their first NUL, as the kernel would. Variables that were offered are set, or taken out.
  [[nodiscard]] Invocation invocation(const trace::Input& input) const;
  // The same for a run that is recorded: these variables are left to the runtime, until the program asks for them.
  [[nodiscard]] Invocation recorded_invocation(const trace::Input& input) const;

 private:
  void show(const std::string& name, const std::string& file);

  std::string program_;
  std::vector<std::string> fixed_;
  std::vector<std::string> environment_;
  std::vector<std::pair<std::string, std::string>> files_;
};

}  // namespace cairn::target
