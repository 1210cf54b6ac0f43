#include "engine/explore/update.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/base/stopwatch.h"
#include "engine/explore/heritage.h"
#include "engine/explore/keeper.h"
#include "engine/explore/parallel_runs.h"
#include "engine/explore/published.h"
#include "engine/explore/seeds.h"
#include "engine/explore/session.h"
#include "engine/explore/update_behaviour.h"
#include "engine/explore/update_bugs.h"
#include "engine/explore/update_inputs.h"
#include "engine/explore/update_ranges.h"
#include "engine/explore/update_unchanged.h"
#include "engine/search/registry.h"
#include "engine/suite/execute.h"
#include "engine/suite/expectations.h"
#include "engine/suite/files.h"
#include "engine/suite/losses.h"
#include "engine/target/command_line.h"

namespace cairn::explore {

namespace {

// Stored inputs for each target that runs them.
constexpr std::size_t kParallel = 50;
// Into which a large exploration is divided. The same for every number of jobs: so are the results.
constexpr std::size_t kShares = 8;
// Of the time that is left when it is divided: what the shares find is to be run once more.
constexpr double kForShares = 0.5;

// The program alone stands for the program with the arguments the suite was made with.
base::Result<std::vector<std::string>> command_of(const std::vector<std::string>& given,
                                                  const std::vector<std::string>& stored) {
  std::vector<std::string> command = given;
  if (command.size() == 1 && !stored.empty()) command.insert(command.end(), stored.begin() + 1, stored.end());
  const bool same =
      command.size() == stored.size() && std::equal(command.begin() + 1, command.end(), stored.begin() + 1);
  if (same) return command;
  std::string arguments;
  for (std::size_t i = 1; i < stored.size(); ++i) arguments += " " + stored[i];
  return base::misuse_error(fmt::format(
      "this suite was made with {}; give the program alone, or make a new suite with cairn run for other arguments",
      arguments.empty() ? "no fixed arguments" : "the fixed arguments" + arguments));
}

// Random strategies never end; what the change made new is explored systematically then.
std::string strategy_of(const Options& options) {
  const search::StrategyEntry* entry = search::find_strategy(options.strategy);
  return entry != nullptr && entry->complete ? options.strategy : "bounded-dfs";
}

// Conditions of the old path that the run meets in the same order.
std::size_t followed(PathKeys& keys, const OldPath& old, std::span<const tree::SideId> path) {
  std::size_t same = 0;
  while (same < old.words.size() && same < path.size() && old.words[same] == keys.word(path[same])) ++same;
  return same;
}

class Updater {
 public:
  Updater(base::Context& context, const UpdateOptions& options, Reporter& reporter, const Heritage& heritage)
      : context_(context), options_(options), reporter_(reporter), heritage_(heritage) {}

  base::Result<Updated> run() {
    TRY_STATUS(open());
    TRY_STATUS(replay());
    TRY_STATUS(check_same_program());
    report_.replay_seconds = session_->totals().seconds;
    TRY(report_.end, explore());
    TRY_STATUS(end_exploration());
    report_.totals = session_->totals();
    report_.seconds = report_.totals.seconds;
    report_.asked = report_.totals.queries - std::min(report_.totals.queries, report_.totals.stored);
    count_limits();
    TRY_STATUS(count_paths());
    TRY_STATUS(prepare_old_build());
    TRY_STATUS(count_bugs());
    TRY_STATUS(compare());
    Updated result{std::move(report_), std::nullopt};
    if (options_.patch) {
      result.patch = patch_coverage(*options_.patch, session_->program(), session_->covered());
    }
    TRY_STATUS(suite::write_atomically(options_.out / "update.json", to_json(result.report)));
    return result;
  }

 private:
  base::Status open() {
    Options wanted = heritage_.options;
    TRY(wanted.target.command, command_of(options_.command, heritage_.manifest.command));
    if (options_.sandbox) wanted.target.sandbox = *options_.sandbox;
    wanted.strategy = strategy_of(wanted);
    wanted.memory_bytes = 0;  // all stored inputs are run, and their paths compared, in one tree
    wanted.report_seconds = options_.report_seconds;
    Inheritance inheritance;
    if (options_.mode == UpdateMode::sound) {
      inheritance.answers = heritage_.answers;
      inheritance.precedent = [this, bounded = wanted.depth.has_value()](const Knowledge& knowledge) {
        SoundPrecedent made = sound_precedent(heritage_, knowledge, bounded);
        precedent_ = made.whole.get();
        within_ = made.within;
        learnt_ = made.learnt;
        return std::move(made.whole);
      };
    } else {
      inheritance.precedent = [this](const Knowledge& knowledge) {
        auto made = std::make_unique<Published>(knowledge.tree);
        published_ = made.get();
        return made;
      };
    }
    TRY(session_, Session::create(context_, wanted, options_.out, true, std::move(inheritance)));
    code_ = code_facts(session_->program());
    old_bugs_.emplace(heritage_, code_);
    report_.mode = options_.mode;
    report_.program = session_->directory().manifest().program;
    report_.old_program = heritage_.manifest.program;
    report_.base = heritage_.totals;
    return {};
  }

  // Further targets are worth their start only for many inputs.
  std::unique_ptr<ParallelRuns> parallel_runs(std::vector<const trace::Input*> inputs) {
    if (options_.jobs <= 1 || inputs.size() < kParallel * options_.jobs) return nullptr;
    target::Options build = session_->options().target;
    build.scratch = (session_->directory().path() / "scratch").string();
    return std::make_unique<ParallelRuns>(std::move(inputs), options_.jobs,
                                          [build](base::Context& own) { return target::start(own, build); });
  }

  // The next input of `runs`, or one that is run here.
  base::Result<Rerun> rerun(ParallelRuns* runs, const trace::Input& input, std::uint32_t parent) {
    TRY_STATUS(session_->loop().report_if_due(reporter_));
    const base::Stopwatch watch;
    auto raw = runs != nullptr ? runs->next() : session_->target().run(input);
    if (!raw.ok()) return raw.error();
    const double running = watch.seconds();
    return session_->loop().rerun(std::move(*raw), input, parent, running);
  }

  // Every stored input, in the order they were found.
  base::Status replay() {
    Loop& loop = session_->loop();
    InputCheck inputs(session_->objects());
    RangeFinder ranges(session_->tree());
    std::unordered_map<std::uint32_t, std::uint32_t> numbers;  // of paths, old to new
    std::vector<const trace::Input*> stored;
    for (const OldPath& old : heritage_.paths) stored.push_back(&old.record.input);
    const auto runs = parallel_runs(std::move(stored));
    for (const OldPath& old : heritage_.paths) {
      if (context_.stop)
        return base::environment_error("stopped before all stored inputs were run; nothing was changed");
      const auto found = numbers.find(old.record.parent);
      const std::uint32_t parent = found == numbers.end() ? 0 : found->second;
      TRY(const Rerun done, rerun(runs.get(), old.record.input, parent));
      if (done.path != 0) numbers.emplace(old.record.id, done.path);
      const trace::DecodedRun& run = *done.executed.run;
      inputs.add(old.record.input, run);
      Followed& entry = report_.followed.emplace_back();
      entry.path = old.record.id;
      entry.test = old.test;
      entry.new_path = done.path;
      entry.before = old.record.outcome;
      entry.after = run.outcome;
      entry.same_path = loop.keys().of(done.executed.path) == old.key;
      const std::size_t same = followed(loop.keys(), old, done.executed.path);
      entry.conditions = static_cast<std::uint32_t>(same);
      if (published_ != nullptr) published_->attach(done.executed.path, same, entry.same_path);
      ranges.add(old.record.id, done.executed.path, entry.same_path);
      if (done.bug != 0 && misbehaved(old.record.outcome)) old_bugs_->add(old, done.bug, run.outcome, entry.same_path);
    }
    input_status_ = inputs.status(options_.command.front());
    report_.ranges = ranges.ranges();
    return {};
  }

  // A suite of another program would be "updated" to nonsense.
  base::Status check_same_program() {
    // Of programs that are nothing but main, only the inputs can tell.
    const bool main_only = heritage_.code.size() <= 1 && code_.size() <= 1;
    const bool related =
        report_.kept_paths() > 0 || common_functions(heritage_.code, code_) > 0 || (main_only && input_status_.ok());
    if (!related) return another_program();
    report_.changed_functions = differences(heritage_.code, code_);
    return input_status_;
  }

  [[nodiscard]] base::Error another_program() const {
    return base::misuse_error(fmt::format(
        "{} does not look like a version of {}, which this suite was made for: no function and no path is the same; "
        "make a new suite with cairn run",
        options_.command.front(), heritage_.manifest.program));
  }

  // Here, or in several sessions once it shows to be much.
  base::Result<End> explore() {
    if (options_.mode == UpdateMode::published) return session_->explore(options_.budget, reporter_);
    if (!options_.merge.empty()) TRY_STATUS(merge_given());
    exploring_.emplace();
    Budget first = options_.budget;
    first.queries = options_.split_after;
    TRY(const End end, session_->explore(first, reporter_));
    if (options_.range) {
      report_.part = options_.range->text();
      TRY_STATUS(record_range(session_->directory(), *options_.range));
    }
    if (end != End::queries) return end;
    const auto shares =
        divide(session_->tree(), options_.range ? options_.range->of : kShares,
               [this](tree::SideId side) { return !precedent_->settle(side, session_->loop().keys().of(side)); });
    report_.explorations = shares.size();
    if (options_.range) {
      if (options_.range->number > shares.size()) return End::explored;
      within_->restrict_to(shares[options_.range->number - 1]);
    } else {
      TRY_STATUS(explore(shares));
    }
    return session_->explore(rest(), reporter_);
  }

  base::Status explore(const std::vector<Share>& shares) {
    if (shares.empty()) return {};
    suite::RunDirectory& directory = session_->directory();
    std::vector<ShareWork> work;
    for (const Share& share : shares) {
      const tree::Tree& tree = session_->tree();
      ShareWork& each = work.emplace_back(ShareWork{share, {}});
      for (const std::uint32_t path :
           session_->loop().paths_of([&](tree::SideId side) { return share.holds(outcomes_of(tree, side)); })) {
        TRY(suite::PathRecord record, directory.find_path(path));
        each.inputs.push_back(std::move(record.input));
      }
    }
    TRY(const auto known, directory.sides());
    SharesOptions options;
    options.session = session_->options();
    options.scratch = directory.path() / "scratch" / "ranges";
    options.jobs = options_.jobs;
    options.each = rest();
    // Shares wait for each other, unless there are as many jobs. How many runs each has must not depend on that.
    const double at_a_time = std::min<double>(options_.jobs, static_cast<double>(shares.size()));
    if (options.each.seconds) *options.each.seconds *= kForShares * at_a_time / static_cast<double>(shares.size());
    if (options.each.runs) *options.each.runs /= shares.size();
    TRY(auto parts, explore_shares(context_, options, work, heritage_, known, session_->totals(), reporter_));
    for (Part& part : parts) {
      runs_of_shares_ += part.runs;
      TRY_STATUS(take_in(part));
    }
    return {};
  }

  // What is left of the budget. Running what is stored, or what others found, takes none of the runs.
  [[nodiscard]] Budget rest() const {
    Budget left = options_.budget;
    if (left.seconds) *left.seconds = std::max(0.0, *left.seconds - exploring_->seconds());
    if (left.runs) {
      const std::uint64_t all = session_->totals().runs, free = report_.followed.size() + taken_in_;
      *left.runs -= std::min(*left.runs, all - std::min(all, free) + runs_of_shares_);
    }
    return left;
  }

  [[nodiscard]] bool in_a_hurry() const {
    const auto& seconds = options_.budget.seconds;
    return context_.stop || (exploring_ && seconds && exploring_->seconds() >= *seconds);
  }

  base::Status merge_given() {
    std::vector<Part> parts;
    for (const std::filesystem::path& directory : options_.merge) {
      TRY(Part part, load_part(directory, session_->directory().manifest().program_hash));
      parts.push_back(std::move(part));
    }
    // In whatever order they were given, the result is the same.
    std::ranges::sort(parts, {}, [](const Part& part) { return std::pair(part.range.of, part.range.number); });
    for (Part& part : parts) TRY_STATUS(take_in(part));
    report_.merged = parts.size();
    return {};
  }

  // What there is no time for any more waits for the next session: nothing is lost, and nothing claimed that was not
  // run. Bugs do not wait.
  base::Status take_in(Part& part) {
    Loop& loop = session_->loop();
    suite::RunDirectory& directory = session_->directory();
    TRY_STATUS(directory.flush());
    TRY(const auto signatures, directory.signatures());
    std::unordered_set<std::uint64_t> known;
    for (const suite::SignatureRecord& each : signatures) known.insert(each.key);
    std::erase_if(part.paths, [&known](const Part::Path& path) { return known.contains(path.key); });
    std::vector<const trace::Input*> inputs;
    for (const Part::Path& path : part.paths) inputs.push_back(&path.input);
    auto runs = parallel_runs(std::move(inputs));
    for (const Part::Path& path : part.paths) {
      if (in_a_hurry()) {
        runs.reset();  // which leaves none out
        if (!path.bug) {
          waiting_.push_back(path.input);
          continue;
        }
      }
      TRY_STATUS(rerun(runs.get(), path.input, 0));
      ++taken_in_;
    }
    learnt_->learn(part.sides);
    for (const suite::StoredAnswer& answer : part.answers) TRY_STATUS(directory.add_answer(answer));
    loop.add_work(part.totals);
    return {};
  }

  base::Status end_exploration() {
    // The published method takes what was left open as infeasible.
    const bool left = options_.mode == UpdateMode::published ? !heritage_.complete : session_->loop().left_open() > 0;
    report_.complete = report_.end == End::explored && !left;
    TRY_STATUS(record_end(session_->directory(), report_.complete));
    if (!waiting_.empty()) TRY_STATUS(store_seeds(session_->directory(), waiting_));
    context_.stop = false;  // Ctrl-C has ended the exploration at most; another one ends what follows
    return {};
  }

  void count_limits() {
    report_.given_up = session_->tree().count(tree::SideState::unknown);
    report_.capped_addresses = session_->tree().beyond_cap();
  }

  base::Status count_paths() {
    TRY(const auto signatures, session_->directory().signatures());
    std::unordered_set<std::uint64_t> keys;
    for (const suite::SignatureRecord& record : signatures) keys.insert(record.key);
    report_.paths = keys.size();
    report_.new_paths = static_cast<std::uint64_t>(
        std::ranges::count_if(keys, [this](std::uint64_t key) { return !heritage_.keys.contains(key); }));
    return {};
  }

  // The old build does the same with the input.
  base::Result<bool> old_build_shows(const suite::BugRecord& bug) {
    if (!old_build_) return false;
    TRY(const suite::PathRecord path, session_->directory().find_path(bug.path));
    TRY(const suite::Behaviour before, old_build_(path.input));
    return before.outcome == path.outcome;
  }

  base::Status count_bugs() {
    TRY(const auto bugs, session_->directory().bugs());
    for (const suite::BugRecord& bug : bugs) {
      bool known = old_bugs_->known(bug);
      if (!known) {
        TRY(known, old_build_shows(bug));
      }
      if (known) {
        ++report_.known_bugs;
      } else {
        report_.new_bugs.push_back(bug);
      }
    }
    report_.fixed_bugs = old_bugs_->fixed(bugs);
    return {};
  }

  base::Status prepare_old_build() {
    if (options_.old_command.empty()) return {};
    target::Options old = session_->options().target;
    TRY(old.command, command_of(options_.old_command, heritage_.manifest.command));
    old_build_ = suite::execute_with(context_, old);
    return {};
  }

  base::Status compare() {
    suite::RunDirectory& directory = session_->directory();
    const suite::Execute new_build = suite::execute_with(context_, session_->options().target);
    TRY_STATUS(suite::record_expectations(directory, new_build, suite::kMostExpectations, context_.stop));
    if (context_.stop) TRY_STATUS(carry_over_outputs(heritage_, report_.followed, directory));
    TRY(const auto tests, suite::load_tests(directory.path()));
    std::unordered_map<std::uint32_t, std::uint32_t> numbers;
    for (const suite::Test& test : tests) numbers.emplace(test.content.path.id, test.number);
    for (Followed& each : report_.followed) {
      const auto found = numbers.find(each.new_path);
      if (found != numbers.end()) each.new_test = found->second;
    }
    report_.tests = tests.size();
    report_.new_tests = tests.size() - report_.kept_tests();
    TRY_STATUS(compare_behaviour(heritage_, tests, {old_build_, new_build}, context_, report_));
    return keep_edited();
  }

  // What somebody wrote into a test is what the program should do, whatever it does now.
  base::Status keep_edited() {
    for (const suite::Test& test : heritage_.tests) {
      if (!test.edited) continue;
      ++report_.edited_before;
      const auto became = std::ranges::find(report_.followed, test.number, &Followed::test);
      if (became == report_.followed.end() || became->new_test == 0) continue;
      TRY_STATUS(suite::keep_edited(options_.base, test.number, session_->directory().path(), became->new_test));
      ++report_.edited;
    }
    return {};
  }

  base::Context& context_;
  const UpdateOptions& options_;
  Reporter& reporter_;
  const Heritage& heritage_;
  std::unique_ptr<Session> session_;
  Published* published_ = nullptr;  // the session's precedent, in that mode
  Precedent* precedent_ = nullptr;  // and in the other
  WithinShare* within_ = nullptr;   // in it
  Learnt* learnt_ = nullptr;        // likewise
  CodeFacts code_;                  // of the new version
  std::optional<OldBugs> old_bugs_;
  std::optional<base::Stopwatch> exploring_;  // since the exploration began
  std::uint64_t taken_in_ = 0;                // inputs that others had found
  std::uint64_t runs_of_shares_ = 0;
  std::vector<trace::Input> waiting_;  // found, and not run here
  suite::Execute old_build_;
  base::Status input_status_;
  UpdateReport report_;
};

// Bugs are told with lines of the source, which may be others, and so is what was lost.
bool tells_lines(const UpdateOptions& options, const Heritage& heritage, const std::string& program) {
  if (!heritage.bugs.empty()) return true;
  const auto losses = suite::read_losses(options.base);
  if (losses.ok() && losses->empty()) return false;
  const auto hash = suite::hash_file(program);
  return !hash.ok() || *hash != heritage.manifest.program_hash;
}

// Where more is asked for than the suite, inputs are run.
bool executes_the_same(const UpdateOptions& options, const Heritage& heritage) {
  const bool suite_only = options.old_command.empty() && !options.patch && !options.range && options.merge.empty();
  if (!suite_only || !heritage.image) return false;
  const auto command = command_of(options.command, heritage.manifest.command);
  const auto line = target::CommandLine::resolve(options.command);
  if (!command.ok() || !line.ok() || tells_lines(options, heritage, line->program())) return false;
  return execution_image(line->program(), *command) == heritage.image;
}

base::Result<Updated> copied(const UpdateOptions& options, const Heritage& heritage) {
  TRY(const auto command, command_of(options.command, heritage.manifest.command));
  TRY(const target::CommandLine line, target::CommandLine::resolve(command));
  Updated result;
  TRY(result.report, copy_unchanged(heritage, options.base, options.out, line.program(), command, options.mode));
  return result;
}

}  // namespace

base::Result<Updated> update(base::Context& context, const UpdateOptions& options, Reporter& reporter) {
  TRY(const Heritage heritage, Heritage::load(options.base));
  if (executes_the_same(options, heritage)) return copied(options, heritage);
  return Updater(context, options, reporter, heritage).run();
}

}  // namespace cairn::explore
