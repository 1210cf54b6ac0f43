#include "unit/support_text.h"

namespace cairn::unit {

std::string_view support_text() {
  return R"(#define CAIRN_HELPER static __inline__ __attribute__((unused)) /* by these tests, perhaps */

struct cairn_case {
  const char* name;
  void (*run)(void);
  int signal; /* expected; 0: none */
  int status; /* expected exit status when the function ends the program; -1: it returns */
};

static char cairn_failures[4096];

CAIRN_HELPER int cairn_fail(int line, const char* text, const char* found) {
  const __SIZE_TYPE__ used = __builtin_strlen(cairn_failures);
  __builtin_snprintf(cairn_failures + used, sizeof cairn_failures - used, "line %d: %s%s%s\n", line, text,
                     found == 0 ? "" : ", but found ", found == 0 ? "" : found);
  return 0;
}

/* A call: the compiler warns of a comparison that nobody looks at. */
CAIRN_HELPER int cairn_true(int check) { return check; }

/* What was found, as text; the next one takes its place. */
static char cairn_text[320];

CAIRN_HELPER const char* cairn_integer(__int128 value) {
  const unsigned long long low = value, high = value >> 64;
  const char* how = value == (long long)value ? "%lld" : high == 0 ? "%llu" : "";
  if (*how != 0) __builtin_snprintf(cairn_text, sizeof cairn_text, how, low);
  else __builtin_snprintf(cairn_text, sizeof cairn_text, "0x%llx%016llx", high, low);
  return cairn_text;
}

CAIRN_HELPER const char* cairn_real(long double value, int digits) {
  __builtin_snprintf(cairn_text, sizeof cairn_text, "%.*Lg", digits, value);
  return cairn_text;
}

CAIRN_HELPER const char* cairn_pointer(const void* value) {
  __builtin_snprintf(cairn_text, sizeof cairn_text, value == 0 ? "NULL" : "%p", value);
  return cairn_text;
}

/* As in a constant, of the first bytes. */
CAIRN_HELPER const char* cairn_bytes(const void* place, __SIZE_TYPE__ size) {
  const __SIZE_TYPE__ most = 64, shown = size < most ? size : most;
  char* out = cairn_text;
  *out++ = '"';
  const unsigned char* at = place;
  const unsigned char* const end = at + shown;
  for (; at < end; ++at) {
    const unsigned char byte = *at;
    const char* how = byte == '"' || byte == '\\' ? "\\%c" : byte >= 32 && byte < 127 ? "%c" : "\\%03o";
    out += __builtin_snprintf(out, 5, how, byte);
  }
  __builtin_strcpy(out, size > most ? "\"..." : "\"");
  return cairn_text;
}

CAIRN_HELPER int cairn_same_real(double a, double b) {
  return (__builtin_isnan(a) && __builtin_isnan(b)) || __builtin_memcmp(&a, &b, sizeof a) == 0;
}

CAIRN_HELPER int cairn_same_long_real(long double a, long double b) {
  return (__builtin_isnan(a) && __builtin_isnan(b)) || (a == b && !__builtin_signbit(a) == !__builtin_signbit(b));
}

CAIRN_HELPER void* cairn_new(__SIZE_TYPE__ size) {
  void* p = __builtin_malloc(size);
  if (p == 0 && size > 0) __builtin_abort();
  if (size > 0) __builtin_memset(p, 0, size);
  return p;
}

CAIRN_HELPER void cairn_keep(const void* p) { __asm__ volatile("" : : "r"(p) : "memory"); }
#define CAIRN_UNSEEN(function) \
  ({ __typeof__(&function) cairn_unseen = &function; __asm__("" : "+r"(cairn_unseen)); cairn_unseen; })

#define CAIRN_NAN __builtin_nan("")
#define CAIRN_INFINITY __builtin_inf()
#define CAIRN_EQUAL(place, value) \
  cairn_true((place) == (value) || cairn_fail(__LINE__, #place " == " #value, cairn_integer(place)))
#define CAIRN_REAL(place, value) \
  cairn_true(cairn_same_real(place, value) || \
             cairn_fail(__LINE__, #place " == " #value, cairn_real(place, sizeof(place) == 4 ? 9 : 17)))
#define CAIRN_LONG_REAL(place, value) \
  cairn_true(cairn_same_long_real(place, value) || \
             cairn_fail(__LINE__, #place " == " #value, cairn_real(place, 21)))
#define CAIRN_SAME(place, value) \
  cairn_true((const void*)(place) == (const void*)(value) || \
             cairn_fail(__LINE__, #place " == " #value, cairn_pointer((const void*)(place))))
#define CAIRN_NULL(place) \
  cairn_true((place) == NULL || cairn_fail(__LINE__, #place " == NULL", cairn_pointer((const void*)(place))))
#define CAIRN_THERE(place) cairn_true((place) != NULL || cairn_fail(__LINE__, #place " != NULL", 0))
#define CAIRN_MEMORY(place, bytes, size) \
  cairn_true(__builtin_memcmp((const void*)(place), bytes, size) == 0 || \
             cairn_fail(__LINE__, #size " bytes of " #place " are " #bytes, cairn_bytes((const void*)(place), size)))
#define CAIRN_STRING(place, text) \
  cairn_true(__builtin_strcmp((const char*)(place), text) == 0 || \
             cairn_fail(__LINE__, #place " is the string " #text, \
                        cairn_bytes((const void*)(place), __builtin_strlen((const char*)(place)))))

/* From the C library; the type of what fflush wants is known to its header alone. */
int pipe(int* ends);
int fork(void);
unsigned alarm(unsigned seconds);
long read(int file, void* bytes, __SIZE_TYPE__ size);
long write(int file, const void* bytes, __SIZE_TYPE__ size);
int close(int file);
int waitpid(int child, int* status, int options);
void _exit(int status);
int cairn_open(const char* path, int flags, ...) __asm__("open");
char* cairn_make_directory(char* name) __asm__("mkdtemp");
int cairn_enter(const char* path) __asm__("chdir");
int cairn_remove(int place, const char* path, int flags) __asm__("unlinkat");
int cairn_walk(const char* path, int (*visit)(const char*, const void*, int, void*), int files, int flags) __asm__("nftw");
int cairn_raise(int signal) __asm__("raise");
int cairn_make_file(char* name) __asm__("mkstemp");
long cairn_seek(int file, long place, int from) __asm__("lseek");
long cairn_read_at(int file, void* bytes, __SIZE_TYPE__ size, long place) __asm__("pread");
void* cairn_open_stream(int file, const char* mode) __asm__("fdopen");
int cairn_number_of(void* stream) __asm__("fileno");
long cairn_place(void* stream) __asm__("ftell");
extern char** cairn_environment __asm__("environ");
int cairn_flush(void* stream) __asm__("fflush");

/* A stream over a file with these bytes, to be read and written from its beginning. */
CAIRN_HELPER void* cairn_stream(const char* bytes, __SIZE_TYPE__ size) {
  char name[] = "cairn-stream-XXXXXX";
  const int file = cairn_make_file(name);
  void* stream = 0;
  if (file >= 0 && cairn_remove(-100, name, 0) == 0 && write(file, bytes, size) == (long)size && cairn_seek(file, 0, 0) == 0)
    stream = cairn_open_stream(file, "r+");
  if (stream == 0) __builtin_abort();
  return stream;
}

/* What is in its file now: the first bytes of it. */
static char cairn_content[16384];
CAIRN_HELPER __SIZE_TYPE__ cairn_read_stream(void* stream) {
  cairn_flush(stream);
  const long size = cairn_read_at(cairn_number_of(stream), cairn_content, sizeof cairn_content, 0);
  return size < 0 ? 0 : size;
}

CAIRN_HELPER int cairn_holds(void* stream, const char* bytes, __SIZE_TYPE__ size) {
  return cairn_read_stream(stream) == size && __builtin_memcmp(cairn_content, bytes, size) == 0;
}
#define CAIRN_STREAM(stream, bytes, size) \
  cairn_true(cairn_holds(stream, bytes, size) || \
             cairn_fail(__LINE__, #stream " holds the " #size " bytes " #bytes, \
                        cairn_bytes(cairn_content, cairn_read_stream(stream))))

/* What the function assumes (cairn.h) holds in every case. */
__attribute__((weak)) void cairn_assume(int condition) { (void)condition; }

/* The cases of each function, and a null pointer behind them. */
static const struct cairn_case* const* cairn_tables(void);

static const struct cairn_case* cairn_find(const char* name) {
  const struct cairn_case* const* table;
  const struct cairn_case* each;
  for (table = cairn_tables(); *table != 0; ++table)
    for (each = *table; each->name != 0; ++each)
      if (__builtin_strcmp(each->name, name) == 0) return each;
  return 0;
}

/* There is nothing on standard input and in the environment, whoever runs the tests. */
static void cairn_start(const struct cairn_case* found) {
  static char cairn_zone[] = "TZ=UTC0", *cairn_variables[] = {cairn_zone, 0};
  cairn_environment = cairn_variables;
  close(0);
  cairn_open("/dev/null", 0);
  found->run();
}

static int cairn_drop(const char* path, const void* status, int kind, void* place) {
  (void)status, (void)place;
  cairn_remove(-100, path, kind == 5 ? 0x200 : 0); /* AT_FDCWD; FTW_DP: AT_REMOVEDIR */
  return 0;
}

/* Runs a case in a process and a directory of its own: what it leaves is not there for the next one. What was wrong goes
   to `file`. How it ended, as waitpid says, or -1. */
static int cairn_run_apart(const struct cairn_case* found, int file) {
  char usual[] = "/tmp/cairn-case-XXXXXX", here[] = "cairn-case-XXXXXX";
  const char* directory = cairn_make_directory(usual);
  if (directory == 0) directory = cairn_make_directory(here);
  if (directory == 0) return -1;
  cairn_flush(0);
  const int child = fork();
  if (child == 0) {
    alarm(10);
    if (cairn_enter(directory) != 0) _exit(200);
    cairn_start(found);
    const long written = write(file, cairn_failures, __builtin_strlen(cairn_failures));
    _exit(written < 0 || cairn_failures[0] != 0 || found->signal != 0 || found->status >= 0 ? 201 : 202);
  }
  int status = -1;
  if (child > 0) waitpid(child, &status, 0);
  cairn_walk(directory, cairn_drop, 16, 1 | 8); /* no links, what is in a directory before it */
  return status;
}

/* Runs a case that ends its process, and ends in the same way. */
void cairn_call_case(const char* name) {
  const struct cairn_case* found = cairn_find(name);
  if (found == 0) return;
  const int status = cairn_run_apart(found, 2);
  if ((status & 127) != 0) cairn_raise(status & 127);
  _exit(status >> 8 & 255);
}

/* Runs a case; what was wrong, or nothing. */
const char* cairn_run_case(const char* name) {
  static char said[8192];
  const struct cairn_case* found = cairn_find(name);
  said[0] = 0;
  if (found == 0) return "there is no such case";
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const int status = cairn_run_apart(found, ends[1]);
  close(ends[1]);
  long size = 0;
  long n;
  while (size < (long)sizeof said - 200 && (n = read(ends[0], said + size, sizeof said - 200 - size)) > 0)
    size += n;
  said[size] = 0;
  close(ends[0]);
  if (status == -1) return "no process, or no directory for what it writes";
  const int signal = status & 127, left = signal == 0 ? status >> 8 & 255 : -1;
  const int expected = found->signal != 0 ? -1 : found->status >= 0 ? found->status : 202;
  if ((signal != found->signal || left != expected) && size == 0)
    __builtin_snprintf(said, sizeof said, "it ended with signal %d, status %d; expected: signal %d, status %d\n",
                       signal, left, found->signal, expected);
  return said;
}

#ifndef CAIRN_NO_MAIN
int main(int argc, char** argv) {
  unsigned cases = 0, failed = 0;
  const struct cairn_case* const* table;
  const struct cairn_case* each;
  for (table = cairn_tables(); *table != 0; ++table)
    for (each = *table; each->name != 0; ++each) {
      if (argc > 1 && __builtin_strcmp(argv[1], each->name) != 0) continue;
      const char* said = cairn_run_case(each->name);
      ++cases;
      if (said[0] == 0) continue;
      ++failed;
      __builtin_printf("\n%s failed:\n%s", each->name, said);
    }
  __builtin_printf("%u of %u cases pass\n", cases - failed, cases);
  return failed == 0 && (cases > 0 || argc < 2) ? 0 : 1;
}
#endif

)";
}

}  // namespace cairn::unit
