// One writer a run directory: an advisory lock on OUT/lock, which also names its holder, and is empty without one. The
// kernel lets go of it when the holder dies, however it dies, so that a lock is never stale.
#pragma once

#include <filesystem>
#include <memory>

#include "engine/base/result.h"

namespace cairn::suite {

class DirectoryLock {
 public:
  // Fails with "OUT is in use by process N" when another process, or another object of this one, holds it.
  static base::Result<std::unique_ptr<DirectoryLock>> take(const std::filesystem::path& directory);

  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  explicit DirectoryLock(int fd) : fd_(fd) {}
  int fd_;
  bool held_ = false;
};

}  // namespace cairn::suite
