// Random bytes from a device are the same in every run: a test that was made to find one of them finds it.
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <unistd.h>

#include "probe.h"

static int from_descriptor(const char* name, uint8_t* bytes, size_t size) {
  const int device = open(name, O_RDONLY);
  const int read_all = read(device, bytes, size) == (ssize_t)size;
  close(device);
  return read_all;
}

static int from_stream(const char* name, uint8_t* bytes, size_t size) {
  FILE* device = fopen(name, "r");
  if (device == NULL) return 0;
  const int read_all = fread(bytes, 1, size, device) == size;
  fclose(device);
  return read_all;
}

int main(void) {
  uint8_t salt[5];
  uint8_t x[6];
  cairn_symbolic(x, sizeof x, "x");
  if (!from_descriptor("/dev/urandom", salt, 2) || !from_stream("/dev/random", salt + 2, 3)) return 1;
  for (int i = 0; i < 5; ++i)
    if (x[i] == salt[i]) usleep(1);
  if (x[5] == 'd') reached(1);
  return 0;
}
