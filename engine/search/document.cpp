// docs/strategies.md, from the table: what the command line lists and what the documentation says cannot differ.
#include <fmt/core.h>

#include "engine/search/registry.h"

namespace cairn::search {

std::string strategies_document() {
  std::string text = R"(# Strategies

<!-- Made from engine/search/registry.cpp by `cairn strategies markdown`; do not edit. -->

A strategy names what to try next: flip an open side of the execution tree, or run on random input. `cairn run
--strategy NAME` takes a name of this table, or

- `a+b`: the two take turns, and so on for more; all of them learn from everything. `random-path+covnew` is KLEE's
  default. KLEE's order of turns is kept: the first, then the others from the last back.
- `batching:s`: stay with what `s` picked for a while, flipping what opened below it; `s` may be `a+b`.
- `onward:s`: as `s`, but a flip that got through is followed by the same turn of the same conditional further down the
  new path: the next byte of a word. `portfolio` does so by itself.
- `name:number`: for strategies with a length.

Everywhere: a side is *open* when no run has taken it and nobody has asked whether one can. KLEE's states have passed
that test when they are made. So where KLEE pays for a query at each branch, here a query is paid for a side that is
picked; strategies that count or weigh states see infeasible sides among them until they are tried, which matters most
for `random-state`, `random-path` and the weighted ones on programs with many infeasible branches. A side once found
infeasible is never asked for again.

*Complete* strategies end by themselves, with every feasible path found, if nothing bounds them and the solver answers.

)";
  text +=
      "| name | what it does | source | what differs from the source | complete |\n| --- | --- | --- | --- | --- |\n";
  for (const StrategyEntry& entry : strategies()) {
    text += fmt::format("| `{}{}` | {} | {} | {} | {} |\n", entry.name, entry.takes_length ? "[:n]" : "", entry.summary,
                        entry.source, entry.differs, entry.complete ? "yes" : "no");
  }
  return text;
}

}  // namespace cairn::search
