// The scanf family, from strings and from streams.
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "tests/models/agree.h"

using cairn::agree::Buffer;
using cairn::agree::Random;
using cairn::agree::Verdict;

#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"

extern "C" int __cairn_model_sscanf(const char*, const char*, ...);
extern "C" int __cairn_model_fscanf(FILE*, const char*, ...);
extern "C" int __cairn_model___isoc99_sscanf(const char*, const char*, ...);
extern "C" int plain_sscanf(const char*, const char*, ...) __asm__("sscanf");  // that of the header is C99's

namespace {

// One directive with what may stand before it.
std::string directive(Random& random) {
  static const char* const lengths[] = {"", "h", "hh", "l", "ll", "z", "j", "L", "q", "t"};
  static const char* const sets[] = {"[abc]", "[^ ]", "[0-9]", "[a-]", "[]x]", "[^]-]", "[b-a0]", "[^a-c,]"};
  std::string s = random.text(1, " ,a");
  for (char& c : s)
    if (std::strchr(" ,a", c) == nullptr) c = ' ';
  s += "%";
  if (random.once_in(6)) s += "*";
  const bool wide = random.once_in(3);
  if (wide) s += std::to_string(1 + random.below(6));
  switch (random.below(9)) {
    case 8:
      return s + lengths[random.below(10)] + random.from("fegaFEGA");
    case 0:
      return s + "s";
    case 1:
      return s + "c";
    case 2:
      return s + sets[random.below(8)];
    case 3:
      return s.find_first_of("*0123456789") == std::string::npos ? s + (random.once_in(2) ? "%" : "n") : s + "s";
    default:
      return s + lengths[random.below(10)] + random.from("diuxXo");
  }
}

// A real number, or something like one.
std::string real(Random& random) {
  static const char* const words[] = {"inf",   "INFINITY", "infinit", "nan",     "na", "1e",
                                      "2.5e+", ".",        "-.",      "0x1.8p2", "0x", "0xp1"};
  if (random.once_in(4)) return words[random.below(12)];
  std::string s = random.text(4, "-+.0123456789") + random.text(9, "0123456789.");
  if (random.once_in(2)) s += random.text(4, "eE+-0123");
  return s;
}

struct Scan {
  explicit Scan(Random& random) {
    for (int n = 1 + random.below(3); n > 0; --n) format += directive(random);
    for (int n = random.below(5); n > 0; --n) {
      input += random.text(1, "  ,\n");
      if (random.once_in(4)) input += real(random);
      if (random.once_in(3)) input += random.once_in(2) ? "0x" : random.once_in(2) ? "-" : "+";
      input += random.once_in(6) ? std::to_string(random.number())
                                 : random.text(5, random.once_in(2) ? "0127 9" : "abcf0x-, ");
    }
  }
  std::string format, input;
};

}  // namespace

AGREE(sscanf) {
  const Scan scan(random);
  verdict.note("\"" + scan.format + "\" on \"" + scan.input + "\"");
  Buffer a[3], b[3];
  errno = 3;
  const int m = __cairn_model_sscanf(scan.input.c_str(), scan.format.c_str(), a[0].at(), a[1].at(), a[2].at());
  const int model_errno = errno;
  errno = 3;
  const int r = sscanf(scan.input.c_str(), scan.format.c_str(), b[0].at(), b[1].at(), b[2].at());
  verdict.same("result", m, r);
  verdict.same("errno", model_errno, errno);
  for (int i = 0; i < 3; ++i) verdict.same("memory", a[i].all(), b[i].all());
}

AGREE(fscanf) {
  Scan scan(random);
  if (scan.input.empty()) scan.input = " ";
  verdict.note("\"" + scan.format + "\" on \"" + scan.input + "\"");
  FILE* x = fmemopen(scan.input.data(), scan.input.size(), "r");
  FILE* y = fmemopen(scan.input.data(), scan.input.size(), "r");
  Buffer a[3], b[3];
  for (int i = 0; i < 2; ++i) {
    const int m = __cairn_model_fscanf(x, scan.format.c_str(), a[0].at(), a[1].at(), a[2].at());
    const int r = fscanf(y, scan.format.c_str(), b[0].at(), b[1].at(), b[2].at());
    verdict.same("result", m, r);
    verdict.same("position", ftell(x), ftell(y));
  }
  for (int i = 0; i < 3; ++i) verdict.same("memory", a[i].all(), b[i].all());
  fclose(x);
  fclose(y);
}

// Numbers are as long as they are.
AGREE(scan_long) {
  const std::string zeros(static_cast<std::size_t>(400 + random.below(1200)), '0');
  const std::string inputs[] = {zeros + "5", "-0x" + zeros + "5f ", "1" + zeros + "e-" + std::to_string(zeros.size()),
                                "0." + zeros + "1e" + std::to_string(zeros.size())};
  const std::string& input = inputs[random.below(4)];
  const std::string format = std::string(random.once_in(4) ? "%700" : "%") + (random.once_in(2) ? "li" : "lf") + "%n";
  verdict.note(format + " on " + input);
  std::int64_t a = 3, b = 3;
  int x = 0, y = 0;
  verdict.same("result", __cairn_model_sscanf(input.c_str(), format.c_str(), &a, &x),
               sscanf(input.c_str(), format.c_str(), &b, &y));
  verdict.same("value", a, b);
  verdict.same("characters", x, y);
}

// %as asks for memory in the plain spelling, and for a real number in that of C99.
AGREE(scan_allocation) {
  const std::string input = random.text(3, "0x1 ") + "12s" + random.text(3, "ab");
  verdict.note(input);
  void *m = nullptr, *r = nullptr;
  const int by_model = __cairn_model_sscanf(input.c_str(), "%as", &m);
  verdict.same("result", by_model, plain_sscanf(input.c_str(), "%as", &r));
  if (!verdict.failed() && by_model == 1)
    verdict.same("text", std::string(static_cast<char*>(m)), std::string(static_cast<char*>(r)));
  free(m);
  free(r);
  float x = 0, y = 0;
  verdict.same("result", __cairn_model___isoc99_sscanf(input.c_str(), "%as", &x), sscanf(input.c_str(), "%as", &y));
  verdict.same("number", x, y);
}
