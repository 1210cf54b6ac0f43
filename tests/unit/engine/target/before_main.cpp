// Ends before main, in the way the build says.
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/server.h"

namespace {

__attribute__((constructor)) void early() {
#ifdef BY_SIGNAL
  *reinterpret_cast<volatile int*>(8) = 1;
#else
  if (write(2, "no licence\n", 11) > 0) _exit(4);
#endif
}

}  // namespace

int main(int argc, char** argv) { cairn_server_enter(&argc, &argv, nullptr); }
