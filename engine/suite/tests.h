// The suite of a run directory, read back from its files, with the outputs that were found out later.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "engine/base/result.h"
#include "engine/suite/test_file.h"

namespace cairn::suite {

struct Test {
  std::uint32_t number = 0;  // as in tests/000001.test
  TestFile content;
  bool edited = false;  // its file expects otherwise than was recorded: somebody's word, which is kept
};

// All tests that the run recorded, in order. Fails with a clear sentence when a file is missing or damaged.
base::Result<std::vector<Test>> load_tests(const std::filesystem::path& directory);

// One of them.
base::Result<Test> load_test(const std::filesystem::path& directory, std::uint32_t number);

// What was edited in a test stays in the one that it became: test `to` of another directory expects what the file of
// test `from` says. Only the file is written; what was recorded stays known.
base::Status keep_edited(const std::filesystem::path& directory, std::uint32_t from, const std::filesystem::path& other,
                         std::uint32_t to);

}  // namespace cairn::suite
