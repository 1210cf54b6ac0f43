// Counters by dotted name ("solver.queries"). Each component registers its own and holds a reference to the number.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace cairn::base {

class Stats {
 public:
  // The counter of that name, made on first use. The reference stays valid.
  std::uint64_t& counter(std::string_view name) { return counters_.try_emplace(std::string(name), 0).first->second; }
  // The same for seconds and other measured amounts.
  double& gauge(std::string_view name) { return gauges_.try_emplace(std::string(name), 0.0).first->second; }

  [[nodiscard]] const std::map<std::string, std::uint64_t, std::less<>>& counters() const { return counters_; }
  [[nodiscard]] const std::map<std::string, double, std::less<>>& gauges() const { return gauges_; }

 private:
  std::map<std::string, std::uint64_t, std::less<>> counters_;
  std::map<std::string, double, std::less<>> gauges_;
};

}  // namespace cairn::base
