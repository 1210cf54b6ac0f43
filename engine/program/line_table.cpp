#include "engine/program/line_table.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

namespace cairn::program {

namespace {

// The innermost function around the instruction, inlined ones included.
std::string function_at(Dwarf_Die& unit, Dwarf_Addr address) {
  Dwarf_Die* scopes = nullptr;
  const int count = dwarf_getscopes(&unit, address, &scopes);
  std::string name;
  for (int i = 0; i < count && name.empty(); ++i) {
    const int tag = dwarf_tag(&scopes[i]);
    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine) continue;
    if (const char* known = dwarf_diename(&scopes[i])) name = known;
  }
  std::free(scopes);
  return name;
}

// As the facts spell it: with the directory it was compiled in, unless the name is absolute.
std::string file_of(Dwarf_Die& unit, const char* name) {
  if (name[0] == '/') return name;
  Dwarf_Attribute attribute;
  const char* directory = dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &attribute));
  return directory != nullptr ? std::string(directory) + "/" + name : name;
}

// Unit by unit: clang writes no index from addresses to units.
std::optional<SourceLine> find(Dwarf* dwarf, Dwarf_Addr address) {
  std::size_t header = 0;
  for (Dwarf_Off at = 0, next = 0; dwarf_nextcu(dwarf, at, &next, &header, nullptr, nullptr, nullptr) == 0; at = next) {
    Dwarf_Die unit;
    if (dwarf_offdie(dwarf, at + header, &unit) == nullptr) continue;
    Dwarf_Line* found = dwarf_getsrc_die(&unit, address);
    int line = 0;
    if (found == nullptr || dwarf_lineno(found, &line) != 0 || line <= 0) continue;
    const char* file = dwarf_linesrc(found, nullptr, nullptr);
    if (file == nullptr) continue;
    int column = 0;
    dwarf_linecol(found, &column);
    return SourceLine{function_at(unit, address), file_of(unit, file), static_cast<std::uint32_t>(line),
                      static_cast<std::uint32_t>(column)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<SourceLine> line_at(const std::string& executable, std::uint64_t offset) {
  const int fd = ::open(executable.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  Dwarf* dwarf = dwarf_begin(fd, DWARF_C_READ);
  auto found = dwarf != nullptr ? find(dwarf, offset) : std::nullopt;
  if (dwarf != nullptr) dwarf_end(dwarf);
  ::close(fd);
  return found;
}

}  // namespace cairn::program
