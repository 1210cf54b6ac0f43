/* Between the construction of arguments and the two ways to feed it: recording, and telling. */
#ifndef CAIRN_UNIT_INTERNAL_H
#define CAIRN_UNIT_INTERNAL_H

#include <cairn_unit.h>
#include <stdio.h>

#define NAME_SIZE 48 /* of an input: of a longer name this much is known, with the NUL */

/* Fills the bytes with the next input of that name. */
void cairn_unit_draw(void* p, size_t size, const char* name);
/* Runs where it does not hold are of no interest. */
void cairn_unit_assume(int holds);

/* A stream over a file with these bytes, to be read and written from its beginning; null: there is none to be had. */
FILE* cairn_unit_open(const char* bytes, size_t size);

/* What an object is for whoever tells about it. */
typedef enum cairn_unit_role {
  CAIRN_UNIT_ARGUMENT, /* the bytes of a parameter; number: which */
  CAIRN_UNIT_OBJECT,   /* behind a pointer */
  CAIRN_UNIT_VARIABLE, /* of file scope; number: which */
  CAIRN_UNIT_STUB,     /* a result of stub `number` */
  CAIRN_UNIT_RESULT,   /* what the function returned */
  CAIRN_UNIT_FOUND     /* reached through a pointer that was not ours, after the call */
} cairn_unit_role;

void cairn_unit_note(cairn_unit_role role, unsigned number, void* p, unsigned type, size_t count, const char* name);
/* Everything noted so far has its first value. */
void cairn_unit_ready(void);
/* The function returned. */
void cairn_unit_done(const struct cairn_unit_function* function, void* result);
/* Prepares what is behind the two ways. */
void cairn_unit_begin(int argc, char** argv);

#endif
