#include "regex_tokens.h"

#include "models.h"

int cairn_regex_translated(const struct cairn_regex* e, unsigned char c) {
  if (e->translate != NULL) c = e->translate[c];
  return e->syntax & RE_ICASE ? __cairn_model_toupper(c) : c;
}

static void escaped(struct reader* r, reg_syntax_t syntax) {
  const unsigned char c = r->pattern[r->at + 1]; /* as it was written */
  const int gnu = !(syntax & RE_NO_GNU_OPS);
  const int operators = !(syntax & RE_LIMITED_OPS);
  set_token(r, TOKEN_CHARACTER, c);
  switch (c) {
    case '|':
      if (operators && !(syntax & RE_NO_BK_VBAR)) r->token = TOKEN_OR;
      return;
    case '1' ... '9':
      if (!(syntax & RE_NO_BK_REFS)) set_token(r, TOKEN_SAME, c - '1');
      return;
    case '<':
      if (gnu) set_token(r, TOKEN_PLACE, PLACE_WORD_BEGINS);
      return;
    case '>':
      if (gnu) set_token(r, TOKEN_PLACE, PLACE_WORD_ENDS);
      return;
    case 'b':
      if (gnu) set_token(r, TOKEN_PLACE, PLACE_AT_WORD);
      return;
    case 'B':
      if (gnu) set_token(r, TOKEN_PLACE, PLACE_NOT_AT_WORD);
      return;
    case '`':
      if (gnu) set_token(r, TOKEN_PLACE, PLACE_TEXT_BEGINS);
      return;
    case '\'':
      if (gnu) set_token(r, TOKEN_PLACE, PLACE_TEXT_ENDS);
      return;
    case 'w':
    case 'W':
      if (gnu) set_token(r, TOKEN_CLASS, CLASS_WORD);
      r->negated = c == 'W';
      return;
    case 's':
    case 'S':
      if (gnu) set_token(r, TOKEN_CLASS, CLASS_SPACE);
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

size_t cairn_regex_peek(struct reader* r, reg_syntax_t syntax) {
  if (r->at >= r->length) {
    set_token(r, TOKEN_END, 0);
    return 0;
  }
  const unsigned char c = character_at(r, r->at);
  const int operators = !(syntax & RE_LIMITED_OPS);
  set_token(r, TOKEN_CHARACTER, c);
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
      if (!(syntax & (RE_CONTEXT_INDEP_ANCHORS | RE_CARET_ANCHORS_HERE)) && r->at != 0 &&
          !(syntax & RE_NEWLINE_ALT && character_at(r, r->at - 1) == '\n'))
        return 1;
      set_token(r, TOKEN_PLACE, PLACE_LINE_BEGINS);
      return 1;
    case '$':
      if (!(syntax & RE_CONTEXT_INDEP_ANCHORS) && r->at + 1 != r->length) {
        ++r->at;
        cairn_regex_peek(r, syntax);
        --r->at;
        const int last = r->token == TOKEN_OR || r->token == TOKEN_CLOSE;
        set_token(r, TOKEN_CHARACTER, c);
        if (!last) return 1;
      }
      set_token(r, TOKEN_PLACE, PLACE_LINE_ENDS);
      return 1;
    default:
      return 1;
  }
}

size_t cairn_regex_peek_in_set(struct reader* r) {
  const reg_syntax_t syntax = r->e->syntax;
  if (r->at >= r->length) {
    set_token(r, BRACKET_END, 0);
    return 0;
  }
  const unsigned char c = character_at(r, r->at);
  const int another = r->at + 1 < r->length;
  set_token(r, BRACKET_CHARACTER, c);
  switch (c) {
    case '\\':
      if (!(syntax & RE_BACKSLASH_ESCAPE_IN_LISTS) || !another) return 1;
      r->c = character_at(r, r->at + 1);
      return 2;
    case '[': {
      const unsigned char kind = another ? character_at(r, r->at + 1) : 0;
      if (kind == '.') set_token(r, BRACKET_SYMBOL, kind);
      if (kind == '=') set_token(r, BRACKET_EQUAL, kind);
      if (kind == ':' && syntax & RE_CHAR_CLASSES) set_token(r, BRACKET_CLASS, kind);
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
