/* Models of locale.h. The models know the C locale and step aside where it was left: by setlocale, by a thread of its
 * own accord (uselocale), or by a library. Recorded runs take the user's locale ("") for "C", whatever the environment
 * says; one that the program names is the program's to have. */
#include <locale.h>

#include "model.h"
#include "models.h"

int cairn_c_locale(int category) {
  const locale_t now = uselocale((locale_t)0);
  const char* name = now == LC_GLOBAL_LOCALE ? setlocale(category, NULL) : now->__names[category];
  return name[0] == 'C' && name[1] == 0; /* glibc's name of "POSIX" too */
}

char* __cairn_model_setlocale(int category, const char* name) {
  if (name == NULL) return setlocale(category, NULL);
  const int users = name[0] == 0;
  cairn_lose_string(name);
  return setlocale(category, users && cairn_recording() ? "C" : name);
}
