#include "engine/explore/summary.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "engine/base/json_text.h"
#include "engine/explore/memory.h"

namespace cairn::explore {

namespace {

constexpr std::uint64_t kSchema = 1;

using Json = nlohmann::ordered_json;

Json share(const program::Share& part) { return {{"covered", part.covered}, {"total", part.total}}; }

}  // namespace

std::string summary_json(const SummaryHead& head, const Totals& totals, const program::Figures& coverage,
                         const tree::Tree& tree, std::size_t left_open, const search::Findings& findings) {
  const auto sides = [&tree](tree::SideState state) { return tree.count(state); };
  Json json;
  json["schema"] = kSchema;
  json["program"] = head.program;
  json["strategy"] = head.strategy;
  json["seed"] = head.seed;
  json["elapsed_seconds"] = totals.seconds;
  json["runs"] = totals.runs;
  json["paths"] = totals.paths;
  json["tests"] = totals.tests;
  json["bugs"] = totals.bugs;
  json["branches"] = share(coverage.branches);
  json["branches"]["reachable"] = coverage.reachable;
  json["lines"] = share(coverage.lines);
  json["blocks"] = share(coverage.blocks);
  json["instructions"] = share(coverage.instructions);
  json["flips"] = {{"tried", totals.flips_tried}, {"arrived", totals.flips_arrived}};
  json["mutants"] = {{"runs", totals.mutants},
                     {"bursts", totals.bursts},
                     {"recorded", totals.mutants_found},
                     {"seconds", totals.mutant_seconds}};
  json["divergences"] = totals.divergences;
  json["solver"] = {{"queries", totals.queries},
                    {"sat", totals.sat},
                    {"unsat", totals.unsat},
                    {"unknown", totals.unknown},
                    {"stored", totals.stored},
                    {"settled", totals.settled},
                    {"seconds", totals.solver_seconds},
                    {"settle_seconds", totals.settle_seconds},
                    {"complete_calls", totals.complete_calls},
                    {"complete_conditions", totals.complete_conditions},
                    {"complete_largest", totals.complete_largest},
                    {"optimistic", totals.optimistic},
                    {"optimistic_paths", totals.optimistic_paths},
                    {"optimistic_sides", totals.optimistic_sides}};
  json["tree"] = {{"nodes", tree.nodes()},
                  {"open", sides(tree::SideState::open) + sides(tree::SideState::in_flight) + left_open},
                  {"infeasible", sides(tree::SideState::infeasible)},
                  {"unknown", sides(tree::SideState::unknown) + sides(tree::SideState::diverged)},
                  {"pruned", sides(tree::SideState::pruned) - left_open},
                  {"open_average", totals.runs == 0 ? 0 : totals.open_sum / static_cast<double>(totals.runs)},
                  {"evictions", totals.evictions},
                  {"rebuilt", totals.rebuilt}};
  json["memory_peak_bytes"] = peak_resident_bytes();
  json["symbolic_loss"] = totals.symbolic_loss;
  json["pins"] = totals.pins;
  json["symbolic_branches"] = totals.symbolic_steps;
  json["timeouts"] = totals.timeouts;
  json["full_recordings"] = totals.full;
  json["corrupted_recordings"] = totals.corrupted;
  json["stopped"] = head.stopped ? 1 : 0;
  json["strategy_seconds"] = totals.strategy_seconds;
  json["seconds"] = {
      {"running", totals.running_seconds}, {"decoding", totals.decoding_seconds}, {"keeping", totals.keeping_seconds}};
  if (totals.peers.workers > 0) {
    json["cluster"] = {{"workers", totals.peers.workers},
                       {"runs", totals.peers.runs},
                       {"received", totals.peers.received},
                       {"sent", totals.peers.sent}};
  }
  if (!findings.empty()) {
    Json& learnt = json["learnt"] = Json::object();
    for (const auto& [name, value] : findings) learnt[name] = value;
  }
  return base::json_text(json, 2) + "\n";
}

Totals read_totals(const std::filesystem::path& summary) {
  std::ifstream in(summary);
  const Json json = Json::parse(in, nullptr, false);
  Totals totals;
  const auto number = [&json]<class T>(T& into, const char* path) {
    const Json::json_pointer at(path);
    if (!json.contains(at)) return;
    const Json& value = json.at(at);
    if (std::is_integral_v<T> ? value.is_number_unsigned() : value.is_number()) into = value.get<T>();
  };
  std::uint64_t schema = 0;
  number(schema, "/schema");
  if (schema != kSchema) return totals;
  number(totals.seconds, "/elapsed_seconds");
  number(totals.runs, "/runs");
  number(totals.paths, "/paths");
  number(totals.tests, "/tests");
  number(totals.bugs, "/bugs");
  number(totals.flips_tried, "/flips/tried");
  number(totals.flips_arrived, "/flips/arrived");
  number(totals.mutants, "/mutants/runs");
  number(totals.bursts, "/mutants/bursts");
  number(totals.mutants_found, "/mutants/recorded");
  number(totals.mutant_seconds, "/mutants/seconds");
  number(totals.divergences, "/divergences");
  number(totals.queries, "/solver/queries");
  number(totals.sat, "/solver/sat");
  number(totals.unsat, "/solver/unsat");
  number(totals.unknown, "/solver/unknown");
  number(totals.stored, "/solver/stored");
  number(totals.settled, "/solver/settled");
  number(totals.solver_seconds, "/solver/seconds");
  number(totals.settle_seconds, "/solver/settle_seconds");
  number(totals.complete_calls, "/solver/complete_calls");
  number(totals.complete_conditions, "/solver/complete_conditions");
  number(totals.complete_largest, "/solver/complete_largest");
  number(totals.optimistic, "/solver/optimistic");
  number(totals.optimistic_paths, "/solver/optimistic_paths");
  number(totals.optimistic_sides, "/solver/optimistic_sides");
  number(totals.symbolic_loss, "/symbolic_loss");
  number(totals.pins, "/pins");
  number(totals.symbolic_steps, "/symbolic_branches");
  number(totals.timeouts, "/timeouts");
  number(totals.full, "/full_recordings");
  number(totals.corrupted, "/corrupted_recordings");
  number(totals.open_sum, "/tree/open_average");
  totals.open_sum *= static_cast<double>(totals.runs);
  number(totals.evictions, "/tree/evictions");
  number(totals.rebuilt, "/tree/rebuilt");
  number(totals.strategy_seconds, "/strategy_seconds");
  number(totals.running_seconds, "/seconds/running");
  number(totals.decoding_seconds, "/seconds/decoding");
  number(totals.keeping_seconds, "/seconds/keeping");
  number(totals.peers.workers, "/cluster/workers");
  number(totals.peers.runs, "/cluster/runs");
  number(totals.peers.received, "/cluster/received");
  number(totals.peers.sent, "/cluster/sent");
  return totals;
}

}  // namespace cairn::explore
