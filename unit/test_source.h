// The generated test files: cases in C, which compile as a program of their own (CTest), and GoogleTest's view of the
// same cases. Each function has a region of its own in both (regions.h), so that one can be made anew without the
// others.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "unit/case.h"

namespace cairn::unit {

struct NamedCase {
  std::string name;  // "sum_case_1"
  Case content;
};

struct FunctionCases {
  std::string function;
  std::vector<NamedCase> cases;
  std::vector<std::string> remarks;  // about cases that were not written
};

// `text`: the file as it is, or empty. `included`: the file under test. Functions that are no longer there or cannot be
// tested any more lose their region.
base::Result<std::string> update_c_tests(const std::string& text, const Plan& plan, const std::string& included,
                                         const std::vector<FunctionCases>& functions);
base::Result<std::string> update_google_tests(const std::string& text, const Plan& plan,
                                              const std::vector<FunctionCases>& functions);

// The stubs of callees that cases in `text` rely on and the plan has not: cases that stay, since the plan is about
// other functions.
std::vector<std::string> stubs_of_others(const std::string& text, const Plan& plan);

struct Build {
  struct Source {
    std::string file;
    std::vector<std::string> options;
  };
  std::string stem;                  // of the file under test
  std::vector<Source> sources;       // other files it may need something of
  std::vector<std::string> options;  // for the compiler
  std::vector<std::string> link;     // for the linker
  std::string include;               // where cairn.h is
};
std::string cmake_lists(const Build& build);

}  // namespace cairn::unit
