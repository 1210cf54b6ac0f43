#include "engine/explore/fleet.h"

#include <algorithm>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/stopwatch.h"
#include "engine/explore/patience.h"

namespace cairn::explore {

Fleet::Fleet(unsigned targets, Start start) : start_(std::move(start)), workers_(targets) {
  CHECK(targets > 0);
  for (Worker& worker : workers_) worker.thread = std::thread([this, &worker] { work(worker); });
}

Fleet::~Fleet() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (Worker& worker : workers_) worker.thread.join();
}

// What was taken last is done with: its target may have the next input.
void Fleet::send(trace::Input input, std::uint64_t ticket) {
  CHECK(!full());
  const std::lock_guard lock(mutex_);
  const auto free = std::ranges::find_if(workers_, [](const Worker& each) { return each.state == State::idle; });
  const auto worker = free != workers_.end() ? free : std::ranges::find(workers_, State::taken, &Worker::state);
  CHECK(worker != workers_.end());
  worker->state = State::sent;
  worker->ticket = ticket;
  worker->input = std::move(input);
  ++out_;
  changed_.notify_all();
}

void Fleet::run_apart() {
  const std::lock_guard lock(mutex_);
  apart_ = true;
}

bool Fleet::ready() {
  const std::lock_guard lock(mutex_);
  return ended(std::nullopt) != nullptr;
}

Fleet::Back Fleet::take(std::optional<std::uint64_t> ticket) {
  CHECK(out_ > 0);
  std::unique_lock lock(mutex_);
  for (Worker& worker : workers_) {
    if (worker.state == State::taken) worker.state = State::idle;
  }
  Worker* worker = nullptr;
  changed_.wait(lock, [&] { return (worker = ended(ticket)) != nullptr; });
  worker->state = State::taken;
  --out_;
  Back back = std::move(*worker->back);
  worker->back.reset();
  return back;
}

Fleet::Worker* Fleet::ended(std::optional<std::uint64_t> ticket) {
  const auto found = std::ranges::find_if(
      workers_, [&](const Worker& each) { return each.state == State::ended && (!ticket || each.ticket == *ticket); });
  return found == workers_.end() ? nullptr : &*found;
}

void Fleet::work(Worker& worker) {
  base::Context context(0);  // statistics are not for several threads
  auto target = start_(context);
  Patience patience;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ending_ || worker.state == State::sent; });
    if (ending_) return;
    Back back{worker.ticket, std::move(worker.input), 0, target.ok() ? base::environment_error("") : target.error()};
    const bool apart = apart_;
    lock.unlock();
    if (target.ok()) {
      if (apart) (*target)->run_apart();
      const base::Stopwatch watch;
      back.run = patience.run(**target, back.input);
      back.seconds = watch.seconds();
    }
    lock.lock();
    worker.back = std::move(back);
    worker.state = State::ended;
    changed_.notify_all();
  }
}

}  // namespace cairn::explore
