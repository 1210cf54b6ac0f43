/* Models of the functions that take names of files apart: libgen.h, and the basename of string.h. */
#include <string.h>

#include "model.h"
#include "models.h"

extern char* __xpg_basename(char* path);
extern char* dirname(char* path);

char* __cairn_model_basename(const char* path) {
  char* slash = __cairn_model_strrchr(path, '/');
  return slash != NULL ? slash + 1 : (char*)path;
}

/* Without the slashes at its end; 0: it has nothing else. */
static size_t without_slashes(const char* path, size_t length) {
  while (length > 0 && path[length - 1] == '/') --length;
  return length;
}

static size_t begin_of_last(const char* path, size_t length) {
  while (length > 0 && path[length - 1] != '/') --length;
  return length;
}

char* __cairn_model___xpg_basename(char* path) {
  if (path == NULL || *path == 0) return __xpg_basename(NULL); /* "." */
  const size_t length = __cairn_model_strlen(path);
  const size_t end = without_slashes(path, length);
  if (end == 0) return path + length - 1;
  if (end < length) path[end] = 0;
  return path + begin_of_last(path, end);
}

/* Two slashes at the beginning, and no third, may name a root of their own. */
char* __cairn_model_dirname(char* path) {
  if (path == NULL || *path == 0) return dirname(NULL); /* "." */
  const size_t all = __cairn_model_strlen(path);
  const size_t begin = begin_of_last(path, without_slashes(path, all));
  size_t length = without_slashes(path, begin);
  if (begin == 0 && *path != '/') return dirname(NULL);
  if (length == 0) length = path[1] == '/' && path[2] != '/' ? 2 : 1;
  path[length] = 0;
  return path;
}
