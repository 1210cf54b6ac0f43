// Dates. The model hands out what it computed only where glibc says the same; what is compared here is the arithmetic.
#include <cstdint>
#include <ctime>
#include <string>

#include "tests/models/agree.h"

using cairn::agree::Random;
using cairn::agree::Verdict;

extern "C" void cairn_calendar(std::int64_t when, struct tm* t);

namespace {

std::string told(const tm& t) {
  std::string text;
  for (const int field : {t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, t.tm_wday, t.tm_yday})
    text += std::to_string(field) + " ";
  return text;
}

}  // namespace

AGREE(gmtime_r) {
  constexpr std::int64_t kYear = 31556952, kLimit = 67768036191676799;
  std::int64_t when = random.number();
  if (random.once_in(2)) when = (random.below(4000) - 2000) * kYear + random.below(100000);
  if (random.once_in(4)) when = when / 86400 * 86400 + random.below(3) - 1;
  if (random.once_in(20)) when = (random.once_in(2) ? kLimit : -67768040609740800) + random.below(3) - 1;
  const time_t seconds = when;
  verdict.note(std::to_string(when));
  tm real = {}, ours = {};
  if (gmtime_r(&seconds, &real) == nullptr) {
    verdict.same("is out of range", when < -67768040609740800 || when > kLimit, true);
    return;
  }
  cairn_calendar(when, &ours);
  verdict.same("date", told(ours), told(real));
}
