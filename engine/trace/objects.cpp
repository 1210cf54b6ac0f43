#include "engine/trace/objects.h"

#include <algorithm>

#include "engine/base/check.h"
#include "engine/base/hash.h"

namespace cairn::trace {
namespace {

// Assignments are flat vectors over this space; well-behaved sessions use some kilobytes of it.
constexpr std::uint64_t kByteLimit = 1ull << 24;

std::uint64_t name_hash(const ObjectKey& key) {
  return base::combine(base::combine(base::hash_string(key.name), static_cast<std::uint64_t>(key.kind)), key.ordinal);
}

bool same_object(const ObjectKey& key, const Object& object) {
  return key.kind == object.kind && key.ordinal == object.ordinal && key.name == object.name;
}

const char* kind_name(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::memory:
      return "memory";
    case ObjectKind::standard_input:
      return "stdin";
    case ObjectKind::argument:
      return "arg";
    case ObjectKind::file:
      return "file";
    case ObjectKind::environment:
      return "env";
    case ObjectKind::choice:
      return "choice";
    case ObjectKind::buffer:
      return "buffer";
  }
  return "object";
}

}  // namespace

ObjectId ObjectTable::intern(const ObjectKey& key) {
  if (const auto found = by_key_.find(key); found != by_key_.end()) return found->second;
  const std::uint64_t total = std::uint64_t{key.capacity} + (key.sized ? kSizeBytes : 0);
  if (next_byte_ + total > kByteLimit) return {};

  const ObjectId id(static_cast<std::uint32_t>(entries_.size()));
  const std::uint64_t hash = name_hash(key);
  if (key.capacity > 0) dag_.name_bytes(expr::ByteId(next_byte_), key.capacity, hash);
  if (key.sized) {
    dag_.name_bytes(expr::ByteId(next_byte_ + key.capacity), kSizeBytes,
                    base::combine(hash, base::hash_string("size")));
  }
  entries_.push_back({key, next_byte_});
  by_key_.emplace(key, id);
  next_byte_ += static_cast<std::uint32_t>(total);
  return id;
}

const ObjectTable::Entry& ObjectTable::entry(ObjectId id) const {
  CHECK(id.value < entries_.size());
  return entries_[id.value];
}

const ObjectKey& ObjectTable::key(ObjectId id) const { return entry(id).key; }

expr::ByteId ObjectTable::first_byte(ObjectId id) const { return expr::ByteId(entry(id).first); }

expr::ByteId ObjectTable::size_byte(ObjectId id) const {
  CHECK(entry(id).key.sized);
  return expr::ByteId(entry(id).first + entry(id).key.capacity);
}

expr::ExprId ObjectTable::size_bound(ObjectId id) const {
  if (!key(id).sized) return dag_.truth(true);
  const auto size = dag_.input(size_byte(id), kSizeBytes);
  return dag_.make(expr::Op::Ule, 1, size, dag_.constant(key(id).capacity, 8 * kSizeBytes));
}

Input ObjectTable::input_of(const expr::Assignment& assignment, std::span<const UsedObject> used) const {
  Input input;
  input.objects.reserve(used.size());
  for (const UsedObject& use : used) {
    const Entry& e = entry(use.object);
    std::uint32_t size = e.key.capacity;
    if (e.key.sized) {
      std::uint32_t wanted = 0;
      for (std::uint32_t i = kSizeBytes; i-- > 0;) {
        wanted = wanted << 8 | assignment.get(expr::ByteId(e.first + e.key.capacity + i));
      }
      size = std::min(size, wanted);
    }
    Object object{e.key.kind, e.key.name, e.key.ordinal, e.key.sized, e.key.capacity, {}};
    object.bytes.resize(size);
    for (std::uint32_t i = 0; i < size; ++i) object.bytes[i] = assignment.get(expr::ByteId(e.first + i));
    input.objects.push_back(std::move(object));
  }
  return input;
}

void ObjectTable::fill(expr::Assignment& assignment, ObjectId id, std::span<const std::uint8_t> bytes,
                       std::uint32_t size) const {
  const Entry& e = entry(id);
  const std::uint32_t end = e.first + e.key.capacity;
  // The last byte first, so that the assignment grows once.
  if (e.key.sized) {
    for (std::uint32_t i = kSizeBytes; i-- > 0;) {
      assignment.set(expr::ByteId(end + i), static_cast<std::uint8_t>(size >> (8 * i)));
    }
  }
  for (std::size_t i = std::min<std::size_t>(bytes.size(), e.key.capacity); i-- > 0;) {
    assignment.set(expr::ByteId(e.first + static_cast<std::uint32_t>(i)), bytes[i]);
  }
}

expr::Assignment ObjectTable::assignment_of(const Input& input, std::span<const UsedObject> used) const {
  expr::Assignment assignment;
  for (const UsedObject& use : used) {
    const ObjectKey& k = key(use.object);
    const auto given = std::find_if(input.objects.begin(), input.objects.end(),
                                    [&](const Object& object) { return same_object(k, object); });
    if (given == input.objects.end()) {
      fill(assignment, use.object, {}, use.size);
    } else {
      fill(assignment, use.object, given->bytes,
           static_cast<std::uint32_t>(std::min<std::size_t>(given->bytes.size(), k.capacity)));
    }
  }
  return assignment;
}

ObjectId ObjectTable::owner(expr::ByteId byte) const {
  if (byte.value >= next_byte_) return {};
  const auto after = std::upper_bound(entries_.begin(), entries_.end(), byte.value,
                                      [](std::uint32_t b, const Entry& e) { return b < e.first; });
  // Objects without bytes share their first byte with the next one: the last of them has it.
  return ObjectId(static_cast<std::uint32_t>(after - entries_.begin()) - 1);
}

std::string ObjectTable::name_of(expr::ByteId byte) const {
  const ObjectId id = owner(byte);
  if (!id.valid()) return "b" + std::to_string(byte.value);
  const Entry& e = entry(id);
  std::string name = e.key.name.empty() ? kind_name(e.key.kind) : e.key.name;
  if (e.key.kind == ObjectKind::argument)
    name += std::to_string(e.key.ordinal);
  else if (e.key.ordinal > 0)
    name += "#" + std::to_string(e.key.ordinal);
  const std::uint32_t offset = byte.value - e.first;
  if (offset < e.key.capacity) return name + "[" + std::to_string(offset) + "]";
  return name + (offset == e.key.capacity ? ".size" : ".size[" + std::to_string(offset - e.key.capacity) + "]");
}

}  // namespace cairn::trace
