#include "unit/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "unit/scene.h"

namespace cairn::unit {
namespace {

// Objects with more leaves than this are checked only where they changed.
constexpr std::size_t kManyLeaves = 64;
// So are the bytes of longer arrays.
constexpr std::size_t kManyBytes = 256;

class Checks {
 public:
  explicit Checks(Scene& scene)
      : scene_(scene), plan_(scene.plan), types_(scene.types), function_(scene.function), seen_(scene.seen) {}

  std::vector<CaseCheck> all() {
    for (const Observed& object : seen_.objects) {
      if (object.role == Role::result) check(object, function_.declared.result, kResult, std::nullopt);
    }
    check_stubs();
    for (std::size_t i = 0; i < seen_.objects.size(); ++i) {
      const Observed& object = seen_.objects[i];
      if (object.freed || object.after.empty()) continue;
      if (object.role == Role::object && scene_.is_stream(object)) check_stream(object, Scene::variable(i));
      if (object.role == Role::object && !scene_.is_stream(object))
        check_behind(object, Scene::variable(i), std::nullopt);
      if (object.role == Role::variable) check_variable(object);
    }
    for (std::size_t k = 0; k < scene_.introduced().size(); ++k) {  // which grows
      const std::size_t found = scene_.introduced()[k];
      if (!seen_.objects[found].after.empty()) check_behind(seen_.objects[found], Scene::variable(found), found);
    }
    return std::move(checks_);
  }

 private:
  // How often each was called, and with what.
  void check_stubs() {
    for (std::size_t i = 0; i < plan_.stubs.size(); ++i) {
      if (!scene_.is_used(i)) continue;
      const auto called = seen_.called.find(static_cast<std::uint32_t>(i));
      expect(std::nullopt, fmt::format("CAIRN_EQUAL({}, {});", scene_.stub_names(i).calls,
                                       called == seen_.called.end() ? 0 : called->second));
      for (std::size_t k = 0; k < seen_.passed.size(); ++k) {
        // What a string says stands behind its address, and is enough.
        const bool said = k + 1 < seen_.passed.size() && seen_.passed[k + 1].text;
        if (seen_.passed[k].stub == i && seen_.passed[k].call < kStubCalls && !said) check_passed(seen_.passed[k]);
      }
    }
  }

  void check_passed(const Passed& passed) {
    const TypeIndex type = types_.type(plan_.stubs[passed.stub].signature).parameters[passed.parameter].type;
    if (!is_kept(types_, type)) return;
    const std::string place =
        fmt::format("{}_{}[{}]", scene_.stub_names(passed.stub).passed, passed.parameter, passed.call);
    if (passed.text) {
      expect(std::nullopt,
             fmt::format("if (CAIRN_THERE({0})) CAIRN_STRING({0}, {1});", place, string_literal(passed.bytes)));
    } else if (types_.bare_type(type).kind == Kind::pointer) {
      check_passed_pointer(place, type, little_endian(passed.bytes));
    } else {
      check_scalar(place, type, passed.bytes, std::nullopt);
    }
  }

  void check_passed_pointer(const std::string& place, TypeIndex type, std::uint64_t address) {
    if (is_garbage(address)) return;
    const bool function = types_.bare_type(types_.bare_type(type).to).kind == Kind::function;
    const auto target = address == 0 || function ? std::nullopt : scene_.pointer(type, address);
    expect(std::nullopt, address == 0 ? fmt::format("CAIRN_NULL({});", place)
                         : target     ? fmt::format("CAIRN_SAME({}, {});", place, *target)
                                      : fmt::format("CAIRN_THERE({});", place));
  }

  void check_behind(const Observed& object, const std::string& pointer, std::optional<std::size_t> about) {
    std::vector<Leaf> leaves;
    for_leaves_behind(types_, scene_.source(object), pointer, object.count,
                      [&](const Leaf& leaf) { leaves.push_back(leaf); });
    check_all(object, leaves, about);
  }

  void check(const Observed& object, TypeIndex type, const std::string& place, std::optional<std::size_t> about) {
    std::vector<Leaf> leaves;
    for_leaves(types_, type, place, 0, [&](const Leaf& leaf) { leaves.push_back(leaf); });
    check_all(object, leaves, about);
  }

  void check_stream(const Observed& object, const std::string& stream) {
    const Bytes content = Scene::content_of(object.after);
    if (object.after.size() < Scene::kPlaceBytes) return;
    expect(std::nullopt, fmt::format("CAIRN_EQUAL(cairn_place({}), {});", stream,
                                     little_endian(Bytes(object.after).first(Scene::kPlaceBytes))));
    expect(std::nullopt, fmt::format("CAIRN_STREAM({}, {}, {});", stream, string_literal(content), content.size()));
  }

  void check_variable(const Observed& object) {
    const PlannedVariable& planned = plan_.variables[object.number];
    const std::size_t first = checks_.size();
    if (planned.declared.name == kErrno) {
      if (function_.declared.uses_errno) check_errno(little_endian(object.after));
    } else {
      check(object, planned.declared.type, planned.declared.name, std::nullopt);
    }
    for (std::size_t i = first; i < checks_.size(); ++i) {
      checks_[i].variable = object.number;
      checks_[i].changed = object.before != object.after || checks_[i].introduces;
    }
  }

  void check_errno(std::uint64_t value) {
    const char* const name = strerrorname_np(static_cast<int>(value));
    expect(std::nullopt, fmt::format("CAIRN_EQUAL({}, {});", kErrno, name != nullptr ? name : std::to_string(value)));
  }

  void check_all(const Observed& object, const std::vector<Leaf>& leaves, std::optional<std::size_t> about) {
    for (const Leaf& leaf : leaves) {
      if (leaf.offset + leaf.size > object.after.size()) continue;
      const Bytes bytes = Bytes(object.after).subspan(leaf.offset, leaf.size);
      const bool fresh = object.role == Role::result || object.role == Role::found;
      const bool changed = fresh || leaf.offset + leaf.size > object.before.size() ||
                           !std::ranges::equal(bytes, Bytes(object.before).subspan(leaf.offset, leaf.size));
      if (!changed && leaves.size() > kManyLeaves) continue;
      check_leaf(object, leaf, bytes, changed, about);
    }
  }

  void expect(std::optional<std::size_t> about, std::string statement) {
    checks_.push_back({"  " + statement + "\n", std::nullopt, about});
  }

  void check_leaf(const Observed& object, const Leaf& leaf, Bytes bytes, bool changed,
                  std::optional<std::size_t> about) {
    switch (leaf.kind) {
      case LeafKind::text:
        check_text(object, leaf, bytes, about);
        return;
      case LeafKind::raw:
        if (!leads_anywhere(leaf, bytes))
          expect(about, fmt::format("CAIRN_MEMORY(&{}, {}, {});", leaf.place, string_literal(bytes), leaf.size));
        return;
      case LeafKind::bits:
        expect(about, fmt::format("CAIRN_EQUAL({}, {});", leaf.place, scene_.bits(leaf, bytes)));
        return;
      case LeafKind::scalar:
        check_scalar(leaf.place, leaf.type, bytes, about);
        return;
      case LeafKind::pointer:
        check_pointer(leaf, little_endian(bytes), changed, about);
    }
  }

  void check_scalar(const std::string& place, TypeIndex index, Bytes bytes, std::optional<std::size_t> about) {
    const Type& type = types_.bare_type(index);
    const char* how = type.kind != Kind::real ? "CAIRN_EQUAL" : type.size > 8 ? "CAIRN_LONG_REAL" : "CAIRN_REAL";
    expect(about, fmt::format("{}({}, {});", how, place, literal(types_, index, bytes)));
  }

  // The string, where what lies behind it may be anything, and all bytes.
  void check_text(const Observed& object, const Leaf& leaf, Bytes bytes, std::optional<std::size_t> about) {
    const Type& type = types_.bare_type(leaf.type);
    const bool character = type.kind == Kind::array ? types_.bare_type(type.to).character : type.character;
    const bool fresh = object.role == Role::result || object.role == Role::found;
    const auto end = std::ranges::find(bytes, 0);
    if (fresh && character && end != bytes.end())
      expect(about, fmt::format("CAIRN_STRING({}, {});", leaf.place, string_literal({bytes.begin(), end})));
    std::size_t first = 0, last = bytes.size();
    if (!fresh && bytes.size() > kManyBytes && leaf.offset + leaf.size <= object.before.size()) {
      const Bytes before = Bytes(object.before).subspan(leaf.offset, leaf.size);
      while (first < last && bytes[first] == before[first]) ++first;
      while (last > first && bytes[last - 1] == before[last - 1]) --last;
      if (first == last) return;
    }
    expect(about, fmt::format("CAIRN_MEMORY({}, {}, {});",
                              first == 0 ? leaf.place : fmt::format("(const char*){} + {}", leaf.place, first),
                              string_literal(bytes.subspan(first, last - first)), last - first));
  }

  // Whether a union may hold a pointer, whose bytes are another in each process.
  bool leads_anywhere(const Leaf& leaf, Bytes bytes) const {
    bool leads = false;
    scene_.for_pointers(leaf, [&](const Leaf& each) {
      leads = leads || little_endian(bytes.subspan(each.offset - leaf.offset, each.size)) != 0;
    });
    return leads;
  }

  void check_pointer(const Leaf& leaf, std::uint64_t address, bool changed, std::optional<std::size_t> about) {
    if (address == 0) {
      expect(about, fmt::format("CAIRN_NULL({});", leaf.place));
      return;
    }
    if (is_garbage(address)) return;
    if (types_.bare_type(types_.bare_type(leaf.type).to).kind != Kind::function) {
      if (const auto target = scene_.pointer(leaf.type, address, true)) {
        expect(about, fmt::format("CAIRN_SAME({}, {});", leaf.place, *target));
        return;
      }
      const auto found = seen_.find(address, true);
      if (found && seen_.objects[*found].role == Role::found && seen_.objects[*found].address == address) {
        scene_.introduce(*found);
        const TypeIndex type = scene_.source(seen_.objects[*found]);
        checks_.push_back({fmt::format("  if (!CAIRN_THERE({0})) return;\n  {1} = (void*){0};\n", leaf.place,
                                       scene_.pointer_to(type, Scene::variable(*found))),
                           *found, about});
        return;
      }
    }
    if (changed) expect(about, fmt::format("CAIRN_THERE({});", leaf.place));
  }

  Scene& scene_;
  const Plan& plan_;
  const Description& types_;
  const PlannedFunction& function_;
  const Observation& seen_;
  std::vector<CaseCheck> checks_;
};

}  // namespace

std::vector<CaseCheck> checks_of(Scene& scene) { return Checks(scene).all(); }

std::vector<CaseCheck> without(const std::vector<CaseCheck>& checks,
                               const std::function<bool(const CaseCheck&)>& is_lost) {
  std::vector<CaseCheck> left;
  std::set<std::size_t> missing;
  for (const CaseCheck& check : checks) {
    const bool lost = (check.about && missing.contains(*check.about)) || is_lost(check);
    if (lost && check.introduces) missing.insert(*check.introduces);
    if (!lost) left.push_back(check);
  }
  return left;
}

std::string text_of(const std::vector<CaseCheck>& checks) {
  std::string text;
  for (const CaseCheck& check : checks) text += check.statement;
  return text;
}

}  // namespace cairn::unit
