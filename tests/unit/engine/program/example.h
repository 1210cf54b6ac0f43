// A small program whose facts and figures can be worked out by hand:
//
//   int f(int x) {          line 10   B0 counted, 4 instructions, if at 11      counters: B0 0
//     if (x > 5)            line 11                                              site A 1, 2
//       x += 2;             line 12   B1 derived (true side of A), 3 instructions
//     else                  line 14   B2 derived (false side of A), 2 instructions
//       x -= 1;
//     g(x);                 line 16   B3 derived (B1 + B2), 5 instructions; switch
//     switch (x) {          line 17                                              site S 3, 4, 5
//       case 1: ...         line 18   B4 derived, 1
//       case 7: ...         line 19   B5 derived, 1
//     }
//     return x;             line 21   B6 counted, 2                              counter 6
//   }
#pragma once

#include "facts_builder.h"

namespace cairn::program {

inline FactsBuilder example() {
  FactsBuilder f;
  f.function("f", 10);
  const auto b0 = f.block(4, {10, 11}, true);
  const auto b1 = f.block(3, {12});
  const auto b2 = f.block(2, {14});
  const auto b3 = f.block(5, {16, 17});
  const auto b4 = f.block(1, {18});
  const auto b5 = f.block(1, {19});
  const auto b6 = f.block(2, {21});
  const auto a = f.site(b0, {b1, b2}, 11, 0x111);
  f.jump(b1, b3);
  f.jump(b2, b3);
  f.call(b3, "g");
  const auto s = f.site(b3, {b4, b5, b6}, 17, 0x222, CAIRN_SITE_SWITCH);
  f.blocks[b6].counter = f.counters++;
  f.jump(b4, b6);
  f.jump(b5, b6);
  f.branch(a, {1, 0});  // the optimiser turned the condition around
  f.branch(s, {0, 1, 2}, {1, 7});
  return f;
}

inline Program program_of(const std::vector<FactsBuilder>& units) {
  std::vector<Module> modules;
  for (const FactsBuilder& unit : units) unit.add_to(modules);
  return std::move(Program::build(std::move(modules))).value();
}

}  // namespace cairn::program
