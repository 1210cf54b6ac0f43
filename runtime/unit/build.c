/* Arguments from types: see cairn_unit.h. Compiled twice: by cairn-cc for recording, and plainly. The name of the
 * anchor tells the compiler pass that conditionals in here are not the program's. */
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

static void* create(unsigned type, size_t count, const char* name, unsigned depth) {
  const struct cairn_unit_type* t = type_of(type);
  char* p = malloc(count * t->size);
  cairn_unit_draw(p, count * t->size, name);
  if (object_count < MOST_OBJECTS) {
    objects[object_count].address = p;
    objects[object_count++].type = type;
  }
  cairn_unit_note(CAIRN_UNIT_OBJECT, 0, p, type, count, name);
  if (!t->loose) return p;
  for (size_t i = 0; i < count; ++i) {
    char step[NAME_SIZE];
    if (count > 1) join_index(step, name, i);
    fix(type, p + i * t->size, count > 1 ? step : name, depth);
  }
  return p;
}

/* Up to `length` characters and the NUL behind them; one of the characters may be a NUL already. */
static void* create_string(unsigned type, size_t length, const char* name) {
  char* p = malloc(length + 1);
  cairn_unit_draw(p, length, name);
  p[length] = 0;
  if (object_count < MOST_OBJECTS) {
    objects[object_count].address = p;
    objects[object_count++].type = type;
  }
  cairn_unit_note(CAIRN_UNIT_OBJECT, 0, p, type, length + 1, name);
  return p;
}

/* One element, and one more for each step of the byte. */
static size_t choose_count(const char* name) {
  unsigned char more = 0;
  char step[NAME_SIZE];
  join(step, name, "#");
  cairn_unit_draw(&more, 1, step);
  size_t count = 1;
  while (count < cairn_unit_program.elements && more >= count) ++count;
  return count;
}

/* `count`: how many elements when something else says so, else -1. */
static void* choose_pointer(const struct cairn_unit_type* t, const char* name, unsigned depth, long count) {
  unsigned char choice = 0;
  char step[NAME_SIZE];
  join(step, name, "?");
  cairn_unit_draw(&choice, 1, step);
  if (choice == 1) return NULL;
  if (t->kind == CAIRN_UNIT_FUNCTION) return (void*)t->stub;
  unsigned alias = 2;
  for (unsigned i = 0; i < object_count && alias < 2 + MOST_ALIASES; ++i)
    if (objects[i].type == t->to) {
      if (choice == alias) return objects[i].address;
      ++alias;
    }
  join(step, "*", name);
  if (t->kind == CAIRN_UNIT_STRING)
    return create_string(t->to, count >= 0 ? (size_t)count : cairn_unit_program.length, step);
  /* A struct that leads on is one object: an array of them would be a choice of choices. */
  const struct cairn_unit_type* element = type_of(t->to);
  const int single = element->loose && (element->kind == CAIRN_UNIT_STRUCT || element->kind == CAIRN_UNIT_UNION);
  if (count < 0) count = single ? 1 : (long)choose_count(name);
  return create(t->to, (size_t)count, step, depth + 1);
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

static void fix_pointer(const struct cairn_unit_type* t, void* p, const char* name, unsigned depth, long count) {
  void* value = NULL;
  if (t->kind != CAIRN_UNIT_ABSENT && (depth < cairn_unit_program.depth || t->kind == CAIRN_UNIT_FUNCTION))
    value = choose_pointer(t, name, depth, count);
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
      fix_pointer(t, p, name, depth, -1);
  }
}

/* A length that a parameter gives: each up to the bound is a path of its own. */
static long length_from(const struct cairn_unit_type* t, const void* p, unsigned most) {
  long long value = 0;
  memcpy(&value, p, t->size);
  if (t->is_signed && t->size == 4) value = (int)value;
  if (t->is_signed && t->size == 2) value = (short)value;
  if (t->is_signed && t->size == 1) value = (signed char)value;
  if (value == 0 || (t->is_signed && value < 0)) return 0;
  for (unsigned i = 1; i <= most; ++i)
    if (value == (long long)i) return i;
  cairn_unit_assume(0);
  return 0;
}

static void build_parameter(const struct cairn_unit_function* f, unsigned i, void** arguments) {
  const struct cairn_unit_parameter* parameter = &f->parameters[i];
  const struct cairn_unit_type* t = type_of(parameter->type);
  arguments[i] = malloc(t->size);
  cairn_unit_draw(arguments[i], t->size, parameter->name);
  long count = -1;
  if (parameter->length >= 0) {
    const struct cairn_unit_type* said = type_of(f->parameters[parameter->length].type);
    count = length_from(said, arguments[parameter->length],
                        t->kind == CAIRN_UNIT_STRING ? cairn_unit_program.length : cairn_unit_program.elements);
  }
  if (t->kind == CAIRN_UNIT_POINTER || t->kind == CAIRN_UNIT_STRING)
    fix_pointer(t, arguments[i], parameter->name, 0, count);
  else
    fix(parameter->type, arguments[i], parameter->name, 0);
  cairn_unit_note(CAIRN_UNIT_ARGUMENT, i, arguments[i], parameter->type, 1, parameter->name);
}

static void build_variables(void) {
  for (unsigned i = 0; i < cairn_unit_program.variable_count; ++i) {
    const struct cairn_unit_variable* v = &cairn_unit_program.variables[i];
    if (v->symbolic) {
      cairn_unit_draw(v->address, type_of(v->type)->size, v->name);
      fix(v->type, v->address, v->name, 0);
    }
    cairn_unit_note(CAIRN_UNIT_VARIABLE, i, v->address, v->type, 1, v->name);
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
  void** arguments = calloc(f->count + 1, sizeof *arguments);
  build_variables();
  /* Lengths before what they measure. */
  for (unsigned i = 0; i < f->count; ++i)
    if (f->parameters[i].length < 0) build_parameter(f, i, arguments);
  for (unsigned i = 0; i < f->count; ++i)
    if (f->parameters[i].length >= 0) build_parameter(f, i, arguments);
  if (f->required != NULL) cairn_unit_assume(f->required(arguments));
  void* result = calloc(1, f->has_result ? type_of(f->result)->size : 1);
  cairn_unit_ready();
  f->call(arguments, result);
  cairn_unit_done(f, result);
  return 0;
}
