/* Models of stdio.h that read. glibc's FILE stays as it is (other code looks into it): when its buffer is filled from a
 * symbolic stream the buffer is labelled, and characters are then taken from the buffer by instrumented code. */
#include <stdio.h>
#include <stdio_ext.h>
#include <unistd.h>

#include "model.h"

/* Labels what a refill brought into the buffer; `before` tells where the stream stood. */
static void label_buffer(FILE* f) {
  struct cairn_stream stream;
  if (!cairn_stream_at(fileno_unlocked(f), &stream)) {
    if (f->_IO_read_end > f->_IO_read_base)
      cairn_forget(f->_IO_read_base, (size_t)(f->_IO_read_end - f->_IO_read_base));
    return;
  }
  size_t filled = (size_t)(f->_IO_read_end - f->_IO_read_base);
  if (filled == 0 || stream.position < filled) return;
  stream.position -= filled;
  cairn_label_stream(f->_IO_read_base, &stream, filled);
}

/* One character, or EOF; whether there is one is a fact of the path. */
static int next_character(FILE* f) {
  if (f->_IO_read_ptr >= f->_IO_read_end) {
    int c = getc_unlocked(f);
    if (c == EOF) {
      struct cairn_stream stream;
      if (cairn_stream_at(fileno_unlocked(f), &stream)) cairn_note_end(&stream);
      return EOF;
    }
    label_buffer(f);
    --f->_IO_read_ptr;
  }
  cairn_note_more(f->_IO_read_ptr);
  return (unsigned char)*f->_IO_read_ptr++;
}

int __cairn_model_fgetc(FILE* f) { return next_character(f); }
int __cairn_model_getc(FILE* f) { return next_character(f); }
int __cairn_model_getchar(void) { return next_character(stdin); }

int __cairn_model_ungetc(int c, FILE* f) {
  if (c == EOF) return EOF;
  /* The usual case: the character just read goes back to its place, label and all. */
  if (f->_IO_read_ptr > f->_IO_read_base && (unsigned char)f->_IO_read_ptr[-1] == (unsigned char)c) {
    --f->_IO_read_ptr;
    f->_flags &= ~0x10; /* end of file is forgotten, as ungetc promises */
    return (unsigned char)c;
  }
  return ungetc((int)cairn_pin_size((size_t)c), f);
}

char* __cairn_model_fgets(char* restrict s, int n, FILE* restrict f) {
  if (n <= 0) return NULL;
  int i = 0;
  while (i < n - 1) {
    int c = next_character(f);
    if (c == EOF) {
      if (i == 0 || ferror_unlocked(f)) return NULL;
      break;
    }
    s[i++] = (char)c;
    if (c == '\n') break;
  }
  s[i] = 0;
  return s;
}

size_t __cairn_model_fread(void* restrict to, size_t size, size_t count, FILE* restrict f) {
  size_t total = size * count;
  if (total == 0) return 0;
  unsigned char* out = to;
  size_t got = 0;
  while (got < total) {
    int c = next_character(f);
    if (c == EOF) break;
    out[got++] = (unsigned char)c;
  }
  return got / size;
}
