#include "cli/unit_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "cli/command.h"
#include "cli/status.h"
#include "cli/unit_choice.h"
#include "cli/unit_reach.h"
#include "cli/unit_watch.h"
#include "engine/explore/session.h"
#include "engine/suite/files.h"
#include "engine/suite/tests.h"
#include "engine/target/plain.h"
#include "unit/failing.h"
#include "unit/harness.h"
#include "unit/test_source.h"
#include "unit/variation.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kSecondsEach = 10;
constexpr std::size_t kVariations = 240;  // calls close to those found, of one function
constexpr std::size_t kTestBytes = 64u << 20;
constexpr std::size_t kRounds = 3;   // in which tests are run and lose what fails
constexpr std::size_t kFewest = 8;   // calls that are watched together, if there are so many
constexpr std::size_t kWatched = 8;  // calls that are watched for each case that may be kept, at most

class Job {
 public:
  Job(const Options& options, UnitSource source, fs::path out, unit::Plan plan, UnitBuilder& builder,
      base::Context& context)
      : options_(options),
        source_(std::move(source)),
        out_(std::move(out)),
        plan_(std::move(plan)),
        builder_(builder),
        context_(context) {}

  base::Result<std::vector<Outcome>> run() {
    std::vector<Outcome> outcomes;
    for (const unit::Skipped& each : plan_.skipped) outcomes.push_back(skip(each.function, each.reason));
    if (plan_.functions.empty()) {
      // Cases from before, of functions that can no longer be tested, do not stay.
      if (fs::exists(unit_test_file(out_, source_, "c"))) TRY_STATUS(write_tests());
      return outcomes;
    }
    TRY(harness_, builder_.build_harness(source_, plan_, out_ / "build"));
    std::optional<base::Error> failed;
    for (std::size_t i = 0; i < plan_.functions.size() && !context_.stop; ++i) {
      auto outcome = explore_function(i);
      if (outcome.ok()) {
        outcomes.push_back(std::move(*outcome));
        continue;
      }
      if (context_.stop) break;
      // One function does not cost the others their tests; what is wrong with the command is wrong with all of them.
      if (cases_.empty() && outcome.error().fault == base::Fault::misuse) return outcome.error();
      if (!failed) failed = outcome.error();
      outcomes.push_back(skip(plan_.functions[i].declared.name, outcome.error().message));
      outcomes.back().failed = true;
    }
    if (failed && cases_.empty()) return *failed;
    TRY_STATUS(write_tests());
    const base::Status checked = drop_failing(outcomes);
    if (context_.stop) {
      fmt::print(stderr, "interrupted; the tests were not checked\n");
      return outcomes;
    }
    TRY_STATUS(checked);
    return outcomes;
  }

 private:
  static Outcome skip(const std::string& function, const std::string& reason) {
    Outcome outcome;
    outcome.function = function;
    outcome.skipped = reason;
    return outcome;
  }

  base::Result<explore::Options> exploration(std::size_t number) const {
    explore::Options wanted;
    wanted.target.command = {harness_.explored.string(), std::to_string(number)};
    TRY(const auto sandbox, sandbox_of(options_));
    if (sandbox) wanted.target.sandbox = *sandbox;
    wanted.target.run_milliseconds = static_cast<std::uint32_t>(std::ceil(options_.timeout * 1000));
    wanted.strategy = options_.unit_strategy;
    wanted.seed = options_.seed;
    wanted.keep_all = true;
    return wanted;
  }

  base::Result<Outcome> explore_function(std::size_t number) {
    Outcome outcome;
    outcome.function = plan_.functions[number].declared.name;
    fmt::print(stderr, "{} ({} of {})\n", outcome.function, number + 1, plan_.functions.size());
    TRY(explore::Options wanted, exploration(number));
    CaseList list(plan_, number, options_.cases);
    TRY(auto candidates, explore_program(wanted, outcome.function, &outcome));
    TRY(const auto reach, UnitReach::start(context_, wanted.target));
    TRY(const auto undefined, write_cases(number, std::move(candidates), wanted.target, *reach, list, outcome));
    const auto lost = [&](const Candidate& each) { return list.extended_by(each.reached); };
    if (std::ranges::any_of(undefined, lost) && !context_.stop) {
      const auto avoided = avoid_undefined(number, undefined, std::move(wanted), *reach, list, outcome);
      if (!context_.stop) TRY_STATUS(avoided);
    }
    cases_.push_back(list.take(outcome));
    return outcome;
  }

  // What the exploration found, and in `outcome` how it went.
  base::Result<std::vector<Candidate>> explore_program(explore::Options& wanted, const std::string& name,
                                                       Outcome* outcome) {
    explore::Budget budget{options_.time, options_.runs};
    if (!budget.seconds && !budget.runs) budget.seconds = kSecondsEach;
    const fs::path directory = out_ / "runs" / name;
    std::vector<suite::BugRecord> bugs;
    {
      Status status;
      wanted.report_seconds = status.period();
      TRY(const auto session, explore::Session::create(context_, wanted, directory, true));
      TRY(const explore::End end, session->explore(budget, status));
      if (outcome != nullptr) {
        outcome->explored = end == explore::End::explored;
        outcome->totals = session->totals();
        outcome->coverage = session->coverage();
      }
      TRY(bugs, session->directory().bugs());
    }
    TRY(const auto tests, suite::load_tests(directory));
    return candidates_of(tests, bugs);
  }

  // Sides of the function that only undefined calls have taken: other calls are looked for, from the same inputs in a
  // program where what C does not define is no way to go.
  base::Status avoid_undefined(std::size_t number, const std::vector<Candidate>& undefined, explore::Options wanted,
                               UnitReach& reach, CaseList& list, Outcome& outcome) {
    fmt::print(stderr, "{}: {} calls are undefined in C; looking for others\n", outcome.function, undefined.size());
    if (defined_.empty()) {
      TRY(defined_, builder_.build_defined(source_, plan_, out_ / "build"));
    }
    wanted.target.command.front() = defined_.string();
    for (const Candidate& each : undefined) wanted.seeds.push_back(each.input);
    TRY(auto candidates, explore_program(wanted, outcome.function + ".defined", nullptr));
    const std::size_t before = outcome.undefined;
    TRY_STATUS(write_cases(number, std::move(candidates), wanted.target, reach, list, outcome));
    outcome.undefined = before;  // accesses outside of objects, seen again
    return {};
  }

  // Calls that were watched for themselves.
  struct Paths {
    std::vector<Candidate> undefined;
    std::vector<std::pair<Candidate, unit::Observation>> ended;
  };

  // Watches the inputs, and calls close to them, and keeps those that tell something new. The result: the undefined.
  base::Result<std::vector<Candidate>> write_cases(std::size_t number, std::vector<Candidate> candidates,
                                                   const target::Options& limits, UnitReach& reach, CaseList& list,
                                                   Outcome& outcome) {
    TRY_STATUS(look_at(candidates, reach));
    Paths paths;
    Choice choice(std::move(candidates));
    std::size_t left = kWatched * options_.cases;
    const auto most = [&] { return std::min(left, std::max(list.room(), kFewest)); };
    while (left > 0 && !context_.stop) {
      const auto chosen = choice.next(list, most());
      if (chosen.empty()) break;
      left -= chosen.size();
      TRY_STATUS(watch_paths(number, chosen, limits, list, outcome, paths));
    }
    TRY_STATUS(watch_close(number, paths, limits, reach, list, outcome));
    while (left > 0 && !list.full() && !context_.stop) {
      const auto chosen = choice.take_rest(most());
      if (chosen.empty()) break;
      left -= chosen.size();
      TRY_STATUS(watch_paths(number, chosen, limits, list, outcome, paths));
    }
    return std::move(paths.undefined);
  }

  base::Status watch_paths(std::size_t number, const std::vector<Candidate>& chosen, const target::Options& limits,
                           CaseList& list, Outcome& outcome, Paths& paths) {
    TRY(auto pairs, watch(harness_.watched, number, given_by(chosen), limits, context_.stop));
    for (WatchedPair& pair : pairs) {
      const Candidate& each = chosen[pair.input];
      const Source source = each.matters ? Source::found : Source::path;
      if (list.add(pair, source, each.reached, outcome) == Worth::undefined) paths.undefined.push_back(each);
      const bool ended = pair.first.ending == unit::Ending::returned || pair.first.ending == unit::Ending::signalled;
      if (ended && !unit::timed_out(pair.first)) paths.ended.emplace_back(each, std::move(pair.first.observation));
    }
    return {};
  }

  base::Status watch_close(std::size_t number, const Paths& paths, const target::Options& limits, UnitReach& reach,
                           CaseList& list, Outcome& outcome) {
    std::vector<unit::Inputs> close;
    const std::size_t each = kVariations / std::max<std::size_t>(1, paths.ended.size()) + 2;
    for (const auto& [candidate, seen] : paths.ended) {
      for (auto& other : unit::variations(plan_, number, seen, candidate.given, each))
        close.push_back(std::move(other));
    }
    TRY(const auto pairs, watch(harness_.watched, number, close, limits, context_.stop));
    for (const WatchedPair& pair : pairs) {
      if (pair.first.ending != unit::Ending::returned || context_.stop) continue;
      TRY(const auto reached, reach.run(close[pair.input]));
      if (reached) list.add(pair, Source::another, *reached, outcome);
    }
    return {};
  }

  static std::vector<unit::Inputs> given_by(const std::vector<Candidate>& candidates) {
    std::vector<unit::Inputs> inputs;
    for (const Candidate& each : candidates) inputs.push_back(each.given);
    return inputs;
  }

  // Finds out what each reaches, and drops those that an assumption speaks against.
  base::Status look_at(std::vector<Candidate>& candidates, UnitReach& reach) {
    std::vector<Candidate> left;
    for (Candidate& each : candidates) {
      if (context_.stop) break;
      if (each.ends) {
        TRY(auto reached, reach.run(each.given));
        if (!reached) continue;
        each.reached = std::move(*reached);
      }
      left.push_back(std::move(each));
    }
    candidates = std::move(left);
    return {};
  }

  base::Status write_tests() {
    const fs::path c_file = unit_test_file(out_, source_, "c"), google_file = unit_test_file(out_, source_, "cpp");
    TRY(const std::string c_before, unit_file_content(c_file));
    TRY(const std::string c_tests, unit::update_c_tests(c_before, plan_, source_.file.string(), cases_));
    TRY(const std::string google_before, unit_file_content(google_file));
    TRY(const std::string google_tests, unit::update_google_tests(google_before, plan_, cases_));
    TRY_STATUS(suite::write_atomically(c_file, c_tests));
    TRY_STATUS(suite::write_atomically(google_file, google_tests));
    unit::Build build;
    build.stem = source_.file.stem().string();
    for (const OtherFile& other : source_.others) build.sources.push_back({other.file.string(), other.options});
    build.options = source_.options;
    build.include = UnitBuilder::include_directory().string();
    build.link = unit::stub_link_options(plan_);
    build.link.insert(build.link.end(), source_.link.begin(), source_.link.end());
    return suite::write_atomically(out_ / "CMakeLists.txt", unit::cmake_lists(build));
  }

  // What fails where it was made has no place in a suite: the function depends on something that is no input.
  base::Status drop_failing(std::vector<Outcome>& outcomes) {
    for (std::size_t round = 1; round <= kRounds; ++round) {
      TRY(const std::string output, run_tests());
      if (context_.stop) break;  // it may be that which ended them
      TRY(const std::string text, unit_file_content(unit_test_file(out_, source_, "c")));
      bool changed = false;
      for (unit::FunctionCases& function : cases_) {
        const unit::Dropped dropped = unit::drop_failing(function, output, text, round == kRounds);
        changed = changed || dropped.cases + dropped.checks > 0;
        for (Outcome& outcome : outcomes) {
          if (outcome.function != function.function) continue;
          outcome.unsteady += dropped.cases;
          outcome.cases = function.cases.size();
          std::erase_if(outcome.sides, [&](const auto& each) {
            return std::ranges::find(function.cases, each.first, &unit::NamedCase::name) == function.cases.end();
          });
        }
      }
      if (!changed) break;
      TRY_STATUS(write_tests());
    }
    return {};
  }

  // What the program of the tests says.
  base::Result<std::string> run_tests() {
    TRY(const fs::path program,
        builder_.build_tests(source_, plan_, unit_test_file(out_, source_, "c"), out_ / "build"));
    TRY(explore::Options wanted, exploration(0));
    target::Options limits = wanted.target;
    limits.command = {program.string()};
    limits.run_milliseconds = 300'000;
    TRY(target::PlainRun run, target::run_plain(limits, {}));
    return std::move(run.output);
  }

  const Options& options_;
  UnitSource source_;
  fs::path out_;
  unit::Plan plan_;
  UnitBuilder& builder_;
  base::Context& context_;
  Harness harness_;
  fs::path defined_;  // empty: not needed so far
  std::vector<unit::FunctionCases> cases_;
};

}  // namespace

fs::path unit_test_file(const fs::path& out, const UnitSource& source, std::string_view extension) {
  return out / fmt::format("test_{}.{}", source.file.stem().string(), extension);
}

base::Result<std::string> unit_file_content(const fs::path& path) {
  if (!fs::exists(path)) return std::string();
  return suite::read_file(path, kTestBytes);
}

base::Result<std::vector<Outcome>> write_unit_tests(const Options& options, const UnitSource& source,
                                                    const fs::path& out, unit::Plan plan, UnitBuilder& builder,
                                                    base::Context& context) {
  return Job(options, source, out, std::move(plan), builder, context).run();
}

}  // namespace cairn::cli
