#include "cli/bench/gcov.h"

#include <fmt/core.h>
#include <fnmatch.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>

#include "cli/bench/child.h"
#include "engine/base/programs.h"
#include "engine/suite/files.h"
#include "engine/target/plain.h"

namespace cairn::bench {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// A harness's buffer is what its gcov build reads from standard input.
trace::Input for_plain_build(trace::Input input) {
  for (trace::Object& object : input.objects) {
    if (object.kind == trace::ObjectKind::buffer) object.kind = trace::ObjectKind::standard_input;
  }
  return input;
}

// gcov looks for a program's notes beside its counters.
base::Status link_notes(const fs::path& counters) {
  std::error_code error;
  std::vector<fs::path> missing;
  for (fs::recursive_directory_iterator at(counters, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".gcda") missing.push_back(fs::path(at->path()).replace_extension(".gcno"));
  }
  for (const fs::path& note : missing) {
    if (error || fs::is_symlink(fs::symlink_status(note, error))) continue;
    error.clear();
    fs::create_symlink(fs::path("/") / note.lexically_relative(counters), note, error);
  }
  return error ? base::Status(base::environment_error(
                     fmt::format("cannot link gcov's notes in {}: {}", counters.string(), error.message())))
               : base::Status();
}

std::vector<std::string> counter_files(const fs::path& counters) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(counters, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".gcda") files.push_back(at->path().string());
  }
  std::ranges::sort(files);
  return files;
}

bool is_own(const std::string& file, const std::vector<std::string>& patterns) {
  return patterns.empty() || std::ranges::any_of(patterns, [&](const std::string& pattern) {
           return ::fnmatch(pattern.c_str(), file.c_str(), 0) == 0;
         });
}

void add_file(const Json& file, const std::string& name, Covered& into) {
  std::map<std::string, bool> entered;
  for (const Json& function : file.at("functions")) {
    entered[function.at("name").get<std::string>()] = function.at("execution_count").get<double>() > 0;
  }
  std::map<std::pair<int, std::string>, int> numbers;
  std::map<int, bool> lines;
  for (const Json& line : file.at("lines")) {
    const int place = line.at("line_number").get<int>();
    const std::string function = line.value("function_name", "");
    lines[place] = lines[place] || line.at("count").get<double>() > 0;
    for (const Json& branch : line.at("branches")) {
      if (branch.at("throw").get<bool>()) continue;
      const int number = numbers[{place, function}]++;
      ++into.branches_total;
      if (entered[function]) ++into.branches_reachable;
      if (branch.at("count").get<double>() > 0) {
        into.branches.insert(fmt::format("{}:{}:{}:{}", name, place, function, number));
      }
    }
  }
  into.lines_total += lines.size();
  into.lines += static_cast<std::size_t>(std::ranges::count_if(lines, [](const auto& line) { return line.second; }));
}

}  // namespace

base::Status add_report(const std::string& line, const fs::path& tree, const std::vector<std::string>& own,
                        Coverage& into) {
  try {
    const Json report = Json::parse(line);
    const fs::path directory = report.at("current_working_directory").get<std::string>();
    for (const Json& file : report.at("files")) {
      const fs::path path = (directory / file.at("file").get<std::string>()).lexically_normal();
      const std::string name = path.lexically_relative(tree).string();
      if (name.empty() || name.starts_with("..")) continue;  // headers of the system
      add_file(file, name, is_own(name, own) ? into.own : into.library);
    }
  } catch (const Json::exception& error) {
    return base::environment_error(fmt::format("gcov's report cannot be read: {}", error.what()));
  }
  return {};
}

base::Result<Gcov> Gcov::open(const Subject& subject, const fs::path& work, const target::Options& limits) {
  const auto build = subject.builds.find("gcov");
  if (build == subject.builds.end()) {
    return base::misuse_error(fmt::format("{} has no gcov build; make bench-subjects makes them", subject.name));
  }
  Gcov gcov;
  gcov.subject_ = subject;
  gcov.counters_ = work / "counters";
  TRY_STATUS(suite::make_directories(gcov.counters_));
  gcov.options_ = limits;
  gcov.options_.command = {build->second};
  gcov.options_.command.insert(gcov.options_.command.end(), subject.arguments.begin(), subject.arguments.end());
  gcov.options_.carried = gcov.counters_.string();
  gcov.options_.carried_variable = "GCOV_PREFIX";
  return gcov;
}

base::Status Gcov::run(const trace::Input& input) {
  TRY_STATUS(target::run_plain(options_, for_plain_build(input)));
  return {};
}

base::Result<Coverage> Gcov::coverage() const {
  const fs::path gcov = base::find_in_path("gcov");
  if (gcov.empty()) return base::environment_error("gcov is not installed: apt install gcc");
  TRY_STATUS(link_notes(counters_));
  std::vector<std::string> command = {gcov.string(), "--json-format", "--branch-probabilities", "--stdout"};
  const auto files = counter_files(counters_);
  Coverage coverage;
  if (files.empty()) return coverage;
  command.insert(command.end(), files.begin(), files.end());
  const fs::path reports = counters_.parent_path() / "gcov.out";
  const std::atomic<bool> never = false;
  TRY(const Cost cost, run_child({command, {}, {}, reports, counters_.parent_path() / "gcov.errors", {}}, never));
  if (cost.status != 0)
    return base::environment_error(
        fmt::format("gcov failed; see {}", (counters_.parent_path() / "gcov.errors").string()));
  std::ifstream in(reports);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('{')) TRY_STATUS(add_report(line, subject_.objects, subject_.own, coverage));
  }
  return coverage;
}

}  // namespace cairn::bench
