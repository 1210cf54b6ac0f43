#include "unit/lengths.h"

#include <fmt/core.h>

#include <algorithm>
#include <regex>
#include <set>

namespace cairn::unit {
namespace {

// Objects beyond the bounds are not larger than this.
constexpr std::uint64_t kLargeBytes = 4096;

// "buflen", "nwords", "argc": the names that C programmers give to sizes.
bool names_length(const std::string& name) {
  static const std::regex names(
      "n|argc|(?!.*(ac|dis)count$).*(len|length|size|sz|cnt|count|bytes|nmemb|nelem|nelems|elements)|(.*_)?num|"
      "num_.*|num[a-z]*s|(n|num)[A-Z].*|n_.*|n[a-z]{3,}s|(len|length|size|count)_.*|"
      ".*(Len|Length|Size|Sz|Cnt|Count|Num|Bytes|Elements)",
      std::regex::ECMAScript);
  return std::regex_match(name, names);
}

// Bytes have the bound of text: what is a string here is a buffer there.
bool counts_bytes(const Plan& plan, const PlannedParameter& parameter) {
  const PlannedType& pointer = plan.types[parameter.type];
  const PlannedType& element = plan.types[pointer.to];
  return pointer.shape == Shape::string || (element.shape == Shape::plain && element.size == 1);
}

bool leads_on(const Plan& plan, const PlannedType& record) {
  return std::ranges::any_of(record.members, [&](const PlannedMember& member) {
    const PlannedType& type = plan.types[member.type];
    return type.shape == Shape::pointer || type.shape == Shape::string || type.shape == Shape::function ||
           type.shape == Shape::absent || leads_on(plan, type);
  });
}

// An array of structs, or one of them beside a number: what leads on and may be written is taken for one object, as
// buffers and lists are.
bool is_record_of_many(const Plan& plan, const PlannedParameter& parameter) {
  const PlannedType& record = plan.types[plan.types[parameter.type].to];
  if ((record.shape != Shape::structure && record.shape != Shape::united) || record.tail_offset > 0) return false;
  if (!leads_on(plan, record)) return true;
  const auto leads_back = [&](const PlannedMember& member) {
    const PlannedType& type = plan.types[member.type];
    return type.shape == Shape::pointer && &plan.types[type.to] == &record;
  };
  return plan.description.is_constant(plan.description.bare_type(parameter.declared.type).to) &&
         std::ranges::none_of(record.members, leads_back);
}

bool has_elements(const Plan& plan, const PlannedParameter& parameter) {
  const Shape shape = plan.types[parameter.type].shape;
  if (shape != Shape::pointer && shape != Shape::string) return false;
  const Type& target = plan.description.bare_type(plan.types[plan.types[parameter.type].to].source);
  return is_scalar(target) || target.kind == Kind::pointer || is_record_of_many(plan, parameter);
}

// "if (len > 64)": the lengths on both sides of it, so that the bound hides none of them.
void try_compared(const Plan& plan, PlannedFunction& function) {
  for (PlannedParameter& pointer : function.parameters) {
    const Shape shape = plan.types[pointer.type].shape;
    if (pointer.length < 0 || (shape != Shape::pointer && shape != Shape::string)) continue;
    const std::uint64_t element = std::max<std::uint64_t>(1, plan.types[plan.types[pointer.type].to].size);
    const auto bound = static_cast<std::int64_t>(bound_of(plan, pointer));
    const auto most = static_cast<std::int64_t>(kLargeBytes / element);
    std::set<std::uint32_t> lengths;
    for (const std::int64_t each : function.parameters[static_cast<std::size_t>(pointer.length)].declared.compared) {
      for (const std::int64_t near : {each - 1, each, each + 1}) {
        if (near > bound && near <= most) lengths.insert(static_cast<std::uint32_t>(near));
      }
    }
    pointer.compared.assign(lengths.begin(), lengths.end());
  }
}

bool set_length(const Plan& plan, PlannedFunction& function, const std::string& pointer, const std::string& length) {
  for (PlannedParameter& parameter : function.parameters) {
    if (parameter.declared.name != pointer) continue;
    if (length == "none") {
      parameter.length = -1;
      return true;
    }
    for (std::size_t k = 0; k < function.parameters.size(); ++k) {
      if (function.parameters[k].declared.name != length ||
          plan.description.bare_type(function.parameters[k].declared.type).kind != Kind::integer)
        continue;
      parameter.length = static_cast<int>(k);
      return true;
    }
  }
  return false;
}

}  // namespace

void guess_lengths(const Plan& plan, PlannedFunction& function) {
  const auto measures = [&](const PlannedParameter& parameter) {
    return plan.description.bare_type(parameter.declared.type).kind == Kind::integer &&
           names_length(parameter.declared.name);
  };
  const auto count = static_cast<int>(function.parameters.size());
  for (int i = 0; i < count; ++i) {
    PlannedParameter& pointer = function.parameters[static_cast<std::size_t>(i)];
    if (!has_elements(plan, pointer)) continue;
    for (int k = i + 1; k < count && pointer.length < 0; ++k) {
      if (measures(function.parameters[static_cast<std::size_t>(k)])) pointer.length = k;
    }
    for (int k = i - 1; k >= 0 && pointer.length < 0; --k) {
      if (measures(function.parameters[static_cast<std::size_t>(k)])) pointer.length = k;
    }
  }
}

base::Status apply_lengths(Plan& plan) {
  for (const auto& [pointer, length] : plan.wishes.lengths) {
    bool found = false;
    for (PlannedFunction& function : plan.functions) found = set_length(plan, function, pointer, length) || found;
    if (!found) {
      return base::misuse_error(fmt::format("--length {}={}: no function has a pointer {} and an integer {}", pointer,
                                            length, pointer, length));
    }
  }
  for (PlannedFunction& function : plan.functions) try_compared(plan, function);
  return {};
}

std::uint64_t bound_of(const Plan& plan, const PlannedParameter& parameter) {
  return counts_bytes(plan, parameter) ? plan.wishes.length : plan.wishes.elements;
}

std::vector<std::string> bounds(const Plan& plan, const PlannedFunction& function) {
  std::vector<std::string> remarks;
  for (const PlannedParameter& pointer : function.parameters) {
    const Shape shape = plan.types[pointer.type].shape;
    if (pointer.length < 0 || (shape != Shape::pointer && shape != Shape::string)) continue;
    const std::uint64_t bound = bound_of(plan, pointer);
    std::string others;
    for (const std::uint32_t each : pointer.compared)
      others += fmt::format("{}{}", others.empty() ? ", and " : ", ", each);
    remarks.push_back(fmt::format("{}, the length of {}: up to {}{}; more with {}",
                                  function.parameters[static_cast<std::size_t>(pointer.length)].declared.name,
                                  pointer.declared.name, bound, others,
                                  counts_bytes(plan, pointer) ? "--text" : "--elements"));
  }
  return remarks;
}

}  // namespace cairn::unit
