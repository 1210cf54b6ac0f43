// The target's working directory: the only place it may write to, brought back to the same state before each run.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/target/descriptor.h"
#include "engine/trace/input.h"

namespace cairn::target {

class Scratch {
 public:
  // Makes an empty directory below `parent` (empty: the system's temporary directory).
  static base::Result<Scratch> create(const std::string& parent);
  Scratch(Scratch&& other) noexcept;
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch();

  [[nodiscard]] const std::string& path() const { return path_; }

  // Files of the user that shall be visible under a relative name: links to them are part of each fresh state.
  void show(std::string name, std::string file);

  // From now on the directory is seen through this descriptor (a file system mounted over it), and files belong to
  // `user`.
  base::Status adopt(int directory, uid_t user);

  // The directory in use. Requires: adopted.
  [[nodiscard]] int directory() const { return directory_.get(); }

  // Empties the directory if anything happened in it, and writes the input's files.
  base::Status prepare(const trace::Input& input);

  // Bytes used by files in it.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  Scratch() = default;
  base::Status write_file(const trace::Object& object);

  std::string path_;
  Descriptor own_;        // the directory made
  Descriptor directory_;  // the one in use
  uid_t user_ = static_cast<uid_t>(-1);
  bool fresh_ = false;
  std::vector<std::pair<std::string, std::string>> shown_;
};

// Removes everything below a directory, whatever a hostile program put there: any depth, any names, any modes.
bool remove_contents(int directory);

}  // namespace cairn::target
