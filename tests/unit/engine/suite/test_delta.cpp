#include <gtest/gtest.h>

#include "engine/base/rng.h"
#include "engine/suite/delta.h"

namespace cairn::suite {
namespace {

using trace::Input;
using trace::Object;
using trace::ObjectKind;

Object random_object(base::Rng& rng) {
  Object object;
  object.kind = static_cast<ObjectKind>(rng.below(CAIRN_OBJECT_KIND_COUNT));
  object.name = std::string(rng.below(4), 'n');
  object.ordinal = static_cast<std::uint32_t>(rng.below(3));
  object.sized = rng.coin();
  object.bytes.resize(rng.below(40));
  for (auto& byte : object.bytes) byte = static_cast<std::uint8_t>(rng.next());
  object.capacity = object.sized ? 64 : static_cast<std::uint32_t>(object.bytes.size());
  return object;
}

Input random_input(base::Rng& rng) {
  Input input;
  for (std::uint64_t i = rng.below(4); i > 0; --i) input.objects.push_back(random_object(rng));
  return input;
}

// What solvers and mutations do to a parent's input.
Input varied(const Input& base, base::Rng& rng) {
  Input input = base;
  for (Object& object : input.objects) {
    if (object.sized && rng.coin()) object.bytes.resize(rng.below(64));
    for (std::uint64_t i = rng.below(4); i > 0 && !object.bytes.empty(); --i) {
      object.bytes[rng.below(object.bytes.size())] = static_cast<std::uint8_t>(rng.next());
    }
  }
  if (rng.below(4) == 0) input.objects.push_back(random_object(rng));
  if (rng.below(4) == 0 && !input.objects.empty()) input.objects.erase(input.objects.begin());
  return input;
}

TEST(Delta, RebuildsEveryInputFromItsBase) {
  base::Rng rng(1);
  for (int i = 0; i < 5000; ++i) {
    const Input base = random_input(rng);
    const Input input = rng.coin() ? varied(base, rng) : random_input(rng);
    const auto rebuilt = decode_delta(base, encode_delta(base, input));
    ASSERT_TRUE(rebuilt.has_value());
    ASSERT_EQ(*rebuilt, input);
    ASSERT_EQ(hash_input(*rebuilt), hash_input(input));
  }
}

TEST(Delta, OneChangedByteOfALargeInputCostsAFewBytes) {
  Input base;
  base.objects.push_back({ObjectKind::standard_input, "stdin", 0, true, 8192, std::vector<std::uint8_t>(4096, 'a')});
  Input input = base;
  input.objects[0].bytes[2000] = 'b';
  EXPECT_LT(encode_delta(base, input).size(), 16u);
  EXPECT_LT(encode_delta(base, base).size(), 16u);
}

TEST(Delta, GrowingFillsWithZerosAndShrinkingForgets) {
  Input base;
  base.objects.push_back({ObjectKind::standard_input, "stdin", 0, true, 64, {1, 2, 3}});
  Input grown = base;
  grown.objects[0].bytes = {1, 2, 3, 0, 0, 9};
  EXPECT_EQ(decode_delta(base, encode_delta(base, grown)), grown);
  Input shrunk = base;
  shrunk.objects[0].bytes = {1};
  EXPECT_EQ(decode_delta(grown, encode_delta(grown, shrunk)), shrunk);
}

TEST(Delta, HashTellsInputsApart) {
  Input a;
  a.objects.push_back({ObjectKind::memory, "x", 0, false, 2, {1, 2}});
  Input b = a;
  b.objects[0].bytes[1] = 3;
  EXPECT_NE(hash_input(a), hash_input(b));
  b = a;
  b.objects[0].ordinal = 1;
  EXPECT_NE(hash_input(a), hash_input(b));
  b = a;
  b.objects[0].name = "y";
  EXPECT_NE(hash_input(a), hash_input(b));
}

TEST(Delta, TruncatedDeltasAreRefused) {
  base::Rng rng(2);
  const Input base = random_input(rng);
  Input input = varied(base, rng);
  input.objects.push_back(random_object(rng));
  const auto delta = encode_delta(base, input);
  for (std::size_t size = 0; size < delta.size(); ++size) {
    EXPECT_FALSE(decode_delta(base, std::span(delta).first(size)).has_value()) << size;
  }
  auto longer = delta;
  longer.push_back(0);
  EXPECT_FALSE(decode_delta(base, longer).has_value());
}

TEST(Delta, HostileBytesNeverBreakTheReader) {
  base::Rng rng(3);
  for (int i = 0; i < 20000; ++i) {
    const Input base = random_input(rng);
    std::vector<std::uint8_t> delta =
        rng.coin() ? encode_delta(base, varied(base, rng)) : std::vector<std::uint8_t>(rng.below(30));
    for (std::uint64_t n = 1 + rng.below(4); n > 0 && !delta.empty(); --n) {
      delta[rng.below(delta.size())] = static_cast<std::uint8_t>(rng.next());
    }
    const auto input = decode_delta(base, delta);
    if (!input) continue;
    for (const Object& object : input->objects) EXPECT_LE(object.bytes.size(), CAIRN_INPUT_LIMIT);
  }
}

}  // namespace
}  // namespace cairn::suite
