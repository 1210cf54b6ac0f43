// The words a program knows: what its conditions compare input bytes with.
#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "engine/explore/vocabulary.h"

namespace cairn::explore {
namespace {

using expr::Op;
using Words = std::set<std::vector<std::uint8_t>>;

class VocabularyTest : public testing::Test {
 protected:
  expr::Dag dag;
  Vocabulary vocabulary{dag};

  Words words() { return words_of(vocabulary); }
  static Words words_of(Vocabulary& known) {
    known.update();
    base::Rng rng(1);
    Words drawn;
    for (int i = 0; i < 2000 && !known.empty(); ++i) {
      const auto word = known.draw(rng);
      drawn.emplace(word.begin(), word.end());
    }
    return drawn;
  }
  expr::ExprId bytes(std::uint32_t first, unsigned count) { return dag.input(expr::ByteId(first), count); }
  expr::ExprId number(std::uint64_t value, unsigned width) { return dag.constant(value, width); }
};

TEST_F(VocabularyTest, KnowsWhatMustBeEqual) {
  EXPECT_EQ(words(), Words{});
  dag.equal(bytes(0, 1), number(':', 8));
  dag.equal(bytes(4, 4), number(0x1a4e5243, 32));
  EXPECT_EQ(words(), (Words{{':'}, {'C', 'R', 'N', 0x1a}}));
}

TEST_F(VocabularyTest, KnowsConstantsOfTheSourceAsWellAsWhatWasRecorded) {
  const std::vector<std::string_view> constants{"if", "of"};
  Vocabulary both(dag, constants);
  EXPECT_EQ(words_of(both), (Words{{'i', 'f'}, {'o', 'f'}}));
  dag.equal(bytes(0, 1), number('=', 8));
  EXPECT_EQ(words_of(both), (Words{{'i', 'f'}, {'o', 'f'}, {'='}}));
}

TEST_F(VocabularyTest, KnowsTheEndsOfARangeThatStandsBehindArithmetic) {
  const auto digit = dag.make(Op::Sub, 8, bytes(0, 1), number('0', 8));
  dag.make(Op::Ult, 1, digit, number(10, 8));
  EXPECT_EQ(words(), (Words{{'0'}, {'9'}}));
}

TEST_F(VocabularyTest, WritesNumbersInTheOrderTheInputHasThem) {
  dag.equal(dag.make(Op::Bswap, 16, bytes(0, 2)), number(0xcafe, 16));
  EXPECT_EQ(words(), (Words{{0xca, 0xfe}}));
}

TEST_F(VocabularyTest, LearnsWhatComesLaterAndNothingTwice) {
  dag.equal(bytes(0, 1), number('a', 8));
  EXPECT_EQ(words(), (Words{{'a'}}));
  dag.equal(bytes(1, 1), number('a', 8));
  dag.equal(bytes(1, 1), number('b', 8));
  dag.equal(bytes(2, 1), bytes(3, 1));
  EXPECT_EQ(words(), (Words{{'a'}, {'b'}}));
}

TEST_F(VocabularyTest, LearnsFromOtherExpressionsInThePlaceOfTheFirst) {
  dag.equal(bytes(0, 1), number('a', 8));
  EXPECT_EQ(words(), (Words{{'a'}}));
  std::destroy_at(&dag);
  std::construct_at(&dag);
  vocabulary.forget();
  dag.equal(bytes(0, 1), number('b', 8));
  EXPECT_EQ(words(), (Words{{'a'}, {'b'}}));
}

}  // namespace
}  // namespace cairn::explore
