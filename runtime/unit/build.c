/* Arguments from types: see cairn_unit.h. Compiled twice: by cairn-cc for recording, and plainly. The name of the
 * anchor tells the compiler pass that conditionals in here are not the program's. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

#define MOST_OBJECTS 512
#define MOST_ALIASES 2

void __cairn_model_unit_anchor(void) {}

/* Objects behind pointers, for aliases. */
static struct {
  void* address;
  unsigned type;
  size_t count;
} objects[MOST_OBJECTS];
static unsigned object_count;

static const struct cairn_unit_type* type_of(unsigned type) { return &cairn_unit_program.types[type]; }

/* `out` = `base` + `step`, and may be `base`; long names keep their end, which is where they differ. */
static void join(char* out, const char* base, const char* step) {
  const size_t a = strlen(base), whole = a + strlen(step);
  size_t n = 0;
  for (size_t i = whole < NAME_SIZE ? 0 : whole + 1 - NAME_SIZE; i < whole; ++i)
    out[n++] = i < a ? base[i] : step[i - a];
  out[n] = 0;
}

static void join_index(char* out, const char* base, size_t index) {
  char step[24] = "[";
  char digits[20];
  int n = 0, at = 1;
  do digits[n++] = (char)('0' + index % 10);
  while ((index /= 10) != 0);
  while (n > 0) step[at++] = digits[--n];
  step[at++] = ']';
  step[at] = 0;
  join(out, base, step);
}

static void fix(unsigned type, void* p, const char* name, unsigned depth);

/* Bytes have the bound of text: what is a string here is a buffer there. */
static int is_byte(const struct cairn_unit_type* t) { return t->kind == CAIRN_UNIT_PLAIN && t->size == 1; }

static size_t bound_of(const struct cairn_unit_type* element) {
  return is_byte(element) ? cairn_unit_program.length : cairn_unit_program.elements;
}

/* `alone`: no other pointer may lead to it. */
static void remember(void* p, unsigned type, size_t count, const char* name, int alone) {
  if (object_count < MOST_OBJECTS && !alone) {
    objects[object_count].address = p;
    objects[object_count].type = type;
    objects[object_count++].count = count;
  }
  cairn_unit_note(CAIRN_UNIT_OBJECT, 0, p, type, count, name);
}

/* The first `inputs` of so many elements are inputs, up to the bound. What lies beyond is zero. */
static void* create(unsigned type, size_t count, size_t inputs, const char* name, unsigned depth, int alone) {
  const struct cairn_unit_type* t = type_of(type);
  const size_t drawn = inputs < bound_of(t) ? inputs : bound_of(t);
  char* p = malloc(count * t->size);
  cairn_unit_draw(p, drawn * t->size, name);
  memset(p + drawn * t->size, 0, (count - drawn) * t->size);
  remember(p, type, count, name, alone);
  if (!t->loose) return p;
  for (size_t i = 0; i < drawn; ++i) {
    char step[NAME_SIZE];
    if (count > 1) join_index(step, name, i);
    fix(type, p + i * t->size, count > 1 ? step : name, depth);
  }
  return p;
}

/* Up to `length` characters and the NUL behind them; one of the characters may be a NUL already. */
static void* create_string(unsigned type, size_t length, const char* name, int alone) {
  const size_t drawn = length < cairn_unit_program.length ? length : cairn_unit_program.length;
  char* p = malloc(length + 1);
  cairn_unit_draw(p, drawn, name);
  memset(p + drawn, 0, length + 1 - drawn);
  remember(p, type, length + 1, name, alone);
  return p;
}

/* One element, and one more for each step of the byte; of bytes twice as many, so that there are not more ways. */
static size_t choose_count(const struct cairn_unit_type* element, const char* name) {
  const size_t most = bound_of(element);
  unsigned char more = 0;
  char step[NAME_SIZE];
  join(step, name, "#");
  cairn_unit_draw(&more, 1, step);
  size_t count = 1;
  for (unsigned i = 1; count < most && more >= i; ++i) count += is_byte(element) ? count : 1;
  return count < most ? count : most;
}

/* A struct and some elements of the array it ends in: one object, which the struct alone would be too small for. */
static void* create_with_tail(unsigned type, const char* name, unsigned depth, int alone) {
  const struct cairn_unit_type *t = type_of(type), *element = type_of(t->tail);
  const size_t count = choose_count(element, name), end = t->tail_offset + count * element->size;
  const size_t size = end < t->size ? t->size : end;
  char* p = malloc(size);
  cairn_unit_draw(p, size, name);
  remember(p, type, count, name, alone);
  fix(type, p, name, depth);
  for (size_t i = 0; element->loose && i < count; ++i) {
    char step[NAME_SIZE];
    join_index(step, name, i);
    fix(t->tail, p + t->tail_offset + i * element->size, step, depth);
  }
  return p;
}

/* As long as the byte says, up to the bound: an input of zeros is an empty file. */
static void* create_stream(unsigned type, const char* name, int alone) {
  unsigned char more = 0;
  char step[NAME_SIZE];
  join(step, name, "#");
  cairn_unit_draw(&more, 1, step);
  size_t size = 0;
  while (size < cairn_unit_program.length && more > size) ++size;
  char* bytes = malloc(size + 1);
  if (size > 0) cairn_unit_draw(bytes, size, name);
  FILE* stream = cairn_unit_open(bytes, size);
  cairn_unit_assume(stream != NULL);
  remember(stream, type, size, name, alone);
  return stream;
}

/* What a parameter says of the number of elements, if one does. */
struct said {
  const struct cairn_unit_parameter* of; /* the pointer */
  const struct cairn_unit_type* type;
  const void* length;
};

/* A length that a parameter gives: each up to the bound is a path of its own, and so is each beyond it that the
 * function asks for. A struct may be one object beside a number that has nothing to do with it: it is always there. */
static size_t length_from(const struct said* said, const struct cairn_unit_type* element, size_t most) {
  const struct cairn_unit_type* t = said->type;
  const size_t least = element->kind == CAIRN_UNIT_STRUCT || element->kind == CAIRN_UNIT_UNION;
  long long value = 0;
  memcpy(&value, said->length, t->size);
  if (t->is_signed && t->size == 4) value = (int)value;
  if (t->is_signed && t->size == 2) value = (short)value;
  if (t->is_signed && t->size == 1) value = (signed char)value;
  if (value == 0 || (t->is_signed && value < 0)) return least;
  for (size_t i = 1; i <= most; ++i)
    if (value == (long long)i) return i;
  for (unsigned i = 0; i < said->of->count; ++i)
    if (value == (long long)said->of->compared[i]) return said->of->compared[i];
  cairn_unit_assume(0);
  return least;
}

/* `said`: null when nothing says how many elements there are. Of a pointer that is null a length may be anything. */
static void* choose_pointer(const struct cairn_unit_type* t, const char* name, unsigned depth, const struct said* said,
                            int alone) {
  unsigned char choice = 0;
  char step[NAME_SIZE];
  join(step, name, "?");
  cairn_unit_draw(&choice, 1, step);
  if (choice == 1) return NULL;
  if (t->kind == CAIRN_UNIT_FUNCTION) return (void*)t->stub;
  const struct cairn_unit_type* element = type_of(t->to);
  const size_t most = t->kind == CAIRN_UNIT_STRING ? cairn_unit_program.length : bound_of(element);
  const size_t count = said != NULL ? length_from(said, element, most) : 0;
  unsigned alias = 2;
  for (unsigned i = 0; i < object_count && !alone && alias < 2 + MOST_ALIASES; ++i)
    if (objects[i].type == t->to) {
      if (choice == alias) {
        cairn_unit_assume(count <= objects[i].count);
        return objects[i].address;
      }
      ++alias;
    }
  join(step, "*", name);
  if (t->kind == CAIRN_UNIT_STRING)
    return create_string(t->to, said != NULL ? count : cairn_unit_program.length, step, alone);
  if (element->kind == CAIRN_UNIT_STREAM) return create_stream(t->to, step, alone);
  if (element->tail_offset > 0) return create_with_tail(t->to, step, depth + 1, alone);
  if (said != NULL) return create(t->to, count, count, step, depth + 1, alone);
  /* A struct that leads on is one object: an array of them would be a choice of choices. */
  if (element->loose && (element->kind == CAIRN_UNIT_STRUCT || element->kind == CAIRN_UNIT_UNION))
    return create(t->to, 1, 1, step, depth + 1, alone);
  /* Strings that nobody counts end with a null pointer, as in argv. */
  const size_t inputs = choose_count(element, name);
  return create(t->to, inputs + (element->kind == CAIRN_UNIT_STRING), inputs, step, depth + 1, alone);
}

/* An input of zeros is the first value. */
static void fix_enum(const struct cairn_unit_type* t, void* p) {
  const long long mask = t->size < 8 ? (1ll << (8 * t->size)) - 1 : -1;
  long long value = 0;
  memcpy(&value, p, t->size);
  value ^= t->values[0] & mask;
  int known = 0;
  for (unsigned i = 0; i < t->count; ++i) known |= value == (t->values[i] & mask);
  cairn_unit_assume(known);
  memcpy(p, &value, t->size);
}

static void fix_pointer(const struct cairn_unit_type* t, void* p, const char* name, unsigned depth,
                        const struct said* said, int alone) {
  void* value = NULL;
  if (t->kind != CAIRN_UNIT_ABSENT && (depth < cairn_unit_program.depth || t->kind == CAIRN_UNIT_FUNCTION))
    value = choose_pointer(t, name, depth, said, alone);
  memcpy(p, &value, sizeof value);
}

static void fix_union(const struct cairn_unit_type* t, char* p, const char* name, unsigned depth) {
  unsigned char choice = 0;
  char step[NAME_SIZE];
  join(step, name, "?");
  cairn_unit_draw(&choice, 1, step);
  for (unsigned i = 1; i < t->count; ++i)
    if (choice == i) {
      join(step, name, ".");
      join(step, step, t->members[i].name);
      fix(t->members[i].type, p, step, depth);
      return;
    }
  if (t->count > 0) {
    join(step, name, ".");
    join(step, step, t->members[0].name);
    fix(t->members[0].type, p, step, depth);
  }
}

/* The bytes at p are drawn already: makes a value of the type of them. */
static void fix(unsigned type, void* p, const char* name, unsigned depth) {
  const struct cairn_unit_type* t = type_of(type);
  if (!t->loose) return;
  char step[NAME_SIZE];
  switch (t->kind) {
    case CAIRN_UNIT_BOOLEAN:
      *(unsigned char*)p &= 1;
      break;
    case CAIRN_UNIT_ENUM:
      fix_enum(t, p);
      break;
    case CAIRN_UNIT_ARRAY:
      for (unsigned i = 0; i < t->count; ++i) {
        join_index(step, name, i);
        fix(t->to, (char*)p + (size_t)i * type_of(t->to)->size, step, depth);
      }
      break;
    case CAIRN_UNIT_STRUCT:
      for (unsigned i = 0; i < t->count; ++i) {
        join(step, name, ".");
        join(step, step, t->members[i].name);
        fix(t->members[i].type, (char*)p + t->members[i].offset, step, depth);
      }
      break;
    case CAIRN_UNIT_UNION:
      fix_union(t, p, name, depth);
      break;
    case CAIRN_UNIT_PLAIN:
      break;
    default:
      fix_pointer(t, p, name, depth, NULL, 0);
  }
}

static void build_parameter(const struct cairn_unit_function* f, unsigned i, void** arguments) {
  const struct cairn_unit_parameter* parameter = &f->parameters[i];
  const struct cairn_unit_type* t = type_of(parameter->type);
  arguments[i] = malloc(t->size);
  cairn_unit_draw(arguments[i], t->size, parameter->name);
  struct said said = {parameter, NULL, NULL};
  if (parameter->length >= 0) {
    said.type = type_of(f->parameters[parameter->length].type);
    said.length = arguments[parameter->length];
  }
  if (t->kind == CAIRN_UNIT_POINTER || t->kind == CAIRN_UNIT_STRING)
    fix_pointer(t, arguments[i], parameter->name, 0, parameter->length >= 0 ? &said : NULL, parameter->alone);
  else
    fix(parameter->type, arguments[i], parameter->name, 0);
  cairn_unit_note(CAIRN_UNIT_ARGUMENT, i, arguments[i], parameter->type, 1, parameter->name);
}

static void build_variables(void) {
  for (unsigned i = 0; i < cairn_unit_program.variable_count; ++i) {
    const struct cairn_unit_variable* v = &cairn_unit_program.variables[i];
    void* const address = v->address();
    if (v->symbolic) {
      cairn_unit_draw(address, type_of(v->type)->size, v->name);
      fix(v->type, address, v->name, 0);
    }
    cairn_unit_note(CAIRN_UNIT_VARIABLE, i, address, v->type, 1, v->name);
  }
}

void cairn_unit_result(unsigned stub, unsigned type, void* result) {
  const struct cairn_unit_type* t = type_of(type);
  void* p = malloc(t->size);
  cairn_unit_draw(p, t->size, "result");
  fix(type, p, "result", cairn_unit_program.depth > 1 ? cairn_unit_program.depth - 1 : 0);
  cairn_unit_note(CAIRN_UNIT_STUB, stub, p, type, 1, "result");
  cairn_unit_ready();
  memcpy(result, p, t->size);
}

int main(int argc, char** argv) {
  cairn_unit_begin(argc, argv);
  unsigned number = 0;
  for (const char* c = argc > 1 ? argv[1] : ""; *c >= '0' && *c <= '9'; ++c)
    number = number * 10 + (unsigned)(*c - '0');
  if (number >= cairn_unit_program.function_count) return 2;
  const struct cairn_unit_function* f = &cairn_unit_program.functions[number];
  /* Whoever runs the tests, and wherever. */
  clearenv();
  setenv("TZ", "UTC0", 1);
  void** arguments = calloc(f->count + 1, sizeof *arguments);
  build_variables();
  /* Lengths before what they measure. */
  for (unsigned i = 0; i < f->count; ++i)
    if (f->parameters[i].length < 0) build_parameter(f, i, arguments);
  for (unsigned i = 0; i < f->count; ++i)
    if (f->parameters[i].length >= 0) build_parameter(f, i, arguments);
  if (f->required != NULL) cairn_unit_assume(f->required(arguments));
  void* result = calloc(1, f->has_result ? type_of(f->result)->size : 1);
  errno = 0; /* as in the tests */
  cairn_unit_ready();
  f->call(arguments, result);
  cairn_unit_done(f, result);
  return 0;
}
