#include "unit/scene.h"

#include <fmt/format.h>

#include <algorithm>

namespace cairn::unit {

bool is_garbage(std::uint64_t address) {
  return std::ranges::any_of(kFillers, [&](unsigned filler) { return address == filler * 0x0101010101010101u; });
}

std::string Scene::variable(std::size_t object) { return fmt::format("cairn_o{}", object); }

std::string Scene::pointer_to(TypeIndex type, const std::string& name) const {
  if (!has_spelling(types, type)) return "unsigned char *" + name;
  const TypeIndex plain = types.unqualified(type);
  return spell(types, plain, types.type(plain).kind == Kind::array ? "(*" + name + ")" : "*" + name);
}

bool Scene::by_name(const Observed& object) const {
  const Shape shape = plan.types[object.type].shape;
  return shape == Shape::structure || shape == Shape::united || shape == Shape::array;
}

std::string Scene::given(const Observed& object) const {
  return "cairn_given_" + function.parameters[object.number].declared.name;
}

Bytes Scene::content_of(Bytes told) { return told.subspan(std::min(kPlaceBytes, told.size())); }

std::string Scene::bits(const Leaf& leaf, Bytes bytes) const {
  return integer_literal(little_endian(bytes) >> leaf.first_bit, leaf.bits, types.bare_type(leaf.type).is_signed);
}

void Scene::for_pointers(const Leaf& united, const Visitor& visit) const {
  for_member_leaves(types, united, [&](const Leaf& each) {
    if (each.kind == LeafKind::raw) for_pointers(each, visit);
    if (each.kind == LeafKind::pointer && each.offset + each.size <= united.offset + united.size) visit(each);
  });
}

std::optional<std::string> Scene::pointer(TypeIndex type, std::uint64_t address, bool after) {
  if (address == 0) return "NULL";
  const Type& target = types.bare_type(types.bare_type(type).to);
  if (target.kind == Kind::function) {
    for (std::size_t i = 0; i < plan.stubs.size(); ++i) {
      if (plan.stubs[i].callee.empty() && plan.stubs[i].signature == types.bare(types.bare_type(type).to)) {
        stubs_.insert(i);
        return stub_names(i).function;
      }
    }
    return std::nullopt;
  }
  const auto found = seen.find(address, after);
  if (!found) return std::nullopt;
  const Observed& object = seen.objects[*found];
  if (object.role == Role::found && !std::ranges::count(introduced_, *found)) return std::nullopt;
  const TypeIndex made = source(object);
  const bool record = target.kind == Kind::structure || target.kind == Kind::united || target.kind == Kind::incomplete;
  const bool fits = has_spelling(types, made) && (!record || &target == &types.bare_type(made));
  const std::string base = object.role == Role::variable ? "&" + plan.variables[object.number].declared.name
                           : fits                        ? variable(*found)
                                                         : "(void*)" + variable(*found);
  const std::uint64_t offset = address - object.address;
  if (offset == 0) return base;
  return fmt::format("(void*)((char*){} + {})", base, offset);
}

StubNames Scene::stub_names(std::size_t stub) const { return names_of(plan.stubs[stub], stub, function.declared.name); }

}  // namespace cairn::unit
