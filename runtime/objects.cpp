#include "runtime/objects.h"

#include <link.h>
#include <stdint.h>

namespace cairn::runtime {
namespace {

struct Search {
  uintptr_t address;
  const char* found;
};

int visit(dl_phdr_info* info, size_t, void* data) {
  auto* search = static_cast<Search*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    const uintptr_t start = info->dlpi_addr + header.p_vaddr;
    if (search->address < start || search->address >= start + header.p_memsz) continue;
    search->found = info->dlpi_name;
    return 1;
  }
  return 0;
}

}  // namespace

const char* object_path(const void* address) {
  Search search{reinterpret_cast<uintptr_t>(address), ""};
  dl_iterate_phdr(visit, &search);
  return search.found != nullptr ? search.found : "";
}

}  // namespace cairn::runtime
