/* cJSON: parse, print, and take apart again. */
#include <stdint.h>
#include <stdlib.h>

#include "cJSON.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  cJSON* json = cJSON_ParseWithLength((const char*)data, size);
  if (json == NULL) return 0;
  free(cJSON_Print(json));
  free(cJSON_PrintUnformatted(json));
  cJSON_Delete(json);
  return 0;
}
