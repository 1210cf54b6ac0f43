/* Between the three parts of the observer: runs (observe_runs.c), what is told of one (observe.c), and the memory and the
 * clock of the function that is watched (observe_world.c). Their names stand beside those of the program: each begins
 * with cairn_unit_. */
#ifndef CAIRN_UNIT_OBSERVE_H
#define CAIRN_UNIT_OBSERVE_H

#include <stddef.h>
#include <stdint.h>

extern int cairn_unit_inside;           /* the function is running */
extern unsigned char cairn_unit_filler; /* of fresh memory */
/* Whether it is the second run of a call: places in memory and the time are others then. */
int cairn_unit_is_second(void);

/* To whoever asked for the runs. */
void cairn_unit_tell(const char* text, size_t size);

/* The function has given back what lies there; how large the object there is, SIZE_MAX: none is. */
void cairn_unit_gone(const char* p);
size_t cairn_unit_object_at(const char* p);

/* Of what the function allocated: bytes from p to the end of the block it lies in, 0: in none. Whether one ends at p. */
size_t cairn_unit_rest_of_block(const char* p);
int cairn_unit_block_ends_at(const char* p);

/* Memory that no run hands out to the function. */
void* __real_malloc(size_t size);
void* __real_realloc(void* p, size_t size);

#endif
