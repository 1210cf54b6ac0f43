// What harnesses written for other tools call: KLEE (klee/klee.h), and the functions of Test-Comp and libFuzzer, which
// programs declare themselves. All are weak: a program that brings its own keeps it.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/events.h"
#include "runtime/include/cairn.h"
#include "runtime/inputs.h"
#include "runtime/nodes.h"

using namespace cairn::runtime;

#define CAIRN_FOREIGN CAIRN_EXPORT __attribute__((weak))

namespace {

template <class F>
const void* self_of(F* f) {
  return reinterpret_cast<const void*>(f);
}

// A concrete result; the labels of arguments are not for whoever is called next.
void concrete() {
  __cairn_tls.callee = nullptr;
  __cairn_tls.returned = nullptr;
}

template <class T>
T fresh(const char* name, const void* self) {
  cairn_label label = 0;
  const uint64_t bits = fresh_value(name, sizeof(T) * 8, &label);
  leave_result(label, self);
  T value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
void pin_value(cairn_label label, T x) {
  if (label == 0 || !recording()) return;
  uint64_t bits = 0;
  memcpy(&bits, &x, sizeof x);
  pin(CAIRN_EVENT_PinValue, label, bits, kNoBranch, __cairn_tls.frame);
}

[[noreturn]] void fail_with(const char* message) {
  fprintf(stderr, "%s\n", message);
  abort();
}

}  // namespace

// ---- KLEE ---------------------------------------------------------------------------------------

CAIRN_FOREIGN void klee_make_symbolic(void* p, size_t n, const char* name) {
  concrete();
  cairn_symbolic(p, n, name);
}

CAIRN_FOREIGN int klee_int(const char* name) { return fresh<int>(name != nullptr ? name : "int", self_of(&klee_int)); }

CAIRN_FOREIGN int klee_range(int begin, int end, const char* name) {
  concrete();
  cairn_label label = 0;
  const auto value = static_cast<int>(fresh_value(name != nullptr ? name : "range", 32, &label));
  cairn_label inside = 0;
  if (label != 0) {
    const auto x = static_cast<uint32_t>(value);
    const cairn_label low = __cairn_compare(CAIRN_OP_Sle | 32u << 8, 0, label, static_cast<uint32_t>(begin), x);
    const cairn_label high = __cairn_compare(CAIRN_OP_Slt | 32u << 8, label, 0, x, static_cast<uint32_t>(end));
    inside = __cairn_binary(CAIRN_OP_And | 1u << 8, low, high, begin <= value, value < end);
  }
  assume(begin <= value && value < end, inside, 1);
  leave_result(label, self_of(&klee_range));
  return value;
}

CAIRN_FOREIGN uintptr_t klee_choose(uintptr_t n) {
  const cairn_label bound = take_argument(self_of(&klee_choose));
  cairn_label label = 0;
  const uint64_t value = fresh_value("klee_choose", 64, &label);
  assume(value < n, label != 0 ? __cairn_compare(CAIRN_OP_Ult | 64u << 8, label, bound, value, n) : 0, 1);
  leave_result(label, self_of(&klee_choose));
  return value;
}

CAIRN_FOREIGN void klee_assume(uintptr_t condition) {
  assume(condition != 0, take_argument(self_of(&klee_assume)), 64);
}

CAIRN_FOREIGN void klee_silent_exit(int status) {
  concrete();
  if (run_is_here()) reject();
  exit(status);
}

CAIRN_FOREIGN void klee_abort() { abort(); }

CAIRN_FOREIGN void klee_report_error(const char* file, int line, const char* message, const char* suffix) {
  fprintf(stderr, "%s:%d: %s (%s)\n", file, line, message, suffix);
  abort();
}

// The value of this run; that it is this one is a fact of the path.
#define CAIRN_KLEE_VALUE(name, type)             \
  CAIRN_FOREIGN type name(type x) {              \
    pin_value(take_argument(self_of(&name)), x); \
    return x;                                    \
  }
CAIRN_KLEE_VALUE(klee_get_valuef, float)
CAIRN_KLEE_VALUE(klee_get_valued, double)
CAIRN_KLEE_VALUE(klee_get_valuel, long)
CAIRN_KLEE_VALUE(klee_get_valuell, long long)
CAIRN_KLEE_VALUE(klee_get_value_i32, int32_t)
CAIRN_KLEE_VALUE(klee_get_value_i64, int64_t)

CAIRN_FOREIGN unsigned klee_is_symbolic(uintptr_t) { return take_argument(self_of(&klee_is_symbolic)) != 0; }
CAIRN_FOREIGN unsigned klee_is_replay() {
  concrete();
  return 0;
}
CAIRN_FOREIGN int klee_get_errno() {
  concrete();
  return errno;
}

CAIRN_FOREIGN void klee_warning(const char* message) {
  concrete();
  fprintf(stderr, "%s\n", message);
}
CAIRN_FOREIGN void klee_warning_once(const char* message) { klee_warning(message); }
CAIRN_FOREIGN void klee_print_expr(const char*, ...) { concrete(); }
CAIRN_FOREIGN void klee_print_range(const char*, int) { concrete(); }
CAIRN_FOREIGN void klee_stack_trace() { concrete(); }
CAIRN_FOREIGN void klee_prefer_cex(void*, uintptr_t) { concrete(); }
CAIRN_FOREIGN void klee_posix_prefer_cex(void*, uintptr_t) { concrete(); }
CAIRN_FOREIGN void klee_mark_global(void*) { concrete(); }
CAIRN_FOREIGN void klee_open_merge() { concrete(); }
CAIRN_FOREIGN void klee_close_merge() { concrete(); }
CAIRN_FOREIGN void klee_check_memory_access(const void*, size_t) { concrete(); }
CAIRN_FOREIGN void klee_set_forking(unsigned) { concrete(); }

// ---- Test-Comp ----------------------------------------------------------------------------------

#define CAIRN_NONDET(name, type) \
  CAIRN_FOREIGN type __VERIFIER_nondet_##name() { return fresh<type>(#name, self_of(&__VERIFIER_nondet_##name)); }
CAIRN_NONDET(char, char)
CAIRN_NONDET(schar, signed char)
CAIRN_NONDET(uchar, unsigned char)
CAIRN_NONDET(short, short)
CAIRN_NONDET(ushort, unsigned short)
CAIRN_NONDET(int, int)
CAIRN_NONDET(uint, unsigned int)
CAIRN_NONDET(unsigned, unsigned int)
CAIRN_NONDET(long, long)
CAIRN_NONDET(ulong, unsigned long)
CAIRN_NONDET(longlong, long long)
CAIRN_NONDET(ulonglong, unsigned long long)
CAIRN_NONDET(float, float)
CAIRN_NONDET(double, double)
CAIRN_NONDET(size_t, size_t)
CAIRN_NONDET(loff_t, long)
CAIRN_NONDET(sector_t, unsigned long)
CAIRN_NONDET(pthread_t, unsigned long)
CAIRN_NONDET(u8, uint8_t)
CAIRN_NONDET(u16, uint16_t)
CAIRN_NONDET(u32, uint32_t)
CAIRN_NONDET(u64, uint64_t)
CAIRN_NONDET(pointer, void*)
CAIRN_NONDET(pchar, char*)

CAIRN_FOREIGN bool __VERIFIER_nondet_bool() {
  cairn_label label = 0;
  const bool value = (fresh_value("bool", 8, &label) & 1) != 0;
  leave_result(label != 0 ? label_of(make_extract(node_of(label), 0, 1)) : 0, self_of(&__VERIFIER_nondet_bool));
  return value;
}

CAIRN_FOREIGN void __VERIFIER_nondet_memory(void* p, size_t n) {
  concrete();
  cairn_symbolic(p, n, "memory");
}

CAIRN_FOREIGN void __VERIFIER_assume(int condition) {
  assume(condition != 0, take_argument(self_of(&__VERIFIER_assume)), 32);
}

CAIRN_FOREIGN void reach_error() { fail_with("reach_error was reached"); }
CAIRN_FOREIGN void __VERIFIER_error() { fail_with("__VERIFIER_error was reached"); }

// ---- libFuzzer ----------------------------------------------------------------------------------

// Mutators of a harness are linked and never called: what would mutate for them leaves the data as it is.
CAIRN_FOREIGN size_t LLVMFuzzerMutate(uint8_t*, size_t size, size_t) { return size; }
