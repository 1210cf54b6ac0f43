#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

#include "engine/base/programs.h"

namespace cairn::base {
namespace {

namespace fs = std::filesystem;

class Programs : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = fs::temp_directory_path() / "programs-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    home_ = name;
    before_ = std::getenv("PATH");
    ::setenv("PATH", ((home_ / "first").string() + "::" + (home_ / "second").string()).c_str(), 1);
  }
  void TearDown() override {
    ::setenv("PATH", before_.c_str(), 1);
    fs::remove_all(home_);
  }
  void make_file(const fs::path& name, mode_t mode) const {
    fs::create_directories((home_ / name).parent_path());
    std::ofstream(home_ / name) << "#!/bin/sh\n";
    ASSERT_EQ(::chmod((home_ / name).c_str(), mode), 0);
  }
  fs::path home_;
  std::string before_;
};

TEST_F(Programs, AreFoundBehindFoldersAndFilesOfTheirName) {
  fs::create_directories(home_ / "first" / "tool");
  make_file("first/other", 0644);
  make_file("second/tool", 0755);
  make_file("second/other", 0755);
  EXPECT_EQ(find_in_path("tool"), home_ / "second" / "tool");
  EXPECT_EQ(find_in_path("other"), home_ / "second" / "other");
  EXPECT_EQ(find_in_path("nothing"), fs::path());
}

TEST_F(Programs, AnEmptyEntryIsTheCurrentDirectory) {
  make_file("second/tool", 0755);
  make_file("here/tool", 0755);
  const fs::path before = fs::current_path();
  fs::current_path(home_ / "here");
  EXPECT_EQ(find_in_path("tool"), "./tool");
  fs::current_path(before);
}

TEST_F(Programs, StandBesideTheRunningOne) { EXPECT_TRUE(fs::is_directory(own_directory())); }

}  // namespace
}  // namespace cairn::base
