// Several targets that run inputs beside whoever sends them, who can go on with other work meanwhile.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "engine/base/context.h"
#include "engine/base/result.h"
#include "engine/target/target.h"

namespace cairn::explore {

class Fleet {
 public:
  // Called in a thread of its own, in which the target lives.
  using Start = std::function<base::Result<std::unique_ptr<target::Target>>(base::Context&)>;

  Fleet(unsigned targets, Start start);
  ~Fleet();
  Fleet(const Fleet&) = delete;
  Fleet& operator=(const Fleet&) = delete;

  // No target is free: as many runs are out, sent and not taken, as there are targets.
  [[nodiscard]] bool full() const { return out_ == workers_.size(); }

  // Has the input run; its ticket is a number of the caller's. Requires !full().
  void send(trace::Input input, std::uint64_t ticket);

  struct Back {
    std::uint64_t ticket = 0;
    trace::Input input;
    double seconds = 0;               // that the run took
    base::Result<trace::RawRun> run;  // its views are valid until something is sent or taken
  };
  // What is sent from now on runs in a process of its own (Target::run_apart).
  void run_apart();
  // Whether take() would not have to wait.
  [[nodiscard]] bool ready();
  // Waits for a run that has ended: the one with the ticket, which must be out, or whichever is there first. Requires
  // that one is out.
  Back take(std::optional<std::uint64_t> ticket = std::nullopt);

 private:
  // Taken: whoever sent it looks at what the target has in memory.
  enum class State { idle, sent, ended, taken };
  struct Worker {
    State state = State::idle;
    std::uint64_t ticket = 0;
    trace::Input input;
    std::optional<Back> back;
    std::thread thread;
  };

  void work(Worker& worker);
  Worker* ended(std::optional<std::uint64_t> ticket);

  Start start_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  bool apart_ = false;
  std::size_t out_ = 0;  // sent, and not taken yet
  std::vector<Worker> workers_;
};

}  // namespace cairn::explore
