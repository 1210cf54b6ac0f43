#include "cli/report/reproduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include "cli/summary.h"
#include "engine/suite/execute.h"
#include "engine/suite/test_text.h"
#include "engine/target/choices.h"
#include "engine/target/command_line.h"

namespace cairn::cli {
namespace {

using trace::Object;
using trace::ObjectKind;

constexpr std::size_t kLongest = 2000;  // bytes of input that are still fun to paste

// Between quotes a shell leaves it alone, and it can be read.
bool plain(char c) { return c >= 0x20 && c < 0x7f && c != '\''; }

// The command that prints it. A dash at the front would begin an option.
std::string printed(std::string_view text) {
  std::string format;
  for (const char c : text) {
    if (c == '\\' || c == '%') {
      format.append(2, c);
    } else if (!plain(c) || (c == '-' && format.empty())) {
      fmt::format_to(std::back_inserter(format), "\\{:03o}", static_cast<std::uint8_t>(c));
    } else {
      format += c;
    }
  }
  return fmt::format("printf '{}'", format);
}

std::string printed(const std::vector<std::uint8_t>& bytes) {
  return printed({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string word(std::string_view text) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=./:,@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return std::string(text);
  if (std::ranges::all_of(text, plain)) return fmt::format("'{}'", text);
  // Newlines at the end of what a command prints are dropped, so they stand behind it.
  const std::size_t end = text.find_last_not_of('\n') + 1;
  return fmt::format("\"$({}){}\"", printed(text.substr(0, end)), text.substr(end));
}

// Other variables can be set by env only.
bool settable_by_shells(std::string_view name) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
  return !name.empty() && name.find_first_not_of(kPlain) == std::string_view::npos && (name[0] < '0' || name[0] > '9');
}

}  // namespace

std::optional<std::string> shell_line(const suite::Manifest& manifest, const trace::Input& input) {
  std::size_t size = 0;
  for (const Object& object : input.objects) size += object.bytes.size();
  if (size > kLongest || suite::needs_engine(input)) return std::nullopt;
  std::vector<std::string> command = manifest.command;
  if (command.empty()) return std::nullopt;
  command.front() = manifest.program;
  const auto line = target::CommandLine::resolve(command);
  if (!line.ok()) return std::nullopt;
  std::string out, env, variables, standard_input;
  for (const Object& object : input.objects) {
    if (object.kind == ObjectKind::file) out += fmt::format("{} > {}; ", printed(object.bytes), word(object.name));
    if (object.kind == ObjectKind::standard_input) standard_input = printed(object.bytes) + " | ";
    if (object.kind == ObjectKind::environment && !target::is_unset(object)) {
      const auto end = std::find(object.bytes.begin(), object.bytes.end(), 0);
      variables += fmt::format("{}={} ", word(object.name), word(std::string(object.bytes.begin(), end)));
      if (!settable_by_shells(object.name)) env = "env ";
    }
  }
  std::vector<std::string> words;
  for (const std::string& argument : line->invocation(input).arguments) words.push_back(word(argument));
  std::string program = typed(manifest.program);
  words.front() = program.find('/') == std::string::npos ? "./" + program : program;
  return fmt::format("{}{}{}{}{}{}", out, standard_input, env, variables, fmt::join(words, " "),
                     standard_input.empty() ? " < /dev/null" : "");
}

std::string replay_line(const std::filesystem::path& directory, const suite::Test& test) {
  return fmt::format("cairn replay {} {}", typed(directory), test.number);
}

std::string describe_object(const Object& object) {
  switch (object.kind) {
    case ObjectKind::standard_input:
      return "standard input";
    case ObjectKind::argument:
      return fmt::format("argument {}", object.ordinal + 1);
    case ObjectKind::file:
      return fmt::format("file {}", object.name);
    case ObjectKind::environment:
      return fmt::format("variable {}", object.name);
    case ObjectKind::buffer:
      return "the fuzz target's input";
    case ObjectKind::choice:
      return target::asks_for_failure(object) ? "a call that fails" : "the number of further arguments";
    case ObjectKind::memory:
      break;
  }
  return object.ordinal == 0 ? object.name : fmt::format("{} ({})", object.name, object.ordinal + 1);
}

std::vector<const Object*> present_objects(const trace::Input& input) {
  std::vector<bool> absent;
  for (const Object& object : input.objects) {
    const auto group = target::group_of(object);
    if (!group) continue;
    absent.resize(std::max<std::size_t>(absent.size(), std::size_t{group->first} + group->maximum));
    for (std::size_t i = group->minimum + object.bytes.size(); i < group->maximum; ++i) absent[group->first + i] = true;
  }
  std::vector<const Object*> present;
  for (const Object& object : input.objects) {
    if (object.kind == ObjectKind::argument && object.ordinal < absent.size() && absent[object.ordinal]) continue;
    if (object.kind == ObjectKind::choice && !target::asks_for_failure(object)) continue;
    if (target::is_unset(object)) continue;
    present.push_back(&object);
  }
  return present;
}

std::string describe_input(const trace::Input& input, std::size_t width) {
  std::string out;
  for (const Object* object : present_objects(input)) {
    const std::string_view bytes(reinterpret_cast<const char*>(object->bytes.data()), object->bytes.size());
    fmt::format_to(std::back_inserter(out), "{}{} {}{}", out.empty() ? "" : ", ", describe_object(*object),
                   suite::quote(bytes.substr(0, width)), bytes.size() > width ? "..." : "");
  }
  return out.empty() ? "no symbolic input" : out;
}

}  // namespace cairn::cli
