/* KLEE's interface, for harnesses written for it. What only makes sense among KLEE's own states (merging of them,
 * preferences among equal tests) is accepted and has no effect. What a native program cannot do is not here: functions
 * that stand in for others (klee_alias_function), objects at given addresses (klee_define_fixed_object), and asking how
 * large an object is (klee_get_obj_size). */
#ifndef CAIRN_KLEE_H
#define CAIRN_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs. */
void klee_make_symbolic(void* p, size_t n, const char* name);
int klee_range(int begin, int end, const char* name); /* begin <= result < end */
int klee_int(const char* name);
uintptr_t klee_choose(uintptr_t n); /* result < n */

/* Runs in which the condition does not hold are of no interest. */
void klee_assume(uintptr_t condition);

/* Ends of a run: without a test; as an error. */
__attribute__((noreturn)) void klee_silent_exit(int status);
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char* file, int line, const char* message, const char* suffix);

/* The value this run has, from here on no input any more. */
float klee_get_valuef(float x);
double klee_get_valued(double x);
long klee_get_valuel(long x);
long long klee_get_valuell(long long x);
int32_t klee_get_value_i32(int32_t x);
int64_t klee_get_value_i64(int64_t x);

/* Whether the value depends on the input. */
unsigned klee_is_symbolic(uintptr_t x);
unsigned klee_is_replay(void);
int klee_get_errno(void);

void klee_warning(const char* message);
void klee_warning_once(const char* message);
void klee_print_expr(const char* message, ...);
void klee_print_range(const char* name, int x);
void klee_stack_trace(void);

void klee_prefer_cex(void* object, uintptr_t condition);
void klee_posix_prefer_cex(void* object, uintptr_t condition);
void klee_mark_global(void* object);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_check_memory_access(const void* address, size_t size);
void klee_set_forking(unsigned enable);

#define klee_assert(condition) \
  ((condition) ? (void)0 : klee_report_error(__FILE__, __LINE__, "assertion failed: " #condition, "assert.err"))

#ifdef __cplusplus
}
#endif

#endif
