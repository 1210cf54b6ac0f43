#include "cli/unit_build.h"

#include <fmt/format.h>

#include <iterator>
#include <regex>
#include <set>

#include "cli/self.h"
#include "engine/suite/files.h"
#include "unit/harness.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::size_t kDescriptionBytes = 256u << 20;
constexpr std::size_t kMessageLines = 12;

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
  if (const auto missing = missing_symbols(ended.output); !missing.empty()) {
    return base::environment_error(fmt::format(
        "{} needs {}, which no file given defines; name the files that do, or the library behind -- (-lm), or stub {}",
        source.file.filename().string(), fmt::join(missing, ", "),
        missing.size() == 1 ? "it with --stub" : "them with --stub"));
  }
  return base::environment_error(
      fmt::format("{} does not compile:\n{}", source.file.filename().string(), beginning(ended.output)));
}

void append(Words& to, const Words& from) { to.insert(to.end(), from.begin(), from.end()); }

// Everything but the file itself goes into an archive, so that only what is needed is linked.
base::Status archive(const fs::path& compiler, const Words& options, const UnitSource& source, const fs::path& path) {
  fs::remove(path);
  Words members = {"/usr/bin/ar", "rcs", path.string()};
  for (const OtherFile& other : source.others) {
    const fs::path object = path.parent_path() / fmt::format("{}-{}.o", path.stem().string(), members.size());
    Words words = options;
    append(words, other.options);
    append(words, {"-c", other.file.string(), "-o", object.string()});
    TRY_STATUS(compile(compiler, words, {other.file, source.directory, {}, {}, {}}));
    members.push_back(object.string());
  }
  TRY(const Ended ended, run_tool(members, true, {}));
  if (ended.status != 0)
    return base::environment_error(fmt::format("ar cannot make {}: {}", path.string(), ended.output));
  return {};
}

base::Result<fs::path> tool(const std::string& name) {
  if (const fs::path path = find_in_path(name); !path.empty()) return path;
  return base::environment_error(fmt::format("{} is not installed; run tools/setup", name));
}

struct Variant {
  fs::path compiler;
  Words options;  // for every file
  Words link;     // behind everything
  fs::path output;
};

base::Status build(const UnitSource& source, const unit::Plan& plan, const fs::path& main_file,
                   const Variant& variant) {
  Words words = variant.options;
  append(words, source.options);
  words.push_back(main_file.string());
  if (!source.others.empty()) {
    const fs::path library = variant.output.string() + ".a";
    TRY_STATUS(archive(variant.compiler, variant.options, source, library));
    words.push_back(library.string());
  }
  append(words, variant.link);
  append(words, unit::stub_link_options(plan));
  append(words, source.link);
  append(words, {"-lm", "-o", variant.output.string()});
  return compile(variant.compiler, words, source);
}

}  // namespace

base::Result<unit::Description> describe(const UnitSource& source, const fs::path& folder) {
  TRY_STATUS(suite::make_directories(folder));
  const fs::path json = folder / "description.json";
  Words words = {"-g", "-O1", "-Xclang", "-femit-all-decls", "-mllvm", "-cairn-describe=" + json.string()};
  append(words, source.options);
  append(words, {"-c", source.file.string(), "-o", (folder / "described.o").string()});
  TRY_STATUS(compile(own_directory() / "cairn-cc", words, source));
  TRY(const std::string text, suite::read_file(json, kDescriptionBytes));
  return unit::parse_description(text);
}

base::Result<Harness> build_harness(const UnitSource& source, const unit::Plan& plan, const fs::path& folder) {
  const fs::path root = own_directory().parent_path(), file = folder / "harness.c";
  TRY_STATUS(suite::write_atomically(file, unit::harness_source(plan, source.file.string())));
  Harness harness{folder / "explored", folder / "watched"};
  // Not optimised, and without selects: what the source decides is a branch on the path.
  TRY_STATUS(build(source, plan, file,
                   {own_directory() / "cairn-cc",
                    {"-g", "-O0", "-mllvm", "-cairn-split-selects"},
                    {(root / "lib" / "libcairn_unit_recorded.a").string()},
                    harness.explored}));
  TRY(const fs::path clang, tool("clang-19"));
  // As little optimised as tests are by default, and with an eye on what C does not define: such a call is no test,
  // since it means something else in another build. Crashes on null pointers and divisions are.
  TRY_STATUS(build(source, plan, file,
                   {clang,
                    {"-g", "-O0", "-fsanitize=address,signed-integer-overflow,shift,float-cast-overflow",
                     "-fno-sanitize-recover=all", "-isystem", (root / "include").string()},
                    {"-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free",
                     (root / "lib" / "libcairn_unit_plain.a").string()},
                    harness.watched}));
  return harness;
}

base::Result<fs::path> build_tests(const UnitSource& source, const unit::Plan& plan, const fs::path& tests,
                                   const fs::path& folder) {
  TRY(const fs::path clang, tool("clang-19"));
  const fs::path program = folder / "checked";
  TRY_STATUS(build(source, plan, tests, {clang, {"-g", "-O0"}, {}, program}));
  return program;
}

}  // namespace cairn::cli
