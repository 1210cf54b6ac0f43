// Containment without namespaces: Landlock confines writing and (from its version 6) signals, the system call filter
// what Landlock leaves open. On older kernels the engine itself answers for each signal (signal_broker.h).
#include <fmt/core.h>
#include <sys/resource.h>

#include "engine/target/containment.h"
#include "engine/target/descendants.h"
#include "engine/target/landlock.h"
#include "engine/target/privileges.h"
#include "engine/target/seccomp_filter.h"
#include "engine/target/supervision.h"

namespace cairn::target {
namespace {

class LandlockContainment : public Containment {
 public:
  LandlockContainment(const Surroundings& surroundings, int version, std::vector<sock_filter> filter, Signals signals)
      : identity_(choose_identity(surroundings)), filter_(std::move(filter)), signals_(signals) {
    rules_.scratch = surroundings.scratch;
    rules_.devices = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"};
    rules_.version = version;
    rules_.confine_signals = version >= kLandlockSignals;
    // The kernel counts all processes of the user, and heeds no limit for root (there the engine counts).
    if (identity_.user != 0) process_limit_ = processes_of(identity_.user) + kMaximumProcesses;
  }

  [[nodiscard]] Step give_up(int* listener) const override {
    if (process_limit_ != 0) {
      const rlimit limit = {process_limit_, process_limit_};
      ::setrlimit(RLIMIT_NPROC, &limit);
    }
    if (const Step step = drop_privileges(identity_); step.what != nullptr) return step;
    if (const Step step = enter_landlock(rules_); step.what != nullptr) return step;
    return install_filter(filter_, signals_, listener);
  }

  [[nodiscard]] bool brokers_signals() const override { return signals_ == Signals::broker; }
  [[nodiscard]] uid_t user() const override { return identity_.user; }
  [[nodiscard]] Sandbox kind() const override { return Sandbox::landlock; }

 private:
  Identity identity_;
  LandlockRules rules_;
  std::vector<sock_filter> filter_;
  Signals signals_;
  std::uint64_t process_limit_ = 0;
};

}  // namespace

base::Result<std::unique_ptr<Containment>> landlock_containment(const Options& options,
                                                                const Surroundings& surroundings) {
  int version = landlock_version();
  if (version == 0) return base::environment_error("this kernel has no Landlock");
  if (options.landlock_version != 0) version = std::min(version, options.landlock_version);
  const Signals signals = version >= kLandlockSignals ? Signals::free : Signals::broker;
  TRY(std::vector<sock_filter> filter, seccomp_filter({true, signals}));
  return std::unique_ptr<Containment>(
      std::make_unique<LandlockContainment>(surroundings, version, std::move(filter), signals));
}

}  // namespace cairn::target
