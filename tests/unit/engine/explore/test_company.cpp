// Explorations that divide a tree among them, in one process: nothing is forgotten, and little is done twice.
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "harness.h"

namespace cairn::explore {
namespace {

constexpr int kBytes = 9;
constexpr std::size_t kPaths = 1 << kBytes;

// Each byte doubles the paths.
void doubling(FakeRun& run) {
  for (std::uint32_t i = 0; i < kBytes; ++i) {
    run.branch(i, run.equal(run.symbolic("b" + std::to_string(i), 1), 1));
  }
}

Case doubling_by(const std::string& strategy, std::uint64_t seed = 1) {
  return {.program = doubling, .places = kBytes, .strategy = strategy, .seed = seed, .values = {0, 1}};
}

// Where the peers of a test meet.
struct Room {
  explicit Room(std::size_t seats) : idle(seats), read(seats) {}
  std::mutex mutex;
  std::vector<std::pair<std::size_t, trace::Input>> inputs;  // by whom
  std::map<std::uint64_t, std::size_t> takers;
  std::vector<bool> idle;
  std::vector<std::size_t> read;
};

class Seat final : public Peers {
 public:
  Seat(Room& room, std::size_t number) : room_(room), number_(number) {}

  std::vector<trace::Input> arrived() override {
    const std::lock_guard lock(room_.mutex);
    std::vector<trace::Input> fresh;
    for (std::size_t& read = room_.read[number_]; read < room_.inputs.size(); ++read) {
      if (room_.inputs[read].first != number_) fresh.push_back(room_.inputs[read].second);
    }
    if (!fresh.empty()) room_.idle[number_] = false;
    received += fresh.size();
    return fresh;
  }
  bool share(const trace::Input& input) override {
    const std::lock_guard lock(room_.mutex);
    room_.inputs.emplace_back(number_, input);
    return true;
  }
  bool give(std::span<const std::uint64_t> keys) override {
    const std::lock_guard lock(room_.mutex);
    for (std::size_t i = 0; i < room_.idle.size(); ++i) {
      if (i == number_ || !room_.idle[i]) continue;
      for (const std::uint64_t key : keys) room_.takers[key] = i;
      return true;
    }
    return false;
  }
  bool hungry() const override {
    const std::lock_guard lock(room_.mutex);
    for (std::size_t i = 0; i < room_.idle.size(); ++i) {
      if (i != number_ && room_.idle[i]) return true;
    }
    return false;
  }
  bool mine(std::uint64_t key) const override {
    const std::lock_guard lock(room_.mutex);
    const auto taker = room_.takers.find(key);
    return taker != room_.takers.end() ? taker->second == number_ : key % room_.idle.size() == number_;
  }
  void take(std::uint64_t key) override {
    const std::lock_guard lock(room_.mutex);
    room_.takers.emplace(key, number_);
  }
  std::uint64_t division() const override { return 0; }
  void set_idle(bool idle) override {
    const std::lock_guard lock(room_.mutex);
    room_.idle[number_] = idle;
  }
  bool all_idle() override {
    const std::lock_guard lock(room_.mutex);
    for (std::size_t i = 0; i < room_.idle.size(); ++i) {
      if (!room_.idle[i] || room_.read[i] != room_.inputs.size()) return false;
    }
    return true;
  }
  bool ended() const override { return false; }
  PeerTotals exchange(const Progress&) override { return {1, 0, received, 0}; }

  std::size_t received = 0;

 private:
  Room& room_;
  std::size_t number_;
};

std::set<std::uint64_t> signatures(const Exploration& exploration) {
  std::set<std::uint64_t> found;
  const auto stored = exploration.directory->paths().value();
  for (const auto& path : stored) found.insert(path.signature);
  return found;
}

struct Together {
  std::set<std::uint64_t> paths;  // of all
  std::uint64_t runs = 0;
  std::uint64_t again = 0;  // of these were of inputs that somebody else had run
};

Together explore_together(const std::string& strategy) {
  constexpr std::size_t kSeats = 3;
  const TemporaryDirectory temporary;
  Room room(kSeats);
  std::vector<std::unique_ptr<Seat>> seats;
  std::vector<std::unique_ptr<Exploration>> explorations;
  for (std::size_t i = 0; i < kSeats; ++i) {
    seats.push_back(std::make_unique<Seat>(room, i));
    Case setup = doubling_by(strategy, i + 1);
    setup.options.peers = seats.back().get();
    setup.options.select = [&explorations, strategy, i](const auto&, auto, auto) {
      auto& exploration = *explorations[i];
      exploration.strategy.replace(search::find_strategy(strategy)->make({}, exploration.context.rng.split()));
    };
    explorations.push_back(std::make_unique<Exploration>(setup, fresh(temporary / std::to_string(i).c_str())));
  }
  std::vector<std::thread> threads;
  for (auto& exploration : explorations) {
    threads.emplace_back([&exploration] { EXPECT_EQ(exploration->explore(), End::explored); });
  }
  for (std::thread& thread : threads) thread.join();
  Together together;
  for (std::size_t i = 0; i < kSeats; ++i) {
    together.paths.merge(signatures(*explorations[i]));
    together.runs += explorations[i]->loop.totals().runs;
    together.again += 1 + seats[i]->received;  // the first input is everyone's
  }
  return together;
}

TEST(Company, SeveralFindAllPathsTogetherAndHardlyAnyTwice) {
  for (const char* strategy : {"bounded-dfs", "random-path", "bfs"}) {
    const Together found = explore_together(strategy);
    EXPECT_EQ(found.paths.size(), kPaths) << strategy;
    // Between taking a side and others hearing of it they may take it too, but not for long.
    EXPECT_LE(found.runs, kPaths + found.again + kPaths / 2) << strategy;
  }
}

// Another who owns everything, does nothing, and goes after a while.
class Greedy final : public Peers {
 public:
  std::vector<trace::Input> arrived() override { return {}; }
  bool share(const trace::Input&) override { return true; }
  bool hungry() const override { return false; }
  bool give(std::span<const std::uint64_t>) override { return false; }
  bool mine(std::uint64_t) const override { return gone; }
  void take(std::uint64_t) override {}
  std::uint64_t division() const override { return gone ? 1 : 0; }
  void set_idle(bool idle) override {
    if (idle && ++idle_times == 3) gone = true;
  }
  bool all_idle() override { return gone && idle_times > 4; }
  bool ended() const override { return false; }
  PeerTotals exchange(const Progress&) override { return {}; }

  bool gone = false;
  int idle_times = 0;
};

TEST(Company, WhatBelongedToOneWhoHasGoneIsDoneByTheOthers) {
  const TemporaryDirectory temporary;
  Greedy other;
  std::unique_ptr<Exploration> exploration;
  std::size_t before = 0;
  Case setup = doubling_by("bounded-dfs");
  setup.options.peers = &other;
  setup.options.select = [&](const search::View&, search::Selection selection, std::span<const tree::SideId> reopened) {
    EXPECT_EQ(selection, search::Selection::starts_over);
    EXPECT_FALSE(reopened.empty());
    before = exploration->loop.totals().paths;
    exploration->strategy.replace(search::find_strategy("bounded-dfs")->make({}, exploration->context.rng.split()));
  };
  exploration = std::make_unique<Exploration>(setup, fresh(temporary / "out"));
  EXPECT_EQ(exploration->explore(), End::explored);
  EXPECT_EQ(before, 1u);
  EXPECT_EQ(signatures(*exploration).size(), kPaths);
}

// Another who has nothing to do, whatever it is given.
class Hungry final : public Peers {
 public:
  std::vector<trace::Input> arrived() override { return {}; }
  bool share(const trace::Input&) override {
    shared_after_giving += given.size() > before_ ? 1 : 0;
    before_ = given.size();
    return takes_inputs;
  }
  bool hungry() const override { return from_the_first || idle_times > 0; }
  bool give(std::span<const std::uint64_t> keys) override {
    given.insert(keys.begin(), keys.end());
    return true;
  }
  bool mine(std::uint64_t key) const override { return !given.contains(key); }
  void take(std::uint64_t) override {}
  std::uint64_t division() const override { return 0; }
  void set_idle(bool) override {}
  bool all_idle() override {
    ++idle_times;
    return idle_times > 3;
  }
  bool ended() const override { return false; }
  PeerTotals exchange(const Progress&) override { return {}; }

  bool takes_inputs = true;
  bool from_the_first = true;  // false: once the exploration has nothing to do either
  std::set<std::uint64_t> given;
  int idle_times = 0;
  int shared_after_giving = 0;

 private:
  std::size_t before_ = 0;
};

TEST(Company, WhoHasNothingToDoIsGivenSomething) {
  const TemporaryDirectory temporary;
  Hungry other;
  Case setup = doubling_by("bfs");
  setup.options.peers = &other;
  auto exploration = std::make_unique<Exploration>(setup, fresh(temporary / "out"));
  EXPECT_EQ(exploration->explore(), End::explored);
  EXPECT_GT(other.given.size(), 0u);
  EXPECT_GT(other.shared_after_giving, 0);
  EXPECT_LT(signatures(*exploration).size(), kPaths);
  EXPECT_EQ(exploration->tree.count(tree::SideState::pruned), other.given.size());
}

// Two would hand it to and fro, and never end.
TEST(Company, WhatIsBeyondTheBoundsOfASearchIsNotGivenAwayWhenItEnds) {
  const TemporaryDirectory temporary;
  Hungry other;
  Case setup = doubling_by("bounded-dfs");
  setup.depth = kBytes - 2;
  other.from_the_first = false;
  setup.options.peers = &other;
  auto exploration = std::make_unique<Exploration>(setup, fresh(temporary / "out"));
  EXPECT_EQ(exploration->explore(), End::explored);
  EXPECT_GT(exploration->tree.count(tree::SideState::open), 32u);
  EXPECT_EQ(other.given.size(), 0u);
}

TEST(Company, WhatCannotBeSharedIsNotGivenAway) {
  const TemporaryDirectory temporary;
  Hungry other;
  other.takes_inputs = false;
  Case setup = doubling_by("bfs");
  setup.options.peers = &other;
  auto exploration = std::make_unique<Exploration>(setup, fresh(temporary / "out"));
  EXPECT_EQ(exploration->explore(), End::explored);
  EXPECT_GT(other.given.size(), 0u);
  EXPECT_EQ(signatures(*exploration).size(), kPaths);
}

TEST(Company, WhatAnotherWasToDoIsOpenWhenTheBudgetIsSpent) {
  const TemporaryDirectory temporary;
  Greedy other;
  Case setup = doubling_by("bounded-dfs");
  setup.options.peers = &other;
  auto exploration = std::make_unique<Exploration>(setup, fresh(temporary / "out"));
  EXPECT_EQ(exploration->explore({.runs = 1}), End::runs);
  EXPECT_EQ(exploration->tree.count(tree::SideState::open), std::size_t{kBytes});
  EXPECT_EQ(exploration->tree.count(tree::SideState::pruned), 0u);
}

}  // namespace
}  // namespace cairn::explore
