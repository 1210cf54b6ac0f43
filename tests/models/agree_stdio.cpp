// stdio.h: formatting into memory, and reading the same stream by model and by glibc.
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "tests/models/agree.h"

using cairn::agree::Buffer;
using cairn::agree::Random;
using cairn::agree::Verdict;

#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"

extern "C" {
int cairn_format(char*, size_t, const char*, ...);
int __cairn_model_snprintf(char*, size_t, const char*, ...);
int __cairn_model_fgetc(FILE*);
int __cairn_model_ungetc(int, FILE*);
char* __cairn_model_fgets(char*, int, FILE*);
size_t __cairn_model_fread(void*, size_t, size_t, FILE*);
ssize_t __cairn_model_getdelim(char**, size_t*, int, FILE*);
int __cairn_model_fseek(FILE*, long, int);
}

namespace {

std::string directive(Random& random) {
  std::string s = "%" + random.text(2, "-+ #0");
  for (std::size_t i = 1; i < s.size(); ++i)
    if (std::strchr("-+ #0", s[i]) == nullptr) s[i] = '-';
  if (random.once_in(2)) s += std::to_string(1 + random.below(20));
  if (random.once_in(3)) s += "." + (random.once_in(4) ? std::string() : std::to_string(random.below(12)));
  return s;
}

std::string integer_directive(Random& random, bool& is_long) {
  static const char* const narrow[] = {"", "h", "hh"};
  static const char* const wide[] = {"l", "ll", "z", "j", "t", "q"};
  is_long = random.once_in(2);
  return directive(random) + (is_long ? wide[random.below(6)] : narrow[random.below(3)]) + random.from("diuxXo");
}

template <class... T>
void formatted(Random& random, Verdict& verdict, const std::string& f, T... values) {
  verdict.note(f);
  Buffer m, r;
  const auto room = static_cast<std::size_t>(random.once_in(3) ? random.below(12) : 200);
  const int x = cairn_format(m.at(), room, f.c_str(), values...);
  if (x == -2) return;
  verdict.same("length", x, snprintf(r.at(), room, f.c_str(), values...));
  verdict.same("text", m.all(), r.all());
}

}  // namespace

AGREE(format_integer) {
  bool is_long;
  const std::string f = random.text(3, "ab") + integer_directive(random, is_long) + "|%%";
  if (f.find('%') != f.rfind('%') - 1 && f.substr(0, 3).find('%') != std::string::npos && f[0] == '%' && f[1] == '%')
    return;
  const auto value = random.number();
  if (is_long)
    formatted(random, verdict, f, value);
  else
    formatted(random, verdict, f, static_cast<int>(value));
}

AGREE(format_text) {
  const std::string s = random.text(12, "abc");
  formatted(random, verdict, directive(random) + "s;", random.once_in(10) ? nullptr : s.c_str());
}

AGREE(format_character) { formatted(random, verdict, directive(random) + "c;", random.below(256)); }
AGREE(format_pointer) {
  formatted(random, verdict, directive(random) + "p;",
            random.once_in(3) ? nullptr : reinterpret_cast<void*>(random.bits()));
}
AGREE(format_stars) {
  const int width = random.below(40) - 20, precision = random.below(20) - 5;
  formatted(random, verdict, "%*.*d %-*s.", width, precision, static_cast<int>(random.number()), precision, "text");
}

// What cannot be formatted here, and what has no labels, is glibc's.
AGREE(snprintf) {
  Buffer m, r;
  const double x = static_cast<double>(random.number()) / 1000;
  verdict.same("length", __cairn_model_snprintf(m.at(), 30, "%g %d %s", x, 7, "s"),
               snprintf(r.at(), 30, "%g %d %s", x, 7, "s"));
  verdict.same("text", m.all(), r.all());
}

// A random sequence of reads on two streams with the same content.
AGREE(reading) {
  std::string content;
  for (int n = random.below(600); n > 0; --n)
    content += random.once_in(12) ? '\n' : static_cast<char>(random.below(256));
  if (content.empty()) content = "x";
  FILE* m = fmemopen(content.data(), content.size(), "r");
  FILE* r = fmemopen(content.data(), content.size(), "r");
  char *model_line = nullptr, *real_line = nullptr;
  std::size_t model_room = 0, real_room = 0;
  std::string calls;
  for (int i = 0; i < 8 && !verdict.failed(); ++i) {
    Buffer x, y;
    const int n = random.below(60);
    switch (random.below(6)) {
      case 0:
        calls += " fgetc";
        verdict.same("fgetc", __cairn_model_fgetc(m), fgetc(r));
        break;
      case 1: {
        calls += " fgets";
        char* a = __cairn_model_fgets(x.at(), n, m);
        char* b = fgets(y.at(), n, r);
        verdict.same("fgets", x.place(a), y.place(b));
        break;
      }
      case 2: {
        calls += " fread";
        const auto size = static_cast<std::size_t>(random.below(5)), count = static_cast<std::size_t>(random.below(20));
        verdict.same("fread", __cairn_model_fread(x.at(), size, count, m), fread(y.at(), size, count, r));
        break;
      }
      case 3: {
        calls += " getdelim";
        const int separator = random.once_in(2) ? '\n' : random.below(256);
        const ssize_t a = __cairn_model_getdelim(&model_line, &model_room, separator, m);
        const ssize_t b = getdelim(&real_line, &real_room, separator, r);
        verdict.same("getdelim", a, b);
        verdict.same("room", model_room, real_room);
        if (a == b && a >= 0)
          verdict.same("line", std::string(model_line, static_cast<std::size_t>(a) + 1),
                       std::string(real_line, static_cast<std::size_t>(b) + 1));
        break;
      }
      case 4: {
        calls += " fgetc ungetc";
        const int a = __cairn_model_fgetc(m);
        const int b = fgetc(r);
        const int c = random.once_in(2) ? a : random.below(256);
        verdict.same("fgetc", a, b);
        verdict.same("ungetc", __cairn_model_ungetc(c, m), ungetc(c, r));
        break;
      }
      default: {
        calls += " fseek";
        const long to = random.below(300);
        verdict.same("fseek", __cairn_model_fseek(m, to, SEEK_SET), fseek(r, to, SEEK_SET));
      }
    }
    verdict.same("memory", x.all(), y.all());
    verdict.same("end", feof(m), feof(r));
    verdict.same("position", ftell(m), ftell(r));
  }
  verdict.note(calls);
  fclose(m);
  fclose(r);
  free(model_line);
  free(real_line);
}
