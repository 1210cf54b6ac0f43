// Wide strings: made of bytes, searched, compared and made bytes again.
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <wchar.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, which);
  char text[8];
  wchar_t wide[6];
  wchar_t copy[16];
  cairn_symbolic(text, sizeof text, "text");
  cairn_symbolic(wide, sizeof wide, "wide");
  text[sizeof text - 1] = 0;
  wide[5] = 0;
  switch (which) {
    case 1:
      if (mbstowcs(copy, text, 16) != (size_t)-1 && wcscmp(copy, L"hello") == 0) reached(1);
      break;
    case 2:
      if (wcslen(wide) == 3 && wcschr(wide, L'q') == wide + 1) reached(2);
      if (wmemcmp(wide, L"test", 4) == 0) reached(3);
      break;
    case 3:
      wcscpy(copy, L"a");
      wcscat(copy, wide);
      if (wcsstr(copy, L"a\x20acz") != NULL) reached(4);
      break;
    case 4:
      if (wcstombs(text, wide, sizeof text) == 4 && strcmp(text, "wide") == 0) reached(5);
      break;
    case 5:
      if (wcsspn(wide, L"01") == 4 && wcswidth(wide, 5) == 5) reached(6);
  }
  return 0;
}
