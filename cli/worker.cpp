// cairn worker [options] [URL]
#include "cluster/worker.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/status.h"
#include "cli/workshop.h"
#include "engine/base/programs.h"

namespace cairn::cli {
namespace {

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

// Starts one in a process group of its own, out of reach of the terminal: what the user sends comes from us alone, and
// once (asked twice, it would end at once). The terminal must not stop it for that.
pid_t start(const std::vector<char*>& argv) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t heard;  // even if we ignore it ourselves
  sigemptyset(&heard);
  sigaddset(&heard, SIGTERM);
  posix_spawnattr_setsigdefault(&attributes, &heard);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error == 0 ? child : -1;
}

// Several of them: a process each, since an exploration is one.
base::Result<int> several(const std::string& url, const Options& options) {
  std::vector<std::string> words = {(base::own_directory() / "cairn").string(), "worker", url};
  if (options.once) words.emplace_back("--once");
  if (options.sandbox) words.insert(words.end(), {"--sandbox", *options.sandbox});
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  base::Context context(0);
  const StopOnInterrupt stop(context.stop);
  std::signal(SIGTTOU, SIG_IGN);  // theirs too: they may write where `stty tostop` holds
  std::vector<pid_t> children;
  base::Status started;
  for (std::uint64_t i = 0; i < options.worker_jobs && started.ok(); ++i) {
    if (const pid_t child = start(argv); child > 0)
      children.push_back(child);
    else
      started = base::environment_error("a worker process cannot be started; use fewer with --jobs");
  }
  if (!started.ok()) context.stop = true;
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
    if (context.stop && !told) {
      for (const pid_t one : children) ::kill(one, SIGTERM);
      told = true;
    }
    ::usleep(50'000);
  }
  TRY_STATUS(started);
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
  TRY(const Workshop shop, Workshop::open("worker"));
  wanted.directory = shop.path();
  base::Context context(0);
  const StopOnInterrupt stop(context.stop);
  Told told;
  TRY_STATUS(cluster::work(context, *link, wanted, told));
  return kDone;
}

}  // namespace

int worker_command(const Options& options) {
  const auto status = run(options);
  return status.ok() ? *status : fail(status.error());
}

}  // namespace cairn::cli
