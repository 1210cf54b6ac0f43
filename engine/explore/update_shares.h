// The shares of an update: what is left to explore after the stored inputs were run is divided, each share is explored
// by a session of its own, here in threads or elsewhere by `cairn update --range`, and what they found is taken in.
// Nothing of it is believed: inputs are run, and a share that is missing, or found less than it should have, costs time
// only.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/context.h"
#include "engine/base/result.h"
#include "engine/explore/heritage.h"
#include "engine/explore/options.h"
#include "engine/explore/progress.h"
#include "engine/explore/proven_cores.h"
#include "engine/explore/share.h"
#include "engine/suite/run_directory.h"

namespace cairn::explore {

// What other sessions proved about the same version of the program.
class Learnt final : public Precedent {
 public:
  explicit Learnt(std::unique_ptr<Precedent> first) : first_(std::move(first)) {}

  void learn(std::span<const suite::SideRecord> sides);
  std::optional<Settled> settle(tree::SideId side, std::uint64_t key) override;
  void forget() override { first_->forget(); }

 private:
  std::unique_ptr<Precedent> first_;
  std::unordered_map<std::uint64_t, suite::SideKnowledge> sides_;
};

// The precedent of mode sound, and handles to what can be told it later.
struct SoundPrecedent {
  std::unique_ptr<Precedent> whole;
  WithinShare* within = nullptr;
  Learnt* learnt = nullptr;
};
// The heritage and the knowledge must outlive it.
[[nodiscard]] SoundPrecedent sound_precedent(const Heritage& heritage, const Knowledge& knowledge, bool bounded);

// "2/3": the second of three.
struct RangeName {
  std::size_t number = 1, of = 1;

  static base::Result<RangeName> parse(const std::string& text);
  [[nodiscard]] std::string text() const;
};

// What an exploration of a share found.
struct Part {
  struct Path {
    std::uint64_t key = 0;
    trace::Input input;
    bool bug = false;  // the first that shows it
  };
  RangeName range;
  std::vector<Path> paths;
  std::vector<suite::SideRecord> sides;
  std::vector<suite::StoredAnswer> answers;
  Totals totals;
  std::uint64_t runs = 0;  // of its exploration: without the inputs that hold it up
};

// Notes in a run directory which range it is.
base::Status record_range(suite::RunDirectory& directory, const RangeName& range);
// Fails with a clear sentence when it is no range, or that of another build of the program.
base::Result<Part> load_part(const std::filesystem::path& directory, std::uint64_t program_hash);

struct ShareWork {
  Share share;
  std::vector<trace::Input> inputs;  // that hold it up
};

struct SharesOptions {
  Options session;
  std::filesystem::path scratch;  // for their run directories; removed afterwards
  unsigned jobs = 1;
  Budget each;  // running the inputs that hold a share up takes of its time, but none of its runs
};

// Explores all of them, `jobs` at a time; the parts are in the order of the work. `known`: sides that are decided.
base::Result<std::vector<Part>> explore_shares(base::Context& context, const SharesOptions& options,
                                               const std::vector<ShareWork>& work, const Heritage& heritage,
                                               const std::vector<suite::SideRecord>& known, const Totals& so_far,
                                               Reporter& reporter);

}  // namespace cairn::explore
