#include "unit/leaves.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace cairn::unit {
namespace {

bool is_byte(const Type& type) { return type.kind == Kind::integer && type.size == 1; }

class Walk {
 public:
  Walk(const Description& description, const Visitor& visit) : description_(description), visit_(visit) {}

  void value(TypeIndex index, const std::string& place, std::uint64_t offset, bool constant) {
    const Type& type = description_.bare_type(index);
    constant = constant || description_.is_constant(index);
    Leaf leaf{LeafKind::scalar, index, place, offset, description_.size_of(index), 0, 0, constant, {}};
    switch (type.kind) {
      case Kind::structure:
        for (const Member& member : type.members) this->member(type, member, place, offset, constant);
        return;
      case Kind::array:
        if (is_byte(description_.bare_type(type.to))) {
          leaf.kind = LeafKind::text;
          if (leaf.size > 0) visit_(leaf);
          return;
        }
        for (std::int64_t i = 0; i < type.count; ++i) {
          value(type.to, fmt::format("{}[{}]", place, i),
                offset + static_cast<std::uint64_t>(i) * description_.size_of(type.to), constant);
        }
        return;
      case Kind::united:
        leaf.kind = LeafKind::raw;
        leaf.holder = place;
        break;
      case Kind::pointer:
        leaf.kind = LeafKind::pointer;
        break;
      default:
        break;
    }
    visit_(leaf);
  }

  void value_with(const Member& tail, TypeIndex index, const std::string& place, std::uint64_t count) {
    value(index, place, 0, false);
    const TypeIndex element = description_.bare_type(tail.type).to;
    const std::string first = member_of(place, tail.name);
    const std::uint64_t offset = tail.offset / 8, size = description_.size_of(element);
    const bool constant = description_.is_constant(element);
    if (is_byte(description_.bare_type(element)) && count > 0)
      visit_({LeafKind::text, element, first, offset, count, 0, 0, constant, {}});
    for (std::uint64_t i = 0; !is_byte(description_.bare_type(element)) && i < count; ++i)
      value(element, fmt::format("{}[{}]", first, i), offset + i * size, constant);
  }

  void members(const Leaf& united) {
    const Type& type = description_.bare_type(united.type);
    for (const Member& each : type.members) member(type, each, united.holder, united.offset, united.constant);
  }

 private:
  // Something that begins where the record does and has an address, which bit-fields have not.
  std::optional<std::string> beginning(const Type& record, const std::string& place) const {
    for (const Member& each : record.members) {
      if (each.bitfield || each.offset != 0) continue;
      if (!each.name.empty()) return member_of(place, each.name);
      if (auto inner = beginning(description_.bare_type(each.type), place)) return inner;
    }
    return std::nullopt;
  }

  void member(const Type& outer, const Member& member, const std::string& place, std::uint64_t offset, bool constant) {
    if (member.name.empty() && !member.bitfield) {
      // The members of an unnamed struct are named as if they were the outer one's.
      const Type& inner = description_.bare_type(member.type);
      if (inner.kind == Kind::structure) {
        for (const Member& each : inner.members) this->member(outer, each, place, offset + member.offset / 8, constant);
      } else if (const auto first = beginning(inner, place)) {
        visit_({LeafKind::raw, member.type, *first, offset + member.offset / 8, description_.size_of(member.type), 0, 0,
                constant, place});
      } else if (!inner.members.empty()) {
        // Nothing but bit-fields: the widest stands for all.
        this->member(outer, *std::ranges::max_element(inner.members, {}, &Member::bits), place,
                     offset + member.offset / 8, constant);
      }
      return;
    }
    if (!member.bitfield) {
      value(member.type, member_of(place, member.name), offset + member.offset / 8, constant);
      return;
    }
    if (member.name.empty()) return;
    Leaf leaf{LeafKind::bits, member.type, member_of(place, member.name), offset + member.offset / 8, 0, 0, 0,
              constant,       {}};
    leaf.first_bit = static_cast<unsigned>(member.offset % 8);
    leaf.bits = static_cast<unsigned>(member.bits);
    leaf.size = (leaf.first_bit + leaf.bits + 7) / 8;
    visit_(leaf);
  }

  const Description& description_;
  const Visitor& visit_;
};

bool holds_pointer(const Description& description, const Leaf& united) {
  bool holds = false;
  for_member_leaves(description, united, [&](const Leaf& each) {
    holds = holds || each.kind == LeafKind::pointer || (each.kind == LeafKind::raw && holds_pointer(description, each));
  });
  return holds;
}

// The leaves of a type that C cannot write, behind a pointer to bytes: by where they lie, with the types they have
// themselves. What has none is bytes, unless there may be an address among them.
class Unwritten {
 public:
  Unwritten(const Description& description, const std::string& name, const Visitor& visit)
      : description_(description), name_(name), visit_(visit) {}

  void operator()(Leaf leaf) {
    if (leaf.kind == LeafKind::raw && !has_spelling(description_, leaf.type) && holds_pointer(description_, leaf))
      return;
    const bool written = has_spelling(description_, leaf.type);
    const std::string at = fmt::format("({} + {})", name_, leaf.offset);
    if (leaf.kind == LeafKind::pointer) {
      leaf.place = fmt::format("(*({}){})", written ? spell(description_, leaf.type, "*") : "void **", at);
    } else if (leaf.kind == LeafKind::scalar && written) {
      leaf.place = fmt::format("(*({}){})", spell(description_, leaf.type, "*"), at);
    } else if (leaf.kind == LeafKind::raw && written) {
      leaf.place = leaf.holder = fmt::format("(({}){})[0]", spell(description_, leaf.type, "*"), at);
    } else {
      if (leaf.kind == LeafKind::bits && leaf.offset + leaf.size <= seen_) return;  // its bytes are there already
      leaf.kind = LeafKind::text;
      leaf.place = at;
    }
    seen_ = leaf.offset + leaf.size;
    visit_(leaf);
  }

 private:
  const Description& description_;
  const std::string& name_;
  const Visitor& visit_;
  std::uint64_t seen_ = 0;  // up to where
};

}  // namespace

std::string member_of(const std::string& place, const std::string& name) {
  if (place.starts_with("(*") && place.ends_with(")")) return place.substr(2, place.size() - 3) + "->" + name;
  return place + "." + name;
}

void for_leaves(const Description& description, TypeIndex type, const std::string& place, std::uint64_t offset,
                const Visitor& visit) {
  Walk(description, visit).value(type, place, offset, false);
}

void for_leaves_behind(const Description& description, TypeIndex type, const std::string& name, std::uint64_t count,
                       const Visitor& visit) {
  const std::uint64_t size = description.size_of(type);
  if (is_byte(description.bare_type(type))) {
    if (count > 0) visit({LeafKind::text, type, name, 0, size * count, 0, 0, false, {}});
    return;
  }
  if (const Member* tail = description.tail_of(description.bare_type(type))) {
    const bool written = has_spelling(description, type);
    const Visitor visitor = written ? visit : Visitor(Unwritten(description, name, visit));
    Walk(description, visitor).value_with(*tail, type, fmt::format("(*{})", name), count);
    return;
  }
  if (!has_spelling(description, type)) {
    const Visitor unwritten = Unwritten(description, name, visit);
    for (std::uint64_t i = 0; i < count; ++i) Walk(description, unwritten).value(type, "", i * size, false);
    return;
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string place = count == 1 ? fmt::format("(*{})", name) : fmt::format("{}[{}]", name, i);
    Walk(description, visit).value(type, place, i * size, false);
  }
}

void for_member_leaves(const Description& description, const Leaf& united, const Visitor& visit) {
  Walk(description, visit).members(united);
}

bool has_spelling(const Description& description, TypeIndex index) {
  const Type& type = description.type(index);
  switch (type.kind) {
    case Kind::structure:
    case Kind::united:
    case Kind::enumeration:
      return !type.name.empty();
    case Kind::pointer:
    case Kind::array:
    case Kind::constant:
    case Kind::changing:
    case Kind::restricted:
      return has_spelling(description, type.to);
    case Kind::function:
      for (const Parameter& parameter : type.parameters) {
        if (!has_spelling(description, parameter.type)) return false;
      }
      return has_spelling(description, type.to);
    default:
      return true;
  }
}

}  // namespace cairn::unit
