// What tests cover on a build made with gcc --coverage: the yardstick all tools are measured with. Branches are gcov's,
// "taken at least once"; lines those that were executed. Runs are contained as those of `cairn replay`.
#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cli/bench/experiment.h"
#include "engine/base/result.h"
#include "engine/target/target.h"
#include "engine/trace/input.h"

namespace cairn::bench {

struct Covered {
  std::set<std::string> branches;  // file:line:number
  std::size_t branches_total = 0;
  std::size_t branches_reachable = 0;  // in functions that were entered
  std::size_t lines = 0;
  std::size_t lines_total = 0;
};

struct Coverage {
  Covered own;      // of the program's own source files
  Covered library;  // of the other files of its package
};

// Reads one line of `gcov --json-format --stdout` into the coverage. `tree`: what the subject's patterns are relative
// to. Fails when it is no such line.
base::Status add_report(const std::string& line, const std::filesystem::path& tree, const std::vector<std::string>& own,
                        Coverage& into);

// The counters of a build, growing with each test.
class Gcov {
 public:
  // `work`: an empty directory for its files. The subject must have a gcov build.
  static base::Result<Gcov> open(const Subject& subject, const std::filesystem::path& work,
                                 const target::Options& limits);

  // Runs one test. A test that crashes leaves no counts: that is gcov's nature, and the same for all tools.
  base::Status run(const trace::Input& input);

  // Of all tests until now.
  base::Result<Coverage> coverage() const;

 private:
  Gcov() = default;
  Subject subject_;
  target::Options options_;
  std::filesystem::path counters_;
};

}  // namespace cairn::bench
