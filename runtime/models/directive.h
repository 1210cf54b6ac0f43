/* What a directive of printf and one of scanf have in common: numbers, which argument is meant, and how long it is. */
#ifndef CAIRN_MODELS_DIRECTIVE_H
#define CAIRN_MODELS_DIRECTIVE_H

#include <limits.h>

/* A number, or 0 if there is none; of one that is no int, the digits that are. */
static inline int read_number(const char** f) {
  int value = 0;
  for (; (unsigned)**f - '0' < 10u; ++*f)
    if (value < INT_MAX / 10) value = value * 10 + (**f - '0');
  return value;
}

/* The N of N$: which argument, from 1; 0 if there is none. */
static inline int read_position(const char** f) {
  const char* behind = *f;
  const int value = read_number(&behind);
  if (value == 0 || *behind != '$') return 0;
  *f = behind + 1;
  return value;
}

/* What is converted: an integer, a real number, or something else. */
static inline int is_integer(char conversion) {
  const char c = (char)(conversion | 32);
  return c == 'x' || conversion == 'd' || conversion == 'i' || conversion == 'u' || conversion == 'o';
}
static inline int is_real(char conversion) {
  const char c = (char)(conversion | 32);
  return c == 'e' || c == 'f' || c == 'g' || c == 'a';
}

struct length {
  int bytes; /* of an integer */
  int large; /* of two that are as long, the larger: long long, long double */
};

/* h, hh, l, ll and the like; an int where there is none. */
static inline struct length read_length(const char** f) {
  switch (**f) {
    case 'h':
      ++*f;
      if (**f != 'h') return (struct length){sizeof(short), 0};
      ++*f;
      return (struct length){1, 0};
    case 'l':
      ++*f;
      if (**f != 'l') return (struct length){sizeof(long), 0};
      ++*f;
      return (struct length){sizeof(long long), 1};
    case 'q':
    case 'L':
      ++*f;
      return (struct length){sizeof(long long), 1};
    case 'j':
    case 'z':
    case 'Z':
    case 't':
      ++*f;
      return (struct length){sizeof(long), 0};
    default:
      return (struct length){sizeof(int), 0};
  }
}

/* Whether characters of this length are wide ones. C and S are spelt so whatever stands before them: they become c and
 * s. */
static inline int read_wide(const struct length* length, char* conversion) {
  if (*conversion != 'C' && *conversion != 'S') return length->bytes == sizeof(long);
  *conversion = *conversion == 'C' ? 'c' : 's';
  return 1;
}

#endif
