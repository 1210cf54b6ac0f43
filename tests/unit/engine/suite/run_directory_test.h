// A run directory in a directory of its own, and paths to put into it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/rng.h"
#include "engine/suite/run_directory.h"

namespace cairn::suite {

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

}  // namespace cairn::suite
