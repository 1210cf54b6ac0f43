#include "engine/explore/memory.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

namespace cairn::explore {

std::size_t resident_bytes() {
  std::ifstream in("/proc/self/statm");
  std::size_t whole = 0, resident = 0;
  if (!(in >> whole >> resident)) return 0;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t peak_resident_bytes() {
  rusage used{};
  if (getrusage(RUSAGE_SELF, &used) != 0) return 0;
  return static_cast<std::size_t>(used.ru_maxrss) * 1024;
}

void give_back_memory() { malloc_trim(0); }

}  // namespace cairn::explore
