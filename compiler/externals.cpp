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
      /* Trees of maps and sets: they move pointers between nodes. */
      "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
      "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_",
      "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base",
      "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
      "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base",
      "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base",
      /* operator new */
      "_Znwm",
      "_Znam",
      "_ZnwmRKSt9nothrow_t",
      "_ZnamRKSt9nothrow_t",
      "_ZnwmSt11align_val_t",
      "_ZnamSt11align_val_t",
      /* Text, which buffers of runtime/libstdcxx take with its labels: operator<< and ostream::write. */
      "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l",
      "_ZNSo5writeEPKcl",
      "_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE",
  };
  return names.contains(name);
}

std::optional<unsigned> deciding_argument(llvm::StringRef name) {
  static const llvm::StringMap<unsigned> arguments = {
      {"error", 0},
      {"error_at_line", 0},
      {"close", 0},
      {"longjmp", 1},
      {"siglongjmp", 1},
      {"_longjmp", 1},
      {"__longjmp_chk", 1},
      {"_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_", 0},
      {"_Znwm", 0},
      {"_Znam", 0},
      {"_ZnwmRKSt9nothrow_t", 0},
      {"_ZnamRKSt9nothrow_t", 0},
      {"_ZnwmSt11align_val_t", 0},
      {"_ZnamSt11align_val_t", 0},
  };
  const auto found = arguments.find(name);
  if (found == arguments.end()) return std::nullopt;
  return found->second;
}

bool only_writes(llvm::StringRef name, unsigned argument) {
  static const llvm::StringMap<unsigned> arguments = {
      {"_ZNSt10__num_base15_S_format_floatERKSt8ios_basePcc", 1},
      {"_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE", 1},
      {"_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_",
       1},
      {"_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE", 1},
      {"asctime_r", 1},
      {"clock_getres", 1},
      {"clock_gettime", 1},
      {"confstr", 1},
      {"ctime_r", 1},
      {"drand48_r", 1},
      {"fstat", 1},
      {"fstatat", 2},
      {"fstatfs", 1},
      {"fstatvfs", 1},
      {"getcwd", 0},
      {"getdomainname", 0},
      {"getentropy", 0},
      {"gethostname", 0},
      {"getitimer", 1},
      {"getloadavg", 0},
      {"getlogin_r", 0},
      {"getrandom", 0},
      {"getrlimit", 1},
      {"getrusage", 1},
      {"gettimeofday", 0},
      {"gcvt", 2},
      {"ecvt_r", 4},
      {"inet_ntop", 2},
      {"lrand48_r", 1},
      {"lstat", 1},
      {"mrand48_r", 1},
      {"pipe", 0},
      {"pipe2", 0},
      {"pthread_create", 0},
      {"random_r", 1},
      {"readlink", 1},
      {"readlinkat", 2},
      {"regerror", 2},
      {"sigemptyset", 0},
      {"sigfillset", 0},
      {"sigpending", 0},
      {"stat", 1},
      {"strerror_r", 1},
      {"swab", 1},
      {"sysinfo", 0},
      {"tcgetattr", 1},
      {"time", 0},
      {"timespec_get", 0},
      {"times", 0},
      {"ttyname_r", 1},
      {"uname", 0},
      {"wait", 0},
      {"wait3", 0},
      {"wait4", 1},
      {"waitpid", 1},
  };
  const auto found = arguments.find(name);
  return found != arguments.end() && found->second == argument;
}

bool handles_object(llvm::StringRef name) {
  return name.starts_with("_ZN") || name.starts_with("_ZSt") || name == "__dynamic_cast";
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
