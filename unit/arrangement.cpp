#include "unit/arrangement.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace cairn::unit {
namespace {

// Of longer texts the zeros at the end are not written: fresh memory holds zeros.
constexpr std::size_t kManyBytes = 256;

// Whether a program could have something there.
bool is_address(std::uint64_t value) { return value >= 1u << 16 && value < std::uint64_t{1} << 47; }

class Arrangement {
 public:
  explicit Arrangement(Scene& scene)
      : scene_(scene), plan_(scene.plan), types_(scene.types), function_(scene.function), seen_(scene.seen) {}

  // Objects, their content, and what the call is given.
  std::string arrange() {
    for (std::size_t i = 0; i < seen_.objects.size(); ++i) {
      const Observed& object = seen_.objects[i];
      if (object.role != Role::object) continue;
      const TypeIndex type = scene_.source(object);
      const std::string pointer = scene_.pointer_to(type, Scene::variable(i));
      if (scene_.is_stream(object)) {
        const Bytes content = Scene::content_of(object.before);
        add("{} = cairn_stream({}, {});", pointer, string_literal(content), content.size());
        continue;
      }
      add("{} = cairn_new({});", pointer,
          types_.tail_of(types_.bare_type(type)) != nullptr ? std::to_string(object.size)
          : element_size_is_known(type) && object.count != 1 && types_.size_of(type) > 1
              ? fmt::format("{} * sizeof *{}", object.count, Scene::variable(i))
          : object.count == 1 && element_size_is_known(type) ? fmt::format("sizeof *{}", Scene::variable(i))
                                                             : std::to_string(object.size));
    }
    for (std::size_t i = 0; i < seen_.objects.size(); ++i) {
      const Observed& object = seen_.objects[i];
      if (object.role == Role::object && !scene_.is_stream(object)) fill_behind(object, Scene::variable(i));
      if (object.role == Role::variable && plan_.variables[object.number].symbolic)
        fill(object, plan_.variables[object.number].declared.type, plan_.variables[object.number].declared.name);
      if (object.role == Role::argument && scene_.by_name(object)) arrange_argument(object);
    }
    arrange_stubs();
    return std::move(text_);
  }

  std::string call() {
    std::string list;
    for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
      const auto found = std::ranges::find_if(
          seen_.objects, [&](const Observed& each) { return each.role == Role::argument && each.number == i; });
      if (!list.empty()) list += ", ";
      list += found == seen_.objects.end() ? "0" : argument(*found);
    }
    // What happens after something C does not define is up to the compiler: it must not see both the call and the
    // function.
    const std::string& name = function_.declared.name;
    const std::string call = fmt::format("{}({})", has_ended() ? fmt::format("CAIRN_UNSEEN({})", name) : name, list);
    if (!function_.result) return fmt::format("  {};\n", call);
    const std::string declared = spell(types_, types_.unqualified(function_.declared.result), kResult);
    // A result that nobody looks at is computed by no optimising compiler, and what it would crash on is not done.
    return fmt::format("  {} = {};\n{}", declared, call,
                       has_ended() ? fmt::format("  cairn_keep(&{});\n", kResult) : "");
  }

 private:
  template <class... Words>
  void add(fmt::format_string<Words...> format, Words&&... words) {
    text_ += "  " + fmt::format(format, std::forward<Words>(words)...) + "\n";
  }

  bool has_ended() const { return !seen_.returned; }
  bool element_size_is_known(TypeIndex type) const { return has_spelling(types_, type); }

  std::string argument(const Observed& object) const {
    const TypeIndex type = function_.parameters[object.number].declared.type;
    if (scene_.by_name(object)) return scene_.given(object);
    if (types_.bare_type(type).kind == Kind::pointer)
      return scene_.pointer(type, little_endian(object.before)).value_or("NULL");
    return literal(types_, type, object.before);
  }

  void arrange_argument(const Observed& object) {
    const PlannedParameter& parameter = function_.parameters[object.number];
    const std::string own = scene_.given(object);
    add("{};", spell(types_, types_.unqualified(parameter.declared.type), own));
    add("__builtin_memset(&{0}, 0, sizeof {0});", own);
    fill(object, parameter.declared.type, own);
  }

  void arrange_stubs() {
    for (std::size_t i = 0; i < plan_.stubs.size(); ++i) {
      if (scene_.is_used(i)) arrange_stub(i);
    }
  }

  void arrange_stub(std::size_t number) {
    const Stub& stub = plan_.stubs[number];
    const Type& signature = types_.type(stub.signature);
    std::vector<const Observed*> results;
    for (const Observed& each : seen_.objects) {
      if (each.role == Role::stub && each.number == number) results.push_back(&each);
    }
    if (!stub.result) return;
    const std::string own = scene_.stub_names(number).results;
    for (std::size_t k = 0; k < results.size() && k < kStubCalls; ++k)
      fill(*results[k], signature.to, fmt::format("{}[{}]", own, k));
    add("{}_count = {};", own, std::min(results.size(), kStubCalls));
  }

  void fill_behind(const Observed& object, const std::string& pointer) {
    for_leaves_behind(types_, scene_.source(object), pointer, object.count,
                      [&](const Leaf& leaf) { set(object, leaf); });
  }

  void fill(const Observed& object, TypeIndex type, const std::string& place) {
    for_leaves(types_, type, place, 0, [&](const Leaf& leaf) { set(object, leaf); });
  }

  void set(const Observed& object, const Leaf& leaf) {
    if (leaf.offset + leaf.size > object.before.size()) return;
    const Bytes bytes = Bytes(object.before).subspan(leaf.offset, leaf.size);
    // New objects are zeros; variables of the file are what they are.
    const bool fresh = object.role != Role::variable;
    const std::size_t filled = without_zeros_behind(bytes).size();
    if (filled == 0 && fresh) return;
    switch (leaf.kind) {
      case LeafKind::text: {
        const std::size_t size = fresh && bytes.size() > kManyBytes ? filled : bytes.size();
        add("__builtin_memcpy((void*){}, {}, {});", leaf.place, string_literal(bytes.first(size)), size);
        return;
      }
      case LeafKind::raw:
        set_raw(leaf, bytes, fresh);
        return;
      case LeafKind::bits:
        add("{} = {};", leaf.place, scene_.bits(leaf, bytes));
        return;
      case LeafKind::pointer:
        if (const auto target = scene_.pointer(leaf.type, little_endian(bytes))) assign(leaf, *target);
        return;
      case LeafKind::scalar:
        assign(leaf, literal(types_, leaf.type, bytes));
    }
  }

  static Bytes without_zeros_behind(Bytes bytes) {
    while (!bytes.empty() && bytes.back() == 0) bytes = bytes.first(bytes.size() - 1);
    return bytes;
  }

  void assign(const Leaf& leaf, const std::string& value) {
    if (!leaf.constant) {
      add("{} = {};", leaf.place, value);
    } else {
      add("__builtin_memcpy((void*)&{}, &({}){{{}}}, sizeof {});", leaf.place,
          has_spelling(types_, leaf.type) ? spell(types_, types_.unqualified(leaf.type), "")
                                          : fmt::format("__typeof__({})", leaf.place),
          value, leaf.place);
    }
  }

  // A union: by its bytes, but for pointers in it that lead somewhere, in whichever member they are.
  void set_raw(const Leaf& leaf, Bytes bytes, bool fresh) {
    std::vector<std::uint8_t> rest(bytes.begin(), bytes.end());
    std::vector<std::pair<Leaf, std::string>> pointers;
    scene_.for_pointers(leaf, [&](const Leaf& each) {
      const auto first = rest.begin() + static_cast<std::ptrdiff_t>(each.offset - leaf.offset);
      const std::uint64_t address = little_endian({first, first + 8});
      if (!is_address(address)) return;
      const auto target = scene_.pointer(each.type, address);
      if (!target) return;
      std::fill(first, first + 8, std::uint8_t{0});
      pointers.emplace_back(each, *target);
    });
    if (!fresh || !without_zeros_behind(rest).empty())
      add("__builtin_memcpy((void*)&{}, {}, {});", leaf.place, string_literal(rest), leaf.size);
    for (const auto& [each, target] : pointers) assign(each, target);
  }

  Scene& scene_;
  const Plan& plan_;
  const Description& types_;
  const PlannedFunction& function_;
  const Observation& seen_;
  std::string text_;
};

}  // namespace

std::string arrangement_and_call(Scene& scene) {
  Arrangement arrangement(scene);
  const std::string call = arrangement.call();  // first: it says which stubs are used
  return arrangement.arrange() + call;
}

}  // namespace cairn::unit
