#include "engine/program/facts.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "engine/program/elf.h"

namespace cairn::program {
namespace {

// One blob: copies its tables out, then checks that everything in them points somewhere.
class Reader {
 public:
  Reader(std::span<const std::uint8_t> blob, const cairn_facts_header& header) : blob_(blob), header_(header) {}

  // What is wrong, or nothing.
  std::optional<std::string> read(ModuleFacts& out) {
    out.id = header_.module;
    out.source = header_.source;
    if (!copy_tables(out)) return "a table lies outside of its blob";
    if (out.strings.empty() || out.strings.front() != 0 || out.strings.back() != 0) return "strings without an end";
    strings_ = out.strings.size();
    if (!in(out.source)) return "the source file has no name";
    if (!owned(out)) return "functions do not own their blocks and sites";
    if (!sites(out)) return "a site points nowhere";
    if (!branches(out)) return "a branch points nowhere";
    if (!blocks(out)) return "a block points nowhere";
    if (!edges(out)) return "an edge points nowhere";
    if (!calls(out)) return "a call points nowhere";
    if (!std::ranges::all_of(out.words, [&](std::uint32_t word) { return in(word); })) return "a word points nowhere";
    if (!std::all_of(out.lines.begin(), out.lines.end(), [&](const auto& line) { return in(line.file); })) {
      return "a line points nowhere";
    }
    return {};
  }

 private:
  bool copy_tables(ModuleFacts& out) const {
#define CAIRN_FACT_COPY(type, name) \
  if (!copy(header_.name, out.name)) return false;
    CAIRN_FACT_TABLES(CAIRN_FACT_COPY)
#undef CAIRN_FACT_COPY
    return copy(header_.strings, out.strings);
  }

  template <class T>
  bool copy(const cairn_facts_table& table, std::vector<T>& out) const {
    const std::uint64_t size = std::uint64_t{table.count} * sizeof(T);
    if (table.offset > blob_.size() || size > blob_.size() - table.offset) return false;
    out.resize(table.count);
    if (size > 0) std::memcpy(out.data(), blob_.data() + table.offset, size);
    return true;
  }

  [[nodiscard]] bool in(std::uint32_t string) const { return string < strings_; }
  static bool within(std::uint32_t first, std::uint32_t count, std::size_t size) {
    return std::uint64_t{first} + count <= size;
  }
  static bool index_or_none(std::uint32_t index, std::size_t size) { return index == CAIRN_NO_SITE || index < size; }

  // Blocks and sites of a function are one slice each, and each belongs to exactly one function.
  bool owned(const ModuleFacts& f) const {
    std::uint64_t blocks = 0, sites = 0;
    for (std::uint32_t i = 0; i < f.functions.size(); ++i) {
      const auto& function = f.functions[i];
      if (!in(function.name) || !in(function.file)) return false;
      if (!within(function.first_block, function.blocks, f.blocks.size())) return false;
      if (!within(function.first_site, function.sites, f.sites.size())) return false;
      for (std::uint32_t k = 0; k < function.blocks; ++k) {
        if (f.blocks[function.first_block + k].function != i) return false;
      }
      for (std::uint32_t k = 0; k < function.sites; ++k) {
        if (f.sites[function.first_site + k].function != i) return false;
      }
      blocks += function.blocks;
      sites += function.sites;
    }
    return blocks == f.blocks.size() && sites == f.sites.size();
  }

  bool sites(const ModuleFacts& f) const {
    return std::all_of(f.sites.begin(), f.sites.end(), [&](const cairn_fact_site& site) {
      if (!in(site.file) || !index_or_none(site.block, f.blocks.size())) return false;
      return site.block == CAIRN_NO_SITE || f.blocks[site.block].function == site.function;
    });
  }

  bool branches(const ModuleFacts& f) const {
    return std::all_of(f.branches.begin(), f.branches.end(), [&](const cairn_fact_branch& branch) {
      if (branch.function >= f.functions.size() || !in(branch.file) || branch.kind >= CAIRN_EVENT_COUNT) return false;
      if (!within(branch.first_case, branch.cases, f.cases.size()) || branch.cases >= CAIRN_SWITCH_DEFAULT)
        return false;
      if (!within(branch.first_outcome, outcomes_of(branch), f.outcomes.size())) return false;
      return index_or_none(branch.site, f.sites.size());
    });
  }

  bool blocks(const ModuleFacts& f) const {
    return std::all_of(f.blocks.begin(), f.blocks.end(), [&](const cairn_fact_block& block) {
      if (!within(block.first_line, block.lines, f.lines.size()) || !index_or_none(block.site, f.sites.size())) {
        return false;
      }
      return block.site == CAIRN_NO_SITE || f.sites[block.site].function == block.function;
    });
  }

  bool edges(const ModuleFacts& f) const {
    return std::all_of(f.edges.begin(), f.edges.end(), [&](const cairn_fact_edge& edge) {
      if (edge.from >= f.blocks.size() || edge.to >= f.blocks.size()) return false;
      const cairn_fact_block& from = f.blocks[edge.from];
      if (from.function != f.blocks[edge.to].function) return false;
      if (edge.side == kUnconditional) return true;
      return from.site != CAIRN_NO_SITE && edge.side < f.sites[from.site].sides;
    });
  }

  bool calls(const ModuleFacts& f) const {
    return std::all_of(f.calls.begin(), f.calls.end(), [&](const cairn_fact_call& call) {
      if (call.function >= f.functions.size() || !in(call.callee) || !in(call.file)) return false;
      if (!index_or_none(call.block, f.blocks.size())) return false;
      return call.block == CAIRN_NO_SITE || f.blocks[call.block].function == call.function;
    });
  }

  std::span<const std::uint8_t> blob_;
  const cairn_facts_header& header_;
  std::size_t strings_ = 0;
};

}  // namespace

std::uint64_t ModuleFacts::counters() const {
  std::uint64_t end = 0;
  const auto count = [&](std::uint64_t last) { end = std::max(end, last + 1); };
  for (const auto& site : sites) {
    if (site.sides > 0) count(std::uint64_t{site.counter} + site.sides - 1);
  }
  for (const auto& block : blocks) {
    if (block.counter != CAIRN_NO_SITE) count(block.counter);
  }
  for (const auto counter : outcomes) {
    if (counter != CAIRN_NO_SITE) count(counter);
  }
  for (const auto& d : derived) count(std::max({d.counter, d.a, d.b}));
  return end;
}

base::Result<std::vector<ModuleFacts>> parse_facts(std::span<const std::uint8_t> section, const std::string& where) {
  const auto broken = [&](const std::string& what) {
    return base::environment_error("the facts in " + where + " make no sense (" + what +
                                   "): build it again with this version of cairn-cc");
  };
  std::vector<ModuleFacts> modules;
  while (!section.empty()) {
    std::uint64_t word = 0;
    std::memcpy(&word, section.data(), std::min(section.size(), sizeof word));
    if (word == 0) {  // the linker's padding
      section = section.subspan(std::min(section.size(), sizeof word));
      continue;
    }
    cairn_facts_header header;
    if (section.size() < sizeof header) return broken("the last blob is cut off");
    std::memcpy(&header, section.data(), sizeof header);
    if (header.magic != CAIRN_FACTS_MAGIC) return broken("no magic number");
    if (header.version != CAIRN_ABI_VERSION) {
      return base::environment_error(where + " was built with another version of cairn-cc: build it again");
    }
    if (header.size < sizeof header || header.size > section.size() || header.size % 8 != 0) {
      return broken("the last blob is cut off");
    }
    ModuleFacts facts;
    if (const auto wrong = Reader(section.first(header.size), header).read(facts)) return broken(*wrong);
    modules.push_back(std::move(facts));
    section = section.subspan(header.size);
  }
  return modules;
}

base::Result<std::vector<ModuleFacts>> read_facts(const std::filesystem::path& file) {
  TRY(const auto section, read_section(file, CAIRN_FACTS_SECTION));
  if (!section) return std::vector<ModuleFacts>{};
  return parse_facts(*section, file.string());
}

}  // namespace cairn::program
