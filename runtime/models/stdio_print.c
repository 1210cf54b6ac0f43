/* Models of the printf family that goes out of the program, and of puts. It is glibc that prints; of interest is what
 * %n stores, how much was printed where the program looks at that, and symbolic text that may be read again. What goes
 * to the standard streams leaves for good. */
#include <stdarg.h>
#include <stdio.h>

#include "model.h"
#include "models.h"

extern int __vfprintf_chk(FILE* file, int flag, const char* f, va_list list);
extern int __vdprintf_chk(int fd, int flag, const char* f, va_list list);

/* Whether something symbolic goes where it may be read again. What leaves is looked at only where %n stores, for the
 * labels there. */
static int keeps(const char* f, va_list list, int leaves) {
  if (leaves && !cairn_format_stores(f)) return 0;
  return cairn_format_is_symbolic(f, list) && !leaves;
}

/* How much was printed, as our own formatting counts it. */
static int count_again(int done, const char* f, va_list list) {
  if (done < 0 || !cairn_format_is_symbolic(f, list)) return done;
  if (cairn_format_stores(f)) {
    cairn_lose(1);
    return done;
  }
  const int count = __cairn_model_vsnprintf(NULL, 0, f, list);
  return done == (int)cairn_plain_integer(count) ? count : done;
}

/* The result of a call that prints by `list`. */
#define COUNTED(call)                                \
  ({                                                 \
    const int counted = cairn_output_is_counted();   \
    va_list again;                                   \
    va_copy(again, list);                            \
    int done = (call);                               \
    if (counted) done = count_again(done, f, again); \
    va_end(again);                                   \
    done;                                            \
  })

static int print_here(FILE* file, int flag, const char* f, va_list list) {
  const int done = flag == 0 ? vfprintf(file, f, list) : __vfprintf_chk(file, flag, f, list);
  if (done > 0) cairn_note_printed(file, (size_t)done);
  return done;
}

static int print(FILE* file, int flag, const char* f, va_list list) {
  if (keeps(f, list, cairn_stream_leaves(file))) cairn_send(file);
  return COUNTED(print_here(file, flag, f, list));
}

static int print_to(int fd, int flag, const char* f, va_list list) {
  fd = (int)cairn_pin_size((size_t)fd);
  if (keeps(f, list, cairn_leaves(fd))) cairn_note_sent(fd);
  return COUNTED(flag == 0 ? vdprintf(fd, f, list) : __vdprintf_chk(fd, flag, f, list));
}

/* The end of the line counts. */
int __cairn_model_puts(const char* s) {
  const int counted = cairn_output_is_counted();
  if (!cairn_stream_leaves(stdout) && cairn_is_symbolic(s, __builtin_strlen(s))) cairn_send(stdout);
  const int done = puts(s);
  if (!counted || done < 0) return done;
  const int count = (int)__cairn_model_strlen(s) + 1;
  return done == (int)cairn_plain_integer(count) ? count : done;
}

int __cairn_model_vfprintf(FILE* restrict file, const char* restrict f, va_list list) {
  return print(file, 0, f, list);
}
int __cairn_model_vprintf(const char* restrict f, va_list list) { return print(stdout, 0, f, list); }
int __cairn_model_vdprintf(int fd, const char* restrict f, va_list list) { return print_to(fd, 0, f, list); }
int __cairn_model_fprintf(FILE* restrict file, const char* restrict f, ...) { CAIRN_VARIADIC(print(file, 0, f, list)); }
int __cairn_model_printf(const char* restrict f, ...) { CAIRN_VARIADIC(print(stdout, 0, f, list)); }
int __cairn_model_dprintf(int fd, const char* restrict f, ...) { CAIRN_VARIADIC(print_to(fd, 0, f, list)); }

/* With _FORTIFY_SOURCE. */
int __cairn_model___vfprintf_chk(FILE* restrict file, int flag, const char* restrict f, va_list list) {
  return print(file, flag, f, list);
}
int __cairn_model___vprintf_chk(int flag, const char* restrict f, va_list list) { return print(stdout, flag, f, list); }
int __cairn_model___vdprintf_chk(int fd, int flag, const char* restrict f, va_list list) {
  return print_to(fd, flag, f, list);
}
int __cairn_model___fprintf_chk(FILE* restrict file, int flag, const char* restrict f, ...) {
  CAIRN_VARIADIC(print(file, flag, f, list));
}
int __cairn_model___printf_chk(int flag, const char* restrict f, ...) { CAIRN_VARIADIC(print(stdout, flag, f, list)); }
int __cairn_model___dprintf_chk(int fd, int flag, const char* restrict f, ...) {
  CAIRN_VARIADIC(print_to(fd, flag, f, list));
}
