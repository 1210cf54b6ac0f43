#include "cli/bench/report.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/base/json_text.h"

namespace cairn::bench {

namespace {

using Json = nlohmann::ordered_json;

double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

double figure(const Entry& entry, const std::string& name) {
  std::vector<double> values;
  for (const Outcome* outcome : entry.outcomes) {
    if (const auto found = outcome->figures.find(name); found != outcome->figures.end()) {
      values.push_back(found->second);
    }
  }
  return values.empty() ? std::nan("") : describe(values).mean;
}

std::string number(double value, const char* format = "{:.0f}") {
  return std::isnan(value) ? "–" : fmt::format(fmt::runtime(format), value);
}

std::string sample(const Sample& of, std::size_t count) {
  return count > 1 ? fmt::format("{:.1f} ± {:.1f}", of.mean, of.deviation) : fmt::format("{:.0f}", of.mean);
}

void row(std::string& out, std::span<const std::string> fields) {
  out += "|";
  for (const std::string& field : fields) out += " " + field + " |";
  out += "\n";
}

void header(std::string& out, std::span<const std::string> fields) {
  row(out, fields);
  row(out, std::vector<std::string>(fields.size(), "---"));
}

std::vector<const Entry*> best_first(const SubjectTable& table) {
  std::vector<const Entry*> order;
  for (const Entry& entry : table.entries) order.push_back(&entry);
  std::ranges::sort(order, [](const Entry* a, const Entry* b) {
    return a->branches.mean != b->branches.mean ? a->branches.mean > b->branches.mean : a < b;
  });
  return order;
}

std::string checkpoint_name(const Scale& scale, double place) {
  return scale.axis == Axis::runs ? fmt::format("{:.0f} runs", place) : fmt::format("{:.3g} s", place);
}

double mean_at(const Entry& entry, Axis axis, double place) {
  std::vector<double> values;
  for (const Outcome* outcome : entry.outcomes) values.push_back(branches_at(*outcome, axis, place));
  return describe(values).mean;
}

bool any_exclusive(const SubjectTable& table) {
  return std::ranges::any_of(table.entries, [](const Entry& entry) {
    return std::ranges::any_of(entry.outcomes, [](const Outcome* outcome) { return !outcome->covered.empty(); });
  });
}

void subject_table(std::string& out, const SubjectTable& table, const Scale& scale, const std::string& baseline) {
  out += fmt::format(
      "### {}\n\n{:.0f} branches, {:.0f} of them in functions that were entered; {:.0f} lines. A12 and p: "
      "against {}.\n\n",
      table.name, table.branches_total, table.branches_reachable, table.lines_total, baseline);
  const bool exclusive = any_exclusive(table);
  std::vector<std::string> names = {"contender", "branches", "% of all", "% of reachable", "least–most"};
  for (const double place : scale.on_the_way) names.push_back("at " + checkpoint_name(scale, place));
  for (const char* name : {"lines", "A12", "p"}) names.emplace_back(name);
  if (exclusive) names.emplace_back("only it");
  for (const char* name : {"runs", "paths", "queries", "feasible %", "open", "bugs", "MB", "CPU s"})
    names.emplace_back(name);
  header(out, names);
  for (const Entry* entry : best_first(table)) {
    std::vector<std::string> fields = {entry->contender};
    if (entry->outcomes.empty()) {
      fields.push_back(entry->failed > 0 ? "failed" : "not run yet");
      fields.resize(names.size(), "–");
      row(out, fields);
      continue;
    }
    fields.push_back(sample(entry->branches, entry->outcomes.size()));
    fields.push_back(fmt::format("{:.1f}", percent(entry->branches.mean, table.branches_total)));
    fields.push_back(fmt::format("{:.1f}", percent(entry->branches.mean, table.branches_reachable)));
    fields.push_back(fmt::format("{:.0f}–{:.0f}", entry->branches.least, entry->branches.most));
    for (const double place : scale.on_the_way) {
      fields.push_back(fmt::format("{:.0f}", mean_at(*entry, scale.axis, place)));
    }
    fields.push_back(fmt::format("{:.1f} %", percent(entry->lines.mean, table.lines_total)));
    fields.push_back(fmt::format("{:.2f}", entry->a12));
    fields.push_back(fmt::format("{:.3f}", entry->p));
    if (exclusive) fields.push_back(std::to_string(entry->exclusive.size()));
    for (const char* name : {"runs", "paths", "queries"}) fields.push_back(number(figure(*entry, name)));
    fields.push_back(number(percent(figure(*entry, "feasible"), figure(*entry, "queries"))));
    for (const char* name : {"open", "bugs"}) fields.push_back(number(figure(*entry, name)));
    fields.push_back(number(figure(*entry, "peak_bytes") / 1e6));
    fields.push_back(number(figure(*entry, "cpu_seconds"), "{:.1f}"));
    row(out, fields);
  }
  out += "\n";
}

// Subjects down, contenders across; the best of each row in bold.
void overview(std::string& out, const Comparison& comparison) {
  std::vector<std::string> names = {"subject", "branches"};
  for (const Entry& entry : comparison.subjects.front().entries) names.push_back(entry.contender);
  out += "### All subjects\n\nBranches taken, means.\n\n";
  header(out, names);
  std::vector<double> sums(names.size() - 2, 0);
  double total = 0;
  for (const SubjectTable& table : comparison.subjects) {
    std::vector<std::string> fields = {table.name, fmt::format("{:.0f}", table.branches_total)};
    total += table.branches_total;
    double best = 0;
    for (const Entry& entry : table.entries) best = std::max(best, entry.branches.mean);
    for (std::size_t i = 0; i < table.entries.size(); ++i) {
      const Entry& entry = table.entries[i];
      sums[i] += entry.branches.mean;
      const std::string mean = entry.outcomes.empty() ? "–" : fmt::format("{:.1f}", entry.branches.mean);
      fields.push_back(!entry.outcomes.empty() && entry.branches.mean == best ? "**" + mean + "**" : mean);
    }
    row(out, fields);
  }
  std::vector<std::string> fields = {"all", fmt::format("{:.0f}", total)};
  for (const double sum : sums) fields.push_back(fmt::format("{:.1f}", sum));
  row(out, fields);
  out += "\n";
}

Json to_json(const Sample& sample) {
  return {{"mean", sample.mean}, {"deviation", sample.deviation}, {"least", sample.least}, {"most", sample.most}};
}

Json to_json(const Entry& entry, const Scale& scale) {
  Json json;
  json["contender"] = entry.contender;
  json["repeats"] = entry.outcomes.size();
  json["failed"] = entry.failed;
  json["branches"] = to_json(entry.branches);
  json["lines"] = to_json(entry.lines);
  json["a12"] = entry.a12;
  json["p"] = entry.p;
  json["exclusive"] = entry.exclusive;
  json["values"] = Json::array();
  std::map<std::string, double> figures;
  for (const Outcome* outcome : entry.outcomes) {
    json["values"].push_back(outcome->branches());
    for (const auto& [name, value] : outcome->figures) figures[name] = figure(entry, name);
  }
  json["figures"] = figures;
  json["on_the_way"] = Json::array();
  for (const double place : scale.on_the_way) {
    json["on_the_way"].push_back({place, mean_at(entry, scale.axis, place)});
  }
  json["on_the_way"].push_back({scale.budget, mean_at(entry, scale.axis, scale.budget)});
  return json;
}

}  // namespace

std::string to_markdown(const Comparison& comparison, const Scale& scale) {
  std::string out;
  if (comparison.subjects.size() > 1) overview(out, comparison);
  for (const SubjectTable& table : comparison.subjects) subject_table(out, table, scale, comparison.baseline);
  return out;
}

std::string to_csv(const Comparison& comparison) {
  std::string out =
      "subject,contender,repeats,failed,branches_total,branches_reachable,branches_mean,branches_deviation,"
      "branches_least,branches_most,lines_total,lines_mean,a12,p,exclusive,runs,paths,queries,open,peak_bytes,"
      "cpu_seconds\n";
  for (const SubjectTable& table : comparison.subjects) {
    for (const Entry& entry : table.entries) {
      out +=
          fmt::format("{},{},{},{},{},{},{:.2f},{:.2f},{},{},{},{:.2f},{:.3f},{:.4f},{}", table.name, entry.contender,
                      entry.outcomes.size(), entry.failed, table.branches_total, table.branches_reachable,
                      entry.branches.mean, entry.branches.deviation, entry.branches.least, entry.branches.most,
                      table.lines_total, entry.lines.mean, entry.a12, entry.p, entry.exclusive.size());
      for (const char* name : {"runs", "paths", "queries", "open", "peak_bytes", "cpu_seconds"}) {
        const double value = figure(entry, name);
        out += std::isnan(value) ? "," : fmt::format(",{:.2f}", value);
      }
      out += "\n";
    }
  }
  return out;
}

std::string to_json(const Comparison& comparison, const Scale& scale, const std::string& question) {
  Json json;
  json["schema"] = 1;
  json["question"] = Json::parse(question);
  json["baseline"] = comparison.baseline;
  json["axis"] = scale.axis == Axis::runs ? "runs" : "seconds";
  json["subjects"] = Json::array();
  for (const SubjectTable& table : comparison.subjects) {
    Json subject;
    subject["name"] = table.name;
    subject["branches_total"] = table.branches_total;
    subject["branches_reachable"] = table.branches_reachable;
    subject["lines_total"] = table.lines_total;
    subject["contenders"] = Json::array();
    for (const Entry& entry : table.entries) subject["contenders"].push_back(to_json(entry, scale));
    json["subjects"].push_back(std::move(subject));
  }
  return base::json_text(json, 1) + "\n";
}

}  // namespace cairn::bench
