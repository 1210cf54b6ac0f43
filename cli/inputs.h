// From the options that declare inputs to the objects of an input; KLEE's spellings of them among the program's
// arguments, too.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "engine/trace/input.h"

namespace cairn::cli {

struct Inputs {
  std::vector<trace::Object> declared;
  std::vector<std::string> command;  // without KLEE's spellings: `@arg` stands where they stood
};

// Says what is wrong in one sentence: sizes, counts and names that make no sense.
base::Result<Inputs> inputs_of(const Options& options, const std::vector<std::string>& command);

// An input for each file of the directory, by name: the file's bytes, cut to what fits, are the content of standard
// input, else of the first symbolic file, else of the first symbolic argument.
base::Result<std::vector<trace::Input>> seeds_of(const std::string& directory,
                                                 const std::vector<trace::Object>& declared);

}  // namespace cairn::cli
