/* Patterns as glibc reads them, in all of its syntaxes (the RE_ bits of regex.h). Each character is looked at as often as
 * needed to know what it means: the tree that comes of it, or the error, is a fact of the path. */
#include <string.h>

#include "model.h"
#include "models.h"
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

struct reader {
  struct cairn_regex* e;
  const unsigned char* pattern;
  size_t length, at; /* behind the token */
  int token;
  unsigned char c;
  int negated;
  unsigned complete; /* groups that have ended, by bit */
};

/* A caret is an anchor where it stands. */
static const reg_syntax_t kAnchorsHere = RE_CARET_ANCHORS_HERE;

int cairn_regex_translated(const struct cairn_regex* e, unsigned char c) {
  if (e->translate != NULL) c = e->translate[c];
  return e->syntax & RE_ICASE ? __cairn_model_toupper(c) : c;
}

static unsigned char translated(const struct reader* r, size_t at) {
  return (unsigned char)cairn_regex_translated(r->e, r->pattern[at]);
}

/* ---- Tokens ---- */

static void set(struct reader* r, int token, int c) {
  r->token = token;
  r->c = (unsigned char)c;
}

static void escaped(struct reader* r, reg_syntax_t syntax) {
  const unsigned char c = r->pattern[r->at + 1]; /* as it was written */
  const int gnu = !(syntax & RE_NO_GNU_OPS);
  const int operators = !(syntax & RE_LIMITED_OPS);
  set(r, TOKEN_CHARACTER, c);
  switch (c) {
    case '|':
      if (operators && !(syntax & RE_NO_BK_VBAR)) r->token = TOKEN_OR;
      return;
    case '1' ... '9':
      if (!(syntax & RE_NO_BK_REFS)) set(r, TOKEN_SAME, c - '1');
      return;
    case '<':
      if (gnu) set(r, TOKEN_PLACE, PLACE_WORD_BEGINS);
      return;
    case '>':
      if (gnu) set(r, TOKEN_PLACE, PLACE_WORD_ENDS);
      return;
    case 'b':
      if (gnu) set(r, TOKEN_PLACE, PLACE_AT_WORD);
      return;
    case 'B':
      if (gnu) set(r, TOKEN_PLACE, PLACE_NOT_AT_WORD);
      return;
    case '`':
      if (gnu) set(r, TOKEN_PLACE, PLACE_TEXT_BEGINS);
      return;
    case '\'':
      if (gnu) set(r, TOKEN_PLACE, PLACE_TEXT_ENDS);
      return;
    case 'w':
    case 'W':
      if (gnu) set(r, TOKEN_CLASS, CLASS_WORD);
      r->negated = c == 'W';
      return;
    case 's':
    case 'S':
      if (gnu) set(r, TOKEN_CLASS, CLASS_SPACE);
      r->negated = c == 'S';
      return;
    case '(':
      if (!(syntax & RE_NO_BK_PARENS)) r->token = TOKEN_OPEN;
      return;
    case ')':
      if (!(syntax & RE_NO_BK_PARENS)) r->token = TOKEN_CLOSE;
      return;
    case '+':
      if (operators && syntax & RE_BK_PLUS_QM) r->token = TOKEN_PLUS;
      return;
    case '?':
      if (operators && syntax & RE_BK_PLUS_QM) r->token = TOKEN_OPTION;
      return;
    case '{':
      if (syntax & RE_INTERVALS && !(syntax & RE_NO_BK_BRACES)) r->token = TOKEN_INTERVAL;
      return;
    case '}':
      if (syntax & RE_INTERVALS && !(syntax & RE_NO_BK_BRACES)) r->token = TOKEN_INTERVAL_END;
      return;
    default:
      return;
  }
}

/* Sets the token at r->at, which stays; returns its length. */
static size_t peek(struct reader* r, reg_syntax_t syntax) {
  if (r->at >= r->length) {
    set(r, TOKEN_END, 0);
    return 0;
  }
  const unsigned char c = translated(r, r->at);
  const int operators = !(syntax & RE_LIMITED_OPS);
  set(r, TOKEN_CHARACTER, c);
  switch (c) {
    case '\\':
      if (r->at + 1 >= r->length) {
        r->token = TOKEN_LONE_BACKSLASH;
        return 1;
      }
      escaped(r, syntax);
      return 2;
    case '\n':
      if (syntax & RE_NEWLINE_ALT) r->token = TOKEN_OR;
      return 1;
    case '|':
      if (operators && syntax & RE_NO_BK_VBAR) r->token = TOKEN_OR;
      return 1;
    case '*':
      r->token = TOKEN_STAR;
      return 1;
    case '+':
      if (operators && !(syntax & RE_BK_PLUS_QM)) r->token = TOKEN_PLUS;
      return 1;
    case '?':
      if (operators && !(syntax & RE_BK_PLUS_QM)) r->token = TOKEN_OPTION;
      return 1;
    case '{':
      if (syntax & RE_INTERVALS && syntax & RE_NO_BK_BRACES) r->token = TOKEN_INTERVAL;
      return 1;
    case '}':
      if (syntax & RE_INTERVALS && syntax & RE_NO_BK_BRACES) r->token = TOKEN_INTERVAL_END;
      return 1;
    case '(':
      if (syntax & RE_NO_BK_PARENS) r->token = TOKEN_OPEN;
      return 1;
    case ')':
      if (syntax & RE_NO_BK_PARENS) r->token = TOKEN_CLOSE;
      return 1;
    case '[':
      r->token = TOKEN_SET;
      return 1;
    case '.':
      r->token = TOKEN_ANY;
      return 1;
    case '^':
      if (!(syntax & (RE_CONTEXT_INDEP_ANCHORS | kAnchorsHere)) && r->at != 0 &&
          !(syntax & RE_NEWLINE_ALT && translated(r, r->at - 1) == '\n'))
        return 1;
      set(r, TOKEN_PLACE, PLACE_LINE_BEGINS);
      return 1;
    case '$':
      if (!(syntax & RE_CONTEXT_INDEP_ANCHORS) && r->at + 1 != r->length) {
        ++r->at;
        peek(r, syntax);
        --r->at;
        const int last = r->token == TOKEN_OR || r->token == TOKEN_CLOSE;
        set(r, TOKEN_CHARACTER, c);
        if (!last) return 1;
      }
      set(r, TOKEN_PLACE, PLACE_LINE_ENDS);
      return 1;
    default:
      return 1;
  }
}

static void next(struct reader* r, reg_syntax_t syntax) { r->at += peek(r, syntax); }

/* ---- The tree ---- */

static int fail(struct reader* r, int error) {
  if (r->e->error == 0) r->e->error = error;
  return 0;
}

static int failed(const struct reader* r) { return r->e->error != 0; }

static int add(struct reader* r, int kind, int what, int left, int right) {
  struct cairn_regex* const e = r->e;
  if (e->nodes == kRegexNodes) return fail(r, kRegexUnfollowed);
  struct cairn_regex_node* const node = &e->node[e->nodes];
  node->kind = (unsigned char)kind;
  node->what = (unsigned char)what;
  node->left = (short)left;
  node->right = (short)right;
  node->least = node->most = 0;
  return e->nodes++;
}

static void add_item(struct reader* r, unsigned char low, unsigned char high, int class) {
  struct cairn_regex* const e = r->e;
  if (e->items == kRegexItems) {
    fail(r, kRegexUnfollowed);
    return;
  }
  struct cairn_regex_item* const item = &e->item[e->items++];
  item->low = low;
  item->high = high;
  item->kind = (unsigned char)class;
}

/* What a class is behind a table of translations depends on the whole table. */
static void add_class(struct reader* r, int class) {
  if (r->e->translate != NULL) fail(r, kRegexUnfollowed);
  if (r->e->syntax & RE_ICASE && (class == CLASS_UPPER || class == CLASS_LOWER)) class = CLASS_ALPHA;
  add_item(r, 1, 0, class);
}

static int add_set(struct reader* r, int negated, int first) {
  const int node = add(r, REGEX_SET, negated, 0, 0);
  r->e->node[node].least = (short)first;
  r->e->node[node].most = r->e->items;
  return node;
}

static int then(struct reader* r, int left, int right) {
  if (left == 0) return right;
  return right == 0 ? left : add(r, REGEX_THEN, 0, left, right);
}

/* ---- Sets of characters ---- */

/* In brackets other characters matter. Returns the token's length. */
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

static size_t peek_in_set(struct reader* r) {
  const reg_syntax_t syntax = r->e->syntax;
  if (r->at >= r->length) {
    set(r, BRACKET_END, 0);
    return 0;
  }
  const unsigned char c = translated(r, r->at);
  const int another = r->at + 1 < r->length;
  set(r, BRACKET_CHARACTER, c);
  switch (c) {
    case '\\':
      if (!(syntax & RE_BACKSLASH_ESCAPE_IN_LISTS) || !another) return 1;
      r->c = translated(r, r->at + 1);
      return 2;
    case '[': {
      const unsigned char kind = another ? translated(r, r->at + 1) : 0;
      if (kind == '.') set(r, BRACKET_SYMBOL, kind);
      if (kind == '=') set(r, BRACKET_EQUAL, kind);
      if (kind == ':' && syntax & RE_CHAR_CLASSES) set(r, BRACKET_CLASS, kind);
      return r->token == BRACKET_CHARACTER ? 1 : 2;
    }
    case '-':
      r->token = BRACKET_RANGE;
      return 1;
    case ']':
      r->token = BRACKET_CLOSE;
      return 1;
    case '^':
      r->token = BRACKET_NOT;
      return 1;
    default:
      return 1;
  }
}

static int class_named(const char* name) {
  static const char* const names[] = {"alnum", "space", NULL,    "alpha", "digit",  "upper", "lower",
                                      "punct", "print", "graph", "cntrl", "xdigit", "blank"};
  for (int i = 0; i < (int)(sizeof names / sizeof *names); ++i)
    if (names[i] != NULL && __cairn_model_strcmp(name, names[i]) == 0) return i + 1;
  return CLASS_NONE;
}

struct element {
  int kind; /* BRACKET_CHARACTER, or that of a class or the like */
  int class;
  unsigned char c;
};

/* [:name:], [.x.] or [=x=], of which the beginning has been read. */
static struct element symbol(struct reader* r) {
  enum { kLongest = 32 };
  struct element found = {r->token, CLASS_NONE, 0};
  const int kind = r->token;
  const unsigned char mark = r->c;
  char name[kLongest + 1];
  int length = 0;
  if (r->at >= r->length) fail(r, REG_EBRACK);
  for (; !failed(r); ++length) {
    if (length >= kLongest) fail(r, REG_EBRACK);
    const unsigned char c = kind == BRACKET_CLASS ? r->pattern[r->at] : translated(r, r->at);
    if (++r->at >= r->length) fail(r, REG_EBRACK);
    if (failed(r) || (c == mark && translated(r, r->at) == ']')) break;
    name[length] = (char)c;
  }
  if (failed(r)) return found;
  ++r->at;
  name[length] = 0;
  if (kind == BRACKET_CLASS) {
    found.class = class_named(name);
    if (found.class == CLASS_NONE) fail(r, REG_ECTYPE);
    return found;
  }
  if (length != 1) fail(r, REG_ECOLLATE);
  found.c = (unsigned char)name[0];
  return found;
}

/* The token is one of its own length that has been looked at. */
static struct element element(struct reader* r, size_t length, int hyphen_allowed) {
  r->at += length;
  if (r->token >= BRACKET_SYMBOL) return symbol(r);
  const struct element found = {BRACKET_CHARACTER, CLASS_NONE, r->c};
  if (r->token == BRACKET_RANGE && !hyphen_allowed) {
    peek_in_set(r);
    if (r->token != BRACKET_CLOSE) fail(r, REG_ERANGE);
  }
  return found;
}

static void add_element(struct reader* r, const struct element* one) {
  if (one->kind == BRACKET_CLASS)
    add_class(r, one->class);
  else
    add_item(r, one->c, one->c, CLASS_NONE);
}

static void add_range(struct reader* r, const struct element* low, const struct element* high) {
  const int unordered = BRACKET_EQUAL;
  if (low->kind == BRACKET_CLASS || low->kind == unordered || high->kind == BRACKET_CLASS || high->kind == unordered) {
    fail(r, REG_ERANGE);
  } else if (r->e->syntax & RE_NO_EMPTY_RANGES && low->c > high->c) {
    fail(r, REG_ERANGE);
  } else {
    add_item(r, low->c, high->c, CLASS_NONE);
  }
}

/* Behind its first bracket. */
static int set_of_characters(struct reader* r) {
  const int first = r->e->items;
  size_t length = peek_in_set(r);
  const int negated = r->token == BRACKET_NOT;
  if (negated) {
    if (r->e->syntax & RE_HAT_LISTS_NOT_NEWLINE) add_item(r, '\n', '\n', CLASS_NONE);
    r->at += length;
    length = peek_in_set(r);
  }
  if (r->token == BRACKET_END) return fail(r, REG_BADPAT);
  if (r->token == BRACKET_CLOSE) r->token = BRACKET_CHARACTER; /* the first one */
  for (int at_first = 1; !failed(r); at_first = 0) {
    const struct element low = element(r, length, at_first);
    if (failed(r)) break;
    length = peek_in_set(r);
    int range = 0;
    if (low.kind != BRACKET_CLASS && low.kind != BRACKET_EQUAL) {
      if (r->token == BRACKET_END) return fail(r, REG_EBRACK);
      if (r->token == BRACKET_RANGE) {
        const size_t hyphen = length;
        r->at += hyphen;
        length = peek_in_set(r);
        if (r->token == BRACKET_END) return fail(r, REG_EBRACK);
        range = r->token != BRACKET_CLOSE;
        if (!range) { /* the last hyphen is a character */
          r->at -= hyphen;
          length = hyphen;
          set(r, BRACKET_CHARACTER, '-');
        }
      }
    }
    if (range) {
      const struct element high = element(r, length, 1);
      if (failed(r)) break;
      length = peek_in_set(r);
      add_range(r, &low, &high);
    } else {
      add_element(r, &low);
    }
    if (failed(r)) break;
    if (r->token == BRACKET_END) return fail(r, REG_EBRACK);
    if (r->token == BRACKET_CLOSE) break;
  }
  r->at += length;
  return add_set(r, negated, first);
}

/* ---- Expressions ---- */

static int alternatives(struct reader* r, int nested);

static int repeats(int token) {
  return token == TOKEN_STAR || token == TOKEN_PLUS || token == TOKEN_OPTION || token == TOKEN_INTERVAL;
}

enum { kNoNumber = -1, kBadNumber = -2 };

static int number(struct reader* r) {
  int n = kNoNumber;
  for (;;) {
    next(r, r->e->syntax);
    if (r->token == TOKEN_END) return kBadNumber;
    if (r->token == TOKEN_INTERVAL_END || r->c == ',') return n;
    const unsigned digit = (unsigned)r->c - '0';
    if (r->token != TOKEN_CHARACTER || digit > 9 || n == kBadNumber) {
      n = kBadNumber;
    } else {
      n = n == kNoNumber ? (int)digit : n * 10 + (int)digit;
      if (n > RE_DUP_MAX) n = RE_DUP_MAX + 1;
    }
  }
}

/* The repetition at hand of this node. */
static int repetition(struct reader* r, int node) {
  const reg_syntax_t syntax = r->e->syntax;
  int least = r->token == TOKEN_PLUS, most = r->token == TOKEN_OPTION ? 1 : -1;
  if (r->token == TOKEN_INTERVAL) {
    const size_t begin = r->at;
    const unsigned char brace = r->c;
    most = 0;
    least = number(r);
    if (least == kNoNumber) {
      if (r->token != TOKEN_CHARACTER || r->c != ',') return fail(r, REG_BADBR);
      least = 0;
    }
    if (least != kBadNumber) {
      most = r->token == TOKEN_INTERVAL_END               ? least
             : r->token == TOKEN_CHARACTER && r->c == ',' ? number(r)
                                                          : kBadNumber;
    }
    if (least == kBadNumber || most == kBadNumber) {
      if (!(syntax & RE_INVALID_INTERVAL_ORD)) return fail(r, r->token == TOKEN_END ? REG_EBRACE : REG_BADBR);
      r->at = begin; /* then it is no interval */
      set(r, TOKEN_CHARACTER, brace);
      return node;
    }
    if ((most != -1 && least > most) || r->token != TOKEN_INTERVAL_END) return fail(r, REG_BADBR);
    if ((most == -1 ? least : most) > RE_DUP_MAX) return fail(r, REG_ESIZE);
  }
  next(r, syntax);
  if (node == 0 || (least == 0 && most == 0)) return 0;
  const int repeated = add(r, REGEX_REPEAT, 0, node, 0);
  r->e->node[repeated].least = (short)least;
  r->e->node[repeated].most = (short)most;
  return repeated;
}

static int group(struct reader* r) {
  const int which = r->e->groups++;
  next(r, r->e->syntax | kAnchorsHere);
  const int inner = r->token == TOKEN_CLOSE ? 0 : alternatives(r, 1);
  if (!failed(r) && r->token != TOKEN_CLOSE) fail(r, REG_EPAREN);
  if (failed(r)) return 0;
  if (which < 9) r->complete |= 1u << which;
  const int node = add(r, REGEX_GROUP, 0, inner, 0);
  r->e->node[node].least = (short)which;
  return node;
}

static int back_reference(struct reader* r) {
  if (!(r->complete & 1u << r->c)) return fail(r, REG_ESUBREG);
  r->e->refers = 1;
  const int node = add(r, REGEX_SAME, 0, 0, 0);
  r->e->node[node].least = r->c;
  return node;
}

static int expression(struct reader* r, int nested) {
  const reg_syntax_t syntax = r->e->syntax;
  int node = 0;
  switch (r->token) {
    case TOKEN_OPEN:
      node = group(r);
      break;
    case TOKEN_SET:
      node = set_of_characters(r);
      break;
    case TOKEN_SAME:
      node = back_reference(r);
      break;
    case TOKEN_ANY:
      node = add(r, REGEX_ANY, 0, 0, 0);
      break;
    case TOKEN_CLASS: {
      const int first = r->e->items;
      add_class(r, r->c);
      node = add_set(r, r->negated, first);
      break;
    }
    case TOKEN_PLACE: /* cannot be repeated */
      node = add(r, REGEX_PLACE, r->c, 0, 0);
      next(r, syntax);
      return node;
    case TOKEN_OR:
    case TOKEN_END:
      return 0;
    case TOKEN_LONE_BACKSLASH:
      return fail(r, REG_EESCAPE);
    case TOKEN_CLOSE:
      if (!(syntax & RE_UNMATCHED_RIGHT_PAREN_ORD)) return fail(r, REG_ERPAREN);
      node = add(r, REGEX_CHARACTER, r->c, 0, 0);
      break;
    case TOKEN_INTERVAL:
      if (syntax & RE_CONTEXT_INVALID_DUP) return fail(r, REG_BADRPT);
      /* fall through */
    case TOKEN_STAR:
    case TOKEN_PLUS:
    case TOKEN_OPTION:
      if (syntax & RE_CONTEXT_INVALID_OPS && !(syntax & RE_CONTEXT_INVALID_DUP)) return fail(r, REG_BADRPT);
      if (syntax & RE_CONTEXT_INDEP_OPS) {
        next(r, syntax);
        return expression(r, nested);
      }
      /* fall through */
    default:
      node = add(r, REGEX_CHARACTER, r->c, 0, 0);
      break;
  }
  if (failed(r)) return 0;
  next(r, syntax);
  while (repeats(r->token)) {
    node = repetition(r, node);
    if (failed(r)) return 0;
    if (syntax & RE_CONTEXT_INVALID_DUP && (r->token == TOKEN_STAR || r->token == TOKEN_INTERVAL))
      return fail(r, REG_BADRPT);
  }
  return node;
}

static int ends(const struct reader* r, int nested) {
  return r->token == TOKEN_OR || r->token == TOKEN_END || (nested && r->token == TOKEN_CLOSE);
}

static int sequence(struct reader* r, int nested) {
  int node = expression(r, nested);
  while (!failed(r) && !ends(r, nested)) node = then(r, node, expression(r, nested));
  return node;
}

/* What the alternatives refer to are groups in front of all of them. */
static int alternatives(struct reader* r, int nested) {
  const unsigned before = r->complete;
  int node = sequence(r, nested);
  while (!failed(r) && r->token == TOKEN_OR) {
    next(r, r->e->syntax | kAnchorsHere);
    int other = 0;
    if (!ends(r, nested)) {
      const unsigned complete = r->complete;
      r->complete = before;
      other = sequence(r, nested);
      r->complete |= complete;
    }
    if (!failed(r)) node = add(r, REGEX_EITHER, 0, node, other);
  }
  return node;
}

void cairn_regex_parse(struct cairn_regex* e, const char* pattern, size_t length) {
  struct reader r = {e, (const unsigned char*)pattern, length, 0, TOKEN_END, 0, 0, 0};
  e->error = e->groups = e->refers = 0;
  e->nodes = e->items = 0;
  add(&r, REGEX_EMPTY, 0, 0, 0); /* node 0 */
  next(&r, e->syntax | kAnchorsHere);
  e->root = (short)alternatives(&r, 0);
}
