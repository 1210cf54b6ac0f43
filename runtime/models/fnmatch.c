/* A model of fnmatch in the C locale: * ? \ and sets of characters. Patterns with classes ([:alpha:] and the like) or
 * extended operators are glibc's. */
#include <fnmatch.h>
#include <string.h>

#include "model.h"
#include "models.h"

static int folded(char c, int flags) {
  const unsigned char u = (unsigned char)c;
  return flags & FNM_CASEFOLD ? u + (((unsigned)u - 'A' < 26u) << 5) : u;
}

/* Behind the bracket that ends the set beginning at p (behind its first bracket), NULL if there is none. */
static const char* set_end(const char* p, int flags) {
  if (*p == '!' || *p == '^') ++p;
  for (int first = 1;; first = 0) {
    if (*p == 0) return NULL;
    if (*p == ']' && !first) return p + 1;
    if (*p == '\\' && !(flags & FNM_NOESCAPE)) {
      if (*++p == 0) return NULL;
    }
    ++p;
  }
}

static int in_set(const char* p, const char* end, char c, int flags) {
  const int negated = *p == '!' || *p == '^';
  if (negated) ++p;
  const int wanted = folded(c, flags);
  int inside = 0;
  do {
    if (*p == '\\' && !(flags & FNM_NOESCAPE)) ++p;
    const char low = *p++;
    char high = low;
    if (*p == '-' && p[1] != ']') {
      ++p;
      if (*p == '\\' && !(flags & FNM_NOESCAPE)) ++p;
      high = *p++;
    }
    const int from = folded(low, flags);
    const int to = folded(high, flags);
    if (from <= to) inside |= (unsigned)(wanted - from) <= (unsigned)(to - from);
  } while (p < end - 1);
  return inside != negated;
}

/* A place where a star of the pattern is met: p stands behind it. */
struct star {
  const char* p;
  const char* s;
  int period;
};

enum { GO_ON = -1 };

static int match(const char* p, const char* s, int period, int flags, struct star* next);

/* The first place where what stands behind the star matches up to the next star is as good as any later one: GO_ON, and
 * the star is the next one. Otherwise the result. */
static int match_star(struct star* star, int flags) {
  const int path = flags & FNM_PATHNAME;
  const char* p = star->p;
  const char* s = star->s;
  int period = star->period;
  if (*s == '.' && period) return FNM_NOMATCH;
  for (; *p == '*' || *p == '?'; ++p) {
    if (*p == '*') continue;
    if (*s == 0 || (*s == '/' && path)) return FNM_NOMATCH;
    ++s;
  }
  if (*p == 0) {
    if (!path || flags & FNM_LEADING_DIR) return 0;
    return __cairn_model_strchr(s, '/') == NULL ? 0 : FNM_NOMATCH;
  }
  if (*p == '/' && path) {
    while (*s != 0 && *s != '/') ++s;
    return *s == '/' && match(p + 1, s + 1, flags & FNM_PERIOD, flags, NULL) == 0 ? 0 : FNM_NOMATCH;
  }
  const int rest = path ? flags : flags & ~FNM_PERIOD;
  star->p = NULL;
  for (; *s != 0 && !(*s == '/' && path); ++s, period = 0)
    if (match(p, s, period, rest, star) == 0) return star->p == NULL ? 0 : GO_ON;
  return FNM_NOMATCH;
}

/* With `next`, what stands in front of the first star: where that is met is stored there. */
static int match(const char* p, const char* s, int period, int flags, struct star* next) {
  const int path = flags & FNM_PATHNAME;
  for (; *p != 0; ++s) {
    char c = *p++;
    if (c == '*') {
      struct star star = {p, s, period};
      if (next != NULL) {
        *next = star;
        return 0;
      }
      int result;
      do result = match_star(&star, flags);
      while (result == GO_ON);
      return result;
    }
    const char* end = c == '[' ? set_end(p, flags) : NULL;
    if (c == '?' || end != NULL) {
      if (*s == 0 || (*s == '/' && path) || (*s == '.' && period)) return FNM_NOMATCH;
      if (end != NULL) {
        if (!in_set(p, end, *s, flags)) return FNM_NOMATCH;
        p = end;
      }
    } else {
      if (c == '\\' && !(flags & FNM_NOESCAPE)) {
        c = *p++;
        if (c == 0) return FNM_NOMATCH;
      }
      if (*s == 0 || folded(*s, flags) != folded(c, flags)) return FNM_NOMATCH;
    }
    period = c == '/' && path ? flags & FNM_PERIOD : 0;
  }
  if (*s == 0) return 0;
  return flags & FNM_LEADING_DIR && *s == '/' ? 0 : FNM_NOMATCH;
}

int __cairn_model_fnmatch(const char* pattern, const char* s, int flags) {
  int ours = cairn_c_locale(LC_CTYPE) && cairn_c_locale(LC_COLLATE) && !(flags & FNM_EXTMATCH);
  for (const char* p = pattern; ours && *p != 0; ++p)
    if (*p == '[' && (p[1] == ':' || p[1] == '.' || p[1] == '=')) ours = 0;
  if (ours) return match(pattern, s, flags & FNM_PERIOD, flags, NULL);
  cairn_lose_string(pattern);
  cairn_lose_string(s);
  return fnmatch(pattern, s, flags);
}
