#include <gtest/gtest.h>

#include "cluster/message.h"

namespace cairn::cluster {
namespace {

trace::Input some_input() {
  trace::Input input;
  input.objects.push_back({trace::ObjectKind::standard_input, "stdin", 0, true, 8, {1, 0, 255}});
  input.objects.push_back({trace::ObjectKind::argument, "arg", 1, false, 4, {'-', 'v', 0, 0}});
  return input;
}

TEST(Message, InputsArriveAsTheyWereSent) {
  const auto shared = decode_input(encode_input(0xfedcba9876543210, some_input()));
  ASSERT_TRUE(shared);
  EXPECT_EQ(shared->member, 0xfedcba9876543210u);
  EXPECT_EQ(shared->input, some_input());
}

TEST(Message, KeysArriveAsTheyWereSent) {
  const std::vector<std::uint64_t> keys = {0, 1, ~0ull, 0x8000000000000000};
  const auto taken = decode_taken(encode_taken(5, keys));
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->member, 5u);
  EXPECT_EQ(taken->keys, keys);
}

TEST(Message, PulsesArriveAsTheyWereSent) {
  Pulse pulse;
  pulse.member = ~0ull;
  pulse.name = "host:7\xff";  // whatever a host is called
  pulse.idle = true;
  pulse.seen = 3;
  pulse.runs = 4;
  pulse.trouble = "no \"room\"";
  const auto again = decode_pulse(encode_pulse(pulse));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->member, pulse.member);
  EXPECT_TRUE(again->idle);
  EXPECT_EQ(again->seen, 3u);
  EXPECT_EQ(again->runs, 4u);
  EXPECT_FALSE(again->leaves);
  EXPECT_EQ(again->trouble, pulse.trouble);
}

TEST(Message, WhatHasNotItsFormIsNoMessage) {
  const std::string input = encode_input(1, some_input());
  for (std::size_t size = 0; size < input.size(); ++size) {
    EXPECT_FALSE(decode_input(std::string_view(input).substr(0, size))) << size;
  }
  EXPECT_FALSE(decode_taken("1234567"));
  EXPECT_FALSE(decode_taken("123456789"));
  for (const char* text : {"", "{", "[]", "null", R"({"member": "me"})", R"({"member": 1, "name": 2})"}) {
    EXPECT_FALSE(decode_pulse(text)) << text;
  }
}

}  // namespace
}  // namespace cairn::cluster
