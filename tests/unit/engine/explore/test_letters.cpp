// Letters: what a run shows of the bytes that its input would have had to have.
#include <gtest/gtest.h>

#include "engine/explore/letters.h"
#include "harness.h"

namespace cairn::explore {
namespace {

class LettersTest : public testing::Test {
 protected:
  void run(const FakeTarget::Program& program, std::uint64_t runs = 1) {
    exploration = std::make_unique<Exploration>(Case{.program = program}, fresh(directory / "out"));
    exploration->explore({.runs = runs});
  }

  // The sides that the first run took.
  std::vector<tree::SideId> first_path() {
    const tree::Tree& tree = exploration->tree;
    std::vector<tree::SideId> path;
    for (tree::NodeId node = tree.root(); node.valid() && tree.node(node).origin == tree.node(tree.root()).origin;) {
      std::uint32_t taken = 0;
      while (tree.state(tree.side(node, taken)) != tree::SideState::visited) ++taken;
      path.push_back(tree.side(node, taken));
      node = tree.child(path.back());
    }
    return path;
  }

  std::vector<Letters::Letter> missing(Letters& letters) {
    const tree::Tree& tree = exploration->tree;
    return letters.missing(first_path(), tree.node(tree.root()).origin);
  }

  TemporaryDirectory directory;
  std::unique_ptr<Exploration> exploration;
};

TEST_F(LettersTest, AreTheValuesWithWhichAComparisonWouldHaveGoneTheOtherWay) {
  run([](FakeRun& program) {
    const Value a = program.symbolic("a", 1), b = program.symbolic("b", 1);
    program.branch(0, program.equal(a, 's'));
    program.branch(1, program.equal(b, 'c'));
  });
  Letters letters(exploration->tree);
  const auto found = missing(letters);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].value, 's');
  EXPECT_EQ(exploration->objects.name_of(found[0].byte), "a[0]");
  EXPECT_EQ(found[1].value, 'c');
  EXPECT_EQ(exploration->objects.name_of(found[1].byte), "b[0]");
  EXPECT_NE(found[0].conditional, found[1].conditional);
}

TEST_F(LettersTest, AreNotThereWhereManyValuesWouldDoOrTheComparisonHeld) {
  run([](FakeRun& program) {
    const Value a = program.symbolic("a", 1), wide = program.symbolic("wide", 2);
    program.branch(0, program.equal(a, 0));
    program.branch(1, program.less(a, {20, 8, 0}));
    program.branch(2, program.equal(wide, 'w'));
  });
  Letters letters(exploration->tree);
  EXPECT_TRUE(missing(letters).empty());
}

TEST_F(LettersTest, AreToldOnceForAConditional) {
  run([](FakeRun& program) {
    const Value a = program.symbolic("a", 1);
    program.branch(0, program.equal(a, 's'));
    program.branch(0, program.equal(a, 's'));
    program.branch(1, program.equal(a, 's'));
  });
  Letters letters(exploration->tree);
  EXPECT_EQ(missing(letters).size(), 2u);
  EXPECT_TRUE(missing(letters).empty());
}

// What earlier runs made of the path has been told.
TEST_F(LettersTest, OfAnotherRunOnlyWhatItMade) {
  run([](FakeRun& program) { program.branch(0, program.equal(program.symbolic("a", 1), 's')); });
  Letters letters(exploration->tree);
  EXPECT_TRUE(letters.missing(first_path(), tree::OriginId{77}).empty());
}

// Nobody flips anything here: the comparison with the first letter is all there is.
TEST_F(LettersTest, LeadToWholeWords) {
  Case setup{.program =
                 [](FakeRun& program) {
                   for (int i = 0; i < 5; ++i) {
                     if (!program.read(0)) return;
                   }
                   for (const char letter : {'s', 'k', 'i', 'p'}) {
                     const auto byte = program.read(0);
                     if (!byte || !program.branch(1, program.equal(*byte, static_cast<std::uint8_t>(letter)))) return;
                   }
                   program.branch(2, {1, 1, 0});
                 },
             .words = {"skip"},
             .strategy = "mutants"};
  setup.options.declared.push_back({trace::ObjectKind::standard_input, "stdin", 0, true, 12, {}});
  trace::Input seed{setup.options.declared};
  seed.objects.front().bytes.assign(9, '.');
  setup.options.seeds.push_back(seed);
  exploration = std::make_unique<Exploration>(setup, fresh(directory / "out"));
  exploration->explore({.runs = 8});
  EXPECT_EQ(exploration->coverage.figures().branches.covered, 3u) << "both sides of the letters, and what is behind";
}

}  // namespace
}  // namespace cairn::explore
