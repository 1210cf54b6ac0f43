#include "engine/explore/pruning.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/json_text.h"
#include "engine/suite/files.h"

namespace cairn::explore {

namespace {

using Json = nlohmann::ordered_json;
using tree::SideState;

Json to_json(const search::PruneRound& round) {
  return {{"round", round.number},
          {"kind", round.kind},
          {"why", round.why},
          {"begin", round.begin},
          {"end", round.end},
          {"covered_before", round.covered_before},
          {"covered_after", round.covered_after},
          {"tests", round.tests},
          {"prunings", round.prunings},
          {"pruned", round.pruned},
          {"flipped", round.flipped},
          {"open", round.open},
          {"ratio", round.ratio}};
}

}  // namespace

Pruning::Pruning(const Parts& parts, const search::PruneOptions& options, Select select)
    : parts_(parts), select_(std::move(select)), pruner_(search::make_pruner(options, parts.context.rng.split())) {
  CHECK(pruner_ != nullptr);
}

void Pruning::carry_out(const search::PruneOrders& orders) {
  for (const tree::SideId side : orders.reopen) {
    if (parts_.tree.state(side) == SideState::pruned) parts_.tree.set_state(side, SideState::open);
  }
  for (const tree::SideId side : orders.close) {
    if (parts_.tree.open(side)) parts_.tree.set_state(side, SideState::pruned);
  }
  flips_.insert(flips_.end(), orders.flip.begin(), orders.flip.end());
  select_(parts_.view(), orders.selection, orders.reopen);
}

std::optional<tree::SideId> Pruning::next(double now) {
  if (flips_.empty()) carry_out(pruner_->step(parts_.view(), now));
  while (!flips_.empty()) {
    const tree::SideId side = flips_.front();
    flips_.pop_front();
    if (parts_.tree.state(side) == SideState::pruned) parts_.tree.set_state(side, SideState::open);
    if (parts_.tree.open(side)) return side;
  }
  return std::nullopt;
}

bool Pruning::reopened(double now) {
  const search::PruneOrders orders = pruner_->exhausted(parts_.view(), now);
  carry_out(orders);
  return !orders.empty();
}

std::vector<tree::SideId> Pruning::pruned() const {
  std::vector<tree::SideId> sides;
  for (const tree::SideId side : pruner_->closed()) {
    if (parts_.tree.state(side) == SideState::pruned) sides.push_back(side);
  }
  return sides;
}

void Pruning::bring_back() {
  search::PruneOrders orders;
  orders.reopen = pruned();
  if (orders.reopen.empty()) return;
  orders.selection = search::Selection::starts_over;
  carry_out(orders);
}

base::Status Pruning::write() const {
  const search::PruneReport report = pruner_->report();
  Json json;
  json["rounds"] = Json::array();
  for (const search::PruneRound& round : report.rounds) json["rounds"].push_back(to_json(round));
  json["good_tests"] = report.good_tests;
  json["features"] = Json::array();
  for (const search::PruneBelief& belief : report.beliefs) {
    json["features"].push_back({{"condition", fmt::format("{:016x}", belief.hash)},
                                {"at", parts_.program.describe(belief.branch, belief.outcome)},
                                {"learnt", belief.learnt},
                                {"mean", belief.mean},
                                {"deviation", belief.deviation}});
  }
  return suite::write_atomically(parts_.directory.path() / "pruning.json", base::json_text(json, 1) + "\n");
}

}  // namespace cairn::explore
