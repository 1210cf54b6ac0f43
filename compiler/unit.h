// What the early pass tells the late one about a translation unit.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "compiler/facts.h"

namespace cairn::compiler {

struct Unit {
  Facts facts;
  std::map<std::string, std::uint32_t, std::less<>> function_index;  // linkage name -> facts.functions
  bool models = false;                                               // it holds models of library functions

  // The function's index in the facts; one the early pass did not describe (a model, or made by the optimiser) gets an
  // entry without blocks.
  std::uint32_t function(std::string_view name) {
    if (auto it = function_index.find(name); it != function_index.end()) return it->second;
    const auto index = static_cast<std::uint32_t>(facts.functions.size());
    cairn_fact_function f{};
    f.name = facts.string(name);
    f.first_block = static_cast<std::uint32_t>(facts.blocks.size());
    f.first_site = static_cast<std::uint32_t>(facts.sites.size());
    facts.functions.push_back(f);
    function_index.emplace(name, index);
    return index;
  }
};

// The early pass plants calls of these; they keep branches apart through optimisation (nomerge, and they touch only
// memory nobody else sees), and the late pass turns them into counter increments.
inline constexpr const char* kProbe = "cairn.probe";               // (i32 counter)
inline constexpr const char* kProbeChoice = "cairn.probe.choice";  // (i32 counter, i1 condition): counter + !condition
inline constexpr const char* kCallMetadata = "cairn.call";         // on calls: index into facts.calls

// Instrumented code calls __cairn_model_f instead of a library function f that has a model.
inline constexpr const char* kModelPrefix = "__cairn_model_";

// Functions of a generated harness (`cairn unit`): recorded, but their conditionals are not the program's.
inline constexpr const char* kHarnessPrefix = "cairn_unit_";

}  // namespace cairn::compiler
