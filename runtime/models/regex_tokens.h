/* The tokens of a pattern: what each character means depends on the syntax (the RE_ bits of regex.h), on what stands
 * around it, and on whether it is inside brackets. */
#ifndef CAIRN_MODELS_REGEX_TOKENS_H
#define CAIRN_MODELS_REGEX_TOKENS_H

#include "regex.h"

enum token {
  TOKEN_END,
  TOKEN_CHARACTER,
  TOKEN_ANY,
  TOKEN_SET,
  TOKEN_CLASS, /* c: a class; negated */
  TOKEN_OR,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_STAR,
  TOKEN_PLUS,
  TOKEN_OPTION,
  TOKEN_INTERVAL,
  TOKEN_INTERVAL_END,
  TOKEN_SAME,  /* c: the number of the group */
  TOKEN_PLACE, /* c: which */
  TOKEN_LONE_BACKSLASH
};

/* In brackets other characters matter. */
enum bracket {
  BRACKET_END,
  BRACKET_CHARACTER,
  BRACKET_CLOSE,
  BRACKET_RANGE,
  BRACKET_NOT,
  BRACKET_SYMBOL,
  BRACKET_EQUAL,
  BRACKET_CLASS
};

struct reader {
  struct cairn_regex* e;
  const unsigned char* pattern;
  size_t length, at;
  int token; /* the last that was looked at: an enum token, or an enum bracket */
  unsigned char c;
  int negated;
  unsigned complete; /* groups that have ended, by bit */
};

/* The character there, as the expression compares it. */
static inline unsigned char character_at(const struct reader* r, size_t at) {
  return (unsigned char)cairn_regex_translated(r->e, r->pattern[at]);
}

static inline void set_token(struct reader* r, int token, int c) {
  r->token = token;
  r->c = (unsigned char)c;
}

/* Both set the token at r->at, which stays, and return its length. */
size_t cairn_regex_peek(struct reader* r, reg_syntax_t syntax);
size_t cairn_regex_peek_in_set(struct reader* r);

#endif
