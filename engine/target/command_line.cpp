#include "engine/target/command_line.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "abi/cairn_abi.h"
#include "engine/base/programs.h"
#include "engine/target/choices.h"

namespace cairn::target {
namespace {

namespace fs = std::filesystem;

std::string text_of(const trace::Object& object) {
  const auto end = std::find(object.bytes.begin(), object.bytes.end(), 0);
  return {object.bytes.begin(), end};
}

// What every run gets, whoever starts it: the locale the models of the C library are made for, and the scratch
// directory, which is all a contained program may write to, for temporary files.
constexpr const char* kLocale = "LC_ALL=C";
constexpr const char* kTemporaryFiles = "TMPDIR=.";

// What sanitizers find ends the program like any other crash, and crashes stay what they are. Leaks are not looked for:
// that takes tracing the process, which containment denies. Names for addresses take longer than the run.
constexpr const char* kSanitizers[] = {"ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"};
constexpr const char* kSanitizerOptions =
    "detect_leaks=0:halt_on_error=1:abort_on_error=1:symbolize=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:"
    "handle_sigill=0";

// Of two settings the last one holds: the user's.
std::string sanitizer_variable(const char* name) {
  const char* given = std::getenv(name);
  return fmt::format("{}={}{}{}", name, kSanitizerOptions, given != nullptr ? ":" : "", given != nullptr ? given : "");
}

bool is_ours(std::string_view variable) {
  const std::string_view name = variable.substr(0, variable.find('='));
  return name == CAIRN_SERVER_VARIABLE || name == "LC_ALL" || name == "TMPDIR" ||
         std::ranges::find(kSanitizers, name) != std::end(kSanitizers);
}

}  // namespace

base::Result<CommandLine> CommandLine::resolve(const std::vector<std::string>& command) {
  if (command.empty()) return base::misuse_error("no program was given");
  CommandLine line;
  std::string program = command[0];
  if (program.find('/') == std::string::npos) {
    program = base::find_in_path(program).string();
    if (std::error_code error; program.empty() && fs::is_directory(command[0], error)) {
      return base::misuse_error(fmt::format("{} is a directory, not a program", command[0]));
    }
    if (program.empty()) {
      return base::misuse_error(
          fmt::format("{} is not in PATH; to run a program in this directory write ./{}", command[0], command[0]));
    }
  }
  struct stat info = {};
  if (::stat(program.c_str(), &info) != 0) {
    return base::misuse_error(fmt::format("{} does not exist; build it with cairn-cc first", command[0]));
  }
  if (S_ISDIR(info.st_mode)) return base::misuse_error(fmt::format("{} is a directory, not a program", command[0]));
  if (::access(program.c_str(), X_OK) != 0) {
    return base::misuse_error(fmt::format("{} is not executable", command[0]));
  }
  std::error_code error;
  line.program_ = fs::absolute(program, error).lexically_normal().string();
  if (error) return base::environment_error(fmt::format("the current directory cannot be read: {}", error.message()));

  line.fixed_ = command;
  for (std::size_t i = 1; i < line.fixed_.size(); ++i) {
    std::string& argument = line.fixed_[i];
    if (argument.empty() || argument[0] == '/' || argument[0] == '@' || ::stat(argument.c_str(), &info) != 0) continue;
    const fs::path path(argument);
    const std::string absolute = fs::absolute(path, error).string();
    fs::path name = path.lexically_normal();
    if (!name.has_filename()) name = name.parent_path();  // with a slash at its end, a directory is the same
    if (std::find(path.begin(), path.end(), "..") != path.end() || name.empty() || name == ".") {
      argument = absolute;  // cannot be shown inside scratch
    } else {
      line.show(name.string(), absolute);
    }
  }
  for (char** p = environ; *p != nullptr; ++p) {
    if (!is_ours(*p)) line.environment_.emplace_back(*p);
  }
  line.environment_.insert(line.environment_.end(), {kLocale, kTemporaryFiles});
  for (const char* name : kSanitizers) line.environment_.push_back(sanitizer_variable(name));
  return line;
}

// What lies in a directory that is shown is shown with it.
void CommandLine::show(const std::string& name, const std::string& file) {
  const auto within = [](const std::string& inner, const std::string& outer) {
    return inner == outer || inner.starts_with(outer + '/');
  };
  for (const auto& [shown, unused] : files_)
    if (within(name, shown)) return;
  std::erase_if(files_, [&](const auto& shown) { return within(shown.first, name); });
  files_.emplace_back(name, file);
}

Invocation CommandLine::invocation(const trace::Input& input) const {
  Invocation result;
  std::vector<const trace::Object*> symbolic;
  for (const trace::Object& object : input.objects) {
    if (object.kind != trace::ObjectKind::argument) continue;
    if (symbolic.size() <= object.ordinal && object.ordinal < 65536) symbolic.resize(object.ordinal + 1);
    if (object.ordinal < symbolic.size()) symbolic[object.ordinal] = &object;
  }
  std::vector<bool> absent(symbolic.size());
  for (const trace::Object& object : input.objects) {
    const auto group = group_of(object);
    if (!group) continue;
    const std::uint64_t count = std::uint64_t{group->minimum} + object.bytes.size();
    for (std::uint64_t i = count; i < group->maximum && group->first + i < absent.size(); ++i)
      absent[group->first + i] = true;
  }
  const auto is_file = [&](std::string_view name) {
    return std::any_of(input.objects.begin(), input.objects.end(), [&](const trace::Object& object) {
      return object.kind == trace::ObjectKind::file && object.name == name;
    });
  };
  std::size_t next = 0;
  const auto append_symbolic = [&] {
    if (absent[next]) {
      result.positions.push_back(0);
      ++next;
      return;
    }
    result.positions.push_back(static_cast<std::uint32_t>(result.arguments.size()));
    result.arguments.push_back(symbolic[next] != nullptr ? text_of(*symbolic[next]) : std::string());
    ++next;
  };
  for (std::size_t i = 0; i < fixed_.size(); ++i) {
    const std::string& argument = fixed_[i];
    if (i > 0 && argument == "@arg") {
      if (next < symbolic.size()) append_symbolic();
      continue;
    }
    const bool names_file = i > 0 && argument.size() > 1 && argument[0] == '@' && is_file(argument.substr(1));
    result.arguments.push_back(names_file ? argument.substr(1) : argument);
  }
  while (next < symbolic.size()) append_symbolic();

  result.environment = environment_;
  for (const trace::Object& object : input.objects) {
    if (object.kind != trace::ObjectKind::environment) continue;
    const std::string prefix = object.name + "=";
    std::erase_if(result.environment, [&](const std::string& s) { return s.starts_with(prefix); });
    if (!is_unset(object)) result.environment.push_back(prefix + text_of(object));
  }
  return result;
}

Invocation CommandLine::recorded_invocation(const trace::Input& input) const {
  trace::Input declared = input;
  std::erase_if(declared.objects, [](const trace::Object& object) {
    return object.kind == trace::ObjectKind::environment && object.sized;
  });
  return invocation(declared);
}

}  // namespace cairn::target
