// cairn replay [options] OUT [TEST] [-- ./any-build [arguments]]
#include "engine/suite/replay.h"

#include <fmt/core.h>

#include <cmath>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/summary.h"
#include "cli/test_number.h"
#include "cli/ticker.h"
#include "engine/explore/session.h"
#include "engine/suite/execute.h"
#include "engine/suite/files.h"
#include "engine/target/command_line.h"
#include "engine/target/start_failure.h"

namespace cairn::cli {
namespace {

struct Count {
  std::size_t passed = 0, failed = 0, outcome_only = 0;
  std::size_t skipped = 0;  // the build has no places for their inputs
  bool stopped = false;
};

// The program a run was made with, if it is still that program.
bool unchanged(const suite::Manifest& manifest) {
  const auto hash = suite::hash_file(manifest.program);
  return hash.ok() && *hash == manifest.program_hash;
}

// Under the limits of the run, unless others are given.
base::Result<target::Options> build_options(const Options& options, const suite::Manifest& manifest,
                                            std::vector<std::string> command) {
  TRY(explore::Options run, explore::options_of(manifest));
  target::Options build = std::move(run.target);
  build.command = std::move(command);
  if (options.replay_timeout) {
    build.run_milliseconds = static_cast<std::uint32_t>(std::ceil(*options.replay_timeout * 1000));
  }
  TRY(const auto sandbox, sandbox_of(options));
  if (sandbox) build.sandbox = *sandbox;
  return build;
}

// What to run: the program of the run, or the build that was named; with the run's arguments unless others follow it.
std::vector<std::string> command_of(const Options& options, std::vector<std::string> original) {
  if (!options.command_given) return original;
  if (options.command.size() > 1 || original.empty()) return options.command;
  original.front() = options.command.front();
  return original;
}

// The one that was named, or all.
base::Result<std::vector<suite::Test>> wanted_tests(const Options& options, const std::filesystem::path& directory) {
  if (options.words.size() == 1) return suite::load_tests(directory);
  TRY(const std::uint32_t number, test_number(options.words[1]));
  TRY(auto test, suite::load_test(directory, number));
  return std::vector{std::move(test)};
}

std::string progress_text(const Count& count, std::size_t all) {
  const std::size_t done = count.passed + count.failed + count.skipped;
  std::string text = fmt::format("running the suite: {} of {} tests", done, all);
  if (count.failed > 0) text += fmt::format(", {} differ", count.failed);
  return text;
}

base::Result<Count> replay_all(const Options& options, const suite::RunDirectory& directory, base::Context& context) {
  const suite::Manifest& manifest = directory.manifest();
  std::vector<std::string> original = manifest.command;
  if (!original.empty()) original.front() = manifest.program;
  if (options.command_given && options.command.empty()) return base::misuse_error("no program given after the --");
  TRY(const auto wanted, build_options(options, manifest, command_of(options, original)));
  const suite::Execute build = suite::execute_with(context, wanted);
  suite::Execute reference;
  if (options.command_given && unchanged(manifest)) {
    TRY(const auto recorded, build_options(options, manifest, original));
    reference = suite::execute_with(context, recorded);
  }
  TRY(const auto tests, wanted_tests(options, directory.path()));
  TRY(const auto line, target::CommandLine::resolve(wanted.command));
  const bool instrumented = target::check_instrumented(line.program(), wanted.command.front()).ok();
  Count count;
  Ticker ticker;
  for (const suite::Test& test : tests) {
    ticker.tick([&] { return progress_text(count, tests.size()); });
    if (!instrumented && suite::needs_engine(test.content.path.input)) {
      ++count.skipped;
      continue;
    }
    TRY(const auto result, suite::replay(test, build, reference));
    if (context.stop) {  // what Ctrl-C did to this run says nothing about it
      count.stopped = true;
      break;
    }
    if (!result.output_compared) ++count.outcome_only;
    ++(result.differences.empty() ? count.passed : count.failed);
    if (!result.differences.empty()) ticker.clear();
    for (const std::string& difference : result.differences) fmt::print("test {}: {}\n", test.number, difference);
  }
  if (count.skipped > 0 && count.skipped == tests.size()) {
    return base::misuse_error(
        fmt::format("{} was not built with cairn-cc, and only such a build can run {}: marked memory is set, or a call "
                    "fails",
                    wanted.command.front(), tests.size() == 1 ? "this test" : "these tests"));
  }
  return count;
}

std::string closing(const Count& count) {
  const std::size_t all = count.passed + count.failed;
  std::string out = fmt::format("{} of {} tests behave as expected", count.passed, all);
  if (count.failed > 0) out += fmt::format(", {} differ", count.failed);
  if (count.outcome_only == all && all > 0) {
    out += "; only exit status and signal were compared, since no output is recorded";
  } else if (count.outcome_only > 0) {
    out += fmt::format("; for {} only exit status and signal were compared", count.outcome_only);
  }
  if (count.skipped > 0) {
    out +=
        fmt::format("; {} skipped: they set marked memory or let a call fail, which takes a build made with cairn-cc",
                    count.skipped);
  }
  if (count.stopped) out += "; stopped before the end";
  return out + "\n";
}

base::Result<int> replay(const Options& options) {
  if (options.words.empty() || options.words.size() > 2) {
    return base::misuse_error(
        "cairn replay wants one run directory, perhaps the number of a test, and a build of the program after --; see "
        "cairn replay --help");
  }
  TRY(const auto directory, suite::open(options.words.front(), false));
  base::Context context(directory->manifest().seed);
  const StopOnInterrupt interrupt(context.stop);
  TRY(const Count count, replay_all(options, *directory, context));
  fmt::print("{}", closing(count));
  if (count.stopped) return kEnvironment;
  return count.failed == 0 ? kDone : kFound;
}

}  // namespace

int replay_command(const Options& options) {
  const auto status = replay(options);
  return status.ok() ? *status : fail(status.error());
}

}  // namespace cairn::cli
