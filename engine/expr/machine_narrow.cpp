// The fast machine: every value fits 64 bits. Only what is frequent has code of its own; the rest goes through apply().
#include <cstring>

#include "engine/expr/evaluate.h"
#include "engine/expr/machine.h"

namespace cairn::expr {
namespace {

std::int64_t extended(std::uint64_t value, unsigned shift) {
  return static_cast<std::int64_t>(value << shift) >> shift;
}

std::uint64_t mask(unsigned width) { return ~std::uint64_t{0} >> (64 - width); }

std::uint64_t load(const std::uint8_t* bytes, unsigned width) {
  std::uint64_t result = 0;
  switch (width) {
    case 8:
      return bytes[0];
    case 16:
      std::memcpy(&result, bytes, 2);
      return result;
    case 32:
      std::memcpy(&result, bytes, 4);
      return result;
    case 64:
      std::memcpy(&result, bytes, 8);
      return result;
    default:
      std::memcpy(&result, bytes, width / 8);
      return result;
  }
}

std::uint64_t general(const Instruction& in, const std::uint64_t* v) {
  return static_cast<std::uint64_t>(apply(in.op, in.width, in.imm, in.from, v[in.a], v[in.b], v[in.c]));
}

}  // namespace

void run_narrow(const Program& program, std::uint64_t* v, const std::uint8_t* bytes, std::size_t begin,
                std::size_t end) {
  const Instruction* in = program.code.data() + begin;
  const Instruction* const stop = program.code.data() + end;
  std::uint64_t* out = v + begin;
  for (; in != stop; ++in, ++out) {
    const std::uint64_t a = v[in->a], b = v[in->b];
    switch (in->op) {
      case Op::Input:
        *out = load(bytes + in->imm, in->width);
        break;
      case Op::Add:
        *out = (a + b) & in->imm;
        break;
      case Op::Sub:
        *out = (a - b) & in->imm;
        break;
      case Op::Mul:
        *out = (a * b) & in->imm;
        break;
      case Op::UDiv:
        *out = b == 0 ? mask(in->width) : a / b;
        break;
      case Op::URem:
        *out = b == 0 ? a : a % b;
        break;
      case Op::And:
        *out = a & b;
        break;
      case Op::Or:
        *out = a | b;
        break;
      case Op::Xor:
        *out = a ^ b;
        break;
      case Op::Shl:
        *out = b >= in->width ? 0 : (a << b) & in->imm;
        break;
      case Op::LShr:
        *out = b >= in->width ? 0 : a >> b;
        break;
      case Op::AShr:
        *out = static_cast<std::uint64_t>(extended(a, in->shift) >> (b >= in->width ? in->width - 1 : b)) &
               mask(in->width);
        break;
      case Op::Eq:
        *out = a == b;
        break;
      case Op::Ne:
        *out = a != b;
        break;
      case Op::Ult:
        *out = a < b;
        break;
      case Op::Ule:
        *out = a <= b;
        break;
      // Shifted to the top, signed numbers compare like their extensions.
      case Op::Slt:
        *out = static_cast<std::int64_t>(a << in->shift) < static_cast<std::int64_t>(b << in->shift);
        break;
      case Op::Sle:
        *out = static_cast<std::int64_t>(a << in->shift) <= static_cast<std::int64_t>(b << in->shift);
        break;
      case Op::SExt:
        *out = static_cast<std::uint64_t>(extended(a, in->shift)) & mask(in->width);
        break;
      case Op::Extract:
        *out = (a >> in->imm) & mask(in->width);
        break;
      case Op::Concat:
        *out = a << in->imm | b;
        break;
      case Op::Ite:
        *out = a != 0 ? b : v[in->c];
        break;
      case Op::TableRead:
        *out = read_table(program.tables[in->imm], v, a, in->width / 8);
        break;
      default:
        *out = general(*in, v);
        break;
    }
  }
}

}  // namespace cairn::expr
