// Random expressions, built in a DAG and remembered as they were asked for, so that the DAG's simplified form can be
// held against the naive value of the request. Biased towards what rules look for: few widths, telling constants,
// shared operands, operations stacked on each other.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/base/rng.h"
#include "engine/expr/operation.h"
#include "tests/unit/engine/expr/naive.h"

namespace cairn::expr {

// A request as it was made: operands are indices of earlier requests.
struct Request {
  Op op;
  unsigned width;
  std::uint64_t imm = 0;
  u128 constant = 0;
  int a = -1, b = -1, c = -1;
  std::vector<int> entries;           // of a table, -1 for a constant
  std::vector<std::uint8_t> bytes{};  // of a table
};

inline constexpr unsigned kInputBytes = 40;

struct NaiveValue {
  naive::Bits bits;
  bool unspecified = false;  // holds bits of a NaN that an operation made
};

// The value of a request, given those of the requests before it.
inline NaiveValue naive_value(const Request& r, const std::vector<NaiveValue>& values, const Assignment& assignment) {
  static const NaiveValue none;
  const auto at = [&](int i) -> const NaiveValue& { return i < 0 ? none : values[static_cast<std::size_t>(i)]; };
  NaiveValue v;
  if (r.op == Op::Const) {
    v.bits = naive::bits(r.constant, r.width);
  } else if (r.op == Op::Input) {
    for (unsigned i = 0; i < r.width / 8; ++i) {
      v.bits = naive::concat(naive::bits(assignment.get(ByteId(static_cast<std::uint32_t>(r.imm) + i)), 8), v.bits);
    }
  } else if (r.op == Op::TableRead) {
    const u128 offset = naive::value(at(r.a).bits);
    v.unspecified = at(r.a).unspecified;
    for (unsigned i = 0; i < r.width / 8; ++i) {
      naive::Bits byte(8);
      if (offset + i < r.bytes.size()) {
        const auto index = static_cast<std::size_t>(offset + i);
        byte = naive::bits(r.bytes[index], 8);
        if (!r.entries.empty() && r.entries[index] >= 0) byte = at(r.entries[index]).bits;
      }
      v.bits = naive::concat(byte, v.bits);
    }
    for (const int entry : r.entries) v.unspecified = v.unspecified || at(entry).unspecified;
  } else {
    v.bits = naive::apply(r.op, r.width, r.imm, at(r.a).bits, at(r.b).bits, at(r.c).bits);
    v.unspecified = at(r.a).unspecified || at(r.b).unspecified || at(r.c).unspecified;
    if (float_arithmetic(r.op) || r.op == Op::FToF) {
      v.unspecified = v.unspecified || (r.width == 32 ? std::isnan(naive::decoded<float>(v.bits))
                                                      : std::isnan(naive::decoded<double>(v.bits)));
    }
  }
  return v;
}

inline std::vector<NaiveValue> evaluate_naively(const std::vector<Request>& requests, const Assignment& assignment) {
  std::vector<NaiveValue> values;
  for (const Request& r : requests) values.push_back(naive_value(r, values, assignment));
  return values;
}

inline Assignment random_assignment(base::Rng& rng) {
  Assignment assignment;
  const auto kind = rng.below(4);
  for (std::uint32_t i = 0; i < kInputBytes; ++i) {
    const auto byte = static_cast<std::uint8_t>(rng.next());
    assignment.set(ByteId(i), kind == 0 ? byte : kind == 1 ? byte & 3 : kind == 2 ? (byte & 1 ? 255 : 0) : byte & 129);
  }
  return assignment;
}

class RandomExprs {
 public:
  explicit RandomExprs(std::uint64_t seed) : rng_(seed), reference_(random_assignment(rng_)) {
    widths_ = {1, 8, width()};
    widths_.push_back(rng_.coin() ? 32 : 64);
    if (rng_.coin()) widths_.push_back(width());
    // Half of the batches use few operations, so that they meet.
    static const std::vector<std::vector<Op>> families = {
        {Op::Add, Op::Sub, Op::Xor, Op::Mul, Op::Eq},
        {Op::Add, Op::Sub, Op::Xor, Op::Eq, Op::Ne, Op::Extract},
        {Op::And, Op::Or, Op::Xor, Op::Shl, Op::ZExt, Op::Eq},
        {Op::And, Op::Or, Op::Xor, Op::Shl, Op::LShr, Op::AShr, Op::Extract, Op::Concat},
        {Op::ZExt, Op::SExt, Op::Extract, Op::Concat, Op::Eq, Op::Ult, Op::Slt, Op::Ule, Op::Sle, Op::Input},
        {Op::Ite, Op::Eq, Op::Ult, Op::And, Op::Or, Op::Xor, Op::Extract},
        {Op::ZExt, Op::SExt, Op::UDiv, Op::URem, Op::SDiv, Op::SRem, Op::Mul, Op::Eq, Op::Bswap, Op::BitReverse},
        {Op::TableRead, Op::ZExt, Op::Extract, Op::Concat, Op::Input},
    };
    if (rng_.coin()) palette_ = families[below(families.size())];
  }

  // A list of requests, operands first.
  const std::vector<Request>& make(int count) {
    while (static_cast<int>(requests_.size()) < count) operation();
    return requests_;
  }

  base::Rng& rng() { return rng_; }
  // Constants are chosen to lie close to the values expressions have under this assignment.
  [[nodiscard]] const Assignment& reference() const { return reference_; }

 private:
  unsigned below(std::uint64_t n) { return static_cast<unsigned>(rng_.below(n)); }
  unsigned width() { return below(3) == 0 ? 1 + below(128) : 1 + below(32); }
  unsigned common_width() { return widths_[below(widths_.size())]; }

  int add(Request request) {
    values_.push_back(naive_value(request, values_, reference_));
    requests_.push_back(std::move(request));
    return static_cast<int>(requests_.size()) - 1;
  }

  int constant(unsigned w) {
    u128 value = 0;
    switch (below(10)) {
      case 0:
        break;
      case 1:
        value = 1;
        break;
      case 2:
        value = ~u128{0};
        break;
      case 3:
        value = u128{1} << below(w);
        break;
      case 4:
        value = (u128{1} << below(w)) - 1;
        break;
      case 5:
        value = below(w + 2);
        break;
      case 6:
        value = ((u128{1} << (1 + below(w))) - 1) << below(w);
        break;
      case 7:
        value = u128{0} - (u128{1} << below(w));
        break;
      case 8:
        value = ((u128{1} << (common_width() % 128)) - 1) << (rng_.coin() ? 0 : below(w));
        break;
      default:
        value = u128{rng_.next()} << 64 | rng_.next();
        break;
    }
    return add({Op::Const, w, 0, naive::value(naive::bits(value, w))});
  }

  // Within one of what `of` is.
  int near(int of) {
    const NaiveValue& v = values_[static_cast<std::size_t>(of)];
    const auto w = static_cast<unsigned>(v.bits.size());
    return add({Op::Const, w, 0, naive::value(naive::bits(naive::value(v.bits) + below(3) - 1, w))});
  }

  int input() {
    const unsigned bytes = below(3) == 0 ? 1 + below(16) : 1 + below(4);
    return add({Op::Input, 8 * bytes, below(kInputBytes - bytes)});
  }

  // An expression of that width: an earlier one if there is, otherwise made from one that is not.
  int of_width(unsigned w, bool may_be_constant = true) {
    if (may_be_constant && below(4) == 0) return constant(w);
    std::vector<int> found;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      if (requests_[i].width == w) found.push_back(static_cast<int>(i));
    }
    if (!found.empty() && below(8) != 0) {
      // Prefer what was made last: it is deep.
      const auto back = std::min<std::uint64_t>(rng_.below(found.size()), rng_.below(found.size()));
      return found[found.size() - 1 - back];
    }
    const int from = requests_.empty() || below(4) == 0 ? input() : static_cast<int>(rng_.below(requests_.size()));
    const unsigned have = requests_[static_cast<std::size_t>(from)].width;
    if (have > w) return add({Op::Extract, w, below(2) == 0 ? 0 : below(have - w + 1), 0, from});
    if (have < w && below(3) == 0 && w - have >= 1) return add({Op::Concat, w, 0, 0, of_width(w - have), from});
    if (have < w) return add({rng_.coin() ? Op::ZExt : Op::SExt, w, 0, 0, from});
    return from;
  }

  // The expression itself, or an operand of it of the same width: x - x, (x + y) - y.
  int related(int of) {
    const Request& r = requests_[static_cast<std::size_t>(of)];
    const int operands[] = {of, r.a, r.b, r.c};
    const int i = operands[below(4)];
    return i >= 0 && requests_[static_cast<std::size_t>(i)].width == r.width ? i : of;
  }

  unsigned format() { return rng_.coin() ? 32 : 64; }

  int float_of(unsigned w) {
    if (below(3) == 0) {
      const double numbers[] = {0.0, -0.0, 1.0, -1.5, 2.5, 1e10, -1e20, 0.1};
      const double x = numbers[below(8)];
      return add({Op::Const, w, 0, naive::value(w == 32 ? naive::encoded(static_cast<float>(x)) : naive::encoded(x))});
    }
    if (rng_.coin()) return add({Op::SIToF, w, 0, 0, of_width(common_width(), false)});
    return of_width(w, false);
  }

  int table_read() {
    Request read{Op::TableRead, 8 * (1 + below(4))};
    const unsigned size = below(12);
    const bool labelled = rng_.coin();
    for (unsigned i = 0; i < size; ++i) {
      read.bytes.push_back(static_cast<std::uint8_t>(below(256)));
      if (labelled) read.entries.push_back(below(2) == 0 ? of_width(8) : -1);
    }
    const int small = of_width(1 + below(4));
    read.a = below(6) == 0 ? constant(64) : add({Op::ZExt, 64, 0, 0, small});
    return add(std::move(read));
  }

  void operation() {
    const Op op = palette_.empty() ? static_cast<Op>(below(CAIRN_OP_COUNT)) : palette_[below(palette_.size())];
    const unsigned w = common_width();
    if (op >= Op::FAdd && below(4) != 0) return;  // fewer of these: nothing is simplified but constants
    if (op == Op::None || op == Op::Const) return;
    if (op == Op::Input) return void(input());
    if (op == Op::TableRead) return void(table_read());
    if (op == Op::FToF) return void(add({op, format(), 0, 0, float_of(format())}));
    if (op == Op::FExponent) return void(add({op, 32, 0, 0, float_of(format())}));
    if (op == Op::FToSI || op == Op::FToUI) return void(add({op, w, 0, 0, float_of(format())}));
    if (op == Op::SIToF || op == Op::UIToF) return void(add({op, format(), 0, 0, of_width(w)}));
    if (float_arithmetic(op) || float_comparison(op)) {
      const unsigned f = format();
      const int a = float_of(f), b = arity(op) > 1 ? float_of(f) : -1, c = arity(op) > 2 ? float_of(f) : -1;
      return void(add({op, float_comparison(op) ? 1 : f, 0, 0, a, b, c}));
    }
    switch (info(op).cls) {
      case OpClass::bin:
      case OpClass::cmp:
      case OpClass::tern: {
        const int a = of_width(w);
        const int b = below(5) == 0 ? related(a) : below(6) == 0 ? near(a) : of_width(w);
        const int c = arity(op) > 2 ? of_width(w) : -1;
        return void(add({op, info(op).cls == OpClass::cmp ? 1 : w, 0, 0, a, b, c}));
      }
      case OpClass::un: {
        const unsigned whole = op == Op::Bswap ? 8 * (1 + below(8)) : w;
        return void(add({op, whole, 0, 0, of_width(whole)}));
      }
      case OpClass::conv: {
        const unsigned other = common_width();
        return void(add({op, std::max(w, other), 0, 0, of_width(std::min(w, other))}));
      }
      default:
        break;
    }
    if (op == Op::Extract) {
      const unsigned from = std::max(w, common_width());
      return void(add({op, w, below(from - w + 1), 0, of_width(from)}));
    }
    if (op == Op::Concat && w > 1 && below(3) == 0) {  // two pieces of one expression, usually neighbours
      const int whole = of_width(w, false);
      const unsigned cut = 1 + below(w - 1);
      const int high = add({Op::Extract, w - cut, cut, 0, whole});
      const int low = add({Op::Extract, cut, below(4) == 0 ? below(w - cut + 1) : 0, 0, whole});
      return void(add({op, w, 0, 0, high, low}));
    }
    if (op == Op::Concat) {
      const unsigned other = common_width();
      if (w + other > 128) return;
      const int a = of_width(w), b = of_width(other);
      return void(add({op, w + other, 0, 0, a, b}));
    }
    int a = of_width(1);
    const int b = of_width(w), c = of_width(w);
    for (const int arm : {b, c}) {  // often the condition of an arm that is an Ite itself
      const Request& r = requests_[static_cast<std::size_t>(arm)];
      if (r.op == Op::Ite && rng_.coin()) a = r.a;
    }
    add({Op::Ite, w, 0, 0, a, b, c});
  }

  base::Rng rng_;
  Assignment reference_;
  std::vector<NaiveValue> values_;
  std::vector<unsigned> widths_;
  std::vector<Op> palette_;  // empty: all
  std::vector<Request> requests_;
};

// The requests as expressions of a DAG.
inline std::vector<ExprId> build(Dag& dag, const std::vector<Request>& requests) {
  std::vector<ExprId> made;
  const auto at = [&](int i) { return i < 0 ? ExprId{} : made[static_cast<std::size_t>(i)]; };
  for (const Request& r : requests) {
    if (r.op == Op::Const) {
      made.push_back(dag.constant(r.constant, r.width));
    } else if (r.op == Op::Input) {
      made.push_back(dag.input(ByteId(static_cast<std::uint32_t>(r.imm)), r.width / 8));
    } else if (r.op == Op::TableRead) {
      Table table{r.bytes, {}};
      for (const int entry : r.entries) table.exprs.push_back(at(entry));
      made.push_back(dag.table_read(dag.table(std::move(table)), at(r.a), r.width));
    } else {
      made.push_back(dag.make(r.op, r.width, at(r.a), at(r.b), at(r.c), r.imm));
    }
  }
  return made;
}

}  // namespace cairn::expr
