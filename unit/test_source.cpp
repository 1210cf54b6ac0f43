#include "unit/test_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <iterator>

#include "unit/harness.h"
#include "unit/regions.h"

namespace cairn::unit {
namespace {

constexpr std::string_view kSupport = "support", kRunner = "runner";

// What every case uses. Cases run in processes of their own: what one leaves in static memory is not there for the
// next, and one that crashes ends alone.
constexpr std::string_view kSupportText = R"(#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct cairn_case {
  const char* name;
  void (*run)(void);
  int signal; /* expected; 0: none */
  int status; /* expected exit status when the function ends the program; -1: it returns */
};

static char cairn_failures[4096];

static int cairn_check(int holds, int line, const char* text) {
  const size_t used = strlen(cairn_failures);
  if (!holds) snprintf(cairn_failures + used, sizeof cairn_failures - used, "line %d: %s\n", line, text);
  return holds;
}

static inline int cairn_same_real(double a, double b) { return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0; }

static inline void* cairn_new(size_t size) {
  void* p = malloc(size);
  if (p == NULL && size > 0) abort();
  if (size > 0) memset(p, 0, size);
  return p;
}

static inline void cairn_keep(const void* p) { __asm__ volatile("" : : "r"(p) : "memory"); }
#define CAIRN_UNSEEN(function) ({ __typeof__(&function) unseen = &function; __asm__("" : "+r"(unseen)); unseen; })

#define CAIRN_EQUAL(place, value) cairn_check((place) == (value), __LINE__, #place " == " #value)
#define CAIRN_REAL(place, value) cairn_check(cairn_same_real(place, value), __LINE__, #place " == " #value)
#define CAIRN_SAME(place, value) cairn_check((const void*)(place) == (const void*)(value), __LINE__, #place " == " #value)
#define CAIRN_NULL(place) cairn_check((place) == NULL, __LINE__, #place " == NULL")
#define CAIRN_THERE(place) cairn_check((place) != NULL, __LINE__, #place " != NULL")
#define CAIRN_MEMORY(place, bytes, size) \
  cairn_check(memcmp((const void*)(place), bytes, size) == 0, __LINE__, #size " bytes of " #place " are " #bytes)
#define CAIRN_STRING(place, text) \
  cairn_check(strcmp((const char*)(place), text) == 0, __LINE__, #place " is the string " #text)

)";

constexpr std::string_view kRunnerText = R"(
static const struct cairn_case* cairn_find(const char* name) {
  for (size_t t = 0; t < sizeof cairn_tables / sizeof *cairn_tables; ++t)
    for (const struct cairn_case* each = cairn_tables[t]; each->name != NULL; ++each)
      if (strcmp(each->name, name) == 0) return each;
  return NULL;
}

/* Runs a case in this process. */
void cairn_call_case(const char* name) {
  const struct cairn_case* found = cairn_find(name);
  if (found != NULL) found->run();
}

/* Runs a case in a process of its own; what was wrong, or nothing. */
const char* cairn_run_case(const char* name) {
  static char said[8192];
  const struct cairn_case* found = cairn_find(name);
  said[0] = 0;
  if (found == NULL) return "there is no such case";
  int ends[2];
  fflush(NULL);
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child < 0) return "no process";
  if (child == 0) {
    alarm(10);
    found->run();
    const ssize_t written = write(ends[1], cairn_failures, strlen(cairn_failures));
    _exit(written < 0 || cairn_failures[0] != 0 || found->signal != 0 || found->status >= 0 ? 201 : 202);
  }
  close(ends[1]);
  ssize_t size = 0;
  for (ssize_t n; size < (ssize_t)sizeof said - 200 && (n = read(ends[0], said + size, sizeof said - 200 - (size_t)size)) > 0;)
    size += n;
  said[size] = 0;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0, left = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  const int expected = found->signal != 0 ? -1 : found->status >= 0 ? found->status : 202;
  if ((signal != found->signal || left != expected) && size == 0)
    snprintf(said, sizeof said, "it ended with signal %d, status %d; expected: signal %d, status %d\n", signal, left,
             found->signal, expected);
  return said;
}

#ifndef CAIRN_NO_MAIN
int main(int argc, char** argv) {
  unsigned cases = 0, failed = 0;
  for (size_t t = 0; t < sizeof cairn_tables / sizeof *cairn_tables; ++t)
    for (const struct cairn_case* each = cairn_tables[t]; each->name != NULL; ++each) {
      if (argc > 1 && strcmp(argv[1], each->name) != 0) continue;
      const char* said = cairn_run_case(each->name);
      ++cases;
      if (said[0] == 0) continue;
      ++failed;
      printf("%s failed:\n%s", each->name, said);
    }
  printf("%u of %u cases pass\n", cases - failed, cases);
  return failed == 0 && cases > 0 ? 0 : 1;
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

std::string c_region(const FunctionCases& function) {
  std::string text;
  auto out = std::back_inserter(text);
  for (const std::string& remark : function.remarks) fmt::format_to(out, "/* {} */\n", remark);
  for (const NamedCase& each : function.cases)
    fmt::format_to(out, "{}static void {}(void) {{\n{}}}\n\n", each.content.prefix, each.name, each.content.body);
  fmt::format_to(out, "static const struct cairn_case cairn_cases_{}[] = {{\n", function.function);
  for (const NamedCase& each : function.cases) {
    const Case& content = each.content;
    fmt::format_to(out, "    {{\"{0}\", {0}, {1}, {2}}},\n", each.name,
                   content.ending == Ending::signalled ? signal_word(content.code) : "0",
                   content.ending == Ending::exited ? content.code : -1);
  }
  fmt::format_to(out, "    {{NULL, NULL, 0, -1}}}};\n");
  return text;
}

std::string google_region(const FunctionCases& function) {
  std::string text;
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

bool is_function_region(const std::string& name);

std::string without_the_gone(std::string text, const Plan& plan) {
  for (const std::string& name : region_names(text)) {
    const Function* function = plan.description.find(name);
    if (is_function_region(name) && (function == nullptr || !function->defined)) text = remove_region(text, name);
  }
  return text;
}

bool is_function_region(const std::string& name) { return name != kSupport && name != kRunner; }

}  // namespace

base::Result<std::string> update_c_tests(const std::string& text, const Plan& plan, const std::string& included,
                                         const std::vector<FunctionCases>& functions) {
  const std::string support =
      fmt::format("{}{}#include \"{}\"\n#undef main\n", kSupportText, before_inclusion(plan), included);
  TRY(std::string out, replace_region(without_the_gone(text, plan), kSupport, support));
  for (const FunctionCases& each : functions) {
    TRY(out, replace_region(out, each.function, c_region(each), kRunner));
  }
  std::string runner = "static const struct cairn_case* const cairn_tables[] = {";
  for (const std::string& name : region_names(out)) {
    if (is_function_region(name)) runner += fmt::format("cairn_cases_{}, ", name);
  }
  runner += fmt::format("}};\n{}", kRunnerText);
  return replace_region(out, kRunner, runner);
}

base::Result<std::string> update_google_tests(const std::string& text, const Plan& plan,
                                              const std::vector<FunctionCases>& functions) {
  TRY(std::string out,
      replace_region(without_the_gone(text, plan), kSupport,
                     "#include <gtest/gtest.h>\n\n#include <csignal>\n\nextern \"C\" {\n"
                     "const char* cairn_run_case(const char* name);\nvoid cairn_call_case(const char* name);\n}\n"));
  for (const FunctionCases& each : functions) {
    TRY(out, replace_region(out, each.function, google_region(each)));
  }
  return out;
}

std::string cmake_lists(const Build& build) {
  const auto quoted = [](const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += fmt::format(" [==[{}]==]", word);
    return out;
  };
  // An archive, so that only what is needed is linked: a file with a main of its own does no harm.
  std::string others;
  std::vector<std::string> link = build.link;
  if (!build.sources.empty()) {
    std::vector<std::string> files;
    for (const Build::Source& source : build.sources) {
      files.push_back(source.file);
      others += fmt::format("set_source_files_properties([==[{}]==] PROPERTIES COMPILE_OPTIONS \"{}\")\n", source.file,
                            fmt::join(source.options, ";"));
    }
    others = fmt::format("add_library(others_{0} STATIC{1})\ntarget_compile_options(others_{0} PRIVATE -w)\n{2}",
                         build.stem, quoted(files), others);
    link.insert(link.begin(), "others_" + build.stem);
  }
  std::string text = fmt::format(
      R"(# Made by cairn unit, and made anew by it. Builds the cases as a program of their own, and with GoogleTest where it is installed:
#   cmake -B build && cmake --build build && ctest --test-dir build
cmake_minimum_required(VERSION 3.16)
project(test_{0} LANGUAGES C CXX)
enable_testing()
find_package(GTest QUIET)

set(options{1})
set(link{3})
{2}
add_executable(test_{0} test_{0}.c)
target_compile_options(test_{0} PRIVATE -w ${{options}})
target_link_libraries(test_{0} PRIVATE ${{link}} m)
add_test(NAME test_{0} COMMAND test_{0})

if(GTest_FOUND)
  add_executable(gtest_{0} test_{0}.cpp test_{0}.c)
  target_compile_definitions(gtest_{0} PRIVATE CAIRN_NO_MAIN)
  target_compile_options(gtest_{0} PRIVATE $<$<COMPILE_LANGUAGE:C>:-w> $<$<COMPILE_LANGUAGE:C>:${{options}}>)
  target_link_libraries(gtest_{0} PRIVATE ${{link}} GTest::gtest_main m)
  add_test(NAME gtest_{0} COMMAND gtest_{0})
endif()
)",
      build.stem, quoted(build.options), others, quoted(link));
  return text;
}

}  // namespace cairn::unit
