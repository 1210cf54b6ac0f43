#include "engine/trace/input_space.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace cairn::trace {
namespace {

// Reads one entry of the table into a form that compares by bytes; nothing when it makes no sense.
std::optional<cairn_object> checked(const cairn_object& raw, std::uint32_t space_begin) {
  cairn_object object = raw;
  const std::size_t length = strnlen(object.name, CAIRN_NAME_SIZE);
  if (length == CAIRN_NAME_SIZE || object.kind >= CAIRN_OBJECT_KIND_COUNT) return {};
  if ((object.flags & ~CAIRN_OBJECT_SIZED) != 0 || object.size > object.capacity) return {};
  const bool sized = (object.flags & CAIRN_OBJECT_SIZED) != 0;
  if (!sized && object.size != object.capacity) return {};
  const std::uint64_t end = std::uint64_t{object.base} + object.capacity + (sized ? ObjectTable::kSizeBytes : 0);
  if (object.base < space_begin || end >= CAIRN_INPUT_LIMIT) return {};
  std::memset(object.name + length, 0, CAIRN_NAME_SIZE - length);
  object.reserved = 0;
  object.data = 0;
  return object;
}

}  // namespace

bool InputSpace::begin(std::span<const cairn_object> raw) {
  pieces_.clear();
  last_piece_ = 0;
  touched_ = 0;
  std::uint32_t space_end = 0;
  std::size_t i = 0;
  for (; i < raw.size(); ++i) {
    auto object = checked(raw[i], space_end);
    if (!object) break;
    const std::uint32_t size = object->size;
    object->size = 0;
    const bool sized = (object->flags & CAIRN_OBJECT_SIZED) != 0;
    // Most runs use the objects of the run before: no look-up by name then.
    if (i >= records_.size() || std::memcmp(&records_[i], &*object, sizeof(cairn_object)) != 0) {
      const ObjectId id = objects_.intern(
          {static_cast<ObjectKind>(object->kind), object->name, object->ordinal, object->capacity, sized});
      if (!id.valid()) break;
      records_.resize(i);
      used_.resize(i);
      records_.push_back(*object);
      used_.push_back({id, size});
    }
    used_[i].size = size;
    const std::uint32_t first = objects_.first_byte(used_[i].object).value;
    const auto index = static_cast<std::uint32_t>(i);
    space_end = object->base + object->capacity;
    if (object->capacity > 0) pieces_.push_back({object->base, space_end, first, index});
    if (sized) {
      pieces_.push_back({space_end, space_end + ObjectTable::kSizeBytes, first + object->capacity, index});
      space_end += ObjectTable::kSizeBytes;
    }
  }
  records_.resize(i);
  used_.resize(i);
  return i == raw.size();
}

const InputSpace::Piece* InputSpace::find(std::uint32_t offset) {
  if (last_piece_ < pieces_.size() && offset >= pieces_[last_piece_].begin && offset < pieces_[last_piece_].end) {
    return &pieces_[last_piece_];
  }
  const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                      [](std::uint32_t place, const Piece& piece) { return place < piece.begin; });
  if (after == pieces_.begin() || offset >= std::prev(after)->end) return nullptr;
  last_piece_ = static_cast<std::size_t>(after - pieces_.begin()) - 1;
  return &pieces_[last_piece_];
}

expr::ExprId InputSpace::read(std::uint64_t offset, unsigned bytes) {
  if (offset >= CAIRN_INPUT_LIMIT) return {};
  auto place = static_cast<std::uint32_t>(offset);
  expr::ExprId whole;
  // Bytes of different objects that happen to lie side by side may have been read as one value.
  while (bytes > 0) {
    const Piece* piece = find(place);
    if (piece == nullptr) return {};
    touched_ = std::max(touched_, piece->object + 1);
    const unsigned here = std::min<unsigned>(bytes, piece->end - place);
    const std::uint32_t byte = piece->first + (place - piece->begin);
    expr::ExprId part;
    if (here == 1) {
      if (byte >= single_.size()) single_.resize(byte + 1);
      part = single_[byte];
    }
    if (!part.valid()) part = dag_.input(expr::ByteId(byte), here);
    if (here == 1) single_[byte] = part;
    whole = whole.valid() ? dag_.make(expr::Op::Concat, dag_.width(part) + dag_.width(whole), part, whole) : part;
    place += here;
    bytes -= here;
  }
  return whole;
}

}  // namespace cairn::trace
