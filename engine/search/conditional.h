// Which conditional a node of the tree stands at: a branch in its calling context.
#pragma once

#include <cstdint>

#include "engine/base/hash.h"
#include "engine/tree/tree.h"

namespace cairn::search {

[[nodiscard]] inline std::uint64_t conditional_of(const tree::Node& node) {
  return base::combine(node.branch, node.context);
}

}  // namespace cairn::search
