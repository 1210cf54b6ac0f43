// From the words of the command line to Options.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace cairn::cli {

struct Parsed {
  Options options;
  bool help = false;  // --help was among them
};

// `words` are those behind the command's name. Errors are misuse, in one sentence.
base::Result<Parsed> parse(const Command& command, const std::vector<std::string>& words);

}  // namespace cairn::cli
