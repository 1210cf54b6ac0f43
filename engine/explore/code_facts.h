// What a run directory remembers of the program's code: its functions, each with a hash over its conditionals, calls
// and the size of its blocks. Another version is compared with it to tell which functions have changed, and whether it
// is a version of the same program at all.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/program/program.h"

namespace cairn::explore {

using CodeFacts = std::map<std::string, std::uint64_t>;  // function: hash

// Functions of the program itself; models of the C library are the same everywhere.
[[nodiscard]] CodeFacts code_facts(const program::Program& program);

[[nodiscard]] std::string to_json(const CodeFacts& facts);
[[nodiscard]] CodeFacts code_facts_from_json(const std::string& text);  // empty when it cannot be read

// By number of function: whether it differs from what `before` knows of it. Models never do.
[[nodiscard]] std::vector<bool> changed_functions(const program::Program& program, const CodeFacts& before);
// The names of functions that were changed, added or removed.
[[nodiscard]] std::vector<std::string> differences(const CodeFacts& before, const CodeFacts& now);

// Functions besides main that both have.
[[nodiscard]] std::size_t common_functions(const CodeFacts& a, const CodeFacts& b);

}  // namespace cairn::explore
