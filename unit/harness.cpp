#include "unit/harness.h"

#include <fmt/format.h>

#include <iterator>

#include "unit/regions.h"

namespace cairn::unit {
namespace {

using Out = std::back_insert_iterator<std::string>;

std::string_view word(Shape shape) {
  switch (shape) {
    case Shape::plain:
      return "PLAIN";
    case Shape::boolean:
      return "BOOLEAN";
    case Shape::enumeration:
      return "ENUM";
    case Shape::pointer:
      return "POINTER";
    case Shape::string:
      return "STRING";
    case Shape::function:
      return "FUNCTION";
    case Shape::absent:
      return "ABSENT";
    case Shape::array:
      return "ARRAY";
    case Shape::structure:
      return "STRUCT";
    case Shape::stream:
      return "STREAM";
    case Shape::united:
      return "UNION";
  }
  return "PLAIN";
}

std::string stub_name(const Plan& plan, std::size_t stub) {
  const std::string& callee = plan.stubs[stub].callee;
  return "cairn_unit_stub_" + (callee.empty() ? std::to_string(stub) : callee);
}

void write_stubs(const Plan& plan, Out out) {
  for (std::size_t i = 0; i < plan.stubs.size(); ++i) {
    const Stub& stub = plan.stubs[i];
    Type signature = plan.description.type(stub.signature);
    std::string list;
    for (std::size_t k = 0; k < signature.parameters.size(); ++k) {
      list += fmt::format("{}{}", k == 0 ? "" : ", ",
                          spell(plan.description, signature.parameters[k].type, fmt::format("cairn_a{}", k)));
    }
    const std::string head = fmt::format("{}({})", stub_name(plan, i), list.empty() ? "void" : list);
    fmt::format_to(out, "{}{} {{\n", stub.callee.empty() ? "static " : "", spell(plan.description, signature.to, head));
    fmt::format_to(out, "  cairn_unit_called({});\n", i);
    for (std::size_t k = 0; k < signature.parameters.size(); ++k) {
      const TypeIndex type = signature.parameters[k].type;
      fmt::format_to(out, "  (void)cairn_a{};\n", k);
      if (is_told(plan.description, type))
        fmt::format_to(out, "  cairn_unit_passed({0}, {1}, (const void*)&cairn_a{1}, sizeof cairn_a{1});\n", i, k);
      if (is_text(plan.description, type))
        fmt::format_to(out, "  cairn_unit_passed_text({0}, {1}, (const char*)cairn_a{1});\n", i, k);
    }
    if (stub.result) {
      fmt::format_to(out, "  {};\n  cairn_unit_result({}, {}, &cairn_result);\n  return cairn_result;\n",
                     spell(plan.description, signature.to, "cairn_result"), i, *stub.result);
    }
    fmt::format_to(out, "}}\n\n");
  }
}

void write_types(const Plan& plan, Out out) {
  for (std::size_t i = 0; i < plan.types.size(); ++i) {
    const PlannedType& type = plan.types[i];
    if (!type.members.empty()) {
      fmt::format_to(out, "static const struct cairn_unit_member cairn_unit_members_{}[] = {{\n", i);
      for (const PlannedMember& member : type.members)
        fmt::format_to(out, "  {{\"{}\", {}, {}}},\n", member.name, member.type, member.offset);
      fmt::format_to(out, "}};\n");
    }
    if (!type.values.empty()) {
      fmt::format_to(out, "static const long long cairn_unit_values_{}[] = {{", i);
      for (const std::int64_t value : type.values)
        fmt::format_to(out, "(long long){}ull, ", static_cast<std::uint64_t>(value));
      fmt::format_to(out, "}};\n");
    }
  }
  fmt::format_to(out, "\nstatic const struct cairn_unit_type cairn_unit_types[] = {{\n");
  for (std::size_t i = 0; i < plan.types.size(); ++i) {
    const PlannedType& type = plan.types[i];
    const std::size_t count = !type.members.empty()  ? type.members.size()
                              : !type.values.empty() ? type.values.size()
                                                     : type.count;
    fmt::format_to(out, "  {{CAIRN_UNIT_{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}}, /* {}: {} */\n", word(type.shape),
                   type.size, type.loose ? 1 : 0, type.to, count, type.is_signed ? 1 : 0,
                   type.members.empty() ? "0" : fmt::format("cairn_unit_members_{}", i),
                   type.values.empty() ? "0" : fmt::format("cairn_unit_values_{}", i),
                   type.stub < 0 ? "0" : "(void (*)(void))" + stub_name(plan, static_cast<std::size_t>(type.stub)),
                   type.tail, type.tail_offset, i, spell(plan.description, type.source, ""));
  }
  fmt::format_to(out, "  {{CAIRN_UNIT_PLAIN, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}};\n\n");
}

// A parameter's value, out of the bytes that were built for it.
std::string argument(const Plan& plan, const PlannedFunction& function, std::size_t i) {
  return fmt::format("*({})cairn_arguments[{}]", spell(plan.description, function.parameters[i].declared.type, "*"), i);
}

void write_call(const Plan& plan, std::size_t number, Out out) {
  const PlannedFunction& function = plan.functions[number];
  std::string list;
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    list += (i == 0 ? "" : ", ") + argument(plan, function, i);
  fmt::format_to(out,
                 "static void cairn_unit_call_{}(void** cairn_arguments, void* cairn_result) {{\n"
                 "  (void)cairn_arguments, (void)cairn_result;\n",
                 number);
  if (function.result) {
    fmt::format_to(out, "  *({})cairn_result = {}({});\n",
                   spell(plan.description, plan.description.unqualified(function.declared.result), "*"),
                   function.declared.name, list);
  } else {
    fmt::format_to(out, "  (void){}({});\n", function.declared.name, list);
  }
  fmt::format_to(out, "}}\n");
  if (!plan.wishes.required.empty()) {
    // Parameters as the function has them: one may have the name of a type.
    std::string parameters;
    for (const PlannedParameter& each : function.parameters)
      parameters += (parameters.empty() ? "" : ", ") + spell(plan.description, each.declared.type, each.declared.name);
    fmt::format_to(out,
                   "static int cairn_unit_condition_{0}({1}) {{\n  return ({2}) ? 1 : 0;\n}}\n"
                   "static int cairn_unit_required_{0}(void** cairn_arguments) {{\n"
                   "  return cairn_unit_condition_{0}({3});\n}}\n",
                   number, parameters.empty() ? "void" : parameters, plan.wishes.required, list);
  }
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const PlannedParameter& parameter = function.parameters[i];
    if (!parameter.compared.empty())
      fmt::format_to(out, "static const unsigned cairn_unit_compared_{}_{}[] = {{{}}};\n", number, i,
                     fmt::join(parameter.compared, ", "));
  }
  fmt::format_to(out, "static const struct cairn_unit_parameter cairn_unit_parameters_{}[] = {{\n", number);
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const PlannedParameter& parameter = function.parameters[i];
    fmt::format_to(out, "  {{\"{}\", {}, {}, {}, {}, {}}},\n", parameter.declared.name, parameter.type,
                   parameter.length, parameter.compared.size(),
                   parameter.compared.empty() ? "0" : fmt::format("cairn_unit_compared_{}_{}", number, i),
                   parameter.alone ? 1 : 0);
  }
  fmt::format_to(out, "  {{0, 0, -1, 0, 0, 0}}}};\n\n");
}

void write_program(const Plan& plan, Out out) {
  for (std::size_t i = 0; i < plan.variables.size(); ++i) {
    fmt::format_to(out, "static void* cairn_unit_address_{}(void) {{ return (void*)&{}; }}\n", i,
                   plan.variables[i].declared.name);
  }
  fmt::format_to(out, "static const struct cairn_unit_function cairn_unit_functions[] = {{\n");
  for (std::size_t i = 0; i < plan.functions.size(); ++i) {
    const PlannedFunction& function = plan.functions[i];
    fmt::format_to(out, "  {{\"{}\", {}, {}, {}, cairn_unit_parameters_{}, cairn_unit_call_{}, {}}},\n",
                   function.declared.name, function.result.value_or(0), function.result ? 1 : 0,
                   function.parameters.size(), i, i,
                   plan.wishes.required.empty() ? "0" : fmt::format("cairn_unit_required_{}", i));
  }
  fmt::format_to(
      out, "  {{0, 0, 0, 0, 0, 0, 0}}}};\n\nstatic const struct cairn_unit_variable cairn_unit_variables[] = {{\n");
  for (std::size_t i = 0; i < plan.variables.size(); ++i) {
    const PlannedVariable& variable = plan.variables[i];
    fmt::format_to(out, "  {{\"{}\", cairn_unit_address_{}, {}, {}}},\n", variable.declared.name, i, variable.type,
                   variable.symbolic ? 1 : 0);
  }
  fmt::format_to(out,
                 "  {{0, 0, 0, 0}}}};\n\nconst struct cairn_unit_program cairn_unit_program = {{\n"
                 "  cairn_unit_types, cairn_unit_functions, {}, cairn_unit_variables, {}, {}, {}, {}}};\n",
                 plan.functions.size(), plan.variables.size(), plan.wishes.depth, plan.wishes.elements,
                 plan.wishes.length);
}

}  // namespace

std::string before_inclusion(const Plan& plan) {
  std::string text = "#define main cairn_unit_original_main\n";
  for (const Stub& stub : plan.stubs) {
    if (!stub.callee.empty()) text += fmt::format("#pragma weak {}\n", stub.callee);
  }
  return text;
}

std::vector<std::string> stub_link_options(const Plan& plan) {
  std::vector<std::string> options;
  for (std::size_t i = 0; i < plan.stubs.size(); ++i) {
    if (!plan.stubs[i].callee.empty())
      options.push_back(fmt::format("-Wl,--defsym={}={}", plan.stubs[i].callee, stub_name(plan, i)));
  }
  return options;
}

std::string harness_source(const Plan& plan, const std::string& included) {
  std::string text;
  Out out = std::back_inserter(text);
  // Before the file, whose macros would change it; it asks for no features of headers.
  fmt::format_to(out, "/* {}. */\n#include <cairn_unit.h>\n{}#include \"{}\"\n#undef main\n\n", kMadeByUs,
                 before_inclusion(plan), included);
  for (const PlannedFunction& each : plan.functions) {
    if (each.declared.macro) fmt::format_to(out, "#undef {}\n", each.declared.name);
  }
  write_stubs(plan, out);
  write_types(plan, out);
  for (std::size_t i = 0; i < plan.functions.size(); ++i) write_call(plan, i, out);
  write_program(plan, out);
  return text;
}

}  // namespace cairn::unit
