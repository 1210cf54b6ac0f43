// What is built for pointers that say less than the code behind them knows.
#include <gtest/gtest.h>

#include "unit/plan.h"

namespace cairn::unit {
namespace {

// 1: struct shown { int n; }, 4: void*, 6: struct hidden*, 7: struct box { struct hidden* inside; }, 8: struct box*
constexpr const char* kTypes = R"({"functions": [
  {"name": "visit", "line": 1, "own": true, "static": false, "defined": true, "variadic": false, "result": 2,
   "parameters": [{"name": "data", "type": 4, "used": 1}]},
  {"name": "next", "line": 2, "own": true, "static": false, "defined": true, "variadic": false, "result": 2,
   "parameters": [{"name": "handle", "type": 6, "used": 1}]},
  {"name": "close", "line": 3, "own": true, "static": false, "defined": true, "variadic": false, "result": 2,
   "parameters": [{"name": "handle", "type": 6}]},
  {"name": "parse", "line": 4, "own": true, "static": false, "defined": true, "variadic": false, "result": 2,
   "parameters": [{"name": "packet", "type": 4, "used": 1}, {"name": "length", "type": 0}]},
  {"name": "open_box", "line": 5, "own": true, "static": false, "defined": true, "variadic": false, "result": 2,
   "parameters": [{"name": "box", "type": 8}]},
  {"name": "make", "line": 6, "own": true, "static": false, "defined": true, "variadic": false, "result": 6, "used": 1,
   "parameters": []}],
 "variables": [],
 "members": [{"of": 7, "offset": 0, "used": 1}],
 "types": [
  {"kind": "integer", "name": "int", "size": 4, "signed": true},
  {"kind": "struct", "name": "shown", "size": 4, "members": [
    {"name": "n", "type": 0, "offset": 0, "bits": 32, "bitfield": false}]},
  {"kind": "void"},
  {"kind": "const", "to": 2},
  {"kind": "pointer", "to": 2},
  {"kind": "incomplete", "name": "hidden", "tag": "struct"},
  {"kind": "pointer", "to": 5},
  {"kind": "struct", "name": "box", "size": 8, "members": [
    {"name": "inside", "type": 6, "offset": 0, "bits": 64, "bitfield": false}]},
  {"kind": "pointer", "to": 7}]})";

class Used : public testing::Test {
 protected:
  const Plan plan_ = make_plan(parse_description(kTypes).value(), {}).value();

  // What the first parameter of a function leads to, as C spells it.
  std::string behind(std::string_view function) const {
    for (const PlannedFunction& each : plan_.functions) {
      if (each.declared.name == function) return target_of(each.parameters[0].type);
    }
    return "skipped";
  }

  std::string target_of(std::uint32_t pointer) const {
    const PlannedType& type = plan_.types[pointer];
    return type.shape == Shape::pointer ? spell(plan_.description, plan_.types[type.to].source, "") : "null";
  }
};

TEST_F(Used, IsBuiltBehindVoidAndBehindHandles) {
  EXPECT_EQ(behind("visit"), "struct shown");
  EXPECT_EQ(behind("next"), "struct shown");
  EXPECT_EQ(behind("close"), "skipped") << "nothing tells what it leads to";
}

TEST_F(Used, IsLookedAtBehindResults) {
  ASSERT_EQ(plan_.functions.back().declared.name, "make");
  EXPECT_EQ(target_of(plan_.functions.back().result.value()), "struct shown");
}

TEST_F(Used, GivesWayToALength) { EXPECT_EQ(behind("parse"), "unsigned char"); }

TEST_F(Used, IsBuiltBehindMembers) {
  ASSERT_EQ(behind("open_box"), "struct box");
  for (const PlannedType& type : plan_.types) {
    if (type.shape != Shape::structure || type.members.empty()) continue;
    EXPECT_EQ(target_of(type.members[0].type), "struct shown");
  }
}

}  // namespace
}  // namespace cairn::unit
