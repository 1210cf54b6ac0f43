// Cases: what is set and checked of values whose parts are hard to name, and what is dropped of them.
#include <gtest/gtest.h>

#include "unit/case.h"
#include "unit/failing.h"
#include "unit/leaves.h"
#include "unit/regions.h"
#include "unit/stub_text.h"
#include "unit/test_source.h"

namespace cairn::unit {
namespace {

// 3: struct { char* p; int n; }, 4: union { int i; double d; 3 s; }, 5: struct value { int tag; 4 u; }
// 8: struct { int x, y; }, 9: union { 8; int code; }, 10: struct event { int type; 9; }
// 11: union { unsigned flag : 3; unsigned all; }, 12: struct reg { int id; 11; }, 14: the same of bit-fields only
// 16: struct { const char* key; int val; }, 18: struct table { 16* entries; }, 21: double (*)[n]
constexpr const char* kTypes = R"({"functions": [
  {"name": "length", "line": 1, "own": true, "static": false, "defined": true, "variadic": false, "result": 0,
   "parameters": [{"name": "v", "type": 6}]},
  {"name": "find", "line": 2, "own": true, "static": false, "defined": true, "variadic": false, "result": 0,
   "parameters": [{"name": "t", "type": 19}]},
  {"name": "trace", "line": 3, "own": true, "static": false, "defined": true, "variadic": false, "result": 0,
   "parameters": [{"name": "m", "type": 21}]},
  {"name": "fetch", "line": 4, "own": false, "static": false, "defined": false, "variadic": false, "result": 0,
   "parameters": []},
  {"name": "malloc", "line": 5, "own": false, "static": false, "defined": false, "variadic": false, "result": 2,
   "parameters": []}],
 "variables": [
  {"name": "shared", "line": 1, "static": true, "constant": false, "type": 0}],
 "types": [
  {"kind": "integer", "name": "int", "size": 4, "signed": true},
  {"kind": "integer", "name": "char", "size": 1, "signed": true, "character": true},
  {"kind": "pointer", "to": 1},
  {"kind": "struct", "name": "", "size": 16, "members": [
    {"name": "p", "type": 2, "offset": 0, "bits": 64, "bitfield": false},
    {"name": "n", "type": 0, "offset": 64, "bits": 32, "bitfield": false}]},
  {"kind": "union", "name": "", "size": 16, "members": [
    {"name": "i", "type": 0, "offset": 0, "bits": 32, "bitfield": false},
    {"name": "d", "type": 7, "offset": 0, "bits": 64, "bitfield": false},
    {"name": "s", "type": 3, "offset": 0, "bits": 128, "bitfield": false}]},
  {"kind": "struct", "name": "value", "size": 24, "members": [
    {"name": "tag", "type": 0, "offset": 0, "bits": 32, "bitfield": false},
    {"name": "u", "type": 4, "offset": 64, "bits": 128, "bitfield": false}]},
  {"kind": "pointer", "to": 5},
  {"kind": "float", "name": "double", "size": 8},
  {"kind": "struct", "name": "", "size": 8, "members": [
    {"name": "x", "type": 0, "offset": 0, "bits": 32, "bitfield": false},
    {"name": "y", "type": 0, "offset": 32, "bits": 32, "bitfield": false}]},
  {"kind": "union", "name": "", "size": 8, "members": [
    {"name": "", "type": 8, "offset": 0, "bits": 64, "bitfield": false},
    {"name": "code", "type": 0, "offset": 0, "bits": 32, "bitfield": false}]},
  {"kind": "struct", "name": "event", "size": 12, "members": [
    {"name": "type", "type": 0, "offset": 0, "bits": 32, "bitfield": false},
    {"name": "", "type": 9, "offset": 32, "bits": 64, "bitfield": false}]},
  {"kind": "union", "name": "", "size": 4, "members": [
    {"name": "flag", "type": 0, "offset": 0, "bits": 3, "bitfield": true},
    {"name": "all", "type": 0, "offset": 0, "bits": 32, "bitfield": false}]},
  {"kind": "struct", "name": "reg", "size": 8, "members": [
    {"name": "id", "type": 0, "offset": 0, "bits": 32, "bitfield": false},
    {"name": "", "type": 11, "offset": 32, "bits": 32, "bitfield": false}]},
  {"kind": "union", "name": "", "size": 4, "members": [
    {"name": "few", "type": 0, "offset": 0, "bits": 3, "bitfield": true},
    {"name": "many", "type": 0, "offset": 0, "bits": 5, "bitfield": true}]},
  {"kind": "struct", "name": "bits", "size": 4, "members": [
    {"name": "", "type": 13, "offset": 0, "bits": 32, "bitfield": false}]},
  {"kind": "pointer", "to": 20},
  {"kind": "struct", "name": "", "size": 16, "members": [
    {"name": "key", "type": 15, "offset": 0, "bits": 64, "bitfield": false},
    {"name": "val", "type": 0, "offset": 64, "bits": 32, "bitfield": false}]},
  {"kind": "pointer", "to": 16},
  {"kind": "struct", "name": "table", "size": 8, "members": [
    {"name": "entries", "type": 17, "offset": 0, "bits": 64, "bitfield": false}]},
  {"kind": "pointer", "to": 18},
  {"kind": "const", "to": 1},
  {"kind": "pointer", "to": 22},
  {"kind": "array", "to": 7, "count": -1}]})";

Description described() { return parse_description(kTypes).value(); }

std::vector<Leaf> leaves_of(const Description& description, TypeIndex type) {
  std::vector<Leaf> leaves;
  for_leaves(description, type, "v", 0, [&](const Leaf& leaf) { leaves.push_back(leaf); });
  return leaves;
}

std::vector<std::string> places(const std::vector<Leaf>& leaves) {
  std::vector<std::string> out;
  for (const Leaf& leaf : leaves) out.push_back(leaf.place);
  return out;
}

TEST(Leaves, NameAUnionWithoutANameByWhatItBeginsWith) {
  const Description d = described();
  const std::vector<Leaf> event = leaves_of(d, 10);
  EXPECT_EQ(places(event), (std::vector<std::string>{"v.type", "v.x"}));
  EXPECT_EQ(event[1].kind, LeafKind::raw);
  EXPECT_EQ(event[1].size, 8u);
  EXPECT_EQ(event[1].holder, "v");
  EXPECT_EQ(places(leaves_of(d, 12)), (std::vector<std::string>{"v.id", "v.all"})) << "a bit-field has no address";
  const std::vector<Leaf> bits = leaves_of(d, 14);
  ASSERT_EQ(bits.size(), 1u);
  EXPECT_EQ(bits[0].kind, LeafKind::bits);
  EXPECT_EQ(bits[0].place, "v.many");
}

TEST(Leaves, KnowTheMembersOfAUnion) {
  const Description d = described();
  std::vector<Leaf> members;
  for_member_leaves(d, leaves_of(d, 5)[1], [&](const Leaf& leaf) { members.push_back(leaf); });
  EXPECT_EQ(places(members), (std::vector<std::string>{"v.u.i", "v.u.d", "v.u.s.p", "v.u.s.n"}));
  EXPECT_EQ(members[2].offset, 8u);
  EXPECT_EQ(members[3].offset, 16u);
}

TEST(Leaves, AreFoundBehindATypeWithoutAName) {
  std::vector<Leaf> leaves;
  for_leaves_behind(described(), 16, "o", 2, [&](const Leaf& leaf) { leaves.push_back(leaf); });
  EXPECT_EQ(places(leaves), (std::vector<std::string>{"(*(const char **)(o + 0))", "(*(int *)(o + 8))",
                                                      "(*(const char **)(o + 16))", "(*(int *)(o + 24))"}));
  EXPECT_EQ(leaves[2].kind, LeafKind::pointer);
}

std::vector<std::uint8_t> bytes_of(std::initializer_list<std::uint64_t> words) {
  std::vector<std::uint8_t> out;
  for (const std::uint64_t word : words) {
    for (unsigned i = 0; i < 8; ++i) out.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
  }
  return out;
}

Observed observed(Role role, std::uint32_t type, std::uint64_t address, std::vector<std::uint8_t> before,
                  std::vector<std::uint8_t> after) {
  Observed out;
  out.role = role;
  out.type = type;
  out.count = 1;
  out.size = before.size();
  out.address = address;
  out.before = std::move(before);
  out.after = std::move(after);
  return out;
}

Watched returned(std::vector<Observed> objects) {
  Watched run;
  run.observation.objects = std::move(objects);
  run.observation.returned = true;
  return run;
}

TEST(Case, SetsPointersInMembersOfUnions) {
  const Plan plan = make_plan(described(), {.functions = {"length"}}).value();
  const std::uint32_t pointer = plan.functions[0].parameters[0].type, value = plan.types[pointer].to;
  const auto content = bytes_of({2, 0x200000, 7});
  const auto inner = bytes_of({0, 0, 0});
  const Watched run = returned({observed(Role::object, value, 0x100000, content, content),
                                observed(Role::object, value, 0x200000, inner, inner),
                                observed(Role::argument, pointer, 0x300000, bytes_of({0x100000}), {})});
  const auto made = make_case(plan, 0, run, run);
  ASSERT_TRUE(made.has_value());
  EXPECT_NE(made->body.find("  cairn_o0->u.s.p = cairn_o1;\n"), std::string::npos) << made->body;
  EXPECT_NE(made->body.find("(void*)&cairn_o0->u, \"\\0\\0\\0\\0\\0\\0\\0\\0\\007"), std::string::npos) << made->body;
}

TEST(Case, ChecksNothingOfPointersThatNobodySet) {
  const Plan plan = make_plan(described(), {.functions = {"find"}}).value();
  const std::uint32_t pointer = plan.functions[0].parameters[0].type, table = plan.types[pointer].to;
  const auto run = [&](std::uint64_t entries) {
    return returned({observed(Role::object, table, 0x100000, bytes_of({0}), bytes_of({entries})),
                     observed(Role::argument, pointer, 0x300000, bytes_of({0x100000}), {})});
  };
  const auto set = make_case(plan, 0, run(0x700000), run(0x800000));
  EXPECT_EQ(text_of(set->checks), "  CAIRN_THERE(cairn_o0->entries);\n");
  const auto left = make_case(plan, 0, run(0x5a5a5a5a5a5a5a5a), run(0xa5a5a5a5a5a5a5a5));
  EXPECT_EQ(text_of(left->checks), "");
}

TEST(Case, ChecksLongArraysWhereTheyChanged) {
  Description d = described();
  Type bytes;
  bytes.kind = Kind::array;
  bytes.to = 1;
  bytes.count = 512;
  Type ring;
  ring.kind = Kind::structure;
  ring.name = "ring";
  ring.size = 512;
  const auto first = static_cast<TypeIndex>(d.types.size());
  ring.members = {{"bytes", first, 0, 4096, false}};
  Type pointer;
  pointer.kind = Kind::pointer;
  pointer.to = first + 1;
  for (const Type& type : {bytes, ring, pointer}) d.types.push_back(type);
  d.functions[0].parameters[0].type = first + 2;
  const Plan plan = make_plan(d, {.functions = {"length"}}).value();
  const std::uint32_t given = plan.functions[0].parameters[0].type;
  const std::vector<std::uint8_t> before(512);
  std::vector<std::uint8_t> after = before;
  after[300] = 'x';
  const Watched run = returned({observed(Role::object, plan.types[given].to, 0x100000, before, after),
                                observed(Role::argument, given, 0x300000, bytes_of({0x100000}), {})});
  const auto made = make_case(plan, 0, run, run);
  EXPECT_EQ(text_of(made->checks), "  CAIRN_MEMORY((const char*)cairn_o0->bytes + 300, \"x\", 1);\n");
}

TEST(Case, ChecksCallsOfStubsAndTheirArguments) {
  Description d = described();
  d.functions[3].parameters = {{"n", 0}, {"p", 6}, {"text", 2}};
  const Plan plan = make_plan(d, {.functions = {"length"}, .stubs = {"fetch"}}).value();
  const std::uint32_t pointer = plan.functions[0].parameters[0].type, value = plan.types[pointer].to;
  const auto content = bytes_of({0, 0, 0});
  Watched run = returned({observed(Role::object, value, 0x100000, content, content),
                          observed(Role::argument, pointer, 0x300000, bytes_of({0x100000}), {})});
  run.observation.called[0] = 1;
  run.observation.passed = {{0, 0, 0, false, {7, 0, 0, 0}},
                            {0, 0, 1, false, bytes_of({0x100000})},
                            {0, 0, 2, false, bytes_of({0x400000})},
                            {0, 0, 2, true, {'o', 'k'}}};
  const std::string checks = text_of(make_case(plan, 0, run, run)->checks);
  for (const char* line :
       {"  CAIRN_EQUAL(cairn_unit_calls_fetch, 1);\n", "  CAIRN_EQUAL(cairn_unit_passed_fetch_0[0], 7);\n",
        "  CAIRN_SAME(cairn_unit_passed_fetch_1[0], cairn_o0);\n",
        "CAIRN_STRING(cairn_unit_passed_fetch_2[0], \"ok\");\n"})
    EXPECT_NE(checks.find(line), std::string::npos) << line << checks;
  run.observation = returned(run.observation.objects).observation;
  EXPECT_NE(text_of(make_case(plan, 0, run, run)->checks).find("CAIRN_EQUAL(cairn_unit_calls_fetch, 0)"),
            std::string::npos)
      << "that it was not called is worth a check too";
  EXPECT_NE(callee_stubs(plan).find("cairn_unit_passed_fetch_0[cairn_unit_calls_fetch] = cairn_a0;"),
            std::string::npos);
}

TEST(Case, TakesAStructWithWhatFollowsItForOneObject) {
  Description d = described();
  Type body;
  body.kind = Kind::array;
  body.to = 0;
  body.count = -1;
  Type message;
  message.kind = Kind::structure;
  message.name = "message";
  message.size = 4;
  const auto first = static_cast<TypeIndex>(d.types.size());
  message.members = {{"type", 0, 0, 32, false}, {"body", first, 32, 0, false}};
  Type pointer;
  pointer.kind = Kind::pointer;
  pointer.to = first + 1;
  for (const Type& type : {body, message, pointer}) d.types.push_back(type);
  d.functions[0].parameters[0].type = first + 2;
  const Plan plan = make_plan(d, {.functions = {"length"}}).value();
  const std::uint32_t given = plan.functions[0].parameters[0].type, planned = plan.types[given].to;
  EXPECT_EQ(plan.types[planned].tail_offset, 4u);
  const auto content = bytes_of({0x0000000200000001, 3});
  Observed object = observed(Role::object, planned, 0x100000, {content.begin(), content.begin() + 12},
                             {content.begin(), content.begin() + 12});
  object.count = 2;  // elements of the array
  const Watched run = returned({object, observed(Role::argument, given, 0x300000, bytes_of({0x100000}), {})});
  const auto made = make_case(plan, 0, run, run);
  for (const char* line : {"struct message *cairn_o0 = cairn_new(12);", "cairn_o0->type = 1;", "cairn_o0->body[0] = 2;",
                           "cairn_o0->body[1] = 3;"})
    EXPECT_NE(made->body.find(line), std::string::npos) << line << made->body;
  EXPECT_NE(text_of(made->checks).find("CAIRN_EQUAL(cairn_o0->body[1], 3);"), std::string::npos);
}

TEST(TestFile, ChecksVariablesThatSomeCaseChanged) {
  const Plan plan = make_plan(described(), {.functions = {"length"}}).value();
  const auto cases = [&](bool changed) {
    FunctionCases function{"length", {}, {}};
    for (const char* name : {"length_case_1", "length_case_2"}) {
      NamedCase made{name, {}};
      made.content.checks = {{"  CAIRN_EQUAL(shared, 1);\n", {}, {}, 0, changed && function.cases.empty()}};
      function.cases.push_back(made);
    }
    const std::string text = region_text(update_c_tests("", plan, "/x.c", {function}).value(), "length");
    std::size_t count = 0;
    for (auto at = text.find("(shared"); at != std::string::npos; at = text.find("(shared", at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(cases(true), 2u);
  EXPECT_EQ(cases(false), 0u);
}

TEST(Failing, CostsTheCheckAndOnlyThenTheCase) {
  const std::string text = "/* 1 */\n  CAIRN_EQUAL(a, 1);\n  if (!CAIRN_THERE(p)) return;\n  int *q = p;\n  X(q);\n";
  const auto cases = [] {
    FunctionCases function{"f", {}, {}};
    for (const char* name : {"f_case_1", "f_case_2", "f_case_3"}) {
      NamedCase made{name, {}};
      made.content.checks = {{"  CAIRN_EQUAL(a, 1);\n", {}, {}},
                             {"  if (!CAIRN_THERE(p)) return;\n  int *q = p;\n", 4, {}},
                             {"  X(q);\n", {}, 4}};
      function.cases.push_back(made);
    }
    return function;
  };
  const std::string output =
      "printed\nf_case_2 failed:\nline 3: p != NULL\n\nf_case_3 failed:\nit ended with signal 11\n1 of 3 cases pass\n";
  FunctionCases some = cases();
  const Dropped dropped = drop_failing(some, output, text, false);
  EXPECT_EQ(dropped.cases, 1u);
  EXPECT_EQ(dropped.checks, 2u) << "what is about an object goes with its name";
  ASSERT_EQ(some.cases.size(), 2u);
  EXPECT_EQ(some.cases[0].content.checks.size(), 3u);
  EXPECT_EQ(text_of(some.cases[1].content.checks), "  CAIRN_EQUAL(a, 1);\n");
  EXPECT_EQ(some.remarks.size(), 2u);
  FunctionCases whole = cases();
  EXPECT_EQ(drop_failing(whole, output, text, true).cases, 2u);
  FunctionCases all = cases();
  EXPECT_EQ(drop_failing(all, "\nf_case_1 failed:\nline 2: a == 1\nline 3: p != NULL\n", text, false).cases, 1u)
      << "a case without checks is none";
}

TEST(Plan, LeavesOutWhatNoTestCouldName) {
  const Plan plan = make_plan(described(), {}).value();
  ASSERT_EQ(plan.skipped.size(), 1u);
  EXPECT_EQ(plan.skipped[0].function, "trace");
}

TEST(Plan, LooksAtErrnoWhereItIsUsed) {
  Description d = described();
  EXPECT_EQ(make_plan(d, {}).value().variables.size(), 1u);
  d.functions[0].uses_errno = true;
  const Plan plan = make_plan(d, {.globals = {"*"}}).value();
  ASSERT_EQ(plan.variables.size(), 2u);
  EXPECT_TRUE(plan.variables[0].symbolic);
  EXPECT_EQ(plan.variables[1].declared.name, "errno");
  EXPECT_FALSE(plan.variables[1].symbolic) << "it is no input";
}

TEST(Plan, RefusesStubsOfWhatTheTestsNeed) {
  const auto refused = make_plan(described(), {.stubs = {"malloc"}});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("the tests need malloc themselves"), std::string::npos);
  EXPECT_TRUE(make_plan(described(), {.stubs = {"fetch"}}).ok());
}

TEST(TestFile, HasItsStubsWithoutAnyCase) {
  const Plan plan = make_plan(described(), {.functions = {"length"}, .stubs = {"fetch"}}).value();
  const std::string text = update_c_tests("", plan, "/x.c", {{"length", {}, {}}}).value();
  EXPECT_NE(region_text(text, "support").find("int cairn_unit_stub_fetch(void) {"), std::string::npos);
  EXPECT_EQ(region_text(text, "length").find("CAIRN_STUB_"), std::string::npos);
  EXPECT_EQ(stubs_of_others(text, make_plan(described(), {.functions = {"find"}}).value()), std::vector<std::string>{});
}

TEST(TestFile, LosesCasesOfWhatCannotBeTestedAnyMore) {
  const Plan plan = make_plan(described(), {}).value();
  const std::string text = replace_region("", "trace", "of old\n").value();
  EXPECT_EQ(update_c_tests(text, plan, "/x.c", {}).value().find("of old"), std::string::npos);
  EXPECT_EQ(update_google_tests(text, plan, {}).value().find("of old"), std::string::npos);
}

TEST(TestFile, KeepsTheEndsOfLines) {
  const Plan plan = make_plan(described(), {.functions = {"length"}}).value();
  const std::string text = update_c_tests("", plan, "/x.c", {{"length", {}, {}}}).value();
  const std::string elsewhere = with_lines_like(text, "\r\n");
  EXPECT_EQ(with_plain_lines(elsewhere), text);
  EXPECT_EQ(update_c_tests(elsewhere, plan, "/x.c", {{"length", {}, {}}}).value(), elsewhere);
}

TEST(Observation, TellsAFullStackFromACrash) {
  const auto runs = parse_watched("exhausted\nsignalled 11\nsignalled 11\n");
  ASSERT_TRUE(runs.ok());
  EXPECT_EQ((*runs)[0].ending, Ending::exhausted);
  EXPECT_EQ((*runs)[1].ending, Ending::signalled);
}

}  // namespace
}  // namespace cairn::unit
