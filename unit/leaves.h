// The leaves of a value: what is left of structs and arrays when their members and elements are named one by one. Both
// giving an object its first content and checking its last are walks over leaves.
#pragma once

#include <functional>
#include <string>

#include "unit/plan.h"

namespace cairn::unit {

enum class LeafKind {
  scalar,
  pointer,
  bits,  // a bit-field
  text,  // an array of one-byte integers
  raw,   // bytes of a union, or of something without a name
};

struct Leaf {
  LeafKind kind = LeafKind::scalar;
  TypeIndex type = 0;
  std::string place;                 // the C expression for it; of a union without a name: for something as it begins
  std::uint64_t offset = 0;          // bytes from the beginning of the object
  std::uint64_t size = 0;            // bytes
  unsigned first_bit = 0, bits = 0;  // of a bit-field, from `offset`
  bool constant = false;             // declared so: cannot be assigned
  std::string holder;                // of a union: the C expression whose members are the union's
};

// "(*p)" has members "p->x", everything else "place.x".
std::string member_of(const std::string& place, const std::string& name);

using Visitor = std::function<void(const Leaf&)>;

// Of one value of the type at `place`.
void for_leaves(const Description& description, TypeIndex type, const std::string& place, std::uint64_t offset,
                const Visitor& visit);

// Of `count` values behind the pointer called `name`; of a struct that ends in an array without a length: of one, and
// of `count` elements of the array.
void for_leaves_behind(const Description& description, TypeIndex type, const std::string& name, std::uint64_t count,
                       const Visitor& visit);

// Of every member of the union that the leaf is. They lie over each other.
void for_member_leaves(const Description& description, const Leaf& united, const Visitor& visit);

// Whether C has a way to write the type.
bool has_spelling(const Description& description, TypeIndex type);

}  // namespace cairn::unit
