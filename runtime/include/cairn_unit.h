/* What a generated harness says of the functions it calls, and what the library behind it (runtime/unit) makes of it.
 *
 * `cairn unit` writes the tables below as C from the debug information of a file. The library builds the arguments of a
 * function from its types: bytes are inputs, pointers lead to objects that are created on the way, and each choice
 * about an object (is it there, how many elements, is it one we have already) is a byte of the input and a branch on
 * it. There are two libraries over the same construction: one for recording, and a plain one that reads the input from
 * standard input and tells what the function did. */
#ifndef CAIRN_UNIT_H
#define CAIRN_UNIT_H

#include <stddef.h>

typedef enum cairn_unit_kind {
  CAIRN_UNIT_PLAIN,    /* any bytes are a value */
  CAIRN_UNIT_BOOLEAN,  /* 0 or 1 */
  CAIRN_UNIT_ENUM,     /* one of `values` */
  CAIRN_UNIT_POINTER,  /* to objects of type `to` */
  CAIRN_UNIT_STRING,   /* to characters that end with a NUL */
  CAIRN_UNIT_FUNCTION, /* to a function: `stub` */
  CAIRN_UNIT_ABSENT,   /* a pointer that is always null: nobody knows what it leads to */
  CAIRN_UNIT_ARRAY,    /* `count` elements of type `to` */
  CAIRN_UNIT_STRUCT,
  CAIRN_UNIT_UNION,
  CAIRN_UNIT_STREAM /* a FILE: there is one behind a pointer, over a file of its own */
} cairn_unit_kind;

struct cairn_unit_member {
  const char* name;
  unsigned type;
  unsigned offset; /* bytes */
};

struct cairn_unit_type {
  cairn_unit_kind kind;
  unsigned size;
  unsigned loose; /* bytes alone make no value of it: something inside is a pointer, an enum or a boolean */
  unsigned to;
  unsigned count; /* of elements, members or values */
  unsigned is_signed;
  const struct cairn_unit_member* members;
  const long long* values;
  void (*stub)(void);
  unsigned tail;        /* of a struct that ends in an array without a length: the type of its elements, */
  unsigned tail_offset; /* and where they begin; 0: it does not */
};

struct cairn_unit_parameter {
  const char* name;
  unsigned type;
  int length; /* the parameter that says how many elements this pointer leads to; -1: none */
  unsigned count;
  const unsigned* compared; /* lengths beyond the bound that make a difference to the function; ascending */
  int alone;                /* restrict: nothing else leads where it leads */
};

struct cairn_unit_function {
  const char* name;
  unsigned result; /* its type; unused when there is none */
  int has_result;
  unsigned count;
  const struct cairn_unit_parameter* parameters;
  void (*call)(void** arguments, void* result);
  int (*required)(void** arguments); /* the precondition; may be null */
};

struct cairn_unit_variable {
  const char* name;
  void* (*address)(void); /* of a thread's own no constant is one */
  unsigned type;
  int symbolic;
};

struct cairn_unit_program {
  const struct cairn_unit_type* types;
  const struct cairn_unit_function* functions;
  unsigned function_count;
  const struct cairn_unit_variable* variables;
  unsigned variable_count;
  unsigned depth;    /* pointers behind pointers */
  unsigned elements; /* of an array behind a pointer, at most */
  unsigned length;   /* of a string, at most */
};

/* Defined by the harness. */
extern const struct cairn_unit_program cairn_unit_program;

/* A stub was called, with these arguments: those whose value can be told. `stub` numbers the stubs of a harness. */
void cairn_unit_called(unsigned stub);
void cairn_unit_passed(unsigned stub, unsigned parameter, const void* value, size_t size);
void cairn_unit_passed_text(unsigned stub, unsigned parameter, const char* text);
/* What it returns. */
void cairn_unit_result(unsigned stub, unsigned type, void* result);

#endif
