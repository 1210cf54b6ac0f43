// The end of a run that an assumption rejected, and the harness of a fuzzer, if the program has one.
#include <unistd.h>

#include "runtime/inputs.h"

extern "C" __attribute__((weak)) int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace cairn::runtime {

void leave_run() {
  cairn_rt_end(recorder.segment, 0);
  _exit(0);
}

const void* fuzz_target() { return reinterpret_cast<const void*>(&LLVMFuzzerTestOneInput); }

}  // namespace cairn::runtime
