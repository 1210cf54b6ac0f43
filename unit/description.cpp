#include "unit/description.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace cairn::unit {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::pair<std::string_view, Kind>, 17> kKinds = {{
    {"void", Kind::nothing},
    {"integer", Kind::integer},
    {"boolean", Kind::boolean},
    {"float", Kind::real},
    {"pointer", Kind::pointer},
    {"const", Kind::constant},
    {"volatile", Kind::changing},
    {"restrict", Kind::restricted},
    {"atomic", Kind::atomic},
    {"typedef", Kind::named},
    {"array", Kind::array},
    {"struct", Kind::structure},
    {"union", Kind::united},
    {"enum", Kind::enumeration},
    {"function", Kind::function},
    {"incomplete", Kind::incomplete},
    {"unsupported", Kind::unsupported},
}};

bool is_wrapper(Kind kind) {
  return kind == Kind::constant || kind == Kind::changing || kind == Kind::restricted || kind == Kind::atomic ||
         kind == Kind::named;
}

bool is_qualifier(Kind kind) { return is_wrapper(kind) && kind != Kind::named; }

std::vector<Parameter> parameters_of(const Json& json) {
  std::vector<Parameter> out;
  for (const Json& each : json.at("parameters")) {
    out.push_back({each.at("name"), each.at("type"), each.value("compared", std::vector<std::int64_t>()), {}});
    if (each.contains("used")) out.back().used = each.at("used");
  }
  return out;
}

Type type_of(const Json& json) {
  Type type;
  const std::string kind = json.at("kind");
  const auto* known = std::ranges::find(kKinds, std::string_view(kind), [](const auto& row) { return row.first; });
  type.kind = known == kKinds.end() ? Kind::unsupported : known->second;
  type.name = json.value("name", "");
  if (type.kind == Kind::incomplete) type.name = json.value("tag", "struct") + " " + type.name;
  type.size = json.value("size", 0);
  type.is_signed = json.value("signed", false);
  type.character = json.value("character", false);
  type.to = json.value("to", json.value("result", 0u));
  type.count = json.value("count", 0);
  type.variadic = json.value("variadic", false);
  if (type.kind == Kind::function) type.parameters = parameters_of(json);
  if (json.contains("members")) {
    for (const Json& each : json.at("members")) {
      type.members.push_back(
          {each.at("name"), each.at("type"), each.at("offset"), each.at("bits"), each.at("bitfield"), {}});
    }
  }
  if (json.contains("values")) {
    for (const Json& each : json.at("values")) type.values.push_back({each.at("name"), each.at("value")});
  }
  return type;
}

Description description_of(const Json& json) {
  Description out;
  for (const Json& each : json.at("types")) out.types.push_back(type_of(each));
  for (const Json& each : json.value("members", Json::array())) {
    for (Member& member : out.types.at(each.at("of")).members) {
      if (member.offset == each.at("offset")) member.used = each.at("used");
    }
  }
  for (const Json& each : json.at("functions")) {
    Function function{each.at("name"),
                      each.at("line"),
                      each.at("own"),
                      each.at("static"),
                      each.at("defined"),
                      each.at("variadic"),
                      each.at("result"),
                      parameters_of(each),
                      each.value("macro", false),
                      each.value("errno", false),
                      {}};
    if (each.contains("used")) function.used = each.at("used");
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      if (function.parameters[i].name.empty()) function.parameters[i].name = "argument" + std::to_string(i + 1);
    }
    out.functions.push_back(std::move(function));
  }
  for (const Json& each : json.at("variables")) {
    out.variables.push_back(
        {each.at("name"), each.at("line"), each.at("static"), each.at("constant"), each.at("type")});
  }
  return out;
}

}  // namespace

TypeIndex Description::bare(TypeIndex index) const {
  while (is_wrapper(types[index].kind)) index = types[index].to;
  return index;
}

TypeIndex Description::unqualified(TypeIndex index) const {
  while (is_qualifier(types[index].kind)) index = types[index].to;
  return index;
}

bool Description::is_qualified(TypeIndex index, Kind qualifier) const {
  for (; is_wrapper(types[index].kind); index = types[index].to) {
    if (types[index].kind == qualifier) return true;
  }
  return false;
}

std::uint64_t Description::size_of(TypeIndex index) const {
  const Type& t = bare_type(index);
  if (t.kind == Kind::pointer) return 8;
  if (t.kind == Kind::array) return t.count > 0 ? static_cast<std::uint64_t>(t.count) * size_of(t.to) : 0;
  return t.size;
}

const Member* Description::tail_of(const Type& record) const {
  if (record.kind != Kind::structure || record.members.size() < 2) return nullptr;
  const Member& last = record.members.back();
  const Type& type = bare_type(last.type);
  return type.kind == Kind::array && type.count <= 0 && !last.name.empty() && size_of(type.to) > 0 ? &last : nullptr;
}

const Function* Description::find(std::string_view function) const {
  const auto found = std::ranges::find(functions, function, &Function::name);
  return found == functions.end() ? nullptr : &*found;
}

bool is_scalar(const Type& type) {
  return type.kind == Kind::integer || type.kind == Kind::boolean || type.kind == Kind::real ||
         type.kind == Kind::enumeration;
}

base::Result<Description> parse_description(const std::string& json) {
  try {
    return description_of(Json::parse(json));
  } catch (const Json::exception& error) {
    return base::environment_error(std::string("the compiler's description of the file cannot be read: ") +
                                   error.what());
  }
}

std::string spell(const Description& description, TypeIndex index, const std::string& name) {
  const Type& type = description.type(index);
  const auto before = [&](const std::string& word) { return name.empty() ? word : word + " " + name; };
  switch (type.kind) {
    case Kind::nothing:
      return before("void");
    case Kind::structure:
      return before("struct " + type.name);
    case Kind::united:
      return before("union " + type.name);
    case Kind::enumeration:
      return before("enum " + type.name);
    case Kind::pointer: {
      const Kind target = description.type(type.to).kind;
      const std::string inner = "*" + name;
      return spell(description, type.to, target == Kind::array || target == Kind::function ? "(" + inner + ")" : inner);
    }
    case Kind::constant:
    case Kind::changing:
    case Kind::restricted:
    case Kind::atomic: {
      const std::string word = type.kind == Kind::constant     ? "const"
                               : type.kind == Kind::changing   ? "volatile"
                               : type.kind == Kind::restricted ? "restrict"
                                                               : "_Atomic";
      // Behind the star for pointers, before the type otherwise.
      if (description.type(description.unqualified(type.to)).kind == Kind::pointer)
        return spell(description, type.to, before(word));
      return word + " " + spell(description, type.to, name);
    }
    case Kind::array:
      return spell(description, type.to, name + "[" + (type.count >= 0 ? std::to_string(type.count) : "") + "]");
    case Kind::function: {
      std::string list;
      for (const Parameter& each : type.parameters) {
        list += (list.empty() ? "" : ", ") + spell(description, each.type, each.name);
      }
      if (type.variadic) list += list.empty() ? "" : ", ...";
      if (list.empty()) list = "void";
      return spell(description, type.to, name + "(" + list + ")");
    }
    default:
      return before(type.name);
  }
}

}  // namespace cairn::unit
