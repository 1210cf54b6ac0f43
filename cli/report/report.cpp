// cairn report OUT [--FORMAT]
#include "cli/report/report.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/report/output.h"
#include "cli/summary.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

constexpr TextFormat kPage = {report_html, kHtmlOpening};

constexpr std::array<ReportFormat, 8> kFormats = {{
    {&Options::lcov, "--lcov", TextFormat{report_lcov, kLcovOpening}},
    {&Options::sarif, "--sarif", TextFormat{report_sarif, kSarifOpening}},
    {&Options::junit, "--junit", TextFormat{report_junit, kJunitOpening}},
    {&Options::gtest, "--gtest", TextFormat{report_gtest, kGtestOpening}},
    {&Options::corpus, "--corpus", FolderFormat{report_corpus, kCorpusNames}},
    {&Options::ktest, "--ktest", FolderFormat{report_ktest, kKtestNames}},
    {&Options::testcomp, "--testcomp", FolderFormat{report_testcomp, kTestcompNames}},
    {&Options::loss, "--loss", TextFormat{report_loss, kLossOpening}},
}};

// nullptr: none was named, and the page is meant.
base::Result<const ReportFormat*> wanted_format(const Options& options) {
  const ReportFormat* format = nullptr;
  for (const ReportFormat& known : kFormats) {
    if (!(options.*known.wanted)) continue;
    if (format != nullptr)
      return base::misuse_error(fmt::format("{} and {} are two reports; ask for one", format->name, known.name));
    format = &known;
  }
  return format;
}

// Into the file, or to standard output when there is no name.
base::Status write(const TextFormat& form, Material& material, const fs::path& file, bool force) {
  if (!file.empty()) TRY_STATUS(replaceable_file(file, form.opening, force));
  TRY(const std::string text, form.make(material));
  if (file.empty()) {
    fmt::print("{}", text);
    return {};
  }
  TRY_STATUS(write_report(file, text));
  if (!is_stream(file)) fmt::print("written to {}\n", typed(file));  // else it might stand in the report
  return {};
}

base::Status write(const FolderFormat& form, Material& material, const Options& options, std::string_view name) {
  // What stands in the run directory under the format's name is an earlier report of ours.
  const bool ours = options.out.empty();
  const fs::path folder = ours ? material.directory.path() / name : fs::path(options.out);
  TRY_STATUS(replaceable_folder(folder, form.names, ours || options.force));
  TRY(const Folder report, form.make(material));
  TRY_STATUS(write_folder(folder, form.names, report.files));
  fmt::print("{} files written to {}\n", report.files.size(), typed(folder));
  if (!report.remark.empty()) fmt::print("{}\n", report.remark);
  return {};
}

base::Result<int> report(const Options& options) {
  if (options.words.size() != 1 || options.command_given)
    return base::misuse_error("cairn report wants one run directory; see cairn report --help");
  TRY(const ReportFormat* format, wanted_format(options));
  TRY(const auto sandbox, sandbox_of(options));
  TRY(const auto directory, suite::open(options.words.front(), false));
  TRY(auto tests, suite::load_tests(directory->path()));
  TRY(auto bugs, directory->bugs());
  base::Context context(directory->manifest().seed);
  const StopOnInterrupt interrupt(context.stop);
  Material material{*directory, context, sandbox, std::move(tests), std::move(bugs)};
  if (format == nullptr) {
    TRY_STATUS(write(kPage, material, options.out.empty() ? directory->path() / "report.html" : fs::path(options.out),
                     options.force));
  } else if (const auto* text = std::get_if<TextFormat>(&format->form)) {
    TRY_STATUS(write(*text, material, options.out, options.force));
  } else {
    TRY_STATUS(write(std::get<FolderFormat>(format->form), material, options, format->name.substr(2)));
  }
  return kDone;
}

}  // namespace

const suite::BugRecord* Material::bug_of(const suite::Test& test) const {
  const auto found = std::ranges::find(bugs, test.content.path.id, &suite::BugRecord::path);
  return found == bugs.end() ? nullptr : &*found;
}

const suite::Test* Material::test_of(const suite::BugRecord& bug) const {
  const auto found =
      std::ranges::find_if(tests, [&](const suite::Test& test) { return test.content.path.id == bug.path; });
  return found == tests.end() ? nullptr : &*found;
}

int report_command(const Options& options) {
  const auto status = report(options);
  return status.ok() ? *status : fail(status.error());
}

}  // namespace cairn::cli
