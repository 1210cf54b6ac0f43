// One line of progress on stderr, so that what a command prints as its result stays clean: on a terminal it is drawn
// again in its place, elsewhere lines follow each other.
#pragma once

#include <string>

namespace cairn::cli {

// Whether stderr is a terminal on which a line can be drawn again.
bool live_terminal();

class LiveLine {
 public:
  ~LiveLine();
  LiveLine() = default;
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  [[nodiscard]] bool live() const { return live_; }
  void show(std::string line);
  // Takes a drawn line away, before something else is printed.
  void clear();

 private:
  bool live_ = live_terminal();
  bool drawn_ = false;
};

}  // namespace cairn::cli
