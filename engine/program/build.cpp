// How the facts of modules become one program.
#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_set>

#include "engine/base/hash.h"
#include "engine/program/tables.h"

namespace cairn::program {
namespace {

// Two functions with one identity are the same source compiled twice. Local functions without a known place in the
// source are never the same: their name says nothing outside of their module.
std::string identity(const ModuleFacts& facts, std::uint32_t module, std::uint32_t index) {
  const cairn_fact_function& f = facts.functions[index];
  std::uint64_t hash = base::combine(base::combine(f.type, f.blocks), f.sites);
  for (std::uint32_t i = 0; i < f.sites; ++i) {
    const cairn_fact_site& site = facts.sites[f.first_site + i];
    hash = base::combine(base::combine(hash, site.hash), site.sides);
  }
  std::string key(facts.text(f.name));
  key += '\0';
  key += facts.text(f.file);
  key += '\0';
  key += std::to_string(f.line) + ":" + std::to_string(hash);
  if ((f.flags & CAIRN_FUNCTION_LOCAL) != 0 && facts.text(f.file).empty()) key += ":" + std::to_string(module);
  return key;
}

}  // namespace

ProgramBuilder::ProgramBuilder(std::vector<Module> modules)
    : tables_(std::make_unique<Program::Tables>()), t_(*tables_) {
  t_.modules = std::move(modules);
}

const ModuleFacts& ProgramBuilder::facts(std::uint32_t module) const { return t_.modules[module].facts; }

// The report comes out of the target's memory: its bases must be those of modules laid out one behind the other.
base::Status ProgramBuilder::check_report() {
  std::uint64_t counters = 0, branches = 0, calls = 0;
  for (const Module& module : t_.modules) {
    counters += module.entry.counters;
    branches += module.entry.branches;
    calls += module.entry.calls;
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
  std::vector<bool> taken_branches(std::min(branches, kMost)), taken_calls(std::min(calls, kMost)),
      taken_counters(std::min(counters, kMost));
  const auto take = [](std::vector<bool>& taken, std::uint64_t base, std::uint64_t count) {
    if (base + count > taken.size()) return false;
    for (std::uint64_t i = base; i < base + count; ++i) {
      if (taken[i]) return false;
      taken[i] = true;
    }
    return true;
  };
  for (const Module& module : t_.modules) {
    const auto& [entry, f] = module;
    if (entry.branches != f.branches.size() || entry.calls != f.calls.size() || entry.counters < f.counters() ||
        !take(taken_counters, entry.counter_base, entry.counters) ||
        !take(taken_branches, entry.branch_base, entry.branches) || !take(taken_calls, entry.call_base, entry.calls)) {
      return base::environment_error("what the program reports of " + std::string(f.text(f.source)) +
                                     " does not agree with its facts: build it again with this version of cairn-cc");
    }
  }
  t_.side_of_counter.resize(counters);
  t_.block_of_counter.resize(counters);
  t_.branches.resize(branches);
  t_.calls.resize(calls);
  module_of_call_.resize(calls);
  return {};
}

base::Result<Program> ProgramBuilder::build() {
  TRY_STATUS(check_report());
  placed_.resize(t_.modules.size());
  const auto modules = static_cast<std::uint32_t>(t_.modules.size());
  for (std::uint32_t m = 0; m < modules; ++m) {
    add_functions(m);
    add_edges(m);
    add_counters(m);
    add_branches(m);
    add_calls(m);
  }
  link_calls();
  add_words();
  return Program(std::move(tables_));
}

void ProgramBuilder::add_functions(std::uint32_t module) {
  const ModuleFacts& f = facts(module);
  Placed& placed = placed_[module];
  for (std::uint32_t i = 0; i < f.functions.size(); ++i) {
    const FunctionId next(static_cast<std::uint32_t>(t_.functions.size()));
    const auto [known, fresh] = by_identity_.try_emplace(identity(f, module, i), next);
    placed.kept.push_back(fresh);
    placed.functions.push_back(known->second);
    if (fresh) {
      add_function(module, i);
    } else if ((f.functions[i].flags & CAIRN_FUNCTION_ADDRESS_TAKEN) != 0) {
      t_.functions[known->second.value].address_taken = true;
    }
  }
}

void ProgramBuilder::add_function(std::uint32_t module, std::uint32_t function) {
  const ModuleFacts& f = facts(module);
  const cairn_fact_function& from = f.functions[function];
  const FunctionId id(static_cast<std::uint32_t>(t_.functions.size()));
  const auto first_block = static_cast<std::uint32_t>(t_.blocks.size());
  const auto first_site = static_cast<std::uint32_t>(t_.sites.size());
  t_.functions.push_back({f.text(from.name),
                          f.text(from.file),
                          from.line,
                          {first_block, from.blocks},
                          {first_site, from.sites},
                          (from.flags & CAIRN_FUNCTION_ADDRESS_TAKEN) != 0,
                          (from.flags & CAIRN_FUNCTION_LOCAL) != 0,
                          from.type});
  for (std::uint32_t i = 0; i < from.sites; ++i) {
    const cairn_fact_site& site = f.sites[from.first_site + i];
    const auto first_side = static_cast<std::uint32_t>(t_.site_of_side.size());
    t_.sites.push_back({id,
                        f.text(site.file),
                        site.line,
                        site.column,
                        {first_side, site.sides},
                        static_cast<cairn_site_kind>(site.kind),
                        site.hash,
                        {}});
    if (site.block != CAIRN_NO_SITE) {
      t_.sites.back().block = BlockId(first_block + (site.block - from.first_block));
    }
    t_.site_of_side.insert(t_.site_of_side.end(), site.sides, SiteId(first_site + i));
  }
  for (std::uint32_t i = 0; i < from.blocks; ++i) {
    const cairn_fact_block& block = f.blocks[from.first_block + i];
    Block b;
    b.function = id;
    if (block.site != CAIRN_NO_SITE) b.site = SiteId(first_site + (block.site - from.first_site));
    b.counted = block.counter != CAIRN_NO_SITE;
    b.instructions = block.instructions;
    b.lines = {static_cast<std::uint32_t>(t_.block_lines.size()), block.lines};
    for (std::uint32_t k = 0; k < block.lines; ++k) {
      const cairn_fact_line& line = f.lines[block.first_line + k];
      const auto [known, fresh] =
          line_ids_.try_emplace({f.text(line.file), line.line}, static_cast<std::uint32_t>(t_.lines.size()));
      if (fresh) t_.lines.push_back({f.text(line.file), line.line});
      t_.block_lines.push_back(known->second);
    }
    t_.blocks.push_back(b);
  }
}

BlockId ProgramBuilder::block_at(std::uint32_t module, std::uint32_t block) const {
  if (block == CAIRN_NO_SITE) return {};
  const ModuleFacts& f = facts(module);
  const std::uint32_t function = f.blocks[block].function;
  const Function& to = t_.functions[placed_[module].functions[function].value];
  return BlockId(to.blocks.first + (block - f.functions[function].first_block));
}

SiteId ProgramBuilder::site_at(std::uint32_t module, std::uint32_t site) const {
  if (site == CAIRN_NO_SITE) return {};
  const ModuleFacts& f = facts(module);
  const std::uint32_t function = f.sites[site].function;
  const Function& to = t_.functions[placed_[module].functions[function].value];
  return SiteId(to.sites.first + (site - f.functions[function].first_site));
}

void ProgramBuilder::add_edges(std::uint32_t module) {
  const ModuleFacts& f = facts(module);
  std::vector<cairn_fact_edge> edges;
  for (const cairn_fact_edge& edge : f.edges) {
    if (placed_[module].kept[f.blocks[edge.from].function]) edges.push_back(edge);
  }
  std::sort(edges.begin(), edges.end(), [](const auto& a, const auto& b) {
    return std::tie(a.from, a.side, a.to) < std::tie(b.from, b.side, b.to);
  });
  for (const cairn_fact_edge& edge : edges) {
    Block& from = t_.blocks[block_at(module, edge.from).value];
    if (from.edges.count++ == 0) from.edges.first = static_cast<std::uint32_t>(t_.edges.size());
    SideId side;
    if (edge.side != kUnconditional) side = SideId(t_.sites[from.site.value].sides.first + edge.side);
    t_.edges.push_back({block_at(module, edge.to), side});
  }
}

void ProgramBuilder::add_counters(std::uint32_t module) {
  const ModuleFacts& f = facts(module);
  const std::uint32_t base = t_.modules[module].entry.counter_base;
  for (std::uint32_t i = 0; i < f.sites.size(); ++i) {
    const std::uint32_t first = t_.sites[site_at(module, i).value].sides.first;
    for (std::uint32_t k = 0; k < f.sites[i].sides; ++k) {
      t_.side_of_counter[base + f.sites[i].counter + k] = SideId(first + k);
    }
  }
  for (std::uint32_t i = 0; i < f.blocks.size(); ++i) {
    if (f.blocks[i].counter != CAIRN_NO_SITE) t_.block_of_counter[base + f.blocks[i].counter] = block_at(module, i);
  }
  for (const cairn_fact_derived& d : f.derived)
    t_.derived.push_back({base + d.counter, base + d.a, base + d.b, d.derivation});
}

void ProgramBuilder::add_branches(std::uint32_t module) {
  const auto& [entry, f] = t_.modules[module];
  for (std::uint32_t i = 0; i < f.branches.size(); ++i) {
    const cairn_fact_branch& from = f.branches[i];
    Branch& branch = t_.branches[entry.branch_base + i];
    branch = {placed_[module].functions[from.function],
              site_at(module, from.site),
              f.text(from.file),
              from.line,
              from.column,
              from.kind,
              std::span(f.cases).subspan(from.first_case, from.cases),
              {static_cast<std::uint32_t>(t_.outcomes.size()), outcomes_of(from)},
              from.hash};
    for (std::uint32_t k = 0; k < branch.outcomes.count; ++k) {
      const std::uint32_t counter = f.outcomes[from.first_outcome + k];
      t_.outcomes.push_back(counter == CAIRN_NO_SITE ? SideId{} : t_.side_of_counter[entry.counter_base + counter]);
    }
  }
}

void ProgramBuilder::add_calls(std::uint32_t module) {
  const auto& [entry, f] = t_.modules[module];
  std::vector<std::vector<std::uint32_t>> of_block(f.blocks.size());
  for (std::uint32_t i = 0; i < f.calls.size(); ++i) {
    const cairn_fact_call& from = f.calls[i];
    const std::uint32_t id = entry.call_base + i;
    t_.calls[id] = {placed_[module].functions[from.function],
                    block_at(module, from.block),
                    f.text(from.callee),
                    f.text(from.file),
                    from.line,
                    from.type,
                    {}};
    module_of_call_[id] = module;
    if (from.block != CAIRN_NO_SITE && placed_[module].kept[from.function]) of_block[from.block].push_back(id);
  }
  for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
    if (of_block[b].empty()) continue;
    t_.blocks[block_at(module, b).value].calls = {static_cast<std::uint32_t>(t_.block_calls.size()),
                                                  static_cast<std::uint32_t>(of_block[b].size())};
    t_.block_calls.insert(t_.block_calls.end(), of_block[b].begin(), of_block[b].end());
  }
}

// Each once, though many units may have it.
void ProgramBuilder::add_words() {
  std::unordered_set<std::string_view> known;
  for (const Module& module : t_.modules) {
    for (const std::uint32_t word : module.facts.words) {
      const std::string_view text = module.facts.text(word);
      if (known.insert(text).second) t_.words.push_back(text);
    }
  }
}

void ProgramBuilder::link_calls() {
  std::unordered_map<std::string_view, FunctionId> global;
  std::vector<std::unordered_map<std::string_view, FunctionId>> local(t_.modules.size());
  for (std::uint32_t m = 0; m < t_.modules.size(); ++m) {
    const ModuleFacts& f = facts(m);
    for (std::uint32_t i = 0; i < f.functions.size(); ++i) {
      const bool is_local = (f.functions[i].flags & CAIRN_FUNCTION_LOCAL) != 0;
      (is_local ? local[m] : global).try_emplace(f.text(f.functions[i].name), placed_[m].functions[i]);
    }
  }
  for (std::uint32_t id = 0; id < t_.calls.size(); ++id) {
    Call& call = t_.calls[id];
    if (call.callee.empty()) continue;
    const auto& own = local[module_of_call_[id]];
    if (const auto found = own.find(call.callee); found != own.end()) {
      call.target = found->second;
    } else if (const auto elsewhere = global.find(call.callee); elsewhere != global.end()) {
      call.target = elsewhere->second;
    }
  }
  for (std::uint32_t i = 0; i < t_.functions.size(); ++i) {
    if (t_.functions[i].address_taken) t_.address_taken[t_.functions[i].type].push_back(FunctionId(i));
  }
}

}  // namespace cairn::program
