// Facts made by hand: the blob the compiler would write, and the smallest ELF file that can hold it.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "engine/program/program.h"

namespace cairn::program {

struct FactsBuilder {
  std::uint64_t id = 1;
#define CAIRN_FACT_MEMBER(type, name) std::vector<type> name;
  CAIRN_FACT_TABLES(CAIRN_FACT_MEMBER)
#undef CAIRN_FACT_MEMBER
  std::string strings = std::string(1, '\0');
  std::uint32_t counters = 0;
  std::string file = "a.c";

  std::uint32_t string(const std::string& text) {
    if (text.empty()) return 0;
    const auto at = static_cast<std::uint32_t>(strings.size());
    strings += text;
    strings += '\0';
    return at;
  }

  // Blocks and sites added next belong to it.
  std::uint32_t function(const std::string& name, std::uint32_t line, std::uint32_t flags = 0, std::uint64_t type = 0) {
    functions.push_back({string(name), string(file), line, static_cast<std::uint32_t>(blocks.size()), 0,
                         static_cast<std::uint32_t>(sites.size()), 0, flags, type});
    return static_cast<std::uint32_t>(functions.size()) - 1;
  }
  std::uint32_t block(std::uint32_t instructions, const std::vector<std::uint32_t>& source_lines,
                      bool counted = false) {
    ++functions.back().blocks;
    blocks.push_back({static_cast<std::uint32_t>(functions.size()) - 1, counted ? counters++ : CAIRN_NO_SITE,
                      instructions, static_cast<std::uint32_t>(lines.size()),
                      static_cast<std::uint32_t>(source_lines.size()), CAIRN_NO_SITE});
    for (const auto line : source_lines) lines.push_back({string(file), line});
    return static_cast<std::uint32_t>(blocks.size()) - 1;
  }
  // A conditional or switch at the end of the block, one side for each target.
  std::uint32_t site(std::uint32_t block_index, const std::vector<std::uint32_t>& targets, std::uint32_t line,
                     std::uint64_t hash, cairn_site_kind kind = CAIRN_SITE_IF) {
    ++functions.back().sites;
    const auto index = static_cast<std::uint32_t>(sites.size());
    sites.push_back({static_cast<std::uint32_t>(functions.size()) - 1, string(file), line, 3, counters,
                     static_cast<std::uint16_t>(targets.size()), static_cast<std::uint16_t>(kind), 0, block_index,
                     hash});
    counters += static_cast<std::uint32_t>(targets.size());
    blocks[block_index].site = index;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      edges.push_back({block_index, targets[i], static_cast<std::uint16_t>(i), 0});
    }
    return index;
  }
  void jump(std::uint32_t from, std::uint32_t to) { edges.push_back({from, to, kUnconditional, 0}); }
  std::uint32_t branch(std::uint32_t site_index, const std::vector<std::uint32_t>& sides,
                       const std::vector<std::uint64_t>& values = {}) {
    cairn_fact_branch b{};
    b.function = static_cast<std::uint32_t>(functions.size()) - 1;
    b.file = string(file);
    b.line = sites[site_index].line;
    b.column = 7;
    b.kind = values.empty() ? CAIRN_EVENT_Branch : CAIRN_EVENT_Switch;
    b.first_case = static_cast<std::uint32_t>(cases.size());
    b.cases = static_cast<std::uint32_t>(values.size());
    b.first_outcome = static_cast<std::uint32_t>(outcomes.size());
    b.site = site_index;
    b.hash = 0xabc;
    cases.insert(cases.end(), values.begin(), values.end());
    for (const auto side : sides) outcomes.push_back(side == CAIRN_NO_SITE ? side : sites[site_index].counter + side);
    branches.push_back(b);
    return static_cast<std::uint32_t>(branches.size()) - 1;
  }
  std::uint32_t call(std::uint32_t block_index, const std::string& callee, std::uint64_t type = 0) {
    calls.push_back(
        {block_index, static_cast<std::uint32_t>(functions.size()) - 1, string(callee), string(file), 9, 0, type});
    return static_cast<std::uint32_t>(calls.size()) - 1;
  }

  [[nodiscard]] std::vector<std::uint8_t> blob() const {
    std::vector<std::uint8_t> out(sizeof(cairn_facts_header));
    const auto append = [&](const auto& records) {
      const cairn_facts_table table{static_cast<std::uint32_t>(out.size()), static_cast<std::uint32_t>(records.size())};
      const auto* p = reinterpret_cast<const std::uint8_t*>(records.data());
      out.insert(out.end(), p, p + records.size() * sizeof(records[0]));
      out.resize((out.size() + 7) / 8 * 8);
      return table;
    };
    cairn_facts_header h{};
    h.magic = CAIRN_FACTS_MAGIC;
    h.version = CAIRN_ABI_VERSION;
    h.module = id;
#define CAIRN_FACT_APPEND(type, name) h.name = append(name);
    CAIRN_FACT_TABLES(CAIRN_FACT_APPEND)
#undef CAIRN_FACT_APPEND
    h.strings = append(strings);
    h.size = static_cast<std::uint32_t>(out.size());
    std::memcpy(out.data(), &h, sizeof h);
    return out;
  }

  // As the runtime would report it behind the modules so far.
  [[nodiscard]] cairn_module_entry entry(const std::vector<Module>& before = {}) const {
    cairn_module_entry e{};
    e.id = id;
    e.counters = counters;
    e.branches = static_cast<std::uint32_t>(branches.size());
    e.calls = static_cast<std::uint32_t>(calls.size());
    for (const Module& module : before) {
      e.counter_base += module.entry.counters;
      e.branch_base += module.entry.branches;
      e.call_base += module.entry.calls;
    }
    return e;
  }
  void add_to(std::vector<Module>& modules) const {
    modules.push_back({entry(modules), std::move(parse_facts(blob(), "the test")).value()[0]});
  }
};

// An ELF64 file with one section of that content.
inline std::vector<std::uint8_t> elf_with(const std::string& section, const std::vector<std::uint8_t>& content) {
  const std::string names = std::string(1, '\0') + section + '\0' + ".shstrtab" + '\0';
  std::vector<std::uint8_t> out(sizeof(Elf64_Ehdr));
  const auto append = [&](const void* data, std::size_t size) {
    out.resize((out.size() + 7) / 8 * 8);
    const std::uint64_t at = out.size();
    out.resize(at + size);
    if (size > 0) std::memcpy(out.data() + at, data, size);
    return at;
  };
  Elf64_Shdr headers[3] = {};
  headers[1].sh_name = 1;
  headers[1].sh_type = SHT_PROGBITS;
  headers[1].sh_offset = append(content.data(), content.size());
  headers[1].sh_size = content.size();
  headers[2].sh_name = static_cast<Elf64_Word>(section.size() + 2);
  headers[2].sh_type = SHT_STRTAB;
  headers[2].sh_offset = append(names.data(), names.size());
  headers[2].sh_size = names.size();
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_type = ET_DYN;
  header.e_shoff = append(headers, sizeof headers);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 3;
  header.e_shstrndx = 2;
  std::memcpy(out.data(), &header, sizeof header);
  return out;
}

inline void write_file(const std::filesystem::path& path, const std::vector<std::uint8_t>& content) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(content.data()), static_cast<std::streamsize>(content.size()));
}

}  // namespace cairn::program
