// Strings and character classes: what the models compare, the search can reach.
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "probe.h"

int main(void) {
  char s[6];
  INPUT(uint8_t, which);
  cairn_symbolic(s, sizeof s, "s");
  s[5] = 0;
  char copy[6];
  switch (which) {
    case 1:
      if (strcasecmp(s, "HeL") == 0 && s[0] == 'H') reached(1);
      break;
    case 2: {
      stpcpy(copy, s);
      char* rest;
      char* word = strtok_r(copy, ",", &rest);
      if (word != NULL && strcmp(word, "a") == 0 && strcmp(rest, "c") == 0) reached(2);
      break;
    }
    case 3:
      if (strspn(s, "xy") == 3) reached(3);
      break;
    case 4:
      if (isupper((unsigned char)s[4]) && tolower((unsigned char)s[4]) == 'q') reached(4);
      if (ispunct((unsigned char)s[3]) && !isgraph((unsigned char)s[2])) reached(5);
      break;
    case 5: /* what glibc's macros look up */
      if (((*__ctype_b_loc())[(unsigned char)s[0]] & (unsigned short)_ISpunct) != 0 && s[0] > 'z') reached(6);
      break;
  }
  return 0;
}
