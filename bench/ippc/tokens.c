// Prints the tokens of a line of forty characters: identifiers, keywords, numbers, strings, character constants,
// comments, operators, and what is wrong.
#include <crest.h>
#include <stdio.h>
#include <string.h>

enum { length = 40 };

enum token { end, keyword, identifier, number, string, character, special, comment, error };

static char text[length + 1];
static int at;

static int letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int digit(char c) { return c >= '0' && c <= '9'; }

static enum token word(void) {
  static const char* const keywords[] = {"and", "or", "if", "xor", "lambda"};
  char name[length + 1];
  int n = 0;
  while (letter(text[at]) || digit(text[at])) name[n++] = text[at++];
  name[n] = 0;
  for (unsigned i = 0; i < sizeof keywords / sizeof *keywords; ++i) {
    const char* k = keywords[i];
    int same = 0;
    while (k[same] != 0 && k[same] == name[same]) ++same;
    if (k[same] == 0 && name[same] == 0) return keyword;
  }
  return identifier;
}

static enum token numeral(void) {
  while (digit(text[at])) ++at;
  if (text[at] == '.') {
    ++at;
    if (!digit(text[at])) return error;
    while (digit(text[at])) ++at;
  }
  if (letter(text[at])) return error;
  return number;
}

static enum token quoted(void) {
  for (++at; text[at] != '"'; ++at) {
    if (text[at] == 0 || text[at] == '\n') return error;
    if (text[at] == '\\' && text[at + 1] != 0) ++at;
  }
  ++at;
  return string;
}

static enum token constant(void) {
  ++at;
  if (text[at] == 0) return error;
  if (text[at] == '\\') {
    ++at;
    if (text[at] != 'n' && text[at] != 't' && text[at] != '\\') return error;
  }
  ++at;
  return character;
}

static enum token next(void) {
  while (text[at] == ' ' || text[at] == '\t' || text[at] == '\n') ++at;
  char c = text[at];
  if (c == 0) return end;
  if (letter(c)) return word();
  if (digit(c)) return numeral();
  if (c == '"') return quoted();
  if (c == '#') return constant();
  if (c == ';') {
    while (text[at] != 0 && text[at] != '\n') ++at;
    return comment;
  }
  ++at;
  switch (c) {
    case '(':
    case ')':
    case '[':
    case ']':
    case '\'':
    case '`':
    case ',':
      return special;
    case '=':
      if (text[at] == '>') ++at;
      return special;
    case '<':
    case '>':
      if (text[at] == '=') ++at;
      return special;
    default:
      return error;
  }
}

int main(void) {
  static const char* const names[] = {"end",       "keyword", "identifier", "number", "string",
                                      "character", "special", "comment",    "error"};
  for (int i = 0; i < length; ++i) CREST_char(text[i]);
  for (enum token t = next();; t = next()) {
    puts(names[t]);
    if (t == end) break;
  }
  return 0;
}
