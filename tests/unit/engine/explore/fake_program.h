// Static facts of a program of one function whose n-th conditional has the counters 2n and 2n+1. It calls one of ours,
// a model (call 0), whose only conditional comes behind the program's, and which calls another (call 1).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/program/program.h"

namespace cairn::explore {

inline std::unique_ptr<program::Program> make_program(std::uint32_t places,
                                                      const std::vector<std::string>& words = {}) {
  program::Module module{};
  program::ModuleFacts& facts = module.facts;
  const std::string strings = std::string(1, '\0') + "fake_main" + '\0' + "fake.c" + '\0' + "__cairn_model_strlen" +
                              '\0' + "/cairn/models/string.c" + '\0' + "cairn_lose" + '\0';
  facts.strings.assign(strings.begin(), strings.end());
  const std::uint32_t name = 1, file = 11, model = 18, models = 39, telling = 62;
  cairn_fact_function function{};
  function.name = name;
  function.file = file;
  function.line = 1;
  function.blocks = function.sites = places;
  facts.functions.push_back(function);
  for (std::uint32_t i = 0; i < places; ++i) {
    cairn_fact_site site{};
    site.file = file;
    site.line = 10 + i;
    site.counter = 2 * i;
    site.sides = 2;
    site.block = i;
    site.hash = i;
    facts.sites.push_back(site);
    cairn_fact_block block{};
    block.counter = CAIRN_NO_SITE;
    block.instructions = 1;
    block.site = i;
    facts.blocks.push_back(block);
    cairn_fact_branch branch{};
    branch.file = file;
    branch.line = 10 + i;
    branch.kind = CAIRN_EVENT_Branch;
    branch.first_outcome = 2 * i;
    branch.site = i;
    branch.hash = 1000 + i;
    facts.branches.push_back(branch);
    facts.outcomes.push_back(2 * i);
    facts.outcomes.push_back(2 * i + 1);
  }
  cairn_fact_function ours{};
  ours.name = model;
  ours.file = models;
  ours.line = 1;
  ours.first_block = ours.first_site = places;
  facts.functions.push_back(ours);
  cairn_fact_branch inside{};
  inside.function = 1;
  inside.file = models;
  inside.line = 2;
  inside.kind = CAIRN_EVENT_Branch;
  inside.first_outcome = 2 * places;
  inside.site = CAIRN_NO_SITE;
  inside.hash = 1000 + places;
  facts.branches.push_back(inside);
  facts.outcomes.insert(facts.outcomes.end(), 2, CAIRN_NO_SITE);
  for (const std::uint32_t caller : {0u, 1u}) {
    cairn_fact_call call{};
    call.block = CAIRN_NO_SITE;
    call.function = caller;
    call.callee = caller == 0 ? model : telling;
    call.file = caller == 0 ? file : models;
    call.line = 5;
    facts.calls.push_back(call);
  }
  for (const std::string& word : words) {
    facts.words.push_back(static_cast<std::uint32_t>(facts.strings.size()));
    facts.strings.insert(facts.strings.end(), word.c_str(), word.c_str() + word.size() + 1);
  }
  module.entry.counters = 2 * places;
  module.entry.branches = places + 1;
  module.entry.calls = 2;
  std::vector<program::Module> modules;
  modules.push_back(std::move(module));
  return std::make_unique<program::Program>(program::Program::build(std::move(modules)).value());
}

}  // namespace cairn::explore
