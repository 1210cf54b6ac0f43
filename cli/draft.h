// A draft: where an updated suite is made, a new neighbour of the place it is for, so that nothing is replaced before
// all is well. A lock on the draft itself tells those in use from those that killed updates left behind.
#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <vector>

#include "engine/base/result.h"

namespace cairn::cli {

// The directory that a name as it was typed stands for: behind links, without a slash at its end, and never ".".
[[nodiscard]] std::filesystem::path place_of(const std::filesystem::path& typed);

class Draft {
 public:
  // `out`: as place_of() gives it. What a directory there allows to others holds for the draft too.
  static base::Result<std::unique_ptr<Draft>> beside(const std::filesystem::path& out);

  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  // A draft that took no place is removed.
  ~Draft();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  // Takes the place in one step. Then what is not of the run that stood there moves over, and that run is removed: who
  // is killed in between leaves both directories, and everything in one of them. Gives what could not be moved.
  // On an error the draft stays, for it holds the new suite.
  base::Result<std::vector<std::filesystem::path>> take_place();

 private:
  Draft(std::filesystem::path path, std::filesystem::path out, int lock)
      : path_(std::move(path)), out_(std::move(out)), lock_(lock) {}

  std::filesystem::path path_, out_;
  int lock_;
  bool kept_ = false;
};

// Ends what killed updates of this place began: their drafts are removed, and what they had not moved yet moves over.
// Gives what could not be moved.
std::set<std::filesystem::path> end_killed_updates(const std::filesystem::path& out);

}  // namespace cairn::cli
