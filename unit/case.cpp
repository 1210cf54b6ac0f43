#include "unit/case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <set>
#include <utility>

#include "unit/leaves.h"
#include "unit/literal.h"
#include "unit/stub_text.h"

namespace cairn::unit {
namespace {

// Objects with more leaves than this are checked only where they changed.
constexpr std::size_t kManyLeaves = 64;
// So are the bytes of longer arrays.
constexpr std::size_t kManyBytes = 256;

// Cases stand in one file with the functions they test, whose names they must not take.
constexpr const char* kResult = "cairn_result";

// What a pointer is that nobody has set.
bool is_garbage(std::uint64_t address) {
  return std::ranges::any_of(kFillers, [&](unsigned filler) { return address == filler * 0x0101010101010101u; });
}

// Whether a program could have something there.
bool is_address(std::uint64_t value) { return value >= 1u << 16 && value < std::uint64_t{1} << 47; }

class Writer {
 public:
  Writer(const Plan& plan, std::size_t function, const Observation& seen)
      : plan_(plan), types_(plan.description), function_(plan.functions[function]), seen_(seen) {}

  // Objects, their content, and what the call is given.
  std::string arrange() {
    for (std::size_t i = 0; i < seen_.objects.size(); ++i) {
      const Observed& object = seen_.objects[i];
      if (object.role != Role::object) continue;
      const TypeIndex type = source(object);
      const std::string pointer = pointer_to(type, variable(i));
      if (is_stream(object)) {
        const Bytes content = content_of(object.before);
        add("{} = cairn_stream({}, {});", pointer, string_literal(content), content.size());
        continue;
      }
      add("{} = cairn_new({});", pointer,
          types_.tail_of(types_.bare_type(type)) != nullptr ? std::to_string(object.size)
          : element_size_is_known(type) && object.count != 1 && types_.size_of(type) > 1
              ? fmt::format("{} * sizeof *{}", object.count, variable(i))
          : object.count == 1 && element_size_is_known(type) ? fmt::format("sizeof *{}", variable(i))
                                                             : std::to_string(object.size));
    }
    for (std::size_t i = 0; i < seen_.objects.size(); ++i) {
      const Observed& object = seen_.objects[i];
      if (object.role == Role::object && !is_stream(object)) fill_behind(object, variable(i));
      if (object.role == Role::variable && plan_.variables[object.number].symbolic)
        fill(object, plan_.variables[object.number].declared.type, plan_.variables[object.number].declared.name);
      if (object.role == Role::argument && by_name(object)) arrange_argument(object);
    }
    arrange_stubs();
    return std::move(text_);
  }

  std::string call() const {
    std::string list;
    for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
      const auto found = std::ranges::find_if(
          seen_.objects, [&](const Observed& each) { return each.role == Role::argument && each.number == i; });
      if (!list.empty()) list += ", ";
      list += found == seen_.objects.end() ? "0" : argument(*found);
    }
    // What happens after something C does not define is up to the compiler: it must not see both the call and the
    // function.
    const std::string& name = function_.declared.name;
    const std::string call = fmt::format("{}({})", has_ended() ? fmt::format("CAIRN_UNSEEN({})", name) : name, list);
    if (!function_.result) return fmt::format("  {};\n", call);
    const std::string declared = spell(types_, types_.unqualified(function_.declared.result), kResult);
    // A result that nobody looks at is computed by no optimising compiler, and what it would crash on is not done.
    return fmt::format("  {} = {};\n{}", declared, call,
                       has_ended() ? fmt::format("  cairn_keep(&{});\n", kResult) : "");
  }

  std::vector<CaseCheck> checks() {
    for (const Observed& object : seen_.objects) {
      if (object.role == Role::result) check(object, object.type, function_.declared.result, kResult, std::nullopt);
    }
    check_stubs();
    for (std::size_t i = 0; i < seen_.objects.size(); ++i) {
      const Observed& object = seen_.objects[i];
      if (object.freed || object.after.empty()) continue;
      if (object.role == Role::object && is_stream(object)) check_stream(object, variable(i));
      if (object.role == Role::object && !is_stream(object)) check_behind(object, variable(i), std::nullopt);
      if (object.role == Role::variable) check_variable(object);
    }
    for (std::size_t k = 0; k < introduced_.size(); ++k) {
      const Observed& object = seen_.objects[introduced_[k]];
      if (!object.after.empty()) check_behind(object, variable(introduced_[k]), introduced_[k]);
    }
    return std::move(checks_);
  }

  // Behind pointers; known after call() and arrange().
  std::set<std::size_t> stubs() const { return used_stubs_; }

 private:
  bool has_ended() const { return !seen_.returned; }

  template <class... Words>
  void add(fmt::format_string<Words...> format, Words&&... words) {
    text_ += "  " + fmt::format(format, std::forward<Words>(words)...) + "\n";
  }

  static std::string variable(std::size_t object) { return fmt::format("cairn_o{}", object); }
  TypeIndex source(const Observed& object) const { return plan_.types[object.type].source; }
  bool element_size_is_known(TypeIndex type) const { return has_spelling(types_, type); }

  // Of a stream the place comes first, in as many bytes, and then what is in its file.
  static constexpr std::size_t kPlaceBytes = 8;
  bool is_stream(const Observed& object) const { return plan_.types[object.type].shape == Shape::stream; }
  static Bytes content_of(Bytes told) { return told.subspan(std::min(kPlaceBytes, told.size())); }

  // A declaration of `name` as a pointer to the type.
  std::string pointer_to(TypeIndex type, const std::string& name) const {
    if (!has_spelling(types_, type)) return "unsigned char *" + name;
    const TypeIndex plain = types_.unqualified(type);
    return spell(types_, plain, types_.type(plain).kind == Kind::array ? "(*" + name + ")" : "*" + name);
  }

  // Whether an argument is a variable of its own rather than written into the call.
  bool by_name(const Observed& object) const {
    const Shape shape = plan_.types[object.type].shape;
    return shape == Shape::structure || shape == Shape::united || shape == Shape::array;
  }

  std::string given(const Observed& object) const {
    return "cairn_given_" + function_.parameters[object.number].declared.name;
  }

  std::string argument(const Observed& object) const {
    const TypeIndex type = function_.parameters[object.number].declared.type;
    if (by_name(object)) return given(object);
    if (types_.bare_type(type).kind == Kind::pointer)
      return pointer(type, little_endian(object.before)).value_or("NULL");
    return literal(types_, type, object.before);
  }

  void arrange_argument(const Observed& object) {
    const PlannedParameter& parameter = function_.parameters[object.number];
    const std::string own = given(object);
    add("{};", spell(types_, types_.unqualified(parameter.declared.type), own));
    add("__builtin_memset(&{0}, 0, sizeof {0});", own);
    fill(object, parameter.declared.type, own);
  }

  // ---- Stubs ----------------------------------------------------------------------------------

  StubNames stub_names(std::size_t stub) const { return names_of(plan_.stubs[stub], stub, function_.declared.name); }
  bool is_used(std::size_t stub) const { return !plan_.stubs[stub].callee.empty() || used_stubs_.contains(stub); }

  void arrange_stubs() {
    for (std::size_t i = 0; i < plan_.stubs.size(); ++i) {
      if (is_used(i)) arrange_stub(i);
    }
  }

  void arrange_stub(std::size_t number) {
    const Stub& stub = plan_.stubs[number];
    const Type& signature = types_.type(stub.signature);
    std::vector<const Observed*> results;
    for (const Observed& each : seen_.objects) {
      if (each.role == Role::stub && each.number == number) results.push_back(&each);
    }
    if (!stub.result) return;
    const std::string own = stub_names(number).results;
    for (std::size_t k = 0; k < results.size() && k < kStubCalls; ++k)
      fill(*results[k], signature.to, fmt::format("{}[{}]", own, k));
    add("{}_count = {};", own, std::min(results.size(), kStubCalls));
  }

  // How often each was called, and with what.
  void check_stubs() {
    for (std::size_t i = 0; i < plan_.stubs.size(); ++i) {
      if (!is_used(i)) continue;
      const auto called = seen_.called.find(static_cast<std::uint32_t>(i));
      expect(std::nullopt, fmt::format("CAIRN_EQUAL({}, {});", stub_names(i).calls,
                                       called == seen_.called.end() ? 0 : called->second));
      for (std::size_t k = 0; k < seen_.passed.size(); ++k) {
        // What a string says stands behind its address, and is enough.
        const bool said = k + 1 < seen_.passed.size() && seen_.passed[k + 1].text;
        if (seen_.passed[k].stub == i && seen_.passed[k].call < kStubCalls && !said) check_passed(seen_.passed[k]);
      }
    }
  }

  void check_passed(const Passed& passed) {
    const TypeIndex type = types_.type(plan_.stubs[passed.stub].signature).parameters[passed.parameter].type;
    if (!is_kept(types_, type)) return;
    const std::string place = fmt::format("{}_{}[{}]", stub_names(passed.stub).passed, passed.parameter, passed.call);
    if (passed.text) {
      expect(std::nullopt,
             fmt::format("if (CAIRN_THERE({0})) CAIRN_STRING({0}, {1});", place, string_literal(passed.bytes)));
    } else if (types_.bare_type(type).kind == Kind::pointer) {
      check_passed_pointer(place, type, little_endian(passed.bytes));
    } else {
      check_scalar(place, type, passed.bytes, std::nullopt);
    }
  }

  void check_passed_pointer(const std::string& place, TypeIndex type, std::uint64_t address) {
    if (is_garbage(address)) return;
    const bool function = types_.bare_type(types_.bare_type(type).to).kind == Kind::function;
    const auto target = address == 0 || function ? std::nullopt : pointer(type, address);
    expect(std::nullopt, address == 0 ? fmt::format("CAIRN_NULL({});", place)
                         : target     ? fmt::format("CAIRN_SAME({}, {});", place, *target)
                                      : fmt::format("CAIRN_THERE({});", place));
  }

  // ---- First content --------------------------------------------------------------------------

  void fill_behind(const Observed& object, const std::string& pointer) {
    for_leaves_behind(types_, source(object), pointer, object.count, [&](const Leaf& leaf) { set(object, leaf); });
  }

  void fill(const Observed& object, TypeIndex type, const std::string& place) {
    for_leaves(types_, type, place, 0, [&](const Leaf& leaf) { set(object, leaf); });
  }

  void set(const Observed& object, const Leaf& leaf) {
    if (leaf.offset + leaf.size > object.before.size()) return;
    const Bytes bytes = Bytes(object.before).subspan(leaf.offset, leaf.size);
    // New objects are zeros; variables of the file are what they are.
    const bool fresh = object.role != Role::variable;
    const std::size_t filled = without_zeros_behind(bytes).size();
    if (filled == 0 && fresh) return;
    switch (leaf.kind) {
      case LeafKind::text: {
        const std::size_t size = fresh && bytes.size() > kManyBytes ? filled : bytes.size();
        add("__builtin_memcpy((void*){}, {}, {});", leaf.place, string_literal(bytes.first(size)), size);
        return;
      }
      case LeafKind::raw:
        set_raw(leaf, bytes, fresh);
        return;
      case LeafKind::bits:
        add("{} = {};", leaf.place, bits(leaf, bytes));
        return;
      case LeafKind::pointer:
        if (const auto target = pointer(leaf.type, little_endian(bytes))) assign(leaf, *target);
        return;
      case LeafKind::scalar:
        assign(leaf, literal(types_, leaf.type, bytes));
    }
  }

  static Bytes without_zeros_behind(Bytes bytes) {
    while (!bytes.empty() && bytes.back() == 0) bytes = bytes.first(bytes.size() - 1);
    return bytes;
  }

  void assign(const Leaf& leaf, const std::string& value) {
    if (!leaf.constant) {
      add("{} = {};", leaf.place, value);
    } else {
      add("__builtin_memcpy((void*)&{}, &({}){{{}}}, sizeof {});", leaf.place,
          has_spelling(types_, leaf.type) ? spell(types_, types_.unqualified(leaf.type), "")
                                          : fmt::format("__typeof__({})", leaf.place),
          value, leaf.place);
    }
  }

  // A union: by its bytes, but for pointers in it that lead somewhere, in whichever member they are.
  void set_raw(const Leaf& leaf, Bytes bytes, bool fresh) {
    std::vector<std::uint8_t> rest(bytes.begin(), bytes.end());
    std::vector<std::pair<Leaf, std::string>> pointers;
    for_pointers(leaf, [&](const Leaf& each) {
      const auto first = rest.begin() + static_cast<std::ptrdiff_t>(each.offset - leaf.offset);
      const std::uint64_t address = little_endian({first, first + 8});
      if (!is_address(address)) return;
      const auto target = pointer(each.type, address);
      if (!target) return;
      std::fill(first, first + 8, std::uint8_t{0});
      pointers.emplace_back(each, *target);
    });
    if (!fresh || !without_zeros_behind(rest).empty())
      add("__builtin_memcpy((void*)&{}, {}, {});", leaf.place, string_literal(rest), leaf.size);
    for (const auto& [each, target] : pointers) assign(each, target);
  }

  void for_pointers(const Leaf& united, const Visitor& visit) const {
    for_member_leaves(types_, united, [&](const Leaf& each) {
      if (each.kind == LeafKind::raw) for_pointers(each, visit);
      if (each.kind == LeafKind::pointer && each.offset + each.size <= united.offset + united.size) visit(each);
    });
  }

  std::string bits(const Leaf& leaf, Bytes bytes) const {
    return integer_literal(little_endian(bytes) >> leaf.first_bit, leaf.bits, types_.bare_type(leaf.type).is_signed);
  }

  // The expression for an address, as far as it leads to something known.
  std::optional<std::string> pointer(TypeIndex type, std::uint64_t address, bool after = false) const {
    if (address == 0) return "NULL";
    const Type& target = types_.bare_type(types_.bare_type(type).to);
    if (target.kind == Kind::function) {
      for (std::size_t i = 0; i < plan_.stubs.size(); ++i) {
        if (plan_.stubs[i].callee.empty() && plan_.stubs[i].signature == types_.bare(types_.bare_type(type).to)) {
          used_stubs_.insert(i);
          return stub_names(i).function;
        }
      }
      return std::nullopt;
    }
    const auto found = seen_.find(address, after);
    if (!found) return std::nullopt;
    const Observed& object = seen_.objects[*found];
    if (object.role == Role::found && !std::ranges::count(introduced_, *found)) return std::nullopt;
    const TypeIndex made = source(object);
    const bool record =
        target.kind == Kind::structure || target.kind == Kind::united || target.kind == Kind::incomplete;
    const bool fits = has_spelling(types_, made) && (!record || &target == &types_.bare_type(made));
    const std::string base = object.role == Role::variable ? "&" + plan_.variables[object.number].declared.name
                             : fits                        ? variable(*found)
                                                           : "(void*)" + variable(*found);
    const std::uint64_t offset = address - object.address;
    if (offset == 0) return base;
    return fmt::format("(void*)((char*){} + {})", base, offset);
  }

  // ---- Checks ---------------------------------------------------------------------------------

  void check_behind(const Observed& object, const std::string& pointer, std::optional<std::size_t> about) {
    std::vector<Leaf> leaves;
    for_leaves_behind(types_, source(object), pointer, object.count, [&](const Leaf& leaf) { leaves.push_back(leaf); });
    check_all(object, leaves, about);
  }

  void check(const Observed& object, std::uint32_t, TypeIndex type, const std::string& place,
             std::optional<std::size_t> about) {
    std::vector<Leaf> leaves;
    for_leaves(types_, type, place, 0, [&](const Leaf& leaf) { leaves.push_back(leaf); });
    check_all(object, leaves, about);
  }

  void check_stream(const Observed& object, const std::string& stream) {
    const Bytes content = content_of(object.after);
    if (object.after.size() < kPlaceBytes) return;
    expect(std::nullopt, fmt::format("CAIRN_EQUAL(cairn_place({}), {});", stream,
                                     little_endian(Bytes(object.after).first(kPlaceBytes))));
    expect(std::nullopt, fmt::format("CAIRN_STREAM({}, {}, {});", stream, string_literal(content), content.size()));
  }

  void check_variable(const Observed& object) {
    const PlannedVariable& planned = plan_.variables[object.number];
    const std::size_t first = checks_.size();
    if (planned.declared.name == kErrno) {
      if (function_.declared.uses_errno) check_errno(little_endian(object.after));
    } else {
      check(object, object.type, planned.declared.type, planned.declared.name, std::nullopt);
    }
    for (std::size_t i = first; i < checks_.size(); ++i) {
      checks_[i].variable = object.number;
      checks_[i].changed = object.before != object.after || checks_[i].introduces;
    }
  }

  void check_errno(std::uint64_t value) {
    const char* const name = strerrorname_np(static_cast<int>(value));
    expect(std::nullopt, fmt::format("CAIRN_EQUAL({}, {});", kErrno, name != nullptr ? name : std::to_string(value)));
  }

  void check_all(const Observed& object, const std::vector<Leaf>& leaves, std::optional<std::size_t> about) {
    for (const Leaf& leaf : leaves) {
      if (leaf.offset + leaf.size > object.after.size()) continue;
      const Bytes bytes = Bytes(object.after).subspan(leaf.offset, leaf.size);
      const bool fresh = object.role == Role::result || object.role == Role::found;
      const bool changed = fresh || leaf.offset + leaf.size > object.before.size() ||
                           !std::ranges::equal(bytes, Bytes(object.before).subspan(leaf.offset, leaf.size));
      if (!changed && leaves.size() > kManyLeaves) continue;
      check_leaf(object, leaf, bytes, changed, about);
    }
  }

  void expect(std::optional<std::size_t> about, std::string statement) {
    checks_.push_back({"  " + statement + "\n", std::nullopt, about});
  }

  void check_leaf(const Observed& object, const Leaf& leaf, Bytes bytes, bool changed,
                  std::optional<std::size_t> about) {
    switch (leaf.kind) {
      case LeafKind::text: {
        check_text(object, leaf, bytes, about);
        return;
      }
      case LeafKind::raw:
        if (!leads_anywhere(leaf, bytes))
          expect(about, fmt::format("CAIRN_MEMORY(&{}, {}, {});", leaf.place, string_literal(bytes), leaf.size));
        return;
      case LeafKind::bits:
        expect(about, fmt::format("CAIRN_EQUAL({}, {});", leaf.place, bits(leaf, bytes)));
        return;
      case LeafKind::scalar:
        check_scalar(leaf.place, leaf.type, bytes, about);
        return;
      case LeafKind::pointer:
        check_pointer(leaf, little_endian(bytes), changed, about);
    }
  }

  void check_scalar(const std::string& place, TypeIndex index, Bytes bytes, std::optional<std::size_t> about) {
    const Type& type = types_.bare_type(index);
    const char* how = type.kind != Kind::real ? "CAIRN_EQUAL" : type.size > 8 ? "CAIRN_LONG_REAL" : "CAIRN_REAL";
    expect(about, fmt::format("{}({}, {});", how, place, literal(types_, index, bytes)));
  }

  // The string, where what lies behind it may be anything, and all bytes.
  void check_text(const Observed& object, const Leaf& leaf, Bytes bytes, std::optional<std::size_t> about) {
    const Type& type = types_.bare_type(leaf.type);
    const bool character = type.kind == Kind::array ? types_.bare_type(type.to).character : type.character;
    const bool fresh = object.role == Role::result || object.role == Role::found;
    const auto end = std::ranges::find(bytes, 0);
    if (fresh && character && end != bytes.end())
      expect(about, fmt::format("CAIRN_STRING({}, {});", leaf.place, string_literal({bytes.begin(), end})));
    std::size_t first = 0, last = bytes.size();
    if (!fresh && bytes.size() > kManyBytes && leaf.offset + leaf.size <= object.before.size()) {
      const Bytes before = Bytes(object.before).subspan(leaf.offset, leaf.size);
      while (first < last && bytes[first] == before[first]) ++first;
      while (last > first && bytes[last - 1] == before[last - 1]) --last;
      if (first == last) return;
    }
    expect(about, fmt::format("CAIRN_MEMORY({}, {}, {});",
                              first == 0 ? leaf.place : fmt::format("(const char*){} + {}", leaf.place, first),
                              string_literal(bytes.subspan(first, last - first)), last - first));
  }

  // Whether a union may hold a pointer, whose bytes are another in each process.
  bool leads_anywhere(const Leaf& leaf, Bytes bytes) const {
    bool leads = false;
    for_pointers(leaf, [&](const Leaf& each) {
      leads = leads || little_endian(bytes.subspan(each.offset - leaf.offset, each.size)) != 0;
    });
    return leads;
  }

  void check_pointer(const Leaf& leaf, std::uint64_t address, bool changed, std::optional<std::size_t> about) {
    if (address == 0) {
      expect(about, fmt::format("CAIRN_NULL({});", leaf.place));
      return;
    }
    if (is_garbage(address)) return;
    if (types_.bare_type(types_.bare_type(leaf.type).to).kind != Kind::function) {
      if (const auto target = pointer(leaf.type, address, true)) {
        expect(about, fmt::format("CAIRN_SAME({}, {});", leaf.place, *target));
        return;
      }
      const auto found = seen_.find(address, true);
      if (found && seen_.objects[*found].role == Role::found && seen_.objects[*found].address == address) {
        introduced_.push_back(*found);
        const TypeIndex type = source(seen_.objects[*found]);
        checks_.push_back({fmt::format("  if (!CAIRN_THERE({0})) return;\n  {1} = (void*){0};\n", leaf.place,
                                       pointer_to(type, variable(*found))),
                           *found, about});
        return;
      }
    }
    if (changed) expect(about, fmt::format("CAIRN_THERE({});", leaf.place));
  }

  const Plan& plan_;
  const Description& types_;
  const PlannedFunction& function_;
  const Observation& seen_;
  std::string text_;
  std::vector<CaseCheck> checks_;
  std::vector<std::size_t> introduced_;
  mutable std::set<std::size_t> used_stubs_;
};

// Without those that `is_lost`, and those about objects that only they introduce.
template <class Predicate>
std::vector<CaseCheck> those_left(const std::vector<CaseCheck>& checks, Predicate is_lost) {
  std::vector<CaseCheck> left;
  std::set<std::size_t> missing;
  for (const CaseCheck& check : checks) {
    const bool lost = (check.about && missing.contains(*check.about)) || is_lost(check);
    if (lost && check.introduces) missing.insert(*check.introduces);
    if (!lost) left.push_back(check);
  }
  return left;
}

}  // namespace

std::vector<CaseCheck> with_variables(const std::vector<CaseCheck>& checks, const std::set<std::size_t>& variables) {
  return those_left(checks,
                    [&](const CaseCheck& check) { return check.variable && !variables.contains(*check.variable); });
}

std::string text_of(const std::vector<CaseCheck>& checks) {
  std::string text;
  for (const CaseCheck& check : checks) text += check.statement;
  return text;
}

std::size_t drop_checks(Case& made, const std::set<std::string>& lines) {
  const std::size_t before = made.checks.size();
  made.checks = those_left(made.checks, [&](const CaseCheck& check) {
    return lines.contains(check.statement.substr(0, check.statement.find('\n')));
  });
  return before - made.checks.size();
}

std::optional<Case> make_case(const Plan& plan, std::size_t function, const Watched& first, const Watched& second) {
  if (first.ending != second.ending || first.code != second.code) return std::nullopt;
  Case out;
  out.ending = first.ending;
  out.code = first.code;
  Writer writer(plan, function, first.observation);
  const std::string call = writer.call();  // first: it says which stubs are used
  out.body = writer.arrange() + call;
  out.stubs = writer.stubs();
  if (out.ending != Ending::returned) return out;

  std::set<std::string> again;
  Writer other(plan, function, second.observation);
  other.call();  // which stubs are used
  other.arrange();
  for (CaseCheck& check : other.checks()) again.insert(std::move(check.statement));
  out.checks = those_left(writer.checks(), [&](const CaseCheck& check) { return !again.contains(check.statement); });
  return out;
}

}  // namespace cairn::unit
