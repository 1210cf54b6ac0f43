#include "cluster/leaders.h"

#include <algorithm>
#include <cmath>

namespace cairn::cluster {
namespace {

constexpr double kThereSeconds = 3;
constexpr double kGoneSeconds = 15;

double silence(const std::map<std::string, double>& since, const std::string& job, double now) {
  const auto found = since.find(job);
  return found == since.end() ? HUGE_VAL : now - found->second;
}

}  // namespace

void Leaders::forget() {
  heard_.clear();
  asked_.clear();
}

bool Leaders::there(const std::string& job, double now) const { return silence(heard_, job, now) < kThereSeconds; }

bool Leaders::gone(const std::string& job, double now) {
  asked_.try_emplace(job, now);
  return std::min(silence(asked_, job, now), silence(heard_, job, now)) > kGoneSeconds;
}

}  // namespace cairn::cluster
