// Straight to the kernel: where the program might define a function of the same name, without touching errno, and
// without the pages of the C library that nothing else in a short run needs.
#pragma once

namespace cairn::runtime {

inline long system_call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0) {
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
               : "rcx", "r11", "memory");
  return result;
}

}  // namespace cairn::runtime
