#include "engine/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace cairn::base {

void check_failed(const char* what, const char* condition, const char* file, int line) {
  std::fprintf(stderr, "cairn: internal error: %s failed: %s (%s:%d). Please report this.\n", what, condition, file,
               line);
  std::abort();
}

}  // namespace cairn::base
