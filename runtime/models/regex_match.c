/* Where an expression matches. It is turned into steps, and all ways through them are followed at the same time, a
 * character after the other (Thompson, Regular Expression Search Algorithm, CACM 1968). So each character is compared
 * with whatever may stand there, once: from these comparisons follows all that glibc may say, groups included. What
 * refers back to groups is tried way by way. */
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "model.h"
#include "models.h"
#include "regex.h"

enum op { OP_CHARACTER, OP_ANY, OP_SET, OP_SAME, OP_PLACE, OP_FORK, OP_JUMP, OP_OPEN, OP_CLOSE, OP_MATCH };

struct step {
  unsigned char op;
  unsigned char what;
  short node;      /* of the expression */
  short question;  /* the first step that asks the same of a character */
  short to, other; /* OP_FORK, OP_JUMP; OP_OPEN, OP_CLOSE, OP_SAME: `to` is the group */
};

enum {
  kSteps = 1024,
  kGroups = 16,        /* that back references may see: nine of them */
  kPlaces = 4096,      /* of the text */
  kAnswers = 1 << 18,  /* a step at a place */
  kMostWork = 1 << 20, /* steps at places, at the most */
  kMostTries = 20000   /* with back references */
};

/* An answer is asked for once: the same question twice would be two branches. */
enum { UNKNOWN, NO, YES };

/* Only the thread that records comes here. */
static struct matcher {
  const struct cairn_regex* e;
  const struct cairn_regex_text* text;
  long places;
  int steps;
  int overflow;
  unsigned now, work;
  unsigned seen[kSteps]; /* by step: `now` when it is in the list */
  short ways[2][kSteps];
  int count[2];
  long longest;
  long begins[kGroups], ends[kGroups], looped[kSteps];
  struct step step[kSteps];
  unsigned char answers[kAnswers]; /* by step and place; the first one is of those that have no room, too */
  unsigned char words[kPlaces], newlines[kPlaces];
} m;

/* ---- Steps ---- */

static int emit(int op, int what) {
  if (m.steps == kSteps) {
    m.overflow = 1;
    return 0;
  }
  struct step* const s = &m.step[m.steps];
  s->op = (unsigned char)op;
  s->what = (unsigned char)what;
  s->node = s->to = s->other = 0;
  s->question = (short)m.steps;
  return m.steps++;
}

/* Asks something of a character. Whether a symbolic one is the same as another is nobody's question. */
static void emit_question(int op, int number) {
  const struct cairn_regex_node* const node = &m.e->node[number];
  const int at = emit(op, node->what);
  m.step[at].node = (short)number;
  if (cairn_is_symbolic(&node->what, 1)) return;
  for (int i = 0; i < at; ++i) {
    const struct step* const s = &m.step[i];
    if (s->op != op || (op == OP_SET && s->node != number)) continue;
    if (op == OP_CHARACTER && (cairn_is_symbolic(&s->what, 1) || s->what != node->what)) continue;
    m.step[at].question = (short)i;
    return;
  }
}

static int emit_to(int op, int to) {
  const int at = emit(op, 0);
  m.step[at].to = (short)to;
  return at;
}

static void emit_node(int number);

/* Once, or not at all; `at` is the way around it. */
static int begin_choice(void) {
  const int at = emit(OP_FORK, 0);
  m.step[at].to = (short)m.steps;
  return at;
}
static void end_choice(int at) { m.step[at].other = (short)m.steps; }

static void emit_repeat(const struct cairn_regex_node* node) {
  for (int i = 0; i < node->least && !m.overflow; ++i) emit_node(node->left);
  if (node->most == -1) {
    const int choice = begin_choice();
    emit_node(node->left);
    emit_to(OP_JUMP, choice);
    end_choice(choice);
    return;
  }
  const int begin = m.steps;
  for (int i = node->least; i < node->most && !m.overflow; ++i) {
    const int choice = begin_choice();
    m.step[choice].what = 1;
    emit_node(node->left);
  }
  /* Each way around leads behind them all. */
  for (int i = begin; i < m.steps; ++i)
    if (m.step[i].op == OP_FORK && m.step[i].what == 1) {
      m.step[i].what = 0;
      end_choice(i);
    }
}

static void emit_node(int number) {
  const struct cairn_regex_node* const node = &m.e->node[number];
  if (m.overflow) return;
  switch (node->kind) {
    case REGEX_EMPTY:
      return;
    case REGEX_CHARACTER:
      emit_question(OP_CHARACTER, number);
      return;
    case REGEX_ANY:
      emit_question(OP_ANY, number);
      return;
    case REGEX_SET:
      emit_question(OP_SET, number);
      return;
    case REGEX_PLACE:
      emit(OP_PLACE, node->what);
      return;
    case REGEX_SAME:
      emit_to(OP_SAME, node->least);
      return;
    case REGEX_THEN:
      emit_node(node->left);
      emit_node(node->right);
      return;
    case REGEX_EITHER: {
      const int choice = begin_choice();
      emit_node(node->left);
      const int jump = emit(OP_JUMP, 0);
      end_choice(choice);
      emit_node(node->right);
      m.step[jump].to = (short)m.steps;
      return;
    }
    case REGEX_REPEAT:
      emit_repeat(node);
      return;
    default:
      if (m.e->refers && node->least < kGroups) emit_to(OP_OPEN, node->least);
      emit_node(node->left);
      if (m.e->refers && node->least < kGroups) emit_to(OP_CLOSE, node->least);
      return;
  }
}

/* ---- Questions about characters ---- */

static unsigned char at(long place) {
  return (unsigned char)cairn_regex_translated(m.e, (unsigned char)m.text->text[place]);
}

/* Two functions, so that the optimiser keeps a branch and the answer has no label. */
__attribute__((noinline)) static void note_yes(unsigned char* known) { *known = YES; }
__attribute__((noinline)) static void note_no(unsigned char* known) { *known = NO; }

static int settle(unsigned char* known, int answer) {
  if (answer)
    note_yes(known);
  else
    note_no(known);
  return *known == YES;
}

static int is_newline(long place) {
  unsigned char* const known = &m.newlines[place];
  return *known == UNKNOWN ? settle(known, at(place) == '\n') : *known == YES;
}

static int of_class(int class, unsigned char c) {
  switch (class) {
    case CLASS_ALNUM:
      return __cairn_model_isalnum(c);
    case CLASS_SPACE:
      return __cairn_model_isspace(c);
    case CLASS_WORD:
      return __cairn_model_isalnum(c) | (c == '_');
    case CLASS_ALPHA:
      return __cairn_model_isalpha(c);
    case CLASS_DIGIT:
      return __cairn_model_isdigit(c);
    case CLASS_UPPER:
      return __cairn_model_isupper(c);
    case CLASS_LOWER:
      return __cairn_model_islower(c);
    case CLASS_PUNCT:
      return __cairn_model_ispunct(c);
    case CLASS_PRINT:
      return __cairn_model_isprint(c);
    case CLASS_GRAPH:
      return __cairn_model_isgraph(c);
    case CLASS_CNTRL:
      return __cairn_model_iscntrl(c);
    case CLASS_XDIGIT:
      return __cairn_model_isxdigit(c);
    default:
      return __cairn_model_isblank(c);
  }
}

static int in_word(long place) {
  if (place < 0 || place >= m.text->length) return 0;
  unsigned char* const known = &m.words[place];
  return *known == UNKNOWN ? settle(known, of_class(CLASS_WORD, at(place))) : *known == YES;
}

/* One branch, however many items there are. */
static int in_set(const struct cairn_regex_node* set, unsigned char c) {
  int inside = 0;
  for (int i = set->least; i < set->most; ++i) {
    const struct cairn_regex_item* const item = &m.e->item[i];
    if (item->kind != CLASS_NONE)
      inside |= of_class(item->kind, c) != 0;
    else
      inside |= (item->low <= c) & (c <= item->high);
  }
  return inside != set->what;
}

static int ask(const struct step* s, long place) {
  const unsigned char c = at(place);
  if (s->op == OP_CHARACTER) return c == s->what;
  if (s->op == OP_SET) return in_set(&m.e->node[s->node], c);
  const reg_syntax_t syntax = m.e->syntax;
  if (!(syntax & RE_DOT_NEWLINE) && is_newline(place)) return 0;
  return !(syntax & RE_DOT_NOT_NULL) || c != 0;
}

/* Whether the step takes the character at the place. */
static int takes(int number, long place) {
  const struct step* const s = &m.step[number];
  const long question = s->question * m.places + place;
  unsigned char* const known = &m.answers[question < kAnswers ? question : 0];
  if (question >= kAnswers) *known = UNKNOWN;
  return *known == UNKNOWN ? settle(known, ask(s, place)) : *known == YES;
}

static int holds(int where, long place) {
  const struct cairn_regex_text* const text = m.text;
  switch (where) {
    case PLACE_LINE_BEGINS:
      return place == 0 ? !text->not_bol : text->lines && is_newline(place - 1);
    case PLACE_LINE_ENDS:
      return place == text->length ? !text->not_eol : text->lines && is_newline(place);
    case PLACE_TEXT_BEGINS:
      return place == 0;
    case PLACE_TEXT_ENDS:
      return place == text->length;
    case PLACE_WORD_BEGINS:
      return !in_word(place - 1) && in_word(place);
    case PLACE_WORD_ENDS:
      return in_word(place - 1) && !in_word(place);
    case PLACE_AT_WORD:
      return in_word(place - 1) != in_word(place);
    default:
      return in_word(place - 1) == in_word(place);
  }
}

/* ---- All ways at the same time ---- */

static void go(int list, int number, long place) {
  for (;;) {
    const struct step* const s = &m.step[number];
    if (m.seen[number] == m.now) return;
    m.seen[number] = m.now;
    ++m.work;
    switch (s->op) {
      case OP_FORK:
        go(list, s->to, place);
        number = s->other;
        break;
      case OP_JUMP:
        number = s->to;
        break;
      case OP_PLACE:
        if (!holds(s->what, place)) return;
        ++number;
        break;
      case OP_MATCH:
        m.longest = place;
        return;
      default:
        m.ways[list][m.count[list]++] = (short)number;
        return;
    }
  }
}

static void follow_all(long begin) {
  int list = 0;
  m.count[0] = 0;
  ++m.now;
  go(0, 0, begin);
  for (long place = begin; place < m.text->length && m.count[list] > 0 && m.work < kMostWork; ++place) {
    m.count[!list] = 0;
    ++m.now;
    for (int i = 0; i < m.count[list]; ++i)
      if (takes(m.ways[list][i], place)) go(!list, m.ways[list][i] + 1, place + 1);
    list = !list;
  }
}

/* ---- One way after the other ---- */

static void follow_each(int number, long place) {
  if (++m.work > kMostTries) return;
  const struct step* const s = &m.step[number];
  switch (s->op) {
    case OP_MATCH:
      if (place > m.longest) m.longest = place;
      return;
    case OP_JUMP:
      follow_each(s->to, place);
      return;
    case OP_FORK: {
      const long before = m.looped[number];
      if (before != place) { /* not around an empty loop */
        m.looped[number] = place;
        follow_each(s->to, place);
        m.looped[number] = before;
      }
      follow_each(s->other, place);
      return;
    }
    case OP_OPEN: {
      const long before = m.begins[s->to];
      m.begins[s->to] = place;
      follow_each(number + 1, place);
      m.begins[s->to] = before;
      return;
    }
    case OP_CLOSE: {
      const long before = m.ends[s->to];
      m.ends[s->to] = place;
      follow_each(number + 1, place);
      m.ends[s->to] = before;
      return;
    }
    case OP_SAME: {
      const long begin = m.begins[s->to], length = m.ends[s->to] - begin;
      if (m.ends[s->to] < 0 || length < 0 || place + length > m.text->length) return;
      for (long i = 0; i < length; ++i)
        if (at(begin + i) != at(place + i)) return;
      follow_each(number + 1, place + length);
      return;
    }
    case OP_PLACE:
      if (holds(s->what, place)) follow_each(number + 1, place);
      return;
    default:
      if (place < m.text->length && takes(number, place)) follow_each(number + 1, place + 1);
      return;
  }
}

/* ---- The search ---- */

static int prepare(const struct cairn_regex* e, const struct cairn_regex_text* text) {
  if (text->length >= kPlaces) return 0;
  m.e = e;
  m.text = text;
  m.places = text->length + 1;
  m.steps = m.overflow = 0;
  m.work = 0;
  emit_node(e->root);
  emit(OP_MATCH, 0);
  if (m.overflow) return 0;
  const long answers = m.steps * m.places;
  memset(m.answers, UNKNOWN, (size_t)(answers < kAnswers ? answers : kAnswers));
  memset(m.words, UNKNOWN, (size_t)m.places);
  memset(m.newlines, UNKNOWN, (size_t)m.places);
  if (e->refers) {
    memset(m.begins, -1, sizeof m.begins);
    memset(m.ends, -1, sizeof m.ends);
    memset(m.looped, -1, sizeof m.looped);
  }
  return 1;
}

long cairn_regex_search(const struct cairn_regex* e, const struct cairn_regex_text* text, long from, long to,
                        long* end) {
  if (!prepare(e, text)) return kRegexGivenUp;
  for (long begin = from;; begin += from <= to ? 1 : -1) {
    m.longest = -1;
    if (e->refers)
      follow_each(0, begin);
    else
      follow_all(begin);
    if (m.work >= (e->refers ? kMostTries : kMostWork)) return kRegexGivenUp;
    if (m.longest >= 0) {
      *end = m.longest;
      return begin;
    }
    if (begin == to) return kRegexNone;
  }
}
