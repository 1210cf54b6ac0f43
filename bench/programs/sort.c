// Bubble sort of the ints in the input: branches on pairs of input values, and stores that move symbolic data about.
#include <string.h>

#include "bench.h"

enum { max_numbers = 1024 };

int bench_work(const uint8_t* data, size_t size) {
  static int32_t numbers[max_numbers];
  size_t count = size / sizeof *numbers;
  if (count > max_numbers) count = max_numbers;
  memcpy(numbers, data, count * sizeof *numbers);
  for (size_t end = count; end > 1;) {
    size_t last = 0;
    for (size_t i = 1; i < end; i++) {
      if (numbers[i - 1] > numbers[i]) {
        int32_t swapped = numbers[i];
        numbers[i] = numbers[i - 1];
        numbers[i - 1] = swapped;
        last = i;
      }
    }
    end = last;
  }
  return (int)count;
}
