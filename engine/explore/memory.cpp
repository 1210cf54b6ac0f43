#include "engine/explore/memory.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <string_view>

namespace cairn::explore {

namespace {

std::size_t page_bytes() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

// Of a file that holds one number, or a word for no limit.
std::optional<std::size_t> number_in(const char* file) {
  std::ifstream in(file);
  std::size_t number = 0;
  if (!(in >> number)) return std::nullopt;
  return number;
}

}  // namespace

// Asked for before every run: so the file stays open.
std::size_t resident_bytes() {
  static const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  char text[128];
  const ssize_t length = ::pread(file, text, sizeof text, 0);
  if (length <= 0) return 0;
  const std::string_view words(text, static_cast<std::size_t>(length));
  const std::size_t second = words.find(' ') + 1;  // the first is what is mapped
  std::size_t pages = 0;
  std::from_chars(text + second, text + length, pages);
  return pages * page_bytes();
}

std::size_t machine_bytes() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  std::size_t bytes = pages > 0 ? static_cast<std::size_t>(pages) * page_bytes() : 0;
  for (const char* limit : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    if (const auto most = number_in(limit)) bytes = std::min(bytes, *most);
  }
  return bytes;
}

std::size_t peak_resident_bytes() {
  rusage used{};
  if (getrusage(RUSAGE_SELF, &used) != 0) return 0;
  return static_cast<std::size_t>(used.ru_maxrss) * 1024;
}

void give_back_memory() { malloc_trim(0); }

}  // namespace cairn::explore
