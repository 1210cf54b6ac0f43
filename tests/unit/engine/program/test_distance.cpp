// Distances against brute force: the definition, applied until nothing changes, on random programs with calls.
#include <gtest/gtest.h>

#include <map>

#include "engine/base/rng.h"
#include "engine/program/distance.h"
#include "example.h"

namespace cairn::program {
namespace {

constexpr std::uint64_t kFar = ~0ull;

// Distances are asked from sides on: both sides of this site lead to the block, and nothing leads to the site. Its
// number, in the function that is being made.
std::uint32_t way_to(FactsBuilder& f, std::uint32_t block) {
  return f.site(f.block(0, {}, true), {block, block}, 1, 0);
}

// Some functions of some blocks that branch, jump, end, and call each other, directly or through pointers; and a way to
// each of them.
FactsBuilder random_program(base::Rng& rng) {
  FactsBuilder f;
  const auto functions = 1 + static_cast<std::uint32_t>(rng.below(5));
  for (std::uint32_t i = 0; i < functions; ++i) {
    f.function("f" + std::to_string(i), 1, rng.coin() ? CAIRN_FUNCTION_ADDRESS_TAKEN : 0, 1 + rng.below(2));
    const auto blocks = 1 + static_cast<std::uint32_t>(rng.below(8));
    std::vector<std::uint32_t> ids;
    for (std::uint32_t b = 0; b < blocks; ++b) {
      ids.push_back(f.block(static_cast<std::uint32_t>(rng.below(6)), {}, true));
    }
    const auto any = [&] { return ids[rng.below(ids.size())]; };
    for (const auto id : ids) {
      for (auto calls = rng.below(6); calls-- > 3;) {
        if (rng.below(4) == 0) {
          f.call(id, "", 1 + rng.below(2));
        } else {
          f.call(id, "f" + std::to_string(rng.below(functions + 1)));  // the last one is not defined
        }
      }
      switch (rng.below(4)) {
        case 0:
          break;
        case 1:
          f.jump(id, any());
          break;
        default:
          f.site(id, {any(), any()}, 1, rng.next());
      }
    }
    for (const auto id : ids) way_to(f, id);
  }
  return f;
}

struct Brute {
  std::vector<std::uint64_t> block, side, to_return;
};

std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return a == kFar || b == kFar ? kFar : a + b; }

// The definition, word for word; no graph, no forest, no order.
Brute brute_force(const Program& p, const Coverage& coverage, DistanceOptions options, const SeenCalls& seen) {
  const auto callees = [&](std::uint32_t call) {
    std::vector<FunctionId> all(p.callees(call).begin(), p.callees(call).end());
    all.insert(all.end(), seen.of(call).begin(), seen.of(call).end());
    return all;
  };
  const bool instructions = options.unit == Unit::instructions;
  const auto n = static_cast<std::uint32_t>(p.blocks().size());
  Brute result{std::vector(n, kFar), std::vector(std::size_t{p.sides()}, kFar), std::vector(n, kFar)};
  std::vector<std::uint64_t> behind(p.functions().size(), kFar);  // from the end of a function on
  const auto over = [&](std::uint32_t call) {
    std::uint64_t best = callees(call).empty() ? 0 : kFar;
    for (const FunctionId callee : callees(call)) {
      best = std::min(best, result.to_return[p.functions()[callee.value].blocks.first]);
    }
    return best;
  };
  const auto relax = [](std::uint64_t& at, std::uint64_t value, bool& changed) {
    if (value < at) {
      at = value;
      changed = true;
    }
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t b = 0; b < n; ++b) {
      const std::uint64_t cost = instructions ? p.blocks()[b].instructions : 0;
      std::uint64_t best = p.successors(BlockId{b}).empty() ? 0 : kFar;
      for (const Edge& edge : p.successors(BlockId{b})) {
        best = std::min(best, sum(edge.side.valid() && !instructions ? 1 : 0, result.to_return[edge.to.value]));
      }
      for (const auto call : p.calls_of(BlockId{b})) best = sum(best, over(call));
      relax(result.to_return[b], sum(best, cost), changed);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t b = 0; b < n; ++b) {
      const std::uint64_t cost = instructions ? p.blocks()[b].instructions : 0;
      const auto successors = p.successors(BlockId{b});
      std::uint64_t last = kFar;
      for (const Edge& edge : successors) {
        std::uint64_t taken = result.block[edge.to.value];
        if (edge.side.valid()) {
          if (!instructions && !coverage.covered(edge.side)) taken = 0;
          relax(result.side[edge.side.value], taken, changed);
          taken = sum(taken, instructions ? 0 : 1);
        }
        last = std::min(last, taken);
      }
      if (successors.empty() && options.returns) last = behind[p.blocks()[b].function.value];
      const auto calls = p.calls_of(BlockId{b});
      for (std::size_t i = calls.size(); i-- > 0;) {
        if (options.returns) {
          for (const FunctionId callee : callees(calls[i])) relax(behind[callee.value], last, changed);
        }
        last = sum(last, over(calls[i]));
        for (const FunctionId callee : callees(calls[i])) {
          last = std::min(last, result.block[p.functions()[callee.value].blocks.first]);
        }
      }
      std::uint64_t here = sum(cost, last);
      if (instructions && !coverage.covered(BlockId{b})) here = 0;
      relax(result.block[b], here, changed);
    }
  }
  return result;
}

std::uint64_t wide(std::uint32_t distance) { return distance == Distances::kUnreachable ? kFar : distance; }

TEST(Distances, EqualBruteForceOnRandomProgramsWhileCoverageGrows) {
  base::Rng rng(2026);
  std::size_t finite = 0, far = 0, partial = 0, shown = 0;
  for (int round = 0; round < 200; ++round) {
    const Program p = program_of({random_program(rng)});
    SeenCalls seen;
    if (round % 2 == 1) {
      for (std::uint32_t call = 0; p.call(call) != nullptr; ++call) {
        const auto callee = FunctionId{static_cast<std::uint32_t>(rng.below(p.functions().size()))};
        if (rng.below(3) == 0) shown += seen.note(p, call, callee) ? 1 : 0;
      }
    }
    for (const Unit unit : {Unit::instructions, Unit::branches}) {
      for (const bool returns : {false, true}) {
        Distances distances(p, {unit, returns}, seen);
        Coverage coverage(p);
        for (int step = 0; step < 6; ++step) {
          const Brute expected = brute_force(p, coverage, {unit, returns}, seen);
          for (std::uint32_t s = 0; s < p.sides(); ++s) {
            ASSERT_EQ(wide(distances.to_uncovered(SideId{s})), expected.side[s]) << round << " side " << s;
            ++(expected.side[s] == kFar ? far : finite);
          }
          std::vector<std::uint32_t> counters(p.counters());
          for (auto& counter : counters) counter = rng.below(4) == 0 ? 1 : 0;
          coverage.add(counters);
          const std::size_t computed = distances.update(coverage);
          partial += computed > 0 && computed < p.blocks().size() ? 1 : 0;
          EXPECT_EQ(distances.update(coverage), 0u);
        }
      }
    }
  }
  EXPECT_GT(finite, 1000u);
  EXPECT_GT(far, 1000u);
  EXPECT_GT(shown, 50u);
  EXPECT_GT(partial, 100u);  // it is incremental, not everything anew
}

TEST(Distances, CallsAreEnteredOrSteppedOver) {
  FactsBuilder f;
  f.function("start", 1);
  const auto s = f.block(1, {}, true);
  const auto t = f.block(1, {}, true);
  f.call(s, "main");
  f.jump(s, t);
  const auto to_s = way_to(f, s);
  f.function("main", 1);
  const auto a = f.block(2, {}, true);
  const auto b = f.block(3, {}, true);
  f.call(a, "g");
  f.jump(a, b);
  const auto to_a = way_to(f, a);
  f.function("g", 1);
  const auto c = f.block(10, {}, true);
  const auto d = f.block(5, {}, true);
  f.jump(c, d);
  const auto to_c = way_to(f, c);
  const Program p = program_of({f});
  Coverage coverage(p);
  const auto cover = [&](std::initializer_list<std::uint32_t> blocks) {
    std::vector<std::uint32_t> counters(p.counters());
    for (const auto block : blocks) counters[f.blocks[block].counter] = 1;
    coverage.add(counters);
  };
  Distances distances(p, {Unit::instructions, false});
  const auto from = [&](std::uint32_t way) {
    distances.update(coverage);
    return distances.to_uncovered(SideId{p.sites()[way].sides.first});
  };
  EXPECT_EQ(from(to_a), 0u);
  cover({s, a, c});
  EXPECT_EQ(from(to_a), 12u);  // into g, to its second block
  cover({d});
  EXPECT_EQ(from(to_a), 17u);  // over g, to main's second block
  EXPECT_EQ(from(to_c), Distances::kUnreachable);
  Distances with_returns(p);
  with_returns.update(coverage);
  EXPECT_EQ(with_returns.to_uncovered(SideId{p.sites()[to_c].sides.first}), 15u);
  cover({b});
  EXPECT_EQ(from(to_s), 21u);  // over main, which goes over g, to start's second block
  EXPECT_EQ(from(to_a), Distances::kUnreachable);
}

}  // namespace
}  // namespace cairn::program
