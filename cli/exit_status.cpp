#include "cli/exit_status.h"

#include <fmt/core.h>

#include <cstdio>

namespace cairn::cli {

int fail(const base::Error& error) {
  fmt::print(stderr, "cairn: {}\n", error.message);
  return error.fault == base::Fault::misuse ? kMisuse : kEnvironment;
}

}  // namespace cairn::cli
