// Calls close to one that was watched: which places of the inputs they change, and to what.
#include <gtest/gtest.h>

#include <set>

#include "unit/literal.h"
#include "unit/variation.h"

namespace cairn::unit {
namespace {

constexpr TypeIndex kInt = 0, kBool = 1, kLevel = 2, kFloat = 3, kUnion = 4, kLoose = 5, kMixed = 6, kPointer = 7;

// enum level { off = 2, low = 3, high = 9 };
// union plain { int i; float f; }; union loose { enum level level; int i; };
// struct mixed { unsigned a : 3, b : 1; _Bool on; enum level level; union plain plain; union loose loose; };
Description described() {
  Description d;
  d.types.resize(8);
  d.types[kInt] = {.kind = Kind::integer, .name = "int", .size = 4, .is_signed = true};
  d.types[kBool] = {.kind = Kind::boolean, .name = "_Bool", .size = 1};
  d.types[kLevel] = {.kind = Kind::enumeration, .name = "level", .size = 4};
  d.types[kLevel].values = {{"off", 2}, {"low", 3}, {"high", 9}};
  d.types[kFloat] = {.kind = Kind::real, .name = "float", .size = 4};
  d.types[kUnion] = {.kind = Kind::united, .name = "plain", .size = 4};
  d.types[kUnion].members = {{"i", kInt, 0, 32, false}, {"f", kFloat, 0, 32, false}};
  d.types[kLoose] = {.kind = Kind::united, .name = "loose", .size = 4};
  d.types[kLoose].members = {{"level", kLevel, 0, 32, false}, {"i", kInt, 0, 32, false}};
  d.types[kMixed] = {.kind = Kind::structure, .name = "mixed", .size = 20};
  d.types[kMixed].members = {{"a", kInt, 0, 3, true},          {"b", kInt, 3, 1, true},
                             {"on", kBool, 32, 8, false},      {"level", kLevel, 64, 32, false},
                             {"plain", kUnion, 96, 32, false}, {"loose", kLoose, 128, 32, false}};
  d.types[kPointer] = {.kind = Kind::pointer, .to = kMixed};
  Function function;
  function.name = "f";
  function.own = function.defined = true;
  function.result = kInt;
  function.parameters = {{"p", kPointer}};
  d.functions = {function};
  return d;
}

// What the variations make of the 20 bytes, which are zeros but for the given ones.
struct Varied {
  std::set<std::uint64_t> first, on, level, plain, loose;

  explicit Varied(std::uint8_t chosen, bool any_enum = false) {
    Wishes wishes;
    wishes.functions = {"f"};
    wishes.any_enum = any_enum;
    const Plan plan = make_plan(described(), wishes).value();
    const std::uint32_t type = plan.types[plan.functions[0].parameters[0].type].to;
    Observation seen;
    Observed object;
    object.role = Role::object;
    object.type = type;
    object.count = 1;
    object.size = 20;
    object.name = "*p";
    seen.objects = {object};
    const Inputs inputs = {{"p?", {0}}, {"*p", std::vector<std::uint8_t>(20)}, {"*p.loose?", {chosen}}};
    for (const Inputs& each : variations(plan, 0, seen, inputs, 1000)) {
      const Bytes bytes(each[1].bytes);
      first.insert(bytes[0]);
      on.insert(bytes[4]);
      level.insert(little_endian(bytes.subspan(8, 4)));
      plain.insert(little_endian(bytes.subspan(12, 4)));
      loose.insert(little_endian(bytes.subspan(16, 4)));
    }
  }
};

using Values = std::set<std::uint64_t>;

TEST(Variation, KeepsBitFieldsApart) {
  const Varied varied(0);
  for (const std::uint64_t value : {1, 7, 8}) EXPECT_TRUE(varied.first.contains(value)) << value;
  for (const std::uint64_t value : varied.first) EXPECT_LT(value, 16u) << "what lies beside them stays";
}

TEST(Variation, TriesBothTruthValues) { EXPECT_EQ(Varied(0).on, (Values{0, 1})); }

// An input of zeros is the first value: 2 ^ 3 is the second, 2 ^ 9 the third.
TEST(Variation, GoesThroughTheNamedValues) { EXPECT_EQ(Varied(0).level, (Values{0, 1, 11})); }

TEST(Variation, TakesEnumsForNumbersWhereAnyValueIsOne) { EXPECT_TRUE(Varied(0, true).level.contains(0xffffffff)); }

TEST(Variation, ChangesTheMemberOfAUnionThatWasChosen) {
  EXPECT_EQ(Varied(0).loose, (Values{0, 1, 11})) << "an enum";
  EXPECT_TRUE(Varied(1).loose.contains(0xffffffff)) << "a number";
}

TEST(Variation, ChangesEveryMemberWhereNoneHadToBeChosen) {
  const Varied varied(0);
  EXPECT_TRUE(varied.plain.contains(0xffffffff)) << "-1";
  EXPECT_TRUE(varied.plain.contains(0xbf800000)) << "-1.0f";
}

TEST(Variation, ChangesStrings) {
  Description d = described();
  d.types.push_back({.kind = Kind::integer, .name = "char", .size = 1, .is_signed = true, .character = true});
  d.types.push_back({.kind = Kind::pointer, .to = static_cast<TypeIndex>(d.types.size() - 1)});
  d.functions[0].parameters[0].type = static_cast<TypeIndex>(d.types.size() - 1);
  const Plan plan = make_plan(d, {.functions = {"f"}}).value();
  Observation seen;
  Observed text;
  text.role = Role::object;
  text.type = plan.types[plan.functions[0].parameters[0].type].to;
  text.count = text.size = 4;  // with the NUL, which is no input
  text.name = "*p";
  seen.objects = {text};
  bool changed = false;
  for (const Inputs& each : variations(plan, 0, seen, {{"*p", {'a', 'b', 'c'}}}, 100))
    changed = changed || each[0].bytes == std::vector<std::uint8_t>{'a', 'b', 'd'};
  EXPECT_TRUE(changed);
}

}  // namespace
}  // namespace cairn::unit
