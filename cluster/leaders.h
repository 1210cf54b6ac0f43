// Which jobs still have somebody who leads them, as far as one who listens for pulses can tell.
#pragma once

#include <map>
#include <string>

namespace cairn::cluster {

// Time is in seconds, from any beginning.
class Leaders {
 public:
  void hear(const std::string& job, double now) { heard_[job] = now; }
  // Nobody could be heard until now: silence before this says nothing.
  void forget();

  // The leader of that job was heard a moment ago.
  [[nodiscard]] bool there(const std::string& job, double now) const;
  // It has not been heard for long, although it was listened to: nobody will end its job.
  [[nodiscard]] bool gone(const std::string& job, double now);

 private:
  using Times = std::map<std::string, double>;  // by job

  Times heard_;  // the leader, last
  Times asked_;  // gone(), first
};

}  // namespace cairn::cluster
