/* A scanner over 24 bytes: classes of characters are common, keywords rare and easy, and nesting has to come out even.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cairn.h"

enum { SIZE = 24 };

static int keyword(const char* p, unsigned left) {
  static const char* const words[] = {"if", "else", "while", "return", "goto"};
  for (int i = 0; i < 5; ++i) {
    const unsigned length = (unsigned)strlen(words[i]);
    if (length > left) continue;
    unsigned k = 0;
    while (k < length && p[k] == words[i][k]) ++k;
    if (k == length) return i + 1;
  }
  return 0;
}

static unsigned number(const char* p, unsigned left, unsigned* value) {
  unsigned k = 0;
  *value = 0;
  while (k < left && p[k] >= '0' && p[k] <= '9') *value = *value * 10 + (unsigned)(p[k++] - '0');
  return k;
}

int main(void) {
  char text[SIZE];
  cairn_symbolic(text, sizeof text, "text");
  int depth = 0, deepest = 0, words = 0, letters = 0, high = 0;
  unsigned keywords = 0, sum = 0;
  for (unsigned i = 0; i < SIZE;) {
    const unsigned char c = (unsigned char)text[i];
    unsigned value;
    if (c >= 128) {
      ++high;
      ++i;
    } else if (c == '(' || c == '[' || c == '{') {
      if (++depth > deepest) deepest = depth;
      ++i;
    } else if (c == ')' || c == ']' || c == '}') {
      if (depth-- == 0) {
        puts("closes nothing");
        return 1;
      }
      ++i;
    } else if (c >= '0' && c <= '9') {
      i += number(text + i, SIZE - i, &value);
      sum += value;
    } else if ((c >= 'a' && c <= 'z') || c == '_') {
      const int which = keyword(text + i, SIZE - i);
      if (which) {
        keywords |= 1u << which;
        ++words;
        if (which == 5 && depth == 3) puts("goto, deep inside");
      }
      ++letters;
      ++i;
    } else if (c == '"') {
      do ++i;
      while (i < SIZE && text[i] != '"');
      if (i == SIZE) {
        puts("no end of string");
        return 1;
      }
      ++i;
    } else {
      ++i;
    }
  }
  if (depth == 0 && deepest > 1)
    puts("balanced");
  else if (depth > 0)
    puts("left open");
  if (high > 15)
    puts("hardly text");
  else if (high < 5)
    puts("text");
  if (letters > 4) puts("letters");
  if (sum == 1000)
    puts("a thousand");
  else if (sum > 100000)
    puts("a large sum");
  if (words == 1) puts("a keyword");
  if (words > 2) puts("keywords");
  if (keywords == (1u << 1 | 1u << 2)) puts("if and else");
  if (keywords & 1u << 4 && sum * 2654435761u >> 24 == 0x21) puts("returns something odd");
  return 0;
}
