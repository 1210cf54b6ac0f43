#include "unit/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "unit/leaves.h"
#include "unit/lengths.h"

namespace cairn::unit {
namespace {

// FILE: made by opening a file.
bool is_stream(const Type& type) { return type.kind == Kind::structure && type.name == "_IO_FILE"; }

// Types that nobody can make up.
bool is_system_object(const Type& type) {
  static const std::set<std::string> names = {"_IO_FILE", "__va_list_tag", "__dirstream", "__pthread_internal_list"};
  return names.contains(type.name);
}

// Functions that the tests need themselves, or what watches and records them: a stub would take their place for the
// whole program.
bool is_needed(const std::string& callee) {
  static const std::set<std::string> names = {
      "_exit",   "abort",     "alarm",     "calloc",      "chdir",       "close",    "dup2",     "fclose",    "fcntl",
      "fdopen",  "fflush",    "fileno",    "fopencookie", "fork",        "free",     "ftell",    "getrlimit", "lseek",
      "malloc",  "memchr",    "memcmp",    "memcpy",      "memmove",     "memset",   "mkdtemp",  "mkstemp",   "mmap",
      "munmap",  "nftw",      "open",      "open64",      "pipe",        "pread",    "printf",   "raise",     "read",
      "realloc", "setitimer", "sigaction", "sigaltstack", "sigprocmask", "snprintf", "strcmp",   "strdup",    "strlen",
      "strncmp", "strtol",    "strtoul",   "syscall",     "sysconf",     "unlink",   "unlinkat", "waitpid",   "write"};
  return names.contains(callee);
}

// Whether characters are what strings are made of.
bool is_string_of(const Type& target) {
  return target.kind == Kind::integer && target.character && target.name == "char";
}

// What only results may be: C can write such a value, and nobody can solve for it.
bool is_wide(const Type& type) {
  return (type.kind == Kind::integer && type.size == 16) ||
         (type.kind == Kind::real && type.size == 16 && type.name == "long double");
}

class Planner {
 public:
  Planner(Description description, Wishes wishes) {
    plan_.description = std::move(description);
    plan_.wishes = std::move(wishes);
    // What void pointers lead to.
    Type byte;
    byte.kind = Kind::integer;
    byte.name = "unsigned char";
    byte.size = 1;
    byte_ = static_cast<TypeIndex>(plan_.description.types.size());
    plan_.description.types.push_back(byte);
  }

  base::Result<Plan> run() {
    for (const std::string& name : plan_.wishes.functions) {
      const Function* function = plan_.description.find(name);
      if (function == nullptr || !function->defined)
        return base::misuse_error(fmt::format("the file defines no function {}", name));
      if (name == "main")
        return base::misuse_error(
            "main is the whole program and no unit of it; explore it with cairn run, or name a function that it calls");
      if (std::ranges::count(plan_.wishes.stubs, name) > 0) {
        return base::misuse_error(fmt::format(
            "{} cannot be tested where a stub takes its place; leave the stub out, or choose another folder with -o",
            name));
      }
    }
    for (const std::string& name : plan_.wishes.stubs) TRY_STATUS(add_callee(name));
    TRY_STATUS(add_variables());
    for (const Function& function : plan_.description.functions) {
      if (!wanted(function)) continue;
      const std::string reason = why_not(function);
      if (reason.empty())
        add(function);
      else
        plan_.skipped.push_back({function.name, reason});
    }
    TRY_STATUS(apply_lengths(plan_));
    return std::move(plan_);
  }

 private:
  bool wanted(const Function& function) const {
    const auto& names = plan_.wishes.functions;
    if (!function.defined) return false;
    if (!names.empty()) return std::ranges::find(names, function.name) != names.end();
    return function.own && function.name != "main" &&
           std::ranges::find(plan_.wishes.stubs, function.name) == plan_.wishes.stubs.end();
  }

  // ---- What cannot be done --------------------------------------------------------------------

  // Empty: a value of the type can be built.
  std::string why_not(TypeIndex index) const {
    const Type& type = plan_.description.bare_type(index);
    switch (type.kind) {
      case Kind::unsupported:
        return fmt::format("{} is not supported", type.name);
      case Kind::incomplete:
        return fmt::format("{} is declared but not defined", type.name);
      case Kind::integer:
        return type.size <= 8 ? "" : fmt::format("{} is not supported", type.name);
      case Kind::real:
        return type.size == 4 || type.size == 8 ? "" : fmt::format("{} is not supported", type.name);
      case Kind::structure:
      case Kind::united:
        if (is_system_object(type)) return fmt::format("struct {} belongs to the system", type.name);
        if (plan_.description.is_qualified(index, Kind::atomic)) return "an _Atomic struct or union is not supported";
        for (const Member& member : type.members) {
          if (std::string reason = why_not(member.type); !reason.empty()) return reason;
        }
        return {};
      case Kind::array:
        return why_not(type.to);
      case Kind::nothing:
      case Kind::function:
        return "no value of this type can be made";
      default:
        return {};
    }
  }

  std::string why_not_pointer(const Type& pointer) const {
    const Type& target = plan_.description.bare_type(pointer.to);
    if (target.kind == Kind::nothing) return {};
    if (target.kind == Kind::function) return why_not_stub(target);
    if (is_stream(target)) return {};
    for (const Type* array = &target; array->kind == Kind::array; array = &plan_.description.bare_type(array->to)) {
      if (array->count < 0) return "an array whose length is no constant is not supported";
    }
    return why_not(pointer.to);
  }

  std::string why_not_stub(const Type& signature) const {
    if (signature.variadic) return "functions with variable arguments cannot be stubbed";
    const Type& result = plan_.description.bare_type(signature.to);
    if (result.kind == Kind::nothing) return {};
    return why_not(signature.to);
  }

  std::string why_not(const Function& function) {
    if (function.variadic) return "it takes a variable number of arguments";
    for (const Parameter& parameter : function.parameters) {
      const TypeIndex index = used_type(parameter.type, parameter.used);
      const Type& type = plan_.description.bare_type(index);
      const std::string reason = type.kind == Kind::pointer ? why_not_pointer(type) : why_not(index);
      if (!reason.empty()) return fmt::format("parameter {}: {}", parameter.name, reason);
    }
    return {};
  }

  // ---- Types ----------------------------------------------------------------------------------

  // The type of a pointer, or one that leads to what the code takes it to lead to.
  TypeIndex used_type(TypeIndex declared, std::optional<TypeIndex> used) {
    if (!used || !why_not(*used).empty()) return declared;
    const auto [place, is_new] = pointers_.try_emplace(*used, plan_.description.types.size());
    if (is_new) {
      Type pointer;
      pointer.kind = Kind::pointer;
      pointer.to = *used;
      plan_.description.types.push_back(pointer);
    }
    return place->second;
  }

  std::uint32_t add_type(TypeIndex index) {
    const TypeIndex bare = plan_.description.bare(index);
    if (const auto known = planned_.find(bare); known != planned_.end()) return known->second;
    const auto own = static_cast<std::uint32_t>(plan_.types.size());
    planned_[bare] = own;
    plan_.types.emplace_back();
    PlannedType type = shaped(bare);
    // A type without a name of its own is known by its typedef, and so is FILE.
    type.source = plan_.description.type(bare).name.empty() || type.shape == Shape::stream ? index : bare;
    type.size = plan_.description.size_of(bare);
    plan_.types[own] = std::move(type);
    return own;
  }

  PlannedType shaped(TypeIndex bare) {
    const Type type = plan_.description.type(bare);  // a copy: the list grows below
    PlannedType out;
    switch (type.kind) {
      case Kind::boolean:
        out.shape = Shape::boolean;
        out.loose = true;
        break;
      case Kind::enumeration:
        if (plan_.wishes.any_enum || type.values.empty()) break;
        out.shape = Shape::enumeration;
        out.loose = true;
        for (const Enumerator& each : type.values) out.values.push_back(each.value);
        break;
      case Kind::pointer:
        return pointer(type);
      case Kind::array:
        out.shape = Shape::array;
        out.to = add_type(type.to);
        out.count = type.count > 0 ? static_cast<std::uint64_t>(type.count) : 0;
        out.loose = plan_.types[out.to].loose;
        break;
      case Kind::structure:
      case Kind::united:
        if (!is_stream(type)) return record(type);
        out.shape = Shape::stream;
        break;
      default:
        out.is_signed = type.is_signed;
    }
    return out;
  }

  PlannedType pointer(const Type& type) {
    PlannedType out;
    out.shape = Shape::absent;
    out.loose = true;
    out.reason = why_not_pointer(type);
    if (!out.reason.empty()) return out;
    const Type& target = plan_.description.bare_type(type.to);
    if (target.kind == Kind::function) {
      out.shape = Shape::function;
      out.stub = add_stub(plan_.description.bare(type.to));
      return out;
    }
    out.shape = is_string_of(target) ? Shape::string : Shape::pointer;
    out.to = add_type(target.kind == Kind::nothing ? byte_ : type.to);
    return out;
  }

  PlannedType record(const Type& type) {
    PlannedType out;
    out.shape = type.kind == Kind::structure ? Shape::structure : Shape::united;
    // Whether a struct that leads back to itself is loose does not depend on itself: the pointer makes it so.
    for (const Member& member : type.members) {
      if (member.bitfield) continue;
      const std::uint32_t planned = add_type(used_type(member.type, member.used));
      const bool loose = plan_.types[planned].loose || plan_.description.bare_type(member.type).kind == Kind::pointer;
      out.loose = out.loose || loose;
      if (loose || out.shape == Shape::united) out.members.push_back({member.name, planned, member.offset / 8});
    }
    if (const Member* tail = plan_.description.tail_of(type)) {
      out.tail = add_type(plan_.description.bare_type(tail->type).to);
      out.tail_offset = tail->offset / 8;
    }
    return out;
  }

  int add_stub(TypeIndex signature) {
    for (std::size_t i = 0; i < plan_.stubs.size(); ++i) {
      if (plan_.stubs[i].callee.empty() && plan_.stubs[i].signature == signature) return static_cast<int>(i);
    }
    const auto own = plan_.stubs.size();
    plan_.stubs.push_back({signature, {}, {}});
    const TypeIndex result = plan_.description.type(signature).to;
    if (plan_.description.bare_type(result).kind != Kind::nothing) {
      const std::uint32_t planned = add_type(result);
      plan_.stubs[own].result = planned;
    }
    return static_cast<int>(own);
  }

  // ---- What is in it --------------------------------------------------------------------------

  base::Status add_callee(const std::string& name) {
    const Function* function = plan_.description.find(name);
    if (function == nullptr) {
      return base::misuse_error(
          fmt::format("--stub {0}: the file neither defines nor calls a function {0} whose type is known", name));
    }
    if (function->local) {
      return base::misuse_error(
          fmt::format("--stub {}: it is static, and a static function cannot be replaced from outside the file", name));
    }
    if (is_needed(name)) {
      return base::misuse_error(
          fmt::format("--stub {0}: the tests need {0} themselves; call it through a function of your own and stub that "
                      "one",
                      name));
    }
    Type signature;
    signature.kind = Kind::function;
    signature.to = function->result;
    signature.parameters = function->parameters;
    signature.variadic = function->variadic;
    if (const std::string reason = why_not_stub(signature); !reason.empty())
      return base::misuse_error(fmt::format("--stub {}: {}", name, reason));
    const auto index = static_cast<TypeIndex>(plan_.description.types.size());
    plan_.description.types.push_back(std::move(signature));
    const int stub = add_stub(index);
    plan_.stubs[static_cast<std::size_t>(stub)].callee = name;
    return {};
  }

  base::Status add_variables() {
    std::set<std::string> asked(plan_.wishes.globals.begin(), plan_.wishes.globals.end());
    const bool all = asked.erase("*") > 0;
    const std::vector<Variable> variables = plan_.description.variables;
    for (const Variable& variable : variables) {
      const bool symbolic = asked.erase(variable.name) > 0 || all;
      if (variable.constant || plan_.description.is_constant(variable.type) || !why_not(variable.type).empty() ||
          plan_.description.size_of(variable.type) == 0)
        continue;
      const std::uint32_t type = add_type(variable.type);
      plan_.variables.push_back({variable, type, symbolic});
    }
    if (!asked.empty())
      return base::misuse_error(fmt::format("the file has no variable {} that could be an input", *asked.begin()));
    if (std::ranges::any_of(plan_.description.functions, &Function::uses_errno)) add_errno();
    return {};
  }

  void add_errno() {
    Type number;
    number.kind = Kind::integer;
    number.name = "int";
    number.size = 4;
    number.is_signed = true;
    Variable variable;
    variable.name = kErrno;
    variable.type = static_cast<TypeIndex>(plan_.description.types.size());
    plan_.description.types.push_back(number);
    plan_.variables.push_back({variable, add_type(variable.type), false});
  }

  void add(const Function& function) {
    PlannedFunction out{function, {}, {}};
    for (const Parameter& parameter : function.parameters) {
      const std::uint32_t type = add_type(used_type(parameter.type, parameter.used));
      out.parameters.push_back({parameter, type, -1});
      out.parameters.back().alone = plan_.description.is_qualified(parameter.type, Kind::restricted);
    }
    const Type& result = plan_.description.bare_type(function.result);
    if (result.kind != Kind::nothing && (is_wide(result) || why_not(function.result).empty()))
      out.result = add_type(used_type(function.result, function.used));
    guess_lengths(plan_, out);
    // "void* packet, int length": the bytes that there are, whatever they are taken for.
    for (PlannedParameter& each : out.parameters) {
      const Type& pointer = plan_.description.bare_type(each.declared.type);
      if (each.length >= 0 && pointer.kind == Kind::pointer &&
          plan_.description.bare_type(pointer.to).kind == Kind::nothing)
        each.type = add_type(each.declared.type);
    }
    plan_.functions.push_back(std::move(out));
  }

  Plan plan_;
  TypeIndex byte_ = 0;
  std::map<TypeIndex, std::uint32_t> planned_;
  std::map<TypeIndex, TypeIndex> pointers_;  // to what is used otherwise than it is declared
};

// Remarks on the absent pointers that a type leads to.
class Absent {
 public:
  explicit Absent(const Plan& plan) : plan_(plan) {}

  // `place`: what has the type, as C writes it.
  void visit(std::uint32_t index, const std::string& place) {
    const PlannedType& type = plan_.types[index];
    if (type.shape == Shape::absent) remarks_.push_back(fmt::format("{} is always null: {}", place, type.reason));
    if (!type.loose || !seen_.insert(index).second) return;
    if (type.shape == Shape::pointer) visit(type.to, "(*" + place + ")");
    if (type.shape == Shape::array) visit(type.to, place + "[]");
    for (const PlannedMember& member : type.members)
      visit(member.type, member.name.empty() ? place : member_of(place, member.name));
    if (const Member* tail = plan_.description.tail_of(plan_.description.bare_type(type.source)))
      visit(type.tail, member_of(place, tail->name) + "[]");
  }

  std::vector<std::string> take() { return std::move(remarks_); }

 private:
  const Plan& plan_;
  std::set<std::uint32_t> seen_;
  std::vector<std::string> remarks_;
};

}  // namespace

base::Result<Plan> make_plan(Description description, Wishes wishes) {
  return Planner(std::move(description), std::move(wishes)).run();
}

std::vector<std::string> always_null(const Plan& plan, const PlannedFunction& function) {
  Absent absent(plan);
  for (const PlannedParameter& each : function.parameters) absent.visit(each.type, each.declared.name);
  return absent.take();
}

bool is_told(const Description& description, TypeIndex type) {
  const Type& bare = description.bare_type(type);
  return bare.kind == Kind::pointer || (is_scalar(bare) && bare.size <= 8);
}

bool is_text(const Description& description, TypeIndex type) {
  const Type& bare = description.bare_type(type);
  return bare.kind == Kind::pointer && is_string_of(description.bare_type(bare.to));
}

}  // namespace cairn::unit
