// How much memory this process has, as the system counts it, and how much there is.
#pragma once

#include <cstddef>

namespace cairn::explore {

// What of the process is in memory, now and at most so far; 0 when the system does not tell.
[[nodiscard]] std::size_t resident_bytes();
[[nodiscard]] std::size_t peak_resident_bytes();

// What the machine has, or the container we are in; 0 when the system does not tell.
[[nodiscard]] std::size_t machine_bytes();

// Gives memory that was freed back to the system.
void give_back_memory();

}  // namespace cairn::explore
