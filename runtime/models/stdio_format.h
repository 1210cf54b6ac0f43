/* A directive of printf, as stdio_survey.c and stdio_format.c see it. */
#ifndef CAIRN_MODELS_STDIO_FORMAT_H
#define CAIRN_MODELS_STDIO_FORMAT_H

#include <stdarg.h>

/* Wider ones are glibc's to write. */
enum { FROM_ARGUMENT = -2, NOT_GIVEN = -1, LARGEST_FIELD = 1 << 20 };

struct format_directive {
  int left, plus, space, alternate, zero;
  int width; /* NOT_GIVEN, FROM_ARGUMENT or a number; likewise the precision */
  int precision;
  int bytes;                                        /* of an integer argument */
  int wide;                                         /* if it is characters */
  int large;                                        /* if it is floating point: a long double */
  int ours;                                         /* no flag that only glibc knows */
  int position, width_position, precision_position; /* N$: which argument, from 1; 0 for the next */
  char conversion;
};

/* Reads what stands behind a %. */
struct format_directive cairn_read_format(const char** f);

/* Looks at the arguments: is one of them symbolic, can all be formatted by the models? Takes the labels from where %n
 * stores. */
enum { SYMBOLIC = 1, OURS = 2 };
int cairn_survey(const char* f, va_list list);

#endif
