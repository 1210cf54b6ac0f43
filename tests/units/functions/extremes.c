/* Names longer than that of an input may be, a result larger than a pipe holds, and an object that realloc gives back.
 */
#include <stdlib.h>

struct large {
  int first;
  char rest[100000];
};

struct large* large_or_none(int x) {
  static struct large one;
  one.first = x;
  if (x == 5) return NULL;
  return &one;
}

int pick(int a_parameter_name_that_is_longer_than_forty_seven_characters) {
  if (a_parameter_name_that_is_longer_than_forty_seven_characters == 12345) return 1;
  return 0;
}

int behind(
    const int*
        pointer_with_a_name_of_one_hundred_and_twenty_characters_which_is_longer_than_two_names_of_inputs_put_together_are) {
  const int* p =
      pointer_with_a_name_of_one_hundred_and_twenty_characters_which_is_longer_than_two_names_of_inputs_put_together_are;
  if (p != NULL && *p == 7) return 1;
  return 0;
}

int dropped(char* p, int n) {
  if (p == NULL) return 0;
  p = realloc(p, n == 3 ? 0 : 64);
  if (p == NULL) return 1;
  free(p);
  return 2;
}
