// Dates. The model hands out what it computed only where glibc says the same; what is compared here is the arithmetic.
#include <cstdint>
#include <ctime>
#include <string>

#include "tests/models/agree.h"

using cairn::agree::Random;
using cairn::agree::Verdict;

extern "C" {
void cairn_calendar(std::int64_t when, struct tm* t);
int cairn_write_date(char* to, size_t room, size_t* length, const char* f, const struct tm* t);
int cairn_read_date(const char* s, const char* f, struct tm* t, const char** end);
size_t __cairn_model_strftime(char*, size_t, const char*, const struct tm*);
char* __cairn_model_strptime(const char*, const char*, struct tm*);
char* __cairn_model_asctime(const struct tm*);
char* __cairn_model_asctime_r(const struct tm*, char*);
char* __cairn_model_ctime(const time_t*);
char* __cairn_model_ctime_r(const time_t*, char*);
double __cairn_model_difftime(time_t, time_t);
}

namespace {

std::string told(const tm& t) {
  std::string text;
  for (const int field : {t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, t.tm_wday, t.tm_yday})
    text += std::to_string(field) + " ";
  return text;
}

std::string random_format(Random& random) {
  static const char* const conversions = "aAbBhcCdDeFHIjklmMnprRStTuwyYxX%";
  std::string f;
  for (int n = 1 + random.below(4); n > 0; --n) {
    f += '%';
    f += random.from(conversions);
    if (random.once_in(2)) f += random.from("-/: .,");
  }
  return f;
}

tm random_date(Random& random) {
  const time_t when = random.once_in(2) ? random.below(2147483647) : (random.below(7000) - 1900) * 31556952ll;
  tm date = {};
  gmtime_r(&when, &date);
  return date;
}

}  // namespace

AGREE(strftime) {
  const std::string f = random_format(random);
  const tm date = random_date(random);
  verdict.note(f + ": " + told(date));
  char real[512], ours[512], model[512];
  const std::size_t room = random.once_in(4) ? static_cast<std::size_t>(random.below(20)) : sizeof real;
  const std::size_t length = strftime(real, room, f.c_str(), &date);
  verdict.same("length", __cairn_model_strftime(model, room, f.c_str(), &date), length);
  verdict.same("text", std::string(model, length), std::string(real, length));
  std::size_t written = 0;
  if (cairn_write_date(ours, sizeof ours, &written, f.c_str(), &date) == 0) return;
  if (length == 0) {
    verdict.same("has no room", written >= room, true);
    return;
  }
  // Years before 1000 have fewer digits in some versions of glibc.
  if (date.tm_year + 1900 >= 1000)
    verdict.same("what is written", std::string(ours, written), std::string(real, length));
}

AGREE(strptime) {
  const std::string f = random_format(random);
  const tm date = random_date(random);
  char text[512];
  text[strftime(text, sizeof text, f.c_str(), &date)] = 0;
  if (random.once_in(3)) text[random.below(10)] = random.from("0123456789 :/-aAJm");
  verdict.note(f + " of " + text);
  tm real = {}, ours = {}, model = {};
  const char* end = strptime(text, f.c_str(), &real);
  verdict.same("end", __cairn_model_strptime(text, f.c_str(), &model) == end, true);
  verdict.same("fields", told(model), told(real));
  const char* ours_end = nullptr;
  if (cairn_read_date(text, f.c_str(), &ours, &ours_end) == 0) return;
  verdict.same("where what is read ends", ours_end == end, true);
  verdict.same("what is read", told(ours), told(real));
}

AGREE(asctime) {
  const tm date = random_date(random);
  verdict.note(told(date));
  verdict.same("text", std::string(__cairn_model_asctime(&date)), std::string(asctime(&date)));
  char real[64], model[64];
  verdict.same("text", std::string(__cairn_model_asctime_r(&date, model)), std::string(asctime_r(&date, real)));
}

AGREE(ctime) {
  const time_t when = random.below(2147483647);
  verdict.same("text", std::string(__cairn_model_ctime(&when)), std::string(ctime(&when)));
  char real[64], model[64];
  verdict.same("text", std::string(__cairn_model_ctime_r(&when, model)), std::string(ctime_r(&when, real)));
}

AGREE(difftime) {
  const time_t later = random.number(), earlier = random.below(1000);
  verdict.same("result", __cairn_model_difftime(later, earlier), difftime(later, earlier));
}

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
