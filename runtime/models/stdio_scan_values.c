/* What single directives of scanf read: numbers, text, characters and sets. Like glibc, this looks one character ahead
 * and gives it back. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "directive.h"
#include "model.h"
#include "models.h"
#include "stdio_scan.h"

static int next(struct source* in) {
  if (in->ended) {
    if (!in->before_value) errno = in->errno_at_end;
    return EOF;
  }
  int c = EOF;
  if (in->f != NULL)
    c = cairn_next_character(in->f);
  else if (*in->s != 0)
    c = (unsigned char)*in->s++;
  if (c != EOF) {
    ++in->consumed;
  } else {
    in->ended = 1;
    in->errno_at_end = in->before_value ? 0 : errno;
  }
  return c;
}

static void back(struct source* in, int c) {
  if (c == EOF) return;
  --in->consumed;
  if (in->f != NULL)
    cairn_put_back(c, in->f);
  else
    --in->s;
}

void cairn_scan_space(struct source* in) {
  int c;
  do c = next(in);
  while (c != EOF && __cairn_model_isspace(c));
  back(in, c);
}

void cairn_scan_store(const struct scan_directive* d, void* to, unsigned long value) {
  switch (d->bytes) {
    case 1:
      *(unsigned char*)to = (unsigned char)value;
      break;
    case 2:
      *(unsigned short*)to = (unsigned short)value;
      break;
    case 4:
      *(unsigned*)to = (unsigned)value;
      break;
    default:
      *(unsigned long*)to = value;
  }
}

static int digit_of(int c, int base) {
  const unsigned value = (unsigned)c - '0';
  if (value < 10) return value < (unsigned)base;
  const unsigned letter = ((unsigned)c | 32) - 'a';
  return base == 16 && letter < 6;
}

/* The characters of a number: as many as there are, the first of them in place. */
struct text {
  char few[512];
  char* all;
  size_t length, room;
};

static void begin_text(struct text* text) {
  text->all = text->few;
  text->length = 0;
  text->room = sizeof text->few;
}

static void append(struct text* text, int c) {
  if (text->length + 1 == text->room) {
    char* larger = malloc(text->room * 2);
    if (larger == NULL) return;
    __builtin_memcpy(larger, text->all, text->length);
    if (text->all != text->few) free(text->all);
    text->all = larger;
    text->room *= 2;
  }
  text->all[text->length++] = (char)c;
  text->all[text->length] = 0;
}

static void end_text(struct text* text) {
  if (text->all != text->few) free(text->all);
}

/* Collects what belongs to a number, then reads it as strtol does. */
static enum outcome scan_integer(struct source* in, const struct scan_directive* d, void* to) {
  struct text text;
  begin_text(&text);
  int left = d->width > 0 ? d->width : INT_MAX;
  int base = d->conversion == 'i'                           ? 0
             : d->conversion == 'o'                         ? 8
             : d->conversion == 'x' || d->conversion == 'X' ? 16
                                                            : 10;
  int c = next(in);
  if (c == EOF) return INPUT_ENDED;
  /* The character behind the number is read and put back, even if the width is used up: glibc does. */
  size_t signs = 0;
  if (c == '-' || c == '+') {
    append(&text, c);
    signs = 1;
    --left;
    c = next(in);
  }
  if (left > 0 && c == '0') {
    append(&text, '0');
    --left;
    c = next(in);
    if (left > 0 && (base == 0 || base == 16) && c != EOF && (c | 32) == 'x') {
      base = 16;
      --left;
      c = next(in);
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  while (left > 0 && c != EOF && digit_of(c, base)) {
    append(&text, c);
    --left;
    c = next(in);
  }
  back(in, c);
  if (text.length == signs) return MISMATCH;
  const int is_signed = d->conversion == 'd' || d->conversion == 'i';
  const unsigned long value = is_signed ? (unsigned long)__cairn_model_strtol(text.all, NULL, base)
                                        : __cairn_model_strtoul(text.all, NULL, base);
  end_text(&text);
  if (to != NULL) cairn_scan_store(d, to, value);
  return MATCHED;
}

/* The text of a real number as far as it was read, and the character behind it. */
struct real {
  struct text text;
  int left; /* of the width */
  int c;
};

/* Keeps the character and reads the next. */
static void keep(struct source* in, struct real* real) {
  append(&real->text, real->c);
  real->c = real->left > 0 ? next(in) : EOF;
  if (real->left > 0) --real->left;
}

static int keep_letters(struct source* in, struct real* real, const char* letters) {
  for (; *letters != 0; ++letters) {
    if (real->c == EOF || (real->c | 32) != *letters) return 0;
    keep(in, real);
  }
  return 1;
}

static int is_digit(int c, int hex) { return (unsigned)c - '0' < 10u || (hex && ((unsigned)c | 32) - 'a' < 6u); }

/* Digits, with a point and an exponent; whether there is anything. */
static int keep_number(struct source* in, struct real* real) {
  int digit = 0, point = 0, exponent = 0, hex = 0, sign_allowed = 0;
  if (real->c == '0' && real->left > 0) {
    keep(in, real);
    hex = real->left > 0 && real->c != EOF && (real->c | 32) == 'x';
    if (hex) keep(in, real);
    digit = !hex;
  }
  const size_t before = real->text.length;
  for (; real->c != EOF; keep(in, real)) {
    const int c = real->c;
    if (is_digit(c, hex && !exponent)) {
      digit = 1;
      sign_allowed = 0;
    } else if (sign_allowed && (c == '-' || c == '+')) {
      sign_allowed = 0;
    } else if (digit && !exponent && (c | 32) == (hex ? 'p' : 'e')) {
      exponent = point = sign_allowed = 1;
    } else if (c == '.' && !point) {
      point = 1;
    } else {
      break;
    }
  }
  return real->text.length > before || (digit && !hex);
}

/* Collects what may belong to a number, looking one character ahead. */
static enum outcome collect_real(struct source* in, struct real* real) {
  if (real->c == EOF) return INPUT_ENDED;
  if (real->c == '-' || real->c == '+') keep(in, real);
  if (real->c == EOF) return MISMATCH;
  int found = 1;
  if ((real->c | 32) == 'n') {
    if (!keep_letters(in, real, "nan")) return MISMATCH; /* the wrong letter is not given back: glibc does not */
  } else if ((real->c | 32) == 'i') {
    if (!keep_letters(in, real, "inf")) return MISMATCH;
    if (real->c != EOF && (real->c | 32) == 'i' && !keep_letters(in, real, "inity")) return MISMATCH;
  } else {
    found = keep_number(in, real);
  }
  back(in, real->c);
  return found ? MATCHED : MISMATCH;
}

/* Reads it as strtod does. */
static enum outcome convert_real(const char* text, const struct scan_directive* d, void* to) {
  char* end;
  if (d->bytes == sizeof(float)) {
    const float value = __cairn_model_strtof(text, &end);
    if (to != NULL && end != text) *(float*)to = value;
  } else if (d->bytes == sizeof(double)) {
    const double value = __cairn_model_strtod(text, &end);
    if (to != NULL && end != text) *(double*)to = value;
  } else {
    const long double value = __cairn_model_strtold(text, &end);
    if (to != NULL && end != text) *(long double*)to = value;
  }
  return end == text ? MISMATCH : MATCHED;
}

static enum outcome scan_real(struct source* in, const struct scan_directive* d, void* to) {
  struct real real;
  begin_text(&real.text);
  real.left = d->width > 0 ? d->width - 1 : INT_MAX;
  real.c = next(in);
  enum outcome outcome = collect_real(in, &real);
  if (outcome == MATCHED) outcome = convert_real(real.text.all, d, to);
  end_text(&real.text);
  return outcome;
}

static int in_set(const struct scan_directive* d, int c) {
  const char* p = d->set;
  int inside = 0;
  do {
    const unsigned char low = (unsigned char)*p;
    if (p > d->set && *p == '-' && p[1] != ']' && (unsigned char)p[-1] <= (unsigned char)p[1]) {
      if (c >= (unsigned char)p[-1] && c <= (unsigned char)p[1]) inside = 1;
      ++p;
    } else if (c == low) {
      inside = 1;
    }
    ++p;
  } while (*p != ']');
  return inside != d->negated;
}

static enum outcome scan_text(struct source* in, const struct scan_directive* d, char* to) {
  int left = d->width > 0 ? d->width : INT_MAX;
  int count = 0;
  int c = EOF;
  while (left > 0) {
    c = next(in);
    if (c == EOF) break;
    if (d->conversion == 's' ? __cairn_model_isspace(c) : !in_set(d, c)) {
      back(in, c);
      break;
    }
    if (to != NULL) to[count] = (char)c;
    ++count;
    --left;
  }
  if (count == 0) return c == EOF ? INPUT_ENDED : MISMATCH;
  if (to != NULL) to[count] = 0;
  return MATCHED;
}

static enum outcome scan_characters(struct source* in, const struct scan_directive* d, char* to) {
  int left = d->width > 0 ? d->width : 1;
  int c = next(in);
  if (c == EOF) return INPUT_ENDED;
  do {
    if (to != NULL) *to++ = (char)c;
  } while (--left > 0 && (c = next(in)) != EOF);
  return MATCHED;
}

enum outcome cairn_scan_character(struct source* in, int wanted) {
  const int c = next(in);
  if (c == EOF) return INPUT_ENDED;
  if (c == wanted) return MATCHED;
  back(in, c);
  return MISMATCH;
}

enum outcome cairn_scan_value(struct source* in, const struct scan_directive* d, char* to) {
  switch (d->conversion) {
    case '%':
      return cairn_scan_character(in, '%');
    case 'c':
      return scan_characters(in, d, to);
    case 's':
    case '[':
      return scan_text(in, d, to);
    default:
      return is_integer(d->conversion) ? scan_integer(in, d, to) : scan_real(in, d, to);
  }
}
