// cairn-cc and cairn-c++: drop-in compilers. They run clang with the pass plugin, and link the runtime into
// executables. Everything else on the command line is the user's and is passed on, except what cannot work with
// recording (listed in unsupported()).
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Arguments = std::vector<std::string>;

std::filesystem::path own_directory() {
  char buffer[PATH_MAX];
  const ssize_t n = readlink("/proc/self/exe", buffer, sizeof(buffer) - 1);
  if (n <= 0) return ".";
  return std::filesystem::path(std::string(buffer, static_cast<std::size_t>(n))).parent_path();
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  for (auto prefix : prefixes)
    if (text.starts_with(prefix)) return true;
  return false;
}

// Response files are read here so that their content takes part in the decisions below; quotes and backslashes as the
// compilers take them.
void expand(const std::string& argument, Arguments& out, int depth = 0) {
  if (argument.size() < 2 || argument[0] != '@' || depth > 16) {
    out.push_back(argument);
    return;
  }
  std::ifstream file(argument.substr(1));
  if (!file) {
    out.push_back(argument);
    return;
  }
  std::string word;
  bool inside = false;
  char quote = 0;
  char c;
  auto finish = [&] {
    if (inside) expand(word, out, depth + 1);
    word.clear();
    inside = false;
  };
  while (file.get(c)) {
    if (c == '\\' && quote != '\'') {
      if (file.get(c)) word += c;
      inside = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      finish();
    } else {
      word += c;
      inside = true;
    }
  }
  finish();
}

struct Plan {
  bool links = true;
  bool shared = false;
  bool is_static = false;
  bool has_input = false;
  bool has_debug = false;
  bool has_pic = false;
  bool partial = false;
  bool asks_only = false;  // --version and the like
  bool optimises = false;  // -O2 or more
  bool sets_inlining = false;
  bool other_library = false;  // another C++ library than libstdc++, or none
  Arguments passed;
};

// Options with a separate value that could be mistaken for an input file.
bool takes_value(std::string_view option) {
  for (std::string_view known :
       {"-o",       "-x",       "-I",       "-L",        "-D",          "-U",
        "-include", "-imacros", "-isystem", "-iquote",   "-idirafter",  "-MF",
        "-MT",      "-MQ",      "-Xlinker", "-Xclang",   "-Xassembler", "-Xpreprocessor",
        "-mllvm",   "-arch",    "-target",  "-T",        "-u",          "-z",
        "-e",       "--param",  "-l",       "-isysroot", "-Xanalyzer",  "--serialize-diagnostics",
        "-rpath",   "-h"})
    if (option == known) return true;
  return false;
}

// Silently leaving these in would break recording; each is dropped or replaced, and why.
bool dropped(const std::string& a) {
  if (a == "-no-pie" || a == "-nopie" || a == "-fno-pie" || a == "-fno-PIE" || a == "-fno-pic" || a == "-fno-PIC")
    return true;  // shadow layout
  if (a.starts_with("-flto") || a == "-fwhole-program" || a == "-ffat-lto-objects")
    return true;                                          // the pass works per unit
  if (a == "-g0") return true;                            // sites are places in the source
  if (a.starts_with("-fsanitize-coverage")) return true;  // a fuzzer's counters, and nobody there to be told
  if (a == "-Wl,-z,defs" || a == "-Wl,--no-undefined" || a == "-Wl,-no-undefined" || a == "-Wl,--as-needed,-z,defs")
    return true;
  return false;
}

// libFuzzer brings a main and counters of its own; a harness gets ours. Other checks of the list stay.
std::string without_fuzzer(const std::string& argument) {
  constexpr std::string_view option = "-fsanitize=";
  if (!argument.starts_with(option)) return argument;
  std::string kept;
  for (std::size_t at = option.size(); at <= argument.size();) {
    const std::size_t end = std::min(argument.find(',', at), argument.size());
    const std::string check = argument.substr(at, end - at);
    if (check != "fuzzer" && check != "fuzzer-no-link") kept += (kept.empty() ? "" : ",") + check;
    at = end + 1;
  }
  return kept.empty() ? "" : std::string(option) + kept;
}

Plan make_plan(const Arguments& arguments) {
  Plan plan;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string a = without_fuzzer(arguments[i]);
    if ((a.empty() && !arguments[i].empty()) || dropped(a)) continue;
    plan.passed.push_back(a == "-static" || a == "--static" ? "-static-pie" : a);
    if (a == "-static" || a == "-static-pie" || a == "--static") plan.is_static = true;
    if (a == "-c" || a == "-S" || a == "-E" || a == "-M" || a == "-MM" || a == "-fsyntax-only" || a == "-emit-ast" ||
        a == "--analyze" || a == "--precompile")
      plan.links = false;
    if (a == "-shared" || a == "--shared") plan.shared = true;
    if (a == "-stdlib=libc++" || a == "-nostdlib++" || a == "-nodefaultlibs") plan.other_library = true;
    if (a == "-r" || a == "-Wl,-r" || a == "-nostdlib" || a == "-nostartfiles") plan.partial = true;
    if (starts_with_any(a, {"-print-", "--print-", "-dump"}) || a == "--version" || a == "-v" || a == "-V" ||
        a == "--help" || a == "-###" || a == "-qversion")
      plan.asks_only = true;
    if (a.starts_with("-g") && !a.starts_with("-gcc-") && !a.starts_with("-gz")) plan.has_debug = true;
    if (a.starts_with("-O")) plan.optimises = a == "-O2" || a == "-O3" || a == "-Ofast" || a == "-O4";
    if (a.find("-inline-threshold") != std::string::npos) plan.sets_inlining = true;
    if (a == "-fPIC" || a == "-fpic" || a == "-fPIE" || a == "-fpie") plan.has_pic = true;
    if (takes_value(a)) {
      if (i + 1 < arguments.size()) plan.passed.push_back(arguments[++i]);
      if (plan.passed.back().find("-inline-threshold") != std::string::npos) plan.sets_inlining = true;
      continue;
    }
    if (a == "-" || (!a.empty() && a[0] != '-') || a.starts_with("-l")) plan.has_input = true;
  }
  return plan;
}

const char* unsupported(const Arguments& arguments) {
  for (const std::string& a : arguments) {
    if (a == "-m32" || a == "-mx32") return "32-bit code: Cairn records x86-64 programs only; leave out -m32";
    if (a.starts_with("--target=") && a.find("x86_64") == std::string::npos) return "another target than x86-64 Linux";
  }
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  const bool cplusplus = std::filesystem::path(argv[0]).filename().string().ends_with("++");
  Arguments given;
  for (int i = 1; i < argc; ++i) expand(argv[i], given);
  if (const char* what = unsupported(given)) {
    std::fprintf(stderr, "%s: cannot instrument %s.\n", argv[0], what);
    return 2;
  }
  const std::filesystem::path root = own_directory().parent_path();
  const std::string plugin = (root / "lib" / "cairn-pass.so").string();
  if (!std::filesystem::exists(plugin)) {
    std::fprintf(stderr, "%s: the compiler plugin %s is missing; build Cairn with 'make' first.\n", argv[0],
                 plugin.c_str());
    return 3;
  }
  const Plan plan = make_plan(given);

  const char* clang = cplusplus ? "clang++-19" : "clang-19";
  Arguments command = {clang};
  if (!plan.asks_only || plan.has_input) {
    // -load makes the plugin's own options (-mllvm -cairn-...) known.
    for (const char* a : {"-Qunused-arguments", "-Xclang", "-load", "-Xclang"}) command.push_back(a);
    command.push_back(plugin);
    command.push_back("-fpass-plugin=" + plugin);
    // Glibc's headers would otherwise turn some library calls into accesses to tables and buffers, which have no model.
    for (const char* a : {"-D__NO_INLINE__", "-D__NO_CTYPE"}) command.push_back(a);
    command.push_back("-isystem");
    command.push_back((root / "include").string());
    if (!plan.has_pic) command.push_back("-fPIE");
    if (!plan.has_debug) command.push_back("-gline-tables-only");
  }
  command.insert(command.end(), plan.passed.begin(), plan.passed.end());
  if (!plan.asks_only || plan.has_input) {
    // After the user's options: these decide. Vector code would hide branches and multiply rules.
    for (const char* a : {"-fno-vectorize", "-fno-slp-vectorize"}) command.push_back(a);
    // Probes make functions look larger than they are; without this, less is inlined than in the plain build.
    if (plan.optimises && !plan.sets_inlining)
      for (const char* a : {"-mllvm", "-inline-threshold=700"}) command.push_back(a);
    if (plan.links && plan.has_input && !plan.partial && !plan.shared) {
      const std::string lib = (root / "lib").string();
      command.push_back("-pie");
      command.push_back("-Wl,-z,now");  // bind once in the fork server, not again in every run
      command.push_back("-Wl,--whole-archive," + lib + "/libcairn_rt.a,--no-whole-archive");
      command.push_back("-Wl," + lib + "/libcairn_main.a");
      // In front of libstdc++, which clang names last. std::cin and facets are made by the library and need these
      // tables.
      if (cplusplus && !plan.other_library) {
        for (const char* table : {"_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE",
                                  "_ZTVSt7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE"})
          command.push_back(std::string("-Wl,-u,") + table);
        command.push_back("-Wl," + lib + "/libcairn_libstdcxx.a");
      }
      // The unwinder, for the places of faults. A C++ program has that of its library.
      if (!cplusplus)
        for (const char* a : {"-lgcc_eh", "-Wl,--exclude-libs,libgcc_eh.a"}) command.push_back(a);
      command.push_back("-lm");  // models call what they stand for, and the program's own -lm came too early for them
      // For shared objects; a static program has none, and its start-up code cannot relocate exported thread-local
      // data.
      if (!plan.is_static)
        for (const char* names : {"__cairn_*", "cairn_*"})
          command.push_back(std::string("-Wl,--export-dynamic-symbol=") + names);
    }
  }

  std::vector<char*> raw;
  for (std::string& a : command) raw.push_back(a.data());
  raw.push_back(nullptr);
  execvp(clang, raw.data());
  std::fprintf(stderr, "%s: cannot run %s (%s); run tools/setup to install it.\n", argv[0], clang,
               std::strerror(errno));
  return 3;
}
