// Regular expressions: texts that match a pattern, and where.
// expect: stdin 5
#define _GNU_SOURCE
#include <regex.h>
#include <stdio.h>
#include <unistd.h>

#include "probe.h"

static regex_t made;
static regmatch_t where[2];

static int matches(const char* pattern, const char* text, int flags) {
  if (regcomp(&made, pattern, flags) != 0) return 0;
  const int found = regexec(&made, text, flags & REG_NOSUB ? 0 : 2, where, 0) == 0;
  regfree(&made);
  return found;
}

static void search_as_gnu(const char* text, regoff_t length) {
  struct re_pattern_buffer buffer = {0};
  struct re_registers registers = {0};
  re_syntax_options = RE_SYNTAX_GREP;
  if (re_compile_pattern("b\\w*!", 5, &buffer) != NULL) return;
  if (re_search(&buffer, text, length, length, -length, &registers) == 1) {
    reached(5);
    if (registers.end[0] == 4) reached(6);
  }
  if (re_match(&buffer, text, length, 0, NULL) == 3) reached(7);
  regfree(&buffer);
}

int main(void) {
  char text[6];
  const ssize_t length = read(0, text, 5);
  if (length < 1) return 0;
  text[length] = 0;
  switch (text[0]) {
    case '1':
      if (matches("^([ab]+)@[[:digit:]]$", text + 1, REG_EXTENDED)) {
        reached(1);
        if (where[1].rm_eo == 2) reached(2);
      }
      break;
    case '2':
      if (matches("\\(.\\)-\\1", text + 1, 0) && text[1 + where[1].rm_so] == 'q') reached(3);
      break;
    case '3':
      if (matches("(on|tw)\\b", text + 1, REG_EXTENDED | REG_ICASE | REG_NOSUB) && text[1] == '/') reached(4);
      break;
    case 'g':
      search_as_gnu(text + 1, (regoff_t)length - 1);
      break;
  }
  return 0;
}
