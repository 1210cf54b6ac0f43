// Queries come back from a log as they were asked: the same conditions, the same parents, the same verdicts.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/solver/chain.h"
#include "engine/solver/query_log.h"
#include "tests/unit/engine/solver/testing.h"

namespace cairn::solver {
namespace {

using namespace testing;

class Log : public ::testing::Test {
 protected:
  // One for each test: they run at the same time.
  const std::filesystem::path file_ =
      std::filesystem::path(::testing::TempDir()) /
      (std::string("queries-") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
  void TearDown() override { std::filesystem::remove(file_); }

  // As many queries as fill more than one block, sharing prefixes as those of a run do.
  std::vector<LoggedQuery> write(const Dag& dag, const std::vector<ExprId>& conditions, std::size_t count) {
    base::Rng rng(3);
    std::vector<LoggedQuery> written;
    auto log = QueryLog::create(file_, dag);
    EXPECT_TRUE(log.ok());
    LoggedQuery query;
    for (std::size_t i = 0; i < count; ++i) {
      query.constraints.resize(rng.below(query.constraints.size() + 1));
      for (std::uint64_t more = rng.below(4); more > 0; --more)
        query.constraints.push_back(conditions[rng.below(conditions.size())]);
      query.parent.set(ByteId(static_cast<std::uint32_t>(rng.below(6))), static_cast<std::uint8_t>(rng.next()));
      query.verdict = static_cast<Verdict>(rng.below(3));
      (*log)->add(query.constraints, query.parent, query.verdict);
      written.push_back(query);
    }
    EXPECT_TRUE((*log)->flush().ok());
    return written;
  }
};

std::vector<ExprId> some_conditions(Dag& dag, int count) {
  dag.name_bytes(ByteId(0), 2, 0x5eed);
  base::Rng rng(5);
  RandomExpressions random(dag, rng);
  std::vector<ExprId> result;
  while (result.size() < static_cast<std::size_t>(count)) result.push_back(random.condition(2));
  return result;
}

TEST_F(Log, GivesBackWhatWasWritten) {
  Dag dag, other;
  const auto written = write(dag, some_conditions(dag, 50), 10'000);
  const auto read = read_queries(other, file_);
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_EQ(read->size(), written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    EXPECT_EQ((*read)[i].verdict, written[i].verdict);
    ASSERT_EQ((*read)[i].constraints.size(), written[i].constraints.size());
    for (std::size_t k = 0; k < written[i].constraints.size(); ++k)
      EXPECT_EQ(other.hash((*read)[i].constraints[k]), dag.hash(written[i].constraints[k]));
    for (std::uint32_t byte = 0; byte < 6; ++byte)
      EXPECT_EQ((*read)[i].parent.get(ByteId(byte)), written[i].parent.get(ByteId(byte)));
  }
  EXPECT_EQ(other.byte_name(ByteId(1)), dag.byte_name(ByteId(1)));
}

TEST_F(Log, ACutLosesTheLastBlockOnly) {
  Dag dag, other;
  const auto written = write(dag, some_conditions(dag, 50), 10'000);
  std::filesystem::resize_file(file_, std::filesystem::file_size(file_) - 1);
  const auto read = read_queries(other, file_);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_LT(read->size(), written.size());
  EXPECT_GT(read->size(), written.size() / 2);
}

TEST_F(Log, AnythingElseIsAnError) {
  Dag dag, other;
  EXPECT_FALSE(read_queries(other, file_).ok()) << "no such file";
  std::ofstream(file_) << "this is not a log of queries at all";
  EXPECT_FALSE(read_queries(other, file_).ok());
  EXPECT_FALSE(QueryLog::create("/nowhere/at/all", dag).ok());
}

TEST_F(Log, TheChainWritesItsQueriesWhole) {
  Dag dag, other;
  const auto conditions = some_conditions(dag, 8);
  expr::Assignment parent;
  auto log = QueryLog::create(file_, dag);
  ASSERT_TRUE(log.ok());
  base::Context context(1);
  ChainOptions options;
  options.log = log->get();
  const Verdict verdict = make_chain(context, dag, options)->solve({conditions, &parent}).verdict;
  ASSERT_TRUE((*log)->flush().ok());
  const auto read = read_queries(other, file_);
  ASSERT_TRUE(read.ok() && read->size() == 1);
  EXPECT_EQ(read->front().constraints.size(), conditions.size());
  EXPECT_EQ(read->front().verdict, verdict);
}

}  // namespace
}  // namespace cairn::solver
