// Matches a text of ten characters against a pattern of the same line of input: characters, '.', '*', '+', '?', '^',
// '$', sets with ranges and negation; by backtracking.
#include <crest.h>
#include <stdio.h>

enum { pattern_length = 10, text_length = 10 };

static char pattern[pattern_length + 1], text[text_length + 1];

// The end of the element that begins at p, or 0 when the pattern is wrong.
static const char* element_end(const char* p) {
  if (*p == '\\') return p[1] != 0 ? p + 2 : 0;
  if (*p != '[') return p + 1;
  ++p;
  if (*p == '^') ++p;
  if (*p == ']') ++p;
  while (*p != ']') {
    if (*p == 0) return 0;
    ++p;
  }
  return p + 1;
}

static int in_set(const char* p, const char* after, char c) {
  int negated = 0, found = 0;
  if (*p == '^') {
    negated = 1;
    ++p;
  }
  for (; p < after - 1; ++p) {
    if (p[1] == '-' && p + 2 < after - 1) {
      if (c >= p[0] && c <= p[2]) found = 1;
      p += 2;
    } else if (*p == c) {
      found = 1;
    }
  }
  return found != negated;
}

static int match_one(const char* p, const char* after, char c) {
  if (c == 0) return 0;
  if (*p == '[') return in_set(p + 1, after, c);
  if (*p == '\\') return p[1] == c;
  return *p == '.' || *p == c;
}

static int match_here(const char* p, const char* t);

static int match_repeated(const char* p, const char* after, const char* rest, const char* t, int least) {
  int count = 0;
  while (match_one(p, after, t[count])) ++count;
  for (; count >= least; --count)
    if (match_here(rest, t + count)) return 1;
  return 0;
}

static int match_here(const char* p, const char* t) {
  if (*p == 0) return 1;
  if (*p == '$' && p[1] == 0) return *t == 0;
  const char* after = element_end(p);
  if (after == 0) return 0;
  switch (*after) {
    case '*':
      return match_repeated(p, after, after + 1, t, 0);
    case '+':
      return match_repeated(p, after, after + 1, t, 1);
    case '?':
      if (match_one(p, after, *t) && match_here(after + 1, t + 1)) return 1;
      return match_here(after + 1, t);
    default:
      return match_one(p, after, *t) && match_here(after, t + 1);
  }
}

static int match(void) {
  if (pattern[0] == '^') return match_here(pattern + 1, text);
  for (const char* t = text;; ++t) {
    if (match_here(pattern, t)) return 1;
    if (*t == 0) return 0;
  }
}

int main(void) {
  for (int i = 0; i < pattern_length; ++i) CREST_char(pattern[i]);
  for (int i = 0; i < text_length; ++i) CREST_char(text[i]);
  puts(match() ? "matches" : "does not match");
  return 0;
}
