/* Models of sysconf and sys/sysinfo.h: how much memory is free changes while a program is explored, and programs choose
 * the sizes of their buffers by it. While recording, half of the memory is free all the time, and nobody else is there.
 */
#include <sys/sysinfo.h>
#include <unistd.h>

#include "model.h"

long __cairn_model_sysconf(int name) {
  return name == _SC_AVPHYS_PAGES && cairn_recording() ? sysconf(_SC_PHYS_PAGES) / 2 : sysconf(name);
}

long __cairn_model_get_avphys_pages(void) {
  return cairn_recording() ? __cairn_model_sysconf(_SC_AVPHYS_PAGES) : get_avphys_pages();
}

int __cairn_model_sysinfo(struct sysinfo* info) {
  const int result = sysinfo(info);
  cairn_forget(info, sizeof *info);
  if (result != 0 || !cairn_recording()) return result;
  info->uptime = 0;
  for (unsigned i = 0; i < 3; ++i) info->loads[i] = 0;
  info->freeram = info->totalram / 2;
  info->sharedram = info->bufferram = 0;
  info->freeswap = info->totalswap;
  info->freehigh = info->totalhigh;
  info->procs = 1;
  return 0;
}
