// Which containment: the best that this machine lets us have, never silently none.
#include "engine/target/containment.h"

#include <fmt/core.h>

namespace cairn::target {
namespace {

class NoContainment : public Containment {
 public:
  [[nodiscard]] Sandbox kind() const override { return Sandbox::off; }
};

using Factory = base::Result<std::unique_ptr<Containment>> (*)(const Options&, const Surroundings&);

struct Candidate {
  Sandbox kind;
  const char* name;
  Factory make;
};

constexpr Candidate kCandidates[] = {{Sandbox::namespaces, "namespaces", namespace_containment},
                                     {Sandbox::landlock, "landlock", landlock_containment}};

}  // namespace

Surroundings surroundings_of(const CommandLine& line, const std::string& scratch) {
  Surroundings surroundings = {line.program(), {}, scratch, line.arguments()};
  for (const auto& [name, file] : line.files()) surroundings.readable.push_back(file);
  return surroundings;
}

std::unique_ptr<Containment> no_containment() { return std::make_unique<NoContainment>(); }

base::Status with_containment(const Options& options, const Surroundings& surroundings, const Attempt& attempt) {
  if (options.sandbox == Sandbox::off) {
    TRY(const Refusal refusal, attempt(no_containment()));
    if (refusal) return base::environment_error(*refusal);
    return {};
  }
  std::string refusals;
  for (const Candidate& candidate : kCandidates) {
    if (options.sandbox != Sandbox::automatic && options.sandbox != candidate.kind) continue;
    auto containment = candidate.make(options, surroundings);
    if (!containment.ok() && containment.error().fault == base::Fault::misuse) return containment.error();
    Refusal refusal;
    if (containment.ok()) {
      TRY(refusal, attempt(std::move(containment).value()));
      if (!refusal) return {};
    } else {
      refusal = containment.error().message;
    }
    refusals += fmt::format("{}{}: {}", refusals.empty() ? "" : "; ", candidate.name, *refusal);
  }
  return base::environment_error(fmt::format(
      "the program cannot be contained on this machine ({}); --sandbox=off runs it with all your rights", refusals));
}

}  // namespace cairn::target
