// cairn report --gtest: the suite as a GoogleTest file that needs neither cairn nor an instrumented build. Each test
// runs the program, as the environment variable or macro CAIRN_PROGRAM names it, on its input, and compares exit
// status, signal and standard output with what was recorded.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>

#include "cli/report/gtest_support.h"
#include "cli/report/report.h"
#include "engine/explore/options.h"
#include "engine/suite/execute.h"
#include "engine/target/choices.h"
#include "engine/target/command_line.h"

namespace cairn::cli {
namespace {

constexpr std::size_t kRecordedOutput = 1 << 20;  // longer output is recorded up to here
constexpr std::size_t kLiteralWidth = 100;
constexpr std::size_t kOneLine = SIZE_MAX;

// std::string("...", n): any bytes. Octal escapes of three digits swallow nothing that follows them.
std::string literal(std::string_view bytes, std::size_t width = kLiteralWidth) {
  if (bytes.empty()) return "std::string()";
  std::string out = "std::string(\"";
  std::size_t column = 0;
  for (const char c : bytes) {
    const std::size_t before = out.size();
    if (column >= width) {
      out += "\"\n      \"";
      column = 0;
    }
    if (c == '\n') {
      out += "\\n";
    } else if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (c >= 0x20 && c < 0x7f && c != '?') {  // no trigraphs
      out += c;
    } else {
      fmt::format_to(std::back_inserter(out), "\\{:03o}", static_cast<unsigned char>(c));
    }
    column += out.size() - before;
  }
  return out + fmt::format("\", {})", bytes.size());
}

std::string literal(const std::vector<std::uint8_t>& bytes) {
  return literal(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

// A pair for each object of a kind: {{name, content}, ...}
std::string pairs(const trace::Input& input, trace::ObjectKind kind, bool text) {
  std::string out;
  for (const trace::Object& object : input.objects) {
    if (object.kind != kind || target::is_unset(object)) continue;
    std::vector<std::uint8_t> bytes = object.bytes;
    if (text) bytes.erase(std::find(bytes.begin(), bytes.end(), 0), bytes.end());
    fmt::format_to(std::back_inserter(out), "{}{{{}, {}}}", out.empty() ? "" : ", ", literal(object.name),
                   literal(bytes));
  }
  return out;
}

std::string expected(const suite::PathRecord& path) {
  switch (path.outcome.ending) {
    case trace::Ending::signalled:
      return fmt::format("Ending::signalled, {}", path.outcome.code);
    case trace::Ending::timed_out:
      return "Ending::timed_out, 0";
    default:
      return fmt::format("Ending::exited, {}", path.outcome.code);
  }
}

std::string given(const target::CommandLine& line, const trace::Input& input) {
  std::string out = "  Given given;\n";
  auto print = std::back_inserter(out);
  const auto arguments = line.invocation(input).arguments;
  for (std::size_t i = 1; i < arguments.size(); ++i)
    fmt::format_to(print, "  given.arguments.push_back({});\n", literal(arguments[i]));
  for (const trace::Object& object : input.objects) {
    if (object.kind == trace::ObjectKind::standard_input)
      fmt::format_to(print, "  given.standard_input = {};\n", literal(object.bytes));
  }
  const auto set = [&](std::string_view member, const std::string& value) {
    if (!value.empty()) fmt::format_to(print, "  given.{} = {{{}}};\n", member, value);
  };
  set("files", pairs(input, trace::ObjectKind::file, false));
  std::string unset;
  for (const trace::Object& object : input.objects) {
    if (target::is_unset(object)) unset += fmt::format("{}{}", unset.empty() ? "" : ", ", literal(object.name));
  }
  set("unset", unset);
  set("environment", pairs(input, trace::ObjectKind::environment, true));
  std::string links;
  for (const auto& [name, file] : line.files())
    links += fmt::format("{}{{{}, {}}}", links.empty() ? "" : ", ", literal(name), literal(file));
  set("links", links);
  return out;
}

std::string test_body(const Material& material, const target::CommandLine& line, const suite::Test& test) {
  const suite::PathRecord& path = test.content.path;
  if (path.outcome.ending == trace::Ending::rejected)
    return "  GTEST_SKIP() << \"an assumption of the program fails\";\n";
  if (suite::needs_engine(path.input)) {
    return "  GTEST_SKIP() << \"only a build made with cairn-cc has a place for its input: see cairn replay\";\n";
  }
  std::string out = given(line, path.input);
  if (const suite::BugRecord* bug = material.bug_of(test); bug != nullptr)
    out += "  // A bug: it is expected to be there. When it is mended, make the suite again with cairn update.\n";
  const bool known = path.output.has_value() && path.outcome.ending != trace::Ending::timed_out;
  if (known) out += fmt::format("  const std::string output = {};\n", literal(*path.output));
  return out + fmt::format("  check(given, {{{}, {}}});\n", expected(path), known ? "&output" : "nullptr");
}

// A comment must not be left by what stands in it.
std::string comment(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\n' || c == '\\' ? '/' : c;
  return out;
}

}  // namespace

base::Result<std::string> report_gtest(Material& material) {
  const suite::Manifest& manifest = material.directory.manifest();
  TRY(const explore::Options options, explore::options_from_json(manifest.options));
  std::vector<std::string> command = manifest.command;
  if (!command.empty()) command.front() = manifest.program;
  TRY(const target::CommandLine line, target::CommandLine::resolve(command));
  const std::string name = std::filesystem::path(manifest.program).filename().string();
  std::string out(kGtestOpening);
  auto print = std::back_inserter(out);
  fmt::format_to(
      print,
      " of {}. Made by cairn report --gtest; edits are lost when it is made again.\n//\n"
      "//   c++ -std=c++17 THIS_FILE -lgtest -lgtest_main -lpthread -o tests && CAIRN_PROGRAM=./any-build ./tests\n\n"
      "#ifndef CAIRN_PROGRAM  // the program to test, unless the environment variable of that name says which\n"
      "#define CAIRN_PROGRAM {}\n#endif\n#define CAIRN_MILLISECONDS {}\n#define CAIRN_OUTPUT {}\n\n",
      comment(name), fmt::format("{}.c_str()", literal(manifest.program, kOneLine)), options.target.run_milliseconds,
      kRecordedOutput);
  out += "#include <gtest/gtest.h>\n";
  out += kGtestSupport;
  for (const suite::Test& test : material.tests) {
    fmt::format_to(print, "\n// {}\nTEST(Suite, Test{}) {{\n{}}}\n",
                   comment(suite::describe(test.content.path.outcome)), test.number, test_body(material, line, test));
  }
  return out;
}

}  // namespace cairn::cli
