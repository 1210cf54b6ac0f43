#include "engine/explore/inputs.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "engine/target/choices.h"
#include "engine/target/segment.h"

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

// What is declared in the place of an object.
const trace::Object* declared_as(std::span<const trace::Object> declared, const trace::Object& object) {
  const bool buffer = object.kind == trace::ObjectKind::buffer;
  const auto found = std::ranges::find_if(declared, [&](const trace::Object& each) {
    if (buffer) return each.kind == trace::ObjectKind::standard_input;
    return same_object(key_of(each), key_of(object));
  });
  return found == declared.end() ? nullptr : &*found;
}

void fit(trace::Object& object, std::uint32_t capacity, bool sized) {
  object.bytes.resize(sized ? std::min<std::size_t>(object.bytes.size(), capacity) : capacity);
  object.capacity = capacity;
  object.sized = sized;
}

// Nothing: it is dropped.
std::optional<trace::Object> fitted(trace::Object object, std::span<const trace::Object> declared,
                                    std::uint32_t variables) {
  if (const trace::Object* wanted = declared_as(declared, object)) {
    object.kind = wanted->kind;
    object.name = wanted->name;
    fit(object, wanted->capacity, wanted->sized);
    return object;
  }
  if (object.kind == trace::ObjectKind::memory) return object;
  if (object.kind == trace::ObjectKind::buffer) {
    fit(object, kBufferBytes, true);
    return object;
  }
  const bool offered = object.kind == trace::ObjectKind::environment && object.sized;
  if (!offered || variables == 0) return std::nullopt;
  object.bytes.resize(target::is_unset(object) ? 0 : variables);
  object.capacity = variables;
  return object;
}

// Whether the input has the argument, and no choice leaves it out.
bool has_argument(const trace::Input& input, std::uint32_t argument) {
  bool there = false;
  for (const trace::Object& object : input.objects) {
    there |= object.kind == trace::ObjectKind::argument && object.ordinal == argument;
    const auto group = target::group_of(object);
    if (!group || argument >= group->first + group->maximum) continue;
    if (argument >= group->first + group->minimum + object.bytes.size()) return false;
  }
  return there;
}

// Another group of arguments than the input knows: as many of them as reach to the last one that was there.
void choose_arguments(trace::Object& choice, const target::ArgumentGroup& group, const trace::Input& input) {
  for (std::uint32_t beyond = group.maximum - group.minimum; beyond > 0; --beyond) {
    if (!has_argument(input, group.first + group.minimum + beyond - 1)) continue;
    choice.bytes.assign(beyond, 0);
    return;
  }
}

// What a target takes of one input. A program that asks for ever new objects, as a callback that is called often does,
// would soon have us offer more: what does not fit is left out, and reads as zeros.
class Room {
 public:
  bool take(std::uint64_t bytes) {
    if (objects_ == 0 || bytes_ < bytes) return false;
    --objects_;
    bytes_ -= bytes;
    return true;
  }

 private:
  std::uint64_t objects_ = target::SegmentSizes{}.input_objects, bytes_ = target::SegmentSizes{}.input_data;
};

}  // namespace

trace::Input first_input(std::span<const trace::Object> declared) {
  trace::Input input;
  for (trace::Object object : declared) {
    object.bytes.assign(object.sized ? 0 : object.capacity, 0);
    input.objects.push_back(std::move(object));
  }
  return input;
}

trace::Input fitted(const trace::Input& input, std::span<const trace::Object> declared, std::uint32_t variables) {
  trace::Input result;
  for (const trace::Object& object : input.objects) {
    if (auto kept = fitted(object, declared, variables)) result.objects.push_back(std::move(*kept));
  }
  for (trace::Object& object : first_input(declared).objects) {
    if (declared_as(result.objects, object) != nullptr) continue;
    if (const auto group = target::group_of(object)) choose_arguments(object, *group, input);
    result.objects.push_back(std::move(object));
  }
  return result;
}

void declare_buffer(std::vector<trace::Object>& declared, std::vector<trace::Input>& seeds) {
  if (!turn_into_buffer(declared)) declared.push_back({trace::ObjectKind::buffer, "data", 0, true, kBufferBytes, {}});
  for (trace::Input& seed : seeds) turn_into_buffer(seed.objects);
}

trace::Input random_input(const trace::ObjectTable& objects, const Prior& prior, const Reals& reals, base::Rng& rng) {
  const auto place_of = [](const trace::ObjectKey& key) { return std::tie(key.kind, key.ordinal, key.name); };
  const auto count = static_cast<std::uint32_t>(objects.size());
  std::map<decltype(place_of(objects.key({}))), std::uint32_t> last;
  for (std::uint32_t i = 0; i < count; ++i) last[place_of(objects.key(trace::ObjectId{i}))] = i;
  trace::Input input;
  Room room;
  for (std::uint32_t i = 0; i < count; ++i) {
    const trace::ObjectKey& key = objects.key(trace::ObjectId{i});
    if (last[place_of(key)] != i) continue;
    const std::uint64_t size = key.sized ? rng.below(std::uint64_t{key.capacity} + 1) : key.capacity;
    if (!room.take(size)) continue;
    trace::Object object{key.kind, key.name, key.ordinal, key.sized, key.capacity, {}};
    object.bytes.resize(size);
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
  Room room;
  for (const trace::UsedObject& each : used) room.take(each.size);
  for (const trace::Object& object : given.objects) {
    const trace::ObjectKey key = key_of(object);
    const bool there = std::any_of(used.begin(), used.end(), [&](const trace::UsedObject& each) {
      return same_object(objects.key(each.object), key);
    });
    if (there || !room.take(object.bytes.size())) continue;
    const trace::ObjectId id = objects.intern(key);
    if (id.valid()) all.push_back({id, static_cast<std::uint32_t>(object.bytes.size())});
  }
  return all;
}

}  // namespace cairn::explore
