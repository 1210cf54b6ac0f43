// The compilations behind `cairn unit`: a file described, its harness for exploring and for watching, its generated
// tests.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "unit/plan.h"

namespace cairn::cli {

// A file and what it takes to compile it. Paths in the options are absolute.
struct OtherFile {
  std::filesystem::path file;
  std::vector<std::string> options;
};

// A file under test, and what it takes to compile and link it.
struct UnitSource {
  std::filesystem::path file;        // absolute
  std::filesystem::path directory;   // where the compiler is run
  std::vector<std::string> options;  // -I, -D and the like
  std::vector<OtherFile> others;     // linked where something in them is needed
  std::vector<std::string> link;     // -lm and the like
};

struct Harness {
  std::filesystem::path explored, watched;
};

base::Result<unit::Description> describe(const UnitSource& source, const std::filesystem::path& folder);

// Writes harness.c and builds both programs from it.
base::Result<Harness> build_harness(const UnitSource& source, const unit::Plan& plan,
                                    const std::filesystem::path& folder);

// The program made of a generated test file.
base::Result<std::filesystem::path> build_tests(const UnitSource& source, const unit::Plan& plan,
                                                const std::filesystem::path& tests,
                                                const std::filesystem::path& folder);

}  // namespace cairn::cli
