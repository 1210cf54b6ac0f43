// Bubble sort of thirty numbers.
#include <crest.h>
#include <stdio.h>

enum { count = 30 };

static void sort(int* a) {
  int swapped = 1;
  for (int end = count - 1; swapped && end > 0; --end) {
    swapped = 0;
    for (int i = 0; i < end; ++i) {
      if (a[i] > a[i + 1]) {
        int swap = a[i];
        a[i] = a[i + 1];
        a[i + 1] = swap;
        swapped = 1;
      }
    }
  }
}

int main(void) {
  int a[count];
  for (int i = 0; i < count; ++i) CREST_int(a[i]);
  sort(a);
  printf("%d\n", a[0] < a[count - 1]);
  return 0;
}
