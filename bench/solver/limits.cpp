// What complete solvers cost at worst, and that work goes on: prints for each back end when a query crafted to run for
// hours ended and what its limit was, how much memory a hungry one got, and what a solver that dies costs. After each,
// the same solver is asked something easy.
//
//   limits
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/solver/process_backend.h"

namespace {

using namespace cairn;
using expr::ByteId;
using expr::ExprId;
using expr::Op;
using Clock = std::chrono::steady_clock;

std::vector<pid_t> children() {
  std::vector<pid_t> found;
  std::ifstream list("/proc/self/task/" + std::to_string(getpid()) + "/children");
  for (pid_t pid; list >> pid;) found.push_back(pid);
  return found;
}

// In megabytes; 0 when the process is gone.
double most_memory(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string word; status >> word;)
    if (double kilobytes = 0; word == "VmPeak:" && status >> kilobytes) return kilobytes / 1024;
  return 0;
}

class Worst {
 public:
  Worst(const char* program, std::uint32_t milliseconds, std::uint64_t megabytes = 2048) {
    solver::ProcessOptions options;
    options.wall_milliseconds = milliseconds;
    options.memory_bytes = megabytes << 20;
    options.program = std::string("cairn-solve-") + program;
    options.step_limit = 0;  // the clock and the memory are what is to be seen
    solver_ = solver::make_process_backend(context_, dag_, options);
  }

  // A product of two primes of 56 bits, to be taken apart.
  std::vector<ExprId> hopeless() {
    const ExprId p = dag_.make(Op::ZExt, 128, dag_.input(ByteId(0), 7)),
                 q = dag_.make(Op::ZExt, 128, dag_.input(ByteId(7), 7)), one = dag_.constant(1, 128);
    const auto product = expr::u128{15614961330584657u} * 50294123539000157u;
    return {dag_.make(Op::Ult, 1, one, p), dag_.make(Op::Ult, 1, p, q),
            dag_.equal(dag_.make(Op::Mul, 128, p, q), dag_.constant(product, 128))};
  }
  // Quotients of products of 128 bits: hundreds of thousands of clauses each.
  std::vector<ExprId> hungry() {
    std::vector<ExprId> constraints;
    for (std::uint32_t i = 0; i < 40; ++i) {
      const ExprId x = dag_.input(ByteId(32 * i), 16), y = dag_.input(ByteId(32 * i + 16), 16);
      constraints.push_back(dag_.make(Op::Ult, 1, dag_.make(Op::UDiv, 128, dag_.make(Op::Mul, 128, x, y), x), y));
    }
    return constraints;
  }

  solver::Answer ask(const std::vector<ExprId>& constraints) {
    const auto start = Clock::now();
    solver::Answer answer = solver_->solve({constraints, &parent_});
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return answer;
  }

  // The rest of a line: what was said, and whether an easy query is answered afterwards. Counts what does not hold.
  void finish(const solver::Answer& answer, bool holds) {
    const bool easy = ask({dag_.equal(dag_.input(ByteId(0), 1), dag_.constant(42, 8))}).verdict == solver::Verdict::sat;
    const bool given_up = answer.verdict == solver::Verdict::unknown;
    std::printf("  %-26s next query %s%s\n", given_up ? answer.reason.c_str() : "answered",
                easy ? "answered" : "NOT ANSWERED", holds ? "" : "  MISSED");
    missed += holds && easy && given_up ? 0 : 1;
  }

  double seconds = 0;
  static inline int missed = 0;

 private:
  base::Context context_{1};
  expr::Dag dag_;
  expr::Assignment parent_;
  std::unique_ptr<solver::Solver> solver_;
};

void hang(const char* program, std::uint32_t milliseconds) {
  Worst worst(program, milliseconds);
  const solver::Answer answer = worst.ask(worst.hopeless());
  const double off = worst.seconds - milliseconds / 1000.0;
  std::printf("%-5s hopeless     limit %5.2f s   ended after %5.2f s  (%+.3f s)", program, milliseconds / 1000.0,
              worst.seconds, off);
  worst.finish(answer, std::abs(off) <= 0.5);
}

void eat(const char* program, std::uint64_t megabytes) {
  Worst worst(program, 60'000, megabytes);
  const solver::Answer answer = worst.ask(worst.hungry());
  const auto workers = children();
  const double most = workers.empty() ? 0 : most_memory(workers.front());
  std::printf("%-5s hungry       limit %4llu MB   had %4.0f MB after %5.2f s  ", program,
              static_cast<unsigned long long>(megabytes), most, worst.seconds);
  worst.finish(answer, most <= static_cast<double>(megabytes));
}

void crash(const char* program) {
  Worst worst(program, 60'000);
  std::thread killer([] {
    while (children().empty()) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    kill(children().front(), SIGKILL);
  });
  const solver::Answer answer = worst.ask(worst.hopeless());
  killer.join();
  std::printf("%-5s killed       after  0.30 s   noticed after %4.2f s          ", program, worst.seconds);
  worst.finish(answer, worst.seconds <= 0.8);
}

}  // namespace

int main() {
  for (const char* program : {"z3", "bits"}) {
    for (const std::uint32_t milliseconds : {500u, 1000u, 3000u}) hang(program, milliseconds);
    eat(program, 256);
    crash(program);
  }
  std::printf("%d of 10 missed\n", Worst::missed);
  return Worst::missed == 0 ? 0 : 1;
}
