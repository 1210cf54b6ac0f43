// A call through a pointer of another type: the static facts do not say where it leads, the first run through it does.
#include <gtest/gtest.h>

#include "../program/example.h"
#include "../trace/trace_builder.h"
#include "engine/program/coverage.h"
#include "engine/search/live_distances.h"

namespace cairn::search {
namespace {

TEST(LiveDistances, FollowCallsThatARunHasShown) {
  program::FactsBuilder facts;
  facts.function("main", 1);
  const auto start = facts.block(2, {}, true);
  const auto call = facts.call(start, "", /*type=*/7);
  facts.site(facts.block(1, {}, true), {start, start}, 1, 1);  // for asking how far it is from there
  const program::SideId to_start{0};
  facts.function("hidden", 1, CAIRN_FUNCTION_ADDRESS_TAKEN, /*type=*/8);
  const auto inside = facts.block(3, {}, true);
  const auto left = facts.block(1, {}, true);
  const auto right = facts.block(1, {}, true);
  const auto branch = facts.branch(facts.site(inside, {left, right}, 4, 4), {0, 1});
  const program::Program program = program::program_of({facts});
  program::Coverage coverage(program);
  std::vector<std::uint32_t> counters(program.counters());
  for (const auto block : {start, inside, left}) counters[facts.blocks[block].counter] = 1;
  coverage.add(counters);

  expr::Dag dag;
  trace::ObjectTable objects(dag);
  trace::Cases cases;
  trace::Decoder decoder(dag, objects, cases);
  tree::Tree tree(dag, decoder.sides());
  const View view{tree, program, coverage, &decoder};
  LiveDistances distances;
  EXPECT_EQ(distances.at(view).to_uncovered(to_start), program::Distances::kUnreachable);

  trace::TraceBuilder trace;
  const auto byte = trace.byte(trace.object(trace::ObjectKind::memory, "x", 1));
  trace.contexts.push_back({0, call});
  trace.branch(branch, trace.imm(CAIRN_OP_Ult, 1, byte, 5), true).context = 1;
  tree.append(decoder.decode(trace.raw())->path, tree::OriginId{1});
  EXPECT_EQ(distances.at(view).to_uncovered(to_start), 5u);  // main's block and the first of the function
}

}  // namespace
}  // namespace cairn::search
