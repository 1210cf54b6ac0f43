#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <map>

#include "engine/base/rng.h"
#include "engine/suite/files.h"
#include "engine/suite/layout.h"
#include "engine/suite/run_directory.h"
#include "engine/suite/test_file.h"

namespace cairn::suite {
namespace {

namespace fs = std::filesystem;
using trace::Ending;
using trace::ObjectKind;

class RunDirectoryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "cairn-suite-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root_ = name;
    out_ = root_ / "out";
  }
  void TearDown() override { fs::remove_all(root_); }

  static Manifest manifest() {
    return {.program = "/bin/prog",
            .command = {"./prog", "-x", "\xff\n"},
            .program_hash = 0xfedcba9876543210ull,
            .strategy = "bounded-dfs",
            .seed = ~0ull,
            .options = R"({"depth":5})"};
  }

  // Consecutive paths, each derived from an earlier one; every third is kept.
  static std::vector<PathRecord> records(std::uint32_t first, std::uint32_t count, base::Rng& rng,
                                         std::vector<PathRecord> earlier = {}) {
    std::vector<PathRecord> made;
    for (std::uint32_t id = first; id < first + count; ++id) {
      PathRecord record;
      record.id = id;
      record.signature = rng.next();
      record.outcome = {Ending::exited, static_cast<int>(rng.below(256))};
      record.run = rng.next() >> 1;
      record.seconds = static_cast<double>(id) / 4;
      record.new_sides = static_cast<std::uint32_t>(rng.below(5));
      record.kept = id % 3 == 0;
      if (id % 5 == 0) record.output = std::string("out\0put", 7);
      if (earlier.empty()) {
        record.input.objects.push_back(
            {ObjectKind::standard_input, "stdin", 0, true, 200, std::vector<std::uint8_t>(100, 'a')});
      } else {
        // Mostly the last one, so that chains of deltas grow long.
        const PathRecord& parent = rng.below(4) != 0 ? earlier.back() : earlier[rng.below(earlier.size())];
        record.parent = parent.id;
        record.input = parent.input;
        record.input.objects[0].bytes[rng.below(100)] = static_cast<std::uint8_t>(rng.next());
      }
      earlier.push_back(record);
      made.push_back(record);
    }
    return made;
  }

  static void add_all(RunDirectory& directory, const std::vector<PathRecord>& records) {
    for (const PathRecord& record : records) ASSERT_TRUE(directory.add_path(record).ok());
  }

  std::unique_ptr<RunDirectory> make() {
    auto directory = create(out_, manifest(), false);
    EXPECT_TRUE(directory.ok()) << directory.error().message;
    return std::move(directory).value();
  }
  std::unique_ptr<RunDirectory> reopen(bool for_writing = false) {
    auto directory = open(out_, for_writing);
    EXPECT_TRUE(directory.ok()) << directory.error().message;
    return std::move(directory).value();
  }
  std::string open_error(bool for_writing = false) {
    auto directory = open(out_, for_writing);
    return directory.ok() ? "" : directory.error().message;
  }

  fs::path root_, out_;
};

TEST_F(RunDirectoryTest, GivesBackWhatWasStored) {
  base::Rng rng(1);
  const auto stored = records(1, 200, rng);
  const std::vector<BugRecord> bugs = {{1, 7, "SIGSEGV", "f", "a.c", 12, 99}, {2, 3, "SIGABRT", "", "", 0, ~0ull}};
  const std::vector<StoredAnswer> answers = {{5, true, {1, 2, 3}}, {~0ull, false, {}}};
  {
    auto directory = make();
    add_all(*directory, stored);
    for (const auto& bug : bugs) ASSERT_TRUE(directory->add_bug(bug).ok());
    for (const auto& answer : answers) ASSERT_TRUE(directory->add_answer(answer).ok());
    ASSERT_TRUE(directory->flush().ok());
    EXPECT_EQ(directory->paths().value(), stored);
  }
  auto directory = reopen();
  EXPECT_EQ(directory->manifest(), manifest());
  EXPECT_EQ(directory->last_path(), 200u);
  EXPECT_EQ(directory->paths().value(), stored);
  EXPECT_EQ(directory->bugs().value(), bugs);
  auto found = directory->answers().value();
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.query < b.query; });
  EXPECT_EQ(found, answers);
}

TEST_F(RunDirectoryTest, GoesOnWhereItStopped) {
  base::Rng rng(2);
  auto stored = records(1, 50, rng);
  {
    auto directory = make();
    add_all(*directory, stored);
    ASSERT_TRUE(directory->flush().ok());
  }
  auto directory = reopen(true);
  const auto more = records(51, 50, rng, stored);
  add_all(*directory, more);
  ASSERT_TRUE(directory->flush().ok());
  stored.insert(stored.end(), more.begin(), more.end());
  EXPECT_EQ(reopen()->paths().value(), stored);
  EXPECT_TRUE(fs::exists(out_ / "tests/000033.test"));
}

TEST_F(RunDirectoryTest, KeptPathsBecomeFilesInOrder) {
  base::Rng rng(3);
  const auto stored = records(1, 9, rng);
  auto directory = make();
  add_all(*directory, stored);
  EXPECT_FALSE(fs::exists(out_ / "tests/000001.test"));
  ASSERT_TRUE(directory->flush().ok());
  for (std::uint32_t number = 1; number <= 3; ++number) {
    const auto test = read_test(out_ / "tests" / ("00000" + std::to_string(number) + ".test"));
    ASSERT_TRUE(test.ok()) << test.error().message;
    EXPECT_EQ(test->path.id, 3 * number);
    EXPECT_EQ(test->path.input, stored[3 * number - 1].input);
  }
  EXPECT_FALSE(fs::exists(out_ / "tests/000004.test"));
}

TEST_F(RunDirectoryTest, BugsHaveAFileAndAList) {
  base::Rng rng(4);
  auto directory = make();
  add_all(*directory, records(1, 2, rng));
  ASSERT_TRUE(directory->flush().ok());
  ASSERT_TRUE(directory->add_bug({1, 2, "SIGSEGV", "f", "a\xff.c", 12, 99}).ok());
  ASSERT_TRUE(directory->flush().ok());
  const auto test = read_test(out_ / "bugs/000001.test");
  ASSERT_TRUE(test.ok()) << test.error().message;
  EXPECT_EQ(test->path.id, 2u);
  ASSERT_TRUE(test->bug.has_value());
  EXPECT_EQ(test->bug->kind, "SIGSEGV");
  EXPECT_EQ(test->bug->line, 12u);
  EXPECT_NE(read_file(out_ / "bugs.json", 1 << 20)->find("\"SIGSEGV\""), std::string::npos);
}

TEST_F(RunDirectoryTest, FlushedWorkSurvivesAKillAtAnyMoment) {
  base::Rng rng(5);
  for (int round = 0; round < 20; ++round) {
    fs::remove_all(out_);
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const std::uint64_t seed = rng.next();
    const pid_t child = ::fork();
    if (child == 0) {
      auto directory = create(out_, manifest(), false);
      base::Rng own(seed);
      std::vector<PathRecord> all;
      while (directory.ok()) {
        const auto last = static_cast<std::uint32_t>(all.size());
        const auto more = records(last + 1, 1 + static_cast<std::uint32_t>(own.below(20)), own, all);
        add_all(**directory, more);
        all.insert(all.end(), more.begin(), more.end());
        if (!(*directory)->flush().ok()) break;
        const std::uint32_t reported = (*directory)->last_path();
        if (::write(pipe[1], &reported, sizeof reported) != sizeof reported) break;
      }
      ::_exit(1);
    }
    ::close(pipe[1]);
    std::uint32_t reported = 0;
    std::uint64_t reports = 1 + rng.below(30);
    while (reports-- > 0) ASSERT_EQ(::read(pipe[0], &reported, sizeof reported), static_cast<ssize_t>(sizeof reported));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    for (std::uint32_t last; ::read(pipe[0], &last, sizeof last) == static_cast<ssize_t>(sizeof last);) reported = last;
    ::close(pipe[0]);
    ASSERT_TRUE(WIFSIGNALED(status));

    std::map<fs::path, std::string> seen;
    for (const auto& entry : fs::directory_iterator(out_ / "tests")) {
      if (entry.path().extension() == ".test") seen[entry.path()] = *read_file(entry.path(), 1 << 20);
    }
    auto directory = reopen(true);
    EXPECT_GE(directory->last_path(), reported);
    for (const auto& [file, content] : seen) EXPECT_EQ(*read_file(file, 1 << 20), content) << "a test that was there";
    const auto paths = directory->paths();
    ASSERT_TRUE(paths.ok()) << paths.error().message;
    EXPECT_EQ(paths->size(), directory->last_path());
    std::size_t kept = 0;
    for (const auto& path : *paths) kept += path.kept ? 1u : 0u;
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(out_ / "tests")) {
      const auto test = read_test(entry.path());
      ASSERT_TRUE(test.ok()) << test.error().message;
      EXPECT_EQ(test->path.input, (*paths)[test->path.id - 1].input);
      ++files;
    }
    EXPECT_EQ(files, kept);
  }
}

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

TEST_F(RunDirectoryTest, OneWriterAtATimeAndReadersBesideIt) {
  base::Rng rng(7);
  auto writer = make();
  add_all(*writer, records(1, 5, rng));
  ASSERT_TRUE(writer->flush().ok());
  const std::string in_use = out_.string() + " is in use by process " + std::to_string(::getpid());
  EXPECT_EQ(open_error(true).substr(0, in_use.size()), in_use);
  const auto forced = create(out_, manifest(), true);
  ASSERT_FALSE(forced.ok());
  EXPECT_EQ(forced.error().message.substr(0, in_use.size()), in_use);
  EXPECT_EQ(reopen()->paths().value().size(), 5u);
  writer.reset();
  EXPECT_EQ(open_error(true), "");
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

TEST_F(RunDirectoryTest, ADamagedDatabaseGivesAClearSentence) {
  base::Rng rng(9);
  {
    auto directory = make();
    add_all(*directory, records(1, 300, rng));
  }
  const std::string good = *read_file(out_ / "cairn.db", 64 << 20);
  const auto damage = [&](const std::string& content) {
    fs::remove(out_ / "cairn.db-wal");
    fs::remove(out_ / "cairn.db-shm");
    std::ofstream(out_ / "cairn.db", std::ios::binary) << content;
    auto directory = open(out_, false);
    if (!directory.ok()) return directory.error().message;
    const auto paths = (*directory)->paths();
    return paths.ok() ? std::string() : paths.error().message;
  };
  EXPECT_EQ(damage(good), "");
  EXPECT_NE(damage("not a database at all, but long enough to look at").find("is damaged"), std::string::npos);
  EXPECT_NE(damage("").find("is not a database of cairn"), std::string::npos);
  EXPECT_NE(damage(good.substr(0, good.size() / 2)), "");
  // Random damage is noticed, or did not hit anything that is read: wrong inputs never come back.
  const auto intact = [&] {
    damage(good);
    return reopen()->paths().value();
  }();
  int noticed = 0;
  for (int i = 0; i < 100; ++i) {
    std::string bad = good;
    for (int n = 0; n < 20; ++n) bad[100 + rng.below(bad.size() - 100)] ^= static_cast<char>(1 + rng.below(255));
    if (!damage(bad).empty()) {
      ++noticed;
      continue;
    }
    const auto paths = reopen()->paths().value();
    for (std::size_t p = 0; p < std::min(paths.size(), intact.size()); ++p)
      EXPECT_EQ(paths[p].input, intact[paths[p].id - 1].input);
  }
  EXPECT_GT(noticed, 50);
}

TEST_F(RunDirectoryTest, AnotherVersionIsRefused) {
  make();
  {
    // user_version stands at offset 60 of an SQLite file, big-endian.
    std::fstream file(out_ / "cairn.db", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(63);
    file.put(9);
  }
  EXPECT_NE(open_error().find("has format 9"), std::string::npos);
}

TEST_F(RunDirectoryTest, AMissingRunIsMisuse) {
  const auto directory = open(root_ / "nowhere", false);
  ASSERT_FALSE(directory.ok());
  EXPECT_EQ(directory.error().fault, base::Fault::misuse);
  EXPECT_NE(directory.error().message.find("holds no run"), std::string::npos);
  // Nobody knows what a directory holds that cannot be looked into.
  const auto hidden = open(root_ / std::string(300, 'x'), false);
  ASSERT_FALSE(hidden.ok());
  EXPECT_NE(hidden.error().message.find("File name too long"), std::string::npos) << hidden.error().message;
}

TEST_F(RunDirectoryTest, AFullDiskIsAnErrorAndLosesNothing) {
  // Its own little file system, in a child with its own mount namespace; needs root.
  fs::create_directories(out_);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", out_.c_str(), "tmpfs", 0, "size=1m") != 0) {
      ::_exit(77);
    }
    auto directory = create(out_, manifest(), false);
    if (!directory.ok()) ::_exit(1);
    base::Rng rng(10);
    std::vector<PathRecord> all;
    std::uint32_t flushed = 0;
    std::string message;
    while (message.empty()) {
      auto more = records(static_cast<std::uint32_t>(all.size()) + 1, 50, rng, all);
      for (auto& record : more) {
        record.input.objects[0].bytes.resize(150);
        for (auto& byte : record.input.objects[0].bytes) byte = static_cast<std::uint8_t>(rng.next());
      }
      add_all(**directory, more);
      all.insert(all.end(), more.begin(), more.end());
      const auto status = (*directory)->flush();
      if (status.ok()) {
        flushed = (*directory)->last_path();
      } else {
        message = status.error().message;
      }
    }
    if (message.find("pace") == std::string::npos) ::_exit(2);  // "no space left", "free some space"
    // What was flushed before is whole; nothing of the failed flush is half there.
    {
      auto reader = open(out_, false);
      if (!reader.ok()) ::_exit(3);
      const auto paths = (*reader)->paths();
      if (!paths.ok() || paths->size() < flushed || flushed == 0) ::_exit(4);
      if (!std::equal(paths->begin(), paths->end(), all.begin())) ::_exit(8);
    }
    // With space again, the same flush succeeds.
    if (::mount("tmpfs", out_.c_str(), "tmpfs", MS_REMOUNT, "size=64m") != 0) ::_exit(77);
    if (!(*directory)->flush().ok()) ::_exit(5);
    const auto paths = (*directory)->paths();
    if (!paths.ok() || *paths != all) ::_exit(6);
    for (const auto& entry : fs::directory_iterator(out_ / "tests")) {
      if (!read_test(entry.path()).ok()) ::_exit(7);
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "mounting needs privileges";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(RunDirectoryTest, SummariesAreReplacedWhole) {
  auto directory = make();
  ASSERT_TRUE(directory->write_summary("{\"runs\": 1}\n").ok());
  ASSERT_TRUE(directory->write_summary("{}\n").ok());
  EXPECT_EQ(*read_file(out_ / "summary.json", 100), "{}\n");
  EXPECT_FALSE(fs::exists(out_ / "summary.json.tmp"));
}

TEST_F(RunDirectoryTest, SignaturesSidesAndFactsComeBack) {
  base::Rng rng(7);
  const SignatureRecord first{1, ~0ull, 0, 0, {1, 0xffffffffu, 3}}, second{2, 5, 1, 2, {}};
  {
    auto directory = make();
    add_all(*directory, records(1, 2, rng));
    ASSERT_TRUE(directory->add_signature(first).ok() && directory->add_signature(second).ok());
    ASSERT_TRUE(directory->add_side({9, SideKnowledge::open}).ok());
    ASSERT_TRUE(directory->add_side({~0ull, SideKnowledge::unknown, 2}).ok());
    ASSERT_TRUE(directory->add_side({9, SideKnowledge::infeasible}).ok());  // known better now
    ASSERT_TRUE(directory->flush().ok());
    ASSERT_TRUE(directory->add_side({9, SideKnowledge::open}).ok());  // not asked again: no less is known
    ASSERT_TRUE(directory->set_fact("code", "{}").ok());
    ASSERT_TRUE(directory->flush().ok());
  }
  auto directory = open(out_, false).value();
  EXPECT_EQ(directory->signatures().value(), (std::vector<SignatureRecord>{first, second}));
  auto sides = directory->sides().value();
  std::ranges::sort(sides, {}, &SideRecord::key);
  EXPECT_EQ(sides, (std::vector<SideRecord>{{9, SideKnowledge::infeasible}, {~0ull, SideKnowledge::unknown, 2}}));
  EXPECT_EQ(directory->find_side(9).value(), (SideRecord{9, SideKnowledge::infeasible}));
  EXPECT_EQ(directory->find_side(~0ull).value(), (SideRecord{~0ull, SideKnowledge::unknown, 2}));
  EXPECT_EQ(directory->find_side(10).value(), std::nullopt);
  EXPECT_EQ(directory->fact("code").value(), "{}");
  EXPECT_EQ(directory->fact("none").value(), std::nullopt);
}

TEST_F(RunDirectoryTest, AProgramsHashFollowsItsContent) {
  std::ofstream(root_ / "a", std::ios::binary) << std::string(3000000, 'x');
  std::ofstream(root_ / "b", std::ios::binary) << std::string(3000000, 'x') + "y";
  fs::copy(root_ / "a", root_ / "c");
  EXPECT_EQ(*hash_file(root_ / "a"), *hash_file(root_ / "c"));
  EXPECT_NE(*hash_file(root_ / "a"), *hash_file(root_ / "b"));
  EXPECT_FALSE(hash_file(root_ / "none").ok());
}

}  // namespace
}  // namespace cairn::suite
