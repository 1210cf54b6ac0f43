#include "engine/program/program.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "engine/base/check.h"
#include "engine/program/readable.h"
#include "engine/program/tables.h"

namespace cairn::program {
namespace {

template <class T>
std::span<const T> slice(const std::vector<T>& all, const Slice& part) {
  return std::span(all).subspan(part.first, part.count);
}

std::string place(std::string_view file, std::uint32_t line, std::uint32_t column, const Function& function) {
  std::string text;
  if (!file.empty()) {
    text = std::string(file) + ":" + std::to_string(line) + ":" + std::to_string(column) + " in ";
  }
  return text + readable(function.name);
}

// The compiler keeps neither sign nor width of a case: what is close to 0 from below is taken to be meant so, and the
// large constants that stand for formats and protocols are not.
std::string case_name(std::uint64_t value) {
  constexpr std::uint64_t kNear = 1 << 16;
  for (const std::uint64_t all : {std::uint64_t{UINT32_MAX}, UINT64_MAX})
    if (value <= all && all - value < kNear) return "case -" + std::to_string(all - value + 1);
  return "case " + std::to_string(value);
}

std::string outcome_name(const Branch& branch, std::uint32_t outcome) {
  if (branch.kind == CAIRN_EVENT_Branch) return outcome == 0 ? "true side" : "false side";
  if (branch.kind == CAIRN_EVENT_Switch) {
    return outcome < branch.cases.size() ? case_name(branch.cases[outcome]) : "default";
  }
  return outcome == 0 ? "holds" : "does not hold";
}

}  // namespace

Program::Program(std::unique_ptr<Tables> tables) : tables_(std::move(tables)) {}
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;
Program::~Program() = default;

base::Result<Program> Program::build(std::vector<Module> modules) { return ProgramBuilder(std::move(modules)).build(); }

base::Result<Program> Program::load(const std::filesystem::path& executable,
                                    std::span<const cairn_module_entry> entries) {
  std::map<std::string, std::vector<ModuleFacts>> files;
  std::map<std::pair<std::string, std::uint64_t>, std::size_t> used;  // equal units: the n-th entry has the n-th facts
  std::vector<Module> modules;
  for (const cairn_module_entry& entry : entries) {
    std::string file(entry.object, strnlen(entry.object, CAIRN_PATH_SIZE));
    if (file.empty()) file = executable.string();
    auto known = files.find(file);
    if (known == files.end()) {
      TRY(auto facts, read_facts(file));
      known = files.emplace(file, std::move(facts)).first;
    }
    std::size_t skip = used[{file, entry.id}]++;
    const ModuleFacts* match = nullptr;
    for (const ModuleFacts& facts : known->second) {
      if (facts.id != entry.id) continue;
      match = &facts;
      if (skip-- == 0) break;
    }
    if (match == nullptr) {
      return base::environment_error(file + " lacks the facts of a unit that runs in it (section " CAIRN_FACTS_SECTION
                                            "): link it without stripping sections");
    }
    modules.push_back({entry, *match});
  }
  TRY(Program program, build(std::move(modules)));
  program.tables_->executable = executable.string();
  return program;
}

const std::string& Program::executable() const { return tables_->executable; }
std::span<const Function> Program::functions() const { return tables_->functions; }
std::span<const Site> Program::sites() const { return tables_->sites; }
std::span<const Block> Program::blocks() const { return tables_->blocks; }
std::span<const Line> Program::lines() const { return tables_->lines; }
std::span<const std::string_view> Program::words() const { return tables_->words; }
std::uint32_t Program::sides() const { return static_cast<std::uint32_t>(tables_->site_of_side.size()); }

const Branch* Program::branch(std::uint32_t id) const {
  return id < tables_->branches.size() ? &tables_->branches[id] : nullptr;
}

const Call* Program::call(std::uint32_t id) const { return id < tables_->calls.size() ? &tables_->calls[id] : nullptr; }

std::optional<std::span<const std::uint64_t>> Program::cases_of(std::uint32_t id) const {
  const Branch* b = branch(id);
  if (b == nullptr || b->kind != CAIRN_EVENT_Switch) return {};
  return b->cases;
}

std::uint32_t Program::counters() const { return static_cast<std::uint32_t>(tables_->side_of_counter.size()); }

void Program::complete(std::span<std::uint32_t> counters, bool cut_short) const {
  for (const Derived& d : tables_->derived) {
    if (std::max({d.counter, d.a, d.b}) >= counters.size()) continue;
    const std::uint32_t a = counters[d.a], b = counters[d.b];
    if (d.derivation == CAIRN_DERIVED_SUM) {
      counters[d.counter] = a + b;
      continue;
    }
    const std::uint32_t rest = a > b ? a - b : 0;
    const bool by_fault = cut_short && d.derivation == CAIRN_DERIVED_DIFFERENCE && rest == 1;
    counters[d.counter] = by_fault ? 0 : rest;
  }
}

SideId Program::side_of_counter(std::uint32_t counter) const {
  return counter < counters() ? tables_->side_of_counter[counter] : SideId{};
}

BlockId Program::block_of_counter(std::uint32_t counter) const {
  return counter < counters() ? tables_->block_of_counter[counter] : BlockId{};
}

SiteId Program::site_of(SideId side) const {
  CHECK(side.value < tables_->site_of_side.size());
  return tables_->site_of_side[side.value];
}

SideId Program::side_of(std::uint32_t id, std::uint32_t outcome) const {
  const Branch* b = branch(id);
  return b != nullptr && outcome < b->outcomes.count ? tables_->outcomes[b->outcomes.first + outcome] : SideId{};
}

std::span<const Edge> Program::successors(BlockId block) const {
  CHECK(block.value < tables_->blocks.size());
  return slice(tables_->edges, tables_->blocks[block.value].edges);
}

std::span<const LineId> Program::lines_of(BlockId block) const {
  CHECK(block.value < tables_->blocks.size());
  return slice(tables_->block_lines, tables_->blocks[block.value].lines);
}

std::span<const std::uint32_t> Program::calls_of(BlockId block) const {
  CHECK(block.value < tables_->blocks.size());
  return slice(tables_->block_calls, tables_->blocks[block.value].calls);
}

std::span<const FunctionId> Program::callees(std::uint32_t id) const {
  const Call* c = call(id);
  if (c == nullptr) return {};
  if (c->target.valid()) return {&c->target, 1};
  if (!c->callee.empty()) return {};
  const auto found = tables_->address_taken.find(c->type);
  if (found == tables_->address_taken.end()) return {};
  return found->second;
}

const Function& Program::function_around(const Branch& branch) const {
  return tables_->functions[(branch.site.valid() ? tables_->sites[branch.site.value].function : branch.function).value];
}

std::string Program::describe(std::uint32_t id, std::uint32_t outcome) const {
  const Branch* b = branch(id);
  if (b == nullptr) return "branch " + std::to_string(id);
  return place(b->file, b->line, b->column, function_around(*b)) + " (" + outcome_name(*b, outcome) + ")";
}

std::string Program::describe(SideId side) const {
  const Site& site = tables_->sites[site_of(side).value];
  const std::uint32_t k = side.value - site.sides.first;
  std::string which = k == 0 ? "true side" : "false side";
  if (site.kind == CAIRN_SITE_SWITCH)
    which = "side " + std::to_string(k + 1) + " of " + std::to_string(site.sides.count);
  return place(site.file, site.line, site.column, tables_->functions[site.function.value]) + " (" + which + ")";
}

}  // namespace cairn::program
