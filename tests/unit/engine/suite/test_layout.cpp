// Files of a run and files of others in one directory: what is made, replaced, listed and removed.
#include <fcntl.h>
#include <stdio.h>

#include <fstream>

#include "engine/suite/files.h"
#include "engine/suite/layout.h"
#include "engine/suite/test_file.h"
#include "run_directory_test.h"

namespace cairn::suite {
namespace {

TEST_F(RunDirectoryTest, ARunIsNotOverwrittenUnlessForced) {
  base::Rng rng(6);
  {
    auto directory = make();
    add_all(*directory, records(1, 9, rng));
  }
  const auto again = create(out_, manifest(), false);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().fault, base::Fault::misuse);
  EXPECT_NE(again.error().message.find("--force"), std::string::npos);
  EXPECT_EQ(reopen()->last_path(), 9u);
  const auto unready = create(out_, manifest(), true, [] { return base::environment_error("cannot start"); });
  ASSERT_FALSE(unready.ok());
  EXPECT_EQ(unready.error().message, "cannot start");
  EXPECT_EQ(reopen()->last_path(), 9u);
  {
    std::ofstream(out_ / "notes.txt") << "mine";
    std::ofstream(out_ / "pruning.json") << "of the run";
    auto forced = create(out_, manifest(), true);
    ASSERT_TRUE(forced.ok()) << forced.error().message;
    EXPECT_EQ((*forced)->last_path(), 0u);
  }
  EXPECT_TRUE(fs::is_empty(out_ / "tests"));
  EXPECT_FALSE(fs::exists(out_ / "pruning.json"));
  EXPECT_TRUE(fs::exists(out_ / "notes.txt"));
}

TEST_F(RunDirectoryTest, OtherPeoplesDirectoriesAreLeftAlone) {
  fs::create_directories(out_ / "tests");
  std::ofstream(out_ / "thesis.tex") << "years of work";
  std::ofstream(out_ / "tests/mine") << "too";
  for (const bool force : {false, true}) {
    const auto directory = create(out_, manifest(), force);
    ASSERT_FALSE(directory.ok());
    EXPECT_EQ(directory.error().fault, base::Fault::misuse);
    const std::string& message = directory.error().message;
    EXPECT_TRUE(message.find("(thesis.tex)") != std::string::npos || message.find("(tests)") != std::string::npos)
        << message;
  }
  EXPECT_TRUE(fs::exists(out_ / "tests/mine"));
}

TEST_F(RunDirectoryTest, NamesOfOursDoNotMakeFilesOurs) {
  for (const char* name : {"tests/mine.c", "corpus/seed", "bugs/notes", "summary.json"}) {
    fs::remove_all(out_);
    fs::create_directories((out_ / name).parent_path());
    std::ofstream(out_ / name) << "years of work";
    const auto directory = create(out_, manifest(), true);
    ASSERT_FALSE(directory.ok()) << name;
    EXPECT_NE(directory.error().message.find("holds other files"), std::string::npos) << directory.error().message;
    EXPECT_TRUE(fs::exists(out_ / name));
  }
}

TEST_F(RunDirectoryTest, WhatARunLeavesThatEndedAsItBeganIsNoHindrance) {
  for (const char* folder : {"tests", "bugs", "scratch", "build"}) fs::create_directories(out_ / folder);
  for (const char* file : {"lock", "cairn.db-journal", "cairn.db-wal", "cairn.db.new", "cairn.db.new-journal",
                           "cairn.db.new-wal", "cairn.db.new-shm", "build/program"}) {
    std::ofstream(out_ / file) << "x";
  }
  EXPECT_TRUE(create(out_, manifest(), false).ok());
}

TEST_F(RunDirectoryTest, APathMayBeginWithTwoSlashes) {
  const fs::path twice = "/" + out_.string();
  ASSERT_TRUE(twice.string().starts_with("//"));
  const auto directory = create(twice, manifest(), false);
  EXPECT_TRUE(directory.ok()) << directory.error().message;
}

// A suite in version control changes with its tests, not with everybody who looks at it.
TEST_F(RunDirectoryTest, NothingOfTheMomentStaysBehind) {
  base::Rng rng(20);
  {
    auto writer = make();
    add_all(*writer, records(1, 9, rng));
    ASSERT_TRUE(writer->flush().ok());
    EXPECT_NE(*read_file(out_ / "lock", 100), "");
    EXPECT_EQ(reopen()->paths().value().size(), 9u);  // beside the writer, whose log it leaves
    ASSERT_TRUE(fs::exists(out_ / "cairn.db-wal"));
    EXPECT_NE(open_error(true), "");  // and who does not get the lock leaves the name of the holder
    EXPECT_NE(*read_file(out_ / "lock", 100), "");
    add_all(*writer, records(10, 1, rng));
  }
  EXPECT_EQ(*read_file(out_ / "lock", 100), "");
  const std::string before = *read_file(out_ / "cairn.db", 64 << 20);
  EXPECT_EQ(reopen()->paths().value().size(), 10u);
  for (const char* name : {"cairn.db-wal", "cairn.db-shm"}) EXPECT_FALSE(fs::exists(out_ / name)) << name;
  EXPECT_EQ(*read_file(out_ / "cairn.db", 64 << 20), before);
}

TEST_F(RunDirectoryTest, WhatVersionControlIsToIgnoreIsListedUnlessSomebodyDid) {
  make();
  const std::string ours = *read_file(out_ / ".gitignore", 1000);
  for (const char* name : {"/lock\n", "/scratch/\n", "/cairn.db-*\n", "*.tmp\n"})
    EXPECT_NE(ours.find(name), std::string::npos) << name;
  EXPECT_EQ(ours.find("tests"), std::string::npos);
  const auto update = [this] {
    const fs::path next = root_ / "next";
    EXPECT_TRUE(create(next, manifest(), true).ok());
    EXPECT_EQ(::renameat2(AT_FDCWD, next.c_str(), AT_FDCWD, out_.c_str(), RENAME_EXCHANGE), 0);
    EXPECT_EQ(take_apart(next, out_).value(), std::vector<fs::path>());
    EXPECT_FALSE(fs::exists(next));
    return *read_file(out_ / ".gitignore", 1000);
  };
  EXPECT_EQ(update(), ours);
  std::ofstream(out_ / ".gitignore") << "mine\n";
  EXPECT_EQ(update(), "mine\n");
  EXPECT_TRUE(create(out_, manifest(), true).ok());
  EXPECT_EQ(*read_file(out_ / ".gitignore", 1000), "mine\n");
  const fs::path copy = root_ / "copy";
  ASSERT_TRUE(copy_run(out_, copy, {}).ok());
  EXPECT_EQ(*read_file(copy / ".gitignore", 1000), ours);
  // One that stands there alone is no reason to refuse the directory.
  fs::create_directory(root_ / "listed");
  std::ofstream(root_ / "listed" / ".gitignore") << "mine\n";
  EXPECT_TRUE(create(root_ / "listed", manifest(), false).ok());
  EXPECT_EQ(*read_file(root_ / "listed" / ".gitignore", 1000), "mine\n");
}

TEST_F(RunDirectoryTest, LeftoversOfAKilledWriterAreRemovedAndLostFilesWrittenAgain) {
  base::Rng rng(8);
  {
    auto directory = make();
    add_all(*directory, records(1, 9, rng));
    ASSERT_TRUE(directory->add_bug({1, 4, "SIGSEGV", "f", "a.c", 12, 99}).ok());
  }
  const std::string first = *read_file(out_ / "tests/000001.test", 1 << 20);
  const std::string second = *read_file(out_ / "tests/000002.test", 1 << 20);
  fs::resize_file(out_ / "tests/000001.test", first.size() / 2);
  fs::remove(out_ / "tests/000002.test");
  fs::remove_all(out_ / "bugs");
  std::ofstream(out_ / "tests/000004.test") << "cairn-test 1\npath";
  std::ofstream(out_ / "tests/000003.test.tmp") << "cairn";
  reopen(true);
  EXPECT_EQ(*read_file(out_ / "tests/000001.test", 1 << 20), first);
  EXPECT_EQ(*read_file(out_ / "tests/000002.test", 1 << 20), second);
  EXPECT_TRUE(read_test(out_ / "bugs/000001.test").ok());
  EXPECT_FALSE(fs::exists(out_ / "tests/000004.test"));
  EXPECT_FALSE(fs::exists(out_ / "tests/000003.test.tmp"));
}

TEST_F(RunDirectoryTest, WhatSomebodyPutThereIsLeftAlone) {
  base::Rng rng(18);
  const auto stored = records(1, 9, rng);
  {
    auto directory = make();
    add_all(*directory, stored);
  }
  fs::copy_file(out_ / "tests/000001.test", out_ / "tests/000005.test");
  std::ofstream(out_ / "notes.tmp") << "mine";
  std::ofstream(out_ / "tests/7.test") << "mine";
  EXPECT_EQ(foreign_tests(out_), std::vector{out_ / "tests/000005.test"});
  const std::string theirs = *read_file(out_ / "tests/000005.test", 1 << 20);
  {
    auto directory = reopen(true);
    add_all(*directory, records(10, 9, rng, stored));
    ASSERT_TRUE(directory->flush().ok());
  }
  EXPECT_EQ(*read_file(out_ / "tests/000005.test", 1 << 20), theirs);
  EXPECT_TRUE(fs::exists(out_ / "tests/000006.test"));
  EXPECT_TRUE(fs::exists(out_ / "notes.tmp"));
  EXPECT_TRUE(fs::exists(out_ / "tests/7.test"));
  EXPECT_EQ(foreign_tests(out_).size(), 1u);
}

TEST_F(RunDirectoryTest, TakenApartItLosesNothingOfOthers) {
  base::Rng rng(19);
  {
    auto directory = make();
    add_all(*directory, records(1, 9, rng));
  }
  const fs::path next = root_ / "next";
  fs::create_directories(next / "tests");
  fs::create_directories(out_ / ".git/objects");
  std::ofstream(out_ / "README.md") << "mine";
  std::ofstream(out_ / "tests/note") << "mine";
  std::ofstream(out_ / "taken") << "mine";
  std::ofstream(next / "taken") << "theirs";
  fs::copy_file(out_ / "tests/000001.test", out_ / "tests/000009.test");
  fs::copy_file(out_ / "tests/000001.test", out_ / "tests/000010.test");
  std::ofstream(next / "tests/000010.test") << "theirs";
  for (int time = 0; time < 2; ++time) {
    const auto left = take_apart(out_, next);
    ASSERT_TRUE(left.ok()) << left.error().message;
    EXPECT_EQ(*left, (std::vector{out_ / "tests/000010.test", out_ / "taken"}));
  }
  EXPECT_EQ(*read_file(next / "taken", 100), "theirs");
  EXPECT_EQ(*read_file(out_ / "taken", 100), "mine");
  for (const char* name : {".git/objects", "README.md", "tests/note", "tests/000009.test"})
    EXPECT_TRUE(fs::exists(next / name)) << name;
  EXPECT_FALSE(fs::exists(next / "tests/000001.test"));
  EXPECT_FALSE(holds_run(out_));
  fs::remove(out_ / "taken");
  fs::remove(next / "tests/000010.test");
  ASSERT_TRUE(take_apart(out_, next).ok());
  EXPECT_FALSE(fs::exists(out_));
}

}  // namespace
}  // namespace cairn::suite
