// Peers: others who explore the same program at the same time, on this machine or elsewhere.
//
// Some paths all of them know: the *shared* ones. The open sides along these are divided by name (path_keys.h), so that
// no two solve for the same one. What hangs below a side is known to nobody but the one who flipped it, and is its own
// until it shares a path there: one that covers something new, or one with much left to try when somebody has nothing
// to do, who is given some of its sides. So work is neither done twice nor forgotten: when somebody goes, the sides it
// had taken are divided again, and with them all that hung below.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/explore/progress.h"
#include "engine/trace/input.h"

namespace cairn::explore {

class Peers {
 public:
  virtual ~Peers() = default;

  // The inputs that others have shared since the last call. Does not wait; called often.
  virtual std::vector<trace::Input> arrived() = 0;

  // From now on all know the path of this input. False: it cannot be shared, and stays this exploration's own.
  virtual bool share(const trace::Input& input) = 0;

  // Somebody has nothing to do, and has not been given anything for a moment.
  [[nodiscard]] virtual bool hungry() const = 0;
  // From now on these sides belong to one who has nothing to do. To be called before their path is shared. False: all
  // have something to do by now.
  virtual bool give(std::span<const std::uint64_t> keys) = 0;

  // Whether the side of that name, on a shared path, is this exploration's to flip.
  [[nodiscard]] virtual bool mine(std::uint64_t key) const = 0;
  // It is being flipped here, and no other's any more.
  virtual void take(std::uint64_t key) = 0;
  // Another number than before: somebody has come or gone, and sides have other owners.
  [[nodiscard]] virtual std::uint64_t division() const = 0;

  // Whether anything is left to do here.
  virtual void set_idle(bool idle) = 0;
  // All have nothing to do, and nothing is on its way to anyone.
  virtual bool all_idle() = 0;
  // Whoever called the others together wants them to end.
  [[nodiscard]] virtual bool ended() const = 0;

  // What this exploration has done so far, for the others to see, and what they have.
  virtual PeerTotals exchange(const Progress& progress) = 0;
};

}  // namespace cairn::explore
