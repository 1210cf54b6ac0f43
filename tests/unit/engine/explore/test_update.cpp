// What one version of a fake program leaves for the next: names of paths and sides, precedents, changed ranges,
// patches.
#include <algorithm>
#include <set>

#include "engine/explore/directory_answers.h"
#include "engine/explore/heritage.h"
#include "engine/explore/parallel_runs.h"
#include "engine/explore/patch.h"
#include "engine/explore/proven_cores.h"
#include "engine/explore/published.h"
#include "engine/explore/share.h"
#include "engine/explore/update_behaviour.h"
#include "engine/explore/update_inputs.h"
#include "engine/explore/update_ranges.h"
#include "engine/explore/update_shares.h"
#include "harness.h"

namespace cairn::explore {
namespace {

// mid() with its first condition asked the other way round, and at other places.
void mid_swapped(FakeRun& run) {
  const Value x = run.symbolic("x", 1), y = run.symbolic("y", 1), z = run.symbolic("z", 1);
  if (!run.branch(7, run.less(x, y))) {
    if (run.branch(6, run.less(x, z))) return;
    run.branch(5, run.less(y, z));
  } else {
    if (run.branch(4, run.less(y, z))) return;
    run.branch(3, run.less(x, z));
  }
}

// The changed condition of the paper's example: x <= z is !(z < x).
void mid_changed(FakeRun& run) {
  const Value x = run.symbolic("x", 1), y = run.symbolic("y", 1), z = run.symbolic("z", 1);
  if (run.branch(0, run.less(x, y))) {
    if (run.branch(1, run.less(y, z))) return;
    run.branch(2, run.less(z, x));
  } else {
    if (run.branch(3, run.less(x, z))) return;
    run.branch(4, run.less(y, z));
  }
}

void contradictory(FakeRun& run) {
  const Value x = run.symbolic("x", 1), y = run.symbolic("y", 1);
  if (!run.branch(0, run.less(x, y))) return;
  if (run.branch(1, run.less(y, x))) return;
  run.branch(2, run.equal(x, 0));
}

std::vector<tree::SideId> sides_of(const tree::Tree& tree) {
  std::vector<tree::SideId> sides;
  for (std::uint32_t id = 0; id < tree.nodes(); ++id) {
    const tree::NodeId node{id};
    for (std::uint32_t i = 0; i < tree.node(node).sides; ++i) sides.push_back(tree.side(node, i));
  }
  return sides;
}

class UpdateTest : public testing::Test {
 protected:
  std::unique_ptr<Exploration> begin(const Case& setup, const char* name) {
    suite::Manifest manifest;
    manifest.program = "/fake";
    manifest.command = {"/fake"};
    manifest.options = to_json(Options());
    auto made = std::make_unique<Exploration>(setup, suite::create(temporary / name, manifest, false).value());
    EXPECT_TRUE(record_origin(*made->directory, *made->facts).ok());
    return made;
  }
  // Explores and lets go of the directory.
  Heritage explored(const Case& setup, const char* name, const Budget& budget = {}) {
    begin(setup, name)->explore(budget);
    auto heritage = Heritage::load(temporary / name);
    EXPECT_TRUE(heritage.ok()) << heritage.error().message;
    return std::move(*heritage);
  }
  static std::set<std::uint64_t> keys(const Heritage& heritage) { return {heritage.keys.begin(), heritage.keys.end()}; }

  TemporaryDirectory temporary;
};

TEST_F(UpdateTest, KeysNameConditionsAndNotPlaces) {
  const auto first = keys(explored({.program = mid}, "first"));
  EXPECT_EQ(first.size(), 6u);
  EXPECT_EQ(keys(explored({.program = mid_swapped}, "swapped")), first);
  const auto changed = keys(explored({.program = mid_changed}, "changed"));
  EXPECT_EQ(std::ranges::count_if(changed, [&](std::uint64_t key) { return first.contains(key); }), 4);
}

TEST_F(UpdateTest, SignaturesAreRebuiltWholeFromTheirDifferences) {
  const Heritage heritage = explored({.program = mid}, "out");
  std::multiset<std::size_t> lengths;
  std::set<std::vector<std::uint32_t>> signatures;
  for (const OldPath& path : heritage.paths) {
    lengths.insert(path.words.size());
    signatures.insert(path.words);
  }
  EXPECT_EQ(lengths, (std::multiset<std::size_t>{2, 2, 3, 3, 3, 3}));
  EXPECT_EQ(signatures.size(), 6u);
}

TEST_F(UpdateTest, ASignatureThatSharesMoreThanThereIsCanBeUsed) {
  {
    auto session = begin({.program = mid}, "out");
    session->explore();
    suite::SignatureRecord record = session->directory->signatures().value().back();
    ASSERT_NE(record.base, 0u);
    record.shared += 100;
    ASSERT_TRUE(session->directory->add_signature(record).ok() && session->directory->flush().ok());
  }
  const auto heritage = Heritage::load(temporary / "out");
  ASSERT_TRUE(heritage.ok()) << heritage.error().message;
  EXPECT_EQ(heritage->keys.size(), 6u);
}

TEST_F(UpdateTest, WhatWasProvenIsNotAskedAgain) {
  const Heritage heritage = explored({.program = contradictory}, "old");
  EXPECT_EQ(heritage.totals.unsat, 1u);
  Proofs proofs(heritage, false);
  Case setup{.program = contradictory};
  setup.options.precedent = &proofs;
  auto next = begin(setup, "new");
  for (const OldPath& path : heritage.paths) {
    const auto rerun = next->loop.rerun(path.record.input, 0);
    ASSERT_TRUE(rerun.ok());
    EXPECT_EQ(next->loop.keys().of(rerun->executed.path), path.key);
  }
  EXPECT_EQ(next->explore(), End::explored);
  EXPECT_EQ(next->loop.totals().queries, 0u);
  EXPECT_EQ(next->loop.totals().settled, 1u);
  EXPECT_EQ(next->tree.count(tree::SideState::infeasible), 1u);
  // And it is passed on to the version after.
  next.reset();
  const auto again = Heritage::load(temporary / "new");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->sides, heritage.sides);
}

TEST_F(UpdateTest, EveryOpenSideIsInOneShare) {
  auto session = begin({.program = mid}, "out");
  EXPECT_EQ(session->explore({.runs = 3}), End::runs);
  const auto open = session->tree.frontier();
  ASSERT_GE(open.size(), 2u);
  const auto all = [](tree::SideId) { return true; };
  for (const std::size_t most : {1u, 2u, 3u, 99u}) {
    const auto shares = divide(session->tree, most, all);
    EXPECT_EQ(shares.size(), std::min(most, open.size()));
    for (const tree::SideId side : open) {
      const Outcomes place = outcomes_of(session->tree, side);
      EXPECT_EQ(std::ranges::count_if(shares, [&](const Share& share) { return share.holds(place); }), 1);
      for (const Share& share : shares) {
        if (!share.holds(place)) continue;
        for (std::size_t i = 0; i <= place.size(); ++i) EXPECT_TRUE(share.touches(std::span(place).first(i)));
      }
    }
  }
  EXPECT_TRUE(divide(session->tree, 2, [](tree::SideId) { return false; }).empty());
}

TEST(Share, TouchesWhatLiesOnTheWay) {
  const Share share{Outcomes{0, 1}, Outcomes{1, 0, 1}};
  EXPECT_TRUE(share.touches(Outcomes{}));
  EXPECT_TRUE(share.touches(Outcomes{0}));
  EXPECT_FALSE(share.touches(Outcomes{0, 0}));
  EXPECT_TRUE(share.touches(Outcomes{1, 0}));
  EXPECT_TRUE(share.touches(Outcomes{1, 0, 0}));
  EXPECT_FALSE(share.touches(Outcomes{1, 0, 1}));
  EXPECT_FALSE(share.touches(Outcomes{1, 1}));
}

TEST_F(UpdateTest, AShareLeavesTheRestToOthers) {
  std::set<std::uint64_t> found;
  std::size_t together = 0;
  for (const std::size_t part : {0u, 1u}) {
    const Heritage nothing;
    std::unique_ptr<SoundPrecedent> precedent;
    Case setup{.program = mid};
    auto session = begin(setup, part == 0 ? "first" : "second");
    precedent = std::make_unique<SoundPrecedent>(
        sound_precedent(nothing, {session->dag, session->objects, session->tree}, false));
    EXPECT_EQ(session->explore({.runs = 1}), End::runs);
    const auto shares = divide(session->tree, 2, [](tree::SideId) { return true; });
    ASSERT_EQ(shares.size(), 2u);
    precedent->within->restrict_to(shares[part]);
    for (const tree::SideId side : session->tree.frontier()) {
      const bool left = precedent->whole->settle(side, session->loop.keys().of(side)).has_value();
      EXPECT_EQ(left, !shares[part].holds(outcomes_of(session->tree, side)));
      together += left ? 0 : 1;
      if (!left) found.insert(session->loop.keys().of(side));
    }
  }
  EXPECT_EQ(found.size(), together);
}

// A proof needs two conditions; a third one that comes before them in the new version changes every key.
TEST_F(UpdateTest, AProofHoldsWhereItsCoreStandsOnTheWay) {
  const auto with_more = [](FakeRun& run) {
    run.branch(5, run.equal(run.symbolic("z", 1), 1));
    contradictory(run);
  };
  auto old = begin({.program = contradictory}, "old");
  EXPECT_EQ(old->explore(), End::explored);
  std::vector<suite::StoredAnswer> answers;
  {
    auto store = DirectoryAnswers::open(*old->directory).value();
    for (const tree::SideId side : sides_of(old->tree)) {
      if (old->tree.state(side) != tree::SideState::infeasible) continue;
      std::vector<expr::ExprId> conditions;
      old->tree.conditions(side, conditions);
      solver::StoredAnswer proof;
      for (const expr::ExprId each : conditions) proof.core.push_back(old->dag.hash(each));
      std::ranges::sort(proof.core);
      store->insert(proof.core, proof);
    }
    answers = old->directory->answers().value();
  }
  ASSERT_EQ(answers.size(), 1u);

  Case setup{.program = with_more};
  auto plain = begin(setup, "plain");
  EXPECT_EQ(plain->explore(), End::explored);
  EXPECT_EQ(plain->loop.totals().unsat, 2u);  // once for each side of the new branch
  const Heritage heritage = Heritage::load(temporary / "old").value();
  struct Later final : Precedent {
    std::optional<Settled> settle(tree::SideId side, std::uint64_t key) override { return inner->settle(side, key); }
    std::unique_ptr<Precedent> inner;
  } later;
  setup.options.precedent = &later;
  auto next = begin(setup, "new");
  later.inner = with_proven_cores(std::make_unique<Proofs>(heritage, false), answers,
                                  Knowledge{next->dag, next->objects, next->tree});
  EXPECT_EQ(next->explore(), End::explored);
  EXPECT_EQ(next->loop.totals().unsat, 0u);
  EXPECT_EQ(next->loop.totals().settled, 2u);
  EXPECT_EQ(next->loop.totals().paths, plain->loop.totals().paths);

  // Another program with only one of the two conditions on the way.
  ProvenCores cores(answers);
  const auto half = [](FakeRun& run) {
    const Value x = run.symbolic("x", 1), y = run.symbolic("y", 1);
    run.branch(1, run.less(y, x));
  };
  auto other = begin({.program = half}, "other");
  EXPECT_EQ(other->explore(), End::explored);
  for (const tree::SideId side : sides_of(other->tree)) {
    EXPECT_FALSE(cores.refute(other->dag, other->objects, other->tree, side));
  }
}

TEST_F(UpdateTest, WhatWasLeftOpenStaysOpenUnlessAllIsWanted) {
  const Heritage heritage = explored({.program = mid}, "old", {.runs = 3});
  ASSERT_EQ(heritage.paths.size(), 3u);
  for (const bool all : {false, true}) {
    Proofs proofs(heritage, all);
    Case setup{.program = mid};
    setup.options.precedent = &proofs;
    auto next = begin(setup, all ? "all" : "some");
    for (const OldPath& path : heritage.paths) ASSERT_TRUE(next->loop.rerun(path.record.input, 0).ok());
    EXPECT_EQ(next->explore(), End::explored);
    EXPECT_EQ(next->loop.totals().paths, all ? 6u : 3u);
    // It is still counted as open.
    EXPECT_EQ(next->loop.left_open() > 0, !all);
    EXPECT_EQ(next->reports.seen.back().open, next->loop.left_open());
    EXPECT_EQ(next->summary()["tree"]["open"], next->loop.left_open());
  }
}

TEST_F(UpdateTest, WhatRunsTookIsCounted) {
  const Heritage heritage = explored({.program = mid}, "old");
  auto next = begin({.program = mid}, "new");
  ASSERT_TRUE(next->loop.rerun(heritage.paths.front().record.input, 0).ok());
  const double once = next->loop.totals().running_seconds;
  EXPECT_GT(once, 0);
  const trace::Input& input = heritage.paths.back().record.input;
  auto raw = next->target.run(input);
  ASSERT_TRUE(raw.ok());
  ASSERT_TRUE(next->loop.rerun(std::move(*raw), input, 0, 2.5).ok());
  EXPECT_DOUBLE_EQ(next->loop.totals().running_seconds, once + 2.5);
}

TEST_F(UpdateTest, OutputsAreCarriedOverWhereATestEndsAsBefore) {
  Heritage heritage = explored({.program = mid}, "old");
  ASSERT_GE(heritage.tests.size(), 2u);
  for (suite::Test& test : heritage.tests) test.content.path.output = "printed " + std::to_string(test.number);
  auto next = begin({.program = mid}, "new");
  std::vector<Followed> followed;
  for (const OldPath& old : heritage.paths) {
    const auto rerun = next->loop.rerun(old.record.input, 0);
    ASSERT_TRUE(rerun.ok());
    Followed& entry = followed.emplace_back();
    entry.test = old.test;
    entry.new_path = rerun->path;
    if (old.test == 1) entry.after.code = 1;
  }
  ASSERT_TRUE(next->directory->flush().ok());
  ASSERT_TRUE(carry_over_outputs(heritage, followed, *next->directory).ok());
  std::size_t carried = 0;
  const std::vector<suite::Test> tests = suite::load_tests(temporary / "new").value();
  for (const suite::Test& test : tests) {
    const auto from = std::ranges::find(followed, test.content.path.id, &Followed::new_path);
    ASSERT_NE(from, followed.end());
    EXPECT_EQ(test.content.path.output.has_value(), from->test > 1);
    if (!test.content.path.output) continue;
    EXPECT_EQ(*test.content.path.output, "printed " + std::to_string(from->test));
    ++carried;
  }
  EXPECT_GE(carried, 1u);
}

TEST_F(UpdateTest, AnAssumptionOfThePaperIsNoProof) {
  const Heritage heritage = explored({.program = contradictory}, "old");
  Case setup{.program = contradictory};
  auto next = begin(setup, "new");
  Published published(next->tree);
  std::vector<tree::SideId> path;
  for (const OldPath& old : heritage.paths) {
    const auto rerun = next->loop.rerun(old.record.input, 0);
    ASSERT_TRUE(rerun.ok());
    path.assign(rerun->executed.path.begin(), rerun->executed.path.end());
    published.attach(path, old.words.size(), true);
  }
  ASSERT_EQ(next->tree.frontier().size(), 1u);
  const tree::SideId open = next->tree.frontier().front();
  const auto settled = published.settle(open, 0);
  ASSERT_TRUE(settled.has_value());
  EXPECT_EQ(settled->state, tree::SideState::infeasible);
  EXPECT_FALSE(settled->remembered.has_value());
  // Not where a test became invalid.
  published.attach(path, next->tree.node(next->tree.node_of(open)).depth, false);
  EXPECT_FALSE(published.settle(open, 0).has_value());
}

TEST_F(UpdateTest, AChangedRangeHoldsNeighboursInDepthFirstOrder) {
  const Heritage heritage = explored({.program = mid}, "old");
  auto next = begin({.program = mid_changed}, "new");
  RangeFinder finder(next->tree);
  std::vector<std::uint32_t> changed;
  for (const OldPath& old : heritage.paths) {
    const auto rerun = next->loop.rerun(old.record.input, 0);
    ASSERT_TRUE(rerun.ok());
    const bool same = next->loop.keys().of(rerun->executed.path) == old.key;
    if (!same) changed.push_back(old.record.id);
    finder.add(old.record.id, rerun->executed.path, same);
  }
  EXPECT_EQ(changed.size(), 2u);
  const auto ranges = finder.ranges();
  ASSERT_EQ(ranges.size(), 1u);
  auto paths = ranges.front().paths;
  std::ranges::sort(paths);
  EXPECT_EQ(paths, changed);
}

TEST_F(UpdateTest, OtherInputsAreNamed) {
  const Heritage heritage = explored({.program = mid}, "old");
  const auto check = [&](const FakeTarget::Program& program, const char* name) {
    auto next = begin({.program = program}, name);
    InputCheck inputs(next->objects);
    for (const OldPath& old : heritage.paths) {
      const auto rerun = next->loop.rerun(old.record.input, 0);
      inputs.add(old.record.input, *rerun->executed.run);
    }
    const auto status = inputs.status("prog");
    return status.ok() ? std::string() : status.error().message;
  };
  EXPECT_EQ(check(mid_changed, "same"), "");
  const std::string larger =
      check([](FakeRun& run) { run.branch(0, run.less(run.symbolic("x", 2), {7, 16, 0})); }, "wide");
  EXPECT_NE(larger.find("x has 2 bytes there and 1 in the suite"), std::string::npos) << larger;
  const std::string added = check(
      [](FakeRun& run) {
        mid(run);
        run.branch(5, run.equal(run.symbolic("w", 1), 3));
      },
      "added");
  EXPECT_NE(added.find("it has an input w the suite lacks"), std::string::npos) << added;
}

TEST(ParallelRuns, ComeInTheOrderOfTheirInputs) {
  std::vector<trace::Input> inputs(40);
  std::vector<const trace::Input*> given;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    inputs[i].objects.push_back({trace::ObjectKind::memory, "x", 0, false, 1, {static_cast<std::uint8_t>(i)}});
    given.push_back(&inputs[i]);
  }
  const auto program = [](FakeRun& run) { run.outcome.code = static_cast<int>(run.symbolic("x", 1).value); };
  const auto start = [&](base::Context&) -> base::Result<std::unique_ptr<target::Target>> {
    return std::unique_ptr<target::Target>(std::make_unique<FakeTarget>(program, 2));
  };
  ParallelRuns runs(given, 3, start);
  for (int i = 0; i < 40; ++i) {
    const auto run = runs.next();
    ASSERT_TRUE(run.ok());
    EXPECT_EQ(run->outcome.code, i);
    EXPECT_EQ(run->objects.size(), 1u);  // its views are still there
  }
  const ParallelRuns left_early(given, 3, start);
  const auto broken = [](base::Context&) -> base::Result<std::unique_ptr<target::Target>> {
    return base::environment_error("no target");
  };
  ParallelRuns none(given, 2, broken);
  EXPECT_FALSE(none.next().ok());
}

TEST(Patch, LinesOfADiff) {
  const ChangedLines lines = parse_diff(
      "diff --git a/src/a.c b/src/a.c\n--- a/src/a.c\n+++ b/src/a.c\n@@ -3,0 +4,2 @@ int f(void)\n+one\n+two\n"
      "@@ -9 +11 @@\n-old\n+new\n@@ -20,2 +22,0 @@\n-gone\n-gone\n"
      "--- a/gone.c\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n");
  EXPECT_EQ(lines, (ChangedLines{{"src/a.c", {4, 5, 11}}}));
}

TEST(Patch, NamesWithSpacesAndQuotes) {
  const ChangedLines lines = parse_diff(
      "--- a/my file.c\t\n+++ b/my file.c\t\n@@ -1 +1 @@\n-x\n+y\n"
      "--- \"a/q\\\"\\303\\274.c\"\n+++ \"b/q\\\"\\303\\274.c\"\n@@ -1 +2 @@\n-x\n+y\n");
  EXPECT_EQ(lines, (ChangedLines{{"my file.c", {1}}, {"q\"\303\274.c", {2}}}));
}

TEST(Patch, LinesThatLookLikeHeads) {
  const ChangedLines lines = parse_diff(
      "--- a/a.c\n+++ b/a.c\n@@ -3 +3,3 @@\n--- count;\n\\ No newline at end of file\n+++ count;\n+@@ -9 +9 @@\n+x\n"
      "@@ -8,0 +10 @@\n+y\n");
  EXPECT_EQ(lines, (ChangedLines{{"a.c", {3, 4, 5, 10}}}));
}

}  // namespace
}  // namespace cairn::explore
