#include "unit/test_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <iterator>
#include <set>

#include "unit/harness.h"
#include "unit/lengths.h"
#include "unit/regions.h"
#include "unit/stub_text.h"
#include "unit/support_text.h"

namespace cairn::unit {
namespace {

// Regions are called as the functions they are about, but for these two.
constexpr std::string_view kSupport = "support", kRunner = "runner";

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
  const std::string support = fmt::format("{}{}#include \"{}\"\n#undef main\n#include <stddef.h>\n{}", support_text(),
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
