// From the DAG to the flat form.
#include <algorithm>
#include <unordered_map>

#include "engine/expr/bits.h"
#include "engine/expr/id_map.h"
#include "engine/expr/machine.h"
#include "engine/expr/operation.h"

namespace cairn::expr {
namespace {

// While the number of instructions is not known, constants have slots from here on.
constexpr std::uint32_t kConstantSlot = 0x80000000u;

class Compiler {
 public:
  explicit Compiler(const Dag& dag) : dag_(dag) {}

  Program run(std::span<const ExprId> roots) {
    program_.root_slots.reserve(roots.size());
    program_.root_ends.reserve(roots.size());
    Walk walk;
    for (const ExprId root : roots) {
      post_order(dag_, root, walk, [&](ExprId id) { return slots_.contains(id); }, [&](ExprId id) { emit(id); });
      program_.root_slots.push_back(slots_.find(root));
      program_.root_ends.push_back(static_cast<std::uint32_t>(program_.code.size()));
    }
    place_constants();
    return std::move(program_);
  }

 private:
  void emit(ExprId id) {
    const Node& n = dag_.node(id);
    if (n.width > 64) program_.wide = true;
    if (n.op == Op::Const) {
      slots_.insert(id, kConstantSlot + static_cast<std::uint32_t>(program_.constants.size()));
      program_.constants.push_back(*dag_.constant_value(id));
      return;
    }
    if (n.op == Op::ZExt) {  // values stand zero-extended in their slots anyway
      slots_.insert(id, slots_.find(n.a));
      return;
    }
    const unsigned from = n.a.valid() ? dag_.width(n.a) : 0;
    Instruction in{.op = n.op,
                   .width = n.width,
                   .from = static_cast<std::uint8_t>(from),
                   .shift = static_cast<std::uint8_t>(from > 64 ? 0 : 64 - from),
                   .a = slot(n.a),
                   .b = slot(n.b),
                   .c = slot(n.c),
                   .imm = n.imm};
    switch (n.op) {
      case Op::Add:
      case Op::Sub:
      case Op::Mul:
      case Op::Shl:
        in.imm = low64(ones(n.width));
        break;
      case Op::Concat:
        in.imm = n.width - from;
        break;
      case Op::Input:
        program_.bytes_read = std::max<std::size_t>(program_.bytes_read, n.imm + n.width / 8);
        break;
      case Op::TableRead:
        in.imm = image(TableId(static_cast<std::uint32_t>(n.imm)));
        break;
      default:
        break;
    }
    slots_.insert(id, static_cast<std::uint32_t>(program_.code.size()));
    program_.code.push_back(in);
  }

  [[nodiscard]] std::uint32_t slot(ExprId id) const { return id.valid() ? slots_.find(id) : 0; }

  std::uint64_t image(TableId id) {
    const auto [it, fresh] = images_.try_emplace(id.value, static_cast<std::uint32_t>(program_.tables.size()));
    if (fresh) {
      const Table& table = dag_.table(id);
      TableImage made{table.bytes, {}};
      for (const ExprId entry : table.exprs) made.slots.push_back(entry.valid() ? slots_.find(entry) : kConstantEntry);
      program_.tables.push_back(std::move(made));
    }
    return it->second;
  }

  void place_constants() {
    const auto base = static_cast<std::uint32_t>(program_.code.size());
    const auto place = [&](std::uint32_t& s) {
      if (s >= kConstantSlot && s != kConstantEntry) s = base + (s - kConstantSlot);
    };
    for (Instruction& in : program_.code) {
      place(in.a);
      place(in.b);
      place(in.c);
    }
    for (TableImage& table : program_.tables) std::ranges::for_each(table.slots, place);
    std::ranges::for_each(program_.root_slots, place);
  }

  const Dag& dag_;
  Program program_;
  IdMap slots_;
  std::unordered_map<std::uint32_t, std::uint32_t> images_;
};

}  // namespace

Program compile(const Dag& dag, std::span<const ExprId> roots) { return Compiler(dag).run(roots); }

}  // namespace cairn::expr
