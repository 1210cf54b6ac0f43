// cairn update [options] OUT -- ./new-version
#include "engine/explore/update.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <set>
#include <thread>

#include "cli/command.h"
#include "cli/compile.h"
#include "cli/draft.h"
#include "cli/exit_status.h"
#include "cli/exploring.h"
#include "cli/git.h"
#include "cli/interrupt.h"
#include "cli/status.h"
#include "cli/summary.h"
#include "cli/update_text.h"
#include "engine/suite/files.h"
#include "engine/suite/layout.h"
#include "engine/suite/lock.h"
#include "engine/target/command_line.h"
#include "engine/target/start_failure.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

struct Places {
  fs::path base;  // the suite that is updated
  fs::path out;   // where the new one is to be
};

base::Result<Places> places_of(const Options& options) {
  if (options.words.size() != 1 || !options.command_given || options.command.empty()) {
    return base::misuse_error(
        "cairn update wants one run directory, and the new version of the program after --; see cairn update --help");
  }
  Places places;
  places.base = options.words.front();
  TRY_STATUS(suite::check_run(places.base));
  places.out = options.out.empty() ? places.base : fs::path(options.out);
  std::error_code error;
  const bool in_place = fs::equivalent(places.base, places.out, error);
  TRY_STATUS(suite::check_directory(places.out));
  if (!in_place && suite::holds_run(places.out) && !options.force) {
    return base::misuse_error(fmt::format("{} holds a run already; replace it with --force", typed(places.out)));
  }
  return places;
}

base::Result<explore::UpdateMode> mode_of(const Options& options) {
  if (options.mode == "sound") return explore::UpdateMode::sound;
  if (options.mode == "published") return explore::UpdateMode::published;
  return base::misuse_error(fmt::format("--mode is sound or published, not \"{}\"", options.mode));
}

base::Status set_ranges(const Options& options, explore::UpdateOptions& wanted) {
  wanted.split_after = options.split_after;
  for (const RepeatedOption& each : options.repeated) wanted.merge.emplace_back(each.values.front());
  if (options.range.empty() && wanted.merge.empty()) return {};
  if (wanted.mode == explore::UpdateMode::published) {
    return base::misuse_error("--range and --merge go with --mode sound: the published method explores as it replays");
  }
  if (options.range.empty()) return {};
  TRY(wanted.range, explore::RangeName::parse(options.range));
  if (options.out.empty()) {
    return base::misuse_error(
        "--range makes a part of a suite; say with -o where to put it, and merge the parts later");
  }
  return {};
}

bool inside(const fs::path& path, const fs::path& directory) {
  std::error_code error;
  const fs::path below = fs::weakly_canonical(path, error).lexically_relative(fs::weakly_canonical(directory, error));
  return !below.empty() && *below.begin() != "..";
}

base::Status check_program(const std::vector<std::string>& command, const fs::path& out) {
  if (is_source(command.front())) {
    return base::misuse_error(fmt::format("{} is a source file; compile it with cairn-cc first", command.front()));
  }
  TRY(const auto line, target::CommandLine::resolve(command));
  if (inside(line.program(), out)) {
    return base::misuse_error(fmt::format(
        "{} stands in {}, which is about to be replaced; copy it elsewhere, or use -o", command.front(), typed(out)));
  }
  return target::check_instrumented(line.program(), command.front());
}

// A draft is gone with its update: there is nothing to go on with.
base::Error to_run_again(base::Error error) {
  if (const std::size_t at = error.message.find(suite::kGoOn); at != std::string::npos)
    error.message = error.message.substr(0, at) + "run cairn update again (the suite is as it was)";
  return error;
}

void tell(const std::set<fs::path>& left) {
  for (const fs::path& path : left)
    fmt::print(stderr, "cairn: {} could not be moved into the new suite, and stays where it is\n", path.string());
}

base::Result<int> run(const Options& options) {
  TRY(const Places places, places_of(options));
  explore::UpdateOptions wanted;
  TRY(wanted.mode, mode_of(options));
  TRY_STATUS(set_ranges(options, wanted));
  TRY_STATUS(check_program(options.command, places.out));
  if (!options.old_program.empty()) TRY_STATUS(target::CommandLine::resolve({options.old_program}));
  TRY(wanted.sandbox, sandbox_of(options));
  std::unique_ptr<suite::DirectoryLock> lock;
  if (suite::holds_run(places.out)) {
    TRY(lock, suite::DirectoryLock::take(places.out));
  }
  const fs::path place = place_of(places.out);
  TRY(const auto draft, Draft::beside(place));
  wanted.base = places.base;
  wanted.out = draft->path();
  wanted.command = options.command;
  if (!options.old_program.empty()) wanted.old_command = {options.old_program};
  wanted.budget = budget_of(options);
  wanted.jobs = static_cast<unsigned>(options.replay_jobs.value_or(std::max(1u, std::thread::hardware_concurrency())));
  if (!options.since.empty()) {
    TRY(wanted.patch, changed_since(options.since));
  }
  base::Context context(0);
  const StopOnInterrupt stop(context.stop);
  explore::Updated updated;
  {
    Status status;
    wanted.report_seconds = status.period();
    TRY(updated, explore::update(context, wanted, status));
  }
  std::error_code error;
  const bool here = fs::equivalent(fs::current_path(error), place, error);
  TRY(const auto left, draft->take_place());
  std::set<fs::path> stay(left.begin(), left.end());
  stay.merge(end_killed_updates(place));
  tell(stay);
  if (here) fmt::print(stderr, "cairn: this directory was replaced; enter it again with cd {}\n", typed(place));
  fmt::print("{}", update_text(updated, places.out, options.since));
  return updated.report.new_bugs.empty() ? kDone : kFound;
}

}  // namespace

int update_command(const Options& options) {
  const auto status = run(options);
  return status.ok() ? *status : fail(to_run_again(status.error()));
}

}  // namespace cairn::cli
