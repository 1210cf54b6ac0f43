/* What harnesses of KLEE and of Test-Comp call more rarely. */
#include <errno.h>
#include <klee/klee.h>
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_sector_t(void);
extern unsigned long __VERIFIER_nondet_pthread_t(void);

int main(void) {
  errno = 5;
  if (klee_get_errno() != 5) exit(9);
  switch (klee_choose(3)) {
    case 0:
      if (__VERIFIER_nondet_sector_t() == 12345) exit(1);
      exit(0);
    case 1:
      if (__VERIFIER_nondet_pthread_t() == 54321) exit(3);
      exit(2);
    case 2:
      exit(4);
    default:
      exit(8);
  }
}
