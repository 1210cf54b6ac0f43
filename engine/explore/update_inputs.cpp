#include "engine/explore/update_inputs.h"

#include <fmt/core.h>

namespace cairn::explore {

namespace {

// What the program itself names; the others are what the run was asked to provide, and stay as they were.
bool program_names(trace::ObjectKind kind) {
  return kind == trace::ObjectKind::memory || kind == trace::ObjectKind::buffer;
}

}  // namespace

void InputCheck::add(const trace::Input& stored, const trace::DecodedRun& run) {
  for (const trace::Object& object : stored.objects) {
    if (program_names(object.kind)) stored_.emplace(object.kind, object.name);
  }
  for (const trace::UsedObject& each : run.objects) {
    const trace::ObjectKey& key = objects_.key(each.object);
    if (!program_names(key.kind)) continue;
    used_.emplace(key.kind, key.name);
    for (const trace::Object& object : stored.objects) {
      const bool same = object.kind == key.kind && object.name == key.name && object.ordinal == key.ordinal;
      if (!same || !resized_.empty() || (object.capacity == key.capacity && object.sized == key.sized)) continue;
      resized_ =
          fmt::format("input {} has {} bytes there and {} in the suite", key.name, key.capacity, object.capacity);
    }
  }
}

base::Status InputCheck::status(const std::string& program) const {
  std::string what = resized_;
  for (const auto& [kind, name] : used_) {
    if (what.empty() && !stored_.contains({kind, name})) what = fmt::format("it has an input {} the suite lacks", name);
  }
  for (const auto& [kind, name] : stored_) {
    if (what.empty() && !used_.contains({kind, name})) what = fmt::format("it no longer uses the input {}", name);
  }
  if (what.empty()) return {};
  return base::misuse_error(
      fmt::format("{} takes other inputs than this suite: {}; make a new suite with cairn run", program, what));
}

}  // namespace cairn::explore
