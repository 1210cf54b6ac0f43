#include "cli/ticker.h"

namespace cairn::cli {
namespace {

constexpr double kLive = 0.25;  // seconds
constexpr double kLines = 5;

}  // namespace

void Ticker::tick(const std::function<std::string()>& text) {
  const double now = watch_.seconds();
  if (now < next_) return;
  next_ = now + (line_.live() ? kLive : kLines);
  line_.show(text());
}

}  // namespace cairn::cli
