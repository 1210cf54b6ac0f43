// The sections of the page cairn report writes. Each is a function from what is known to its markup; html.cpp puts them
// together. Everything that comes from programs and inputs goes through escape_markup().
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/figures.h"
#include "cli/report/report.h"
#include "cli/report/source_files.h"
#include "cli/report/suite_coverage.h"

namespace cairn::cli {

// A source file as the page shows it.
struct ShownFile {
  std::size_t number = 0;  // for the names of its places in the page
  std::string text;        // empty: it cannot be read,
  std::string unreadable;  // and why
  std::vector<std::string_view> lines;
};

struct Page {
  const Material& material;
  RunFigures figures;
  std::unique_ptr<SuiteCoverage> coverage;  // null: the suite could not be run again,
  std::string no_coverage;                  // and why
  std::vector<suite::LossRecord> losses;
  std::map<std::string_view, SourceFile> files;
  std::map<std::string_view, ShownFile> shown;
};

std::string html_figures(const Page& page);
std::string html_bugs(const Page& page);
std::string html_chart(const Page& page);
std::string html_pruning(const Page& page);  // empty: nothing was pruned
std::string html_files(const Page& page);    // coverage by file and function
std::string html_source(const Page& page);   // annotated
std::string html_tests(const Page& page);
std::string html_losses(const Page& page);

// "39 of 40" with a bar.
std::string html_share(const program::Share& share);
// A place in the source as a link into the page, or as text when the page does not show it.
std::string html_place(const Page& page, std::string_view file, std::uint32_t line);
// A command with a button that copies it.
std::string html_command(const std::string& command);
// The objects of an input, readable.
std::string html_input(const trace::Input& input);
std::string html_outcome(const suite::PathRecord& path);

}  // namespace cairn::cli
