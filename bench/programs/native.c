// The plain program's cost: nanoseconds of one bench_work on a file, the least of many batches; and bare forks that run
// it once and are waited for, per second.
//
//   native FILE
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

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
  double start = now();
  int forks = 0;
  for (; now() - start < 1e9; forks++) {
    pid_t child = fork();
    if (child == 0) _exit(bench_work(data, size) & 1);
    if (child < 0 || waitpid(child, NULL, 0) != child) exit(1);
  }
  return forks * 1e9 / (now() - start);
}

int main(int argc, char** argv) {
  static uint8_t data[1 << 20];
  FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (!file) return 2;
  size_t size = fread(data, 1, sizeof data, file);
  fclose(file);
  int result = bench_work(data, size);
  printf("{\"result\": %d, \"nanoseconds\": %.1f, \"forks_per_second\": %.0f}\n", result, least_nanoseconds(data, size),
         forks_per_second(data, size));
  return 0;
}
