// Which recordings speak of memory that need not lie there in another process.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "engine/target/moving.h"

namespace cairn::target {
namespace {

constexpr std::uint64_t kProgram = 0x555555554000, kLibrary = 0x7ffff7c00000, kSize = 0x10000;
const std::vector<cairn_image> kImages = {{kProgram, kProgram + kSize}, {kLibrary, kLibrary + kSize}};

bool compares_with(std::uint64_t value, const std::vector<cairn_image>& images = kImages) {
  cairn_node node{};
  node.op = CAIRN_OP_Ult;
  node.width = 1;
  node.flags = CAIRN_NODE_IMM;
  node.a = 1;
  node.imm = value;
  trace::RawRun run;
  run.nodes = {&node, 1};
  return holds_moving_addresses(run, images);
}

TEST(Moving, BlocksAndStacksMove) {
  EXPECT_TRUE(compares_with(kProgram + kSize + 0x2a0));
  EXPECT_TRUE(compares_with(kLibrary - 0x1000));
  EXPECT_TRUE(compares_with(0x7fffffffe000));
  EXPECT_TRUE(compares_with(0 - (kProgram + kSize + 0x2a0)));
}

TEST(Moving, TheProgramAndItsLibrariesDoNot) {
  EXPECT_FALSE(compares_with(kProgram + 0x4010));
  EXPECT_FALSE(compares_with(kProgram + kSize));  // the end of its last table
  EXPECT_FALSE(compares_with(kLibrary));
  EXPECT_TRUE(compares_with(kLibrary, {}));
}

TEST(Moving, NumbersAreNoAddresses) {
  for (const std::uint64_t number : {0ull, 77ull, 0xffffffffull, ~0ull, 0x3ff0000000000000ull}) {
    EXPECT_FALSE(compares_with(number)) << number;
    EXPECT_FALSE(compares_with(number, {})) << number;
  }
}

TEST(Moving, TheHeapOfAProgramThatLiesLow) {
  const std::vector<cairn_image> low = {{0x400000, 0x480000}};
  EXPECT_FALSE(compares_with(0x400010, low));
  EXPECT_FALSE(compares_with(1000, low));
  EXPECT_TRUE(compares_with(0x4812a0, low));
}

TEST(Moving, OperandsThatAreNumbersOfNodesAreNotLookedAt) {
  cairn_node node{};
  node.op = CAIRN_OP_Add;
  node.b = 0x12345678;
  node.c = 0x7fff;
  trace::RawRun run;
  run.nodes = {&node, 1};
  EXPECT_FALSE(holds_moving_addresses(run, kImages));
  node.op = CAIRN_OP_Const;
  EXPECT_TRUE(holds_moving_addresses(run, kImages));
}

// The address of an element of an array on the stack.
TEST(Moving, PlacesOfElementsCountWhereSomethingRestsOnThem) {
  constexpr std::uint64_t kStack = 0x7fffffffe000;
  std::vector<cairn_node> nodes(2);
  nodes[0].op = CAIRN_OP_Add;
  nodes[0].flags = CAIRN_NODE_IMM;
  nodes[0].a = 1;
  nodes[0].imm = kStack;
  nodes[1].op = CAIRN_OP_Ult;
  nodes[1].flags = CAIRN_NODE_IMM;
  nodes[1].a = 1;
  nodes[1].imm = 77;
  trace::RawRun run;
  run.nodes = nodes;
  EXPECT_FALSE(holds_moving_addresses(run, kImages));  // read, as a table
  cairn_event event{};
  event.kind = CAIRN_EVENT_PinAddress;
  event.node = CAIRN_INPUT_LIMIT;
  event.value = kStack + 16;
  run.events = {&event, 1};
  EXPECT_FALSE(holds_moving_addresses(run, kImages));  // which element?
  event.value = 16;
  EXPECT_TRUE(holds_moving_addresses(run, kImages));
  event.kind = CAIRN_EVENT_Branch;
  event.value = kStack + 16;
  EXPECT_TRUE(holds_moving_addresses(run, kImages));
  run.events = {};
  nodes[1].a = CAIRN_INPUT_LIMIT;
  EXPECT_TRUE(holds_moving_addresses(run, kImages));
}

TEST(Moving, TablesMayHoldThem) {
  std::vector<std::uint64_t> words = {16, 0, kProgram + 8, kLibrary};
  std::vector<std::uint8_t> bytes(words.size() * sizeof words[0] + 3);
  trace::RawRun run;
  run.tables = bytes;
  std::memcpy(bytes.data(), words.data(), words.size() * sizeof words[0]);
  EXPECT_FALSE(holds_moving_addresses(run, kImages));
  words.back() = kProgram + kSize + 0x2a0;
  std::memcpy(bytes.data(), words.data(), words.size() * sizeof words[0]);
  EXPECT_TRUE(holds_moving_addresses(run, kImages));
}

}  // namespace
}  // namespace cairn::target
