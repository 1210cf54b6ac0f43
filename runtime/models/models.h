/* Models that other models use, and the question all of them ask: does the program run in the C locale? */
#ifndef CAIRN_MODELS_H
#define CAIRN_MODELS_H

#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

/* Whether the category (LC_CTYPE, LC_COLLATE ...) is that of the C locale. In others, models call the real function. */
int cairn_c_locale(int category);

void* __cairn_model_malloc(size_t size);
void* __cairn_model_realloc(void* old, size_t size);
size_t __cairn_model_strlen(const char* s);
size_t __cairn_model_strnlen(const char* s, size_t most);
int __cairn_model_strcmp(const char* a, const char* b);
int __cairn_model_strncmp(const char* a, const char* b, size_t n);
int __cairn_model_bcmp(const void* a, const void* b, size_t n);
char* __cairn_model_strchr(const char* s, int c);
char* __cairn_model_strrchr(const char* s, int c);
int __cairn_model_isalnum(int c);
int __cairn_model_isalpha(int c);
int __cairn_model_isblank(int c);
int __cairn_model_iscntrl(int c);
int __cairn_model_isdigit(int c);
int __cairn_model_isgraph(int c);
int __cairn_model_islower(int c);
int __cairn_model_isprint(int c);
int __cairn_model_ispunct(int c);
int __cairn_model_isspace(int c);
int __cairn_model_isupper(int c);
int __cairn_model_isxdigit(int c);
int __cairn_model_tolower(int c);
int __cairn_model_toupper(int c);

/* These bytes were read from a descriptor: if it is the system's source of random bytes, every run gets the same ones
 * (random.c). */
void cairn_settle_device(int fd, void* buffer, size_t size);
/* These are random bytes. */
void cairn_settle_random(void* buffer, size_t size);

/* When a file was changed, and what a clock shows, in the time of this run (time.c). */
void cairn_settle_time(struct timespec* changed);
void cairn_settle_clock(clockid_t clock, struct timespec* t);

/* The date of so many seconds in UTC (calendar.c); and the same in what glibc made of them, with labels. 0: glibc made
 * something else of them. */
void cairn_calendar(int64_t when, struct tm* t);
int cairn_settle_date(const time_t* when, struct tm* made);

/* Names of files (names.c). To be asked before a call with a name, whether it makes something there or not: whether the
 * name is one that leads somewhere in every run. Something is not made where its directory does not exist, and the
 * bytes that are slashes tell that. And to be told afterwards. */
int cairn_compare_name(const char* path, int makes);
void cairn_settle_name(const char* path, int known, int failed);

/* The result of a call that takes a name; `failure` is what it returns when it fails. */
#define NAMED_FOR(makes, path, type, failure, call)                  \
  ({                                                                 \
    const int known_##path = cairn_compare_name(path, makes);        \
    const type result_##path = (call);                               \
    cairn_settle_name(path, known_##path, result_##path == failure); \
    result_##path;                                                   \
  })
#define NAMED(path, type, failure, call) NAMED_FOR(0, path, type, failure, call)

/* Characters of a stream (stdio.c), by a thread that has locked it. */
int cairn_next_character(FILE* f);
int cairn_put_back(int c, FILE* f);
void cairn_label_buffer(FILE* f);
/* Symbolic data is written to the stream. */
void cairn_send(FILE* f);
/* So many bytes were written to it. */
void cairn_note_printed(FILE* f, size_t size);
/* Whether what is written there leaves for good: to standard output or standard error, as long as the program has put
 * nothing else in their place. And that this descriptor leads somewhere else from here on. */
int cairn_leaves(int fd);
int cairn_stream_leaves(const FILE* f);
void cairn_note_descriptor(int fd);
int cairn_lock(FILE* f);
void cairn_unlock(FILE* f, int shared);
#define CAIRN_LOCKED(f, type, call)   \
  ({                                  \
    const int shared = cairn_lock(f); \
    type const given = (call);        \
    cairn_unlock(f, shared);          \
    given;                            \
  })

/* Formats of printf (stdio_format.c). Whether an argument is symbolic: where %n stores, labels go on the way. And
 * whether there is a %n. */
int cairn_format_is_symbolic(const char* f, va_list list);
int cairn_format_stores(const char* f);
int __cairn_model_vsnprintf(char* to, size_t room, const char* restrict f, va_list list);

/* Numbers as strtol reads them (stdlib_numbers.c). */
long __cairn_model_strtol(const char* restrict s, char** restrict end, int base);
unsigned long __cairn_model_strtoul(const char* restrict s, char** restrict end, int base);

/* And as strtod does (stdlib_reals.c). */
double __cairn_model_strtod(const char* restrict s, char** restrict end);
float __cairn_model_strtof(const char* restrict s, char** restrict end);
long double __cairn_model_strtold(const char* restrict s, char** restrict end);

#endif
