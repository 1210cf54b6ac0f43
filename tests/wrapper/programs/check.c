#include "check.h"

int check_input(const unsigned char* input) {
  if (input[0] == 'o' && input[1] == 'k') return 1;
  if ((unsigned char)(input[2] + input[3]) == 200 && input[2] == 77) return 2;
  return 0;
}
