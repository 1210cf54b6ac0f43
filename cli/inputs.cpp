#include "cli/inputs.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/base/json_text.h"
#include "engine/explore/inputs.h"
#include "engine/explore/options.h"
#include "engine/target/choices.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;
using trace::Object;
using trace::ObjectKind;

constexpr std::uint64_t kMaxString = 1 << 16;    // bytes of an argument or variable
constexpr std::uint64_t kMaxArguments = 1000;    // symbolic ones
constexpr std::uint64_t kMaxFile = 1 << 19;      // as for standard input
constexpr std::uint64_t kMaxTogether = 1 << 19;  // half of the input space of a run

base::Result<std::uint32_t> number(const std::string& option, const std::string& text, std::uint64_t least,
                                   std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value >= least && value <= most) {
    return static_cast<std::uint32_t>(value);
  }
  return base::misuse_error(
      fmt::format("{} wants a whole number from {} to {}, not \"{}\"", option, least, most, text));
}

// Collects what the options declare, one after the other.
class Declaration {
 public:
  base::Status standard_input(const std::string& option, const std::string& size) {
    TRY(const std::uint32_t bytes, number(option, size, 0, kMaxFile));
    if (standard_input_ == option) return base::misuse_error(fmt::format("{} is given more than once", option));
    if (!standard_input_.empty()) {
      return base::misuse_error(fmt::format("standard input is declared by {} and by {}", standard_input_, option));
    }
    standard_input_ = option;
    if (bytes > 0) add(explore::standard_input(bytes));
    return {};
  }

  base::Result<std::uint32_t> arguments(const std::string& option, const std::string& least, const std::string& most,
                                        const std::string& size) {
    TRY(const std::uint32_t minimum, number(option, least, 0, kMaxArguments));
    TRY(const std::uint32_t maximum, number(option, most, 0, kMaxArguments));
    TRY(const std::uint32_t bytes, number(option, size, 1, kMaxString));
    if (minimum > maximum) {
      return base::misuse_error(fmt::format("{} {} {}: the least number is larger than the most", option, least, most));
    }
    if (arguments_ + maximum > kMaxArguments) {
      return base::misuse_error(fmt::format("more than {} symbolic arguments are too many", kMaxArguments));
    }
    if (minimum < maximum) add(target::choice_of({arguments_, minimum, maximum}));
    for (std::uint32_t i = 0; i < maximum; ++i) add({ObjectKind::argument, "arg", arguments_++, false, bytes, {}});
    return maximum;
  }

  base::Status file(const std::string& option, const std::string& name, const std::string& size) {
    TRY(const std::uint32_t bytes, number(option, size, 0, kMaxFile));
    TRY_STATUS(check_name(option, name, '/'));
    std::error_code ignored;
    if (name == "." || name == ".." || fs::is_directory(name, ignored)) {
      return base::misuse_error(
          fmt::format("{} {}: that is a directory; a symbolic file needs another name", option, name));
    }
    TRY_STATUS(check_new(option, ObjectKind::file, name));
    add({ObjectKind::file, name, 0, true, bytes, {}});
    return {};
  }

  base::Status variable(const std::string& option, const std::string& name, const std::string& size) {
    TRY(const std::uint32_t bytes, number(option, size, 1, kMaxString));
    TRY_STATUS(check_name(option, name, '='));
    TRY_STATUS(check_new(option, ObjectKind::environment, name));
    add({ObjectKind::environment, name, 0, false, bytes, {}});
    return {};
  }

  void failures(std::uint64_t count) {
    for (std::uint32_t i = 0; i < count; ++i) add(target::failure(i));
  }

  base::Result<std::vector<Object>> take() && {
    std::uint64_t together = 0;
    for (const Object& object : objects_) together += object.capacity;
    if (together > kMaxTogether) {
      return base::misuse_error(
          fmt::format("the symbolic inputs may have {} bytes together, not {}", kMaxTogether, together));
    }
    return std::move(objects_);
  }

 private:
  void add(Object object) { objects_.push_back(std::move(object)); }

  static base::Status check_name(const std::string& option, const std::string& name, char forbidden) {
    if (name.empty() || name.size() >= CAIRN_NAME_SIZE || name.find(forbidden) != std::string::npos) {
      return base::misuse_error(fmt::format("{} wants a name of 1 to {} characters without {}, not \"{}\"", option,
                                            CAIRN_NAME_SIZE - 1, forbidden, name));
    }
    // The options of a run are kept as JSON, which would change the name.
    if (const nlohmann::json kept = name; nlohmann::json::parse(base::json_text(kept)) != kept) {
      return base::misuse_error(fmt::format("{} wants a name in UTF-8, not \"{}\"", option, name));
    }
    return {};
  }

  base::Status check_new(const std::string& option, ObjectKind kind, const std::string& name) const {
    const bool known = std::any_of(objects_.begin(), objects_.end(),
                                   [&](const Object& object) { return object.kind == kind && object.name == name; });
    if (known) return base::misuse_error(fmt::format("{} {} is given more than once", option, name));
    return {};
  }

  std::vector<Object> objects_;
  std::uint32_t arguments_ = 0;
  std::string standard_input_;  // the option that declared it
};

base::Status declare(Declaration& declaration, const RepeatedOption& option) {
  const auto& [name, values] = option;
  if (name == "--arg" || name == "--args") {
    const bool one = name == "--arg";
    const auto places = one ? declaration.arguments(name, "1", "1", values[0])
                            : declaration.arguments(name, values[0], values[1], values[2]);
    if (!places.ok()) return places.error();
    return {};
  }
  if (name == "--file") return declaration.file(name, values[0], values[1]);
  return declaration.variable(name, values[0], values[1]);
}

// KLEE's options stand behind the program's name, with one dash or two.
struct Spelling {
  std::string_view name;
  std::size_t values;
};
constexpr Spelling kSpellings[] = {
    {"sym-arg", 1}, {"sym-args", 3}, {"sym-files", 2}, {"sym-stdin", 1}, {"sym-stdout", 0}};

const Spelling* spelling_of(std::string_view word) {
  if (!word.starts_with('-')) return nullptr;
  word.remove_prefix(word.starts_with("--") ? 2 : 1);
  for (const Spelling& spelling : kSpellings) {
    if (spelling.name == word) return &spelling;
  }
  return nullptr;
}

base::Status declare_as_klee(Declaration& declaration, std::string_view name, const std::string& option,
                             const std::vector<std::string>& values, std::vector<std::string>& command) {
  if (name == "sym-stdin") return declaration.standard_input(option, values[0]);
  if (name == "sym-files") {
    TRY(const std::uint32_t count, number(option, values[0], 0, 26));
    for (std::uint32_t i = 0; i < count; ++i) {
      TRY_STATUS(declaration.file(option, std::string(1, static_cast<char>('A' + i)), values[1]));
    }
    return {};
  }
  if (name == "sym-arg" || name == "sym-args") {
    const bool one = name == "sym-arg";
    TRY(const std::uint32_t places, one ? declaration.arguments(option, "1", "1", values[0])
                                        : declaration.arguments(option, values[0], values[1], values[2]));
    command.insert(command.end(), places, "@arg");
  }
  return {};  // standard output is always kept
}

// A file of the user and a symbolic file cannot both stand in the scratch directory under one name.
base::Status check_clashes(const Inputs& inputs) {
  for (const Object& object : inputs.declared) {
    std::error_code ignored;
    const bool named = std::find(inputs.command.begin() + 1, inputs.command.end(), object.name) != inputs.command.end();
    if (object.kind == ObjectKind::file && named && fs::exists(object.name, ignored)) {
      return base::misuse_error(
          fmt::format("{0} is a file here already; write @{0} for the symbolic file", object.name));
    }
  }
  return {};
}

// An argument that may be missing is there, and those before it.
void make_present(trace::Input& input, std::uint32_t argument) {
  for (Object& object : input.objects) {
    const auto group = target::group_of(object);
    if (!group || argument < group->first + group->minimum || argument >= group->first + group->maximum) continue;
    object.bytes.assign(argument + 1 - group->first - group->minimum, 0);
  }
}

}  // namespace

base::Result<Inputs> inputs_of(const Options& options, const std::vector<std::string>& command) {
  Inputs inputs;
  Declaration declaration;
  if (options.stdin_bytes) TRY_STATUS(declaration.standard_input("--stdin", std::to_string(*options.stdin_bytes)));
  for (std::size_t i = 0; i < command.size(); ++i) {
    const Spelling* spelling = i > 0 ? spelling_of(command[i]) : nullptr;
    if (spelling == nullptr) {
      inputs.command.push_back(command[i]);
      continue;
    }
    if (command.size() - i - 1 < spelling->values) {
      return base::misuse_error(fmt::format("{} wants {} numbers behind it", command[i], spelling->values));
    }
    const std::vector<std::string> values(command.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                          command.begin() + static_cast<std::ptrdiff_t>(i + 1 + spelling->values));
    TRY_STATUS(declare_as_klee(declaration, spelling->name, command[i], values, inputs.command));
    i += spelling->values;
  }
  for (const RepeatedOption& option : options.repeated) TRY_STATUS(declare(declaration, option));
  declaration.failures(options.failures);
  TRY(inputs.declared, std::move(declaration).take());
  TRY_STATUS(check_clashes(inputs));
  return inputs;
}

base::Result<std::vector<trace::Input>> seeds_of(const std::string& directory, const std::vector<Object>& declared) {
  std::optional<std::size_t> place;
  for (const ObjectKind kind : {ObjectKind::standard_input, ObjectKind::file, ObjectKind::argument}) {
    for (std::size_t i = 0; i < declared.size() && !place; ++i) {
      if (declared[i].kind == kind) place = i;
    }
  }
  if (!place) return base::misuse_error("--seeds needs an input to fill; add --stdin, --file or --arg");
  std::error_code error;
  if (!fs::is_directory(directory, error)) {
    return base::misuse_error(fmt::format("--seeds wants a directory, and {} is none", directory));
  }
  std::vector<fs::path> files;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    if (at->is_regular_file(error)) files.push_back(at->path());
  }
  if (error) return base::environment_error(fmt::format("cannot read {}: {}", directory, error.message()));
  if (files.empty()) return base::misuse_error(fmt::format("--seeds {}: there are no files in it", directory));
  std::sort(files.begin(), files.end());

  std::vector<trace::Input> seeds;
  for (const fs::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    std::vector<std::uint8_t> bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (!in.is_open() || in.bad()) return base::environment_error(fmt::format("cannot read {}", file.string()));
    trace::Input seed = explore::first_input(declared);
    Object& object = seed.objects[*place];
    bytes.resize(object.sized ? std::min<std::size_t>(bytes.size(), object.capacity) : object.capacity);
    object.bytes = std::move(bytes);
    if (object.kind == ObjectKind::argument) make_present(seed, object.ordinal);
    seeds.push_back(std::move(seed));
  }
  return seeds;
}

}  // namespace cairn::cli
