#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/base/json_text.h"

namespace cairn::base {
namespace {

TEST(JsonText, AnyBytesMayStandInAName) {
  EXPECT_EQ(json_text(nlohmann::json("caf\xe9")), "\"caf\xef\xbf\xbd\"");
  EXPECT_EQ(json_text(nlohmann::json("caf\xc3\xa9")), "\"caf\xc3\xa9\"");
  EXPECT_EQ(json_text(nlohmann::json{{"\xff", 1}}), "{\"\xef\xbf\xbd\":1}");
}

TEST(JsonText, OrderAndIndentAreAsWanted) {
  const nlohmann::ordered_json value = {{"b", 1}, {"a", 2}};
  EXPECT_EQ(json_text(value), "{\"b\":1,\"a\":2}");
  EXPECT_EQ(json_text(value, 1), "{\n \"b\": 1,\n \"a\": 2\n}");
}

}  // namespace
}  // namespace cairn::base
