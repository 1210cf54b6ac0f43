/* Patterns as glibc reads them, in all of its syntaxes. Each character is looked at as often as needed to know what it
 * means: the tree that comes of it, or the error, is a fact of the path. */
#include "models.h"
#include "regex_tokens.h"

/* With RE_CARET_ANCHORS_HERE a caret is an anchor where it stands. */
static void next(struct reader* r, reg_syntax_t syntax) { r->at += cairn_regex_peek(r, syntax); }

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
    const unsigned char c = kind == BRACKET_CLASS ? r->pattern[r->at] : character_at(r, r->at);
    if (++r->at >= r->length) fail(r, REG_EBRACK);
    if (failed(r) || (c == mark && character_at(r, r->at) == ']')) break;
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
    cairn_regex_peek_in_set(r);
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
  size_t length = cairn_regex_peek_in_set(r);
  const int negated = r->token == BRACKET_NOT;
  if (negated) {
    if (r->e->syntax & RE_HAT_LISTS_NOT_NEWLINE) add_item(r, '\n', '\n', CLASS_NONE);
    r->at += length;
    length = cairn_regex_peek_in_set(r);
  }
  if (r->token == BRACKET_END) return fail(r, REG_BADPAT);
  if (r->token == BRACKET_CLOSE) r->token = BRACKET_CHARACTER; /* the first one */
  for (int at_first = 1; !failed(r); at_first = 0) {
    const struct element low = element(r, length, at_first);
    if (failed(r)) break;
    length = cairn_regex_peek_in_set(r);
    int range = 0;
    if (low.kind != BRACKET_CLASS && low.kind != BRACKET_EQUAL) {
      if (r->token == BRACKET_END) return fail(r, REG_EBRACK);
      if (r->token == BRACKET_RANGE) {
        const size_t hyphen = length;
        r->at += hyphen;
        length = cairn_regex_peek_in_set(r);
        if (r->token == BRACKET_END) return fail(r, REG_EBRACK);
        range = r->token != BRACKET_CLOSE;
        if (!range) { /* the last hyphen is a character */
          r->at -= hyphen;
          length = hyphen;
          set_token(r, BRACKET_CHARACTER, '-');
        }
      }
    }
    if (range) {
      const struct element high = element(r, length, 1);
      if (failed(r)) break;
      length = cairn_regex_peek_in_set(r);
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
      set_token(r, TOKEN_CHARACTER, brace);
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
  next(r, r->e->syntax | RE_CARET_ANCHORS_HERE);
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
    next(r, r->e->syntax | RE_CARET_ANCHORS_HERE);
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
  next(&r, e->syntax | RE_CARET_ANCHORS_HERE);
  e->root = (short)alternatives(&r, 0);
}
