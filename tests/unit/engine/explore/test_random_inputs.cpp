// How inputs are drawn and changed without a solver.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "engine/explore/inputs.h"
#include "engine/explore/mutate.h"
#include "engine/explore/prior.h"
#include "engine/target/segment.h"

namespace cairn::explore {
namespace {

std::array<int, 256> draws(const std::string& prior, int count) {
  const auto made = Prior::parse(prior);
  CHECK(made.ok());
  base::Rng rng(1);
  std::array<int, 256> seen{};
  for (int i = 0; i < count; ++i) ++seen[made->draw(rng)];
  return seen;
}

TEST(Prior, UniformIsUniform) {
  for (const int count : draws("uniform", 25'600)) EXPECT_NEAR(count, 100, 60);
}

TEST(Prior, TextIsPrintable) {
  const auto seen = draws("text", 10'000);
  for (int c = 0; c < 256; ++c) {
    const bool text = (c >= ' ' && c <= '~') || c == '\n';
    EXPECT_EQ(seen[static_cast<std::size_t>(c)] > 0, text) << c;
  }
}

TEST(Prior, HalfOfSmallIsZero) { EXPECT_NEAR(draws("small", 10'000)[0], 5000, 300); }

TEST(Prior, AFileTellsHowOften) {
  const auto path = std::filesystem::temp_directory_path() / "cairn-test-prior";
  std::ofstream(path) << "aaab";
  const auto seen = draws("file:" + path.string(), 4000);
  EXPECT_NEAR(seen['a'], 3000, 200);
  EXPECT_EQ(seen['a'] + seen['b'], 4000);
  std::ofstream(path, std::ios::trunc).close();
  EXPECT_FALSE(Prior::parse("file:" + path.string()).ok());
  std::filesystem::remove(path);
  EXPECT_FALSE(Prior::parse("file:" + path.string()).ok());
}

TEST(Prior, SaysWhatItKnows) { EXPECT_NE(Prior::parse("gauss").error().message.find("uniform"), std::string::npos); }

// Two doubles: the first is compared as a number, of the second nothing is known.
TEST(Reals, WhatIsUsedAsANumberIsOftenAnOrdinaryOne) {
  expr::Dag dag;
  trace::ObjectTable objects(dag);
  const auto object = objects.intern({trace::ObjectKind::memory, "x", 0, 16, false});
  const expr::ExprId x = dag.input(objects.first_byte(object), 8);
  dag.make(expr::Op::FLt, 1, x, dag.constant(std::bit_cast<std::uint64_t>(3.0), 64));
  Reals reals(dag);
  reals.update();
  base::Rng rng(5);
  const auto shares = [&](const Prior& prior) {
    std::array<int, 4> counts{};  // ordinary, whole, extreme numbers at the first place; ordinary ones at the second
    for (int i = 0; i < 2000; ++i) {
      const trace::Input input = random_input(objects, prior, reals, rng);
      double number[2];
      std::memcpy(number, input.objects[0].bytes.data(), sizeof number);
      const auto ordinary = [](double each) { return each == 0 || (std::fabs(each) > 1e-4 && std::fabs(each) < 1e4); };
      counts[0] += ordinary(number[0]);
      counts[1] += std::fabs(number[0]) < 1e4 && number[0] == std::floor(number[0]);
      counts[2] += !ordinary(number[0]);
      counts[3] += ordinary(number[1]);
    }
    return counts;
  };
  const auto drawn = shares(Prior());
  EXPECT_GT(drawn[0], 1400);
  EXPECT_GT(drawn[1], 400);
  EXPECT_GT(drawn[2], 300);
  EXPECT_LT(drawn[3], 100);
  // Who asks for certain bytes gets them.
  EXPECT_LT(shares(*Prior::parse("text"))[0], 100);
}

TEST(Reals, PlacesGoWithTheExpressionsTheyWereLearntFrom) {
  expr::Dag dag;
  Reals reals(dag);
  const auto learn = [&](std::uint32_t first) {
    dag.make(expr::Op::FLt, 1, dag.input(expr::ByteId{first}, 8), dag.constant(0, 64));
    reals.update();
  };
  learn(0);
  std::destroy_at(&dag);
  std::construct_at(&dag);
  reals.forget();
  trace::ObjectTable objects(dag);
  const trace::ObjectId object = objects.intern({trace::ObjectKind::memory, "x", 0, 16, false});
  learn(objects.first_byte(object).value + 8);
  base::Rng rng(5);
  int first = 0, second = 0;
  for (int i = 0; i < 100; ++i) {
    trace::Object content{trace::ObjectKind::memory, "x", 0, false, 16, std::vector<std::uint8_t>(16, 0xaa)};
    reals.draw(objects, object, content, rng);
    first += content.bytes[7] != 0xaa ? 1 : 0;
    second += content.bytes[15] != 0xaa ? 1 : 0;
  }
  EXPECT_EQ(first, 0);
  EXPECT_GT(second, 50);
}

// A program may ask for ever new objects; an input that a target cannot take would end the session.
TEST(RandomInput, FitsATarget) {
  constexpr target::SegmentSizes kRoom;
  expr::Dag dag;
  trace::ObjectTable objects(dag);
  base::Rng rng(3);
  objects.intern({trace::ObjectKind::memory, "large", 0, 1u << 19, false});
  objects.intern({trace::ObjectKind::memory, "too large beside it", 0, (1u << 19) + 1, false});
  for (std::uint32_t i = 0; i < kRoom.input_objects + 100; ++i)
    objects.intern({trace::ObjectKind::memory, "result", i, 4, false});
  const trace::Input input = random_input(objects, Prior(), Reals(dag), rng);
  EXPECT_EQ(input.objects.size(), kRoom.input_objects);
  std::uint64_t bytes = 0;
  for (const trace::Object& object : input.objects) bytes += object.bytes.size();
  EXPECT_LE(bytes, kRoom.input_data);
  EXPECT_EQ(input.objects[1].name, "result");
}

TEST(RandomInput, LeavesNoRoomForWhatARunDidNotGetTo) {
  constexpr target::SegmentSizes kRoom;
  expr::Dag dag;
  trace::ObjectTable objects(dag);
  trace::Input given;
  for (std::uint32_t i = 0; i < kRoom.input_objects; ++i)
    given.objects.push_back({trace::ObjectKind::memory, "given", i, false, 4, std::vector<std::uint8_t>(4)});
  const trace::ObjectId used = objects.intern({trace::ObjectKind::memory, "used", 0, 4, false});
  const std::vector<trace::UsedObject> run = {{used, 4}};
  EXPECT_EQ(all_objects(objects, run, given).size(), kRoom.input_objects);
}

TEST(Mutate, ChangesALittleAndKeepsToTheBounds) {
  trace::Input input;
  input.objects.push_back({trace::ObjectKind::memory, "fixed", 0, false, 16, std::vector<std::uint8_t>(16, 7)});
  input.objects.push_back({trace::ObjectKind::standard_input, "stdin", 0, true, 8, {1, 2, 3}});
  base::Rng rng(9);
  bool longer = false, shorter = false;
  int changed = 0;
  for (int i = 0; i < 2000; ++i) {
    trace::Input other = input;
    mutate(other, Prior(), rng);
    ASSERT_EQ(other.objects.size(), 2u);
    ASSERT_EQ(other.objects[0].bytes.size(), 16u);
    ASSERT_LE(other.objects[1].bytes.size(), 8u);
    longer |= other.objects[1].bytes.size() > 3;
    shorter |= other.objects[1].bytes.size() < 3;
    int differing = 0;
    for (std::size_t k = 0; k < 16; ++k) differing += other.objects[0].bytes[k] != 7 ? 1 : 0;
    ASSERT_LE(differing, 4);
    changed += other == input ? 0 : 1;
  }
  EXPECT_TRUE(longer);
  EXPECT_TRUE(shorter);
  EXPECT_GT(changed, 1500);
}

TEST(Mutate, LeavesAloneWhatHasNoByteToChange) {
  base::Rng rng(1);
  trace::Input nothing;
  mutate(nothing, Prior(), rng);
  EXPECT_TRUE(nothing.objects.empty());
  trace::Input fixed;
  fixed.objects.push_back({trace::ObjectKind::memory, "none", 0, false, 0, {}});
  mutate(fixed, Prior(), rng);
  EXPECT_TRUE(fixed.objects[0].bytes.empty());
}

}  // namespace
}  // namespace cairn::explore
