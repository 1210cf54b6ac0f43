/* The records shared by the compiler pass, the runtime in the target, and the engine.
 *
 * Single source for all three, plain C, versioned, sizes asserted. Nothing here allocates, nothing
 * here has behaviour. docs/architecture.md tells the story; this file fixes the bytes.
 *
 * A *label* is 32 bits: node (28) and byte lane (4). Label 0 is concrete. A register's label always
 * has lane 0 and names the whole value; memory byte i of a stored value has lane i, so that a store
 * makes no extract nodes. Values are little-endian: lane 0 is the least significant byte.
 *
 * A *node id* names an expression of one run:
 *     0                             concrete
 *     1 .. CAIRN_INPUT_LIMIT-1      input byte (id - 1) of the run's input space: never stored
 *     CAIRN_INPUT_LIMIT + i         nodes[i] of the slot's node table
 * Operands of a node have smaller ids than the node itself. */
#ifndef CAIRN_ABI_H
#define CAIRN_ABI_H

#include <stdint.h>

#define CAIRN_ABI_VERSION 13u
#define CAIRN_MAGIC 0x314e52494143ull /* "CAIRN1" */

#ifdef __cplusplus
#define CAIRN_STATIC_ASSERT(cond, why) static_assert(cond, why)
#else
#define CAIRN_STATIC_ASSERT(cond, why) _Static_assert(cond, why)
#endif

typedef uint32_t cairn_label;

#define CAIRN_LANE_BITS 4u
#define CAIRN_LANE_MASK 15u
#define CAIRN_INPUT_LIMIT (1u << 20)
#define CAIRN_NODE_LIMIT (1u << 28)
#define CAIRN_MAX_WIDTH 128u

/* ---- Shadow memory ------------------------------------------------------------------------ */

/* Each byte at address p has a label at CAIRN_SHADOW_BASE + ((p & CAIRN_SHADOW_MASK) << 2). With
 * position-independent executables program, heap, libraries and stack never collide under the mask,
 * with address randomisation on or off. */
#define CAIRN_SHADOW_BASE 0x100000000000ull
#define CAIRN_SHADOW_MASK 0x0fffffffffffull
#define CAIRN_SHADOW_SIZE ((CAIRN_SHADOW_MASK + 1) << 2)

/* Each labelled byte has a witness at CAIRN_WITNESS_BASE + (p & CAIRN_SHADOW_MASK): what the byte was when it got its label. A byte
 * that is something else was written by code that nobody records, and its label is false. The range lies between the program and its
 * libraries, beside the heaps of sanitizers. */
#define CAIRN_WITNESS_BASE 0x640000000000ull
#define CAIRN_WITNESS_SIZE (CAIRN_SHADOW_MASK + 1)

/* One map byte per 16 bytes of program memory: non-zero while one of them may hold a label. Folded, so that it is a plain array: a
 * collision costs a slow path, never a wrong answer. The index is the low half of the address, shifted: nothing to mask. */
#define CAIRN_MAP_SHIFT 4u
#define CAIRN_MAP_SIZE (1u << (32u - CAIRN_MAP_SHIFT))
#define CAIRN_MAX_TABLE 8192u /* the largest object that is copied when it is read at a symbolic offset */

#define CAIRN_SIZE_UNKNOWN (~0ull) /* of what a pointer leads to: the runtime may know it */
#define CAIRN_SIZE_BEGIN 0ull      /* ... and nothing but what it leads right to counts */

/* ---- Expression nodes --------------------------------------------------------------------- */

/* Functions of the C library's mathematics, evaluated by that library itself on both sides. X(name, arity, class, function): the function
 * of that name for 64 bits, the one with an f behind it for 32. No complete solver knows what they compute. */
#define CAIRN_LIBM(X)              \
  X(FSin, 1, un, sin)              \
  X(FCos, 1, un, cos)              \
  X(FTan, 1, un, tan)              \
  X(FAsin, 1, un, asin)            \
  X(FAcos, 1, un, acos)            \
  X(FAtan, 1, un, atan)            \
  X(FSinh, 1, un, sinh)            \
  X(FCosh, 1, un, cosh)            \
  X(FTanh, 1, un, tanh)            \
  X(FAsinh, 1, un, asinh)          \
  X(FAcosh, 1, un, acosh)          \
  X(FAtanh, 1, un, atanh)          \
  X(FExp, 1, un, exp)              \
  X(FExp2, 1, un, exp2)            \
  X(FExp10, 1, un, exp10)          \
  X(FExpm1, 1, un, expm1)          \
  X(FLog, 1, un, log)              \
  X(FLog2, 1, un, log2)            \
  X(FLog10, 1, un, log10)          \
  X(FLog1p, 1, un, log1p)          \
  X(FLogb, 1, un, logb)            \
  X(FCbrt, 1, un, cbrt)            \
  X(FErf, 1, un, erf)              \
  X(FErfc, 1, un, erfc)            \
  X(FTgamma, 1, un, tgamma)        \
  X(FLgamma, 1, un, lgamma)        \
  X(FJ0, 1, un, j0)                \
  X(FJ1, 1, un, j1)                \
  X(FY0, 1, un, y0)                \
  X(FY1, 1, un, y1)                \
  X(FPow, 2, bin, pow)             \
  X(FAtan2, 2, bin, atan2)         \
  X(FHypot, 2, bin, hypot)         \
  X(FDim, 2, bin, fdim)            \
  X(FRemainder, 2, bin, remainder) \
  X(FNextafter, 2, bin, nextafter)

/* X(name, arity, class, ...)
 * class: leaf   no operands
 *        bin    two operands of the node's width
 *        cmp    two operands of one width, result of 1 bit
 *        un     one operand of the node's width
 *        conv   one operand of another width
 *        tern   three operands of the node's width
 *        other  see the comment
 * Division and remainder by zero, and shifts by the width or more, have the values SMT-LIB gives
 * them: x udiv 0 = ones, x urem 0 = x, shl/lshr by >= width = 0, ashr by >= width = sign fill.
 * Floating-point operations take the format from the width: 32 or 64 bits, IEEE 754, round to
 * nearest even. Wherever a NaN results its bits are unspecified. */
#define CAIRN_OPS(X)                                                                        \
  X(None, 0, leaf)                                                                          \
  X(Const, 0, leaf) /* imm; width <= 64 */                                                  \
  X(Input, 0, leaf) /* imm = first byte of the input space; width = 8 * bytes */            \
  X(Add, 2, bin)                                                                            \
  X(Sub, 2, bin)                                                                            \
  X(Mul, 2, bin)                                                                            \
  X(UDiv, 2, bin)                                                                           \
  X(SDiv, 2, bin)                                                                           \
  X(URem, 2, bin)                                                                           \
  X(SRem, 2, bin)                                                                           \
  X(And, 2, bin)                                                                            \
  X(Or, 2, bin)                                                                             \
  X(Xor, 2, bin)                                                                            \
  X(Shl, 2, bin)                                                                            \
  X(LShr, 2, bin)                                                                           \
  X(AShr, 2, bin)                                                                           \
  X(Eq, 2, cmp)                                                                             \
  X(Ne, 2, cmp)                                                                             \
  X(Ult, 2, cmp)                                                                            \
  X(Ule, 2, cmp)                                                                            \
  X(Slt, 2, cmp)                                                                            \
  X(Sle, 2, cmp)                                                                            \
  X(ZExt, 1, conv)                                                                          \
  X(SExt, 1, conv)                                                                          \
  X(Extract, 1, other) /* imm = lowest bit; width = bits taken */                           \
  X(Concat, 2, other)  /* a = high part, b = low part; widths add up */                     \
  X(Ite, 3, other)     /* a = condition (1 bit), b = then, c = else; nodes only */          \
  X(Bswap, 1, un)                                                                           \
  X(BitReverse, 1, un)                                                                      \
  X(Ctpop, 1, un)                                                                           \
  X(Ctlz, 1, un)   /* of zero: the width */                                                 \
  X(Cttz, 1, un)   /* of zero: the width */                                                 \
  X(Fshl, 3, tern) /* funnel shifts, amount modulo width; nodes only */                     \
  X(Fshr, 3, tern)                                                                          \
  X(UAddSat, 2, bin)                                                                        \
  X(SAddSat, 2, bin)                                                                        \
  X(USubSat, 2, bin)                                                                        \
  X(SSubSat, 2, bin)                                                                        \
  X(UAddO, 2, cmp) /* overflow bits */                                                      \
  X(SAddO, 2, cmp)                                                                          \
  X(USubO, 2, cmp)                                                                          \
  X(SSubO, 2, cmp)                                                                          \
  X(UMulO, 2, cmp)                                                                          \
  X(SMulO, 2, cmp)                                                                          \
  X(TableRead, 1, other) /* a = byte offset (64 bits), imm = table id; width = 8 * bytes */ \
  X(FAdd, 2, bin)                                                                           \
  X(FSub, 2, bin)                                                                           \
  X(FMul, 2, bin)                                                                           \
  X(FDiv, 2, bin)                                                                           \
  X(FRem, 2, bin)                                                                           \
  X(FMin, 2, bin) /* minnum: a NaN operand loses */                                         \
  X(FMax, 2, bin)                                                                           \
  X(FCopySign, 2, bin)                                                                      \
  X(FOrd, 2, cmp) /* neither is NaN; unordered forms are built with Xor 1 */                \
  X(FEq, 2, cmp)  /* ordered */                                                             \
  X(FLt, 2, cmp)                                                                            \
  X(FLe, 2, cmp)                                                                            \
  X(FNeg, 1, un)                                                                            \
  X(FAbs, 1, un)                                                                            \
  X(FSqrt, 1, un)                                                                           \
  X(FFloor, 1, un)                                                                          \
  X(FCeil, 1, un)                                                                           \
  X(FTrunc, 1, un)                                                                          \
  X(FRound, 1, un)     /* half away from zero */                                            \
  X(FRoundEven, 1, un) /* also rint and nearbyint: the mode is round to nearest */          \
  X(Fma, 3, tern)                                                                           \
  X(FToF, 1, conv)                                                                          \
  X(FToSI, 1, conv) /* out of range or NaN: what x86 cvttsd2si gives for the width */       \
  X(FToUI, 1, conv)                                                                         \
  X(SIToF, 1, conv)                                                                         \
  X(UIToF, 1, conv)                                                                         \
  X(FExponent, 1, conv) /* what frexp stores, 32 bits; 0 for infinities and NaN */          \
  X(FFraction, 1, un)   /* what frexp returns */                                            \
  X(FScale, 2, bin)     /* ldexp; the exponent is a whole number of the same format */      \
  CAIRN_LIBM(X)

typedef enum cairn_op {
#define CAIRN_OP_ENUM(name, arity, cls, ...) CAIRN_OP_##name,
  CAIRN_OPS(CAIRN_OP_ENUM)
#undef CAIRN_OP_ENUM
      CAIRN_OP_COUNT
} cairn_op;

/* A binary or comparing node may hold one constant operand itself: `a` is then the symbolic operand
 * and `imm` the constant, truncated to the operand's width (at most 64 bits). For Concat the constant's
 * width is what is missing to the node's width. */
#define CAIRN_NODE_IMM 1u      /* the other operand is imm */
#define CAIRN_NODE_IMM_LEFT 2u /* with IMM: imm is the first operand */

typedef struct cairn_node {
  uint8_t op;
  uint8_t width; /* result bits, 1..128 */
  uint16_t flags;
  uint32_t a;
  union {
    struct {
      uint32_t b, c;
    };
    uint64_t imm;
  };
} cairn_node;
CAIRN_STATIC_ASSERT(sizeof(cairn_node) == 16, "a node is 16 bytes");

/* A table is a snapshot of an object read at a symbolic offset. It stands in the slot's table area at
 * 16 * id: this header, `size` bytes of content, and, when `labelled`, padding to 4 and `size` labels. */
typedef struct cairn_table {
  uint32_t size;
  uint32_t labelled;
  uint64_t hash; /* of content and labels: equal snapshots of one run are stored once */
} cairn_table;
CAIRN_STATIC_ASSERT(sizeof(cairn_table) == 16, "a table header is 16 bytes");

/* ---- Events ------------------------------------------------------------------------------- */

/* X(name): what a run's path consists of. */
#define CAIRN_EVENTS(X)                                                                                     \
  X(None)                                                                                                   \
  X(Branch)       /* node: 1 bit; side: its value */                                                        \
  X(Switch)       /* node: the value switched on; value: what it was; aux: case, 0xffff default */          \
  X(IndirectCall) /* node: the pointer; value: the address it had */                                        \
  X(PinAddress)   /* node == value, other side open, capped by site */                                      \
  X(PinSize)      /* node == value: a size or count used concretely */                                      \
  X(PinValue)     /* node == value: anything else used concretely */                                        \
  X(InBounds)     /* node: 1 bit, true: offset lies in the object read */                                   \
  X(EndOfInput)   /* node: 1 bit; side: its value: was there more input? */                                 \
  X(Assume)       /* node: 1 bit; side 0 ends the run */                                                    \
  X(Lost)         /* aux: cairn_loss; site: call site, or CAIRN_NO_SITE: the context tells; value: bytes */ \
  X(Full)         /* recording ended here: a table is full (aux: which region) */                           \
  X(Offered)      /* node: 1 bit; side: its value: is the variable that was asked for set? */

typedef enum cairn_event_kind {
#define CAIRN_EVENT_ENUM(name) CAIRN_EVENT_##name,
  CAIRN_EVENTS(CAIRN_EVENT_ENUM)
#undef CAIRN_EVENT_ENUM
      CAIRN_EVENT_COUNT
} cairn_event_kind;

#define CAIRN_SWITCH_DEFAULT 0xffffu
#define CAIRN_NO_SITE 0xffffffffu /* no site, branch, call or counter */

typedef enum cairn_loss {
  CAIRN_LOSS_NONE,
  CAIRN_LOSS_ASM,         /* inline assembly with symbolic operands */
  CAIRN_LOSS_INSTRUCTION, /* an instruction or intrinsic without a rule */
  CAIRN_LOSS_WIDTH,       /* wider than 128 bits, half, or x87 */
  CAIRN_LOSS_EXTERNAL,    /* symbolic data passed to a function that is not instrumented */
  CAIRN_LOSS_THREAD,      /* symbolic data touched by another thread */
  CAIRN_LOSS_SIGNAL,      /* ... by a signal handler */
  CAIRN_LOSS_ARGUMENTS,   /* more argument labels than the transfer area holds */
  CAIRN_LOSS_CHILD,       /* symbolic data went to a process that the program forked */
  CAIRN_LOSS_COUNT
} cairn_loss;

typedef struct cairn_event {
  uint8_t kind; /* cairn_event_kind */
  uint8_t side;
  uint16_t aux;
  uint32_t site;    /* branch id: module's branch_base + index in its facts */
  uint32_t node;    /* node id (no lane) */
  uint32_t context; /* index into the slot's context table */
  uint64_t value;
  uint64_t steps; /* function entries and events so far */
} cairn_event;
CAIRN_STATIC_ASSERT(sizeof(cairn_event) == 32, "an event is 32 bytes");

/* A node of the calling-context tree: entry 0 is the root (main). */
typedef struct cairn_context {
  uint32_t parent;
  uint32_t call_site; /* module's call_base + index in its facts */
} cairn_context;

/* ---- Inputs ------------------------------------------------------------------------------- */

typedef enum cairn_object_kind {
  CAIRN_OBJECT_MEMORY, /* cairn_symbolic(p, n, name) and other tools' spellings of it */
  CAIRN_OBJECT_STDIN,
  CAIRN_OBJECT_ARGUMENT, /* ordinal = position among the symbolic arguments */
  CAIRN_OBJECT_FILE,
  CAIRN_OBJECT_ENVIRONMENT, /* SIZED: one that was offered, set when all of its bytes are there and else not */
  CAIRN_OBJECT_CHOICE,      /* made by the runtime: failing calls, argument count */
  CAIRN_OBJECT_BUFFER,      /* the buffer of LLVMFuzzerTestOneInput */
  CAIRN_OBJECT_KIND_COUNT
} cairn_object_kind;

#define CAIRN_NAME_SIZE 48u

#define CAIRN_OBJECT_SIZED 1u /* the size is symbolic too: 4 bytes follow the content's capacity */

/* In the slot's input area the engine lists the objects it has values for; in the slot's object table the
 * runtime lists the objects the run used, in order of appearance, with their place in the input space.
 * Objects are matched by (kind, name, ordinal). An object the engine gave no value for reads as zeros. */
typedef struct cairn_object {
  uint8_t kind;
  uint8_t reserved;
  uint16_t flags;
  uint32_t ordinal;  /* n-th object of this kind and name */
  uint32_t size;     /* bytes present */
  uint32_t capacity; /* bytes there may be; equals size unless SIZED */
  uint32_t data;     /* input area: offset of the bytes within it */
  uint32_t base;     /* object table: first byte in the input space */
  char name[CAIRN_NAME_SIZE];
} cairn_object;
CAIRN_STATIC_ASSERT(sizeof(cairn_object) == 72, "an object is 72 bytes");

/* ---- The shared segment ------------------------------------------------------------------- */

/* Offsets from the start of a slot. */
typedef struct cairn_region {
  uint64_t offset;
  uint64_t capacity; /* in records (bytes for input data and tables) */
} cairn_region;

typedef enum cairn_region_id {
  CAIRN_REGION_INPUT_OBJECTS, /* cairn_object, written by the engine */
  CAIRN_REGION_INPUT_DATA,    /* bytes, written by the engine */
  CAIRN_REGION_OBJECTS,       /* cairn_object, written by the runtime */
  CAIRN_REGION_NODES,         /* cairn_node */
  CAIRN_REGION_EVENTS,        /* cairn_event */
  CAIRN_REGION_TABLES,        /* bytes */
  CAIRN_REGION_CONTEXTS,      /* cairn_context */
  CAIRN_REGION_COUNTERS,      /* uint32_t, one a probe, all modules behind each other */
  CAIRN_REGION_ARGUMENTS, /* argv and then environment, written by the engine: argc + envc + 1 uint32_t, where each string begins in this
                                 region and where the last one's room ends, and the strings. Each has room for the longest it may be:
                                 addresses do not depend on what the strings are. */
  CAIRN_REGION_COUNT
} cairn_region_id;

/* Where debug information says that models of library functions are. */
#define CAIRN_MODELS_PATH "/cairn/models/"

#define CAIRN_FAULT_CALLS 15u

/* How far a run got, written by the runtime as it goes, so that it survives a crash. */
typedef struct cairn_slot {
  /* written by the engine before the run */
  uint32_t record;         /* 0: run without recording (coverage only) */
  uint32_t input_objects;  /* entries */
  uint32_t argc;           /* strings in ARGUMENTS; 0: keep the server's own argv */
  uint32_t envc;           /* strings after them; with argc 0 ignored */
  uint64_t counters_dirty; /* 1: counters may hold values of an earlier run (engine resets, then sets 0) */
  uint64_t step_limit;     /* 0: none; a run that passes it ends like a time-out, deterministically */
  /* written by the runtime */
  uint32_t started;  /* 1 once recording began */
  uint32_t finished; /* 1 when main returned or exit was called */
  uint32_t objects;  /* used entries of each region */
  uint32_t contexts;
  uint32_t nodes;
  uint32_t events;
  uint32_t table_bytes;
  uint32_t input_bytes; /* input space used */
  uint32_t full;        /* 1 + region id that ran full, 0 otherwise */
  uint32_t rejected;    /* an assumption failed: not a run of the program */
  uint64_t steps;
  uint64_t lost;        /* events of loss, counted even when EVENTS is full */
  uint64_t nanoseconds; /* spent between start and end of the run, by the runtime's clock */
  uint64_t
      fault; /* where it faulted or aborted: 1 + offset of the innermost instruction in the executable; 0: nowhere there */
  uint64_t fault_calls[CAIRN_FAULT_CALLS]; /* if so, the calls around it, in the same form; 0 behind the last */
  uint64_t lost_apart
      [CAIRN_LOSS_COUNT]; /* those of `lost` that have no event, by cairn_loss: threads, handlers and children write none */
} cairn_slot;

#define CAIRN_MAX_MODULES 1024u
#define CAIRN_PATH_SIZE 256u

/* One compiled translation unit present in the target, in order of registration. */
typedef struct cairn_module_entry {
  uint64_t id;           /* hash naming the facts blob (cairn_facts_header.module) */
  uint32_t counter_base; /* first counter in COUNTERS */
  uint32_t counters;
  uint32_t branch_base; /* added to the indices of branches in its facts */
  uint32_t branches;
  uint32_t call_base;
  uint32_t calls;
  char object[CAIRN_PATH_SIZE]; /* ELF file the unit was linked into; empty: the executable */
} cairn_module_entry;

/* One of the files that the program consists of: where it lies in memory. */
typedef struct cairn_image {
  uint64_t begin, end;
} cairn_image;

#define CAIRN_MAX_IMAGES 64u

typedef struct cairn_segment {
  uint64_t magic;
  uint32_t version;
  uint32_t slots;
  uint64_t slot_offset; /* of slot 0 */
  uint64_t slot_stride;
  cairn_region regions[CAIRN_REGION_COUNT]; /* the same for each slot */
  /* written by the runtime */
  uint32_t modules;
  uint32_t counters;  /* in all modules together */
  uint32_t loop;      /* 1: the target has an in-process loop */
  uint32_t too_many;  /* counters or modules did not fit */
  uint32_t no_labels; /* something else lies where labels would: nothing can be recorded */
  uint32_t moment; /* when every run begins, in seconds since 1970 (by the engine); 0: when the program was started */
  uint32_t
      variables;   /* bytes of each variable that is offered when the program asks for it (by the engine); 0: none is */
  uint32_t images; /* of a harness; 0: more than fit */
  cairn_image image[CAIRN_MAX_IMAGES]; /* the executable is the first */
  cairn_module_entry module[CAIRN_MAX_MODULES];
} cairn_segment;

/* ---- The server ---------------------------------------------------------------------------- */

/* The engine starts the target with CAIRN_SERVER="control segment signals": two descriptor numbers, a
 * SOCK_SEQPACKET socket and the shared memory file, and 1 when nobody has to be asked for each signal
 * that a process sends. The runtime removes the variable. At the entry of
 * main it says HELLO and serves commands; without the variable it does nothing at all. */
#define CAIRN_SERVER_VARIABLE "CAIRN_SERVER"

/* Stands in every executable that can serve, so that the engine need not start a program to know. */
#define CAIRN_SERVER_MARK "cairn-server-protocol-1"

typedef enum cairn_command_kind {
  CAIRN_COMMAND_RUN = 1, /* fork one child on slot `slot`, wait for it, DONE */
  CAIRN_COMMAND_LOOP,    /* in-process: slots [0, count) one after another, DONE for the batch */
  CAIRN_COMMAND_QUIT
} cairn_command_kind;

typedef struct cairn_command {
  uint32_t kind;
  uint32_t slot;
  uint32_t count;
  uint32_t milliseconds; /* backstop for the run, per slot; 0: none */
} cairn_command;

typedef enum cairn_reply_kind {
  CAIRN_REPLY_HELLO = 1, /* value: ABI version */
  CAIRN_REPLY_STARTED,   /* value: pid of the child as the server sees it; only for runs that last */
  CAIRN_REPLY_DONE,      /* value: wait status of the child; count: slots finished (LOOP) */
  CAIRN_REPLY_FAILED     /* value: errno of a failed fork */
} cairn_reply_kind;

#define CAIRN_REPLY_TIMED_OUT 1u  /* the backstop killed it */
#define CAIRN_REPLY_STRAGGLERS 2u /* descendants outlived the run and could not be killed from inside */

typedef struct cairn_reply {
  uint32_t kind;
  uint32_t flags;
  int32_t value;
  uint32_t count;
} cairn_reply;

#endif
