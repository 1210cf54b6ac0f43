#include "engine/explore/code_facts.h"

#include <nlohmann/json.hpp>

#include "engine/base/hash.h"
#include "engine/base/json_text.h"

namespace cairn::explore {

namespace {

// Models of the C library are recorded, but not counted: they have no blocks.
bool own(const program::Function& function) { return function.blocks.count > 0; }

std::uint64_t hash_of(const program::Program& program, const program::Function& function) {
  std::uint64_t hash = base::combine(function.blocks.count, function.sites.count);
  for (std::uint32_t i = 0; i < function.sites.count; ++i) {
    const program::Site& site = program.sites()[function.sites.first + i];
    hash = base::combine(hash, base::combine(site.hash, site.sides.count));
  }
  for (std::uint32_t i = 0; i < function.blocks.count; ++i) {
    const program::BlockId block{function.blocks.first + i};
    hash = base::combine(hash, program.blocks()[block.value].instructions);
    for (const std::uint32_t call : program.calls_of(block)) {
      if (const program::Call* known = program.call(call)) hash = base::combine(hash, base::hash_string(known->callee));
    }
  }
  return hash;
}

}  // namespace

CodeFacts code_facts(const program::Program& program) {
  CodeFacts facts;
  for (const program::Function& function : program.functions()) {
    if (!own(function)) continue;
    std::uint64_t& hash = facts[std::string(function.name)];  // local functions of one name are taken together
    hash = base::combine(hash, hash_of(program, function));
  }
  return facts;
}

std::string to_json(const CodeFacts& facts) { return base::json_text(nlohmann::json(facts)); }

CodeFacts code_facts_from_json(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  CodeFacts facts;
  if (!json.is_object()) return facts;
  for (const auto& [name, hash] : json.items()) {
    if (hash.is_number_unsigned()) facts[name] = hash.get<std::uint64_t>();
  }
  return facts;
}

std::vector<bool> changed_functions(const program::Program& program, const CodeFacts& before) {
  const CodeFacts now = code_facts(program);
  std::vector<bool> changed;
  for (const program::Function& function : program.functions()) {
    const std::string name(function.name);
    const auto known = before.find(name);
    changed.push_back(own(function) && (known == before.end() || known->second != now.at(name)));
  }
  return changed;
}

std::vector<std::string> differences(const CodeFacts& before, const CodeFacts& now) {
  std::vector<std::string> names;
  for (const auto& [name, hash] : now) {
    const auto known = before.find(name);
    if (known == before.end() || known->second != hash) names.push_back(name);
  }
  for (const auto& [name, hash] : before) {
    if (!now.contains(name)) names.push_back(name);
  }
  return names;
}

std::size_t common_functions(const CodeFacts& a, const CodeFacts& b) {
  std::size_t common = 0;
  for (const auto& [name, hash] : a) common += name != "main" && b.contains(name) ? 1 : 0;
  return common;
}

}  // namespace cairn::explore
