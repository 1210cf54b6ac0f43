/* Every run reads the clock differently, unless somebody takes care: what the program does with its input would depend on when it was run.
 * And files are not from the future, sleep takes its time, and clocks do not go back. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static unsigned mixed(unsigned long x) { return (unsigned)((x * 0x9e3779b97f4a7c15ul) >> 40); }

int main(int argc, char** argv) {
  char text[6] = {0};
  struct timespec now, steady, later;
  struct timeval today;
  struct stat info;
  struct statx more;
  if (argc < 2 || stat(argv[1], &info) != 0 || statx(AT_FDCWD, argv[1], 0, STATX_MTIME | STATX_SIZE, &more) != 0)
    return 9;
  clock_gettime(CLOCK_REALTIME, &now);
  clock_gettime(CLOCK_MONOTONIC, &steady);
  gettimeofday(&today, NULL);
  /* time() may lag behind the times of files by some milliseconds, clock_gettime() does not. */
  if (info.st_mtim.tv_sec > now.tv_sec || more.stx_mtime.tv_sec != info.st_mtime) return 8;
  if (today.tv_sec < now.tv_sec || now.tv_sec < 1700000000) return 7;
  /* Which byte is looked at first is a matter of seeds. */
  const unsigned seed = mixed((unsigned long)now.tv_nsec + (unsigned long)steady.tv_nsec * 3 +
                              (unsigned long)today.tv_usec * 5 + (unsigned long)clock() * 7);
  FILE* in = fopen(argv[1], "r");
  if (in == NULL) return 9;
  for (int i = 0; i < 4; ++i) {
    const int c = getc(in);
    if (c == EOF) break;
    text[i] = (char)c;
  }
  int equal = 0;
  for (unsigned i = 0; i < 4; ++i)
    if (text[(i + seed) % 4] == "tick"[(i + seed) % 4]) ++equal;
  if (equal < 4) return equal > 2 ? 1 : 0;
  usleep(400000);
  clock_gettime(CLOCK_MONOTONIC, &later);
  const long waited = (later.tv_sec - steady.tv_sec) * 1000 + (later.tv_nsec - steady.tv_nsec) / 1000000;
  return waited >= 390 && time(NULL) >= now.tv_sec ? 2 : 6;
}
