/* Static facts of one translation unit, as the pass writes them into the section CAIRN_FACTS_SECTION
 * and the engine reads them from the linked ELF file. A linked file holds one blob after another,
 * each aligned to 8. All offsets are from the start of the blob; strings are offsets into the string
 * table (NUL-terminated, offset 0 is the empty string). */
#ifndef CAIRN_FACTS_H
#define CAIRN_FACTS_H

#include <stdint.h>

#include "cairn_abi.h"

#define CAIRN_FACTS_SECTION "cairn_facts"
#define CAIRN_FACTS_MAGIC 0x53544341464e5243ull

/* X(type, name): the tables of a blob, of records of that type. */
#define CAIRN_FACT_TABLES(X)                                                                                     \
  X(cairn_fact_function, functions)                                                                              \
  X(cairn_fact_site, sites)      /* conditionals of the source */                                                \
  X(cairn_fact_branch, branches) /* recorded in the optimised code */                                            \
  X(uint64_t, cases)             /* case values, slices of it belong to switch branches */                       \
  X(uint32_t, outcomes)          /* counter of the source side an outcome of a branch takes, or CAIRN_NO_SITE */ \
  X(cairn_fact_block, blocks)                                                                                    \
  X(cairn_fact_edge, edges)                                                                                      \
  X(cairn_fact_call, calls)                                                                                      \
  X(cairn_fact_line, lines)      /* source lines with code, by block */                                          \
  X(cairn_fact_derived, derived) /* counters the program does not count, in order of computation */              \
  X(uint32_t, words)             /* strings: constants of the source that input may be compared with */

typedef struct cairn_facts_table {
  uint32_t offset;
  uint32_t count;
} cairn_facts_table;

typedef struct cairn_facts_header {
  uint64_t magic;
  uint32_t version;
  uint32_t size; /* of the whole blob, a multiple of 8 */
  uint64_t module;
  uint32_t source; /* string: main source file */
  uint32_t reserved;
#define CAIRN_FACT_TABLE(type, name) cairn_facts_table name;
  CAIRN_FACT_TABLES(CAIRN_FACT_TABLE)
#undef CAIRN_FACT_TABLE
  cairn_facts_table strings; /* bytes */
} cairn_facts_header;

typedef struct cairn_fact_function {
  uint32_t name; /* linkage name */
  uint32_t file;
  uint32_t line;
  uint32_t first_block, blocks; /* blocks as the front end made them */
  uint32_t first_site, sites;
  uint32_t flags;
  uint64_t type; /* hash of the function type: candidates of indirect calls */
} cairn_fact_function;

#define CAIRN_FUNCTION_ADDRESS_TAKEN 1u
#define CAIRN_FUNCTION_LOCAL 2u

/* A site is a conditional of the source as the front end made it. It has `sides` counters from `counter` on
 * (two for a condition: true, false; one for each case of a switch and one for its default, last). */
typedef struct cairn_fact_site {
  uint32_t function;
  uint32_t file;
  uint32_t line;
  uint32_t column;
  uint32_t counter;
  uint16_t sides;
  uint16_t kind;    /* cairn_site_kind */
  uint32_t ordinal; /* among the function's sites with the same hash */
  uint32_t block;   /* block it ends, global index into blocks */
  uint64_t hash;    /* structural: survives a rebuild and unrelated changes */
} cairn_fact_site;

typedef enum cairn_site_kind {
  CAIRN_SITE_IF,
  CAIRN_SITE_SWITCH,
  CAIRN_SITE_LOGICAL /* the right operand of && or || */
} cairn_site_kind;

/* A branch is a place of the optimised code that can emit events. Its outcomes, in order: Branch true, false;
 * Switch each case, default last; all other kinds: holds, does not hold. An outcome whose source side's probe comes first on
 * its edge is linked to that side by its counter; the others are the compiler's own. */
typedef struct cairn_fact_branch {
  uint32_t function;
  uint32_t file, line, column;
  uint32_t kind;       /* cairn_event_kind it emits */
  uint32_t first_case; /* Switch: slice of cases, in order; outcome k takes case k */
  uint32_t cases;
  uint32_t first_outcome; /* slice of outcomes: 2, or cases + 1 */
  uint32_t site;          /* site of the first linked outcome, or CAIRN_NO_SITE */
  uint32_t ordinal;       /* copy number in the optimised code, among branches with the same hash */
  uint64_t hash;          /* structural, survives a rebuild */
} cairn_fact_branch;

typedef struct cairn_fact_block {
  uint32_t function;
  uint32_t counter;      /* counts its executions; CAIRN_NO_SITE: the sum of what its incoming edges count */
  uint32_t instructions; /* before optimisation */
  uint32_t first_line, lines;
  uint32_t site; /* the site it ends with, or CAIRN_NO_SITE */
} cairn_fact_block;

/* Edge between blocks of one function. `side` is the site's side that takes it; 0xffff: unconditional. */
typedef struct cairn_fact_edge {
  uint32_t from, to;
  uint16_t side;
  uint16_t flags;
} cairn_fact_edge;

typedef struct cairn_fact_call {
  uint32_t block;    /* global index into blocks; CAIRN_NO_SITE when unknown */
  uint32_t function; /* caller */
  uint32_t callee;   /* string: linkage name; 0: indirect */
  uint32_t file, line;
  uint32_t reserved;
  uint64_t type; /* of an indirect call */
} cairn_fact_call;

/* Flow is conserved: what follows from other counters is not counted by the program but computed by the engine, as a sum or a
 * difference. Control cannot leave in between except by a fault, which makes a difference one too large; an exact difference has nothing
 * in between. */
typedef enum cairn_derivation {
  CAIRN_DERIVED_SUM,        /* counter = a + b; where a is the counter itself, it is also counted by the program */
  CAIRN_DERIVED_DIFFERENCE, /* counter = a - b */
  CAIRN_DERIVED_EXACT_DIFFERENCE, /* counter = a - b */
  CAIRN_DERIVATION_COUNT
} cairn_derivation;

typedef struct cairn_fact_derived {
  uint32_t counter;
  uint32_t a, b;
  uint32_t derivation; /* cairn_derivation */
} cairn_fact_derived;

typedef struct cairn_fact_line {
  uint32_t file;
  uint32_t line;
} cairn_fact_line;

#endif
