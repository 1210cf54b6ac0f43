/* What a program may say to Cairn. Without the engine these do nothing but give zeros. */
#ifndef CAIRN_H
#define CAIRN_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the n bytes at p an input called `name`. The bytes get the values of the test being run (zeros at first).
 * Calling it again with the same name makes a second input of that name. */
void cairn_symbolic(void* p, size_t n, const char* name);

/* Only runs in which the condition holds are of interest: others end here and are not reported. */
void cairn_assume(int condition);

/* An input-dependent value, for harnesses without a buffer of their own. */
int cairn_int(const char* name);

#ifdef __cplusplus
}
#endif

#endif
