/* A regular expression as the models of regex.h follow it: the tree that regex_parse.c makes of a pattern, and the
 * questions that regex_match.c asks about a text. Characters of a symbolic pattern keep their labels in here. */
#ifndef CAIRN_MODELS_REGEX_H
#define CAIRN_MODELS_REGEX_H

#include <regex.h>
#include <stddef.h>

enum { kRegexNodes = 384, kRegexItems = 256 };

enum cairn_regex_kind {
  REGEX_EMPTY,
  REGEX_CHARACTER, /* what: which */
  REGEX_ANY,
  REGEX_SET,    /* what: negated; least, most: the items from and up to */
  REGEX_THEN,   /* left, right */
  REGEX_EITHER, /* left, right */
  REGEX_REPEAT, /* left, as often as from least up to most, -1: without limit */
  REGEX_GROUP,  /* left; least: its number */
  REGEX_SAME,   /* what the group of the number `least` matched */
  REGEX_PLACE   /* what: see below */
};

enum cairn_regex_place {
  PLACE_LINE_BEGINS,
  PLACE_LINE_ENDS,
  PLACE_TEXT_BEGINS,
  PLACE_TEXT_ENDS,
  PLACE_WORD_BEGINS,
  PLACE_WORD_ENDS,
  PLACE_AT_WORD, /* either of these */
  PLACE_NOT_AT_WORD
};

struct cairn_regex_node {
  unsigned char kind;
  unsigned char what;
  short left, right;
  short least, most;
};

/* What a set of characters lists: those from low up to high, or a class. */
struct cairn_regex_item {
  unsigned char low, high;
  unsigned char kind; /* 0: none, or a class */
};
enum cairn_regex_class {
  CLASS_NONE,
  CLASS_ALNUM,
  CLASS_SPACE,
  CLASS_WORD,
  CLASS_ALPHA,
  CLASS_DIGIT,
  CLASS_UPPER,
  CLASS_LOWER,
  CLASS_PUNCT,
  CLASS_PRINT,
  CLASS_GRAPH,
  CLASS_CNTRL,
  CLASS_XDIGIT,
  CLASS_BLANK
};

enum { kRegexUnfollowed = -1 };

struct cairn_regex {
  reg_syntax_t syntax;
  const unsigned char* translate; /* null: none */
  int error;                      /* as glibc's, 0: none; kRegexUnfollowed: not for these models */
  int groups;
  short root, nodes, items;
  int refers; /* it has a REGEX_SAME */
  struct cairn_regex_node node[kRegexNodes];
  struct cairn_regex_item item[kRegexItems];
};

/* Sets everything but syntax and translate, which say how to read the pattern. */
void cairn_regex_parse(struct cairn_regex* e, const char* pattern, size_t length);

/* The character as the expression compares it. */
int cairn_regex_translated(const struct cairn_regex* e, unsigned char c);

struct cairn_regex_text {
  const char* text;
  long length;
  int lines;   /* a newline ends a line */
  int not_bol; /* the text does not begin a line, or end one */
  int not_eol;
};

enum { kRegexNone = -1, kRegexGivenUp = -3 };

/* The first place from `from` towards `to` (which may lie in front of it) where the expression matches, or kRegexNone,
 * or kRegexGivenUp. Stores where the longest match there ends. */
long cairn_regex_search(const struct cairn_regex* e, const struct cairn_regex_text* text, long from, long to,
                        long* end);

#endif
