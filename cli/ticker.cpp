#include "cli/ticker.h"

#include <cstdio>

#include "cli/status.h"

namespace cairn::cli {
namespace {

constexpr double kFirst = 2;  // seconds
constexpr double kLive = 0.25;
constexpr double kLines = 5;

}  // namespace

Ticker::Ticker() : live_(live_terminal()), next_(kFirst) {}

Ticker::~Ticker() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
}

void Ticker::tick(const std::function<std::string()>& text) {
  const double now = watch_.seconds();
  if (now < next_) return;
  next_ = now + (live_ ? kLive : kLines);
  const std::string line = text();
  std::fprintf(stderr, live_ ? "\r%s\x1b[K" : "%s\n", line.c_str());
  std::fflush(stderr);
  drawn_ = live_;
}

}  // namespace cairn::cli
