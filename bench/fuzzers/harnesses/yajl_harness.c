/* yajl: comments and several values are allowed, so that more of the grammar counts. */
#include <stdint.h>
#include <yajl/yajl_parse.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static yajl_callbacks none;
  yajl_handle handle = yajl_alloc(&none, 0, 0);
  yajl_config(handle, yajl_allow_comments, 1);
  yajl_config(handle, yajl_allow_multiple_values, 1);
  if (yajl_parse(handle, data, size) == yajl_status_ok) yajl_complete_parse(handle);
  unsigned char* message = yajl_get_error(handle, 1, data, size);
  yajl_free_error(handle, message);
  yajl_free(handle);
  return 0;
}
