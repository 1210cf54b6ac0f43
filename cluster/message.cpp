#include "cluster/message.h"

#include <nlohmann/json.hpp>

#include "engine/base/json_text.h"
#include "engine/suite/delta.h"

namespace cairn::cluster {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kNumber = 8;

void put(std::string& out, std::uint64_t number) {
  for (std::size_t i = 0; i < kNumber; ++i) out.push_back(static_cast<char>(number >> (8 * i)));
}

// Requires a number at that place.
std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < kNumber; ++i) {
    number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  }
  return number;
}

}  // namespace

std::string encode_input(MemberId member, const trace::Input& input) {
  std::string bytes;
  put(bytes, member);
  const std::vector<std::uint8_t> delta = suite::encode_delta({}, input);
  bytes.append(delta.begin(), delta.end());
  return bytes;
}

std::optional<SharedInput> decode_input(std::string_view bytes) {
  if (bytes.size() < kNumber) return std::nullopt;
  const std::vector<std::uint8_t> delta(bytes.begin() + kNumber, bytes.end());
  auto input = suite::decode_delta({}, delta);
  if (!input) return std::nullopt;
  return SharedInput{number_at(bytes, 0), std::move(*input)};
}

std::string encode_taken(MemberId member, std::span<const std::uint64_t> keys) {
  std::string bytes;
  put(bytes, member);
  for (const std::uint64_t key : keys) put(bytes, key);
  return bytes;
}

std::optional<TakenSides> decode_taken(std::string_view bytes) {
  if (bytes.size() < kNumber || bytes.size() % kNumber != 0) return std::nullopt;
  TakenSides taken;
  taken.member = number_at(bytes, 0);
  for (std::size_t at = kNumber; at < bytes.size(); at += kNumber) taken.keys.push_back(number_at(bytes, at));
  return taken;
}

std::string encode_pulse(const Pulse& pulse) {
  return base::json_text(Json{{"member", pulse.member},
                              {"name", pulse.name},
                              {"leads", pulse.leads},
                              {"idle", pulse.idle},
                              {"seen", pulse.seen},
                              {"runs", pulse.runs},
                              {"leaves", pulse.leaves},
                              {"trouble", pulse.trouble}});
}

std::optional<Pulse> decode_pulse(std::string_view bytes) {
  const Json json = Json::parse(bytes, nullptr, false);
  try {
    Pulse pulse;
    pulse.member = json.at("member").get<std::uint64_t>();
    pulse.name = json.at("name").get<std::string>();
    pulse.leads = json.at("leads").get<bool>();
    pulse.idle = json.at("idle").get<bool>();
    pulse.seen = json.at("seen").get<std::uint64_t>();
    pulse.runs = json.at("runs").get<std::uint64_t>();
    pulse.leaves = json.at("leaves").get<bool>();
    pulse.trouble = json.at("trouble").get<std::string>();
    return pulse;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace cairn::cluster
