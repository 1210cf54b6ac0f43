#include "unit/variation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "unit/leaves.h"
#include "unit/literal.h"

namespace cairn::unit {
namespace {

constexpr std::uint64_t kTextBytes = 6;

enum class PlaceKind { integer, real, boolean, enumeration };

// A place in an input that is a number.
struct Place {
  std::size_t input = 0;
  std::uint64_t offset = 0, size = 0;
  PlaceKind kind = PlaceKind::integer;
  bool by_value = false;
  unsigned first_bit = 0, bits = 0;           // from `offset`; a bit-field has not all of them
  const std::vector<Enumerator>* named = {};  // the values an enumeration may have
};

class Varier {
 public:
  Varier(const Plan& plan, std::size_t function, const Observation& seen, const Inputs& inputs)
      : plan_(plan), function_(plan.functions[function]), inputs_(inputs) {
    std::map<std::string, std::size_t> met;
    for (const Observed& object : seen.objects) {
      if (object.role != Role::argument && object.role != Role::object && object.role != Role::stub) continue;
      const std::size_t ordinal = met[object.name]++;
      if (const auto input = find(object.name, ordinal)) add_places(object, *input);
    }
  }

  std::vector<Inputs> run(std::size_t limit) {
    std::vector<Inputs> out;
    for (const bool arguments_too : {false, true}) {
      Inputs filled = fill(arguments_too);
      if (changed(filled) && out.size() < limit) out.push_back(std::move(filled));
    }
    for (const Place& place : places_) {
      for (const int step : {1, -1}) {
        if (step < 0 && choices(place) == 2) continue;  // the same again
        if (out.size() < limit) out.push_back(moved(place, step));
      }
    }
    return out;
  }

 private:
  std::optional<std::size_t> find(const std::string& name, std::size_t ordinal) const {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (inputs_[i].name == name && ordinal-- == 0) return i;
    }
    return std::nullopt;
  }

  void add_places(const Observed& object, std::size_t input) {
    const bool by_value = object.role == Role::argument;
    const Description& types = plan_.description;
    const Visitor visit = [&](const Leaf& leaf) { add_leaf(leaf, input, by_value); };
    if (by_value) {
      for_leaves(types, function_.parameters[object.number].declared.type, object.name, 0, visit);
      return;
    }
    const TypeIndex type = plan_.types[object.type].source;
    if (plan_.types[object.type].shape == Shape::stream) {
      visit({LeafKind::text, type, object.name, 0, object.count, 0, 0, false, {}});
      return;
    }
    const std::uint64_t size = types.size_of(type);
    const bool bytes = size == 1 && types.bare_type(type).kind == Kind::integer;
    if (bytes || types.tail_of(types.bare_type(type)) != nullptr) {
      for_leaves_behind(types, type, object.name, object.count, visit);
      return;
    }
    // By the names that inputs have, not by those of C: choices are found by them.
    for (std::uint64_t i = 0; i < object.count && (i + 1) * size <= inputs_[input].bytes.size(); ++i)
      for_leaves(types, type, object.count > 1 ? fmt::format("{}[{}]", object.name, i) : object.name, i * size, visit);
  }

  void add_leaf(const Leaf& leaf, std::size_t input, bool by_value) {
    const std::uint64_t drawn = inputs_[input].bytes.size();
    if (leaf.offset + (leaf.kind == LeafKind::text ? 0 : leaf.size) > drawn) return;
    const Type& type = plan_.description.bare_type(leaf.type);
    Place place{input, leaf.offset, leaf.size, PlaceKind::integer, by_value, leaf.first_bit, leaf.bits};
    switch (leaf.kind) {
      case LeafKind::scalar:
        if (leaf.size > 8) return;
        place.bits = static_cast<unsigned>(8 * leaf.size);
        if (type.kind == Kind::real) place.kind = PlaceKind::real;
        if (type.kind == Kind::boolean) place.kind = PlaceKind::boolean;
        if (type.kind == Kind::enumeration && !plan_.wishes.any_enum && !type.values.empty()) {
          place.kind = PlaceKind::enumeration;
          place.named = &type.values;
        }
        if (choices(place) != 1) places_.push_back(place);
        return;
      case LeafKind::bits:
        if (leaf.size <= 8) places_.push_back(place);
        return;
      case LeafKind::text:
        for (std::uint64_t i = 0; i < std::min({leaf.size, drawn - leaf.offset, kTextBytes}); ++i)
          places_.push_back({input, leaf.offset + i, 1, PlaceKind::integer, true, 0, 8});
        return;
      case LeafKind::raw:
        add_union(leaf, type, input, by_value);
        return;
      case LeafKind::pointer:
        return;
    }
  }

  // The member that was chosen. Where none had to be, all bytes are as they were drawn and each member is a view of
  // them.
  void add_union(const Leaf& united, const Type& type, std::size_t input, bool by_value) {
    const Visitor visit = [&](const Leaf& leaf) { add_leaf(leaf, input, by_value); };
    const bool named = united.holder == united.place;
    const auto choice = find(united.holder + (named ? "?" : ".?"), 0);
    if (!choice || inputs_[*choice].bytes.empty()) {
      for_member_leaves(plan_.description, united, visit);
      return;
    }
    std::vector<const Member*> members;  // those that can be chosen
    for (const Member& each : type.members) {
      if (!each.bitfield) members.push_back(&each);
    }
    if (members.empty()) return;
    const std::size_t number = inputs_[*choice].bytes[0];
    const Member& chosen = *members[number < members.size() ? number : 0];
    const std::string place = chosen.name.empty() ? united.holder : united.holder + "." + chosen.name;
    for_leaves(plan_.description, chosen.type, place, united.offset + chosen.offset / 8, visit);
  }

  // How many values there are to choose from; 0: many.
  static std::size_t choices(const Place& place) {
    if (place.kind == PlaceKind::boolean || place.bits == 1) return 2;
    return place.kind == PlaceKind::enumeration ? place.named->size() : 0;
  }

  static std::uint64_t mask(const Place& place) { return place.bits < 64 ? (1ull << place.bits) - 1 : ~0ull; }

  [[nodiscard]] std::uint64_t read(const Place& place) const {
    return (little_endian(bytes_at(place)) >> place.first_bit) & mask(place);
  }

  void write(Inputs& inputs, const Place& place, std::uint64_t value) const {
    const std::uint64_t other = little_endian(bytes_at(place)) & ~(mask(place) << place.first_bit);
    const std::uint64_t whole = other | ((value & mask(place)) << place.first_bit);
    for (std::uint64_t i = 0; i < place.size; ++i)
      inputs[place.input].bytes[place.offset + i] = static_cast<std::uint8_t>(whole >> (8 * i));
  }

  [[nodiscard]] Bytes bytes_at(const Place& place) const {
    return Bytes(inputs_[place.input].bytes).subspan(place.offset, place.size);
  }

  static std::uint64_t real_bits(const Place& place, double value) {
    std::uint64_t bits = 0;
    const auto narrow = static_cast<float>(value);
    if (place.size == 4)
      std::memcpy(&bits, &narrow, 4);
    else
      std::memcpy(&bits, &value, 8);
    return bits;
  }

  // Every number that is zero becomes one that is not, each another.
  Inputs fill(bool arguments_too) const {
    Inputs out = inputs_;
    unsigned next = 3;
    for (const Place& place : places_) {
      if (place.by_value && !arguments_too) continue;
      if (read(place) != 0) continue;
      write(out, place, other_than_zero(place, next));
      next = next < 100 ? next + 2 : 3;
    }
    return out;
  }

  [[nodiscard]] bool changed(const Inputs& other) const {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (inputs_[i].bytes != other[i].bytes) return true;
    }
    return false;
  }

  static std::uint64_t other_than_zero(const Place& place, unsigned next) {
    switch (place.kind) {
      case PlaceKind::real:
        return real_bits(place, next + 0.5);
      case PlaceKind::boolean:
        return 1;
      case PlaceKind::enumeration:
        return neighbour(place, 0, static_cast<int>(next % place.named->size()));
      case PlaceKind::integer:
        break;
    }
    return (next & mask(place)) != 0 ? next : 1;
  }

  // Of an enumeration. An input of zeros is the first value (build.c).
  static std::uint64_t neighbour(const Place& place, std::uint64_t value, int step) {
    const std::vector<Enumerator>& named = *place.named;
    const auto input_of = [&](const Enumerator& each) {
      return static_cast<std::uint64_t>(each.value ^ named.front().value) & mask(place);
    };
    const auto at = std::ranges::find(named, value, input_of);
    const auto count = static_cast<std::ptrdiff_t>(named.size());
    return input_of(named[static_cast<std::size_t>((at - named.begin() + step + count) % count)]);
  }

  Inputs moved(const Place& place, int step) const {
    Inputs out = inputs_;
    const std::uint64_t value = read(place);
    switch (place.kind) {
      case PlaceKind::integer:
        write(out, place, value + static_cast<std::uint64_t>(static_cast<std::int64_t>(step)));
        break;
      case PlaceKind::boolean:
        write(out, place, (value & 1) ^ 1);
        break;
      case PlaceKind::enumeration:
        write(out, place, neighbour(place, value, step));
        break;
      case PlaceKind::real:
        write(out, place, real_bits(place, real_at(place) + step));
        break;
    }
    return out;
  }

  [[nodiscard]] double real_at(const Place& place) const {
    double number = 0;
    if (place.size == 4) {
      float narrow = 0;
      std::memcpy(&narrow, bytes_at(place).data(), 4);
      number = static_cast<double>(narrow);
    } else {
      std::memcpy(&number, bytes_at(place).data(), 8);
    }
    return number;
  }

  const Plan& plan_;
  const PlannedFunction& function_;
  const Inputs& inputs_;
  std::vector<Place> places_;
};

}  // namespace

std::vector<Inputs> variations(const Plan& plan, std::size_t function, const Observation& seen, const Inputs& inputs,
                               std::size_t limit) {
  return Varier(plan, function, seen, inputs).run(limit);
}

}  // namespace cairn::unit
