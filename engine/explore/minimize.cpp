#include "engine/explore/minimize.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/set_cover.h"
#include "engine/explore/session.h"
#include "engine/suite/execute.h"
#include "engine/suite/expectations.h"
#include "engine/suite/shrink.h"
#include "engine/suite/tests.h"

namespace cairn::explore {
namespace {

// What a run shows, as numbers: the sides that it took, then the blocks that are counted.
class Shown {
 public:
  explicit Shown(const program::Program& program) : program_(program) {}

  // In increasing order.
  std::vector<std::uint32_t> of(const trace::RawRun& run) {
    counters_.assign(run.counters.begin(), run.counters.end());
    program_.complete(counters_, run.outcome.ending != trace::Ending::exited);
    std::vector<std::uint32_t> shown;
    for (std::uint32_t i = 0; i < counters_.size(); ++i) {
      if (counters_[i] == 0) continue;
      if (const auto side = program_.side_of_counter(i); side.valid()) shown.push_back(side.value);
      if (const auto block = program_.block_of_counter(i); block.valid())
        shown.push_back(program_.sides() + block.value);
    }
    std::ranges::sort(shown);
    shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
    return shown;
  }

  // Behind these there are numbers for other things.
  [[nodiscard]] std::uint32_t end() const {
    return program_.sides() + static_cast<std::uint32_t>(program_.blocks().size());
  }

 private:
  const program::Program& program_;
  std::vector<std::uint32_t> counters_;
};

// How a run ended, and where if it crashed.
struct Ended {
  trace::Outcome outcome;
  std::uint64_t place = 0;

  explicit Ended(const trace::RawRun& run) : outcome(run.outcome), place(run.fault.empty() ? 0 : run.fault.front()) {}
  bool operator==(const Ended&) const = default;
};

struct Candidate {
  const suite::Test* test;
  trace::Input original;
  Ended ended;
  std::vector<std::uint32_t> shown;       // by the original
  const suite::BugRecord* bug = nullptr;  // that it was kept for
  bool steady = true;                     // ends as it did when it was found
  trace::Input input{};                   // what has become of it,
  std::vector<std::uint32_t> still{};     // and what that shows
};

class Silent final : public Reporter {
 public:
  void progress(const Progress&) override {}
};

class Minimizer {
 public:
  using Tell = std::function<void(const MinimizeProgress&)>;

  Minimizer(base::Context& context, const MinimizeOptions& options, const Tell& tell)
      : context_(context), options_(options), tell_(tell) {}

  base::Result<Minimized> run() {
    TRY_STATUS(load());
    TRY_STATUS(run_tests());
    choose();
    if (options_.shrink) TRY_STATUS(shrink_inputs());
    target_.reset();
    TRY_STATUS(write());
    return std::move(result_);
  }

 private:
  base::Status load() {
    TRY(const auto directory, suite::open(options_.base, false));
    const suite::Manifest& manifest = directory->manifest();
    TRY(session_options_, options_of(manifest));
    if (options_.sandbox) session_options_.target.sandbox = *options_.sandbox;
    TRY(bugs_, directory->bugs());
    TRY(tests_, suite::load_tests(options_.base));
    target::Options plain = session_options_.target;
    plain.record = false;
    plain.in_process = false;  // a process a test, so that none depends on the ones before it
    TRY(target_, target::start(context_, plain));
    TRY(auto program, program::Program::load(manifest.program, target_->modules().modules));
    program_ = std::make_unique<program::Program>(std::move(program));
    shown_.emplace(*program_);
    return {};
  }

  base::Result<trace::RawRun> run_once(const trace::Input& input) {
    TRY(trace::RawRun run, target_->run(input));
    if (context_.stop) return stopped();
    return run;
  }

  static base::Error stopped() {
    return base::environment_error("stopped before the suite was made smaller; nothing was written");
  }

  // Every test once: what it shows now is what counts.
  base::Status run_tests() {
    std::unordered_map<std::uint32_t, const suite::BugRecord*> bug_of_path;
    for (const suite::BugRecord& bug : bugs_) bug_of_path.emplace(bug.path, &bug);
    program::Coverage coverage(*program_);
    for (const suite::Test& test : tests_) {
      tell_({.choosing = true, .done = candidates_.size(), .all = tests_.size()});
      const suite::PathRecord& path = test.content.path;
      TRY(const trace::RawRun run, run_once(path.input));
      Candidate& candidate = candidates_.emplace_back(Candidate{&test, path.input, Ended(run), {}});
      if (run.outcome.ending != trace::Ending::rejected) {
        coverage.add(run.counters, run.outcome.ending != trace::Ending::exited);
        candidate.shown = shown_->of(run);
      }
      if (const auto found = bug_of_path.find(path.id); found != bug_of_path.end()) candidate.bug = found->second;
      candidate.steady = test.edited || run.outcome == path.outcome;
      candidate.input = candidate.original;
      candidate.still = candidate.shown;
      result_.unsteady += candidate.steady ? 0 : 1;
      result_.before.bytes += suite::size_of(path.input);
    }
    result_.before.tests = tests_.size();
    result_.before.bugs = bugs_.size();
    result_.before.coverage = coverage.figures();
    return {};
  }

  void sort_by_size(std::vector<std::size_t>& indices) const {
    std::ranges::sort(indices, {},
                      [this](std::size_t i) { return std::pair(suite::size_of(candidates_[i].original), i); });
  }

  // Few tests, and of equals those that somebody edited, then the smaller ones. Each bug is one thing more that a test
  // shows.
  void choose() {
    std::vector<std::size_t> order(candidates_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [this](std::size_t i) {
      return std::tuple(!candidates_[i].test->edited, suite::size_of(candidates_[i].original), i);
    });
    std::vector<std::vector<std::uint32_t>> shown;
    for (const std::size_t i : order) {
      const Candidate& candidate = candidates_[i];
      shown.push_back(candidate.shown);
      if (candidate.bug != nullptr)
        shown.back().push_back(shown_->end() + static_cast<std::uint32_t>(candidate.bug - bugs_.data()));
    }
    const std::vector<base::Elements> sets(shown.begin(), shown.end());
    for (const std::size_t i : base::without_needless(sets, base::greedy_cover(sets))) chosen_.push_back(order[i]);
    std::ranges::sort(chosen_);
    for (const std::size_t i : chosen_)
      for (const std::uint32_t each : candidates_[i].shown) ++times_[each];
  }

  // The largest first: what smaller ones show as well it need not show.
  base::Status shrink_inputs() {
    std::vector<std::size_t> order = chosen_;
    sort_by_size(order);
    std::ranges::reverse(order);
    std::size_t done = 0;
    for (const std::size_t i : order) {
      tell_({.done = done++, .all = order.size()});
      TRY_STATUS(shrink_input(candidates_[i]));
    }
    return {};
  }

  base::Status shrink_input(Candidate& candidate) {
    // What somebody expects, they expect of this input; and what hangs would take its time with every try.
    if (!candidate.steady || candidate.test->edited || candidate.ended.outcome.ending == trace::Ending::timed_out)
      return {};
    std::vector<std::uint32_t> needed;
    std::ranges::copy_if(candidate.shown, std::back_inserter(needed),
                         [this](std::uint32_t each) { return times_[each] == 1; });
    std::uint64_t left = options_.runs;
    TRY_STATUS(suite::shrink(candidate.input, [&](const trace::Input& smaller) -> base::Result<suite::Trial> {
      if (left == 0) return suite::Trial::stop;
      --left;
      TRY(const trace::RawRun run, run_once(smaller));
      if (Ended(run) != candidate.ended) return suite::Trial::fails;
      auto shown = shown_->of(run);
      if (!std::ranges::includes(shown, needed)) return suite::Trial::fails;
      candidate.still = std::move(shown);
      return suite::Trial::serves;
    }));
    for (const std::uint32_t each : candidate.shown) --times_[each];
    for (const std::uint32_t each : candidate.still) ++times_[each];
    return {};
  }

  // A run that did nothing but these tests.
  base::Status write() {
    TRY(auto session, Session::create(context_, session_options_, options_.out, options_.force));
    auto filled = fill(*session);
    if (filled.ok()) return {};
    session.reset();
    std::error_code ignored;
    std::filesystem::remove_all(options_.out, ignored);
    return filled;
  }

  base::Status fill(Session& session) {
    for (const std::size_t i : chosen_) {
      const Candidate& candidate = candidates_[i];
      TRY(const Rerun rerun, rerun_input(session, candidate, candidate.input));
      if (candidate.bug != nullptr && rerun.bug != candidate.bug->signature) TRY_STATUS(restore(session, candidate));
    }
    TRY_STATUS(restore_missing(session));
    if (context_.stop) return stopped();
    Silent silent;
    TRY_STATUS(session.explore({.seconds = std::nullopt, .runs = 0}, silent));
    suite::RunDirectory& directory = session.directory();
    TRY_STATUS(suite::record_expectations(directory, suite::execute_with(context_, session_options_.target),
                                          suite::kMostExpectations, context_.stop));
    TRY(const auto tests, suite::load_tests(directory.path()));
    for (const suite::Test& test : tests) result_.after.bytes += suite::size_of(test.content.path.input);
    TRY_STATUS(keep_edited(tests));
    TRY(const auto bugs, directory.bugs());
    result_.after.tests = tests.size();
    result_.after.bugs = bugs.size();
    result_.after.coverage = session.coverage();
    return {};
  }

  base::Status keep_edited(const std::vector<suite::Test>& tests) {
    std::set<std::uint32_t> kept;
    for (const suite::Test& test : tests) {
      const auto edited = edited_.find(test.content.path.id);
      if (edited == edited_.end()) continue;
      TRY_STATUS(suite::keep_edited(options_.base, edited->second, options_.out, test.number));
      kept.insert(edited->second);
    }
    result_.edited = kept.size();
    result_.dropped = static_cast<std::size_t>(std::ranges::count_if(tests_, &suite::Test::edited)) - kept.size();
    return {};
  }

  // Smaller inputs were tried without recording. Should one show less when it is recorded, tests as they were show the
  // rest.
  base::Status restore_missing(Session& session) {
    for (const Candidate& candidate : candidates_) {
      const bool missing = std::ranges::any_of(candidate.shown, [&](std::uint32_t each) {
        return each < program_->sides() && !session.covered().covered(program::SideId(each));
      });
      if (missing) TRY_STATUS(restore(session, candidate));
    }
    return {};
  }

  base::Status restore(Session& session, const Candidate& candidate) {
    ++result_.restored;
    TRY_STATUS(rerun_input(session, candidate, candidate.original));
    return {};
  }

  base::Result<Rerun> rerun_input(Session& session, const Candidate& candidate, const trace::Input& input) {
    TRY(Rerun rerun, session.loop().rerun(input, 0));
    if (candidate.test->edited && rerun.path != 0) edited_.emplace(rerun.path, candidate.test->number);
    return rerun;
  }

  base::Context& context_;
  const MinimizeOptions& options_;
  const Tell& tell_;
  Options session_options_;
  std::vector<suite::BugRecord> bugs_;
  std::vector<suite::Test> tests_;
  std::unique_ptr<target::Target> target_;
  std::unique_ptr<program::Program> program_;
  std::optional<Shown> shown_;
  std::vector<Candidate> candidates_;                        // in the order of the tests
  std::vector<std::size_t> chosen_;                          // in that order
  std::unordered_map<std::uint32_t, std::uint32_t> times_;   // by how many of the chosen it is shown
  std::unordered_map<std::uint32_t, std::uint32_t> edited_;  // by the path that it became: the test that was edited
  Minimized result_;
};

}  // namespace

base::Result<Minimized> minimize(base::Context& context, const MinimizeOptions& options,
                                 const std::function<void(const MinimizeProgress&)>& progress) {
  return Minimizer(context, options, progress).run();
}

}  // namespace cairn::explore
