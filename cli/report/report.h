// The formats of cairn report: one file each, listed in report.cpp. A format is made from what a run directory holds
// and, where coverage of single lines counts, from running the suite once more (suite_coverage.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/options.h"
#include "cli/report/file_names.h"
#include "engine/base/context.h"
#include "engine/suite/losses.h"
#include "engine/suite/run_directory.h"
#include "engine/suite/tests.h"

namespace cairn::cli {

// What a report is made from.
struct Material {
  suite::RunDirectory& directory;
  base::Context& context;                  // its wish to stop ends the work
  std::optional<target::Sandbox> sandbox;  // none: as in the run
  std::vector<suite::Test> tests;
  std::vector<suite::BugRecord> bugs;

  // The bug a test shows; nullptr: none.
  [[nodiscard]] const suite::BugRecord* bug_of(const suite::Test& test) const;
  // The test that shows a bug; nullptr: none.
  [[nodiscard]] const suite::Test* test_of(const suite::BugRecord& bug) const;
};

// A report that is one text: goes to standard output, or into the file behind -o.
struct TextFormat {
  base::Result<std::string> (*make)(Material& material);
  std::string_view opening;  // how every such text begins, so that an earlier one can be told from somebody's file
};

struct ReportFile {
  std::string name, content;
};

// A report that is several files: goes into a folder.
struct Folder {
  std::vector<ReportFile> files;
  std::string remark;  // what the format could not take, in a sentence; empty: nothing
};
struct FolderFormat {
  base::Result<Folder> (*make)(Material& material);
  FileNames names;
};

struct ReportFormat {
  bool Options::* wanted;  // its switch
  std::string_view name;   // the switch as it is typed
  std::variant<TextFormat, FolderFormat> form;
};

inline constexpr std::string_view kLcovOpening = "TN:cairn\n";
inline constexpr std::string_view kSarifOpening = "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\"";
inline constexpr std::string_view kJunitOpening =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cairn\">\n";
inline constexpr std::string_view kHtmlOpening =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"generator\" content=\"cairn\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
inline constexpr std::string_view kGtestOpening = "// Tests by cairn,";
inline constexpr std::string_view kLossOpening = "Losses of symbolic data, by cairn\n";

inline constexpr FileNames kCorpusNames = {"test", 6, ""};
inline constexpr FileNames kKtestNames = {"test", 6, ".ktest"};
inline constexpr FileNames kTestcompNames = {"testcase-", 1, ".xml", "metadata.xml"};

base::Result<std::string> report_html(Material& material);
base::Result<std::string> report_loss(Material& material);
base::Result<std::string> report_lcov(Material& material);
base::Result<std::string> report_sarif(Material& material);
base::Result<std::string> report_junit(Material& material);
base::Result<std::string> report_gtest(Material& material);
base::Result<Folder> report_corpus(Material& material);
base::Result<Folder> report_ktest(Material& material);
base::Result<Folder> report_testcomp(Material& material);

// What the data went into, in a few words; for the closing words of a run too.
std::string what_was_lost(const suite::LossRecord& loss);

}  // namespace cairn::cli
