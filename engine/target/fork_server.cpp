// Target over the fork server: every run is a fresh fork of the program at the entry of main.
#include "engine/target/loop_target.h"
#include "engine/target/server.h"
#include "engine/target/target.h"

namespace cairn::target {
namespace {

class ForkServer : public Target {
 public:
  ForkServer(std::unique_ptr<Server> server, const Options& options)
      : server_(std::move(server)), milliseconds_(options.run_milliseconds) {}

  base::Result<trace::RawRun> run(const trace::Input& input) override {
    TRY_STATUS(server_->prepare(0, input));
    TRY(const Server::Done done, server_->execute({CAIRN_COMMAND_RUN, 0, 1, milliseconds_}));
    return server_->read(0, done);
  }

  [[nodiscard]] const Modules& modules() const override { return server_->modules(); }

 private:
  std::unique_ptr<Server> server_;
  std::uint32_t milliseconds_;
};

}  // namespace

base::Result<std::unique_ptr<Target>> start(base::Context& context, const Options& options) {
  TRY(std::unique_ptr<Server> server, Server::start(context, options));
  if (options.in_process && server->modules().loop) return loop_target(std::move(server), options);
  return std::unique_ptr<Target>(std::make_unique<ForkServer>(std::move(server), options));
}

}  // namespace cairn::target
