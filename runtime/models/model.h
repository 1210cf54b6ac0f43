/* What models of library functions use of the runtime. Models are plain C compiled by cairn-cc: labels follow the data
 * by themselves. A model of `f` is called __cairn_model_f; instrumented code calls it instead of f, and it may call f.
 */
#ifndef CAIRN_MODEL_H
#define CAIRN_MODEL_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A position in a symbolic stream. */
struct cairn_stream {
  uint32_t object;
  uint64_t position;
  uint64_t seen; /* how far the program has read it */
};

/* Whether the descriptor reads a symbolic object, and where it stands. */
int cairn_stream_at(int fd, struct cairn_stream* stream);
/* Labels bytes just read from the stream. */
void cairn_label_stream(void* buffer, const struct cairn_stream* stream, size_t size);
/* A read of `wanted` bytes begins here: how many of them there are becomes a fact of the path. A program may ignore the
 * number, or see it in other ways than by the result (the rest of its buffer, the fields of a FILE). */
void cairn_settle_read(const struct cairn_stream* stream, size_t wanted);
/* The stream ends here; the character at this place of a buffer exists. Both are facts about the size of the object. */
void cairn_note_end(const struct cairn_stream* stream);
void cairn_note_more(const void* place);

/* The program wrote so many bytes there, or (position -1) right in front of where the descriptor stands; it cut the
 * file with this descriptor or path (not null) off, or made it grow, to this size. What it wrote is no input any more.
 */
void cairn_note_write(int fd, int64_t position, size_t size);
void cairn_note_cut(int fd, const char* path, int64_t size);

/* Symbolic data went to this descriptor, and so many bytes came from one: loss if it is the same file or pipe. */
void cairn_note_sent(int fd);
void cairn_note_back(int fd, size_t size);

/* The size of the file with this device and inode, with its label when it is an input: for the st_size of the stat
 * family. */
int64_t cairn_file_size(uint64_t device, uint64_t inode, int64_t size);

/* The name of the n-th symbolic file, or null. */
const char* cairn_file_name(unsigned n);

/* Whether this call is to fail (--fail): ask once in each call of a function that may, before it does anything. The
 * answer is symbolic: branch on it. */
int cairn_call_fails(void);

/* The program asks for this variable of the environment. If nobody has set it, it may be offered (--variables): whether
 * it is set becomes a fact of the path. */
void cairn_ask_variable(const char* name);
/* The program sets or removes this variable itself, or (null) all of them: it is not offered from here on. */
void cairn_own_variable(const char* name);

/* The value, used concretely from here on: a fact of the path. */
size_t cairn_pin_size(size_t size);

/* Whether the caller of a function that prints looks at how much that was: ask once, at the beginning. */
int cairn_output_is_counted(void);

/* How large the allocator says that its block is; SIZE_MAX when it does not say. */
size_t cairn_block_size(void* block);

/* Labels of memory that is about to move. */
struct cairn_labels {
  uint32_t* copy;
  size_t size;
};
void cairn_take_labels(struct cairn_labels* labels, const void* from, size_t size);
void cairn_put_labels(struct cairn_labels* labels, void* to, size_t size);
void cairn_drop_labels(struct cairn_labels* labels);

/* The result of an operation on the numbers, with its label; and the exponent that frexp stored for x. */
double cairn_of_one(uint32_t op, double result, double x);
float cairn_of_one_float(uint32_t op, float result, float x);
double cairn_of_two(uint32_t op, double result, double x, double y);
float cairn_of_two_float(uint32_t op, float result, float x, float y);
/* The value without its label, for a call whose result gets one in this way. */
double cairn_plain(double x);
float cairn_plain_float(float x);
long cairn_plain_integer(long n);
int cairn_exponent(int exponent, double x);
int cairn_exponent_float(int exponent, float x);

/* The body of a function with variable arguments behind `f`, by the call of its twin that takes their `list`. */
#define CAIRN_VARIADIC(call) \
  va_list list;              \
  va_start(list, f);         \
  const int count = call;    \
  va_end(list);              \
  return count

/* What the spellings of _FORTIFY_SOURCE ask: does what is to be written fit? If not, the program ends as glibc ends it.
 */
extern void __chk_fail(void) __attribute__((noreturn));
static inline void cairn_check_room(size_t needed, size_t room) {
  if (needed > room) __chk_fail();
}
static inline void cairn_check_line(int n, size_t room) {
  if (n > 0) cairn_check_room((size_t)n, room);
}

/* Drops the labels of bytes written by a call we did not see. */
void cairn_forget(void* buffer, size_t size);

/* Whether a run is being recorded, and which one of this process it is, from 1. */
int cairn_recording(void);
uint32_t cairn_run(void);
/* When every run is to begin, in seconds since 1970; 0: nobody said. */
uint32_t cairn_moment(void);
/* Whether one of the bytes has a label. */
int cairn_is_symbolic(const void* place, size_t size);
/* Symbolic data goes into a call we cannot follow: counted as loss, so many bytes, or those of a memory area or string
 * that have a label (none: no loss). */
void cairn_lose(size_t bytes);
void cairn_lose_memory(const void* place, size_t size);
void cairn_lose_string(const char* s);

#endif
