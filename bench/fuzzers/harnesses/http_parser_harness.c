/* http-parser: a request or a response, whichever the input turns out to be; the URL of a request is taken apart. */
#include <stdint.h>

#include "http_parser.h"

static int on_url(http_parser* parser, const char* at, size_t length) {
  struct http_parser_url url;
  http_parser_url_init(&url);
  (void)http_parser_parse_url(at, length, parser->method == HTTP_CONNECT, &url);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  http_parser parser;
  http_parser_settings settings;
  http_parser_settings_init(&settings);
  settings.on_url = on_url;
  http_parser_init(&parser, HTTP_BOTH);
  http_parser_execute(&parser, &settings, (const char*)data, size);
  return 0;
}
