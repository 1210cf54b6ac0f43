// A program whose target lies behind guards, for strategies that know the program's graph.
#pragma once

#include <cstdint>
#include <string_view>

#include "proposals.h"
#include "tests/unit/engine/program/example.h"

namespace cairn::search {

// A chain of ten guards around a target, then eight branches that are always there. The static facts know both.
struct Guarded {
  static constexpr std::uint32_t kGuards = 10, kNoise = 8;

  static program::Program facts() {
    program::FactsBuilder f;
    f.function("main", 1);
    std::vector<std::uint32_t> blocks;
    for (std::uint32_t i = 0; i < kGuards + kNoise * 3 + 2; ++i) blocks.push_back(f.block(5, {}));
    const std::uint32_t noise = kGuards + 1;  // behind the target
    for (std::uint32_t i = 0; i < kGuards; ++i) {
      f.branch(f.site(blocks[i], {blocks[i + 1], blocks[noise]}, 1, i + 1), {0, 1});
    }
    f.jump(blocks[kGuards], blocks[noise]);
    for (std::uint32_t i = 0; i < kNoise; ++i) {
      const std::uint32_t at = noise + 3 * i;
      f.branch(f.site(blocks[at], {blocks[at + 1], blocks[at + 2]}, 1, 100 + i), {0, 1});
      f.jump(blocks[at + 1], blocks[at + 3]);
      f.jump(blocks[at + 2], blocks[at + 3]);
    }
    return program::program_of({f});
  }

  static void run(Simulation::Run& run) {
    // The guard holds for large bytes only; the first input has none.
    std::uint32_t passed = 0;
    while (passed < kGuards && run.less(passed, kGuards + kNoise, passed)) ++passed;
    for (std::uint32_t i = 0; i < kNoise; ++i) run.below(kGuards + i, kGuards + i, 100);
  }

  static std::size_t runs_needed(std::string_view strategy_name, std::uint64_t seed) {
    Simulation simulation(run, kGuards + kNoise + 1, {0, 200}, facts());
    simulation.oracle = [&simulation](SideId side) {
      Simulation::Bytes input(kGuards + kNoise + 1, 0);
      for (; side.valid(); side = simulation.tree.node(simulation.tree.node_of(side)).parent) {
        const std::uint32_t place = simulation.tree.node(simulation.tree.node_of(side)).branch;
        const bool truth = simulation.tree.outcome(side) == 0;
        input[place] = truth == (place < kGuards) ? 200 : 0;
      }
      return input;
    };
    const Made strategy = make(strategy_name, seed);
    const program::SideId target = simulation.facts.side_of(kGuards - 1, 0);
    while (!simulation.coverage.covered(target)) {
      if (std::holds_alternative<Done>(simulation.drive(*strategy, 1, simulation.runs).back())) return 1 << 30;
    }
    return simulation.runs;
  }
};

}  // namespace cairn::search
