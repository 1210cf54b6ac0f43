// cairn unit [options] FILE.c [more files] (--function NAME | --all) [-- compiler options]
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/summary.h"
#include "cli/unit_build.h"
#include "cli/unit_job.h"
#include "cli/unit_sources.h"
#include "cli/unit_text.h"
#include "engine/suite/files.h"
#include "unit/harness.h"
#include "unit/regions.h"
#include "unit/test_source.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> repeated(const Options& options, std::string_view name) {
  std::vector<std::string> values;
  for (const RepeatedOption& each : options.repeated) {
    if (each.name == name) values.push_back(each.values.front());
  }
  return values;
}

base::Result<unit::Wishes> wishes_of(const Options& options) {
  unit::Wishes wishes;
  wishes.functions = repeated(options, "--function");
  if (wishes.functions.empty() != options.all)
    return base::misuse_error("cairn unit wants either --function NAME or --all; see cairn unit --help");
  wishes.stubs = repeated(options, "--stub");
  wishes.globals = repeated(options, "--global");
  for (const std::string& each : repeated(options, "--length")) {
    const auto sign = each.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == each.size())
      return base::misuse_error(fmt::format("--length wants POINTER=PARAMETER, not \"{}\"", each));
    wishes.lengths[each.substr(0, sign)] = each.substr(sign + 1);
  }
  wishes.required = options.require;
  if (!wishes.required.empty() && wishes.functions.size() != 1)
    return base::misuse_error(
        "--require is about the parameters of one function; give it together with one --function");
  wishes.any_enum = options.any_enum;
  wishes.depth = static_cast<unsigned>(options.pointers);
  wishes.elements = static_cast<unsigned>(options.elements);
  wishes.length = static_cast<unsigned>(options.text_length);
  return wishes;
}

constexpr std::string_view kReport = "unit.json";

bool is_ours(const fs::path& file, const std::string& text) {
  if (file.filename() == kReport) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    return json.is_object() && json.contains("schema") && json.contains("file") && json.contains("functions");
  }
  if (file.stem().string().starts_with("test_")) return !unit::region_names(unit::with_plain_lines(text)).empty();
  return text.substr(0, text.find('\n')).find(unit::kMadeByUs) != std::string::npos;
}

// The directory may be somebody's project: nothing is written over that was not made here.
base::Status check_files(const fs::path& out, const UnitSource& source) {
  for (const fs::path& file : {out / "CMakeLists.txt", out / kReport, out / "build" / "harness.c",
                               unit_test_file(out, source, "c"), unit_test_file(out, source, "cpp")}) {
    TRY(const std::string text, unit_file_content(file));
    if (text.empty() || is_ours(file, text)) continue;
    return base::misuse_error(fmt::format(
        "{} is there already and was not made by cairn unit; choose another directory with -o", typed(file)));
  }
  return {};
}

// A stub holds for a whole test program. Where cases stay that rely on one, it is there for the others too.
base::Result<unit::Plan> plan_beside(const fs::path& tests, const unit::Description& description, unit::Wishes wishes) {
  TRY(unit::Plan plan, unit::make_plan(description, wishes));
  TRY(const std::string text, unit_file_content(tests));
  const std::vector<std::string> stubs = unit::stubs_of_others(text, plan);
  if (stubs.empty()) return plan;
  fmt::print(stderr, "{} stays stubbed, for the other functions in {}\n", fmt::join(stubs, ", "),
             tests.filename().string());
  wishes.stubs.insert(wishes.stubs.end(), stubs.begin(), stubs.end());
  return unit::make_plan(description, std::move(wishes));
}

// Where the tests of each file go: by its name, and where two files share one, by that of their folders too.
std::vector<fs::path> folders_of(const std::vector<UnitSource>& sources, const fs::path& root) {
  std::vector<fs::path> folders;
  for (const UnitSource& source : sources) {
    const auto namesakes =
        std::ranges::count_if(sources, [&](const UnitSource& each) { return each.file.stem() == source.file.stem(); });
    fs::path folder = root / (namesakes == 1 ? source.file.stem().string()
                                             : fmt::format("{}-{}", source.file.parent_path().filename().string(),
                                                           source.file.stem().string()));
    while (std::ranges::count(folders, folder) > 0) folder += "-";
    folders.push_back(std::move(folder));
  }
  return folders;
}

// Ensures: the test files and unit.json of this file are written.
base::Result<std::vector<Outcome>> make_tests(const Options& options, const UnitSource& source,
                                              const unit::Wishes& wishes, const fs::path& out, UnitBuilder& builder,
                                              base::Context& context) {
  const fs::path whole = fs::absolute(out);
  TRY(const unit::Description description, UnitBuilder::describe(source, whole / "build"));
  TRY(unit::Plan plan, plan_beside(unit_test_file(whole, source, "c"), description, wishes));
  TRY(auto outcomes, write_unit_tests(options, source, whole, std::move(plan), builder, context));
  fmt::print("{}:\n", source.file.filename().string());
  for (const Outcome& outcome : outcomes) fmt::print("{}", line_of(outcome));
  TRY_STATUS(suite::write_atomically(whole / kReport, unit_json(source.file, outcomes)));
  if (fs::exists(unit_test_file(whole, source, "c")))
    fmt::print("tests: {}\n", typed(unit_test_file(out, source, "c")));
  return outcomes;
}

base::Result<int> unit(const Options& options) {
  TRY(const unit::Wishes wishes, wishes_of(options));
  TRY(const std::vector<UnitSource> sources, unit_sources(options, wishes.functions));
  base::Context context(options.seed);
  const StopOnInterrupt stop(context.stop);
  const fs::path root = options.out.empty() ? fs::path("cairn-unit") : fs::path(options.out);
  const bool alone = sources.size() == 1;
  UnitBuilder builder(fs::absolute(root) / "objects");
  const std::vector<fs::path> folders = alone && !options.out.empty() ? std::vector{root} : folders_of(sources, root);
  for (std::size_t i = 0; i < sources.size(); ++i) TRY_STATUS(check_files(folders[i], sources[i]));
  std::vector<Outcome> all;
  std::optional<int> failed;
  for (std::size_t i = 0; i < sources.size() && !context.stop; ++i) {
    const UnitSource& source = sources[i];
    if (!alone) fmt::print(stderr, "{} (file {} of {})\n", source.file.filename().string(), i + 1, sources.size());
    auto outcomes = make_tests(options, source, wishes, folders[i], builder, context);
    if (outcomes.ok()) {
      all.insert(all.end(), outcomes->begin(), outcomes->end());
      continue;
    }
    if (context.stop) break;  // it may be that which ended a compiler
    // A file that cannot be tested does not keep the others from it.
    if (alone || (all.empty() && outcomes.error().fault == base::Fault::misuse)) return outcomes.error();
    failed = fail(outcomes.error());
  }
  if (!alone) fmt::print("{}", totals_of(all));
  const auto handled = [](const Outcome& each) { return each.skipped.empty(); };
  if (failed) return *failed;
  if (std::ranges::any_of(all, &Outcome::failed)) return kEnvironment;
  if (context.stop && std::ranges::none_of(all, handled))
    return base::environment_error("interrupted before a function was tested");
  if (all.empty()) {
    return base::misuse_error(
        "no function is written in the file itself; one from an included file, or behind #line, is tested by "
        "--function "
        "NAME");
  }
  if (std::ranges::none_of(all, handled))
    return base::misuse_error("no function could be tested; the list above says why");
  return std::ranges::any_of(all, [](const Outcome& each) { return each.crashes > 0 || each.undefined > 0; }) ? kFound
                                                                                                              : kDone;
}

}  // namespace

int unit_command(const Options& options) {
  const auto status = unit(options);
  return status.ok() ? *status : fail(status.error());
}

}  // namespace cairn::cli
