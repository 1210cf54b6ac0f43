#include "cli/bench/store.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "cli/summary.h"
#include "engine/base/json_text.h"
#include "engine/suite/files.h"

namespace cairn::bench {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kLargest = std::size_t{1} << 28;

Json to_json(const Point& point) { return {point.runs, point.seconds, point.branches, point.lines}; }

Outcome parse(const Json& json) {
  Outcome outcome;
  outcome.subject = json.at("subject").get<std::string>();
  outcome.contender = json.at("contender").get<std::string>();
  outcome.repeat = json.at("repeat").get<std::uint32_t>();
  outcome.error = json.at("error").get<std::string>();
  outcome.branches_total = json.at("branches_total").get<double>();
  outcome.branches_reachable = json.at("branches_reachable").get<double>();
  outcome.lines_total = json.at("lines_total").get<double>();
  outcome.figures = json.at("figures").get<std::map<std::string, double>>();
  outcome.covered = json.at("covered").get<std::vector<std::string>>();
  for (const Json& point : json.at("curve")) {
    outcome.curve.push_back({point.at(0).get<std::uint64_t>(), point.at(1).get<double>(), point.at(2).get<double>(),
                             point.at(3).get<double>()});
  }
  return outcome;
}

constexpr const char* kQuestion = "experiment.json";

fs::path file_of(const fs::path& out, const Cell& cell) { return out / "cells" / (cell.name() + ".json"); }

}  // namespace

std::string to_json(const Outcome& outcome) {
  Json json;
  json["subject"] = outcome.subject;
  json["contender"] = outcome.contender;
  json["repeat"] = outcome.repeat;
  json["error"] = outcome.error;
  json["branches_total"] = outcome.branches_total;
  json["branches_reachable"] = outcome.branches_reachable;
  json["lines_total"] = outcome.lines_total;
  json["figures"] = outcome.figures;
  json["curve"] = Json::array();  // runs, seconds, branches, lines
  for (const Point& point : outcome.curve) json["curve"].push_back(to_json(point));
  json["covered"] = outcome.covered;
  return base::json_text(json) + "\n";
}

std::optional<Outcome> outcome_from_json(const std::string& text) {
  try {
    return parse(Json::parse(text));
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

base::Status Store::check(const fs::path& out) {
  std::error_code error;
  if (fs::exists(out / kQuestion, error)) return {};
  for (fs::directory_iterator entry(out, error), none; !error && entry != none; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name == "build") continue;  // of a source file that was to be compared, and did not get further
    return base::misuse_error(fmt::format(
        "{} holds other files ({}) and no experiment; choose another directory with -o", cli::typed(out), name));
  }
  if (error && error != std::errc::no_such_file_or_directory) return suite::file_error("read", out, error.value());
  return {};
}

base::Result<Store> Store::open(const fs::path& out, const std::string& question, bool force) {
  TRY_STATUS(check(out));
  const fs::path file = out / kQuestion;
  const auto before = suite::read_file(file, kLargest);
  const bool other = before.ok() && *before != question;
  if (other && !force) {
    return base::misuse_error(fmt::format(
        "{} holds another experiment (other programs, inputs or budget); give another directory with -o, or "
        "replace it with --force",
        cli::typed(out)));
  }
  std::error_code error;
  if (force) {
    for (const char* name : {"cells", "inputs", "work"}) fs::remove_all(out / name, error);
  }
  TRY_STATUS(suite::make_directories(out / "cells"));
  TRY_STATUS(suite::make_directories(out / "inputs"));
  TRY_STATUS(suite::write_atomically(file, question));
  return Store(fs::absolute(out));
}

base::Result<fs::path> Store::work() const {
  clear_work();
  const fs::path work = out_ / "work";
  TRY_STATUS(suite::make_directories(work));
  return work;
}

void Store::clear_work() const {
  std::error_code error;  // what cannot be removed is in the way of the next cell, which says so
  fs::remove_all(out_ / "work", error);
}

std::optional<Outcome> Store::find(const Cell& cell) const {
  const auto text = suite::read_file(file_of(out_, cell), kLargest);
  if (!text.ok()) return std::nullopt;
  auto outcome = outcome_from_json(*text);
  return outcome && outcome->error.empty() ? outcome : std::nullopt;
}

base::Status Store::keep(const Cell& cell, const Outcome& outcome) const {
  return suite::write_atomically(file_of(out_, cell), to_json(outcome));
}

}  // namespace cairn::bench
