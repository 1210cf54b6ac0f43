#include "compiler/externals.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>

#include "abi/cairn_abi.h"

namespace cairn::compiler {

bool has_model(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
#define CAIRN_MODEL(name) #name,
#include "abi/models.def"
#undef CAIRN_MODEL
  };
  return names.contains(name);
}

bool sink_external(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
      "printf",
      "fprintf",
      "dprintf",
      "vprintf",
      "vfprintf",
      "puts",
      "fputs",
      "putchar",
      "putc",
      "fputc",
      "putchar_unlocked",
      "putc_unlocked",
      "fputc_unlocked",
      "fwrite",
      "fwrite_unlocked",
      "fputs_unlocked",
      "perror",
      "write",
      "exit",
      "_exit",
      "_Exit",
      "abort",
      "free",
      "malloc_usable_size",
      "_ZdlPv", /* operator delete */
      "_ZdlPvm",
      "_ZdaPv",
      "_ZdaPvm",
      "__printf_chk",
      "__fprintf_chk",
      "__vprintf_chk",
      "__vfprintf_chk",
      "__dprintf_chk",
      "__vdprintf_chk",
      "vdprintf",
      "putw",
      "__overflow",
      "syslog",
      "vsyslog",
      "__syslog_chk",
      "vwarn",
      "vwarnx",
      "verr",
      "verrx",
      "error_at_line",
      "psignal",
      "_IO_putc",
      "writev",
      "pwrite",
      "pwrite64",
      "warn",
      "warnx",
      "err",
      "errx",
      "error",
      "fflush",
      "fclose",
      "fflush_unlocked",
      "close",
      "sleep",
      "usleep",
      "__assert_fail",
      "longjmp",
      "siglongjmp",
      "_longjmp",
      "__longjmp_chk",
      "send",
      "sendto",
      "sendmsg",
      "madvise",
      /* Text, which buffers of runtime/libstdcxx take with its labels: operator<< and ostream::write. */
      "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l",
      "_ZNSo5writeEPKcl",
  };
  return names.contains(name);
}

std::optional<unsigned> deciding_argument(llvm::StringRef name) {
  static const llvm::StringMap<unsigned> arguments = {
      {"error", 0},      {"error_at_line", 0}, {"close", 0},         {"longjmp", 1},
      {"siglongjmp", 1}, {"_longjmp", 1},      {"__longjmp_chk", 1},
  };
  const auto found = arguments.find(name);
  if (found == arguments.end()) return std::nullopt;
  return found->second;
}

bool counts_output(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
      "printf",        "fprintf",       "dprintf",       "vprintf",        "vfprintf",       "vdprintf", "__printf_chk",
      "__fprintf_chk", "__dprintf_chk", "__vprintf_chk", "__vfprintf_chk", "__vdprintf_chk", "puts",
  };
  return names.contains(name);
}

bool runtime_external(llvm::StringRef name) {
  return name.starts_with("cairn_") || name.starts_with("klee_") || name.starts_with("__VERIFIER_");
}

bool leaf_external(llvm::StringRef name) {
  static const llvm::StringSet<> names = {"free", "malloc_usable_size", "setlocale", "uselocale"};
  return names.contains(name);
}

bool inert_external(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
      "__stack_chk_fail",
      "__assert_fail",
      "__errno_location",
      "abort",
      "_setjmp",
      "setjmp",
      "__sigsetjmp",
      "sigsetjmp",
      "__cxa_allocate_exception",
      "__cxa_begin_catch",
      "__cxa_end_catch",
      "__cxa_throw",
      "__cxa_rethrow",
      "__gxx_personality_v0",
      "__cxa_guard_acquire",
      "__cxa_guard_release",
      "__cxa_guard_abort",
      "__clang_call_terminate",
      "__cxa_atexit",
  };
  return names.contains(name);
}

}  // namespace cairn::compiler
