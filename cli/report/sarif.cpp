// cairn report --sarif: the bugs in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS), for code
// scanning services and editors. A rule for each kind of bug, a result for each bug. Files below the repository (or,
// outside of one, the working directory) have relative names. GitHub turns a whole file away when one result has no file
// and line, and tells results apart by one fingerprint only, primaryLocationLineHash.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/report/bug_words.h"
#include "cli/report/report.h"
#include "cli/report/reproduce.h"
#include "cli/summary.h"
#include "engine/base/json_text.h"
#include "engine/suite/layout.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kShownBytes = 64;

// The working directory, or the top of the repository it lies in.
fs::path source_root() {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  for (fs::path at = here; !at.empty(); at = at.parent_path()) {
    if (fs::exists(at / ".git", error)) return at;
    if (at == at.parent_path()) break;
  }
  return here;
}

std::string uri_path(const std::string& path) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string out;
  for (const char c : path) {
    if (kPlain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

Json artifact(const fs::path& file, const fs::path& root) {
  const fs::path below = file.is_absolute() ? file.lexically_relative(root) : file;
  if (below.empty() || *below.begin() == "..") return {{"uri", "file://" + uri_path(file.string())}};
  return {{"uri", uri_path(below.string())}, {"uriBaseId", "%SRCROOT%"}};
}

// A bug at a place that is not known is one of the program.
Json location(const suite::BugRecord& bug, const fs::path& program, const fs::path& root) {
  Json out = Json::object();
  out["physicalLocation"] = {{"artifactLocation", artifact(bug.file.empty() ? program : fs::path(bug.file), root)},
                             {"region", {{"startLine", std::max(bug.line, 1U)}}}};
  if (!bug.function.empty()) out["logicalLocations"] = {{{"name", bug.function}, {"kind", "function"}}};
  return out;
}

std::string message(const Material& material, const suite::BugRecord& bug, const suite::Test* test) {
  std::string out = fmt::format("{} ({}) {}.", bug_words(bug.kind).summary, bug.kind,
                                bug.function.empty() ? "at a place that is not known" : "in " + bug.function);
  if (test == nullptr) return out;
  const trace::Input& input = test->content.path.input;
  out += fmt::format(" Test {} shows it, with {}. See it with: cairn show {} {}", test->number,
                     describe_input(input, kShownBytes), typed(material.directory.path()), test->number);
  if (const auto line = shell_line(material.directory.manifest(), input))
    out += fmt::format(" Reproduce it with: {}", *line);
  return out;
}

Json rule(const std::string& kind) {
  const BugWords words = bug_words(kind);
  return {{"id", kind},
          {"name", words.name},
          {"shortDescription", {{"text", words.summary}}},
          {"fullDescription", {{"text", words.summary + ". " + words.advice}}},
          {"help", {{"text", words.advice}}},
          {"defaultConfiguration", {{"level", "error"}}},
          {"properties", {{"tags", {"correctness", "testing"}}, {"precision", "very-high"}}}};
}

}  // namespace

base::Result<std::string> report_sarif(Material& material) {
  const fs::path root = source_root();
  const fs::path program = material.directory.manifest().program;
  Json rules = Json::array(), results = Json::array();
  std::vector<std::string> kinds;
  for (const suite::BugRecord& bug : material.bugs) {
    auto found = std::find(kinds.begin(), kinds.end(), bug.kind);
    if (found == kinds.end()) {
      rules.push_back(rule(bug.kind));
      found = kinds.insert(kinds.end(), bug.kind);
    }
    const suite::Test* test = material.test_of(bug);
    const std::string signature = fmt::format("{:016x}", bug.signature);
    Json result = {{"ruleId", bug.kind},
                   {"ruleIndex", found - kinds.begin()},
                   {"level", "error"},
                   {"message", {{"text", message(material, bug, test)}}},
                   {"locations", Json::array({location(bug, program, root)})},
                   {"partialFingerprints", {{"primaryLocationLineHash", signature + ":1"}, {"cairnBug/v2", signature}}},
                   {"properties", {{"input", from_here(suite::bug_path(material.directory.path(), bug.id))}}}};
    if (test != nullptr) {
      result["properties"]["test"] = test->number;
      result["properties"]["replay"] = replay_line(material.directory.path(), *test);
    }
    results.push_back(std::move(result));
  }
  const Json run = {
      {"tool", {{"driver", {{"name", "cairn"}, {"semanticVersion", CAIRN_VERSION}, {"rules", std::move(rules)}}}}},
      {"originalUriBaseIds", {{"%SRCROOT%", {{"uri", "file://" + uri_path(root.string()) + "/"}}}}},
      {"columnKind", "utf16CodeUnits"},
      {"results", std::move(results)}};
  const Json log = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return base::json_text(log, 2) + "\n";
}

}  // namespace cairn::cli
