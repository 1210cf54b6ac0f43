#include "engine/target/loop_target.h"

#include <algorithm>

#include "engine/target/moving.h"

namespace cairn::target {
namespace {

class LoopTarget : public BatchTarget {
 public:
  explicit LoopTarget(std::unique_ptr<Server> server) : server_(std::move(server)) {}

  base::Result<trace::RawRun> run(const trace::Input& input) override { return run_for(input, Server::kUnhurried); }

  base::Result<trace::RawRun> run_for(const trace::Input& input, std::uint32_t milliseconds) override {
    if (!apart_) {
      TRY(std::vector<trace::RawRun> runs, run_batch({&input, 1}, milliseconds));
      if (!holds_moving_addresses(runs.front(), modules().images)) return std::move(runs.front());
      apart_ = true;
    }
    return server_->run(input, milliseconds);
  }

  void run_apart() override { apart_ = true; }

  [[nodiscard]] std::uint32_t batch() const override { return server_->slots(); }

  base::Result<std::vector<trace::RawRun>> run_batch(std::span<const trace::Input> inputs) override {
    return run_batch(inputs, Server::kUnhurried);
  }

  [[nodiscard]] const Modules& modules() const override { return server_->modules(); }

 private:
  base::Result<std::vector<trace::RawRun>> run_batch(std::span<const trace::Input> inputs, std::uint32_t milliseconds) {
    CHECK(!inputs.empty() && inputs.size() <= server_->slots());
    const auto count = static_cast<std::uint32_t>(inputs.size());
    for (std::uint32_t i = 0; i < count; ++i) TRY_STATUS(server_->prepare(i, inputs[i]));
    TRY(Server::Done done, server_->execute({CAIRN_COMMAND_LOOP, 0, count, server_->limit(milliseconds)}));
    std::vector<trace::RawRun> runs;
    const Server::Done good = {{trace::Ending::exited, 0}, count, false};
    for (std::uint32_t i = 0; i < count && i < done.finished; ++i) runs.push_back(server_->read(i, good));
    // The slot that ended the process. Those behind it did not run: the caller gives them again.
    if (runs.size() < count) {
      runs.push_back(server_->read(static_cast<std::uint32_t>(runs.size()), done));
      runs.back().hurried = server_->hurried(done, milliseconds);
    }
    for (trace::RawRun& run : runs) run.shared = true;
    return runs;
  }

  std::unique_ptr<Server> server_;
  bool apart_ = false;
};

}  // namespace

base::Result<std::unique_ptr<Target>> loop_target(std::unique_ptr<Server> server) {
  return std::unique_ptr<Target>(std::make_unique<LoopTarget>(std::move(server)));
}

}  // namespace cairn::target
