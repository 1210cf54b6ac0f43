#include "cli/unit_build.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <set>

#include "cli/run_tool.h"
#include "engine/base/programs.h"
#include "engine/suite/files.h"
#include "unit/harness.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::size_t kDescriptionBytes = 256u << 20;
constexpr std::size_t kMessageLines = 12;

std::string library(const std::string& name) { return (base::own_directory().parent_path() / "lib" / name).string(); }

// The end of the sentence when a compilation failed: what the compiler said, as far as one reads.
std::string beginning(const std::string& output) {
  std::size_t at = 0;
  for (std::size_t lines = 0; lines < kMessageLines && at != std::string::npos; ++lines) at = output.find('\n', at + 1);
  return output.substr(0, at);
}

// Functions that the linker missed.
std::set<std::string> missing_symbols(const std::string& output) {
  static const std::regex pattern("undefined reference to `([^']+)'");
  std::set<std::string> names;
  for (auto at = std::sregex_iterator(output.begin(), output.end(), pattern); at != std::sregex_iterator(); ++at)
    names.insert((*at)[1]);
  return names;
}

base::Status compile(const fs::path& compiler, const Words& words, const UnitSource& source) {
  Words command = {compiler.string(), "-w"};
  command.insert(command.end(), words.begin(), words.end());
  TRY(const Ended ended, run_tool(command, true, source.directory));
  if (ended.status == 0) return {};
  if (ended.status > 128) {
    return base::environment_error(fmt::format("the compiler was ended by signal {} while it compiled {}",
                                               ended.status - 128, source.file.filename().string()));
  }
  if (const auto missing = missing_symbols(ended.output); !missing.empty()) {
    return base::environment_error(fmt::format(
        "{} needs {}, which no file given defines; name the files that do, or the library behind -- (-lm), or stub {}",
        source.file.filename().string(), fmt::join(missing, ", "),
        missing.size() == 1 ? "it with --stub" : "them with --stub"));
  }
  return base::environment_error(
      fmt::format("{} does not compile:\n{}", source.file.filename().string(), beginning(ended.output)));
}

// What observe_world.c takes the place of, where no stub does, and itself.
Words watching(const unit::Plan& plan) {
  std::string wrapped = "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free,--wrap=fclose";
  for (const std::string clock : {"time", "gettimeofday", "clock_gettime", "timespec_get"}) {
    if (std::ranges::find(plan.wishes.stubs, clock) == plan.wishes.stubs.end()) wrapped += ",--wrap=" + clock;
  }
  return {wrapped, library("libcairn_unit_plain.a")};
}

void append(Words& to, const Words& from) { to.insert(to.end(), from.begin(), from.end()); }

base::Result<fs::path> tool(const std::string& name) {
  if (const fs::path path = base::find_in_path(name); !path.empty()) return path;
  return base::environment_error(fmt::format("{} is not installed; run tools/setup", name));
}

// What the compiler said first, without the place in a file that nobody has seen.
std::string first_complaint(const std::string& message) {
  constexpr std::string_view kMark = "error: ";
  const auto at = message.find(kMark);
  if (at == std::string::npos) return message;
  return message.substr(at + kMark.size(), message.find('\n', at) - at - kMark.size());
}

// What C does not define and a sanitizer can tell, apart from memory. Numbers of a file may be said to wrap around.
// Not here: what crashes, which is a test, and what every compiler takes alike (zero added to a null pointer).
std::string undefined_of(const UnitSource& source) {
  bool wraps = false;
  for (const std::string& option : source.options) {
    if (option == "-fwrapv" || option == "-fno-strict-overflow") wraps = true;
    if (option == "-fno-wrapv" || option == "-fstrict-overflow") wraps = false;
  }
  return wraps ? "bounds,shift-exponent,float-cast-overflow"
               : "bounds,signed-integer-overflow,shift,float-cast-overflow";
}

}  // namespace

struct UnitBuilder::Variant {
  std::string name;
  fs::path compiler;
  Words options;  // for every file
  Words link;     // behind everything

  // Not optimised, and without selects: what the source decides is a branch on the path.
  static Variant recorded(const std::string& name, const Words& more) {
    Words options = {"-g", "-O0", "-mllvm", "-cairn-split-truths"};
    append(options, more);
    return {name, base::own_directory() / "cairn-cc", std::move(options), {library("libcairn_unit_recorded.a")}};
  }
};

const UnitBuilder::Object& UnitBuilder::object(const OtherFile& file, const UnitSource& source,
                                               const Variant& variant) {
  const std::pair key{variant.name, file.file};
  const auto known = objects_.find(key);
  if (known != objects_.end()) return known->second;
  return objects_.emplace(key, make_object(file, source, variant)).first->second;
}

UnitBuilder::Object UnitBuilder::make_object(const OtherFile& file, const UnitSource& source,
                                             const Variant& variant) const {
  TRY_STATUS(suite::make_directories(folder_));
  const fs::path path = folder_ / fmt::format("{}-{}-{}.o", variant.name, objects_.size(), file.file.stem().string());
  Words words = variant.options;
  append(words, file.options);
  append(words, {"-c", file.file.string(), "-o", path.string()});
  TRY_STATUS(compile(variant.compiler, words, {file.file, source.directory, {}, {}, {}}));
  return path;
}

// Everything but the file itself goes into an archive, so that only what is needed is linked. A file that does not
// compile is left out and is the result: perhaps nobody needs it.
base::Result<std::optional<base::Error>> UnitBuilder::archive(const UnitSource& source, const Variant& variant,
                                                              const fs::path& path) {
  fs::remove(path);
  Words members = {"/usr/bin/ar", "rcs", path.string()};
  std::optional<base::Error> broken;
  for (const OtherFile& other : source.others) {
    const Object& member = object(other, source, variant);
    if (member.ok()) {
      members.push_back(member->string());
    } else if (!broken) {
      broken = member.error();
    }
  }
  TRY(const Ended ended, run_tool(members, true, {}));
  if (ended.status != 0)
    return base::environment_error(fmt::format("ar cannot make {}: {}", path.string(), ended.output));
  return broken;
}

base::Status UnitBuilder::build(const UnitSource& source, const unit::Plan& plan, const fs::path& main_file,
                                const Variant& variant, const fs::path& output) {
  Words words = variant.options;
  append(words, source.options);
  words.push_back(main_file.string());
  std::optional<base::Error> broken;
  if (!source.others.empty()) {
    const fs::path library = output.string() + ".a";
    TRY(broken, archive(source, variant, library));
    words.push_back(library.string());
  }
  append(words, variant.link);
  append(words, unit::stub_link_options(plan));
  append(words, source.link);
  append(words, {"-lm", "-o", output.string()});
  const base::Status status = compile(variant.compiler, words, source);
  return status.ok() || !broken ? status : *broken;
}

fs::path UnitBuilder::include_directory() { return base::own_directory().parent_path() / "include"; }

base::Result<unit::Description> UnitBuilder::describe(const UnitSource& source, const fs::path& folder) {
  TRY_STATUS(suite::make_directories(folder));
  const fs::path json = folder / "description.json";
  Words words = {"-g", "-fdebug-macro", "-O1", "-mllvm", "-cairn-describe=" + json.string()};
  append(words, source.options);
  append(words, {"-c", source.file.string(), "-o", (folder / "described.o").string()});
  Words whole = {"-Xclang", "-femit-all-decls"};
  append(whole, words);
  const fs::path compiler = base::own_directory() / "cairn-cc";
  // Static functions that nobody calls too, unless that is too much: there are headers whose functions do not all
  // compile (immintrin.h).
  if (!compile(compiler, whole, source).ok()) TRY_STATUS(compile(compiler, words, source));
  TRY(const std::string text, suite::read_file(json, kDescriptionBytes));
  return unit::parse_description(text);
}

base::Result<Harness> UnitBuilder::build_harness(const UnitSource& source, const unit::Plan& plan,
                                                 const fs::path& folder) {
  const fs::path file = folder / "harness.c";
  TRY_STATUS(suite::write_atomically(file, unit::harness_source(plan, source.file.string())));
  Harness harness{folder / "explored", folder / "watched"};
  const Variant explored = Variant::recorded("explored", {});
  if (const base::Status built = build(source, plan, file, explored, harness.explored); !built.ok()) {
    TRY_STATUS(check_requirement(source, plan, folder, built.error().message));
    return built.error();
  }
  TRY(const fs::path clang, tool("clang-19"));
  // As little optimised as tests are by default, and with an eye on what C does not define: such a call is no test,
  // since it means something else in another build. Crashes on null pointers and divisions are. What nobody set is zero
  // here and something else in build_tests: a check of it fails there.
  const Variant watched{
      "watched",
      clang,
      {"-g", "-O0", fmt::format("-fsanitize=address,{}", undefined_of(source)), "-fno-sanitize-recover=all",
       "-ftrivial-auto-var-init=zero", "-isystem", include_directory().string()},
      watching(plan)};
  TRY_STATUS(build(source, plan, file, watched, harness.watched));
  return harness;
}

// Of a harness that cannot be built: whether it can be without the precondition, which a person wrote.
base::Status UnitBuilder::check_requirement(const UnitSource& source, const unit::Plan& plan, const fs::path& folder,
                                            const std::string& message) {
  if (plan.wishes.required.empty()) return {};
  unit::Plan without = plan;
  without.wishes.required.clear();
  const fs::path file = folder / "harness.c";
  TRY_STATUS(suite::write_atomically(file, unit::harness_source(without, source.file.string())));
  if (!build(source, without, file, Variant::recorded("explored", {}), folder / "explored").ok()) return {};
  return base::misuse_error(fmt::format("--require \"{}\" does not compile as a condition over the parameters: {}",
                                        plan.wishes.required, first_complaint(message)));
}

base::Result<fs::path> UnitBuilder::build_defined(const UnitSource& source, const unit::Plan& plan,
                                                  const fs::path& folder) {
  const fs::path program = folder / "defined";
  const Variant defined = Variant::recorded("defined", {fmt::format("-fsanitize={}", undefined_of(source)),
                                                        "-fsanitize-trap=all", "-mllvm", "-cairn-assume-defined"});
  TRY_STATUS(build(source, plan, folder / "harness.c", defined, program));
  return program;
}

base::Result<fs::path> UnitBuilder::build_tests(const UnitSource& source, const unit::Plan& plan, const fs::path& tests,
                                                const fs::path& folder) {
  TRY(const fs::path clang, tool("clang-19"));
  const fs::path program = folder / "checked";
  const Variant checked{
      "checked", clang, {"-g", "-O0", "-ftrivial-auto-var-init=pattern", "-isystem", include_directory().string()}, {}};
  TRY_STATUS(build(source, plan, tests, checked, program));
  return program;
}

}  // namespace cairn::cli
