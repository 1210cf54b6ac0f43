#include "engine/trace/contexts.h"

namespace cairn::trace {

void Contexts::begin(std::span<const cairn_context> raw) {
  raw_ = raw;
  local_.assign(1, 0);  // the root needs no entry
}

std::uint32_t Contexts::at(std::uint32_t local) {
  if (local != 0 && local >= raw_.size()) return kNone;
  // Parents come first, so everything up to `local` is all that is needed.
  while (local_.size() <= local) {
    const auto index = static_cast<std::uint32_t>(local_.size());
    const cairn_context context = raw_[index];
    const std::uint32_t parent = context.parent < index ? local_[context.parent] : kNone;
    if (parent == kNone) {
      local_.push_back(kNone);
      continue;
    }
    const auto [child, fresh] = children_.try_emplace((std::uint64_t{parent} << 32) | context.call_site,
                                                      static_cast<std::uint32_t>(nodes_.size()));
    if (fresh) nodes_.push_back({parent, context.call_site});
    local_.push_back(child->second);
  }
  return local_[local];
}

}  // namespace cairn::trace
