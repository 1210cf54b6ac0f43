#include "engine/base/json_text.h"

#include <nlohmann/json.hpp>

namespace cairn::base {
namespace {

template <class Json>
std::string text_of(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string json_text(const nlohmann::json& value, int indent) { return text_of(value, indent); }
std::string json_text(const nlohmann::ordered_json& value, int indent) { return text_of(value, indent); }

}  // namespace cairn::base
