#include "cli/bench/tool_external.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <system_error>

#include "cli/bench/encoding.h"
#include "engine/base/programs.h"
#include "engine/suite/files.h"
#include "engine/target/carried.h"
#include "engine/target/plain.h"

namespace cairn::bench {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double kGrace = 20;  // seconds for a tool to start and end
constexpr std::uint64_t kDisk = 1ull << 30;
constexpr std::uint64_t kMemory = 4ull << 30;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

base::Result<std::vector<std::uint8_t>> content(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::vector<std::uint8_t> bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (!in.is_open() || in.bad()) return base::environment_error(fmt::format("cannot read {}", file.string()));
  return bytes;
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->is_regular_file(error)) files.push_back(at->path());
  }
  std::ranges::sort(files);
  return files;
}

// One run of the tool, contained, in a scratch directory whose kept part is `kept`.
base::Result<target::PlainRun> contained(std::vector<std::string> command, const fs::path& kept, double seconds) {
  target::Options options;
  options.command = std::move(command);
  options.run_milliseconds = static_cast<std::uint32_t>(1000 * (seconds + kGrace));
  options.memory_bytes = kMemory;
  options.disk_bytes = kDisk;
  options.shared_memory = true;
  options.carried = kept.string();
  options.carried_variable = "CAIRN_KEPT";
  return target::run_plain(options, {});
}

base::Status write_log(const fs::path& log, const target::PlainRun& run) {
  return suite::write_atomically(log, run.output + run.errors);
}

base::Result<std::string> build_for(const Cell& cell) {
  const auto build = cell.subject.builds.find(cell.contender.tool);
  if (build != cell.subject.builds.end()) return build->second;
  return base::misuse_error(fmt::format("{} has no build for {}; docs/howto/compare-tools.md says how to make one",
                                        cell.subject.name, cell.contender.tool));
}

base::Result<std::string> tool(const char* name, const char* package) {
  const fs::path found = base::find_in_path(name);
  if (found.empty()) return base::environment_error(fmt::format("{} is not installed: apt install {}", name, package));
  return found.string();
}

// A first input is AFL++'s condition; this one favours nobody.
base::Status write_first_input(const fs::path& kept) {
  TRY_STATUS(suite::make_directories(kept / "first"));
  return suite::write_atomically(kept / "first" / "input", "0000000000000000");
}

base::Result<Gathered> run_afl(const Cell& cell, double seconds, const fs::path& work, const fs::path& log) {
  TRY(const std::string program, build_for(cell));
  TRY(const std::string afl, tool("afl-fuzz", "afl++"));
  const fs::path kept = work / "kept";
  TRY_STATUS(write_first_input(kept));
  for (const char* name :
       {"AFL_NO_UI", "AFL_SKIP_CPUFREQ", "AFL_NO_AFFINITY", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES"}) {
    ::setenv(name, "1", 1);
  }
  const std::string folder = target::kCarried;
  std::vector<std::string> command = {afl,
                                      "-i",
                                      folder + "/first",
                                      "-o",
                                      folder + "/out",
                                      "-V",
                                      fmt::format("{:.0f}", seconds),
                                      "-s",
                                      std::to_string(cell.repeat),
                                      "-t",
                                      "1000",
                                      "-m",
                                      "none",
                                      "--",
                                      program};
  command.insert(command.end(), cell.subject.arguments.begin(), cell.subject.arguments.end());
  TRY(const target::PlainRun run, contained(std::move(command), kept, seconds));
  TRY_STATUS(write_log(log, run));
  Gathered gathered;
  for (const char* kind : {"queue", "crashes"}) {
    for (const fs::path& file : files_in(kept / "out" / "default" / kind)) {
      if (!file.filename().string().starts_with("id:")) continue;
      Found found = found_from_afl_name(file.filename().string());
      TRY(const auto bytes, content(file));
      found.input = decode(bytes, cell.subject.inputs);
      gathered.found.push_back(std::move(found));
    }
  }
  if (run.outcome.ending != trace::Ending::exited || run.outcome.code != 0) {
    gathered.error = fmt::format("afl-fuzz failed; see {}", log.string());
  }
  return gathered;
}

base::Result<Gathered> run_libfuzzer(const Cell& cell, double seconds, const fs::path& work, const fs::path& log) {
  TRY(const std::string program, build_for(cell));
  const fs::path kept = work / "kept";
  TRY_STATUS(suite::make_directories(kept / "corpus"));
  TRY_STATUS(write_first_input(kept));
  const auto began_system = fs::file_time_type::clock::now();
  const Clock::time_point began = Clock::now();
  const std::string folder = target::kCarried;
  // It ends at the first crash: then it goes on from what it has.
  for (int start = 0;; ++start) {
    const double left = seconds - std::chrono::duration<double>(Clock::now() - began).count();
    if (left < 1) break;
    std::vector<std::string> command = {program,
                                        folder + "/corpus",
                                        fmt::format("-max_total_time={:.0f}", left),
                                        fmt::format("-seed={}", cell.repeat * 1000 + static_cast<std::uint32_t>(start)),
                                        fmt::format("-artifact_prefix={}/corpus/", folder),
                                        "-timeout=2",
                                        "-rss_limit_mb=2000",
                                        "-print_final_stats=1"};
    if (start == 0) command.push_back(folder + "/first");
    TRY(const target::PlainRun run, contained(std::move(command), kept, left));
    TRY_STATUS(write_log(log, run));
    if (run.outcome.ending == trace::Ending::exited && run.outcome.code == 0) break;
  }
  Gathered gathered;
  for (const fs::path& file : files_in(kept / "corpus")) {
    Found found;
    std::error_code error;
    found.seconds = std::chrono::duration<double>(fs::last_write_time(file, error) - began_system).count();
    TRY(const auto bytes, content(file));
    found.input = decode(bytes, cell.subject.inputs);
    gathered.found.push_back(std::move(found));
  }
  if (gathered.found.empty()) gathered.error = fmt::format("libFuzzer left no inputs; see {}", log.string());
  return gathered;
}

}  // namespace

Found found_from_afl_name(const std::string& name) {
  const auto field = [&name](const std::string& key) -> double {
    const auto at = name.find("," + key + ":");
    return at == std::string::npos ? 0 : std::strtod(name.c_str() + at + key.size() + 2, nullptr);
  };
  return {field("time") / 1000, static_cast<std::uint64_t>(field("execs")), {}};
}

base::Result<Gathered> run_external(const Cell& cell, double seconds, const fs::path& work, const fs::path& log) {
  ::setenv("CAIRN_FUZZ_INPUTS", joined(cell.subject.inputs).c_str(), 1);
  TRY(Gathered gathered,
      cell.contender.tool == "afl" ? run_afl(cell, seconds, work, log) : run_libfuzzer(cell, seconds, work, log));
  std::ranges::sort(gathered.found, {}, &Found::seconds);
  gathered.end = {gathered.found.empty() ? 0 : gathered.found.back().runs, seconds, 0, 0};
  return gathered;
}

}  // namespace cairn::bench
