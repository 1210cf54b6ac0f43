// Who explores a program at present, and whose the sides of the shared paths are.
//
// A side belongs to the one who has taken it, and before that to the member with the highest hash of side and member
// (rendezvous hashing: Thaler and Ravishankar, 1998): whoever comes or goes changes the owner of its own share only,
// and all who know of the same members agree. Where they do not, for a moment, two do the same work, or a side is left
// until they do; nothing is lost.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace cairn::cluster {

using MemberId = std::uint64_t;

// What a member says of itself, every second.
struct Pulse {
  MemberId member = 0;
  std::string name;        // for people
  bool leads = false;      // the one who asked for it all
  bool idle = false;       // nothing is left to do there
  std::uint64_t seen = 0;  // messages of the stream it has heeded
  std::uint64_t runs = 0;
  bool leaves = false;  // the last one
  std::string trouble;  // why it leaves, if it could not take part
};

class Membership {
 public:
  explicit Membership(MemberId self) : self_(self) {}

  // Time is in seconds, from any beginning.
  void hear(const Pulse& pulse, double now);
  void hear_taken(MemberId member, std::span<const std::uint64_t> keys);
  // Members who have not been heard for so long are gone.
  void expire(double now, double silence);

  [[nodiscard]] bool knows(MemberId member) const { return others_.contains(member); }
  [[nodiscard]] bool mine(std::uint64_t key) const;
  // Changes with the owners.
  [[nodiscard]] std::uint64_t division() const { return division_; }

  // One who has nothing to do, another at each call if there are several.
  [[nodiscard]] std::optional<MemberId> next_idle();
  [[nodiscard]] bool somebody_idle() const;
  // All others are, having heeded this many messages.
  [[nodiscard]] bool all_idle(std::uint64_t seen) const;

  [[nodiscard]] std::size_t others() const { return others_.size(); }
  [[nodiscard]] std::size_t most() const { return most_; }
  // Of all others, those who have gone as well.
  [[nodiscard]] std::uint64_t runs() const;

 private:
  struct Other {
    Pulse latest;
    double heard = 0;
  };

  MemberId self_;
  std::map<MemberId, Other> others_;
  std::map<MemberId, std::uint64_t> runs_;
  std::unordered_map<std::uint64_t, MemberId> takers_;  // by key
  std::uint64_t division_ = 0;
  std::size_t most_ = 0;
  MemberId last_idle_ = 0;  // that was named
};

}  // namespace cairn::cluster
