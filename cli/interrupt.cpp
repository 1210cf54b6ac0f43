#include "cli/interrupt.h"

#include <unistd.h>

#include <csignal>

#include "engine/base/check.h"

namespace cairn::cli {
namespace {

// A signal handler can reach nothing but globals.
std::atomic<std::atomic<bool>*> wish = nullptr;

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

void handle(int signal) {
  std::atomic<bool>* stop = wish.load();
  if (stop == nullptr || stop->exchange(true)) ::_exit(128 + signal);
}

void install(void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  for (const int signal : kSignals) ::sigaction(signal, &action, nullptr);
}

}  // namespace

StopOnInterrupt::StopOnInterrupt(std::atomic<bool>& stop) {
  std::atomic<bool>* none = nullptr;
  CHECK(wish.compare_exchange_strong(none, &stop));
  install(handle);
}

StopOnInterrupt::~StopOnInterrupt() {
  install(SIG_DFL);
  wish = nullptr;
}

}  // namespace cairn::cli
