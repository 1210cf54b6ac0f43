// The entry of main, as instrumented code calls it.
#include "runtime/recorder.h"
#include "runtime/server.h"

CAIRN_EXPORT void __cairn_enter_main(int32_t* argc, void** argv, void** envp) {
  static bool entered = false;
  if (entered) return;  // a program may call its own main again
  entered = true;
  cairn_server_enter(argc, reinterpret_cast<char***>(argv), reinterpret_cast<char***>(envp));
}
