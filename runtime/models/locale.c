/* Models of locale.h. Recorded runs stay in the C locale, the one the models know: asking for the user's locale ("")
 * gives "C" there, any other one is not available. Without the engine the real setlocale decides, and models step aside
 * where the C locale was left: by setlocale, by a thread of its own accord (uselocale), or by a library. */
#include <locale.h>

#include "model.h"
#include "models.h"

int cairn_c_locale(int category) {
  const locale_t now = uselocale((locale_t)0);
  const char* name = now == LC_GLOBAL_LOCALE ? setlocale(category, NULL) : now->__names[category];
  return name[0] == 'C' && name[1] == 0; /* glibc's name of "POSIX" too */
}

char* __cairn_model_setlocale(int category, const char* name) {
  if (name == NULL || !cairn_recording()) return setlocale(category, name);
  const int known = name[0] == 0 || __cairn_model_strcmp(name, "C") == 0 || __cairn_model_strcmp(name, "POSIX") == 0;
  return known ? setlocale(category, "C") : NULL;
}
