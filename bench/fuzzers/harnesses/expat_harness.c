/* expat, with namespaces. */
#include <expat.h>
#include <stdint.h>

static void XMLCALL on_start(void* data, const XML_Char* name, const XML_Char** attributes) {
  (void)data, (void)name, (void)attributes;
}

static void XMLCALL on_end(void* data, const XML_Char* name) { (void)data, (void)name; }

static void XMLCALL on_text(void* data, const XML_Char* text, int length) { (void)data, (void)text, (void)length; }

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  XML_Parser parser = XML_ParserCreateNS(NULL, '!');
  if (parser == NULL) return 0;
  XML_SetHashSalt(parser, 1); /* the same in every run */
  XML_SetElementHandler(parser, on_start, on_end);
  XML_SetCharacterDataHandler(parser, on_text);
  XML_Parse(parser, (const char*)data, (int)size, 1);
  XML_ParserFree(parser);
  return 0;
}
