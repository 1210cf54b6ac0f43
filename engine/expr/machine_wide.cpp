// The machine for programs with values of more than 64 bits: rare, so everything is apply().
#include <cstring>

#include "engine/expr/evaluate.h"
#include "engine/expr/machine.h"

namespace cairn::expr {

void run_wide(const Program& program, u128* v, const std::uint8_t* bytes, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const Instruction& in = program.code[i];
    if (in.op == Op::Input) {
      u128 value = 0;
      std::memcpy(&value, bytes + in.imm, in.width / 8);
      v[i] = value;
    } else if (in.op == Op::TableRead) {
      v[i] = read_table(program.tables[in.imm], v, static_cast<std::uint64_t>(v[in.a]), in.width / 8);
    } else {
      v[i] = apply(in.op, in.width, in.imm, in.from, v[in.a], v[in.b], v[in.c]);
    }
  }
}

}  // namespace cairn::expr
