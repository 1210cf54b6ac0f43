// models_agree CALLS [CHECK...]: so many random calls of each model (or of those named), compared with the real
// function.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "abi/cairn_abi.h"
#include "tests/models/agree.h"

namespace cairn::agree {
namespace {

std::vector<std::pair<const char*, Check>>& checks() {
  static std::vector<std::pair<const char*, Check>> all;
  return all;
}

// Models that a check of another name calls, and those that no comparison in one process can show.
const char* const kCoveredElsewhere[] = {
    // reading
    "_IO_getc", "__uflow", "__underflow", "fgetc", "getc", "fgetc_unlocked", "getc_unlocked", "fgets", "fgets_unlocked",
    "__fgets_chk", "__fgets_unlocked_chk", "fread", "fread_unlocked", "__fread_chk", "__fread_unlocked_chk", "getdelim",
    "__getdelim", "getline", "fseek", "fseeko", "fseeko64", "fsetpos", "fsetpos64", "rewind", "ungetc", "getw",
    // what wide streams read is not followed (tests/models/probes/wide_streams.c)
    "fgetwc", "getwc", "fgetwc_unlocked", "getwc_unlocked", "getwchar", "getwchar_unlocked", "fgetws",
    "fgetws_unlocked", "__fgetws_chk", "__fgetws_unlocked_chk", "vfwscanf", "vwscanf", "fwscanf", "wscanf",
    "__isoc99_vfwscanf", "__isoc99_vwscanf", "__isoc99_fwscanf", "__isoc99_wscanf",
    // they write by the functions they model (tests/regress/written_count.c, back_again.c, stored_counts.c,
    // printed_counts.c)
    "fwrite", "fwrite_unlocked", "fputs", "fputs_unlocked", "fputc", "putc", "fputc_unlocked", "putc_unlocked",
    "_IO_putc", "__overflow", "putchar", "putchar_unlocked", "putw", "puts", "vfprintf", "vprintf", "vdprintf",
    "fprintf", "printf", "dprintf", "__vfprintf_chk", "__vprintf_chk", "__vdprintf_chk", "__fprintf_chk",
    "__printf_chk", "__dprintf_chk",
    // other programs (tests/regress/read_by_others.c), and the environment (tests/inputs/own_variables.c)
    "system", "popen", "pclose", "setenv", "unsetenv", "putenv", "clearenv",
    // wide strings, addresses and dates: with others of their kind
    "wcsnlen", "wcsdup", "wcsncmp", "wmemcmp", "wcsrchr", "wcsspn", "wcscspn", "wcspbrk", "wcsstr", "wmemchr", "wcpcpy",
    "wcsncpy", "wcscat", "wcsncat", "wmemcpy", "wmempcpy", "wmemmove", "wmemset", "mbstowcs", "mbsnrtowcs", "wcstombs",
    "wcswidth", "ntohs", "htonl", "ntohl", "inet_addr", "inet_ntoa", "asctime_r", "ctime_r",
    // sprintf, sscanf and fscanf, whose other spellings are the same function
    "asprintf", "vsprintf", "vsnprintf", "vasprintf", "__sprintf_chk", "__snprintf_chk", "__asprintf_chk",
    "__vsprintf_chk", "__vsnprintf_chk", "__vasprintf_chk", "vsscanf", "vfscanf", "__isoc99_sscanf", "__isoc99_fscanf",
    "__isoc99_vsscanf", "__isoc99_vfscanf",
    // mbrtowc, mbtowc, wcrtomb, btowc, towlower
    "mbrlen", "mblen", "wctomb", "wctob", "towupper", "__wcrtomb_chk", "__wctomb_chk",
    // standard input, memory and the locale: tests/models/probes and tests/programs
    "getchar", "getchar_unlocked", "gets", "__gets_chk", "scanf", "vscanf", "__isoc99_scanf", "__isoc99_vscanf",
    "malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign", "posix_memalign", "setlocale",
    "__posix_getopt",
    // gmtime_r
    "gmtime",
    // it only forgets (tests/models/probes/regex.c)
    "regfree",
    // handlers (tests/regress/signal_handlers.c)
    "signal", "ssignal", "sysv_signal", "__sysv_signal", "sigaction"};

// Every model has its check.
int without_check() {
  static const char* const models[] = {
#define CAIRN_MODEL(name) #name,
#include "abi/models.def"
#undef CAIRN_MODEL
  };
  int missing = 0;
  for (const char* model : models) {
    bool found = std::strstr(SYSTEM_MODELS, (" __cairn_model_" + std::string(model) + " ").c_str()) != nullptr;
    for (auto [name, check] : checks()) found |= std::strcmp(name, model) == 0;
    for (const char* name : kCoveredElsewhere) found |= std::strcmp(name, model) == 0;
    if (!found) std::printf("%s has a model and no check\n", model);
    missing += !found;
  }
  return missing;
}

}  // namespace

Registration::Registration(const char* name, Check check) { checks().emplace_back(name, check); }

std::string Random::text(int most, const char* set) {
  std::string s;
  for (int n = below(most + 1); n > 0; --n) s += once_in(40) ? static_cast<char>(1 + below(255)) : from(set);
  return s;
}

std::int64_t Random::number() {
  static const std::int64_t limits[] = {INT64_MAX, INT64_MIN, INT32_MAX, INT32_MIN, UINT32_MAX, 0};
  switch (below(4)) {
    case 0:
      return limits[below(6)] + static_cast<std::int64_t>(below(3)) * (once_in(2) ? 0 : 1);
    case 1:
      return below(300) - 150;
    default:
      return static_cast<std::int64_t>(bits()) >> below(64);
  }
}

std::string Verdict::show(const std::string& s) {
  std::string out = "\"";
  for (char c : s) {
    char piece[8];
    std::snprintf(piece, sizeof piece, c >= 32 && c < 127 ? "%c" : "\\x%02x", static_cast<unsigned char>(c));
    out += piece;
  }
  return out + "\"";
}

void Verdict::fail(const char* what, const std::string& model, const std::string& real) {
  text_ += std::string("\n  ") + what + ": model " + model + ", real " + real;
}

Buffer::Buffer(const std::string& content, char filler) {
  std::memset(bytes, filler, sizeof bytes);
  std::memcpy(at(), content.c_str(), content.size() + 1);
}

}  // namespace cairn::agree

int main(int argc, char** argv) {
  using namespace cairn::agree;
  if (argc < 2 || std::atoi(argv[1]) <= 0) {
    std::fprintf(stderr, "usage: %s CALLS [CHECK...]\n", argv[0]);
    return 2;
  }
  const int calls = std::atoi(argv[1]);
  int failures = argc == 2 ? without_check() : 0;
  int ran = 0;
  for (auto [name, check] : checks()) {
    bool wanted = argc == 2;
    for (int i = 2; i < argc; ++i) wanted |= std::strcmp(argv[i], name) == 0;
    if (!wanted) continue;
    ++ran;
    for (int seed = 1; seed <= calls; ++seed) {
      Random random(static_cast<std::uint64_t>(seed));
      Verdict verdict;
      check(random, verdict);
      if (!verdict.failed()) continue;
      std::printf("%s, seed %d:%s\n", name, seed, verdict.text().c_str());
      ++failures;
      break;
    }
  }
  std::printf("%d models, %d calls each, %d disagree\n", ran, calls, failures);
  return failures == 0 && ran > 0 ? 0 : 1;
}
