// Scatter: bytes that have nothing to do with the goal get other values, within what the path allows, instead of the
// parent's. More diverse inputs, of which some go elsewhere behind the goal by chance; but inputs of a family share
// less, so fewer answers can be used again, and tests are harder to read. Not part of the default chain.
//
// A byte is drawn anew if the goal does not depend on it, the answer left it as it was, and only conditions on it alone
// speak of it.
#include <map>

#include "engine/solver/answers.h"
#include "engine/solver/layer.h"
#include "engine/solver/layers.h"
#include "engine/solver/left.h"

namespace cairn::solver {
namespace {

class Scatter final : public Layer {
 public:
  Scatter(Shared& shared, Below below)
      : Layer(shared.context, "scatter", std::move(below)), shared_(shared), rng_(shared.context.rng.split()) {}

 protected:
  Answer decide(const Query& query) override {
    Answer answer = ask_below(query);
    if (answer.verdict != Verdict::sat || query.constraints.empty()) return answer;
    std::vector<bool> bound(query.parent->bytes().size());
    const auto bind = [&](expr::ByteId byte) {
      if (byte.value < bound.size()) bound[byte.value] = true;
    };
    Domains domains;
    for (const expr::ExprId id : query.constraints) {
      const auto bytes = shared_.supports.of(id);
      if (bytes.size() == 1 && id != query.constraints.back()) {
        domains.of(bytes.front()).narrow(shared_.byte_conditions.allowed(id, bytes.front()), 0);
      } else {
        for (const expr::ByteId byte : bytes) bind(byte);
      }
    }
    for (std::uint32_t i = 0; i < bound.size(); ++i) {
      const expr::ByteId byte(i);
      if (bound[i] || answer.assignment.get(byte) != query.parent->get(byte)) continue;
      const auto values = domains.of(byte).allowed.values();
      if (values.count > 0) answer.assignment.set(byte, values.at[rng_.below(values.count)]);
    }
    return answer;
  }

 private:
  Shared& shared_;
  base::Rng rng_;
};

}  // namespace

Below with_scatter(Shared& shared, Below below) { return std::make_unique<Scatter>(shared, std::move(below)); }

}  // namespace cairn::solver
