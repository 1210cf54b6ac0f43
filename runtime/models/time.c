/* Models of time.h, sys/time.h, sys/times.h and sys/resource.h: what time it is changes while a program is explored,
 * and programs seed hash tables and random numbers with it. While recording, every run begins in the second that the
 * engine names, and a clock goes on by a microsecond each time it is looked at. A run that takes longer than a moment,
 * because it waits or has much to do, sees how long it has taken. Files changed since the start were changed when the
 * run began (cairn_settle_time): what is older stays older, and nothing comes from the future. */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "model.h"
#include "models.h"

static const int64_t kSecond = 1000000000, kMoment = 250000000, kLook = 1000; /* nanoseconds */

static int64_t started, started_steady;         /* when every run begins */
static int64_t begun, begun_steady, begun_busy; /* when the run first asked for a time, by three clocks */
static int64_t looks;                           /* since then */
static uint32_t run;                            /* which one that is */

static int64_t real(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * kSecond + t.tv_nsec;
}

static void set(struct timespec* t, int64_t nanoseconds) {
  t->tv_sec = nanoseconds / kSecond;
  t->tv_nsec = nanoseconds % kSecond;
}

__attribute__((constructor)) static void look(void) {
  started = real(CLOCK_REALTIME) / kSecond * kSecond;
  started_steady = real(CLOCK_MONOTONIC);
}

/* When a run begins: the same for all targets of an exploration, and when it is resumed. */
static int64_t start(void) {
  const uint32_t moment = cairn_moment();
  return moment != 0 ? moment * kSecond : started;
}

static void begin(void) {
  if (run == cairn_run()) return;
  run = cairn_run();
  looks = 0;
  begun = real(CLOCK_REALTIME);
  begun_steady = real(CLOCK_MONOTONIC);
  begun_busy = real(CLOCK_PROCESS_CPUTIME_ID);
}

/* How long something has taken, as the program sees it. */
static int64_t seen(int64_t taken) {
  if (taken >= kMoment) return taken;
  if ((looks + 1) * kLook < kMoment) ++looks;
  return looks * kLook;
}

static int64_t gone(void) {
  begin();
  return seen(real(CLOCK_MONOTONIC) - begun_steady);
}

static int64_t busy(void) {
  begin();
  return seen(real(CLOCK_PROCESS_CPUTIME_ID) - begun_busy);
}

void cairn_settle_time(struct timespec* changed) {
  if (!cairn_recording()) return;
  const int64_t when = changed->tv_sec * kSecond + changed->tv_nsec;
  if (when < start()) return;
  begin();
  set(changed, start() + (when - begun >= kMoment ? when - begun : 0));
}

void cairn_settle_clock(clockid_t clock, struct timespec* t) {
  cairn_forget(t, sizeof *t);
  if (!cairn_recording()) return;
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
      set(t, start() + gone());
      break;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
      set(t, started_steady + gone());
      break;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID:
      set(t, busy());
      break;
    default:
      break;
  }
}

int __cairn_model_clock_gettime(clockid_t clock, struct timespec* t) {
  const int result = clock_gettime(clock, t);
  if (result == 0) cairn_settle_clock(clock, t);
  return result;
}

int __cairn_model_timespec_get(struct timespec* t, int base) {
  if (base != TIME_UTC) return timespec_get(t, base);
  return __cairn_model_clock_gettime(CLOCK_REALTIME, t) == 0 ? base : 0;
}

int __cairn_model_gettimeofday(struct timeval* restrict t, void* restrict zone) {
  const int result = gettimeofday(t, zone);
  if (zone != NULL) cairn_forget(zone, sizeof(struct timezone));
  if (t == NULL) return result;
  cairn_forget(t, sizeof *t);
  if (result != 0 || !cairn_recording()) return result;
  struct timespec now;
  set(&now, start() + gone());
  t->tv_sec = now.tv_sec;
  t->tv_usec = now.tv_nsec / 1000;
  return result;
}

time_t __cairn_model_time(time_t* t) {
  const time_t now = cairn_recording() ? (start() + gone()) / kSecond : time(NULL);
  if (t != NULL) *t = now;
  return now;
}

clock_t __cairn_model_clock(void) { return cairn_recording() ? busy() / (kSecond / CLOCKS_PER_SEC) : clock(); }

/* All work is the program's own, none the kernel's for it. */
clock_t __cairn_model_times(struct tms* t) {
  const clock_t result = times(t);
  if (t != NULL) cairn_forget(t, sizeof *t);
  if (result == (clock_t)-1 || !cairn_recording()) return result;
  const int64_t tick = kSecond / sysconf(_SC_CLK_TCK);
  if (t != NULL) *t = (struct tms){.tms_utime = busy() / tick};
  return (started_steady + gone()) / tick;
}

/* What is left has no steady value: it depends on other programs, and on how much of a run was copied when. */
int __cairn_model_getrusage(__rusage_who_t who, struct rusage* usage) {
  const int result = getrusage(who, usage);
  if (result != 0) return result;
  cairn_forget(usage, sizeof *usage);
  if (!cairn_recording()) return result;
  struct rusage steady = {.ru_maxrss = 1 << 14};
  struct timespec used = {0, 0};
  if (who != RUSAGE_CHILDREN) set(&used, busy());
  steady.ru_utime.tv_sec = used.tv_sec;
  steady.ru_utime.tv_usec = used.tv_nsec / 1000;
  *usage = steady;
  return result;
}

/* ---- Calendars --------------------------------------------------------------------------------- */

/* The library reads the variable by itself: what the zone is called, and what time it is there, depends on it. Returns
 * whether it may be anything. */
static int lose_zone(void) {
  const char* const zone = getenv("TZ");
  if (zone == NULL || !cairn_is_symbolic(zone, strlen(zone) + 1)) return 0;
  cairn_lose_string(zone);
  return 1;
}

void __cairn_model_tzset(void) {
  lose_zone();
  tzset();
}

static struct tm* in_zone(const time_t* when, struct tm* made) {
  if (made != NULL) cairn_forget(made, sizeof *made);
  const int utc = !lose_zone() && timezone == 0 && daylight == 0 && made != NULL && strcmp(made->tm_zone, "UTC") == 0;
  if (!utc || !cairn_settle_date(when, made)) cairn_lose_memory(when, sizeof *when);
  return made;
}

struct tm* __cairn_model_localtime_r(const time_t* restrict when, struct tm* restrict t) {
  const time_t plain = cairn_plain_integer(*when);
  return in_zone(when, localtime_r(&plain, t));
}

struct tm* __cairn_model_localtime(const time_t* when) {
  const time_t plain = cairn_plain_integer(*when);
  return in_zone(when, localtime(&plain));
}

/* What they make of the fields is the system's to know (time zones): facts of the path. All that is out of range is
 * brought into it, in place. */
static void pin_fields(const struct tm* t) {
  const int fields[] = {t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, t->tm_isdst};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i) cairn_pin_size((size_t)fields[i]);
}

time_t __cairn_model_mktime(struct tm* t) {
  lose_zone();
  pin_fields(t);
  const time_t made = mktime(t);
  cairn_forget(t, sizeof *t);
  return made;
}

time_t __cairn_model_timelocal(struct tm* t) { return __cairn_model_mktime(t); }

time_t __cairn_model_timegm(struct tm* t) {
  pin_fields(t);
  const time_t made = timegm(t);
  cairn_forget(t, sizeof *t);
  return made;
}
