#include "cluster/membership.h"

#include <algorithm>

#include "engine/base/hash.h"

namespace cairn::cluster {

void Membership::hear(const Pulse& pulse, double now) {
  if (pulse.member == self_) return;
  runs_[pulse.member] = pulse.runs;
  if (pulse.leaves) {
    division_ += others_.erase(pulse.member);
    return;
  }
  const auto [at, fresh] = others_.try_emplace(pulse.member);
  at->second = {pulse, now};
  if (fresh) ++division_;
  most_ = std::max(most_, others_.size());
}

void Membership::hear_taken(MemberId member, std::span<const std::uint64_t> keys) {
  for (const std::uint64_t key : keys) takers_.try_emplace(key, member).first->second = member;
}

void Membership::expire(double now, double silence) {
  division_ += std::erase_if(others_, [&](const auto& other) { return now - other.second.heard > silence; });
}

bool Membership::mine(std::uint64_t key) const {
  if (const auto taker = takers_.find(key); taker != takers_.end()) {
    if (taker->second == self_) return true;
    if (others_.contains(taker->second)) return false;
  }
  const std::uint64_t own = base::combine(key, self_);
  return std::ranges::all_of(others_, [&](const auto& other) { return base::combine(key, other.first) < own; });
}

bool Membership::somebody_idle() const {
  return std::ranges::any_of(others_, [](const auto& other) { return other.second.latest.idle; });
}

std::optional<MemberId> Membership::next_idle() {
  std::optional<MemberId> first;
  for (const auto& [member, other] : others_) {
    if (!other.latest.idle) continue;
    if (member > last_idle_) return last_idle_ = member;
    if (!first) first = member;
  }
  if (first) last_idle_ = *first;
  return first;
}

bool Membership::all_idle(std::uint64_t seen) const {
  return std::ranges::all_of(
      others_, [&](const auto& other) { return other.second.latest.idle && other.second.latest.seen == seen; });
}

std::uint64_t Membership::runs() const {
  std::uint64_t sum = 0;
  for (const auto& [member, runs] : runs_) sum += runs;
  return sum;
}

}  // namespace cairn::cluster
