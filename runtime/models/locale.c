/* Models of locale.h. Recorded runs stay in the C locale, the one the models know: asking for the user's locale ("")
 * gives "C" there, any other one is not available. Without the engine the real setlocale decides, and models step aside
 * where it left the C locale. */
#include <locale.h>
#include <string.h>

#include "model.h"
#include "models.h"

/* Only setlocale changes it: a bit for each category that left the C locale. */
static unsigned foreign;

int cairn_c_locale(int category) { return (foreign >> category & 1) == 0; }

char* __cairn_model_setlocale(int category, const char* name) {
  char* result;
  if (name == NULL || !cairn_recording()) {
    result = setlocale(category, name);
  } else if (name[0] == 0 || __cairn_model_strcmp(name, "C") == 0 || __cairn_model_strcmp(name, "POSIX") == 0) {
    result = setlocale(category, "C");
  } else {
    result = NULL;
  }
  if (name == NULL || result == NULL) return result;
  foreign = 0;
  for (int i = 0; i <= LC_IDENTIFICATION; ++i) {
    const char* now = i == LC_ALL ? "C" : setlocale(i, NULL);
    if (now != NULL && strcmp(now, "C") != 0 && strcmp(now, "POSIX") != 0) foreign |= 1u << i;
  }
  return result;
}
