#include "engine/program/code_image.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string_view>
#include <vector>

#include "engine/base/hash.h"
#include "engine/program/elf.h"
#include "engine/program/facts.h"

namespace cairn::program {

namespace {

// Loaded, but no part of what is executed: facts are compared by what they mean, and how to unwind a stack follows
// from the code.
bool left_out(const Section& section) {
  return section.name == CAIRN_FACTS_SECTION || section.name == "cairn_bitcode" || section.name.starts_with(".note.") ||
         section.name.starts_with(".eh_frame");
}

bool loaded(const Section& section) { return (section.flags & SHF_ALLOC) != 0; }

std::uint64_t word_at(const std::vector<std::uint8_t>& bytes, std::size_t at) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

class Image {
 public:
  Image(std::vector<Section> sections, const std::vector<ModuleFacts>& facts) : sections_(std::move(sections)) {
    for (const ModuleFacts& module : facts) ids_.insert(module.id);
  }

  std::uint64_t hash() {
    blank_pointers();
    std::uint64_t hash = 0;
    for (Section& section : sections_) {
      if (!loaded(section) || left_out(section)) continue;
      if ((section.flags & SHF_WRITE) != 0) blank_ids(section);
      hash = base::combine(hash, base::hash_string(section.name));
      hash = base::combine(hash, section.size);
      hash = base::hash_bytes(section.content.data(), section.content.size(), hash);
    }
    return hash;
  }

 private:
  // Pointers to what is left out, where they stand and in the table of relocations.
  void blank_pointers() {
    for (Section& table : sections_) {
      if (table.type != SHT_RELA || !loaded(table)) continue;
      for (std::size_t at = 0; at + sizeof(Elf64_Rela) <= table.content.size(); at += sizeof(Elf64_Rela)) {
        Elf64_Rela entry;
        std::memcpy(&entry, table.content.data() + at, sizeof entry);
        if (ELF64_R_TYPE(entry.r_info) != R_X86_64_RELATIVE || !is_left_out(static_cast<std::uint64_t>(entry.r_addend)))
          continue;
        entry.r_addend = 0;
        std::memcpy(table.content.data() + at, &entry, sizeof entry);
        blank(entry.r_offset);
      }
    }
  }

  [[nodiscard]] bool is_left_out(std::uint64_t address) const {
    return std::ranges::any_of(sections_, [address](const Section& each) {
      return loaded(each) && left_out(each) && address >= each.address && address - each.address < each.size;
    });
  }

  void blank(std::uint64_t address) {
    for (Section& each : sections_) {
      if (!loaded(each) || address < each.address || address - each.address + 8 > each.content.size()) continue;
      std::memset(each.content.data() + (address - each.address), 0, 8);
    }
  }

  // Names of facts are hashes over all of them, positions in the source included.
  void blank_ids(Section& section) {
    for (std::size_t at = 0; at + 8 <= section.content.size(); at += 8) {
      if (ids_.contains(word_at(section.content, at))) std::memset(section.content.data() + at, 0, 8);
    }
  }

  std::vector<Section> sections_;
  std::set<std::uint64_t> ids_;
};

// All of them but where things stand in the source.
std::uint64_t meaning(const ModuleFacts& facts) {
  std::uint64_t hash = base::combine(facts.lines.size(), facts.calls.size());
  const auto add = [&hash](std::uint64_t value) { hash = base::combine(hash, value); };
  for (const auto& each : facts.functions) {
    add(base::hash_string(facts.text(each.name)));
    for (const std::uint64_t value : {std::uint64_t{each.first_block}, std::uint64_t{each.blocks},
                                      std::uint64_t{each.first_site}, std::uint64_t{each.sites}, each.type}) {
      add(value);
    }
  }
  for (const auto& each : facts.sites) {
    add(each.hash);
    add(each.counter);
    add(base::combine(each.sides, each.kind));
  }
  for (const auto& each : facts.branches) {
    add(each.hash);
    add(base::combine(each.kind, each.cases));
  }
  for (const std::uint64_t value : facts.cases) add(value);
  for (const std::uint32_t value : facts.outcomes) add(value);
  for (const auto& each : facts.blocks) {
    add(each.counter);
    add(base::combine(each.instructions, each.lines));
  }
  for (const auto& each : facts.edges) {
    add(base::combine(each.from, each.to));
    add(each.side);
  }
  for (const auto& each : facts.calls) add(base::hash_string(facts.text(each.callee)));
  for (const auto& each : facts.derived) {
    add(base::combine(each.counter, each.derivation));
    add(base::combine(each.a, each.b));
  }
  return hash;
}

}  // namespace

base::Result<std::uint64_t> code_image(const std::filesystem::path& file) {
  TRY(const auto facts, read_facts(file));
  TRY(auto sections, read_sections(file, [](const Section& each) { return loaded(each) && !left_out(each); }));
  std::uint64_t hash = Image(std::move(sections), facts).hash();
  for (const ModuleFacts& module : facts) hash = base::combine(hash, meaning(module));
  return hash;
}

}  // namespace cairn::program
