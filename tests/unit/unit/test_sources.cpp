// What is generated: spellings of types, constants, marked regions, and what a harness told.
#include <gtest/gtest.h>

#include "unit/description.h"
#include "unit/literal.h"
#include "unit/observation.h"
#include "unit/plan.h"
#include "unit/regions.h"

namespace cairn::unit {
namespace {

std::vector<std::uint8_t> bytes_of(const auto& value) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(&value);
  return {first, first + sizeof value};
}

// 0: int, 1: const int, 2: int*, 3: const pointer to const int, 4: int (*)(int, const int*), 5: int[3], 6: pointer to
// it, 7: struct s with itself behind a pointer (8), 9: enum, 10: double, 11: float, 12: char, 13: char*
constexpr const char* kTypes = R"({"functions": [
  {"name": "f", "line": 1, "own": true, "static": false, "defined": true, "variadic": false, "result": 0,
   "parameters": [{"name": "a", "type": 2}, {"name": "n", "type": 0}]},
  {"name": "g", "line": 2, "own": true, "static": true, "defined": true, "variadic": true, "result": 0, "parameters": []},
  {"name": "h", "line": 3, "own": true, "static": true, "defined": true, "variadic": false, "result": 0,
   "parameters": [{"name": "s", "type": 8}, {"name": "", "type": 9}]}],
 "variables": [{"name": "v", "line": 1, "static": true, "constant": false, "type": 0}],
 "types": [
  {"kind": "integer", "name": "int", "size": 4, "signed": true},
  {"kind": "const", "to": 0},
  {"kind": "pointer", "to": 0},
  {"kind": "const", "to": 14},
  {"kind": "pointer", "to": 15},
  {"kind": "array", "to": 0, "count": 3},
  {"kind": "pointer", "to": 5},
  {"kind": "struct", "name": "s", "size": 16, "members": [
    {"name": "x", "type": 0, "offset": 0, "bits": 32, "bitfield": false},
    {"name": "next", "type": 8, "offset": 64, "bits": 64, "bitfield": false}]},
  {"kind": "pointer", "to": 7},
  {"kind": "enum", "name": "e", "size": 4, "signed": false, "values": [{"name": "A", "value": 3}, {"name": "B", "value": 9}]},
  {"kind": "float", "name": "double", "size": 8},
  {"kind": "float", "name": "float", "size": 4},
  {"kind": "integer", "name": "char", "size": 1, "signed": true, "character": true},
  {"kind": "pointer", "to": 12},
  {"kind": "pointer", "to": 1},
  {"kind": "function", "result": 0, "variadic": false,
   "parameters": [{"name": "", "type": 0}, {"name": "", "type": 14}]}]})";

Description described() { return parse_description(kTypes).value(); }

TEST(Spelling, WritesDeclarationsAsCDoes) {
  const Description d = described();
  EXPECT_EQ(spell(d, 0, "x"), "int x");
  EXPECT_EQ(spell(d, 1, "x"), "const int x");
  EXPECT_EQ(spell(d, 2, "p"), "int *p");
  EXPECT_EQ(spell(d, 3, "p"), "const int *const p");
  EXPECT_EQ(spell(d, 4, "f"), "int (*f)(int, const int *)");
  EXPECT_EQ(spell(d, 5, "a"), "int a[3]");
  EXPECT_EQ(spell(d, 6, "p"), "int (*p)[3]");
  EXPECT_EQ(spell(d, 8, ""), "struct s *");
}

TEST(Description, RefusesWhatIsNone) {
  EXPECT_FALSE(parse_description("{").ok());
  EXPECT_FALSE(parse_description("{\"functions\": []}").ok());
}

TEST(Plan, SkipsWithAReasonAndFindsLengths) {
  const Plan plan = make_plan(described(), {}).value();
  ASSERT_EQ(plan.skipped.size(), 1u);
  EXPECT_EQ(plan.skipped[0].function, "g");
  EXPECT_EQ(plan.skipped[0].reason, "it takes a variable number of arguments");
  ASSERT_EQ(plan.functions.size(), 2u);
  EXPECT_EQ(plan.functions[0].parameters[0].length, 1) << "n says how many elements a has";
  EXPECT_EQ(plan.functions[1].parameters[1].declared.name, "argument2");
  const PlannedType& record = plan.types[plan.types[plan.functions[1].parameters[0].type].to];
  EXPECT_EQ(record.shape, Shape::structure);
  EXPECT_TRUE(record.loose);
}

TEST(Plan, RefusesWhatDoesNotExist) {
  EXPECT_FALSE(make_plan(described(), {.functions = {"nobody"}}).ok());
  EXPECT_FALSE(make_plan(described(), {.globals = {"nothing"}}).ok());
  EXPECT_FALSE(make_plan(described(), {.stubs = {"unknown"}}).ok());
  EXPECT_FALSE(make_plan(described(), {.lengths = {{"a", "nope"}}}).ok());
  EXPECT_TRUE(make_plan(described(), {.lengths = {{"a", "none"}}}).ok());
}

TEST(Literal, IsTheValue) {
  const Description d = described();
  EXPECT_EQ(literal(d, 0, bytes_of(-5)), "-5");
  EXPECT_EQ(literal(d, 0, bytes_of(INT32_MIN)), "(-2147483647 - 1)");
  EXPECT_EQ(integer_literal(UINT64_MAX, 64, false), "18446744073709551615ull");
  EXPECT_EQ(integer_literal(std::uint64_t{1} << 63, 64, true), "(-9223372036854775807ll - 1)");
  EXPECT_EQ(integer_literal(7, 3, true), "-1");
  EXPECT_EQ(literal(d, 9, bytes_of(9)), "B");
  EXPECT_EQ(literal(d, 9, bytes_of(4)), "4u");
  EXPECT_EQ(literal(d, 10, bytes_of(0.5)), "0.5");
  EXPECT_EQ(literal(d, 10, bytes_of(-0.0)), "-0.0");
  EXPECT_EQ(literal(d, 10, bytes_of(std::numeric_limits<double>::quiet_NaN())), "NAN");
  EXPECT_EQ(literal(d, 11, bytes_of(-std::numeric_limits<float>::infinity())), "-INFINITY");
  const double awkward = 0.1 + 0.2;
  EXPECT_EQ(std::strtod(literal(d, 10, bytes_of(awkward)).c_str(), nullptr), awkward);
}

TEST(Literal, StringsSurviveDigitsQuotesAndTrigraphs) {
  const std::string text(
      "a\"\\\0"
      "7??=\n\xff",
      10);
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  EXPECT_EQ(string_literal(bytes), R"("a\"\\\0007\?\?=\n\377")");
}

TEST(Regions, AreReplacedAndNothingElse) {
  std::string text = replace_region("", "one", "1\n").value();
  text = replace_region(text + "by hand\n", "two", "2\n").value();
  EXPECT_EQ(region_names(text), (std::vector<std::string>{"one", "two"}));
  text = replace_region(text, "one", "uno\n").value();
  EXPECT_EQ(region_text(text, "one"), "uno\n");
  EXPECT_EQ(region_text(text, "two"), "2\n");
  EXPECT_NE(text.find("by hand\n"), std::string::npos);
  text = replace_region(text, "zero", "0\n", "one").value();
  EXPECT_EQ(region_names(text).front(), "zero");
}

TEST(Regions, RefuseDamagedMarks) {
  const std::string text = replace_region("", "one", "1\n").value();
  EXPECT_FALSE(replace_region(text + text, "one", "x").ok());
  EXPECT_FALSE(replace_region(text.substr(0, text.find("/* cairn: end")), "one", "x").ok());
}

TEST(Observation, IsReadBack) {
  const auto runs = parse_watched(
      "object 0 0 0 3 1 4 4096 n\nbefore 0 05000000\nobject 1 1 0 2 1 4 8192 *p\nbefore 1 00000000\n"
      "after 0 05000000\nfreed 1\nreturned\nexited 0\nobject 0 0 0 3 1 4 4096 n\nbefore 0 06000000\nsignalled "
      "11\nobject 0");
  ASSERT_TRUE(runs.ok());
  ASSERT_EQ(runs->size(), 2u);
  const Watched& first = (*runs)[0];
  EXPECT_EQ(first.ending, Ending::returned);
  EXPECT_EQ(first.observation.objects[0].after, (std::vector<std::uint8_t>{5, 0, 0, 0}));
  EXPECT_TRUE(first.observation.objects[1].freed);
  EXPECT_TRUE(first.observation.find(8192, false).has_value()) << "it was there before the call";
  EXPECT_FALSE(first.observation.find(8192, true).has_value());
  EXPECT_EQ((*runs)[1].ending, Ending::signalled);
  EXPECT_EQ((*runs)[1].code, 11);
  EXPECT_FALSE(parse_watched("object 5 0 0 3 1 4 4096 n\n").ok());
  EXPECT_FALSE(parse_watched("before 0 00\n").ok());
}

}  // namespace
}  // namespace cairn::unit
