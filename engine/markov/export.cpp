#include "engine/markov/export.h"

#include <fmt/format.h>

#include <iterator>

namespace cairn::markov {
namespace {

std::string path_text(const Path& path) {
  return path.empty() ? "random test" : fmt::format("solve {}", fmt::join(path, "-"));
}

}  // namespace

std::string to_prism(const CoverProcess& process) {
  std::string out = "// Property: Rmin=? [F \"covered\"]\nmdp\n\nmodule cover\n";
  auto print = std::back_inserter(out);
  fmt::format_to(print, "  m : [0..{}] init 0;\n", process.goal());
  for (std::size_t state = 0; state < process.goal(); ++state) {
    for (std::size_t action = 0; action < process.actions.size(); ++action) {
      fmt::format_to(print, "  [a{}] m={} -> ", action, state);
      const char* plus = "";
      for (const Outcome& outcome : process.leaving(state, action)) {
        fmt::format_to(print, "{}{}:(m'={})", plus, outcome.probability, outcome.to);
        plus = " + ";
      }
      if (process.staying(state, action) > 0) {
        fmt::format_to(print, "{}{}:(m'={})", plus, process.staying(state, action), state);
      }
      out += ";\n";
    }
  }
  fmt::format_to(print, "  [] m={} -> true;\nendmodule\n\nrewards \"cost\"\n", process.goal());
  for (std::size_t action = 0; action < process.actions.size(); ++action) {
    fmt::format_to(print, "  [a{}] true : {};  // {}\n", action, process.actions[action].cost,
                   path_text(process.actions[action].path));
  }
  fmt::format_to(print, "endrewards\n\nlabel \"covered\" = m={};\n", process.goal());
  return out;
}

std::string to_lp(const CoverProcess& process) {
  std::string out = "Maximize\n sum:";
  auto print = std::back_inserter(out);
  for (std::size_t state = 0; state < process.goal(); ++state) fmt::format_to(print, " + v{}", state);
  out += "\nSubject To\n";
  for (std::size_t state = 0; state < process.goal(); ++state) {
    for (std::size_t action = 0; action < process.actions.size(); ++action) {
      const auto leaving = process.leaving(state, action);
      if (leaving.empty()) continue;  // v <= cost + v says nothing
      double leave = 0;
      for (const Outcome& outcome : leaving) leave += outcome.probability;
      fmt::format_to(print, " s{}a{}: {} v{}", state, action, leave, state);
      for (const Outcome& outcome : leaving) {
        if (outcome.to != process.goal()) fmt::format_to(print, " - {} v{}", outcome.probability, outcome.to);
      }
      fmt::format_to(print, " <= {}\n", process.actions[action].cost);
    }
  }
  out += "End\n";
  return out;
}

}  // namespace cairn::markov
