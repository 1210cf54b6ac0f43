// Text substitution in the manner of the Software Tools: replace PATTERN SUBSTITUTION < lines
//
//   %  at the beginning: start of the line      $  at the end: end of the line      ?  any character
//   [abc] [a-z] [^a-z]   one of these, none of these        x*  any number of x        @n @t @x  newline, tab, x itself
//   in the substitution  &  what was matched
//
// The classical subject of search heuristics (Burnim and Sen, 2008), written anew: two patterns of ten characters and a
// line of twenty. With PATTERN_BYTES=5 the patterns are short enough for a bounded depth-first search.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef PATTERN_BYTES
#define PATTERN_BYTES 10
#endif
#define LINE_BYTES 20
#define MAX_ITEMS (PATTERN_BYTES + 1)
#define MAX_MEMBERS 64

enum kind { ITEM_CHARACTER, ITEM_ANY, ITEM_START, ITEM_END, ITEM_CLASS };

struct item {
  enum kind kind;
  int repeated;
  int negated;
  unsigned char character;
  int members;
  unsigned char member[MAX_MEMBERS];
};

struct pattern {
  int items;
  struct item item[MAX_ITEMS];
};

enum part_kind { PART_CHARACTER, PART_MATCH };

struct part {
  enum part_kind kind;
  unsigned char character;
};

struct substitution {
  int parts;
  struct part part[PATTERN_BYTES];
};

static int is_lower(unsigned char c) { return c >= 'a' && c <= 'z'; }
static int is_upper(unsigned char c) { return c >= 'A' && c <= 'Z'; }
static int is_digit(unsigned char c) { return c >= '0' && c <= '9'; }

// The character at *at, which may be escaped, and steps behind it. An escape at the very end means itself.
static unsigned char take_character(const char* text, int* at) {
  unsigned char c = (unsigned char)text[(*at)++];
  if (c != '@') return c;
  if (text[*at] == '\0') return '@';
  c = (unsigned char)text[(*at)++];
  if (c == 'n') return '\n';
  if (c == 't') return '\t';
  return c;
}

static int add_member(struct item* item, unsigned char c) {
  if (item->members >= MAX_MEMBERS) return 0;
  item->member[item->members++] = c;
  return 1;
}

// Both ends of a range must be letters of one case, or digits.
static int range_makes_sense(unsigned char from, unsigned char to) {
  if (from > to) return 0;
  if (is_lower(from) && is_lower(to)) return 1;
  if (is_upper(from) && is_upper(to)) return 1;
  if (is_digit(from) && is_digit(to)) return 1;
  return 0;
}

// text[*at] stands behind the '['. Zero when the class is not closed, or holds too much.
static int read_class(const char* text, int* at, struct item* item) {
  item->kind = ITEM_CLASS;
  item->members = 0;
  if (text[*at] == '^') {
    item->negated = 1;
    ++*at;
  }
  while (text[*at] != ']' && text[*at] != '\0') {
    unsigned char c = take_character(text, at);
    if (text[*at] == '-' && text[*at + 1] != ']' && text[*at + 1] != '\0') {
      int behind = *at + 1;
      unsigned char last = take_character(text, &behind);
      if (range_makes_sense(c, last)) {
        for (int member = c; member <= last; ++member) {
          if (!add_member(item, (unsigned char)member)) return 0;
        }
        *at = behind;
        continue;
      }
    }
    if (!add_member(item, c)) return 0;
  }
  if (text[*at] != ']') return 0;
  ++*at;
  return item->members > 0;
}

static int repeatable(const struct item* item) {
  switch (item->kind) {
    case ITEM_START:
    case ITEM_END:
      return 0;
    default:
      return !item->repeated;
  }
}

static int read_pattern(const char* text, struct pattern* pattern) {
  int at = 0;
  while (text[at] != '\0') {
    if (text[at] == '*' && pattern->items > 0 && repeatable(&pattern->item[pattern->items - 1])) {
      pattern->item[pattern->items - 1].repeated = 1;
      ++at;
      continue;
    }
    if (pattern->items >= MAX_ITEMS) return 0;
    struct item* item = &pattern->item[pattern->items++];
    memset(item, 0, sizeof *item);
    if (text[at] == '?') {
      item->kind = ITEM_ANY;
      ++at;
    } else if (text[at] == '%' && at == 0) {
      item->kind = ITEM_START;
      ++at;
    } else if (text[at] == '$' && text[at + 1] == '\0') {
      item->kind = ITEM_END;
      ++at;
    } else if (text[at] == '[') {
      ++at;
      if (!read_class(text, &at, item)) return 0;
    } else {
      item->kind = ITEM_CHARACTER;
      item->character = take_character(text, &at);
    }
  }
  return 1;
}

static int read_substitution(const char* text, struct substitution* substitution) {
  int at = 0;
  while (text[at] != '\0') {
    if (substitution->parts >= PATTERN_BYTES) return 0;
    struct part* part = &substitution->part[substitution->parts++];
    if (text[at] == '&') {
      part->kind = PART_MATCH;
      ++at;
    } else {
      part->kind = PART_CHARACTER;
      part->character = take_character(text, &at);
    }
  }
  return 1;
}

static int in_class(const struct item* item, unsigned char c) {
  for (int i = 0; i < item->members; ++i) {
    if (item->member[i] == c) return 1;
  }
  return 0;
}

// The characters one item takes at this place: 0 or 1; -1 when it does not match.
static int match_item(const struct item* item, const char* line, int at) {
  unsigned char c = (unsigned char)line[at];
  switch (item->kind) {
    case ITEM_START:
      return at == 0 ? 0 : -1;
    case ITEM_END:
      return c == '\0' || c == '\n' ? 0 : -1;
    case ITEM_ANY:
      return c != '\0' && c != '\n' ? 1 : -1;
    case ITEM_CLASS:
      if (c == '\0' || c == '\n') return -1;
      return in_class(item, c) != item->negated ? 1 : -1;
    case ITEM_CHARACTER:
      return c != '\0' && c == item->character ? 1 : -1;
  }
  abort();
}

// The end of the match of the items from this one on, or -1. Repeated items take as much as they can, then give back.
static int match_here(const struct pattern* pattern, int number, const char* line, int at) {
  for (; number < pattern->items; ++number) {
    const struct item* item = &pattern->item[number];
    if (item->repeated) {
      int last = at;
      while (match_item(item, line, last) > 0) ++last;
      for (; last >= at; --last) {
        int end = match_here(pattern, number + 1, line, last);
        if (end >= 0) return end;
      }
      return -1;
    }
    int taken = match_item(item, line, at);
    if (taken < 0) return -1;
    at += taken;
  }
  return at;
}

static void put_substitution(const struct substitution* substitution, const char* line, int from, int to) {
  for (int i = 0; i < substitution->parts; ++i) {
    const struct part* part = &substitution->part[i];
    if (part->kind == PART_MATCH) {
      for (int k = from; k < to; ++k) putchar(line[k]);
    } else {
      putchar(part->character);
    }
  }
}

static int replace_in_line(const struct pattern* pattern, const struct substitution* substitution, const char* line) {
  int replaced = 0;
  int last = -1;
  for (int at = 0; line[at] != '\0';) {
    int end = match_here(pattern, 0, line, at);
    if (end >= 0 && end != last) {
      put_substitution(substitution, line, at, end);
      last = end;
      ++replaced;
    }
    if (end < 0 || end == at) {
      putchar(line[at]);
      ++at;
    } else {
      at = end;
    }
  }
  return replaced;
}

static int read_line(char* line) {
  int length = 0;
  while (length < LINE_BYTES) {
    int c = getchar();
    if (c == EOF || c == '\0') break;
    line[length++] = (char)c;
    if (c == '\n') break;
  }
  line[length] = '\0';
  return length;
}

int main(int argc, char** argv) {
  static struct pattern pattern;
  static struct substitution substitution;
  char line[LINE_BYTES + 1];
  if (argc < 2) {
    puts("usage: replace pattern [substitution]");
    return 2;
  }
  if (argv[1][0] == '\0' || strlen(argv[1]) > PATTERN_BYTES || !read_pattern(argv[1], &pattern)) {
    puts("replace: the pattern makes no sense");
    return 2;
  }
  if (argc > 2 && (strlen(argv[2]) > PATTERN_BYTES || !read_substitution(argv[2], &substitution))) {
    puts("replace: the substitution makes no sense");
    return 2;
  }
  int replaced = 0;
  while (read_line(line) > 0) replaced += replace_in_line(&pattern, &substitution, line);
  return replaced > 0 ? 0 : 1;
}
