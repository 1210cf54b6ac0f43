// cairn worker [options] [URL]
#include "cluster/worker.h"

#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/self.h"
#include "cli/status.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLocalServer = "nats://127.0.0.1:4222";

// A line for each thing that happens, and the status of the exploration meanwhile.
class Told final : public cluster::WorkerEvents {
 public:
  void waits() override { say("waiting for a job"); }
  void begins(const std::string& program) override {
    say(fmt::format("exploring {}", program));
    status_.emplace();
  }
  void progress(const explore::Progress& progress) override { status_->progress(progress); }
  void ends(const explore::Totals& totals) override {
    status_.reset();
    say(fmt::format("the job has ended: {} runs, {} paths, {} bugs here", totals.runs, totals.paths, totals.bugs));
  }
  void cannot(const base::Error& why) override {
    status_.reset();
    fail(why);
  }

 private:
  static void say(const std::string& text) {
    fmt::print("{}\n", text);
    std::fflush(stdout);
  }

  std::optional<Status> status_;
};

// Several of them: a process each, since an exploration is one.
base::Result<int> several(const std::string& url, const Options& options) {
  std::vector<std::string> words = {(own_directory() / "cairn").string(), "worker", url};
  if (options.once) words.emplace_back("--once");
  if (options.sandbox) words.insert(words.end(), {"--sandbox", *options.sandbox});
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  base::Context context(0);
  const StopOnInterrupt stop(context.stop);
  std::vector<pid_t> children;
  for (std::uint64_t i = 0; i < options.worker_jobs; ++i) {
    pid_t child = 0;
    if (::posix_spawn(&child, argv[0], nullptr, nullptr, argv.data(), environ) != 0)
      return base::environment_error("a worker process cannot be started; use fewer with --jobs");
    children.push_back(child);
  }
  int worst = kDone;
  bool told = false;
  while (!children.empty()) {
    int status = 0;
    const pid_t child = ::waitpid(-1, &status, WNOHANG);
    if (child > 0) {
      std::erase(children, child);
      worst = std::max(worst, WIFEXITED(status) ? WEXITSTATUS(status) : static_cast<int>(kEnvironment));
      continue;
    }
    if (context.stop && !told) {  // a terminal tells them itself; asked twice they would end at once
      if (::tcgetpgrp(STDIN_FILENO) != ::getpgrp())
        for (const pid_t one : children) ::kill(one, SIGTERM);
      told = true;
    }
    ::usleep(50'000);
  }
  return worst;
}

base::Result<int> run(const Options& options) {
  if (options.words.size() > 1 || options.command_given)
    return base::misuse_error("cairn worker wants the address of one server; see cairn worker --help");
  const std::string url = options.words.empty() ? kLocalServer : options.words.front();
  cluster::WorkerOptions wanted;
  TRY(wanted.sandbox, sandbox_of(options));
  wanted.once = options.once;
  TRY(const auto link, cluster::Link::connect(url));
  if (options.worker_jobs > 1) return several(url, options);
  wanted.directory = fs::temp_directory_path() / fmt::format("cairn-worker-{}", ::getpid());
  base::Context context(0);
  const StopOnInterrupt stop(context.stop);
  Told told;
  const base::Status done = cluster::work(context, *link, wanted, told);
  std::error_code ignored;  // only what could not be removed with its job is left
  fs::remove_all(wanted.directory, ignored);
  TRY_STATUS(done);
  return kDone;
}

}  // namespace

int worker_command(const Options& options) {
  const auto status = run(options);
  return status.ok() ? *status : fail(status.error());
}

}  // namespace cairn::cli
