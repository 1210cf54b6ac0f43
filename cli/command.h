// The commands of cairn. Each is one file; this table is where main, help and the documentation find them.
#pragma once

#include <span>
#include <string_view>

#include "cli/options.h"

namespace cairn::cli {

struct Command {
  std::string_view name;
  unsigned set;                        // which rows of the option table are its own
  std::string_view usage;              // what stands behind the name
  std::string_view summary;            // one line
  std::string_view text;               // what it does and how to use it, with an example
  int (*run)(const Options& options);  // the exit status
};

std::span<const Command> commands();
const Command* find_command(std::string_view name);

int run_command(const Options& options);
int update_command(const Options& options);
int resume_command(const Options& options);
int minimize_command(const Options& options);
int replay_command(const Options& options);
int show_command(const Options& options);
int strategies_command(const Options& options);
int report_command(const Options& options);
int doctor_command(const Options& options);
int lab_command(const Options& options);
int bench_command(const Options& options);
int unit_command(const Options& options);
int worker_command(const Options& options);

}  // namespace cairn::cli
