// Static facts of a program of one function whose n-th conditional has the counters 2n and 2n+1.
#pragma once

#include <memory>

#include "engine/program/program.h"

namespace cairn::explore {

inline std::unique_ptr<program::Program> make_program(std::uint32_t places) {
  program::Module module{};
  program::ModuleFacts& facts = module.facts;
  const std::string strings = std::string(1, '\0') + "fake_main" + '\0' + "fake.c" + '\0';
  facts.strings.assign(strings.begin(), strings.end());
  const std::uint32_t name = 1, file = 11;
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
  module.entry.counters = 2 * places;
  module.entry.branches = places;
  std::vector<program::Module> modules;
  modules.push_back(std::move(module));
  return std::make_unique<program::Program>(program::Program::build(std::move(modules)).value());
}

}  // namespace cairn::explore
