// cairn update [options] OUT -- ./new-version
#include "engine/explore/update.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <thread>

#include "cli/command.h"
#include "cli/compile.h"
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

// Where the new suite is made: a new neighbour of the place it is for, so that nothing is replaced before all is well.
// It goes with this object.
class Draft {
 public:
  static base::Result<std::unique_ptr<Draft>> beside(const fs::path& out) {
    fs::path name = fs::absolute(out).lexically_normal();
    if (!name.has_filename()) name = name.parent_path();
    TRY_STATUS(suite::make_directories(name.parent_path()));
    for (int number = ::getpid();; ++number) {
      fs::path path = fmt::format("{}.updating-{}", name.string(), number);
      std::error_code error;
      if (fs::create_directory(path, error)) return std::unique_ptr<Draft>(new Draft(std::move(path)));
      if (error) return suite::file_error("make", path, error.value());
    }
  }

  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    std::error_code ignored;
    if (!kept_) fs::remove_all(path_, ignored);
  }

  [[nodiscard]] const fs::path& path() const { return path_; }
  void keep() { kept_ = true; }

 private:
  explicit Draft(fs::path path) : path_(std::move(path)) {}

  fs::path path_;
  bool kept_ = false;
};

base::Result<Places> places_of(const Options& options) {
  if (options.words.size() != 1 || !options.command_given || options.command.empty()) {
    return base::misuse_error(
        "cairn update wants one run directory, and the new version of the program after --; see cairn update --help");
  }
  Places places;
  places.base = options.words.front();
  if (!suite::holds_run(places.base)) {
    return base::misuse_error(
        fmt::format("{0} holds no run; make one with cairn run -o {0} -- ./program", typed(places.base)));
  }
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
  for (const InputOption& each : options.inputs) wanted.merge.emplace_back(each.values.front());
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

// The new suite takes its place in one step; the draft is what stood there then, if anything did.
base::Status put_in_place(const fs::path& draft, const fs::path& out) {
  std::error_code error;
  const unsigned exchange = fs::exists(out, error) ? RENAME_EXCHANGE : 0;
  if (::renameat2(AT_FDCWD, draft.c_str(), AT_FDCWD, out.c_str(), exchange) == 0) return {};
  return suite::file_error("replace", out, errno);
}

base::Result<int> run(const Options& options) {
  TRY(const Places places, places_of(options));
  explore::UpdateOptions wanted;
  TRY(wanted.mode, mode_of(options));
  TRY_STATUS(set_ranges(options, wanted));
  TRY_STATUS(check_program(options.command, places.out));
  TRY(wanted.sandbox, sandbox_of(options));
  std::unique_ptr<suite::DirectoryLock> lock;
  if (suite::holds_run(places.out)) {
    TRY(lock, suite::DirectoryLock::take(places.out));
  }
  TRY(const auto draft, Draft::beside(places.out));
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
  if (auto placed = put_in_place(draft->path(), places.out); !placed.ok()) {
    draft->keep();
    return base::environment_error(
        fmt::format("{}; the updated suite is in {}", placed.error().message, draft->path().string()));
  }
  fmt::print("{}", update_text(updated, places.out, options.since));
  return updated.report.new_bugs.empty() ? kDone : kFound;
}

}  // namespace

int update_command(const Options& options) {
  const auto status = run(options);
  return status.ok() ? *status : fail(status.error());
}

}  // namespace cairn::cli
