// The allocator behind ours.
#pragma once

namespace cairn::runtime {

// malloc_usable_size is of whoever gives the blocks.
bool allocator_tells_sizes();

}  // namespace cairn::runtime
