// The closing words of an exploration.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/explore/progress.h"
#include "engine/suite/losses.h"
#include "engine/suite/run_directory.h"

namespace cairn::cli {

struct Closing {
  std::filesystem::path out;
  explore::End end = explore::End::explored;
  explore::Progress progress;
  std::vector<suite::BugRecord> bugs;
  std::vector<suite::LossRecord> losses;  // most frequent first
  std::size_t unsteady = 0;               // tests that ended otherwise when they were run again
  bool inputs_known = true;               // false: no run used any symbolic input
  // How the only run ended, if it had symbolic input and decided nothing by it.
  std::optional<trace::Outcome> undecided{};
};

std::string closing_text(const Closing& closing);

// "packet.c:41" with the function before it, as far as known.
std::string place(const suite::BugRecord& bug);

// A path from the working directory on, when it lies below it.
std::string from_here(const std::filesystem::path& path);

// The same as it is to be typed: quoted where a shell needs it.
std::string typed(const std::filesystem::path& path);

}  // namespace cairn::cli
