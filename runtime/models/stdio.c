/* Models of stdio.h that read, and of those that write what may be read again. glibc's FILE stays as it is (other code
 * looks into it): when its buffer is filled from a symbolic stream the buffer is labelled, and characters are then
 * taken from the buffer by instrumented code. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/single_threaded.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model.h"
#include "models.h"

/* Other threads may use the stream. One that the program locks itself (__fsetlocking) is left alone, as glibc does. */
int cairn_lock(FILE* f) {
  const int shared = !__libc_single_threaded && (f->_flags & 0x8000) == 0;
  if (shared) flockfile(f);
  return shared;
}

void cairn_unlock(FILE* f, int shared) {
  if (shared) funlockfile(f);
}

/* Flags of a FILE: characters were put back that are not those of the buffer; what is in the buffer is to be written;
 * it does not only lie in memory (open_memstream). */
enum { IN_BACKUP = 0x100, PUTTING = 0x800, OF_FILE = 0x2000 };

/* Without one, a stream is filled by a function of the program (fopencookie), which labels what it gives; or by one of
 * glibc, which gives no labels. */
static int has_descriptor(const FILE* f) { return (f->_flags & OF_FILE) != 0 && f->_fileno >= 0; }

/* Where the descriptor of the stream stands in an input. */
static int stream_of(const FILE* f, struct cairn_stream* stream) {
  return has_descriptor(f) && cairn_stream_at(f->_fileno, stream);
}

static void forget_buffer(FILE* f) {
  if (f->_IO_buf_base == NULL || (f->_flags & IN_BACKUP) != 0) return;
  cairn_forget(f->_IO_buf_base, (size_t)(f->_IO_buf_end - f->_IO_buf_base));
}

/* Labels what a refill brought into the buffer. */
void cairn_label_buffer(FILE* f) {
  struct cairn_stream stream;
  const size_t filled = (size_t)(f->_IO_read_end - f->_IO_read_base);
  if (!has_descriptor(f) || filled == 0) return;
  cairn_note_back(f->_fileno, filled);
  if (!stream_of(f, &stream)) {
    cairn_forget(f->_IO_read_base, filled);
    cairn_settle_device(f->_fileno, f->_IO_read_base, filled);
    return;
  }
  if (stream.position < filled) return;
  stream.position -= filled;
  cairn_label_stream(f->_IO_read_base, &stream, filled);
  cairn_settle_read(&stream, (size_t)(f->_IO_buf_end - f->_IO_buf_base));
}

/* One character, or EOF; whether there is one is a fact of the path. */
int cairn_next_character(FILE* f) {
  if (f->_IO_read_ptr >= f->_IO_read_end) {
    if (!has_descriptor(f)) forget_buffer(f);
    int c = getc_unlocked(f);
    if (c == EOF) {
      struct cairn_stream stream;
      if (stream_of(f, &stream)) cairn_note_end(&stream);
      return EOF;
    }
    cairn_label_buffer(f);
    --f->_IO_read_ptr;
  }
  cairn_note_more(f->_IO_read_ptr);
  return (unsigned char)*f->_IO_read_ptr++;
}

static int next_locked(FILE* f) { return CAIRN_LOCKED(f, int, cairn_next_character(f)); }

int __cairn_model_fgetc(FILE* f) { return next_locked(f); }
int __cairn_model_getc(FILE* f) { return next_locked(f); }
int __cairn_model__IO_getc(FILE* f) { return next_locked(f); }
int __cairn_model_getchar(void) { return next_locked(stdin); }
int __cairn_model___uflow(FILE* f) { return cairn_next_character(f); }
int __cairn_model_fgetc_unlocked(FILE* f) { return cairn_next_character(f); }
int __cairn_model_getc_unlocked(FILE* f) { return cairn_next_character(f); }
int __cairn_model_getchar_unlocked(void) { return cairn_next_character(stdin); }

int __cairn_model___underflow(FILE* f) {
  const int c = cairn_next_character(f);
  if (c != EOF) --f->_IO_read_ptr;
  return c;
}

int cairn_put_back(int c, FILE* f) {
  if (c == EOF) return EOF;
  /* The usual case: the character just read goes back to its place, label and all. */
  if (f->_IO_read_ptr > f->_IO_read_base && (unsigned char)f->_IO_read_ptr[-1] == (unsigned char)c) {
    --f->_IO_read_ptr;
    f->_flags &= ~0x10; /* end of file is forgotten, as ungetc promises */
    return (unsigned char)c;
  }
  return ungetc((int)cairn_pin_size((size_t)c), f);
}

int __cairn_model_ungetc(int c, FILE* f) { return CAIRN_LOCKED(f, int, cairn_put_back(c, f)); }

char* __cairn_model_fgets_unlocked(char* restrict s, int n, FILE* restrict f) {
  if (n <= 0) return NULL;
  /* Only an error of this call counts. */
  const int earlier_error = f->_flags & 0x20;
  f->_flags &= ~0x20;
  int i = 0;
  char* result = s;
  while (i < n - 1) {
    int c = cairn_next_character(f);
    if (c == EOF) {
      if (i == 0 || (ferror_unlocked(f) && errno != EAGAIN)) result = NULL;
      break;
    }
    s[i++] = (char)c;
    if (c == '\n') break;
  }
  f->_flags |= earlier_error;
  if (result != NULL) s[i] = 0;
  return result;
}

char* __cairn_model_fgets(char* restrict s, int n, FILE* restrict f) {
  return CAIRN_LOCKED(f, char*, __cairn_model_fgets_unlocked(s, n, f));
}

/* A line of standard input without its end, however long it is. */
static char* get_line(char* s, size_t room) {
  const int earlier_error = stdin->_flags & 0x20;
  stdin->_flags &= ~0x20;
  char* result = s;
  size_t length = 0;
  int c;
  while ((c = cairn_next_character(stdin)) != EOF && c != '\n') {
    if (length + 1 >= room) __chk_fail();
    s[length++] = (char)c;
  }
  if (c == EOF && (length == 0 || ferror_unlocked(stdin))) result = NULL;
  stdin->_flags |= earlier_error;
  if (result != NULL) s[length] = 0;
  return result;
}

char* __cairn_model_gets(char* s) { return CAIRN_LOCKED(stdin, char*, get_line(s, SIZE_MAX)); }

/* As large as it is, or will be. */
static size_t buffer_size(const FILE* f) {
  if (f->_IO_buf_base != NULL) return (size_t)(f->_IO_buf_end - f->_IO_buf_base);
  struct stat info;
  const int known = has_descriptor(f) && fstat(f->_fileno, &info) == 0 && info.st_blksize > 0;
  return known && info.st_blksize < BUFSIZ ? (size_t)info.st_blksize : BUFSIZ;
}

/* Where the buffer is empty and no larger than what is wanted, glibc reads past it: even if it met the end before, and
 * no more than is wanted. */
static int reads_past(const FILE* f, size_t wanted) {
  if (f->_IO_read_ptr < f->_IO_read_end || (f->_flags & (IN_BACKUP | PUTTING)) != 0) return 0;
  return wanted >= buffer_size(f);
}

static size_t read_past(unsigned char* to, size_t wanted, FILE* f) {
  wanted = cairn_pin_size(wanted);
  struct cairn_stream stream;
  const int symbolic = stream_of(f, &stream);
  if (!has_descriptor(f)) cairn_forget(to, wanted);
  const size_t got = fread_unlocked(to, 1, wanted, f);
  if (!has_descriptor(f)) {
    /* The end of it may have come by the buffer: once more, with its labels. */
    size_t copied = (size_t)(f->_IO_read_ptr - f->_IO_read_base);
    if (copied > got) copied = got;
    __builtin_memcpy(to + (got - copied), f->_IO_read_ptr - copied, copied);
    return got;
  }
  cairn_note_back(f->_fileno, got);
  if (symbolic) {
    cairn_label_stream(to, &stream, got);
    cairn_settle_read(&stream, wanted);
  } else {
    cairn_forget(to, got);
    cairn_settle_device(f->_fileno, to, got);
  }
  cairn_label_buffer(f);
  return got;
}

size_t __cairn_model_fread_unlocked(void* restrict to, size_t size, size_t count, FILE* restrict f) {
  size_t total = size * count;
  if (total == 0) return 0;
  unsigned char* out = to;
  size_t got = 0;
  while (got < total) {
    if (reads_past(f, total - got)) {
      got += read_past(out + got, total - got, f);
      break;
    }
    int c = cairn_next_character(f);
    if (c == EOF) break;
    out[got++] = (unsigned char)c;
  }
  return got == total ? count : got / size;
}

size_t __cairn_model_fread(void* restrict to, size_t size, size_t count, FILE* restrict f) {
  return CAIRN_LOCKED(f, size_t, __cairn_model_fread_unlocked(to, size, count, f));
}

int __cairn_model_getw(FILE* f) {
  int word;
  return __cairn_model_fread(&word, sizeof word, 1, f) == 1 ? word : EOF;
}

/* ---- Writing ---------------------------------------------------------------------------------- */

/* Symbolic data goes into the stream. From memory and from functions of the program nobody sees it come back. */
void cairn_send(FILE* f) {
  if (has_descriptor(f))
    cairn_note_sent(f->_fileno);
  else
    cairn_lose(1);
}

static int redirected; /* something was put in the place of standard output or standard error */

void cairn_note_descriptor(int fd) {
  if (fd == STDOUT_FILENO || fd == STDERR_FILENO) redirected = 1;
}

int cairn_leaves(int fd) { return (fd == STDOUT_FILENO || fd == STDERR_FILENO) && !redirected; }

int cairn_stream_leaves(const FILE* f) { return has_descriptor(f) && cairn_leaves(f->_fileno); }

static void goes_out(const void* from, size_t size, FILE* f) {
  if (!cairn_stream_leaves(f) && cairn_is_symbolic(from, size)) cairn_send(f);
}

/* What is written into a file that can be read by the same stream is no input any more, even if it is the same byte
 * again. Other streams have emptied the file, or make it larger, which shows. */
void cairn_note_printed(FILE* f, size_t size) {
  enum { NO_READS = 0x4, APPENDING = 0x1000 };
  if (size == 0 || !has_descriptor(f) || (f->_flags & (NO_READS | APPENDING)) != 0) return;
  const off_t end = ftello(f);
  if (end >= (off_t)size) cairn_note_write(f->_fileno, end - (off_t)size, size);
}

/* What was asked for is what was written, unless it was less, and nothing if its elements are empty: programs compare
 * the two. */
static size_t written(size_t done, size_t size, size_t wanted) {
  if (size == 0) return 0;
  return done == (size_t)cairn_plain_integer((long)wanted) ? wanted : done;
}

static int written_character(int done, int c) {
  return done == (unsigned char)cairn_plain_integer(c) ? (unsigned char)c : done;
}

#define WRITES_ELEMENTS(name)                                                                           \
  size_t __cairn_model_##name(const void* restrict from, size_t size, size_t count, FILE* restrict f) { \
    goes_out(from, size* count, f);                                                                     \
    const size_t done = name(from, size, count, f);                                                     \
    cairn_note_printed(f, done*(size_t)cairn_plain_integer((long)size));                                \
    return written(done, size, count);                                                                  \
  }
#define WRITES_TEXT(name)                                              \
  int __cairn_model_##name(const char* restrict s, FILE* restrict f) { \
    if (cairn_stream_leaves(f)) return name(s, f);                     \
    const size_t length = __builtin_strlen(s);                         \
    goes_out(s, length, f);                                            \
    const int done = name(s, f);                                       \
    if (done >= 0) cairn_note_printed(f, length);                      \
    return done;                                                       \
  }
#define WRITES_CHARACTER(name)               \
  int __cairn_model_##name(int c, FILE* f) { \
    goes_out(&c, sizeof c, f);               \
    const int done = name(c, f);             \
    if (done >= 0) cairn_note_printed(f, 1); \
    return written_character(done, c);       \
  }
#define WRITES_STANDARD(name)             \
  int __cairn_model_##name(int c) {       \
    goes_out(&c, sizeof c, stdout);       \
    return written_character(name(c), c); \
  }

WRITES_ELEMENTS(fwrite)
WRITES_ELEMENTS(fwrite_unlocked)

WRITES_TEXT(fputs)
WRITES_TEXT(fputs_unlocked)
WRITES_CHARACTER(fputc)
WRITES_CHARACTER(putc)
WRITES_CHARACTER(fputc_unlocked)
WRITES_CHARACTER(putc_unlocked)
WRITES_STANDARD(putchar)
WRITES_STANDARD(putchar_unlocked)

int __cairn_model__IO_putc(int c, FILE* f) { return __cairn_model_putc(c, f); }

int __cairn_model___overflow(FILE* f, int c) {
  goes_out(&c, sizeof c, f);
  return written_character(__overflow(f, c), c);
}

int __cairn_model_putw(int word, FILE* f) {
  goes_out(&word, sizeof word, f);
  const int result = putw(word, f);
  if (result == 0) cairn_note_printed(f, sizeof word);
  return result;
}

/* ---- Lines ------------------------------------------------------------------------------------ */

/* The line grows by what the buffer holds up to the separator, and at least doubles: callers see the size. A line with
 * no room is none, whatever it points to. */
static ssize_t get_delimited(char** restrict line, size_t* restrict room, int separator, FILE* restrict f) {
  if (*line == NULL || *room == 0) {
    *room = 120;
    *line = __cairn_model_malloc(*room);
    if (*line == NULL) return -1;
  }
  size_t length = 0;
  size_t taken = 0; /* from the buffer, not yet copied */
  int found = 0;
  while (!found) {
    const int c = cairn_next_character(f);
    if (c == EOF) break;
    ++taken;
    found = c == (unsigned char)separator;
    if (!found && f->_IO_read_ptr < f->_IO_read_end) continue;
    size_t needed = length + taken + 1;
    if (needed > *room) {
      if (needed < 2 * *room) needed = 2 * *room;
      char* larger = __cairn_model_realloc(*line, needed);
      if (larger == NULL) return -1;
      *line = larger;
      *room = needed;
    }
    __builtin_memcpy(*line + length, f->_IO_read_ptr - taken, taken);
    length += taken;
    taken = 0;
  }
  if (length == 0) return -1;
  (*line)[length] = 0;
  return (ssize_t)length;
}

ssize_t __cairn_model_getdelim(char** restrict line, size_t* restrict room, int separator, FILE* restrict f) {
  if (line == NULL || room == NULL) {
    errno = EINVAL;
    return -1;
  }
  return CAIRN_LOCKED(f, ssize_t, get_delimited(line, room, separator, f));
}

ssize_t __cairn_model___getdelim(char** restrict line, size_t* restrict room, int separator, FILE* restrict f) {
  return __cairn_model_getdelim(line, room, separator, f);
}

ssize_t __cairn_model_getline(char** restrict line, size_t* restrict room, FILE* restrict f) {
  return __cairn_model_getdelim(line, room, '\n', f);
}

/* ---- Moving in a stream: the buffer may be filled on the way --------------------------------- */

/* Where a stream stands behind its end, whether it can stand there, and what glibc reads on the way depend on the size,
 * which becomes a fact of the path: in one place, however much was read. */
static void settle_size(FILE* f) {
  struct cairn_stream stream;
  if (!stream_of(f, &stream)) return;
  stream.position = 0;
  cairn_settle_read(&stream, SIZE_MAX);
}

static int seek(FILE* f, long offset, int whence) {
  settle_size(f);
  const int result = fseek(f, (long)cairn_pin_size((size_t)offset), (int)cairn_pin_size((size_t)whence));
  cairn_label_buffer(f);
  return result;
}

int __cairn_model_fseek(FILE* f, long offset, int whence) { return CAIRN_LOCKED(f, int, seek(f, offset, whence)); }
int __cairn_model_fseeko(FILE* f, off_t offset, int whence) { return __cairn_model_fseek(f, offset, whence); }
int __cairn_model_fseeko64(FILE* f, off_t offset, int whence) { return __cairn_model_fseek(f, offset, whence); }

static int set_position(FILE* f, const fpos_t* position) {
  settle_size(f);
  const int result = fsetpos(f, position);
  cairn_label_buffer(f);
  return result;
}

int __cairn_model_fsetpos(FILE* f, const fpos_t* position) { return CAIRN_LOCKED(f, int, set_position(f, position)); }
int __cairn_model_fsetpos64(FILE* f, const fpos_t* position) { return __cairn_model_fsetpos(f, position); }

void __cairn_model_rewind(FILE* f) {
  const int shared = cairn_lock(f);
  rewind(f);
  cairn_label_buffer(f);
  cairn_unlock(f, shared);
}

/* ---- Other programs ---------------------------------------------------------------------------- */

/* They share our standard input: what they read of it shows by where it stands. */
static int stands_at(uint64_t* position) {
  struct cairn_stream stream;
  if (!cairn_stream_at(STDIN_FILENO, &stream)) return 0;
  *position = stream.position;
  return 1;
}

static void lose_moved(uint64_t before) {
  struct cairn_stream stream;
  if (!cairn_stream_at(STDIN_FILENO, &stream)) return;
  if (before < stream.seen) before = stream.seen;
  if (before < stream.position) cairn_lose(stream.position - before);
}

int __cairn_model_system(const char* command) {
  uint64_t before;
  const int shared = stands_at(&before);
  if (command != NULL) cairn_lose_string(command);
  const int status = system(command);
  if (shared) lose_moved(before);
  return status;
}

static uint64_t before_popen;
static uint32_t run_of_popen; /* 0: none is open */

FILE* __cairn_model_popen(const char* command, const char* mode) {
  cairn_lose_string(command);
  run_of_popen = stands_at(&before_popen) ? cairn_run() : 0;
  return popen(command, mode);
}

/* What it was given it has read, and its status may tell of that. */
int __cairn_model_pclose(FILE* f) {
  cairn_note_back(fileno_unlocked(f), 1);
  const int status = pclose(f);
  if (run_of_popen != 0 && run_of_popen == cairn_run()) lose_moved(before_popen);
  run_of_popen = 0;
  return status;
}

/* ---- The spellings of _FORTIFY_SOURCE -------------------------------------------------------- */

char* __cairn_model___gets_chk(char* s, size_t size) { return CAIRN_LOCKED(stdin, char*, get_line(s, size)); }

char* __cairn_model___fgets_chk(char* restrict s, size_t size, int n, FILE* restrict f) {
  cairn_check_line(n, size);
  return __cairn_model_fgets(s, n, f);
}

char* __cairn_model___fgets_unlocked_chk(char* restrict s, size_t size, int n, FILE* restrict f) {
  cairn_check_line(n, size);
  return __cairn_model_fgets_unlocked(s, n, f);
}

static void check_read(size_t room, size_t size, size_t count) {
  size_t total;
  if (__builtin_mul_overflow(size, count, &total) || total > room) __chk_fail();
}

size_t __cairn_model___fread_chk(void* restrict to, size_t room, size_t size, size_t count, FILE* restrict f) {
  check_read(room, size, count);
  return __cairn_model_fread(to, size, count, f);
}

size_t __cairn_model___fread_unlocked_chk(void* restrict to, size_t room, size_t size, size_t count, FILE* restrict f) {
  check_read(room, size, count);
  return __cairn_model_fread_unlocked(to, size, count, f);
}
