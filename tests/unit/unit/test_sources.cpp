// What is generated: spellings of types, constants, marked regions, and what a harness told.
#include <gtest/gtest.h>

#include <array>

#include "unit/description.h"
#include "unit/lengths.h"
#include "unit/literal.h"
#include "unit/observation.h"
#include "unit/plan.h"
#include "unit/regions.h"
#include "unit/test_source.h"

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

TEST(Plan, KnowsTheNamesOfLengths) {
  const auto length_called = [](const std::string& name) {
    Description d = described();
    d.functions[0].parameters[1].name = name;
    return make_plan(d, {.functions = {"f"}}).value().functions[0].parameters[0].length;
  };
  for (const char* name : {"n", "len", "buflen", "buf_len", "bufLen", "nbytes", "nwords", "nelem", "num_items",
                           "numItems", "argc", "length_in", "max_size", "bufsz", "nItems"})
    EXPECT_EQ(length_called(name), 1) << name;
  for (const char* name : {"x", "next", "number", "ns", "account", "index", "value", "flags"})
    EXPECT_EQ(length_called(name), -1) << name;
}

TEST(Plan, GivesArraysOfStructsTheirLength) {
  Description d = described();
  d.functions[2].parameters[1] = {"n", 0};
  EXPECT_EQ(make_plan(d, {.functions = {"h"}}).value().functions[0].parameters[0].length, -1)
      << "what leads on and may be written is one object";
  d.types[7].members.pop_back();
  EXPECT_EQ(make_plan(d, {.functions = {"h"}}).value().functions[0].parameters[0].length, 1);
}

TEST(Plan, TriesTheLengthsThatTheFunctionAsksFor) {
  Description d = described();
  d.functions[0].parameters[1].compared = {-3, 2, 64, 1 << 20};
  const Plan plan = make_plan(d, {.functions = {"f"}}).value();
  EXPECT_EQ(plan.functions[0].parameters[0].compared, (std::vector<std::uint32_t>{63, 64, 65}));
  EXPECT_EQ(bounds(plan, plan.functions[0]),
            std::vector<std::string>{"n, the length of a: up to 4, and 63, 64, 65; more with --elements"});
  d.functions[0].parameters[0].type = 13;  // characters
  const Plan text = make_plan(d, {.functions = {"f"}}).value();
  EXPECT_EQ(bound_of(text, text.functions[0].parameters[0]), 8u);
}

TEST(Plan, SaysWhichPointersAreAlwaysNull) {
  Description d = described();
  Type hidden, pointer;
  hidden.kind = Kind::incomplete;
  hidden.name = "struct hidden";
  d.types.push_back(hidden);
  pointer.kind = Kind::pointer;
  pointer.to = static_cast<TypeIndex>(d.types.size() - 1);
  d.types.push_back(pointer);
  EXPECT_TRUE(always_null(make_plan(d, {}).value(), make_plan(d, {}).value().functions[1]).empty());
  d.types[7].members.push_back({"own", static_cast<TypeIndex>(d.types.size() - 1), 128, 64, false});
  const Plan plan = make_plan(d, {.functions = {"h"}}).value();
  EXPECT_EQ(always_null(plan, plan.functions[0]),
            std::vector<std::string>{"s->own is always null: struct hidden is declared but not defined"});
}

TEST(Plan, ChecksResultsThatNoParameterMayBe) {
  Description d = described();
  Type wide;
  wide.kind = Kind::integer;
  wide.name = "__int128";
  wide.size = 16;
  d.types.push_back(wide);
  d.functions[0].result = static_cast<TypeIndex>(d.types.size() - 1);
  EXPECT_TRUE(make_plan(d, {.functions = {"f"}}).value().functions[0].result.has_value());
  d.functions[0].parameters[1].type = d.functions[0].result;
  EXPECT_EQ(make_plan(d, {.functions = {"f"}}).value().skipped[0].reason, "parameter n: __int128 is not supported");
}

TEST(Plan, RefusesWhatDoesNotExist) {
  EXPECT_FALSE(make_plan(described(), {.functions = {"nobody"}}).ok());
  EXPECT_FALSE(make_plan(described(), {.globals = {"nothing"}}).ok());
  EXPECT_FALSE(make_plan(described(), {.stubs = {"unknown"}}).ok());
  EXPECT_FALSE(make_plan(described(), {.lengths = {{"a", "nope"}}}).ok());
  EXPECT_TRUE(make_plan(described(), {.lengths = {{"a", "none"}}}).ok());
}

TEST(Plan, RefusesWhatCannotBeCalled) {
  Description with_main = described();
  with_main.functions[0].name = "main";
  const auto refused = make_plan(with_main, {.functions = {"main"}});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("cairn run"), std::string::npos) << refused.error().message;
  EXPECT_FALSE(make_plan(described(), {.functions = {"f"}, .stubs = {"f"}}).ok());
  EXPECT_TRUE(make_plan(described(), {.functions = {"h"}, .stubs = {"f"}}).ok());
}

TEST(Plan, KnowsTwoSizesOfReals) {
  Description d = described();
  Type half;
  half.kind = Kind::real;
  half.name = "_Float16";
  half.size = 2;
  d.types.push_back(half);
  d.functions[0].parameters[1].type = static_cast<TypeIndex>(d.types.size() - 1);
  const Plan plan = make_plan(d, {.functions = {"f"}}).value();
  ASSERT_EQ(plan.skipped.size(), 1u);
  EXPECT_EQ(plan.skipped[0].reason, "parameter n: _Float16 is not supported");
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
  EXPECT_EQ(literal(d, 10, bytes_of(std::numeric_limits<double>::quiet_NaN())), "CAIRN_NAN");
  EXPECT_EQ(literal(d, 11, bytes_of(-std::numeric_limits<float>::infinity())), "-CAIRN_INFINITY");
  const double awkward = 0.1 + 0.2;
  EXPECT_EQ(std::strtod(literal(d, 10, bytes_of(awkward)).c_str(), nullptr), awkward);
}

TEST(Literal, HasWideValues) {
  Description d = described();
  Type wide, real;
  wide.kind = Kind::integer;
  wide.size = real.size = 16;
  wide.is_signed = true;
  real.kind = Kind::real;
  const auto first = static_cast<TypeIndex>(d.types.size());
  d.types.push_back(wide);
  d.types.push_back(real);
  const std::array<std::uint64_t, 2> halves = {7, UINT64_MAX};
  EXPECT_EQ(literal(d, first, bytes_of(halves)), "(__int128)((unsigned __int128)18446744073709551615ull << 64 | 7ull)");
  const long double awkward = 1.0L / 3;
  const std::string text = literal(d, first + 1, bytes_of(awkward));
  EXPECT_EQ(text.back(), 'L');
  EXPECT_EQ(std::strtold(text.c_str(), nullptr), awkward);
  EXPECT_EQ(literal(d, first + 1, bytes_of(std::numeric_limits<long double>::quiet_NaN())), "CAIRN_NAN");
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

FunctionCases one_case(const std::string& function) {
  NamedCase made{function + "_case_1", {}};
  made.content.body = "  " + function + "(7);\n";
  return {function, {made}, {}};
}

TEST(TestFile, SaysNothingOfHeadersBeforeTheFileDoes) {
  const Plan plan = make_plan(described(), {.functions = {"f"}}).value();
  const std::string text = update_c_tests("", plan, "/x.c", {one_case("f")}).value();
  EXPECT_EQ(text.find("#include"), text.find("#include \"/x.c\""));
}

TEST(TestFile, HasPlaceForFunctionsCalledAsItsOwnRegions) {
  Description d = described();
  d.functions[0].name = "support";
  d.functions[2].name = "runner";
  const Plan plan = make_plan(d, {.functions = {"support", "runner"}}).value();
  const std::vector<FunctionCases> cases = {one_case("support"), one_case("runner")};
  const std::string text = update_c_tests("", plan, "/x.c", cases).value();
  EXPECT_EQ(region_names(text), (std::vector<std::string>{"support", "support()", "runner()", "runner"}));
  EXPECT_NE(region_text(text, "support").find("#include \"/x.c\""), std::string::npos);
  EXPECT_NE(region_text(text, "support()").find("support(7)"), std::string::npos);
  EXPECT_NE(region_text(text, "runner").find("{cairn_cases_support, cairn_cases_runner, NULL}"), std::string::npos);
  EXPECT_EQ(update_c_tests(text, plan, "/x.c", cases).value(), text);
  const std::string google = update_google_tests("", plan, cases).value();
  EXPECT_EQ(region_names(google), (std::vector<std::string>{"support", "support()", "runner()"}));
}

TEST(TestFile, KeepsTheStubsOfCasesThatStay) {
  Description d = described();
  Function callee;
  callee.name = "fetch";
  d.functions.push_back(callee);
  std::string text = replace_region("", "f", "#ifndef CAIRN_STUB_fetch\n#define CAIRN_STUB_fetch\n#endif\n").value();
  text = replace_region(text, "forgotten", "#define CAIRN_STUB_f\n").value();
  const auto stubs = [&](const Wishes& wishes) { return stubs_of_others(text, make_plan(d, wishes).value()); };
  EXPECT_EQ(stubs({.functions = {"h"}}), std::vector<std::string>{"fetch"});
  EXPECT_EQ(stubs({.functions = {"f"}}), std::vector<std::string>{}) << "its cases are made anew";
  EXPECT_EQ(stubs({.functions = {"h"}, .stubs = {"fetch"}}), std::vector<std::string>{});
}

TEST(TestFile, GivesCMakeTheOptionsAsTheyAre) {
  Build build;
  build.stem = "a b";
  build.options = {R"(-DV="1.0")", "-DW=c;d"};
  build.sources = {{"/q.c", {R"(-DP="\n")", "-DQ=$<r>"}}};
  const std::string text = cmake_lists(build);
  EXPECT_NE(text.find(R"([==[test_a b.c]==] PROPERTIES COMPILE_OPTIONS [==[-w;-DV="1.0";-DW=c\;d]==])"),
            std::string::npos);
  EXPECT_NE(text.find(R"([==[/q.c]==] PROPERTIES COMPILE_OPTIONS [==[-w;-DP="\n";-DQ=$<1:$><r>]==])"),
            std::string::npos);
  EXPECT_NE(text.find("add_executable(test_a_b "), std::string::npos);
}

TEST(Observation, TellsHowACallEndedWhateverTheStatus) {
  const auto runs =
      parse_watched("rejected\nexited 0\nundefined\nexited 1\nexited 77\nreturned\nexited 0\nexited 99\n");
  ASSERT_TRUE(runs.ok());
  std::vector<Ending> endings;
  for (const Watched& run : *runs) endings.push_back(run.ending);
  EXPECT_EQ(endings, (std::vector<Ending>{Ending::rejected, Ending::undefined, Ending::exited, Ending::returned,
                                          Ending::exited}));
  EXPECT_EQ(runs->back().code, 99);
  const auto aborted = parse_watched("undefined\nsignalled 6\nsignalled 6\n");  // a sanitizer's abort, and one's own
  ASSERT_TRUE(aborted.ok());
  EXPECT_EQ(aborted->front().ending, Ending::undefined);
  EXPECT_EQ(aborted->back().ending, Ending::signalled);
}

TEST(Observation, TellsWhatStubsWereGiven) {
  const auto runs =
      parse_watched("passed 1 0 2 05000000\ntext 1 0 3 6f6b\ntext 1 0 4 \ncalled 1 3\nreturned\nexited 0\n");
  ASSERT_TRUE(runs.ok());
  const Observation& seen = runs->front().observation;
  ASSERT_EQ(seen.passed.size(), 3u);
  EXPECT_EQ(seen.passed[0].parameter, 2u);
  EXPECT_EQ(seen.passed[0].bytes, (std::vector<std::uint8_t>{5, 0, 0, 0}));
  EXPECT_TRUE(seen.passed[1].text);
  EXPECT_TRUE(seen.passed[2].bytes.empty());
  EXPECT_EQ(seen.called.at(1), 3u);
  EXPECT_FALSE(parse_watched("passed 1 0\n").ok());
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
