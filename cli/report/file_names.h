// How the files of a report are called that is a folder of them. Those of an earlier report are known by their names
// and go: nobody else's may be taken for one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn::cli {

struct FileNames {
  std::string_view prefix;
  int digits = 1;  // of a test's number, at least
  std::string_view suffix;
  std::string_view about{};  // the one file that is no test; empty: none

  [[nodiscard]] std::string of(std::uint32_t test) const;

  // Whether such a report has a file of this name, for some test.
  [[nodiscard]] bool contain(std::string_view name) const;
};

}  // namespace cairn::cli
