/* Models of sys/random.h and of what stdlib.h and unistd.h have of it: random bytes differ from run to run, and
 * programs salt their hash tables with them. While recording, every run draws the same ones, from /dev/random and
 * /dev/urandom too. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "model.h"
#include "models.h"

/* Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. */
static uint64_t draw(void) {
  static uint64_t state;
  static uint32_t run;
  if (run != cairn_run()) state = 0;
  run = cairn_run();
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* Over what the system gave. */
void cairn_settle_random(void* buffer, size_t size) {
  cairn_forget(buffer, size);
  if (!cairn_recording()) return;
  for (char* at = buffer; size > 0;) {
    const uint64_t word = draw();
    const size_t part = size < sizeof word ? size : sizeof word;
    memcpy(at, &word, part);
    at += part;
    size -= part;
  }
}

ssize_t __cairn_model_getrandom(void* buffer, size_t size, unsigned flags) {
  const ssize_t got = getrandom(buffer, size, flags); /* what is wrong with the arguments is wrong with them here too */
  if (got > 0) cairn_settle_random(buffer, (size_t)got);
  return got;
}

int __cairn_model_getentropy(void* buffer, size_t size) {
  const int result = getentropy(buffer, size);
  if (result == 0) cairn_settle_random(buffer, size);
  return result;
}

uint32_t __cairn_model_arc4random(void) { return cairn_recording() ? (uint32_t)draw() : arc4random(); }

void __cairn_model_arc4random_buf(void* buffer, size_t size) {
  arc4random_buf(buffer, size);
  cairn_settle_random(buffer, size);
}

uint32_t __cairn_model_arc4random_uniform(uint32_t bound) {
  return cairn_recording() && bound > 1 ? (uint32_t)(draw() % bound) : arc4random_uniform(bound);
}

/* Whoever opened it: libraries do too. */
void cairn_settle_device(int fd, void* buffer, size_t size) {
  struct stat info;
  if (size == 0 || !cairn_recording() || fstat(fd, &info) != 0 || !S_ISCHR(info.st_mode)) return;
  if (info.st_rdev == makedev(1, 8) || info.st_rdev == makedev(1, 9)) cairn_settle_random(buffer, size);
}
