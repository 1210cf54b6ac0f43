// One of those who explore a program together: an exploration's peers, as it meets them over a Link.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "cluster/job.h"
#include "cluster/leaders.h"
#include "cluster/link.h"
#include "cluster/membership.h"
#include "engine/base/stopwatch.h"
#include "engine/explore/peers.h"

namespace cairn::cluster {

// A number nobody else has, and a name for people.
MemberId fresh_member();
std::string name_of_this_process();

class Member final : public explore::Peers {
 public:
  // The leader is the member whose id the job names. The link must outlive this object.
  static base::Result<std::unique_ptr<Member>> join(Link& link, const Published& published, MemberId self);
  // Takes leave; a leader ends the job.
  ~Member() override;
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;

  std::vector<trace::Input> arrived() override;
  bool share(const trace::Input& input) override;
  [[nodiscard]] bool hungry() const override;
  bool give(std::span<const std::uint64_t> keys) override;
  [[nodiscard]] bool mine(std::uint64_t key) const override { return membership_.mine(key); }
  void take(std::uint64_t key) override { taken_.push_back(key); }
  [[nodiscard]] std::uint64_t division() const override { return membership_.division(); }
  void set_idle(bool idle) override;
  bool all_idle() override;
  [[nodiscard]] bool ended() const override { return ended_; }
  explore::PeerTotals exchange(const explore::Progress& progress) override;

  // It ended since the leader was not heard any more.
  [[nodiscard]] bool leader_lost() const { return leader_lost_; }

  // Why others could not take part, with their names.
  [[nodiscard]] const std::vector<std::string>& troubles() const { return troubles_; }

 private:
  Member(Link& link, const Published& published, MemberId self);
  void listen_to_pulses();
  void hear(const Pulse& pulse);
  void send_taken();
  void tell_owner(MemberId owner, std::span<const std::uint64_t> keys);
  void say_pulse();
  void beat();

  Link& link_;
  std::string job_;
  MemberId self_, leader_;
  std::unique_ptr<Listener> pulses_, work_;
  Membership membership_;
  std::vector<std::string> troubles_;
  std::vector<std::uint64_t> taken_;  // and not told yet
  base::Stopwatch clock_;
  Leaders leaders_;  // of this job only
  double polled_ = -1, gave_ = -1;
  std::uint64_t received_ = 0, sent_ = 0;
  bool ended_ = false, leader_lost_ = false;

  std::mutex mutex_;
  Pulse pulse_;  // guarded: the heart has a thread of its own, since solving may take long
  std::condition_variable woken_;
  bool ending_ = false;
  std::thread heart_;
};

}  // namespace cairn::cluster
