/* What instrumented code calls and touches in the runtime: the hook prototypes and the thread's transfer area.
 *
 * Single source for both sides: the pass derives the LLVM function types from these prototypes, and the runtime defines them.
 * All hooks are slow paths. Instrumented code calls one only when a label is non-zero or a page map byte is set; a hook
 * therefore never needs to be fast for concrete data, but must be right for it: a zero label means "use the value".
 *
 * `op` arguments are packed: operation | width << 8, widths in bits. `frame` is the caller's calling context as the thread
 * area holds it. `branch` and `call` are indices in the module's facts plus the module's base. */
#ifndef CAIRN_HOOKS_H
#define CAIRN_HOOKS_H

#include <stdint.h>

#include "cairn_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CAIRN_MAX_ARGUMENT_LABELS 64u
#define CAIRN_MAX_RETURN_LABELS 16u
#define CAIRN_VARARG_BYTES 1024u /* of the register save area (176) and the overflow area together */
#define CAIRN_VARARG_REGISTERS 176u
#define CAIRN_BYVAL_BYTES 1024u
#define CAIRN_STACK_DEPTH 1024u /* deeper call stacks share contexts */

/* Labels travel beside calls in this thread-local area, tagged with the callee: a function takes the labels only if they were
 * meant for it, so that calls through uninstrumented code never see stale ones. */
typedef struct __attribute__((aligned(16))) cairn_thread { /* labels are stored several at a time */
  const void* callee;                                      /* whom `arguments` are for; null: all concrete */
  const void* returned;                                    /* who left `results`; null: all concrete */
  uint64_t frame; /* depth in the low half, hash of the context in the high half */
  uint64_t steps;
  uint32_t recording;    /* this thread is being recorded */
  uint32_t vararg_bytes; /* filled part of varargs; 0: none symbolic */
  uint32_t byval_bytes;  /* filled part of byvals; 0: none symbolic */
  uint32_t reserved;
  cairn_label arguments[CAIRN_MAX_ARGUMENT_LABELS];
  cairn_label results[CAIRN_MAX_RETURN_LABELS];
  uint32_t stack[CAIRN_STACK_DEPTH];       /* call sites of the frames */
  cairn_label varargs[CAIRN_VARARG_BYTES]; /* one label a byte, laid out as the System V va_list areas are */
  cairn_label byvals[CAIRN_BYVAL_BYTES];   /* one label a byte, of structs passed by value in memory */
  const void* tail_callee;                 /* who is being entered by a tail call; null: nobody */
  const void* tail_origin;                 /* ... and whom its results are from in the eyes of the caller */
} cairn_thread;

/* A variable with static storage that may be read as a table. */
typedef struct cairn_static {
  const void* start;
  uint64_t size;
} cairn_static;

/* What a module says of itself when it is loaded. */
typedef struct cairn_module {
  uint32_t version;
  uint32_t counters;
  uint32_t branches;
  uint32_t calls;
  uint64_t id;
  uint32_t** counter_base; /* set by the runtime: where the module's counters are */
  uint32_t* branch_base;
  uint32_t* call_base;
  uint32_t* own_counters;       /* used while no engine is attached */
  const void* const* functions; /* addresses of the instrumented functions, null-terminated */
  const void* self;             /* an address inside the module's object file */
  const cairn_static* statics;  /* up to one without a start */
  uint64_t callees;             /* functions of other modules that are called by name */
  const void* const* callee;    /* ... where they are */
  uint8_t* foreign;             /* set by the runtime: 1 for each that is not instrumented, while an engine is there */
} cairn_module;

/* A hook that is asked often, and mostly in vain, keeps the registers of its caller. For the pass it is an attribute of the function
 * and no part of its type. */
#ifdef CAIRN_IN_PASS
#define CAIRN_KEEPS_REGISTERS
#else
#define CAIRN_KEEPS_REGISTERS __attribute__((preserve_most))
#endif

/* Non-zero where a page ever held a label. */
extern __attribute__((visibility("default"))) uint8_t __cairn_map[CAIRN_MAP_SIZE];
#ifndef CAIRN_IN_PASS
extern __thread cairn_thread __cairn_tls __attribute__((tls_model("initial-exec"), visibility("default")));
#endif

/* X(hook) */
/* clang-format off */
#define CAIRN_HOOKS(X) \
  X(__cairn_register) X(__cairn_enter_main) \
  X(__cairn_binary) X(__cairn_binary_wide) X(__cairn_compare) X(__cairn_compare_wide) X(__cairn_unary) \
  X(__cairn_convert) X(__cairn_extract) X(__cairn_join) X(__cairn_ite) X(__cairn_ite_wide) X(__cairn_ternary) \
  X(__cairn_any_label) X(__cairn_load) X(__cairn_store) X(__cairn_load_at) X(__cairn_store_at) X(__cairn_clear) \
  X(__cairn_copy) X(__cairn_fill) \
  X(__cairn_branch) X(__cairn_switch) X(__cairn_pin) X(__cairn_lost) \
  X(__cairn_hand_over) X(__cairn_landed) \
  X(__cairn_vararg) X(__cairn_vararg_begin) X(__cairn_va_start) X(__cairn_va_copy) \
  X(__cairn_byval_out) X(__cairn_byval_in)
/* clang-format on */

/* Start-up. */
void __cairn_register(cairn_module* module);
void __cairn_enter_main(int32_t* argc, void** argv, void** envp);

/* Values. `a`, `b`, `c` are labels; x, y, z the values, zero-extended. Floats are passed as their bits. */
cairn_label __cairn_binary(uint32_t op, cairn_label a, cairn_label b, uint64_t x, uint64_t y);
cairn_label __cairn_binary_wide(uint32_t op, cairn_label a, cairn_label b, uint64_t x, uint64_t x_high, uint64_t y,
                                uint64_t y_high);
/* Width is that of the operands. */
cairn_label __cairn_compare(uint32_t op, cairn_label a, cairn_label b, uint64_t x, uint64_t y);
cairn_label __cairn_compare_wide(uint32_t op, cairn_label a, cairn_label b, uint64_t x, uint64_t x_high, uint64_t y,
                                 uint64_t y_high);
cairn_label __cairn_unary(uint32_t op, cairn_label a);
/* Width is that of the result. Extract from bit 0 is truncation. */
cairn_label __cairn_convert(uint32_t op, cairn_label a);
cairn_label __cairn_extract(cairn_label a, uint32_t low, uint32_t width);
/* Concatenation of two values of the given widths, each at most 64 bits, either of them concrete. */
cairn_label __cairn_join(cairn_label high, cairn_label low, uint64_t x_high, uint64_t x_low, uint32_t high_width,
                         uint32_t low_width);
cairn_label __cairn_ite(uint32_t width, cairn_label condition, uint32_t taken, cairn_label a, cairn_label b, uint64_t x,
                        uint64_t y);
cairn_label __cairn_ite_wide(uint32_t width, cairn_label condition, uint32_t taken, cairn_label a, cairn_label b,
                             uint64_t x, uint64_t x_high, uint64_t y, uint64_t y_high);
cairn_label __cairn_ternary(uint32_t op, cairn_label a, cairn_label b, cairn_label c, uint64_t x, uint64_t y,
                            uint64_t z);

/* Memory. Sizes in bytes. The _at forms are for addresses that may be symbolic; `object` (null: unknown) and `object_size` give
 * the object read, as far as the compiler knows it. `width` is that of the value; a store's label covers it, and `x` is what is stored. */
/* The union of the labels of up to 16 bytes. */
cairn_label __cairn_any_label(const void* address, uint64_t size) CAIRN_KEEPS_REGISTERS;
cairn_label __cairn_load(const void* address, uint32_t width);
void __cairn_store(void* address, uint32_t width, cairn_label value, uint64_t x, uint64_t x_high);
cairn_label __cairn_load_at(cairn_label where, const void* address, uint32_t width, const void* object,
                            uint64_t object_size, uint32_t branch, uint64_t frame);
void __cairn_store_at(cairn_label where, void* address, uint32_t width, cairn_label value, uint64_t x, uint64_t x_high,
                      uint32_t branch, uint64_t frame);
void __cairn_clear(void* address, uint64_t size);
void __cairn_copy(void* to, const void* from, uint64_t size); /* overlapping allowed; before or after the bytes move */
void __cairn_fill(void* to, cairn_label value, uint32_t x, uint64_t size);

/* Events. */
void __cairn_branch(cairn_label condition, uint32_t taken, uint32_t branch, uint64_t frame);
/* `cases`: the switch's case values, in the order of its outcomes. */
void __cairn_switch(cairn_label value, uint64_t x, const uint64_t* cases, uint32_t count, uint32_t branch,
                    uint64_t frame);
void __cairn_pin(cairn_label value, uint64_t x, uint32_t kind, uint32_t branch, uint64_t frame);
/* Nothing when `any`, the union of the labels dropped, is zero. */
/* `any`: not 0 when something symbolic went in, `bytes` of it. */
void __cairn_lost(cairn_label any, uint32_t loss, uint32_t bytes, uint32_t call, uint64_t frame);

/* Calls. What lies behind a pointer goes to a function that may not be instrumented, and symbolic bytes of it are lost: those right at
 * the pointer, and of an object of known size all, also behind pointers that it `holds`, if it does. */
void __cairn_hand_over(const void* callee, const void* pointer, uint64_t size, uint32_t holds, uint32_t call);
/* Control may have come from below by an exception or a jump. */
void __cairn_landed(void);

/* Variable arguments: the caller lays labels out as in the register save and overflow areas; va_start finds them there.
 * vararg_begin is called at a variadic function's entry, keeping the labels in `saved` (a buffer in its frame). */
void __cairn_vararg(cairn_label value, uint64_t x, uint32_t width, uint32_t offset);
void __cairn_vararg_begin(void* saved);
void __cairn_va_start(void* va_list, const void* saved);
void __cairn_va_copy(void* to, const void* from);

/* Structs passed by value in memory: their labels go through `byvals`, each at its own offset. */
void __cairn_byval_out(const void* object, uint32_t size, uint32_t offset);
void __cairn_byval_in(void* object, uint32_t size, uint32_t offset);

#ifdef __cplusplus
}
#endif

#endif
