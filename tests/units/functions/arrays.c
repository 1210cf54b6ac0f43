/* Arrays behind pointers, with their lengths. */
#include <stddef.h>

int sum(const int* a, int n) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += a[i];
  return total;
}

int index_of(const int* a, size_t n, int wanted) {
  if (!a) return -2;
  for (size_t i = 0; i < n; ++i)
    if (a[i] == wanted) return (int)i;
  return -1;
}

void reverse(short* a, int n) {
  if (!a) return;
  for (int i = 0, k = n - 1; i < k; ++i, --k) {
    short t = a[i];
    a[i] = a[k];
    a[k] = t;
  }
}

int is_sorted(const unsigned* a, int count) {
  if (!a || count < 2) return 1;
  for (int i = 1; i < count; ++i)
    if (a[i - 1] > a[i]) return 0;
  return 1;
}

void sort_bytes(unsigned char* a, int n) {
  if (a == NULL) return;
  for (int i = 1; i < n; ++i) {
    unsigned char key = a[i];
    int k = i - 1;
    while (k >= 0 && a[k] > key) {
      a[k + 1] = a[k];
      --k;
    }
    a[k + 1] = key;
  }
}

long maximum(const long* values, unsigned count, int* where) {
  if (!values || !count) return -1;
  unsigned best = 0;
  for (unsigned i = 1; i < count; ++i)
    if (values[i] > values[best]) best = i;
  if (where) *where = (int)best;
  return values[best];
}

void swap(int* a, int* b) {
  if (a == b) return;
  int t = *a;
  *a = *b;
  *b = t;
}

int trace_of(int m[2][2]) {
  if (m[0][1] != m[1][0]) return 0;
  return m[0][0] + m[1][1];
}

// What it means to give it the same number twice is up to the compiler.
int take(int* restrict to, int* restrict from) {
  if (to == NULL || from == NULL) return -1;
  *to = 5;
  *from = *from > 3 ? 6 : 7;
  return *to;
}
