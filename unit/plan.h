// What a harness can build: the types of a description boiled down to the tables of runtime/include/cairn_unit.h, the
// functions whose parameters can be built from them, and for the others the reason why not.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "unit/description.h"

namespace cairn::unit {

struct Wishes {
  std::vector<std::string> functions;          // empty: all that are written in the file
  std::vector<std::string> stubs;              // callees to be replaced
  std::vector<std::string> globals;            // variables that are inputs; "*": all
  std::map<std::string, std::string> lengths;  // pointer parameter -> the parameter that says how many elements it has
  std::string required;                        // a precondition over the parameters; empty: none
  bool any_enum = false;                       // enums may have values that have no name
  unsigned depth = 3, elements = 4, length = 8;
};

// As cairn_unit_kind says.
enum class Shape { plain, boolean, enumeration, pointer, string, function, absent, array, structure, united, stream };

struct PlannedMember {
  std::string name;
  std::uint32_t type = 0;
  std::uint64_t offset = 0;  // bytes
};

struct PlannedType {
  Shape shape = Shape::plain;
  TypeIndex source = 0;  // in the plan's description
  std::uint64_t size = 0;
  bool loose = false, is_signed = false;
  std::uint32_t to = 0;  // a planned type
  std::uint64_t count = 0;
  std::vector<PlannedMember> members;  // the loose ones of a struct, all of a union
  std::vector<std::int64_t> values;
  int stub = -1;
  std::string reason;      // why a pointer is absent
  std::uint32_t tail = 0;  // of a struct that ends in an array without a length: a planned type, that of its elements
  std::uint64_t tail_offset = 0;  // 0: it does not
};

// A function that answers in the place of another: behind a function pointer, or of a stubbed callee.
struct Stub {
  TypeIndex signature = 0;  // a function type
  std::string callee;       // empty: behind a pointer
  std::optional<std::uint32_t> result;
};

struct PlannedParameter {
  Parameter declared;
  std::uint32_t type = 0;
  int length = -1;
  std::vector<std::uint32_t> compared = {};  // lengths beyond the bound that are tried too, ascending
  bool alone = false;                        // restrict: nothing else leads where it leads
};

struct PlannedFunction {
  Function declared;
  std::vector<PlannedParameter> parameters;
  std::optional<std::uint32_t> result;  // nothing: void, or nothing that could be looked at
};

// What the C library calls so: a variable that is no input, and is looked at where a function uses it.
inline constexpr std::string_view kErrno = "errno";

struct PlannedVariable {
  Variable declared;
  std::uint32_t type = 0;
  bool symbolic = false;
};

struct Skipped {
  std::string function, reason;
};

struct Plan {
  Description description;
  Wishes wishes;
  std::vector<PlannedType> types;
  std::vector<Stub> stubs;
  std::vector<PlannedFunction> functions;
  std::vector<PlannedVariable> variables;
  std::vector<Skipped> skipped;
};

// Fails when a function, variable or parameter that was asked for does not exist, and when the function is main or
// replaced by a stub: then nobody could call it.
base::Result<Plan> make_plan(Description description, Wishes wishes);

// The pointers in what a function is given that are always null, and why, one remark for each.
std::vector<std::string> always_null(const Plan& plan, const PlannedFunction& function);

// Whether an argument of the type is compared where a stub was given it, and whether it may be a string.
bool is_told(const Description& description, TypeIndex type);
bool is_text(const Description& description, TypeIndex type);

}  // namespace cairn::unit
