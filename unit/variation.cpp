#include "unit/variation.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "unit/leaves.h"
#include "unit/literal.h"

namespace cairn::unit {
namespace {

constexpr std::size_t kTextBytes = 6;

// A place in an input that is a number.
struct Place {
  std::size_t input = 0;
  std::uint64_t offset = 0, size = 0;
  bool real = false, by_value = false;
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
    const auto visit = [&](const Leaf& leaf) {
      if (leaf.offset + leaf.size > inputs_[input].bytes.size()) return;
      const Kind kind = plan_.description.bare_type(leaf.type).kind;
      if (leaf.kind == LeafKind::scalar && (kind == Kind::integer || kind == Kind::real))
        places_.push_back({input, leaf.offset, leaf.size, kind == Kind::real, by_value});
      for (std::uint64_t i = 0; leaf.kind == LeafKind::text && i < leaf.size && i < kTextBytes; ++i)
        places_.push_back({input, leaf.offset + i, 1, false, true});
    };
    if (by_value) {
      for_leaves(plan_.description, function_.parameters[object.number].declared.type, "", 0, visit);
    } else {
      for_leaves_behind(plan_.description, plan_.types[object.type].source, "o", object.count, visit);
    }
  }

  static void write(Inputs& inputs, const Place& place, std::uint64_t value) {
    for (std::uint64_t i = 0; i < place.size; ++i)
      inputs[place.input].bytes[place.offset + i] = static_cast<std::uint8_t>(value >> (8 * i));
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
      if (little_endian(bytes_at(place)) != 0) continue;
      write(out, place, place.real ? real_bits(place, next + 0.5) : next);
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

  Inputs moved(const Place& place, int step) const {
    Inputs out = inputs_;
    const std::uint64_t value = little_endian(bytes_at(place));
    if (!place.real) {
      write(out, place, value + static_cast<std::uint64_t>(static_cast<std::int64_t>(step)));
      return out;
    }
    double number = 0;
    if (place.size == 4) {
      float narrow;
      std::memcpy(&narrow, bytes_at(place).data(), 4);
      number = static_cast<double>(narrow);
    } else {
      std::memcpy(&number, bytes_at(place).data(), 8);
    }
    write(out, place, real_bits(place, number + step));
    return out;
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
