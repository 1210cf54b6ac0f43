/* A directive of scanf, and reading what it asks for (stdio_scan_values.c). */
#ifndef CAIRN_MODELS_STDIO_SCAN_H
#define CAIRN_MODELS_STDIO_SCAN_H

#include <stdio.h>

struct scan_directive {
  int suppressed;
  int width;     /* 0: none given */
  int bytes;     /* of the place a number goes to */
  int known;     /* what it is and where it goes; otherwise only glibc knows */
  int ours;      /* can be read by the models */
  int allocated; /* it goes to memory that glibc gives */
  int wide;      /* if it is characters */
  int position;  /* N$: which argument, from 1; 0 for the next */
  char conversion;
  const char* set; /* of %[: behind the bracket and its ^ */
  int negated;
};

/* Where characters come from. */
struct source {
  const char* s; /* or */
  FILE* f;
  long consumed;
  /* Once the input ended, each further attempt sets errno to what it was then, as in glibc; 0 if that was in front of a
   * value. */
  int ended;
  int errno_at_end;
  int before_value;
};

enum outcome { MATCHED, MISMATCH, INPUT_ENDED };

void cairn_scan_space(struct source* in);
enum outcome cairn_scan_character(struct source* in, int wanted);
/* Requires: the directive is ours, and no %n. */
enum outcome cairn_scan_value(struct source* in, const struct scan_directive* d, char* to);
/* In as many bytes as the directive says. */
void cairn_scan_store(const struct scan_directive* d, void* to, unsigned long value);

#endif
