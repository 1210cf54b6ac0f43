// stdio.h: formatting into memory, and reading the same stream by model and by glibc.
#include <sys/mman.h>
#include <unistd.h>

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
int __cairn_model_sprintf(char*, const char*, ...);
int __cairn_model_asprintf(char**, const char*, ...);
int __cairn_model___snprintf_chk(char*, size_t, int, size_t, const char*, ...);
int __cairn_model___sprintf_chk(char*, int, size_t, const char*, ...);
int __cairn_model___asprintf_chk(char**, int, const char*, ...);
int __cairn_model_getc(FILE*);
int __cairn_model__IO_getc(FILE*);
int __cairn_model___uflow(FILE*);
int __cairn_model_fgetc_unlocked(FILE*);
int __cairn_model_getc_unlocked(FILE*);
int __cairn_model___underflow(FILE*);
char* __cairn_model_fgets_unlocked(char*, int, FILE*);
size_t __cairn_model_fread_unlocked(void*, size_t, size_t, FILE*);
char* __cairn_model___fgets_chk(char*, size_t, int, FILE*);
char* __cairn_model___fgets_unlocked_chk(char*, size_t, int, FILE*);
size_t __cairn_model___fread_chk(void*, size_t, size_t, size_t, FILE*);
size_t __cairn_model___fread_unlocked_chk(void*, size_t, size_t, size_t, FILE*);
ssize_t __cairn_model___getdelim(char**, size_t*, int, FILE*);
ssize_t __cairn_model_getline(char**, size_t*, FILE*);
int __cairn_model_fseeko(FILE*, off_t, int);
int __cairn_model_fseeko64(FILE*, off_t, int);
int __cairn_model_fsetpos(FILE*, const fpos_t*);
int __cairn_model_fsetpos64(FILE*, const fpos_t*);
int __cairn_model_getw(FILE*);
void __cairn_model_rewind(FILE*);
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

// The other spellings, and through them vsprintf, vsnprintf and vasprintf with theirs.
AGREE(sprintf) {
  const int n = static_cast<int>(random.number());
  const std::string text = random.text(20, "abc");
  Buffer r;
  const int length = sprintf(r.at(), "<%d %s>", n, text.c_str());
  for (int spelling = 0; spelling < 3; ++spelling) {
    Buffer m;
    const int got = spelling == 0   ? __cairn_model_sprintf(m.at(), "<%d %s>", n, text.c_str())
                    : spelling == 1 ? __cairn_model___sprintf_chk(m.at(), 1, 100, "<%d %s>", n, text.c_str())
                                    : __cairn_model___snprintf_chk(m.at(), 90, 1, 100, "<%d %s>", n, text.c_str());
    verdict.same("length", got, length);
    verdict.same("text", m.all(), r.all());
  }
  for (int spelling = 0; spelling < 2; ++spelling) {
    char* made = nullptr;
    const int got = spelling == 0 ? __cairn_model_asprintf(&made, "<%d %s>", n, text.c_str())
                                  : __cairn_model___asprintf_chk(&made, 1, "<%d %s>", n, text.c_str());
    verdict.same("length", got, length);
    verdict.same("text", std::string(made), std::string(r.at()));
    free(made);
  }
}

namespace {

FILE* file_of(const std::string& content, char* buffer, std::size_t size) {
  const int fd = memfd_create("agree", 0);
  if (write(fd, content.data(), content.size()) < 0 || lseek(fd, 0, SEEK_SET) != 0) std::abort();
  FILE* f = fdopen(fd, "r");
  setvbuf(f, buffer, _IOFBF, size);
  return f;
}

}  // namespace

// fread with buffers that are smaller and larger than what is wanted: what it leaves to others that read from the
// descriptor, and what it does when the descriptor was moved behind the end.
AGREE(fread_past_buffer) {
  const std::string content = random.text(400, "abc");
  const auto size = static_cast<std::size_t>(1 + random.below(300));
  char buffers[2][300];
  FILE* m = file_of(content, buffers[0], size);
  FILE* r = file_of(content, buffers[1], size);
  verdict.note(std::to_string(content.size()) + " bytes, buffer " + std::to_string(size));
  for (int i = 0; i < 4; ++i) {
    char x[500] = {}, y[500] = {};
    const auto wanted = static_cast<std::size_t>(1 + random.below(450));
    verdict.same("fread", __cairn_model_fread(x, 1, wanted, m), fread(y, 1, wanted, r));
    verdict.same("memory", std::string(x, sizeof x), std::string(y, sizeof y));
    verdict.same("end", feof(m), feof(r));
    verdict.same("descriptor", lseek(fileno(m), 0, SEEK_CUR), lseek(fileno(r), 0, SEEK_CUR));
    if (!random.once_in(3)) continue;
    lseek(fileno(m), 0, SEEK_SET);
    lseek(fileno(r), 0, SEEK_SET);
  }
  fclose(m);
  fclose(r);
}

// A random sequence of reads on two streams with the same content.
AGREE(reading) {
  std::string content;
  for (int n = random.below(600); n > 0; --n)
    content += random.once_in(12) ? '\n' : static_cast<char>(random.below(256));
  if (content.empty()) content = "x";
  FILE* m = fmemopen(content.data(), content.size(), "r");
  FILE* r = fmemopen(content.data(), content.size(), "r");
  char lines[2][4];
  char *model_line = nullptr, *real_line = nullptr;
  std::size_t model_room = 0, real_room = 0;
  std::string calls;
  for (int i = 0; i < 8 && !verdict.failed(); ++i) {
    Buffer x, y;
    const int n = random.below(60);
    switch (random.below(7)) {
      case 0:
        calls += " fgetc";
        {
          static int (*const spellings[])(FILE*) = {__cairn_model_fgetc,          __cairn_model_getc,
                                                    __cairn_model__IO_getc,       __cairn_model___uflow,
                                                    __cairn_model_fgetc_unlocked, __cairn_model_getc_unlocked};
          const int next = random.once_in(3) ? __cairn_model___underflow(m) : -2;
          const int c = spellings[random.below(6)](m);
          if (next != -2) verdict.same("underflow", next, c);
          verdict.same("fgetc", c, fgetc(r));
        }
        break;
      case 1: {
        calls += " fgets";
        const int spelling = random.below(4);
        char* a = spelling == 0   ? __cairn_model_fgets(x.at(), n, m)
                  : spelling == 1 ? __cairn_model_fgets_unlocked(x.at(), n, m)
                  : spelling == 2 ? __cairn_model___fgets_chk(x.at(), 100, n, m)
                                  : __cairn_model___fgets_unlocked_chk(x.at(), 100, n, m);
        char* b = fgets(y.at(), n, r);
        verdict.same("fgets", x.place(a), y.place(b));
        break;
      }
      case 2: {
        calls += " fread";
        const auto size = static_cast<std::size_t>(random.below(5)), count = static_cast<std::size_t>(random.below(20));
        const int spelling = random.below(4);
        const std::size_t a = spelling == 0   ? __cairn_model_fread(x.at(), size, count, m)
                              : spelling == 1 ? __cairn_model_fread_unlocked(x.at(), size, count, m)
                              : spelling == 2 ? __cairn_model___fread_chk(x.at(), 200, size, count, m)
                                              : __cairn_model___fread_unlocked_chk(x.at(), 200, size, count, m);
        verdict.same("fread", a, fread(y.at(), size, count, r));
        break;
      }
      case 3: {
        calls += " getdelim";
        const int separator = random.once_in(2) ? '\n' : random.below(600) - 256;
        if (random.once_in(4)) {
          free(model_line);
          free(real_line);
          model_room = real_room = 0;
          model_line = lines[0];  // not of the heap: without room it is left alone
          real_line = lines[1];
        }
        const ssize_t a = random.once_in(2) && separator == '\n' ? __cairn_model_getline(&model_line, &model_room, m)
                          : random.once_in(2) ? __cairn_model___getdelim(&model_line, &model_room, separator, m)
                                              : __cairn_model_getdelim(&model_line, &model_room, separator, m);
        const ssize_t b = getdelim(&real_line, &real_room, separator, r);
        verdict.same("getdelim", a, b);
        verdict.same("room", model_room, real_room);
        if (a == b && a >= 0)
          verdict.same("line", std::string(model_line, static_cast<std::size_t>(a) + 1),
                       std::string(real_line, static_cast<std::size_t>(b) + 1));
        break;
      }
      case 4:
        calls += " getw";
        verdict.same("getw", __cairn_model_getw(m), getw(r));
        break;
      case 5: {
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
        if (random.once_in(6)) {
          fpos_t place;
          const auto spelling = random.once_in(2) ? __cairn_model_fsetpos : __cairn_model_fsetpos64;
          if (fgetpos(r, &place) != 0) break;
          verdict.same("fgetc", __cairn_model_fgetc(m), fgetc(r));
          verdict.same("fsetpos", spelling(m, &place), fsetpos(r, &place));
        } else if (random.once_in(4)) {
          __cairn_model_rewind(m);
          rewind(r);
        } else if (random.once_in(2)) {
          const auto spelling = random.once_in(2) ? __cairn_model_fseeko : __cairn_model_fseeko64;
          const int from = random.once_in(2) ? SEEK_SET : SEEK_END;
          verdict.same("fseeko", spelling(m, from == SEEK_SET ? to : -to, from),
                       fseeko(r, from == SEEK_SET ? to : -to, from));
        } else {
          verdict.same("fseek", __cairn_model_fseek(m, to, SEEK_SET), fseek(r, to, SEEK_SET));
        }
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
