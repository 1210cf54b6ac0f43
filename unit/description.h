// What a C file declares: functions, variables of file scope and their types, as compiler/describe.h writes them down.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace cairn::unit {

using TypeIndex = std::uint32_t;

enum class Kind {
  nothing,
  integer,
  boolean,
  real,
  pointer,
  constant,
  changing,    // volatile
  restricted,  // restrict
  atomic,
  named,  // typedef
  array,
  structure,
  united,  // union
  enumeration,
  function,
  incomplete,
  unsupported,
};

struct Member {
  std::string name;  // empty: an unnamed struct or union whose members are the outer one's
  TypeIndex type = 0;
  std::uint64_t offset = 0, bits = 0;  // in bits
  bool bitfield = false;
  std::optional<TypeIndex> used = {};  // of a pointer: what the code takes it to lead to, where that says more
};

struct Parameter {
  std::string name;
  TypeIndex type = 0;
  std::vector<std::int64_t> compared = {};  // constants that the function compares it with
  std::optional<TypeIndex> used = {};       // as of a member
};

struct Enumerator {
  std::string name;
  std::int64_t value = 0;
};

struct Type {
  Kind kind = Kind::nothing;
  std::string name;
  std::uint64_t size = 0;  // bytes; of integers, reals, enumerations, structs and unions
  bool is_signed = false;
  bool character = false;  // char in one of its forms
  TypeIndex to = 0;        // behind pointers, qualifiers and names; elements of arrays; results of functions
  std::int64_t count = 0;  // of elements; -1: not known
  bool variadic = false;
  std::vector<Member> members;
  std::vector<Parameter> parameters;
  std::vector<Enumerator> values;
};

struct Function {
  std::string name;
  std::uint32_t line = 0;
  bool own = false;  // written in the file itself, not in an included one
  bool local = false, defined = false, variadic = false;
  TypeIndex result = 0;
  std::vector<Parameter> parameters;
  bool macro = false;                  // so is its name, at the end of the file
  bool uses_errno = false;             // itself, or through others of the file
  std::optional<TypeIndex> used = {};  // of the result, as of a member
};

struct Variable {
  std::string name;
  std::uint32_t line = 0;
  bool local = false, constant = false;
  TypeIndex type = 0;
};

struct Description {
  std::vector<Function> functions;
  std::vector<Variable> variables;
  std::vector<Type> types;

  [[nodiscard]] const Type& type(TypeIndex index) const { return types[index]; }
  // Without qualifiers and names.
  [[nodiscard]] TypeIndex bare(TypeIndex index) const;
  [[nodiscard]] const Type& bare_type(TypeIndex index) const { return types[bare(index)]; }
  // Without qualifiers in front.
  [[nodiscard]] TypeIndex unqualified(TypeIndex index) const;
  // Whether a qualifier on the way to the bare type is const.
  [[nodiscard]] bool is_constant(TypeIndex index) const { return is_qualified(index, Kind::constant); }
  // The same of any qualifier.
  [[nodiscard]] bool is_qualified(TypeIndex index, Kind qualifier) const;
  // In bytes; 0 where there is none.
  [[nodiscard]] std::uint64_t size_of(TypeIndex index) const;
  // The array without a length that a struct ends in, or null.
  [[nodiscard]] const Member* tail_of(const Type& record) const;
  [[nodiscard]] const Function* find(std::string_view function) const;
};

// A number, whatever it stands for.
bool is_scalar(const Type& type);

base::Result<Description> parse_description(const std::string& json);

// "const char *name[3]": a declaration of `name` with the type, as C writes it. With an empty name: the type.
std::string spell(const Description& description, TypeIndex type, const std::string& name);

}  // namespace cairn::unit
