// The calling contexts of a session: a run numbers its contexts in order of appearance, the session gives equal chains
// of call sites one number.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "abi/cairn_abi.h"

namespace cairn::trace {

class Contexts {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  Contexts() : nodes_{{0, 0}} {}

  // Takes the context table of a run.
  void begin(std::span<const cairn_context> raw);
  // The session's number of a context of the run; kNone when the table makes no sense there.
  std::uint32_t at(std::uint32_t local);

  [[nodiscard]] const cairn_context& node(std::uint32_t id) const { return nodes_[id]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  std::span<const cairn_context> raw_;
  std::vector<std::uint32_t> local_;  // as far as known: ids of the contexts of the run
  std::vector<cairn_context> nodes_;
  std::unordered_map<std::uint64_t, std::uint32_t> children_;  // by parent and call site
};

}  // namespace cairn::trace
