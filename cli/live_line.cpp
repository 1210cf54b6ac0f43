#include "cli/live_line.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace cairn::cli {
namespace {

std::size_t width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

// Nobody may be listening any more; that is no reason to end a run.
void say(const std::string& text) { std::fputs(text.c_str(), stderr); }

}  // namespace

bool live_terminal() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

LiveLine::~LiveLine() { clear(); }

void LiveLine::clear() {
  if (drawn_) say("\r\x1b[K");
  drawn_ = false;
}

void LiveLine::show(std::string line) {
  if (!live_) {
    say(line + "\n");
    return;
  }
  line.resize(std::min(line.size(), width() - 1));
  say(fmt::format("\r{}\x1b[K", line));
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace cairn::cli
