#include "engine/explore/inputs.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace cairn::explore {

namespace {

constexpr std::uint32_t kBufferBytes = 64;

// Whether there was one.
bool turn_into_buffer(std::vector<trace::Object>& objects) {
  for (trace::Object& object : objects) {
    if (object.kind == trace::ObjectKind::buffer) return true;
    if (object.kind != trace::ObjectKind::standard_input) continue;
    object.kind = trace::ObjectKind::buffer;
    object.name = "data";
    return true;
  }
  return false;
}

bool same_object(const trace::ObjectKey& a, const trace::ObjectKey& b) {
  return std::tie(a.kind, a.ordinal, a.name) == std::tie(b.kind, b.ordinal, b.name);
}

trace::ObjectKey key_of(const trace::Object& object) {
  return {object.kind, object.name, object.ordinal, object.capacity, object.sized};
}

}  // namespace

trace::Input first_input(std::span<const trace::Object> declared) {
  trace::Input input;
  for (trace::Object object : declared) {
    object.bytes.assign(object.sized ? 0 : object.capacity, 0);
    input.objects.push_back(std::move(object));
  }
  return input;
}

void declare_buffer(std::vector<trace::Object>& declared, std::vector<trace::Input>& seeds) {
  if (!turn_into_buffer(declared)) declared.push_back({trace::ObjectKind::buffer, "data", 0, true, kBufferBytes, {}});
  for (trace::Input& seed : seeds) turn_into_buffer(seed.objects);
}

trace::Input random_input(const trace::ObjectTable& objects, const Prior& prior, const Reals& reals, base::Rng& rng) {
  trace::Input input;
  const auto count = static_cast<std::uint32_t>(objects.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    const trace::ObjectKey& key = objects.key(trace::ObjectId{i});
    bool replaced = false;
    for (std::uint32_t later = i + 1; later < count && !replaced; ++later) {
      replaced = same_object(key, objects.key(trace::ObjectId{later}));
    }
    if (replaced) continue;
    trace::Object object{key.kind, key.name, key.ordinal, key.sized, key.capacity, {}};
    object.bytes.resize(key.sized ? rng.below(std::uint64_t{key.capacity} + 1) : key.capacity);
    for (std::uint8_t& byte : object.bytes) byte = prior.draw(rng);
    if (prior.uniform()) reals.draw(objects, trace::ObjectId{i}, object, rng);
    input.objects.push_back(std::move(object));
  }
  return input;
}

std::vector<std::string> offered_variables(const trace::ObjectTable& objects) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    const trace::ObjectKey& key = objects.key(trace::ObjectId{i});
    if (key.kind == trace::ObjectKind::environment && key.sized) names.push_back(key.name);
  }
  return names;
}

std::vector<trace::UsedObject> all_objects(trace::ObjectTable& objects, std::span<const trace::UsedObject> used,
                                           const trace::Input& given) {
  std::vector<trace::UsedObject> all(used.begin(), used.end());
  for (const trace::Object& object : given.objects) {
    const trace::ObjectKey key = key_of(object);
    const bool there = std::any_of(used.begin(), used.end(), [&](const trace::UsedObject& each) {
      return same_object(objects.key(each.object), key);
    });
    if (there) continue;
    const trace::ObjectId id = objects.intern(key);
    if (id.valid()) all.push_back({id, static_cast<std::uint32_t>(object.bytes.size())});
  }
  return all;
}

}  // namespace cairn::explore
