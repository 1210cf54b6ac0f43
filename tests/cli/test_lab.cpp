// cairn lab, from its words to what it prints.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "cli/exit_status.h"
#include "cli/parse.h"

namespace cairn::cli {
namespace {

struct Said {
  int status = 0;
  std::string out;
};

Said lab(const std::vector<std::string>& words) {
  auto parsed = parse(*find_command("lab"), words);
  if (!parsed.ok()) return {kMisuse, ""};
  testing::internal::CaptureStdout();
  const int status = lab_command(parsed->options);
  return {status, testing::internal::GetCapturedStdout()};
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

class Lab : public testing::Test {
 protected:
  void SetUp() override {
    file_ = (std::filesystem::path(testing::TempDir()) /
             (std::string("cairn-lab-") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".jsonl"))
                .string();
    const Said models = lab({"generate", "--states", "10", "--count", "3", "--seed", "5"});
    EXPECT_EQ(models.status, kDone);
    EXPECT_EQ(lines(models.out), 3u);
    std::ofstream(file_) << models.out;
  }
  void TearDown() override { std::filesystem::remove(file_); }

  std::string file_;
};

TEST_F(Lab, SolvesWhatItGenerates) {
  const Said table = lab({"optimal", file_});
  EXPECT_EQ(table.status, kDone);
  EXPECT_EQ(lines(table.out), 1 + 3u);
  const Said both = lab({"optimal", "--format", "json", file_, file_});
  EXPECT_EQ(lines(both.out), 6u);
  EXPECT_NE(both.out.find("\"optimum\":"), std::string::npos);
}

TEST_F(Lab, ComparesHeuristicsWithTheOptimum) {
  const Said text = lab({"table", "--models", file_, "--repeat", "5"});
  EXPECT_EQ(text.status, kDone);
  for (const char* row : {"\nRT ", "\nRCN ", "\nSGS ", "\nG "}) EXPECT_NE(text.out.find(row), std::string::npos) << row;
  EXPECT_EQ(lab({"table", "--models", file_, "--repeat", "5"}).out, text.out);
  const Said json = lab({"table", "--models", file_, "--repeat", "5", "--format", "json"});
  EXPECT_NE(json.out.find("\"ratio\""), std::string::npos);
}

TEST_F(Lab, SaysNoToWhatItCannotDo) {
  EXPECT_EQ(lab({}).status, kMisuse);
  EXPECT_EQ(lab({"dance"}).status, kMisuse);
  EXPECT_EQ(lab({"table"}).status, kMisuse);
  EXPECT_EQ(lab({"optimal"}).status, kMisuse);
  EXPECT_EQ(lab({"optimal", "--format", "lp", file_}).status, kMisuse);  // three models
  EXPECT_EQ(lab({"table", "--models", file_, "--accounting", "dollars"}).status, kMisuse);
  EXPECT_EQ(lab({"optimal", file_ + ".missing"}).status, kEnvironment);
}

}  // namespace
}  // namespace cairn::cli
