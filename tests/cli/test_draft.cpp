// An update takes the place of a suite: nothing of anybody's is lost, however the place is named.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "cli/draft.h"
#include "engine/suite/run_directory.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

class DraftTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "cairn-draft-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root_ = fs::canonical(name);
    out_ = root_ / "out";
    make_run(out_);
    std::ofstream(out_ / "README.md") << "mine";
  }
  void TearDown() override { fs::remove_all(root_); }

  static void make_run(const fs::path& path) {
    EXPECT_TRUE(
        suite::create(path, {.program = "/bin/prog", .command = {"prog"}, .strategy = {}, .options = "{}"}, true).ok());
  }
  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(root_), {}));
  }

  fs::path root_, out_;
};

TEST_F(DraftTest, WhatElseStoodThereStays) {
  fs::permissions(out_, fs::perms::owner_all);
  auto draft = Draft::beside(out_);
  ASSERT_TRUE(draft.ok()) << draft.error().message;
  make_run((*draft)->path());
  std::ofstream((*draft)->path() / "summary.json") << "new";
  const auto left = (*draft)->take_place();
  ASSERT_TRUE(left.ok()) << left.error().message;
  draft->reset();
  EXPECT_TRUE(left->empty());
  EXPECT_TRUE(fs::exists(out_ / "README.md"));
  EXPECT_TRUE(fs::exists(out_ / "summary.json"));
  EXPECT_EQ(fs::status(out_).permissions(), fs::perms::owner_all);
  EXPECT_EQ(entries(), 1u);
}

TEST_F(DraftTest, OneThatTookNoPlaceIsGone) {
  {
    auto draft = Draft::beside(out_);
    ASSERT_TRUE(draft.ok());
    make_run((*draft)->path());
    EXPECT_EQ(entries(), 2u);
  }
  EXPECT_EQ(entries(), 1u);
  EXPECT_TRUE(fs::exists(out_ / "README.md"));
}

TEST_F(DraftTest, PlacesAreMeantHoweverTheyAreTyped) {
  fs::create_directory_symlink(out_, root_ / "link");
  EXPECT_EQ(place_of(root_ / "link"), out_);
  EXPECT_EQ(place_of(out_ / ""), out_);
  EXPECT_EQ(place_of(out_ / "."), out_);
  EXPECT_EQ(place_of(root_ / "new" / ""), root_ / "new");
}

TEST_F(DraftTest, WhatAKilledUpdateBeganIsEnded) {
  const fs::path killed = root_ / "out.updating-1", mine = root_ / "out.updating-2";
  make_run(killed);
  fs::create_directory(mine);
  std::ofstream(mine / "notes") << "mine";
  std::ofstream(killed / "letter") << "mine";
  auto used = Draft::beside(out_);
  ASSERT_TRUE(used.ok());
  EXPECT_TRUE(end_killed_updates(out_).empty());
  EXPECT_FALSE(fs::exists(killed));
  EXPECT_TRUE(fs::exists(out_ / "letter"));
  EXPECT_TRUE(fs::exists(mine / "notes"));
  EXPECT_TRUE(fs::exists((*used)->path()));
}

}  // namespace
}  // namespace cairn::cli
