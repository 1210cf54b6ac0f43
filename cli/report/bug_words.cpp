#include "cli/report/bug_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace cairn::cli {
namespace {

struct Row {
  std::string_view kind, name, summary, advice;
};

constexpr std::array<Row, 9> kRows = {{
    {"SIGSEGV", "MemoryAccess", "Access to memory that is not the program's",
     "Look for null pointers, indices that are not checked, pointers to freed memory, and endless recursion."},
    {"SIGBUS", "MemoryBeyondObject", "Access to memory that is not there",
     "Look for accesses beyond the end of a mapped file and for misaligned pointers."},
    {"SIGABRT", "Abort", "The program ends itself",
     "An assertion failed, the heap was found damaged, or nobody caught an exception."},
    {"SIGFPE", "Arithmetic", "Division without a result",
     "Look for divisions and remainders by zero, and for the smallest number divided by -1."},
    {"SIGILL", "InvalidInstruction", "A trap or an invalid instruction",
     "A place the compiler took for unreachable was reached, or a check it had built in failed."},
    {"SIGTRAP", "Trap", "A trap", "A check the compiler had built in failed."},
    {"SIGSYS", "ForbiddenSystemCall", "A system call that is not allowed",
     "The program asked the system for something that containment does not allow."},
    {"SIGKILL", "TooMuch", "The program takes more than a run may have",
     "It was ended for the memory (1 GB), the disk space (64 MB) or the processes (64) it took; look for sizes and "
     "counts from the input that nobody checks."},
    {"timeout", "NoEnd", "The program does not come to an end in time",
     "Look for loops whose condition the input can keep true; --timeout gives slow programs more time."},
}};

}  // namespace

BugWords bug_words(std::string_view kind) {
  const auto* found = std::ranges::find(kRows, kind, &Row::kind);
  if (found == kRows.end())
    return {std::string(kind), fmt::format("The program is ended by {}", kind),
            "The signal says more about the cause."};
  return {std::string(found->name), std::string(found->summary), std::string(found->advice)};
}

}  // namespace cairn::cli
