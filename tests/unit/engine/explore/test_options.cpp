// What a run directory stores of a session comes back as it was.
#include <gtest/gtest.h>

#include <set>

#include "engine/explore/directory_answers.h"
#include "engine/explore/inputs.h"
#include "engine/explore/options.h"
#include "engine/explore/session.h"
#include "harness.h"

namespace cairn::explore {
namespace {

TEST(Options, SurviveBeingStored) {
  Options options;
  options.strategy = "random-branch";
  options.depth = 12;
  options.seed = 0xffffffffffffffffull;
  options.keep_all = true;
  options.pin_cap = 3;
  options.rounds = true;
  options.declared = {standard_input(9)};
  options.target.sandbox = target::Sandbox::landlock;
  options.target.run_milliseconds = 77;
  options.target.memory_bytes = 5ull << 40;
  options.target.capture_output = true;
  options.target.step_limit = 123;
  options.layers = {"check", "slice"};
  options.solver.step_limit = 1;

  const auto back = options_from_json(to_json(options));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(to_json(*back), to_json(options));
  EXPECT_EQ(back->strategy, "random-branch");
  EXPECT_EQ(back->depth, 12u);
  EXPECT_EQ(back->seed, options.seed);
  EXPECT_TRUE(back->keep_all);
  EXPECT_EQ(back->pin_cap, 3u);
  EXPECT_TRUE(back->rounds);
  EXPECT_EQ(back->declared, options.declared);
  EXPECT_EQ(back->target.sandbox, target::Sandbox::landlock);
  EXPECT_EQ(back->target.run_milliseconds, 77u);
  EXPECT_EQ(back->target.memory_bytes, 5ull << 40);
  EXPECT_TRUE(back->target.capture_output);
  EXPECT_EQ(back->target.step_limit, 123u);
  EXPECT_EQ(back->layers, options.layers);
  EXPECT_EQ(back->solver.step_limit, 1u);

  options.depth.reset();
  EXPECT_EQ(options_from_json(to_json(options))->depth, std::nullopt);
}

TEST(Options, WhatCannotBeReadIsSaidInASentence) {
  for (const char* text : {"", "[]", "{}", "{\"strategy\": 3}"}) {
    const auto options = options_from_json(text);
    ASSERT_FALSE(options.ok()) << text;
    EXPECT_NE(options.error().message.find("stored options"), std::string::npos);
  }
}

TEST(Options, AStrategyHasToBeNamed) {
  TemporaryDirectory temporary;
  base::Context context(0);
  Options options;
  options.target.command = {"true"};
  const auto session = Session::create(context, options, temporary / "out", false);
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.error().fault, base::Fault::misuse);
  EXPECT_NE(session.error().message.find("strategy"), std::string::npos) << session.error().message;
  EXPECT_FALSE(std::filesystem::exists(temporary / "out"));
}

TEST(DirectoryAnswers, AreThereInTheNextSession) {
  TemporaryDirectory temporary;
  const std::vector<std::uint64_t> sat_query{1, 2, 3}, unsat_query{4, 5, 6, 7};
  solver::StoredAnswer sat;
  sat.sat = true;
  sat.values = {{100, 7}, {200, 255}};
  sat.steps = 9;
  solver::StoredAnswer unsat;
  unsat.core = {5, 7};
  {
    auto directory = fresh(temporary / "out");
    auto answers = DirectoryAnswers::open(*directory);
    ASSERT_TRUE(answers.ok());
    (*answers)->insert(sat_query, sat);
    (*answers)->insert(unsat_query, unsat);
    ASSERT_TRUE((*answers)->status().ok());
    ASSERT_TRUE(directory->flush().ok());
  }
  auto directory = suite::open(temporary / "out", true);
  ASSERT_TRUE(directory.ok());
  auto answers = DirectoryAnswers::open(**directory);
  ASSERT_TRUE(answers.ok());
  const auto found = (*answers)->lookup(sat_query);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->sat);
  EXPECT_EQ(found->values, sat.values);
  EXPECT_EQ(found->steps, 9u);
  // A proof holds for every query that contains its core.
  const std::vector<std::uint64_t> other{5, 7, 8};
  const auto proof = (*answers)->lookup(other);
  ASSERT_TRUE(proof);
  EXPECT_FALSE(proof->sat);
  EXPECT_EQ(proof->core, unsat.core);
  EXPECT_FALSE((*answers)->lookup(std::vector<std::uint64_t>{5, 8}));
}

// Form 2 held proofs that two NaNs have the same bits.
TEST(DirectoryAnswers, ProofsOfAnEarlierFormAreNotTrusted) {
  suite::StoredAnswer proof;
  for (const std::uint64_t word : {2, 0, 1, 5})  // form, steps, number of constraints, the constraint
    for (int i = 0; i < 8; ++i) proof.payload.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
  EXPECT_TRUE(core_of(proof).empty());
  proof.payload[0] = static_cast<std::uint8_t>(expr::kCanonicalForm);
  EXPECT_EQ(core_of(proof), std::vector<std::uint64_t>{5});
}

TEST(Inputs, RandomOnesKeepToTheBounds) {
  expr::Dag dag;
  trace::ObjectTable objects(dag);
  objects.intern({trace::ObjectKind::standard_input, "stdin", 0, 5, true});
  objects.intern({trace::ObjectKind::memory, "x", 0, 4, false});
  objects.intern({trace::ObjectKind::memory, "x", 0, 8, false});  // the same object, larger in a later run
  base::Rng rng(3);
  std::set<std::size_t> sizes;
  for (int i = 0; i < 200; ++i) {
    const trace::Input input = random_input(objects, Prior(), Reals(dag), rng);
    ASSERT_EQ(input.objects.size(), 2u);
    sizes.insert(input.objects[0].bytes.size());
    EXPECT_EQ(input.objects[1].bytes.size(), 8u);
  }
  EXPECT_EQ(sizes, (std::set<std::size_t>{0, 1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace cairn::explore
