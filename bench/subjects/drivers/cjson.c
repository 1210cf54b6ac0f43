// Reads JSON from standard input, prints it again formatted and unformatted, minified, and patched with itself.
#include "cJSON.h"

#include <stdio.h>
#include <stdlib.h>

#include "cJSON_Utils.h"

int main(void) {
  static char text[4096];
  const size_t n = fread(text, 1, sizeof text - 1, stdin);
  text[n] = 0;
  cJSON* json = cJSON_ParseWithLength(text, n);
  if (json == NULL) return 1;
  char* formatted = cJSON_Print(json);
  char* plain = cJSON_PrintUnformatted(json);
  if (formatted != NULL) puts(formatted);
  if (plain != NULL) puts(plain);
  cJSON* copy = cJSON_Duplicate(json, 1);
  cJSON* merged = cJSONUtils_MergePatch(copy, json);
  const int same = cJSON_Compare(json, merged, 1);
  cJSON_Minify(text);
  free(formatted);
  free(plain);
  cJSON_Delete(merged);
  cJSON_Delete(json);
  return same ? 0 : 2;
}
