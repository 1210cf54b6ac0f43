#include "cli/interrupt.h"

#include <unistd.h>

#include "engine/base/check.h"

namespace cairn::cli {
namespace {

// A signal handler can reach nothing but globals.
std::atomic<std::atomic<bool>*> wish = nullptr;

void handle(int signal) {
  std::atomic<bool>* stop = wish.load();
  if (stop == nullptr || stop->exchange(true)) ::_exit(128 + signal);
}

}  // namespace

StopOnInterrupt::StopOnInterrupt(std::atomic<bool>& stop) {
  std::atomic<bool>* none = nullptr;
  CHECK(wish.compare_exchange_strong(none, &stop));
  struct sigaction action{};
  action.sa_handler = handle;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &action, nullptr);
  }
}

StopOnInterrupt::~StopOnInterrupt() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
  wish = nullptr;
}

}  // namespace cairn::cli
