/* Models of regex.h, the POSIX functions and GNU's. glibc's own do the work; beside them the models read the pattern and
 * search the text in their way, so that what the result hangs on becomes facts of the path. Where both disagree, or a
 * pattern cannot be followed, that is loss.
 *
 * A pattern is remembered by the buffer that glibc makes for it, and taken apart when something symbolic meets it. */
#include "regex.h"

#include <sys/single_threaded.h>

#include "model.h"
#include "models.h"

enum { kRemembered = 8, kLongest = 512 };

struct remembered {
  const void* buffer; /* null: free */
  size_t length;
  int read;     /* into `expression` */
  int symbolic; /* the pattern is */
  struct cairn_regex expression;
  char pattern[kLongest];
};

/* For the thread that records, and the only one there is. */
static struct remembered remembered[kRemembered];
static unsigned oldest;

static struct remembered* find(const void* buffer) {
  for (int i = 0; i < kRemembered; ++i)
    if (remembered[i].buffer == buffer) return &remembered[i];
  return NULL;
}

static struct remembered* known_by(const struct re_pattern_buffer* e) {
  return e->buffer != NULL ? find(e->buffer) : NULL;
}

static void forget(const struct re_pattern_buffer* e) {
  if (!cairn_recording() && !__libc_single_threaded) return;
  struct remembered* const known = known_by(e);
  if (known != NULL) known->buffer = NULL;
}

static const struct cairn_regex* taken_apart(struct remembered* r) {
  if (!r->read) cairn_regex_parse(&r->expression, r->pattern, r->length);
  r->read = 1;
  return &r->expression;
}

/* glibc has made something of the pattern: an error, or the buffer of `e`. Only errors of regcomp are told apart. */
static void take_in(struct re_pattern_buffer* e, const char* pattern, size_t length, reg_syntax_t syntax, int error,
                    int told_apart) {
  const int recording = cairn_recording();
  if (!recording && !__libc_single_threaded) return;
  const int symbolic = recording && cairn_is_symbolic(pattern, length);
  struct remembered* r = error == 0 ? known_by(e) : NULL;
  if (r == NULL) r = find(NULL);
  if (r == NULL) r = &remembered[oldest++ % kRemembered];
  r->buffer = NULL;
  cairn_forget(e, sizeof *e);
  if (length > kLongest || !cairn_c_locale(LC_CTYPE) || !cairn_c_locale(LC_COLLATE)) {
    if (symbolic) cairn_lose_memory(pattern, length);
    return;
  }
  for (size_t i = 0; i < length; ++i) r->pattern[i] = pattern[i]; /* with its label */
  r->length = length;
  r->expression.syntax = syntax;
  r->expression.translate = (const unsigned char*)e->translate;
  r->read = 0;
  r->symbolic = symbolic;
  if (error == 0) r->buffer = e->buffer;
  if (!symbolic) return;
  int ours = taken_apart(r)->error;
  if (told_apart && ours == REG_ERPAREN) ours = REG_EPAREN;
  const int agreed = ours != kRegexUnfollowed && (told_apart ? ours == error : (ours != 0) == (error != 0));
  if (agreed) return;
  r->expression.error = kRegexUnfollowed;
  cairn_lose_memory(pattern, length);
}

enum { kSomewhere = -2 };

/* glibc found the match there (kRegexNone: nowhere), and it ends there; kSomewhere: it does not say. */
static void follow(const struct re_pattern_buffer* e, const struct cairn_regex_text* text, long from, long to,
                   long found, long end) {
  if (!cairn_recording()) return;
  struct remembered* const known = known_by(e);
  if (!cairn_is_symbolic(text->text, (size_t)text->length) && (known == NULL || !known->symbolic)) return;
  if (known != NULL && taken_apart(known)->error == 0) {
    long our_end = end;
    const long ours = cairn_regex_search(&known->expression, text, from, to, &our_end);
    const int same_place = found == kSomewhere ? ours >= 0 : ours == found;
    if (same_place && (ours < 0 || end == kSomewhere || our_end == end)) return;
  }
  cairn_lose_memory(text->text, (size_t)text->length);
  if (known != NULL && known->symbolic) cairn_lose_memory(known->pattern, known->length);
}

/* ---- POSIX ---- */

int __cairn_model_regcomp(regex_t* e, const char* restrict pattern, int flags) {
  const size_t length = __cairn_model_strlen(pattern);
  const int error = regcomp(e, pattern, flags);
  reg_syntax_t syntax = flags & REG_EXTENDED ? RE_SYNTAX_POSIX_EXTENDED : RE_SYNTAX_POSIX_BASIC;
  if (flags & REG_ICASE) syntax |= RE_ICASE;
  if (flags & REG_NEWLINE) syntax = (syntax & ~RE_DOT_NEWLINE) | RE_HAT_LISTS_NOT_NEWLINE;
  take_in(e, pattern, length, syntax, error, 1);
  return error;
}

int __cairn_model_regexec(const regex_t* restrict e, const char* restrict s, size_t n, regmatch_t* restrict matches,
                          int flags) {
  long from = 0;
  struct cairn_regex_text text = {s, 0, e->newline_anchor, flags & REG_NOTBOL, flags & REG_NOTEOL};
  if (flags & REG_STARTEND) {
    from = (long)cairn_pin_size((size_t)matches[0].rm_so);
    text.length = (long)cairn_pin_size((size_t)matches[0].rm_eo);
  } else {
    text.length = (long)__cairn_model_strlen(s);
  }
  const int result = regexec(e, s, n, matches, flags);
  const int told = result == 0 && !e->no_sub && n > 0;
  if (told) cairn_forget(matches, n * sizeof *matches);
  if (result == 0 || result == REG_NOMATCH)
    follow(e, &text, from, text.length,
           told          ? matches[0].rm_so
           : result == 0 ? kSomewhere
                         : kRegexNone,
           told ? matches[0].rm_eo : kSomewhere);
  return result;
}

void __cairn_model_regfree(regex_t* e) {
  forget(e);
  regfree(e);
}

/* ---- GNU ---- */

const char* __cairn_model_re_compile_pattern(const char* pattern, size_t length, struct re_pattern_buffer* e) {
  length = cairn_pin_size(length);
  forget(e);
  const char* const message = re_compile_pattern(pattern, length, e);
  take_in(e, pattern, length, re_syntax_options, message != NULL, 0);
  return message;
}

static void forget_registers(const struct re_registers* registers) {
  if (registers == NULL) return;
  cairn_forget(registers->start, registers->num_regs * sizeof *registers->start);
  cairn_forget(registers->end, registers->num_regs * sizeof *registers->end);
}

regoff_t __cairn_model_re_search(struct re_pattern_buffer* e, const char* s, regoff_t length, regoff_t start,
                                 regoff_t range, struct re_registers* registers) {
  length = (regoff_t)cairn_pin_size((size_t)length);
  start = (regoff_t)cairn_pin_size((size_t)start);
  range = (regoff_t)cairn_pin_size((size_t)range);
  const regoff_t found = re_search(e, s, length, start, range, registers);
  if (found >= -1 && start >= 0 && start <= length) {
    const long last = (long)start + range;
    const struct cairn_regex_text text = {s, length, e->newline_anchor, e->not_bol, e->not_eol};
    const int told = found >= 0 && registers != NULL && !e->no_sub;
    follow(e, &text, start, last < 0 ? 0 : last > length ? length : last, found, told ? registers->end[0] : kSomewhere);
    if (told) forget_registers(registers);
  }
  return found;
}

regoff_t __cairn_model_re_match(struct re_pattern_buffer* e, const char* s, regoff_t length, regoff_t start,
                                struct re_registers* registers) {
  length = (regoff_t)cairn_pin_size((size_t)length);
  start = (regoff_t)cairn_pin_size((size_t)start);
  const regoff_t matched = re_match(e, s, length, start, registers);
  if (matched >= -1 && start >= 0 && start <= length) {
    const struct cairn_regex_text text = {s, length, e->newline_anchor, e->not_bol, e->not_eol};
    follow(e, &text, start, start, matched < 0 ? kRegexNone : start, start + matched);
    if (matched >= 0 && !e->no_sub) forget_registers(registers);
  }
  return matched;
}
