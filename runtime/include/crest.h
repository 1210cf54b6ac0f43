/* CREST's interface, for programs written for it: each macro makes the variable an input of its type. */
#ifndef CAIRN_CREST_H
#define CAIRN_CREST_H

#include <cairn.h>

#define CAIRN_CREST_TYPE(name, type) \
  static inline void cairn_crest_##name(type* x, const char* text) { cairn_symbolic(x, sizeof *x, text); }
CAIRN_CREST_TYPE(unsigned_char, unsigned char)
CAIRN_CREST_TYPE(unsigned_short, unsigned short)
CAIRN_CREST_TYPE(unsigned_int, unsigned int)
CAIRN_CREST_TYPE(char, char)
CAIRN_CREST_TYPE(short, short)
CAIRN_CREST_TYPE(int, int)
#undef CAIRN_CREST_TYPE

#define CREST_unsigned_char(x) cairn_crest_unsigned_char(&(x), #x)
#define CREST_unsigned_short(x) cairn_crest_unsigned_short(&(x), #x)
#define CREST_unsigned_int(x) cairn_crest_unsigned_int(&(x), #x)
#define CREST_char(x) cairn_crest_char(&(x), #x)
#define CREST_short(x) cairn_crest_short(&(x), #x)
#define CREST_int(x) cairn_crest_int(&(x), #x)

#endif
