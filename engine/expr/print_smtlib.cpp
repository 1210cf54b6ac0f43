// SMT-LIB 2: one define-fun a node, in topological order. A condition is a bit vector of 1 bit, as in the DAG.
#include <set>

#include "engine/expr/bits.h"
#include "engine/expr/id_map.h"
#include "engine/expr/operation.h"
#include "engine/expr/print.h"
#include "engine/expr/print_smtlib_float.h"

namespace cairn::expr {
namespace {

using smtlib::bits;
using smtlib::call;
using smtlib::sort;

const char* simple_name(Op op) {
  switch (op) {
    case Op::Add:
      return "bvadd";
    case Op::Sub:
      return "bvsub";
    case Op::Mul:
      return "bvmul";
    case Op::UDiv:
      return "bvudiv";
    case Op::SDiv:
      return "bvsdiv";
    case Op::URem:
      return "bvurem";
    case Op::SRem:
      return "bvsrem";
    case Op::And:
      return "bvand";
    case Op::Or:
      return "bvor";
    case Op::Xor:
      return "bvxor";
    case Op::Shl:
      return "bvshl";
    case Op::LShr:
      return "bvlshr";
    case Op::AShr:
      return "bvashr";
    case Op::Concat:
      return "concat";
    case Op::Eq:
      return "=";
    case Op::Ne:
      return "distinct";
    case Op::Ult:
      return "bvult";
    case Op::Ule:
      return "bvule";
    case Op::Slt:
      return "bvslt";
    case Op::Sle:
      return "bvsle";
    default:
      return nullptr;
  }
}

std::string extend(const char* kind, unsigned by, const std::string& x) {
  return by == 0 ? x : "((_ " + std::string(kind) + " " + std::to_string(by) + ") " + x + ")";
}
std::string slice(const std::string& x, unsigned low, unsigned width) {
  return "((_ extract " + std::to_string(low + width - 1) + " " + std::to_string(low) + ") " + x + ")";
}
std::string truth(const std::string& condition) { return "(ite " + condition + " #b1 #b0)"; }

class Printer {
 public:
  explicit Printer(const Dag& dag) : dag_(dag) {}

  std::string run(std::span<const ExprId> constraints) {
    Walk walk;
    for (const ExprId constraint : constraints) {
      post_order(
          dag_, constraint, walk, [&](ExprId id) { return seen_.contains(id); },
          [&](ExprId id) {
            seen_.insert(id, 0);
            define(id, dag_.node(id));
          });
      body_ += "(assert (= " + name(constraint) + " #b1))\n";
    }
    std::string script =
        "(set-option :produce-models true)\n(set-logic QF_BV" + std::string(floats_ ? "FP" : "") + ")\n";
    std::string wanted;
    for (const std::uint32_t byte : bytes_) {
      script += "(declare-const b" + std::to_string(byte) + " (_ BitVec 8))\n";
      wanted += (wanted.empty() ? "b" : " b") + std::to_string(byte);
    }
    script += body_ + "(check-sat)\n";
    if (!wanted.empty()) script += "(get-value (" + wanted + "))\n";
    return script;
  }

 private:
  std::string name(ExprId id) const {
    if (const auto value = dag_.constant_value(id)) return bits(*value, dag_.width(id));
    return "t" + std::to_string(id.value);
  }

  void define(ExprId id, const Node& n) {
    if (n.op == Op::Const) return;
    floats_ = floats_ || n.op >= Op::FAdd;
    if (smtlib::constrains_result(n.op)) {
      body_ += "(declare-const " + name(id) + " " + sort(n.width) + ")\n" +
               smtlib::constraint(n.op, n.width, name(id), dag_.width(n.a), name(n.a), n.b.valid() ? name(n.b) : "",
                                  n.c.valid() ? name(n.c) : "");
      return;
    }
    if (n.op == Op::TableRead) define_table(TableId(static_cast<std::uint32_t>(n.imm)));
    body_ += "(define-fun " + name(id) + " () " + sort(n.width) + " " + value(n) + ")\n";
  }

  std::string value(const Node& n) {
    const std::string a = n.a.valid() ? name(n.a) : "", b = n.b.valid() ? name(n.b) : "",
                      c = n.c.valid() ? name(n.c) : "";
    const unsigned w = n.width, from = n.a.valid() ? dag_.width(n.a) : 0;
    if (const char* simple = simple_name(n.op)) {
      return info(n.op).cls == OpClass::cmp ? truth(call(simple, a, b)) : call(simple, a, b);
    }
    switch (n.op) {
      case Op::Input:
        return input(n);
      case Op::ZExt:
        return extend("zero_extend", w - from, a);
      case Op::SExt:
        return extend("sign_extend", w - from, a);
      case Op::Extract:
        return slice(a, static_cast<unsigned>(n.imm), w);
      case Op::Ite:
        return "(ite (= " + a + " #b1) " + b + " " + c + ")";
      case Op::TableRead:
        return read(n, a);
      case Op::Bswap:
        return permuted(a, w, 8);
      case Op::BitReverse:
        return permuted(a, w, 1);
      case Op::Ctpop:
        return population_count(a, w);
      case Op::Ctlz:
        return leading(a, w, true);
      case Op::Cttz:
        return leading(a, w, false);
      case Op::Fshl:
      case Op::Fshr:
        return funnel(n.op, w, a, b, c);
      case Op::UAddSat:
      case Op::SAddSat:
      case Op::USubSat:
      case Op::SSubSat:
        return saturating(n.op, w, a, b);
      case Op::UAddO:
      case Op::SAddO:
      case Op::USubO:
      case Op::SSubO:
      case Op::UMulO:
      case Op::SMulO:
        return truth(overflow(n.op, from, a, b));
      default:
        return smtlib::float_value(n.op, w, from, a, b);
    }
  }

  std::string input(const Node& n) {
    std::string whole;
    for (unsigned i = 0; i < n.width / 8u; ++i) {
      const auto byte = static_cast<std::uint32_t>(n.imm) + i;
      bytes_.insert(byte);
      whole = whole.empty() ? "b" + std::to_string(byte) : "(concat b" + std::to_string(byte) + " " + whole + ")";
    }
    return whole;
  }

  // A function of the offset: a balanced tree of comparisons.
  void define_table(TableId id) {
    if (!tables_.insert(id.value).second) return;
    const Table& table = dag_.table(id);
    body_ += "(define-fun table" + std::to_string(id.value) + " ((i (_ BitVec 64))) (_ BitVec 8) (ite (bvult i " +
             bits(table.bytes.size(), 64) + ") " + entries(table, 0, table.bytes.size()) + " #x00))\n";
  }

  std::string entries(const Table& table, std::size_t first, std::size_t end) const {
    if (end - first == 1) {
      const bool constant = table.exprs.empty() || !table.exprs[first].valid();
      return constant ? bits(table.bytes[first], 8) : name(table.exprs[first]);
    }
    const std::size_t middle = first + (end - first) / 2;
    return "(ite (bvult i " + bits(middle, 64) + ") " + entries(table, first, middle) + " " +
           entries(table, middle, end) + ")";
  }

  // Byte i is beyond the end also when offset + i passes the largest offset.
  static std::string read(const Node& n, const std::string& offset) {
    const std::string table = "(table" + std::to_string(n.imm) + " ";
    std::string whole = table + offset + ")";
    for (unsigned i = 1; i < n.width / 8u; ++i) {
      const std::string at = call("bvadd", offset, bits(i, 64));
      whole = "(concat (ite (bvult " + at + " " + offset + ") #x00 " + table + at + ")) " + whole + ")";
    }
    return whole;
  }

  static std::string permuted(const std::string& x, unsigned w, unsigned unit) {
    std::string whole = slice(x, w - unit, unit);
    for (unsigned i = unit; i < w; i += unit) whole = "(concat " + slice(x, w - unit - i, unit) + " " + whole + ")";
    return whole;
  }

  static std::string population_count(const std::string& x, unsigned w) {
    std::string sum = extend("zero_extend", w - 1, slice(x, 0, 1));
    for (unsigned i = 1; i < w; ++i) sum = call("bvadd", sum, extend("zero_extend", w - 1, slice(x, i, 1)));
    return sum;
  }

  static std::string leading(const std::string& x, unsigned w, bool from_top) {
    std::string chain = bits(w, w);
    for (unsigned i = w; i-- > 0;) {
      const unsigned bit = from_top ? w - 1 - i : i;
      chain = "(ite (= " + slice(x, bit, 1) + " #b1) " + bits(i, w) + " " + chain + ")";
    }
    return chain;
  }

  static std::string funnel(Op op, unsigned w, const std::string& a, const std::string& b, const std::string& c) {
    // In twice the width, where the amount of any width fits.
    const std::string both = call("concat", a, b);
    // bits(w, w) would be cut off when w needs more bits than it has (1 bit): everything is 0 modulo 1.
    const std::string by = w == 1 ? bits(0, 1) : call("bvurem", c, bits(w, w));
    const std::string shifted = call(op == Op::Fshl ? "bvshl" : "bvlshr", both, extend("zero_extend", w, by));
    return slice(shifted, op == Op::Fshl ? w : 0, w);
  }

  static std::string widened(Op op, unsigned w, const std::string& a, const std::string& b, bool& is_signed) {
    is_signed = op == Op::SAddO || op == Op::SSubO || op == Op::SMulO || op == Op::SAddSat || op == Op::SSubSat;
    const bool product = op == Op::UMulO || op == Op::SMulO;
    const bool sum = op == Op::UAddO || op == Op::SAddO || op == Op::UAddSat || op == Op::SAddSat;
    const unsigned more = product ? w : 1;
    const char* kind = is_signed ? "sign_extend" : "zero_extend";
    return call(product ? "bvmul" : sum ? "bvadd" : "bvsub", extend(kind, more, a), extend(kind, more, b));
  }

  static std::string overflow(Op op, unsigned w, const std::string& a, const std::string& b) {
    bool is_signed = false;
    const std::string wide = widened(op, w, a, b, is_signed);
    const unsigned more = op == Op::UMulO || op == Op::SMulO ? w : 1;
    return call("distinct", wide, extend(is_signed ? "sign_extend" : "zero_extend", more, slice(wide, 0, w)));
  }

  static std::string saturating(Op op, unsigned w, const std::string& a, const std::string& b) {
    const u128 least = u128{1} << (w - 1);
    std::string bound = bits(op == Op::UAddSat ? ones(w) : 0, w);
    if (op == Op::SAddSat || op == Op::SSubSat) {
      bound = "(ite (= " + slice(a, w - 1, 1) + " #b1) " + bits(least, w) + " " + bits(least - 1, w) + ")";
    }
    const bool sum = op == Op::UAddSat || op == Op::SAddSat;
    return "(ite " + overflow(op, w, a, b) + " " + bound + " " + call(sum ? "bvadd" : "bvsub", a, b) + ")";
  }

  const Dag& dag_;
  IdMap seen_;
  std::set<std::uint32_t> bytes_, tables_;
  std::string body_;
  bool floats_ = false;
};

}  // namespace

std::string to_smtlib(const Dag& dag, std::span<const ExprId> constraints) { return Printer(dag).run(constraints); }

}  // namespace cairn::expr
