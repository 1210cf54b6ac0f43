// cairn_symbolic for builds without Cairn: the drivers replay tests on plain builds, with the bytes of marked memory in
// the file CAIRN_PLAIN_INPUT names. One object a record: name length (1 byte), name, size (4 bytes), bytes; in order.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cairn_symbolic(void* p, size_t n, const char* name) {
  static FILE* file;
  memset(p, 0, n);
  if (!file) {
    const char* path = getenv("CAIRN_PLAIN_INPUT");
    if (!path || !(file = fopen(path, "rb"))) return;
  }
  char stored[256];
  uint32_t size;
  int length = fgetc(file);
  if (length == EOF) return;
  if (fread(stored, 1, (size_t)length, file) != (size_t)length || fread(&size, sizeof size, 1, file) != 1) abort();
  stored[length] = 0;
  if (strcmp(stored, name) != 0 || size > n || fread(p, 1, size, file) != size) abort();
}

void cairn_assume(int condition) { (void)condition; }

int cairn_int(const char* name) {
  int value;
  cairn_symbolic(&value, sizeof value, name);
  return value;
}
