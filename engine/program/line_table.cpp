#include "engine/program/line_table.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <cstdlib>

#include "engine/program/readable.h"

namespace cairn::program {

namespace {

// As the facts spell it: with the directory it was compiled in, unless the name is absolute.
std::string file_of(Dwarf_Die& unit, const char* name) {
  if (name[0] == '/') return name;
  Dwarf_Attribute attribute;
  const char* directory = dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &attribute));
  return directory != nullptr ? std::string(directory) + "/" + name : name;
}

std::uint32_t number_of(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  return dwarf_formudata(dwarf_attr(&die, name, &attribute), &value) == 0 ? static_cast<std::uint32_t>(value) : 0;
}

// The file that a function was inlined into.
std::string calling_file(Dwarf_Die& unit, Dwarf_Die& inlined) {
  Dwarf_Files* files = nullptr;
  if (dwarf_getsrcfiles(&unit, &files, nullptr) != 0) return "";
  const char* name = dwarf_filesrc(files, number_of(inlined, DW_AT_call_file), nullptr, nullptr);
  return name != nullptr ? file_of(unit, name) : "";
}

// The function that a place stands in.
void name_function(Dwarf_Die& die, SourceLine& line) {
  const char* name = dwarf_diename(&die);
  line.function = name != nullptr ? name : "";
  int start = 0;
  line.start = dwarf_decl_line(&die, &start) == 0 && start > 0 ? static_cast<std::uint32_t>(start) : 0;
}

// Names the function of the innermost place, and adds a place for each function it was inlined into.
void add_callers(Dwarf_Die& unit, Dwarf_Addr address, std::vector<SourceLine>& lines) {
  Dwarf_Die* scopes = nullptr;
  const int count = dwarf_getscopes(&unit, address, &scopes);
  // What was inlined is described where it was written: of these scopes only the innermost function counts, what it
  // was inlined into stands around the instruction.
  Dwarf_Die* around = nullptr;
  int depth = 0;
  for (int i = 0; i < count && around == nullptr; ++i) {
    const int tag = dwarf_tag(&scopes[i]);
    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine) continue;
    name_function(scopes[i], lines.back());
    if (tag == DW_TAG_inlined_subroutine) depth = dwarf_getscopes_die(&scopes[i], &around);
    break;
  }
  for (int i = 0; i < depth; ++i) {
    const int tag = dwarf_tag(&around[i]);
    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine) continue;
    name_function(around[i], lines.back());
    if (tag == DW_TAG_subprogram) break;
    lines.push_back({"", calling_file(unit, around[i]), number_of(around[i], DW_AT_call_line),
                     number_of(around[i], DW_AT_call_column), 0});
  }
  std::free(around);
  std::free(scopes);
}

// By the table of symbols, which knows the functions of programs that were built without descriptions of them too.
std::string function_around(Elf* elf, Dwarf_Addr address) {
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_SYMTAB || header.sh_entsize == 0) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
    for (int i = 0; data != nullptr && i < count; ++i) {
      GElf_Sym symbol;
      if (gelf_getsym(data, i, &symbol) == nullptr || GELF_ST_TYPE(symbol.st_info) != STT_FUNC) continue;
      if (address < symbol.st_value || address >= symbol.st_value + symbol.st_size) continue;
      const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
      return name != nullptr ? readable(name) : "";
    }
  }
  return "";
}

// What the table says of the instruction. Where code generation takes a read out of the instruction that used it, only the
// latter keeps its place: it comes next.
Dwarf_Line* row_of(Dwarf_Die& unit, Dwarf_Addr address) {
  Dwarf_Line* row = dwarf_getsrc_die(&unit, address);
  Dwarf_Lines* rows = nullptr;
  std::size_t count = 0;
  int line = 0;
  if (row == nullptr || dwarf_lineno(row, &line) != 0 || line > 0) return row;
  if (dwarf_getsrclines(&unit, &rows, &count) != 0) return row;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    if (dwarf_onesrcline(rows, i) != row) continue;
    Dwarf_Line* next = dwarf_onesrcline(rows, i + 1);
    bool ends = true;
    if (dwarf_lineendsequence(next, &ends) == 0 && !ends) return next;
  }
  return row;
}

// Unit by unit: clang writes no index from addresses to units.
std::vector<SourceLine> find(Dwarf* dwarf, Dwarf_Addr address) {
  std::size_t header = 0;
  for (Dwarf_Off at = 0, next = 0; dwarf_nextcu(dwarf, at, &next, &header, nullptr, nullptr, nullptr) == 0; at = next) {
    Dwarf_Die unit;
    if (dwarf_offdie(dwarf, at + header, &unit) == nullptr) continue;
    Dwarf_Line* found = row_of(unit, address);
    int line = 0;
    if (found == nullptr || dwarf_lineno(found, &line) != 0 || line <= 0) continue;
    const char* file = dwarf_linesrc(found, nullptr, nullptr);
    if (file == nullptr) continue;
    int column = 0;
    dwarf_linecol(found, &column);
    std::vector<SourceLine> lines;
    lines.push_back({"", file_of(unit, file), static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column), 0});
    add_callers(unit, address, lines);
    if (lines.back().function.empty()) lines.back().function = function_around(dwarf_getelf(dwarf), address);
    return lines;
  }
  return {};
}

}  // namespace

std::vector<SourceLine> lines_at(const std::string& executable, std::uint64_t offset) {
  const int fd = ::open(executable.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  Dwarf* dwarf = dwarf_begin(fd, DWARF_C_READ);
  auto found = dwarf != nullptr ? find(dwarf, offset) : std::vector<SourceLine>{};
  if (dwarf != nullptr) dwarf_end(dwarf);
  ::close(fd);
  return found;
}

}  // namespace cairn::program
