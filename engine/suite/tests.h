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
};

// All tests that the run recorded, in order. Fails with a clear sentence when a file is missing or damaged.
base::Result<std::vector<Test>> load_tests(const std::filesystem::path& directory);

// One of them.
base::Result<Test> load_test(const std::filesystem::path& directory, std::uint32_t number);

}  // namespace cairn::suite
