// Text for people. Each node's text is made from those of its operands, bottom-up; what grows long or is shared gets a
// name, so neither depth nor sharing makes the text explode.
#include <cctype>
#include <unordered_map>

#include "engine/expr/bits.h"
#include "engine/expr/id_map.h"
#include "engine/expr/operation.h"
#include "engine/expr/print.h"

namespace cairn::expr {
namespace {

// Binding strength, loosest first, as in C.
enum Level : int {
  kTernary,
  kOrElse,
  kAndThen,
  kBitOr,
  kBitXor,
  kBitAnd,
  kEquality,
  kRelation,
  kShift,
  kSum,
  kProduct,
  kUnary,
  kAtom
};

struct Text {
  std::string text;
  Level level = kAtom;
};

struct Infix {
  const char* symbol;
  Level level;
};

Infix infix(Op op, bool one_bit) {
  switch (op) {
    case Op::Add:
      return {"+", kSum};
    case Op::Sub:
      return {"-", kSum};
    case Op::Mul:
      return {"*", kProduct};
    case Op::UDiv:
      return {"/", kProduct};
    case Op::SDiv:
      return {"/s", kProduct};
    case Op::URem:
      return {"%", kProduct};
    case Op::SRem:
      return {"%s", kProduct};
    case Op::And:
      return one_bit ? Infix{"&&", kAndThen} : Infix{"&", kBitAnd};
    case Op::Or:
      return one_bit ? Infix{"||", kOrElse} : Infix{"|", kBitOr};
    case Op::Xor:
      return {"^", kBitXor};
    case Op::Shl:
      return {"<<", kShift};
    case Op::LShr:
      return {">>", kShift};
    case Op::AShr:
      return {">>s", kShift};
    case Op::Eq:
    case Op::FEq:
      return {"==", kEquality};
    case Op::Ne:
      return {"!=", kEquality};
    case Op::Ult:
    case Op::FLt:
      return {"<", kRelation};
    case Op::Ule:
    case Op::FLe:
      return {"<=", kRelation};
    case Op::Slt:
      return {"<s", kRelation};
    case Op::Sle:
      return {"<=s", kRelation};
    case Op::FAdd:
      return {"+", kSum};
    case Op::FSub:
      return {"-", kSum};
    case Op::FMul:
      return {"*", kProduct};
    case Op::FDiv:
      return {"/", kProduct};
    default:
      return {nullptr, kAtom};
  }
}

std::string number(u128 value, unsigned width) {
  if (width == 8 && value < 128 && std::isprint(static_cast<int>(value)) != 0 && value != '\'' && value != '\\') {
    return {'\'', static_cast<char>(value), '\''};
  }
  if (value < 1000) return std::to_string(static_cast<unsigned>(value));
  std::string digits;
  for (; value != 0; value >>= 4) digits.insert(digits.begin(), "0123456789abcdef"[static_cast<unsigned>(value & 15)]);
  return "0x" + digits;
}

std::string type(char sign, unsigned width) { return sign + std::to_string(width); }

class Printer {
 public:
  Printer(const Dag& dag, const std::function<std::string(ByteId)>& name) : dag_(dag), name_(name) {}

  std::string run(ExprId root) {
    std::unordered_map<std::uint32_t, unsigned> uses;
    std::vector<ExprId> order;
    Walk walk;
    IdMap seen;
    post_order(
        dag_, root, walk, [&](ExprId id) { return seen.contains(id); },
        [&](ExprId id) {
          seen.insert(id, 0);
          order.push_back(id);
          for (const ExprId operand : {dag_.node(id).a, dag_.node(id).b, dag_.node(id).c}) {
            if (operand.valid()) ++uses[operand.value];
          }
        });
    for (const ExprId id : order) {
      Text made = text(id, dag_.node(id));
      const bool shared = uses[id.value] > 1 && made.text.size() > 24;
      if (id != root && (shared || made.text.size() > 160)) {
        const std::string bound = "t" + std::to_string(++bound_);
        where_ += (bound_ == 1 ? " where " : "; ") + bound + " = " + made.text;
        made = {bound, kAtom};
      }
      texts_.emplace(id.value, std::move(made));
    }
    return texts_.at(root.value).text + where_;
  }

 private:
  // The operand's text, in parentheses if it binds less than `level`.
  std::string at(ExprId id, Level level) const {
    const Text& t = texts_.at(id.value);
    return t.level < level ? "(" + t.text + ")" : t.text;
  }

  Text text(ExprId id, const Node& n) {
    switch (n.op) {
      case Op::Const:
        return {number(*dag_.constant_value(id), n.width), kAtom};
      case Op::Input: {
        const std::string first = name_(ByteId(static_cast<std::uint32_t>(n.imm)));
        return {n.width == 8 ? first : "load" + std::to_string(n.width) + "(" + first + ")", kAtom};
      }
      case Op::ZExt:
        return {"(" + type('u', n.width) + ")" + at(n.a, kUnary), kUnary};
      case Op::SExt:
        return {"(" + type('i', n.width) + ")" + at(n.a, kUnary), kUnary};
      case Op::Extract: {
        const std::string cast = "(" + type('u', n.width) + ")";
        if (n.imm == 0) return {cast + at(n.a, kUnary), kUnary};
        return {cast + "(" + at(n.a, kShift) + " >> " + std::to_string(n.imm) + ")", kUnary};
      }
      case Op::Concat:
        return concat(n);
      case Op::Ite:
        return {at(n.a, kOrElse) + " ? " + at(n.b, kOrElse) + " : " + at(n.c, kTernary), kTernary};
      case Op::FNeg:
        return {"-" + at(n.a, kUnary), kUnary};
      case Op::TableRead: {
        const std::string table = "table" + std::to_string(n.imm), offset = texts_.at(n.a.value).text;
        if (n.width == 8) return {table + "[" + offset + "]", kAtom};
        return {"load" + std::to_string(n.width) + "(" + table + "[" + offset + "])", kAtom};
      }
      default:
        return n.op == Op::Add || n.op == Op::Sub || n.op == Op::Xor ? sum(n) : general(n);
    }
  }

  // Minus and complement as people write them.
  Text sum(const Node& n) {
    const auto a = dag_.constant_value(n.a), b = dag_.constant_value(n.b);
    if (n.op == Op::Xor && b && *b == ones(n.width)) return {(n.width == 1 ? "!" : "~") + at(n.a, kUnary), kUnary};
    if (n.op == Op::Sub && a && *a == 0) return {"-" + at(n.b, kUnary), kUnary};
    if (n.op == Op::Add && b && sign_bit(*b, n.width)) {
      return {at(n.a, kSum) + " - " + number(truncate(u128{0} - *b, n.width), n.width), kSum};
    }
    return general(n);
  }

  // A shift, if that is what it says; otherwise the parts from the top.
  Text concat(const Node& n) {
    const auto low = dag_.constant_value(n.b);
    const Node& high = dag_.node(n.a);
    if (low && *low == 0 && high.op == Op::Extract && high.imm == 0 && dag_.width(high.a) == n.width) {
      return {at(high.a, kShift) + " << " + std::to_string(dag_.width(n.b)), kShift};
    }
    return general(n);
  }

  Text general(const Node& n) {
    const Infix sign = infix(n.op, n.width == 1);
    if (sign.symbol != nullptr) {
      const auto tighter = static_cast<Level>(sign.level + 1);
      return {at(n.a, sign.level) + " " + sign.symbol + " " + at(n.b, tighter), sign.level};
    }
    std::string call;
    for (const char* c = info(n.op).name; *c != 0; ++c) call += static_cast<char>(std::tolower(*c));
    // What the result's type is does not follow from the operands of a conversion.
    if (info(n.op).cls == OpClass::conv) call += std::to_string(n.width);
    for (unsigned i = 0; i < arity(n.op); ++i) call += (i == 0 ? "(" : ", ") + texts_.at(operand(n, i).value).text;
    return {call + ")", kAtom};
  }

  const Dag& dag_;
  const std::function<std::string(ByteId)>& name_;
  std::unordered_map<std::uint32_t, Text> texts_;
  std::string where_;
  unsigned bound_ = 0;
};

}  // namespace

std::string to_text(const Dag& dag, ExprId id, const std::function<std::string(ByteId)>& name) {
  return Printer(dag, name).run(id);
}

}  // namespace cairn::expr
