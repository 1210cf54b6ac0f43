// A directory for temporary files, of this process alone; it goes away with the object.
#pragma once

#include <filesystem>
#include <string_view>

#include "engine/base/result.h"

namespace cairn::cli {

class Workshop {
 public:
  // An error says what to do about it. `purpose` is part of the name.
  static base::Result<Workshop> open(std::string_view purpose);
  ~Workshop();
  Workshop(Workshop&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  Workshop& operator=(Workshop&&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit Workshop(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
};

}  // namespace cairn::cli
