/* Characters and strings. */
#include <ctype.h>
#include <string.h>

int count_vowels(const char* s) {
  int n = 0;
  if (!s) return -1;
  for (; *s; ++s) {
    switch (*s) {
      case 'a':
      case 'e':
      case 'i':
      case 'o':
      case 'u':
        ++n;
        break;
      default:
        break;
    }
  }
  return n;
}

int is_palindrome(const char* s) {
  if (!s) return 0;
  int i = 0, k = (int)strlen(s) - 1;
  while (i < k)
    if (s[i++] != s[k--]) return 0;
  return 1;
}

void upper(char* s) {
  if (!s) return;
  for (; *s; ++s)
    if (*s >= 'a' && *s <= 'z') *s = (char)(*s - 'a' + 'A');
}

int parse_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

int parse_number(const char* text) {
  int value = 0;
  if (!text || !*text) return -1;
  for (; *text; ++text) {
    if (*text < '0' || *text > '9') return -1;
    if (value > 9999) return -2;
    value = value * 10 + (*text - '0');
  }
  return value;
}

int command(const char* word) {
  if (strcmp(word, "go") == 0) return 1;
  if (strcmp(word, "stop") == 0) return 2;
  if (strncmp(word, "re", 2) == 0) return 3;
  return 0;
}

const char* find_extension(const char* name) {
  const char* dot = NULL;
  if (!name) return NULL;
  for (; *name; ++name) {
    if (*name == '.') dot = name + 1;
    if (*name == '/') dot = NULL;
  }
  return dot;
}

const char* color_name(int code) {
  if (code == 7) return "red";
  if (code == 9) return "blue";
  return "none";
}

static int trim(char* s) {
  int n = (int)strlen(s);
  while (n > 0 && s[n - 1] == ' ') s[--n] = 0;
  return n;
}
