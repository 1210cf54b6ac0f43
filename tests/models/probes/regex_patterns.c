// Regular expressions that are input themselves: what they mean, and why they mean nothing.
// expect: stdin 3
#include <regex.h>
#include <stdio.h>
#include <unistd.h>

#include "probe.h"

int main(void) {
  char pattern[4];
  const ssize_t length = read(0, pattern, 3);
  if (length < 1) return 0;
  pattern[length] = 0;
  regex_t made;
  regmatch_t where;
  switch (regcomp(&made, pattern, REG_EXTENDED)) {
    case 0:
      if (regexec(&made, "yyyz", 1, &where, 0) == 0) {
        if (where.rm_eo == 3) reached(1);
        if (where.rm_so == 3 && where.rm_eo == 4 && length == 3) reached(2);
      }
      regfree(&made);
      break;
    case REG_EBRACK:
      reached(3);
      break;
    case REG_ESUBREG:
      reached(4);
      break;
    case REG_EPAREN:
      reached(5);
      break;
    case REG_EESCAPE:
      reached(6);
      break;
  }
  return 0;
}
