// What a run directory holds comes back, whatever ends the writer, and what is wrong with one is said.
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <map>

#include "engine/suite/files.h"
#include "engine/suite/layout.h"
#include "engine/suite/test_file.h"
#include "run_directory_test.h"

namespace cairn::suite {
namespace {

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
