// One file: from its plan to its test files. Its functions are explored one after the other, calls are watched, cases are
// made of what they did, and tests that fail where they were made are dropped.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "cli/unit_build.h"
#include "cli/unit_cases.h"
#include "cli/unit_sources.h"
#include "engine/base/context.h"
#include "engine/base/result.h"
#include "unit/plan.h"

namespace cairn::cli {

// Where its tests go: in C ("c"), or for GoogleTest ("cpp").
std::filesystem::path unit_test_file(const std::filesystem::path& out, const UnitSource& source,
                                     std::string_view extension);

// Of a file that an earlier job may have made; empty where there is none.
base::Result<std::string> unit_file_content(const std::filesystem::path& path);

// Ensures: the test files are written, with the cases of other functions that were in them. `out` is absolute.
base::Result<std::vector<Outcome>> write_unit_tests(const Options& options, const UnitSource& source,
                                                    const std::filesystem::path& out, unit::Plan plan,
                                                    UnitBuilder& builder, base::Context& context);

}  // namespace cairn::cli
