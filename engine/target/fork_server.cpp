// Target over the fork server: every run is a fresh fork of the program at the entry of main.
#include "engine/target/loop_target.h"
#include "engine/target/server.h"
#include "engine/target/target.h"

namespace cairn::target {
namespace {

class ForkServer : public Target {
 public:
  explicit ForkServer(std::unique_ptr<Server> server) : server_(std::move(server)) {}

  base::Result<trace::RawRun> run(const trace::Input& input) override { return server_->run(input); }
  base::Result<trace::RawRun> run_for(const trace::Input& input, std::uint32_t milliseconds) override {
    return server_->run(input, milliseconds);
  }

  [[nodiscard]] const Modules& modules() const override { return server_->modules(); }

 private:
  std::unique_ptr<Server> server_;
};

}  // namespace

base::Result<std::unique_ptr<Target>> start(base::Context& context, const Options& options) {
  TRY(std::unique_ptr<Server> server, Server::start(context, options));
  if (options.in_process && server->modules().loop) return loop_target(std::move(server));
  return std::unique_ptr<Target>(std::make_unique<ForkServer>(std::move(server)));
}

}  // namespace cairn::target
