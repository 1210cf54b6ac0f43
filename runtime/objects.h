// Which ELF file an address belongs to.
#pragma once

namespace cairn::runtime {

// Path of the shared object that contains the address; empty for the executable.
const char* object_path(const void* address);

}  // namespace cairn::runtime
