#include "engine/target/descendants.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/base/check.h"
#include "engine/target/descriptor.h"

namespace cairn::target {
namespace {

std::string read_all(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  char part[4096];
  for (ssize_t got; file.valid() && (got = ::read(file.get(), part, sizeof part)) > 0;) {
    text.append(part, static_cast<std::size_t>(got));
  }
  return text;
}

std::vector<std::uint64_t> numbers(std::string_view text) {
  std::vector<std::uint64_t> result;
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    std::uint64_t n = 0;
    const auto [next, error] = std::from_chars(p, end, n);
    if (error == std::errc()) result.push_back(n);
    p = std::max(next, p + 1);
  }
  return result;
}

std::vector<pid_t> numeric_entries(const std::string& path) {
  std::vector<pid_t> result;
  DIR* directory = ::opendir(path.c_str());
  if (directory == nullptr) return result;
  while (const dirent* entry = ::readdir(directory)) {
    if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') result.push_back(std::atoi(entry->d_name));
  }
  ::closedir(directory);
  return result;
}

struct Stat {
  char state = 'X';
  pid_t parent = 0;
  pid_t group = 0;
};

Stat stat_of(pid_t pid) {
  const std::string text = read_all(fmt::format("/proc/{}/stat", pid));
  const std::size_t name_end = text.rfind(')');  // the name before it may hold anything
  if (name_end == std::string::npos || name_end + 4 >= text.size()) return {};
  Stat stat;
  if (std::sscanf(text.c_str() + name_end + 2, "%c %d %d", &stat.state, &stat.parent, &stat.group) != 3) return {};
  return stat;
}

// Children of all threads of the process; for kernels without the file, by looking at every process.
class Children {
 public:
  Children()
      : by_file_(::access("/proc/self/task", R_OK) == 0 &&
                 ::access(fmt::format("/proc/self/task/{}/children", ::getpid()).c_str(), R_OK) == 0) {
    if (by_file_) return;
    for (const pid_t pid : numeric_entries("/proc")) parents_[stat_of(pid).parent].push_back(pid);
  }

  std::vector<pid_t> of(pid_t pid) {
    if (!by_file_) return parents_[pid];
    std::vector<pid_t> result;
    for (const pid_t thread : numeric_entries(fmt::format("/proc/{}/task", pid))) {
      for (const std::uint64_t n : numbers(read_all(fmt::format("/proc/{}/task/{}/children", pid, thread)))) {
        result.push_back(static_cast<pid_t>(n));
      }
    }
    return result;
  }

 private:
  bool by_file_;
  std::unordered_map<pid_t, std::vector<pid_t>> parents_;
};

struct Descendant {
  pid_t pid;
  pid_t parent;
  pid_t group;
};

// A number that was read may be another process by the time it is used: under a fork bomb they come round within
// seconds. So what is said of a process comes from one look, in which it was a child of the one it was found below.
// `dead`: those that were found and were not living any more.
std::vector<Descendant> below_now(pid_t top, std::unordered_set<pid_t>* dead = nullptr) {
  Children children;
  std::vector<Descendant> result;
  std::vector<std::pair<pid_t, pid_t>> pending;
  const auto look_below = [&](pid_t parent) {
    for (const pid_t child : children.of(parent)) pending.emplace_back(child, parent);
  };
  look_below(top);
  // A zombie has no children: they went to its reaper. The bound is for a fork bomb that grows while we look.
  for (std::size_t i = 0; i < pending.size() && i < 100000; ++i) {
    const auto [pid, parent] = pending[i];
    const Stat stat = stat_of(pid);
    if (stat.state == 'Z' || stat.state == 'X' || (stat.parent != parent && stat.parent != top)) {
      if (dead != nullptr) dead->insert(pid);
      continue;
    }
    result.push_back({pid, stat.parent, stat.group});
    look_below(pid);
  }
  return result;
}

// Unless the number is another process by now: the signal goes to the process that was looked at, or to none.
void send_signal(const Descendant& to, pid_t top, int signal) {
  const Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, to.pid, 0)));
  if (process.get() < 0) return;
  const pid_t parent = stat_of(to.pid).parent;
  if (parent != to.parent && parent != top) return;
  ::syscall(SYS_pidfd_send_signal, process.get(), signal, nullptr, 0);
}

}  // namespace

std::vector<pid_t> descendants(pid_t top) {
  std::vector<pid_t> result;
  for (const Descendant& each : below_now(top)) result.push_back(each.pid);
  return result;
}

pid_t process_of(pid_t thread) {
  const std::string text = read_all(fmt::format("/proc/{}/status", thread));
  const std::size_t at = text.find("\nTgid:");
  return at == std::string::npos ? 0 : static_cast<pid_t>(std::atoi(text.c_str() + at + 6));
}

bool below(pid_t process, pid_t top) {
  for (int steps = 0; process > 1 && steps < 100000; ++steps) {
    process = stat_of(process).parent;
    if (process == top) return true;
  }
  return false;
}

Usage usage(const std::vector<pid_t>& processes) {
  static const std::uint64_t page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  Usage total;
  total.processes = processes.size();
  for (const pid_t pid : processes) {
    const std::vector<std::uint64_t> statm = numbers(read_all(fmt::format("/proc/{}/statm", pid)));
    if (statm.size() < 3) continue;
    total.private_bytes += (statm[1] - std::min(statm[1], statm[2])) * page;
    total.shared_bytes = std::max(total.shared_bytes, statm[2] * page);
  }
  return total;
}

std::uint64_t processes_of(uid_t user) {
  std::uint64_t count = 0;
  for (const pid_t pid : numeric_entries("/proc")) {
    struct stat info = {};
    if (::stat(fmt::format("/proc/{}", pid).c_str(), &info) == 0 && info.st_uid == user) {
      count += numeric_entries(fmt::format("/proc/{}/task", pid)).size();
    }
  }
  return count;
}

bool kill_descendants(pid_t top) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point deadline = Clock::now() + std::chrono::seconds(2);
  const pid_t groups_spared[] = {0, 1, ::getpgrp(), stat_of(top).group};
  std::unordered_set<pid_t> dead_before;
  while (Clock::now() < deadline) {
    std::unordered_set<pid_t> dead;
    const std::vector<Descendant> living = below_now(top, &dead);
    if (living.empty()) {
      // Who died during this look left its children to `top` perhaps after we had read who is below that.
      if (std::ranges::all_of(dead, [&](pid_t each) { return dead_before.contains(each); })) return true;
      dead_before = std::move(dead);
      continue;
    }
    // A group dies at once, however fast it forks: the kernel signals all of it under one lock. The groups of
    // descendants lie in the target's own sessions.
    std::unordered_set<pid_t> groups;
    for (const Descendant& each : living) groups.insert(each.group);
    for (const pid_t group : groups) {
      if (std::find(std::begin(groups_spared), std::end(groups_spared), group) == std::end(groups_spared)) {
        ::kill(-group, SIGKILL);
      }
    }
    // For those that leave their groups: all are stopped before any is killed, because a death makes room for a fork.
    for (const Descendant& each : living) send_signal(each, top, SIGSTOP);
    std::vector<Descendant> rest = below_now(top);
    for (int rounds = 0; rounds < 100; ++rounds) {
      const bool running =
          std::ranges::any_of(rest, [](const Descendant& each) { return stat_of(each.pid).state == 'R'; });
      if (!running) break;
      for (const Descendant& each : rest) send_signal(each, top, SIGSTOP);
      rest = below_now(top);
    }
    for (const Descendant& each : rest) send_signal(each, top, SIGKILL);
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  return descendants(top).empty();
}

void kill_tree(pid_t top) {
  CHECK(top > 1);
  // Stopped, it neither forks nor dies before those below it, which would then go to a reaper that is not ours.
  ::kill(top, SIGSTOP);
  kill_descendants(top);
  ::kill(top, SIGKILL);
}

}  // namespace cairn::target
