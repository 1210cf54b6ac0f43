#include "unit/stub_text.h"

#include <fmt/format.h>

#include <iterator>

#include "unit/leaves.h"

namespace cairn::unit {
namespace {

std::string stub_definition(const Description& types, const Stub& stub, const StubNames& names) {
  const Type& signature = types.type(stub.signature);
  std::string list, text, kept;
  auto out = std::back_inserter(text);
  for (std::size_t k = 0; k < signature.parameters.size(); ++k) {
    const TypeIndex type = signature.parameters[k].type;
    list += (k == 0 ? "" : ", ") + spell(types, type, fmt::format("cairn_a{}", k));
    if (!is_kept(types, type)) continue;
    const std::string array = fmt::format("{}_{}[{}]", names.passed, k, kStubCalls);
    const bool pointer = types.bare_type(type).kind == Kind::pointer;
    fmt::format_to(out, "static {};\n",
                   pointer ? "const void *" + array : spell(types, types.unqualified(type), array));
    kept +=
        fmt::format("    {}_{}[{}] = {}cairn_a{};\n", names.passed, k, names.calls, pointer ? "(const void*)" : "", k);
  }
  fmt::format_to(out, "static unsigned {};\n", names.calls);
  if (stub.result) {
    fmt::format_to(out, "static {};\nstatic unsigned {}_given, {}_count;\n",
                   spell(types, types.unqualified(signature.to), fmt::format("{}[{}]", names.results, kStubCalls)),
                   names.results, names.results);
  }
  fmt::format_to(out, "{}{} {{\n", stub.callee.empty() ? "static " : "",
                 spell(types, signature.to, fmt::format("{}({})", names.function, list.empty() ? "void" : list)));
  if (!kept.empty()) fmt::format_to(out, "  if ({} < {}) {{\n{}  }}\n", names.calls, kStubCalls, kept);
  fmt::format_to(out, "  ++{};\n", names.calls);
  if (stub.result)
    fmt::format_to(out, "  return {0}[{0}_given + 1 < {0}_count ? {0}_given++ : {0}_given];\n", names.results);
  fmt::format_to(out, "}}\n");
  return text;
}

}  // namespace

StubNames names_of(const Stub& stub, std::size_t number, const std::string& function) {
  const std::string before = stub.callee.empty() ? "cairn_" : "cairn_unit_";
  const std::string behind = stub.callee.empty() ? fmt::format("{}_{}", function, number) : stub.callee;
  return {before + "stub_" + behind, before + "results_" + behind, before + "calls_" + behind,
          before + "passed_" + behind};
}

bool is_kept(const Description& types, TypeIndex type) {
  return is_told(types, type) && (types.bare_type(type).kind == Kind::pointer || has_spelling(types, type));
}

std::string callee_stubs(const Plan& plan) {
  std::string text;
  for (const Stub& stub : plan.stubs) {
    if (stub.callee.empty()) continue;
    text += fmt::format("#define {}{}\n{}", kStubGuard, stub.callee,
                        stub_definition(plan.description, stub, names_of(stub, 0, {})));
  }
  return text;
}

std::string pointer_stubs(const Plan& plan, const std::string& function, const std::set<std::size_t>& stubs) {
  std::string text;
  for (const std::size_t each : stubs)
    text += stub_definition(plan.description, plan.stubs[each], names_of(plan.stubs[each], each, function));
  return text;
}

}  // namespace cairn::unit
