// Files in memory, which serve as a target's standard input and output.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/base/result.h"
#include "engine/target/descriptor.h"

namespace cairn::target {

base::Result<Descriptor> memory_file(const char* name);

// Another opening of the same file, with its own offset and mode.
base::Result<Descriptor> reopen(int fd, int flags);

// Makes these bytes the whole content.
base::Status write_content(int fd, std::span<const std::uint8_t> bytes);

// Empties the file if it holds more bytes than this.
base::Status empty_beyond(int fd, std::size_t bytes);

// The content, up to a bound (1 MiB).
std::string read_content(int fd);

}  // namespace cairn::target
