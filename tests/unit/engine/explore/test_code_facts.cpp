// What is remembered of the code survives a rebuild: a function that was only moved is the same.
#include <gtest/gtest.h>

#include "engine/explore/code_facts.h"
#include "tests/unit/engine/program/example.h"

namespace cairn::explore {
namespace {

using program::FactsBuilder;
using program::program_of;

// The unit of the example behind another one, with all of its lines moved.
std::vector<FactsBuilder> moved() {
  FactsBuilder before;
  before.id = 5;
  before.file = "b.c";
  before.function("g", 3);
  const auto b0 = before.block(1, {3}, true), b1 = before.block(1, {4}), b2 = before.block(1, {5});
  before.branch(before.site(b0, {b1, b2}, 3, 0x5), {0, 1});
  FactsBuilder unit = program::example();
  for (auto& function : unit.functions) function.line += 100;
  for (auto& site : unit.sites) site.line += 100;
  for (auto& line : unit.lines) line.line += 100;
  return {before, unit};
}

TEST(CodeFacts, AMovedFunctionIsTheSame) {
  const CodeFacts before = code_facts(program_of({program::example()}));
  const program::Program program = program_of(moved());
  EXPECT_EQ(code_facts(program).at("f"), before.at("f"));
  EXPECT_EQ(differences(before, code_facts(program)), std::vector<std::string>{"g"});
  EXPECT_EQ(changed_functions(program, before), (std::vector{true, false}));
  EXPECT_EQ(code_facts_from_json(to_json(before)), before);
}

TEST(CodeFacts, AnotherConditionIsAnotherFunction) {
  const CodeFacts before = code_facts(program_of({program::example()}));
  FactsBuilder changed = program::example();
  ++changed.sites[0].hash;
  EXPECT_EQ(differences(before, code_facts(program_of({changed}))), std::vector<std::string>{"f"});
}

}  // namespace
}  // namespace cairn::explore
