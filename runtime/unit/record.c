/* Feeds the construction from the engine, and tells nobody. */
#include <cairn.h>

#include "unit.h"

void __cairn_model_unit_record(void) {}

void cairn_unit_draw(void* p, size_t size, const char* name) { cairn_symbolic(p, size, name); }
void cairn_unit_assume(int holds) { cairn_assume(holds); }

void cairn_unit_note(cairn_unit_role role, unsigned number, void* p, unsigned type, size_t count, const char* name) {
  (void)role, (void)number, (void)p, (void)type, (void)count, (void)name;
}
void cairn_unit_ready(void) {}
void cairn_unit_done(const struct cairn_unit_function* function, void* result) { (void)function, (void)result; }
void cairn_unit_called(unsigned stub) { (void)stub; }
void cairn_unit_passed(unsigned stub, unsigned parameter, const void* value, size_t size) {
  (void)stub, (void)parameter, (void)value, (void)size;
}
void cairn_unit_passed_text(unsigned stub, unsigned parameter, const char* text) {
  (void)stub, (void)parameter, (void)text;
}
void cairn_unit_begin(int argc, char** argv) { (void)argc, (void)argv; }
