#include "engine/explore/update_shares.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "engine/base/stopwatch.h"
#include "engine/explore/session.h"
#include "engine/explore/summary.h"

namespace cairn::explore {

namespace {

namespace fs = std::filesystem;

constexpr const char* kRange = "range";

// Keeps the latest for another thread.
class Heard final : public Reporter {
 public:
  void progress(const Progress& progress) override {
    const std::lock_guard lock(mutex_);
    latest_ = progress;
  }
  [[nodiscard]] Progress latest() {
    const std::lock_guard lock(mutex_);
    return latest_;
  }

 private:
  std::mutex mutex_;
  Progress latest_;
};

base::Result<Part> read_part(suite::RunDirectory& directory) {
  Part part;
  TRY(auto paths, directory.paths());
  TRY(const auto signatures, directory.signatures());
  TRY(const auto bugs, directory.bugs());
  for (suite::PathRecord& path : paths) part.paths.push_back({0, std::move(path.input)});
  for (const suite::BugRecord& bug : bugs) {
    if (bug.path >= 1 && bug.path <= part.paths.size()) part.paths[bug.path - 1].bug = true;
  }
  for (const suite::SignatureRecord& each : signatures) {
    if (each.path >= 1 && each.path <= part.paths.size()) part.paths[each.path - 1].key = each.key;
  }
  TRY(part.sides, directory.sides());
  TRY(part.answers, directory.answers());
  return part;
}

base::Result<Part> explore_share(base::Context& context, const SharesOptions& options, const fs::path& directory,
                                 const ShareWork& work, const Heritage& heritage,
                                 const std::vector<suite::SideRecord>& known, Reporter& reporter) {
  const base::Stopwatch watch;
  Inheritance inheritance;
  inheritance.answers = heritage.answers;
  inheritance.precedent = [&](const Knowledge& knowledge) {
    SoundPrecedent made = sound_precedent(heritage, knowledge, options.session.depth.has_value());
    made.learnt->learn(known);
    made.within->restrict_to(work.share);
    return std::move(made.whole);
  };
  TRY(const auto session, Session::create(context, options.session, directory, true, std::move(inheritance)));
  for (const trace::Input& input : work.inputs) {
    if (context.stop || (options.each.seconds && watch.seconds() >= *options.each.seconds)) break;
    TRY_STATUS(session->loop().report_if_due(reporter));
    TRY_STATUS(session->loop().rerun(input, 0));
  }
  Budget left = options.each;
  if (left.seconds) *left.seconds = std::max(0.0, *left.seconds - watch.seconds());
  const std::uint64_t runs = session->totals().runs;
  TRY_STATUS(session->explore(left, reporter));
  TRY(Part part, read_part(session->directory()));
  part.totals = session->totals();
  part.runs = part.totals.runs - runs;
  return part;
}

// The threads, and what they have done so far.
class Crew {
 public:
  explicit Crew(std::size_t shares) : contexts_(shares), heard_(shares), parts_(shares) {
    for (auto& context : contexts_) context = std::make_unique<base::Context>(0);
    for (auto& heard : heard_) heard = std::make_unique<Heard>();
  }

  using Explore = std::function<base::Result<Part>(std::size_t, base::Context&, Reporter&)>;

  void start(unsigned jobs, const Explore& explore) {
    for (unsigned i = 0; i < jobs; ++i) {
      threads_.emplace_back([this, explore] {
        for (std::size_t at = next_++; at < parts_.size(); at = next_++) {
          auto part = explore(at, *contexts_[at], *heard_[at]);
          const std::lock_guard lock(mutex_);
          parts_[at] = std::move(part);
          ++done_;
          changed_.notify_all();
        }
      });
    }
  }

  // Shows how far they are until all have ended.
  void wait(base::Context& context, double seconds, const Totals& so_far, Reporter& reporter) {
    std::unique_lock lock(mutex_);
    while (
        !changed_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return done_ == parts_.size(); })) {
      if (context.stop) {
        for (const auto& each : contexts_) each->stop = true;
      }
      Progress all;
      all.totals = so_far;
      for (const auto& each : heard_) {
        const Progress one = each->latest();
        add_work(all.totals, one.totals);
        all.totals.runs += one.totals.runs;
        all.totals.seconds = std::max(all.totals.seconds, so_far.seconds + one.totals.seconds);
        all.runs_per_second += one.runs_per_second;
        all.open += one.open;
        if (one.coverage.branches.covered >= all.coverage.branches.covered) all.coverage = one.coverage;
      }
      reporter.progress(all);
    }
    lock.unlock();
    for (std::thread& thread : threads_) thread.join();
  }

  [[nodiscard]] std::vector<std::optional<base::Result<Part>>>& parts() { return parts_; }

 private:
  std::vector<std::unique_ptr<base::Context>> contexts_;
  std::vector<std::unique_ptr<Heard>> heard_;
  std::vector<std::optional<base::Result<Part>>> parts_;
  std::vector<std::thread> threads_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t done_ = 0;
};

}  // namespace

void Learnt::learn(std::span<const suite::SideRecord> sides) {
  for (const suite::SideRecord& side : sides) {
    const bool decided =
        side.knowledge == suite::SideKnowledge::infeasible || side.knowledge == suite::SideKnowledge::unknown;
    if (decided) sides_.emplace(side.key, side.knowledge);
  }
}

std::optional<Settled> Learnt::settle(tree::SideId side, std::uint64_t key) {
  const auto known = sides_.find(key);
  if (known == sides_.end()) return first_->settle(side, key);
  const bool infeasible = known->second == suite::SideKnowledge::infeasible;
  return Settled{infeasible ? tree::SideState::infeasible : tree::SideState::unknown, known->second};
}

SoundPrecedent sound_precedent(const Heritage& heritage, const Knowledge& knowledge, bool bounded) {
  SoundPrecedent made;
  auto learnt = std::make_unique<Learnt>(
      with_proven_cores(std::make_unique<Proofs>(heritage, false), heritage.answers, knowledge));
  made.learnt = learnt.get();
  auto within = std::make_unique<WithinShare>(std::move(learnt), knowledge.tree, bounded);
  made.within = within.get();
  made.whole = std::move(within);
  return made;
}

base::Result<RangeName> RangeName::parse(const std::string& text) {
  constexpr std::size_t kMost = 10'000;
  const auto wrong = [&text] {
    return base::misuse_error(fmt::format("--range is K/M, such as 2/3 for the second of three, not \"{}\"", text));
  };
  const std::size_t slash = text.find('/');
  const auto digits = [](std::string_view word) {
    return !word.empty() && word.size() < 6 && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
  };
  if (slash == std::string::npos) return wrong();
  const std::string number = text.substr(0, slash), of = text.substr(slash + 1);
  if (!digits(number) || !digits(of)) return wrong();
  RangeName name{std::stoul(number), std::stoul(of)};
  if (name.number < 1 || name.number > name.of || name.of > kMost) return wrong();
  return name;
}

std::string RangeName::text() const { return fmt::format("{}/{}", number, of); }

base::Status record_range(suite::RunDirectory& directory, const RangeName& range) {
  return directory.set_fact(kRange, range.text());
}

base::Result<Part> load_part(const fs::path& directory, std::uint64_t program_hash) {
  if (!suite::holds_run(directory)) {
    return base::misuse_error(fmt::format("{} holds no range of an update; make it with cairn update --range K/M -o {}",
                                          directory.string(), directory.string()));
  }
  TRY(const auto opened, suite::open(directory, false));
  TRY(const auto range, opened->fact(kRange));
  if (!range) {
    return base::misuse_error(
        fmt::format("{} is a whole run and no range of an update; only what cairn update --range made can be merged",
                    directory.string()));
  }
  if (opened->manifest().program_hash != program_hash) {
    return base::misuse_error(
        fmt::format("{} was made with another build of the program than the one given", directory.string()));
  }
  TRY(Part part, read_part(*opened));
  TRY(part.range, RangeName::parse(*range));
  part.totals = read_totals(directory / "summary.json");
  return part;
}

base::Result<std::vector<Part>> explore_shares(base::Context& context, const SharesOptions& options,
                                               const std::vector<ShareWork>& work, const Heritage& heritage,
                                               const std::vector<suite::SideRecord>& known, const Totals& so_far,
                                               Reporter& reporter) {
  Crew crew(work.size());
  const auto jobs = static_cast<unsigned>(std::min<std::size_t>(options.jobs, work.size()));
  crew.start(jobs, [&](std::size_t at, base::Context& own, Reporter& heard) {
    return explore_share(own, options, options.scratch / std::to_string(at + 1), work[at], heritage, known, heard);
  });
  crew.wait(context, options.session.report_seconds, so_far, reporter);
  std::error_code ignored;
  fs::remove_all(options.scratch, ignored);
  std::vector<Part> parts;
  for (auto& part : crew.parts()) {
    if (!part->ok()) return part->error();
    parts.push_back(std::move(**part));
  }
  return parts;
}

}  // namespace cairn::explore
