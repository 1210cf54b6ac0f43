#include "engine/target/loop_target.h"

#include <algorithm>

#include "engine/target/moving.h"

namespace cairn::target {
namespace {

class LoopTarget : public BatchTarget {
 public:
  LoopTarget(std::unique_ptr<Server> server, const Options& options)
      : server_(std::move(server)), milliseconds_(options.run_milliseconds) {}

  base::Result<trace::RawRun> run(const trace::Input& input) override {
    if (!apart_) {
      TRY(std::vector<trace::RawRun> runs, run_batch({&input, 1}));
      if (!holds_moving_addresses(runs.front(), modules().images)) return std::move(runs.front());
      apart_ = true;
    }
    return server_->run(input);
  }

  void run_apart() override { apart_ = true; }

  [[nodiscard]] std::uint32_t batch() const override { return server_->slots(); }

  base::Result<std::vector<trace::RawRun>> run_batch(std::span<const trace::Input> inputs) override {
    CHECK(!inputs.empty() && inputs.size() <= server_->slots());
    const auto count = static_cast<std::uint32_t>(inputs.size());
    for (std::uint32_t i = 0; i < count; ++i) TRY_STATUS(server_->prepare(i, inputs[i]));
    TRY(Server::Done done, server_->execute({CAIRN_COMMAND_LOOP, 0, count, milliseconds_}));
    std::vector<trace::RawRun> runs;
    const Server::Done good = {{trace::Ending::exited, 0}, count, false};
    for (std::uint32_t i = 0; i < count && i < done.finished; ++i) runs.push_back(server_->read(i, good));
    // The slot that ended the process. Those behind it did not run: the caller gives them again.
    if (runs.size() < count) runs.push_back(server_->read(static_cast<std::uint32_t>(runs.size()), done));
    for (trace::RawRun& run : runs) run.shared = true;
    return runs;
  }

  [[nodiscard]] const Modules& modules() const override { return server_->modules(); }

 private:
  std::unique_ptr<Server> server_;
  std::uint32_t milliseconds_;
  bool apart_ = false;
};

}  // namespace

base::Result<std::unique_ptr<Target>> loop_target(std::unique_ptr<Server> server, const Options& options) {
  return std::unique_ptr<Target>(std::make_unique<LoopTarget>(std::move(server), options));
}

}  // namespace cairn::target
