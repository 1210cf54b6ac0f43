// A watched call as its case writes it: what its objects are called, and what expression stands for an address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "unit/leaves.h"
#include "unit/literal.h"
#include "unit/observation.h"
#include "unit/plan.h"
#include "unit/stub_text.h"

namespace cairn::unit {

// Cases stand in one file with the functions they test, whose names they must not take.
inline constexpr const char* kResult = "cairn_result";

class Scene {
 public:
  // All of it must outlive the scene.
  Scene(const Plan& of, std::size_t number, const Observation& watched)
      : plan(of), types(of.description), function(of.functions[number]), seen(watched) {}

  const Plan& plan;
  const Description& types;
  const PlannedFunction& function;
  const Observation& seen;

  // ---- Objects ----
  static std::string variable(std::size_t object);
  TypeIndex source(const Observed& object) const { return plan.types[object.type].source; }
  // A declaration of `name` as a pointer to the type.
  std::string pointer_to(TypeIndex type, const std::string& name) const;
  // Whether an argument is a variable of its own rather than written into the call; and what that is called.
  bool by_name(const Observed& object) const;
  std::string given(const Observed& object) const;

  // Of a stream the place comes first, in as many bytes, and then what is in its file.
  static constexpr std::size_t kPlaceBytes = 8;
  bool is_stream(const Observed& object) const { return plan.types[object.type].shape == Shape::stream; }
  static Bytes content_of(Bytes told);

  // ---- Values ----
  // Of a bit-field.
  std::string bits(const Leaf& leaf, Bytes bytes) const;
  // Visits the members of a union, and of unions in it, that are pointers.
  void for_pointers(const Leaf& united, const Visitor& visit) const;
  // The expression for an address, as far as it leads to something known. A stub that it is is used from then on.
  std::optional<std::string> pointer(TypeIndex type, std::uint64_t address, bool after = false);
  // A found object has its name from here on.
  void introduce(std::size_t object) { introduced_.push_back(object); }
  const std::vector<std::size_t>& introduced() const { return introduced_; }

  // ---- Stubs ----
  StubNames stub_names(std::size_t stub) const;
  bool is_used(std::size_t stub) const { return !plan.stubs[stub].callee.empty() || stubs_.contains(stub); }
  // Those behind pointers.
  const std::set<std::size_t>& stubs() const { return stubs_; }

 private:
  std::vector<std::size_t> introduced_;
  std::set<std::size_t> stubs_;
};

// What a pointer is that nobody has set.
bool is_garbage(std::uint64_t address);

}  // namespace cairn::unit
