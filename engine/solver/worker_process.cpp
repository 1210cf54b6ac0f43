#include "engine/solver/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "engine/solver/wire.h"

extern char** environ;

namespace cairn::solver {
namespace {

// How often the wish to stop is looked at while the worker thinks.
constexpr std::chrono::milliseconds kStopInterval{100};

// posix_spawn rather than fork: the engine is large and has threads. Death with the parent and the memory limit are set
// by the worker itself, first thing. The socket is its standard input, in both directions.
base::Result<pid_t> spawn(const std::filesystem::path& executable, std::uint64_t memory_bytes, int socket) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // A group of its own: Ctrl-C is for the engine to handle.
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);

  std::string path = executable.string(), memory = std::to_string(memory_bytes), parent = std::to_string(getpid());
  char* arguments[] = {path.data(), memory.data(), parent.data(), nullptr};
  pid_t pid = -1;
  const int error = posix_spawn(&pid, path.c_str(), &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) return base::environment_error("Cannot start the solver " + path + ": " + std::strerror(error) + ".");
  return pid;
}

}  // namespace

base::Result<std::unique_ptr<WorkerProcess>> WorkerProcess::start(const std::filesystem::path& executable,
                                                                  std::uint64_t memory_bytes) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return base::environment_error(std::string("Cannot make a socket for the solver: ") + std::strerror(errno) + ".");
  auto pid = spawn(executable, memory_bytes, ends[1]);
  close(ends[1]);
  if (!pid.ok()) {
    close(ends[0]);
    return pid.error();
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return std::unique_ptr<WorkerProcess>(new WorkerProcess(*pid, ends[0]));
}

WorkerProcess::~WorkerProcess() {
  close(socket_);
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<WorkerProcess::Failure> WorkerProcess::wait_for(short events, Deadline deadline,
                                                              const std::function<bool()>& stop) const {
  for (;;) {
    if (stop()) return Failure::stopped;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return Failure::late;
    pollfd descriptor{socket_, events, 0};
    const int ready = poll(&descriptor, 1, static_cast<int>(std::min(left, kStopInterval).count()));
    if (ready > 0) return std::nullopt;  // or hung up: the transfer will notice
    if (ready < 0 && errno != EINTR) return Failure::ended;
  }
}

template <class Move>
std::optional<WorkerProcess::Failure> WorkerProcess::transfer(std::size_t size, short events, Deadline deadline,
                                                              const std::function<bool()>& stop,
                                                              const Move& move) const {
  for (std::size_t done = 0; done < size;) {
    if (auto failure = wait_for(events, deadline, stop)) return failure;
    const ssize_t moved = move(done);
    if (moved > 0) {
      done += static_cast<std::size_t>(moved);
    } else if (moved == 0 || (errno != EAGAIN && errno != EINTR)) {
      return Failure::ended;
    }
  }
  return std::nullopt;
}

WorkerProcess::Exchange WorkerProcess::exchange(std::span<const std::uint8_t> body, Deadline deadline,
                                                const std::function<bool()>& stop) {
  const auto size = static_cast<std::uint32_t>(body.size());
  std::vector<std::uint8_t> frame(sizeof size);
  std::memcpy(frame.data(), &size, sizeof size);
  frame.insert(frame.end(), body.begin(), body.end());
  if (auto failure = transfer(frame.size(), POLLOUT, deadline, stop, [&](std::size_t done) {
        return send(socket_, frame.data() + done, frame.size() - done, MSG_NOSIGNAL);
      }))
    return {{}, failure};

  std::uint32_t reply_size = 0;
  auto* head = reinterpret_cast<std::uint8_t*>(&reply_size);
  if (auto failure = transfer(sizeof reply_size, POLLIN, deadline, stop, [&](std::size_t done) {
        return recv(socket_, head + done, sizeof reply_size - done, 0);
      }))
    return {{}, failure};
  if (reply_size > wire::kLargestBody) return {{}, Failure::ended};
  std::vector<std::uint8_t> reply(reply_size);
  if (auto failure = transfer(reply.size(), POLLIN, deadline, stop, [&](std::size_t done) {
        return recv(socket_, reply.data() + done, reply.size() - done, 0);
      }))
    return {{}, failure};
  return {std::move(reply), std::nullopt};
}

}  // namespace cairn::solver
