/* main for harnesses that bring none (LLVMFuzzerTestOneInput): pulled from the archive only then. With the engine it
 * serves runs; without, it does what libFuzzer's main does with files: runs the harness once on each. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/server.h"

extern "C" {
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);
}

namespace {

void say(const char* text) {
  if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

/* The whole file in a block of exactly its size; null when it cannot be read. */
uint8_t* read_file(const char* path, size_t* size) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return nullptr;
  size_t capacity = 4096;
  size_t used = 0;
  uint8_t* data = static_cast<uint8_t*>(malloc(capacity));
  while (data != nullptr) {
    const ssize_t got = read(fd, data + used, capacity - used);
    if (got < 0) {
      free(data);
      data = nullptr;
    }
    if (got <= 0) break;
    used += static_cast<size_t>(got);
    if (used < capacity) continue;
    capacity *= 2;
    uint8_t* bigger = static_cast<uint8_t*>(realloc(data, capacity));
    if (bigger == nullptr) free(data);
    data = bigger;
  }
  close(fd);
  if (data == nullptr) return nullptr;
  uint8_t* exact = static_cast<uint8_t*>(malloc(used));
  if (exact != nullptr && used > 0) memcpy(exact, data, used);
  free(data);
  *size = used;
  return exact;
}

}  // namespace

int main(int argc, char** argv) {
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
  cairn_server_enter(&argc, &argv, nullptr);
  int failures = 0;
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] == '-') continue; /* options of libFuzzer */
    size_t size = 0;
    uint8_t* data = read_file(argv[i], &size);
    if (data == nullptr) {
      say("cannot read ");
      say(argv[i]);
      say("\n");
      failures = 1;
      continue;
    }
    say("Running: ");
    say(argv[i]);
    say("\n");
    LLVMFuzzerTestOneInput(data, size);
    free(data);
  }
  return failures;
}
