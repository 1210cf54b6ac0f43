#include "unit/test_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <iterator>
#include <set>

#include "unit/harness.h"
#include "unit/regions.h"

namespace cairn::unit {
namespace {

// Regions are called as the functions they are about, but for these two.
constexpr std::string_view kSupport = "support", kRunner = "runner";

// What every case uses, and the program around them. It stands before the file under test, so that no macro in there
// changes it, and includes nothing, so that the file is still the first to say which features it wants of headers.
// Cases run in processes of their own: what one leaves in static memory is not there for the next, and one that crashes
// ends alone. What the function prints may lack the end of its line: a case that failed begins a new one.
constexpr std::string_view kSupportText = R"(struct cairn_case {
  const char* name;
  void (*run)(void);
  int signal; /* expected; 0: none */
  int status; /* expected exit status when the function ends the program; -1: it returns */
};

static char cairn_failures[4096];

static int cairn_fail(int line, const char* text, const char* found) {
  const __SIZE_TYPE__ used = __builtin_strlen(cairn_failures);
  __builtin_snprintf(cairn_failures + used, sizeof cairn_failures - used, "line %d: %s%s%s\n", line, text,
                     found == 0 ? "" : ", but found ", found == 0 ? "" : found);
  return 0;
}

/* What was found, as text; the next one takes its place. */
static char cairn_text[320];

static inline const char* cairn_integer(__int128 value) {
  const unsigned long long low = value, high = value >> 64;
  const char* how = value == (long long)value ? "%lld" : high == 0 ? "%llu" : "";
  if (*how != 0) __builtin_snprintf(cairn_text, sizeof cairn_text, how, low);
  else __builtin_snprintf(cairn_text, sizeof cairn_text, "0x%llx%016llx", high, low);
  return cairn_text;
}

static inline const char* cairn_real(long double value, int digits) {
  __builtin_snprintf(cairn_text, sizeof cairn_text, "%.*Lg", digits, value);
  return cairn_text;
}

static inline const char* cairn_pointer(const void* value) {
  __builtin_snprintf(cairn_text, sizeof cairn_text, value == 0 ? "NULL" : "%p", value);
  return cairn_text;
}

/* As in a constant, of the first bytes. */
static inline const char* cairn_bytes(const void* place, __SIZE_TYPE__ size) {
  const __SIZE_TYPE__ most = 64, shown = size < most ? size : most;
  char* out = cairn_text;
  *out++ = '"';
  for (__SIZE_TYPE__ i = 0; i < shown; ++i) {
    const unsigned char byte = ((const unsigned char*)place)[i];
    const char* how = byte == '"' || byte == '\\' ? "\\%c" : byte >= 32 && byte < 127 ? "%c" : "\\%03o";
    out += __builtin_snprintf(out, 5, how, byte);
  }
  __builtin_strcpy(out, size > most ? "\"..." : "\"");
  return cairn_text;
}

static inline int cairn_same_real(double a, double b) {
  return (__builtin_isnan(a) && __builtin_isnan(b)) || __builtin_memcmp(&a, &b, sizeof a) == 0;
}

static inline int cairn_same_long_real(long double a, long double b) {
  return (__builtin_isnan(a) && __builtin_isnan(b)) || (a == b && !__builtin_signbit(a) == !__builtin_signbit(b));
}

static inline void* cairn_new(__SIZE_TYPE__ size) {
  void* p = __builtin_malloc(size);
  if (p == 0 && size > 0) __builtin_abort();
  if (size > 0) __builtin_memset(p, 0, size);
  return p;
}

static inline void cairn_keep(const void* p) { __asm__ volatile("" : : "r"(p) : "memory"); }
#define CAIRN_UNSEEN(function) \
  ({ __typeof__(&function) cairn_unseen = &function; __asm__("" : "+r"(cairn_unseen)); cairn_unseen; })

#define CAIRN_NAN __builtin_nan("")
#define CAIRN_INFINITY __builtin_inf()
#define CAIRN_EQUAL(place, value) \
  ((place) == (value) || cairn_fail(__LINE__, #place " == " #value, cairn_integer(place)))
#define CAIRN_REAL(place, value) \
  (cairn_same_real(place, value) || \
   cairn_fail(__LINE__, #place " == " #value, cairn_real(place, sizeof(place) == 4 ? 9 : 17)))
#define CAIRN_LONG_REAL(place, value) \
  (cairn_same_long_real(place, value) || cairn_fail(__LINE__, #place " == " #value, cairn_real(place, 21)))
#define CAIRN_SAME(place, value) \
  ((const void*)(place) == (const void*)(value) || \
   cairn_fail(__LINE__, #place " == " #value, cairn_pointer((const void*)(place))))
#define CAIRN_NULL(place) ((place) == NULL || cairn_fail(__LINE__, #place " == NULL", cairn_pointer((const void*)(place))))
#define CAIRN_THERE(place) ((place) != NULL || cairn_fail(__LINE__, #place " != NULL", 0))
#define CAIRN_MEMORY(place, bytes, size) \
  (__builtin_memcmp((const void*)(place), bytes, size) == 0 || \
   cairn_fail(__LINE__, #size " bytes of " #place " are " #bytes, cairn_bytes((const void*)(place), size)))
#define CAIRN_STRING(place, text) \
  (__builtin_strcmp((const char*)(place), text) == 0 || \
   cairn_fail(__LINE__, #place " is the string " #text, \
              cairn_bytes((const void*)(place), __builtin_strlen((const char*)(place)))))

/* From the C library; the type of what fflush wants is known to its header alone. */
int pipe(int* ends);
int fork(void);
unsigned alarm(unsigned seconds);
long read(int file, void* bytes, __SIZE_TYPE__ size);
long write(int file, const void* bytes, __SIZE_TYPE__ size);
int close(int file);
int waitpid(int child, int* status, int options);
void _exit(int status);
int cairn_open(const char* path, int flags, ...) __asm__("open");
char* cairn_make_directory(char* name) __asm__("mkdtemp");
int cairn_enter(const char* path) __asm__("chdir");
int cairn_remove(int place, const char* path, int flags) __asm__("unlinkat");
int cairn_walk(const char* path, int (*visit)(const char*, const void*, int, void*), int files, int flags) __asm__("nftw");
int cairn_raise(int signal) __asm__("raise");
int cairn_make_file(char* name) __asm__("mkstemp");
long cairn_seek(int file, long place, int from) __asm__("lseek");
long cairn_read_at(int file, void* bytes, __SIZE_TYPE__ size, long place) __asm__("pread");
void* cairn_open_stream(int file, const char* mode) __asm__("fdopen");
int cairn_number_of(void* stream) __asm__("fileno");
long cairn_place(void* stream) __asm__("ftell");
extern char** cairn_environment __asm__("environ");
int cairn_flush(void* stream) __asm__("fflush");

/* A stream over a file with these bytes, to be read and written from its beginning. */
static inline void* cairn_stream(const char* bytes, __SIZE_TYPE__ size) {
  char name[] = "cairn-stream-XXXXXX";
  const int file = cairn_make_file(name);
  void* stream = 0;
  if (file >= 0 && cairn_remove(-100, name, 0) == 0 && write(file, bytes, size) == (long)size && cairn_seek(file, 0, 0) == 0)
    stream = cairn_open_stream(file, "r+");
  if (stream == 0) __builtin_abort();
  return stream;
}

/* What is in its file now: the first bytes of it. */
static char cairn_content[16384];
static inline __SIZE_TYPE__ cairn_read_stream(void* stream) {
  cairn_flush(stream);
  const long size = cairn_read_at(cairn_number_of(stream), cairn_content, sizeof cairn_content, 0);
  return size < 0 ? 0 : size;
}

static inline int cairn_holds(void* stream, const char* bytes, __SIZE_TYPE__ size) {
  return cairn_read_stream(stream) == size && __builtin_memcmp(cairn_content, bytes, size) == 0;
}
#define CAIRN_STREAM(stream, bytes, size) \
  (cairn_holds(stream, bytes, size) || \
   cairn_fail(__LINE__, #stream " holds the " #size " bytes " #bytes, cairn_bytes(cairn_content, cairn_read_stream(stream))))

/* What the function assumes (cairn.h) holds in every case. */
__attribute__((weak)) void cairn_assume(int condition) { (void)condition; }

/* The cases of each function, and a null pointer behind them. */
static const struct cairn_case* const* cairn_tables(void);

static const struct cairn_case* cairn_find(const char* name) {
  for (const struct cairn_case* const* table = cairn_tables(); *table != 0; ++table)
    for (const struct cairn_case* each = *table; each->name != 0; ++each)
      if (__builtin_strcmp(each->name, name) == 0) return each;
  return 0;
}

/* There is nothing on standard input and in the environment, whoever runs the tests. */
static void cairn_start(const struct cairn_case* found) {
  static char cairn_zone[] = "TZ=UTC0", *cairn_variables[] = {cairn_zone, 0};
  cairn_environment = cairn_variables;
  close(0);
  cairn_open("/dev/null", 0);
  found->run();
}

static int cairn_drop(const char* path, const void* status, int kind, void* place) {
  cairn_remove(-100, path, kind == 5 ? 0x200 : 0); /* AT_FDCWD; FTW_DP: AT_REMOVEDIR */
  return 0;
}

/* Runs a case in a process and a directory of its own: what it leaves is not there for the next one. What was wrong goes
   to `file`. How it ended, as waitpid says, or -1. */
static int cairn_run_apart(const struct cairn_case* found, int file) {
  char usual[] = "/tmp/cairn-case-XXXXXX", here[] = "cairn-case-XXXXXX";
  const char* directory = cairn_make_directory(usual);
  if (directory == 0) directory = cairn_make_directory(here);
  if (directory == 0) return -1;
  cairn_flush(0);
  const int child = fork();
  if (child == 0) {
    alarm(10);
    if (cairn_enter(directory) != 0) _exit(200);
    cairn_start(found);
    const long written = write(file, cairn_failures, __builtin_strlen(cairn_failures));
    _exit(written < 0 || cairn_failures[0] != 0 || found->signal != 0 || found->status >= 0 ? 201 : 202);
  }
  int status = -1;
  if (child > 0) waitpid(child, &status, 0);
  cairn_walk(directory, cairn_drop, 16, 1 | 8); /* no links, what is in a directory before it */
  return status;
}

/* Runs a case that ends its process, and ends in the same way. */
void cairn_call_case(const char* name) {
  const struct cairn_case* found = cairn_find(name);
  if (found == 0) return;
  const int status = cairn_run_apart(found, 2);
  if ((status & 127) != 0) cairn_raise(status & 127);
  _exit(status >> 8 & 255);
}

/* Runs a case; what was wrong, or nothing. */
const char* cairn_run_case(const char* name) {
  static char said[8192];
  const struct cairn_case* found = cairn_find(name);
  said[0] = 0;
  if (found == 0) return "there is no such case";
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const int status = cairn_run_apart(found, ends[1]);
  close(ends[1]);
  long size = 0;
  for (long n; size < (long)sizeof said - 200 && (n = read(ends[0], said + size, sizeof said - 200 - size)) > 0;)
    size += n;
  said[size] = 0;
  close(ends[0]);
  if (status == -1) return "no process, or no directory for what it writes";
  const int signal = status & 127, left = signal == 0 ? status >> 8 & 255 : -1;
  const int expected = found->signal != 0 ? -1 : found->status >= 0 ? found->status : 202;
  if ((signal != found->signal || left != expected) && size == 0)
    __builtin_snprintf(said, sizeof said, "it ended with signal %d, status %d; expected: signal %d, status %d\n",
                       signal, left, found->signal, expected);
  return said;
}

#ifndef CAIRN_NO_MAIN
int main(int argc, char** argv) {
  unsigned cases = 0, failed = 0;
  for (const struct cairn_case* const* table = cairn_tables(); *table != 0; ++table)
    for (const struct cairn_case* each = *table; each->name != 0; ++each) {
      if (argc > 1 && __builtin_strcmp(argv[1], each->name) != 0) continue;
      const char* said = cairn_run_case(each->name);
      ++cases;
      if (said[0] == 0) continue;
      ++failed;
      __builtin_printf("\n%s failed:\n%s", each->name, said);
    }
  __builtin_printf("%u of %u cases pass\n", cases - failed, cases);
  return failed == 0 && (cases > 0 || argc < 2) ? 0 : 1;
}
#endif

)";

std::string signal_word(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV";
    case SIGABRT:
      return "SIGABRT";
    case SIGFPE:
      return "SIGFPE";
    case SIGBUS:
      return "SIGBUS";
    case SIGILL:
      return "SIGILL";
    case SIGTRAP:
      return "SIGTRAP";
    default:
      return std::to_string(signal);
  }
}

// The stubs that the cases rely on, for whoever makes others anew (stubs_in).
std::string stub_marks(const FunctionCases& function, const Plan& plan) {
  std::string text;
  for (const Stub& stub : plan.stubs) {
    if (!stub.callee.empty() && !function.cases.empty()) text += fmt::format("#define {}{}\n", kStubGuard, stub.callee);
  }
  return text;
}

// Variables worth a check: inputs, and what some case changed. A table that nobody writes is the same in all cases.
std::set<std::size_t> checked_variables(const FunctionCases& function, const Plan& plan) {
  std::set<std::size_t> variables;
  for (std::size_t i = 0; i < plan.variables.size(); ++i) {
    if (plan.variables[i].symbolic) variables.insert(i);
  }
  for (const NamedCase& each : function.cases) {
    for (const CaseCheck& check : each.content.checks) {
      if (check.variable && check.changed) variables.insert(*check.variable);
    }
  }
  return variables;
}

std::string c_region(const FunctionCases& function, const Plan& plan) {
  std::string text = stub_marks(function, plan);
  auto out = std::back_inserter(text);
  std::set<std::size_t> stubs;
  for (const NamedCase& each : function.cases) stubs.insert(each.content.stubs.begin(), each.content.stubs.end());
  const auto planned = std::ranges::find(plan.functions, function.function,
                                         [](const PlannedFunction& each) { return each.declared.name; });
  // The cases call the function, and what else is in the file may want the macro.
  const bool macro = planned != plan.functions.end() && planned->declared.macro;
  if (macro) fmt::format_to(out, "#pragma push_macro(\"{0}\")\n#undef {0}\n", function.function);
  if (planned != plan.functions.end()) {
    for (const std::string& remark : bounds(plan, *planned)) fmt::format_to(out, "/* {} */\n", remark);
    for (const std::string& remark : always_null(plan, *planned)) fmt::format_to(out, "/* {} */\n", remark);
  }
  for (const std::string& remark : function.remarks) fmt::format_to(out, "/* {} */\n", remark);
  text += pointer_stubs(plan, function.function, stubs);
  const std::set<std::size_t> variables = checked_variables(function, plan);
  const bool errors =
      std::ranges::any_of(variables, [&](std::size_t each) { return plan.variables[each].declared.name == kErrno; });
  for (const NamedCase& each : function.cases)
    fmt::format_to(out, "static void {}(void) {{\n{}{}{}}}\n\n", each.name, errors ? "  errno = 0;\n" : "",
                   each.content.body, text_of(with_variables(each.content.checks, variables)));
  fmt::format_to(out, "static const struct cairn_case cairn_cases_{}[] = {{\n", function.function);
  for (const NamedCase& each : function.cases) {
    const Case& content = each.content;
    const std::string signal =
        content.ending == Ending::signalled ? fmt::format("{} /* {} */", content.code, signal_word(content.code)) : "0";
    fmt::format_to(out, "    {{\"{0}\", {0}, {1}, {2}}},\n", each.name, signal,
                   content.ending == Ending::exited ? content.code : -1);
  }
  fmt::format_to(out, "    {{NULL, NULL, 0, -1}}}};\n");
  if (macro) fmt::format_to(out, "#pragma pop_macro(\"{}\")\n", function.function);
  return text;
}

std::string google_region(const FunctionCases& function, const Plan& plan) {
  std::string text = stub_marks(function, plan);
  auto out = std::back_inserter(text);
  for (const NamedCase& each : function.cases) {
    const Case& content = each.content;
    const std::string test = each.name.substr(function.function.size() + 1);
    if (content.ending == Ending::returned) {
      fmt::format_to(out, "TEST({}, {}) {{ EXPECT_STREQ(\"\", cairn_run_case(\"{}\")); }}\n", function.function, test,
                     each.name);
    } else {
      const std::string how = content.ending == Ending::signalled
                                  ? fmt::format("testing::KilledBySignal({})", signal_word(content.code))
                                  : fmt::format("testing::ExitedWithCode({})", content.code);
      fmt::format_to(out, "TEST({}DeathTest, {}) {{ EXPECT_EXIT(cairn_call_case(\"{}\"), {}, \"\"); }}\n",
                     function.function, test, each.name, how);
    }
  }
  return text;
}

bool is_function_region(const std::string& name) { return name != kSupport && name != kRunner; }

// A function may be called as one of the two others: then there are parentheses behind its name.
std::string region_of(const std::string& function) { return is_function_region(function) ? function : function + "()"; }
std::string function_of(const std::string& region) { return region.substr(0, region.find('(')); }

// The callees whose stubs the cases of a region rely on.
std::set<std::string> stubs_in(const std::string& cases) {
  const std::string mark = fmt::format("#define {}", kStubGuard);
  std::set<std::string> stubs;
  for (auto at = cases.find(mark); at != std::string::npos; at = cases.find(mark, at + 1)) {
    const auto first = at + mark.size();
    stubs.insert(cases.substr(first, cases.find('\n', first) - first));
  }
  return stubs;
}

// Regions of functions that are no more, that cannot be tested any more, or whose stubs cannot be made any more.
std::string without_the_gone(std::string text, const Plan& plan) {
  const auto can_stub = [&](const std::string& callee) {
    const Function* function = plan.description.find(callee);
    return function != nullptr && !function->local;
  };
  for (const std::string& name : region_names(text)) {
    if (!is_function_region(name)) continue;
    const Function* function = plan.description.find(function_of(name));
    const bool stays = function != nullptr && function->defined &&
                       std::ranges::count(plan.skipped, function->name, &Skipped::function) == 0 &&
                       std::ranges::all_of(stubs_in(region_text(text, name)), can_stub);
    if (!stays) text = remove_region(text, name);
  }
  return text;
}

// Options of one file, whatever it becomes a part of. Those of a target would not do: CMake gives them no word twice,
// not even the second -I of two. In brackets only two characters mean anything to CMake: what separates, and what
// begins a generator expression.
std::string file_options(const std::string& file, const std::vector<std::string>& options) {
  std::string list = "-w";
  for (const std::string& option : options) {
    list += ';';
    for (const char c : option) {
      if (c == ';')
        list += "\\;";
      else if (c == '$')
        list += "$<1:$>";
      else
        list += c;
    }
  }
  return fmt::format("set_source_files_properties([==[{}]==] PROPERTIES COMPILE_OPTIONS [==[{}]==])\n", file, list);
}

// What CMake takes for a name of its own.
std::string target_name(std::string stem) {
  const auto is_odd = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) == 0 &&
           std::string_view("_-.+").find(c) == std::string_view::npos;
  };
  std::ranges::replace_if(stem, is_odd, '_');
  return stem;
}

}  // namespace

std::vector<std::string> stubs_of_others(const std::string& text, const Plan& plan) {
  const std::string left = without_the_gone(with_plain_lines(text), plan);
  std::set<std::string> stubs;
  for (const std::string& region : region_names(left)) {
    const auto is_its = [&](const PlannedFunction& each) { return region_of(each.declared.name) == region; };
    if (is_function_region(region) && std::ranges::none_of(plan.functions, is_its))
      stubs.merge(stubs_in(region_text(left, region)));
  }
  for (const std::string& known : plan.wishes.stubs) stubs.erase(known);
  return {stubs.begin(), stubs.end()};
}

base::Result<std::string> update_c_tests(const std::string& text, const Plan& plan, const std::string& included,
                                         const std::vector<FunctionCases>& functions) {
  const std::string support = fmt::format("{}{}#include \"{}\"\n#undef main\n#include <stddef.h>\n{}", kSupportText,
                                          before_inclusion(plan), included, callee_stubs(plan));
  TRY(std::string out, replace_region(without_the_gone(with_plain_lines(text), plan), kSupport, support));
  for (const FunctionCases& each : functions) {
    TRY(out, replace_region(out, region_of(each.function), c_region(each, plan), kRunner));
  }
  std::string tables;
  for (const std::string& name : region_names(out)) {
    if (is_function_region(name)) tables += fmt::format("cairn_cases_{}, ", function_of(name));
  }
  const std::string runner = fmt::format(
      "static const struct cairn_case* const* cairn_tables(void) {{\n"
      "  static const struct cairn_case* const cairn_list[] = {{{}NULL}};\n  return cairn_list;\n}}\n",
      tables);
  TRY(out, replace_region(out, kRunner, runner));
  return with_lines_like(std::move(out), text);
}

base::Result<std::string> update_google_tests(const std::string& text, const Plan& plan,
                                              const std::vector<FunctionCases>& functions) {
  TRY(std::string out,
      replace_region(without_the_gone(with_plain_lines(text), plan), kSupport,
                     "#include <gtest/gtest.h>\n\n#include <csignal>\n\nextern \"C\" {\n"
                     "const char* cairn_run_case(const char* name);\nvoid cairn_call_case(const char* name);\n}\n"));
  for (const FunctionCases& each : functions) {
    TRY(out, replace_region(out, region_of(each.function), google_region(each, plan)));
  }
  return with_lines_like(std::move(out), text);
}

std::string cmake_lists(const Build& build) {
  const auto quoted = [](const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += fmt::format(" [==[{}]==]", word);
    return out;
  };
  const std::string target = target_name(build.stem), tests = fmt::format("test_{}.c", build.stem);
  std::string options = file_options(tests, build.options), others;
  // An archive, so that only what is needed is linked: a file with a main of its own does no harm.
  std::vector<std::string> link = build.link;
  if (!build.sources.empty()) {
    std::vector<std::string> files;
    for (const Build::Source& source : build.sources) {
      files.push_back(source.file);
      options += file_options(source.file, source.options);
    }
    others = fmt::format("add_library(others_{} STATIC{})\n", target, quoted(files));
    link.insert(link.begin(), "others_" + target);
  }
  return fmt::format(
      R"(# {7}, and made anew by it. Builds the cases as a program of their own, and with GoogleTest where it is installed:
#   cmake -B build && cmake --build build && ctest --test-dir build
cmake_minimum_required(VERSION 3.16)
project(test_{0} LANGUAGES C CXX)
enable_testing()
find_package(GTest QUIET)
find_path(cairn_include cairn.h HINTS [==[{6}]==]) # for files that include it
if(cairn_include)
  include_directories(SYSTEM ${{cairn_include}})
endif()

set(tests [==[{1}]==])
set(link{2})
{3}{4}
add_executable(test_{0} ${{tests}})
target_link_libraries(test_{0} PRIVATE ${{link}} m)
add_test(NAME test_{0} COMMAND test_{0})

if(GTest_FOUND)
  add_executable(gtest_{0} [==[test_{5}.cpp]==] ${{tests}})
  target_compile_definitions(gtest_{0} PRIVATE CAIRN_NO_MAIN)
  target_link_libraries(gtest_{0} PRIVATE ${{link}} GTest::gtest_main m)
  add_test(NAME gtest_{0} COMMAND gtest_{0})
endif()
)",
      target, tests, quoted(link), options, others, build.stem, build.include, kMadeByUs);
}

}  // namespace cairn::unit
