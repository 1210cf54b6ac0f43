#include "engine/suite/execute.h"

#include <algorithm>
#include <memory>

#include "engine/target/choices.h"
#include "engine/target/plain.h"

namespace cairn::suite {
namespace {

class Executor {
 public:
  Executor(base::Context& context, const target::Options& options) : context_(context), options_(options) {
    options_.capture_output = true;
    options_.record = false;
    options_.in_process = false;  // a process a test, so that none depends on the ones before it
  }

  base::Result<Behaviour> run(const trace::Input& input) {
    if (needs_engine(input)) return run_in_engine(input);
    TRY(target::PlainRun run, target::run_plain(options_, input));
    return Behaviour{run.outcome, std::move(run.output)};
  }

 private:
  base::Result<Behaviour> run_in_engine(const trace::Input& input) {
    if (!target_) {
      TRY(target_, target::start(context_, options_));
    }
    TRY(trace::RawRun run, target_->run(input));
    return Behaviour{run.outcome, std::move(run.output)};
  }

  base::Context& context_;
  target::Options options_;
  std::unique_ptr<target::Target> target_;  // started when the first test needs it
};

}  // namespace

bool needs_engine(const trace::Input& input) {
  return std::any_of(input.objects.begin(), input.objects.end(), [](const trace::Object& object) {
    return object.kind == trace::ObjectKind::memory || object.kind == trace::ObjectKind::buffer ||
           target::asks_for_failure(object);
  });
}

Execute execute_with(base::Context& context, const target::Options& options) {
  return [executor = std::make_shared<Executor>(context, options)](const trace::Input& input) {
    return executor->run(input);
  };
}

}  // namespace cairn::suite
