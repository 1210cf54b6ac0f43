// The plain program's cost. Nanoseconds of one bench_work on a file, the least of many batches; or, built with
// harness.c, bare forks per second that run the harness, as the fork server does, with the last byte of the file given,
// and are waited for: by the quickest ten in a row.
//
//   native FILE
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

__attribute__((weak)) int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double least_nanoseconds(const uint8_t* data, size_t size) {
  double best = 1e18;
  double stop = now() + 5e8;
  while (now() < stop) {
    enum { batch = 20 };
    double start = now();
    for (int i = 0; i < batch; i++) {
      volatile int result = bench_work(data, size);
      (void)result;
    }
    double each = (now() - start) / batch;
    if (each < best) best = each;
  }
  return best;
}

static double forks_per_second(const uint8_t* data, size_t size) {
  double best = 1e18;
  double stop = now() + 1e9;
  while (now() < stop) {
    enum { batch = 10 };
    double start = now();
    for (int i = 0; i < batch; i++) {
      pid_t child = fork();
      if (child == 0) _exit(LLVMFuzzerTestOneInput(data + size - 1, 1));
      if (child < 0 || waitpid(child, NULL, 0) != child) exit(1);
    }
    double each = (now() - start) / batch;
    if (each < best) best = each;
  }
  return 1e9 / best;
}

int main(int argc, char** argv) {
  static uint8_t data[1 << 20];
  FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (!file) return 2;
  size_t size = fread(data, 1, sizeof data, file);
  fclose(file);
  if (LLVMFuzzerTestOneInput)
    printf("{\"forks_per_second\": %.0f}\n", forks_per_second(data, size));
  else
    printf("{\"result\": %d, \"nanoseconds\": %.1f}\n", bench_work(data, size), least_nanoseconds(data, size));
  return 0;
}
