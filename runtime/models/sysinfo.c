/* Models of sysconf and sys/sysinfo.h: how much memory is free changes while a program is explored, and programs choose
 * the sizes of their buffers by it. While recording, what was free when the program was started is free all the time.
 */
#include <sys/sysinfo.h>
#include <unistd.h>

#include "model.h"

static long free_pages;
static struct sysinfo at_start;

__attribute__((constructor)) static void look(void) {
  free_pages = sysconf(_SC_AVPHYS_PAGES);
  sysinfo(&at_start);
}

long __cairn_model_sysconf(int name) {
  return name == _SC_AVPHYS_PAGES && cairn_recording() ? free_pages : sysconf(name);
}

long __cairn_model_get_avphys_pages(void) { return cairn_recording() ? free_pages : get_avphys_pages(); }

int __cairn_model_sysinfo(struct sysinfo* info) {
  const int result = sysinfo(info);
  cairn_forget(info, sizeof *info);
  if (result == 0 && cairn_recording()) *info = at_start;
  return result;
}
