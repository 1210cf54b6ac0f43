// cairn doctor: is everything there that the work needs, and does it do what it should?
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "abi/cairn_abi.h"
#include "cli/command.h"
#include "cli/exit_status.h"
#include "cli/run_tool.h"
#include "cli/workshop.h"
#include "engine/base/programs.h"
#include "engine/expr/expr.h"
#include "engine/solver/process_backend.h"
#include "engine/target/capabilities.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

constexpr rlim_t kDescriptors = 1024;  // what the engine uses has numbers from 500 on

enum class Health { ok, warning, broken };

struct Finding {
  std::string subject;
  Health health = Health::ok;
  std::string text;    // what was found
  std::string advice;  // what to do, when not ok
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Finding check_clang() {
  const fs::path clang = base::find_in_path("clang-19");
  if (clang.empty()) return {"clang-19", Health::broken, "not found in PATH", "apt install clang-19"};
  const auto ended = run_tool({clang.string(), "--version"}, true);
  if (!ended.ok() || ended->status != 0) {
    return {"clang-19", Health::broken, clang.string() + " does not run", "apt install --reinstall clang-19"};
  }
  return {"clang-19", Health::ok, first_line(ended->output), ""};
}

// The whole way: wrapper, pass plugin, runtime, and a program that behaves as if nothing had happened to it.
Finding check_compiler() {
  const fs::path compiler = base::own_directory() / "cairn-cc";
  const std::string advice = "build cairn completely (make), or reinstall it";
  std::error_code error;
  if (!fs::exists(compiler, error)) return {"cairn-cc", Health::broken, compiler.string() + " is missing", advice};
  const auto shop = Workshop::open("doctor");
  if (!shop.ok()) return {"cairn-cc", Health::broken, "not tried", shop.error().message};
  const fs::path source = shop->path() / "probe.c";
  const fs::path program = shop->path() / "probe";
  std::ofstream(source) << "int main(int argc, char** argv) { (void)argv; return argc == 1 ? 42 : 0; }\n";
  const auto compiled = run_tool({compiler.string(), "-o", program.string(), source.string()}, true);
  if (!compiled.ok() || compiled->status != 0) {
    return {"cairn-cc", Health::broken,
            compiled.ok() ? "does not compile: " + first_line(compiled->output) : compiled.error().message, advice};
  }
  const auto ended = run_tool({program.string()}, true);
  if (!ended.ok() || ended->status != 42) {
    return {"cairn-cc", Health::broken, "a program it compiled does not behave as it should", advice};
  }
  return {"cairn-cc", Health::ok, "compiles, and the program behaves as without it", ""};
}

// Both complete solvers: a run asks now one, now the other.
Finding check_solvers() {
  const std::string advice = "build cairn completely (make), and apt install libz3-4 libcadical-dev";
  base::Context context(1);
  expr::Dag dag;
  const expr::ByteId byte(0);
  const expr::ExprId tripled = dag.make(expr::Op::Mul, 8, dag.input(byte, 1), dag.constant(3, 8));
  const expr::Assignment zeros;
  const solver::Query query{{dag.equal(tripled, dag.constant(126, 8))}, &zeros};
  for (const char* program : {"cairn-solve-z3", "cairn-solve-bits"}) {
    solver::ProcessOptions options;
    options.program = program;
    if (const auto worker = solver::find_worker(options); !worker.ok())
      return {"solvers", Health::broken, worker.error().message, advice};
    const solver::Answer answer = solver::make_process_backend(context, dag, options)->solve(query);
    if (answer.verdict != solver::Verdict::sat || answer.assignment.get(byte) != 42) {
      return {"solvers", Health::broken, fmt::format("{} gives no answer or a wrong one: {}", program, answer.reason),
              advice};
    }
  }
  return {"solvers", Health::ok, "Z3 and our bit-blaster answer", ""};
}

Finding check_containment(const target::Capabilities& can) {
  const std::string landlock = fmt::format("Landlock version {} with a system call filter", can.landlock_version);
  if (can.namespaces) return {"containment", Health::ok, can.landlock ? "namespaces; " + landlock : "namespaces", ""};
  if (can.landlock)
    return {"containment", Health::ok, fmt::format("{} (no namespaces: {})", landlock, can.namespaces_why), ""};
  return {"containment", Health::broken,
          fmt::format("none: namespaces: {}; Landlock: {}", can.namespaces_why, can.landlock_why),
          "sysctl kernel.unprivileged_userns_clone=1, or in a disposable machine: cairn run --sandbox off"};
}

Finding check_memory_limits(const target::Capabilities& can) {
  if (can.cgroups) return {"memory limits", Health::ok, "held by a cgroup", ""};
  return {"memory limits", Health::ok, "held by looking at the program's use (no writable cgroup)", ""};
}

Finding check_addresses(const target::Capabilities& can) {
  if (can.fixed_addresses) return {"addresses", Health::ok, "address randomisation can be switched off", ""};
  return {"addresses", Health::warning, "address randomisation stays on: personality() is forbidden here",
          "nothing, unless the program depends on addresses; in a container: --security-opt seccomp=unconfined"};
}

Finding check_core_pattern(const target::Capabilities& can) {
  if (can.core_pattern.empty() || can.core_pattern.front() != '|')
    return {"core dumps", Health::ok, "no handler program", ""};
  return {"core dumps", Health::warning, "each crash starts " + first_line(can.core_pattern.substr(1)),
          "sysctl kernel.core_pattern=core"};
}

// Nothing: the addresses can be had.
std::optional<std::string> what_forbids(std::uint64_t begin, std::uint64_t size) {
  void* const wanted = reinterpret_cast<void*>(begin);
  void* const got = ::mmap(wanted, size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got == MAP_FAILED) return std::strerror(errno);
  ::munmap(got, size);
  if (got != wanted) return "the addresses are taken";
  return std::nullopt;
}

Finding check_shadow() {
  auto reason = what_forbids(CAIRN_SHADOW_BASE, CAIRN_SHADOW_SIZE);
  if (!reason) reason = what_forbids(CAIRN_WITNESS_BASE, CAIRN_WITNESS_SIZE);
  if (reason) {
    return {"shadow memory", Health::broken, "cannot be reserved: " + *reason,
            "sysctl vm.overcommit_memory=0, and ulimit -v unlimited"};
  }
  return {"shadow memory", Health::ok,
          fmt::format("{} TiB of addresses can be reserved", (CAIRN_SHADOW_SIZE + CAIRN_WITNESS_SIZE) >> 40), ""};
}

Finding check_overcommit() {
  std::ifstream file("/proc/sys/vm/overcommit_memory");
  int mode = -1;
  file >> mode;
  if (mode == 0 || mode == 1) return {"overcommit", Health::ok, fmt::format("vm.overcommit_memory is {}", mode), ""};
  if (mode == 2)
    return {"overcommit", Health::broken, "vm.overcommit_memory is 2: the shadow cannot be mapped",
            "sysctl vm.overcommit_memory=0"};
  return {"overcommit", Health::warning, "vm.overcommit_memory cannot be read", "nothing, if shadow memory is ok"};
}

Finding check_limits() {
  rlimit space{};
  rlimit data{};
  rlimit files{};
  ::getrlimit(RLIMIT_AS, &space);
  ::getrlimit(RLIMIT_DATA, &data);
  ::getrlimit(RLIMIT_NOFILE, &files);
  if (space.rlim_cur != RLIM_INFINITY || data.rlim_cur != RLIM_INFINITY)
    return {"limits", Health::broken, "the address space or the data size is limited, which breaks the shadow",
            "ulimit -v unlimited; ulimit -d unlimited"};
  if (files.rlim_cur < kDescriptors)
    return {"limits", Health::broken, fmt::format("only {} files may be open at a time", files.rlim_cur),
            fmt::format("ulimit -n {}", kDescriptors)};
  return {"limits", Health::ok, "address space and data are not limited", ""};
}

std::string_view word(Health health) {
  switch (health) {
    case Health::ok:
      return "ok";
    case Health::warning:
      return "warn";
    case Health::broken:
      return "BAD";
  }
  return "?";
}

}  // namespace

int doctor_command(const Options& options) {
  if (!options.words.empty() || options.command_given)
    return fail(base::misuse_error("cairn doctor takes no arguments"));
  const target::Capabilities can = target::probe();
  const std::vector<Finding> findings = {
      check_clang(),        check_compiler(),        check_solvers(), check_containment(can), check_memory_limits(can),
      check_addresses(can), check_core_pattern(can), check_shadow(),  check_overcommit(),     check_limits()};
  Health worst = Health::ok;
  for (const Finding& finding : findings) {
    fmt::print("{:<6}{:<16}{}\n", word(finding.health), finding.subject, finding.text);
    if (finding.health != Health::ok) fmt::print("{:<22}-> {}\n", "", finding.advice);
    worst = std::max(worst, finding.health);
  }
  if (worst == Health::broken) {
    fmt::print(stderr, "cairn: this machine is not ready; the lines marked BAD say what to do\n");
    return kEnvironment;
  }
  return kDone;
}

}  // namespace cairn::cli
