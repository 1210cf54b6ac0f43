// What a kind of bug means, in words for people who see it for the first time.
#pragma once

#include <string>
#include <string_view>

namespace cairn::cli {

struct BugWords {
  std::string name;     // "MemoryAccess"
  std::string summary;  // "Access to memory that is not the program's"
  std::string advice;   // what to look for
};

// Of a kind as suite::BugRecord has it.
BugWords bug_words(std::string_view kind);

}  // namespace cairn::cli
