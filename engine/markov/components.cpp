#include "engine/markov/components.h"

#include <algorithm>

namespace cairn::markov {
namespace {

constexpr std::uint32_t kUnseen = UINT32_MAX;

// Tarjan, with a stack of our own: control-flow graphs are deep.
struct Tarjan {
  const Successors& successors;
  std::vector<std::uint32_t> number, low;
  std::vector<bool> open;
  std::vector<State> waiting;
  std::vector<std::vector<State>> found;
  std::uint32_t next = 0;

  struct Frame {
    State state;
    std::size_t step = 0;
  };

  explicit Tarjan(const Successors& of)
      : successors(of), number(of.size(), kUnseen), low(of.size(), 0), open(of.size(), false) {}

  void enter(State state, std::vector<Frame>& frames) {
    number[state] = low[state] = next++;
    waiting.push_back(state);
    open[state] = true;
    frames.push_back({state});
  }

  void leave(State state) {
    if (low[state] != number[state]) return;
    auto& component = found.emplace_back();
    State member;
    do {
      member = waiting.back();
      waiting.pop_back();
      open[member] = false;
      component.push_back(member);
    } while (member != state);
  }

  void search(State root) {
    std::vector<Frame> frames;
    enter(root, frames);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const State state = frame.state;
      if (frame.step < successors[state].size()) {
        const State to = successors[state][frame.step++];
        if (number[to] == kUnseen) {
          enter(to, frames);
        } else if (open[to]) {
          low[state] = std::min(low[state], number[to]);
        }
        continue;
      }
      leave(state);
      frames.pop_back();
      if (!frames.empty()) low[frames.back().state] = std::min(low[frames.back().state], low[state]);
    }
  }
};

}  // namespace

std::vector<std::vector<State>> components(const Successors& successors) {
  Tarjan tarjan(successors);
  for (State state = 0; state < successors.size(); ++state) {
    if (tarjan.number[state] == kUnseen) tarjan.search(state);
  }
  return std::move(tarjan.found);
}

}  // namespace cairn::markov
