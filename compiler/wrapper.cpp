// cairn-cc and cairn-c++: drop-in compilers. They run clang with the pass plugin, and link the runtime into
// executables. Everything else on the command line is the user's and is passed on, except what cannot work with
// recording (listed in unsupported()).
#include <sys/mman.h>
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
    if (c == '\\') {
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
  bool has_pic = false;
  bool partial = false;
  bool bare = false;                  // without the C library's start-up files
  bool no_default_libraries = false;  // those the user names are all
  bool asks_only = false;             // --version and the like
  bool optimises = false;             // -O2 or more
  bool sets_inlining = false;
  bool other_library = false;  // another C++ library than libstdc++, or none
  Arguments passed;

  [[nodiscard]] bool compiles() const { return !asks_only || has_input; }
  [[nodiscard]] bool links_program() const { return links && has_input && !partial && !shared; }
  [[nodiscard]] bool links_library() const { return links && has_input && !partial && shared; }
};

// Options with a separate value that could be mistaken for an input file.
bool takes_value(std::string_view option) {
  for (std::string_view known :
       {"-o",       "-x",       "-I",          "-L",        "-D",          "-U",
        "-include", "-imacros", "-isystem",    "-iquote",   "-idirafter",  "-MF",
        "-MT",      "-MQ",      "-Xlinker",    "-Xclang",   "-Xassembler", "-Xpreprocessor",
        "-mllvm",   "-arch",    "-target",     "-T",        "-u",          "-z",
        "-e",       "--param",  "-l",          "-isysroot", "-Xanalyzer",  "--serialize-diagnostics",
        "-rpath",   "-h",       "-include-pch"})
    if (option == known) return true;
  return false;
}

// Silently leaving these in would break recording; each is dropped or replaced, and why.
bool dropped(const std::string& a) {
  if (a == "-no-pie" || a == "-nopie" || a == "-fno-pie" || a == "-fno-PIE" || a == "-fno-pic" || a == "-fno-PIC")
    return true;  // shadow layout
  if (a.starts_with("-flto") || a == "-fwhole-program" || a == "-ffat-lto-objects" || a == "-fwhole-program-vtables" ||
      a == "-fvirtual-function-elimination")
    return true;                                          // the pass works per unit
  if (a == "-g0" || a == "-ggdb0") return true;           // sites are places in the source
  if (a.starts_with("-fsanitize-coverage")) return true;  // a fuzzer's counters, and nobody there to be told
  return false;
}

// With =fast, code generation fuses products and sums as it finds them: in one copy of a function and not in the other.
// With =on they are fused where the front end says so, and the pass hears of it.
Arguments replaced(const std::string& a) {
  const std::string contract = "-ffp-contract=on";
  if (a.starts_with("-ffp-contract=fast")) return {contract};
  if (a == "-ffp-model=fast") return {"-ffast-math", contract};
  if (a == "-ffast-math" || a == "-Ofast" || a == "-funsafe-math-optimizations") return {a, contract};
  if (a == "-static" || a == "--static") return {"-static-pie"};
  return {a};
}

bool is_header(const std::string& file, const std::string& language) {
  if (!language.empty() && language != "none") return language.ends_with("-header");
  const std::string extension = std::filesystem::path(file).extension();
  return extension == ".h" || extension == ".H" || extension == ".hh" || extension == ".hpp" || extension == ".hxx";
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
  std::string language;
  bool headers = false;
  bool others = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string a = without_fuzzer(arguments[i]);
    if ((a.empty() && !arguments[i].empty()) || dropped(a)) continue;
    for (const std::string& passed : replaced(a)) plan.passed.push_back(passed);
    if (a == "-static" || a == "-static-pie" || a == "--static") plan.is_static = true;
    if (a == "-c" || a == "-S" || a == "-E" || a == "-M" || a == "-MM" || a == "-fsyntax-only" || a == "-emit-ast" ||
        a == "--analyze" || a == "--precompile")
      plan.links = false;
    if (a == "-shared" || a == "--shared") plan.shared = true;
    if (a == "-nodefaultlibs") plan.no_default_libraries = true;
    if (a == "-stdlib=libc++" || a == "-nostdlib++" || a == "-nodefaultlibs") plan.other_library = true;
    if (a == "-r" || a == "-Wl,-r") plan.partial = true;
    if (a == "-nostdlib" || a == "-nostartfiles") plan.bare = true;
    if (starts_with_any(a, {"-print-", "--print-", "-dump"}) || a == "--version" || a == "-v" || a == "-V" ||
        a == "--help" || a == "-###" || a == "-qversion")
      plan.asks_only = true;
    if (a.starts_with("-O")) plan.optimises = a == "-O2" || a == "-O3" || a == "-Ofast" || a == "-O4";
    if (a.find("-inline-threshold") != std::string::npos) plan.sets_inlining = true;
    if (a == "-fPIC" || a == "-fpic" || a == "-fPIE" || a == "-fpie") plan.has_pic = true;
    if (takes_value(a)) {
      if (i + 1 < arguments.size()) plan.passed.push_back(arguments[++i]);
      if (plan.passed.back().find("-inline-threshold") != std::string::npos) plan.sets_inlining = true;
      if (a == "-x") language = plan.passed.back();
      continue;
    }
    if (a.starts_with("-x")) language = a.substr(2);
    if (a == "-" || (!a.empty() && a[0] != '-')) (is_header(a, language) ? headers : others) = true;
    if (headers || others || a.starts_with("-l")) plan.has_input = true;
  }
  if (headers && !others) plan.links = false;  // they are precompiled
  return plan;
}

const char* unsupported(const Arguments& arguments, const Plan& plan) {
  std::string_view before;
  for (const std::string& a : arguments) {
    if (a == "-m32" || a == "-mx32") return "32-bit code: Cairn records x86-64 programs only; leave out -m32";
    if ((a.starts_with("--target=") || before == "-target") && a.find("x86_64") == std::string::npos)
      return "another target than x86-64 Linux";
    before = a;
  }
  if (plan.bare && plan.links_program())
    return "a program that starts without the C library (-nostdlib, -nostartfiles): recording begins where it calls "
           "main";
  return nullptr;
}

std::string plugin_in(const std::filesystem::path& root) { return (root / "lib" / "cairn-pass.so").string(); }

Arguments before_users(const Plan& plan, const std::filesystem::path& root) {
  const std::string plugin = plugin_in(root);
  // -load makes the plugin's own options (-mllvm -cairn-...) known.
  Arguments added = {"-Qunused-arguments", "-Xclang", "-load", "-Xclang", plugin, "-fpass-plugin=" + plugin};
  // Glibc's headers would otherwise turn some library calls into accesses to tables and buffers, which have no model.
  for (const char* a : {"-D__NO_INLINE__", "-D__NO_CTYPE"}) added.push_back(a);
  added.push_back("-isystem");
  added.push_back((root / "include").string());
  if (!plan.has_pic) added.push_back("-fPIE");
  added.push_back("-gline-tables-only");  // sites are places in the source; the user may ask for more
  return added;
}

// What comes after the user's options decides.
Arguments after_users(const Plan& plan) {
  // Vector code would hide branches and multiply rules.
  Arguments added = {"-fno-vectorize", "-fno-slp-vectorize"};
  // Probes make functions look larger than they are; without this, less is inlined than in the plain build.
  if (plan.optimises && !plan.sets_inlining)
    for (const char* a : {"-mllvm", "-inline-threshold=700"}) added.push_back(a);
  // Recorded functions are large, and most of the time goes into their code: fewer places are looked at for splitting live
  // ranges, and where variables are is followed in the cheaper of two ways.
  if (plan.optimises)
    for (const char* a : {"-grow-region-complexity-budget=100", "-experimental-debug-variable-locations=false"})
      added.insert(added.end(), {"-mllvm", a});
  // The runtime knows a library's functions and counters by address, and its memory has labels: dlclose leaves it where
  // it is. What it calls of the runtime is in the executable, whatever -z defs says.
  if (plan.links_library())
    for (const char* a : {"-Wl,-z,nodelete", "-Wl,--unresolved-symbols=ignore-all"}) added.push_back(a);
  return added;
}

Arguments link_program(const Plan& plan, const std::filesystem::path& root, bool cplusplus) {
  const std::string lib = (root / "lib").string();
  Arguments added = {"-pie"};
  added.push_back("-Wl,-z,now");  // bind once in the fork server, not again in every run
  added.push_back("-Wl,--whole-archive," + lib + "/libcairn_rt.a,--no-whole-archive");
  added.push_back("-Wl," + lib + "/libcairn_main.a");
  // In front of libstdc++, which clang names last. std::cin and facets are made by the library and need these tables.
  if (cplusplus && !plan.other_library) {
    for (const char* table : {"_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE",
                              "_ZTVSt7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE"})
      added.push_back(std::string("-Wl,-u,") + table);
    added.push_back("-Wl," + lib + "/libcairn_libstdcxx.a");
  }
  // The unwinder, for the places of faults. A C++ program has that of its library.
  if (!cplusplus)
    for (const char* a : {"-lgcc_eh", "-Wl,--exclude-libs,libgcc_eh.a"}) added.push_back(a);
  added.push_back("-lm");  // models call what they stand for, and the program's own -lm came too early for them
  if (plan.no_default_libraries) added.push_back("-lc");  // behind all that needs it
  // For shared objects; a static program has none, and its start-up code cannot relocate exported thread-local data.
  if (!plan.is_static)
    for (const char* names : {"__cairn_*", "cairn_*"})
      added.push_back(std::string("-Wl,--export-dynamic-symbol=") + names);
  return added;
}

// The file the compiler reads its arguments from when they are too long for the kernel.
std::string response_file(const Arguments& command) {
  std::string text;
  for (std::size_t i = 1; i < command.size(); ++i) {
    text += '"';
    for (const char c : command[i]) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    text += "\"\n";
  }
  const int file = memfd_create("arguments", 0);
  std::ofstream("/proc/self/fd/" + std::to_string(file)) << text;
  return "@/proc/self/fd/" + std::to_string(file);
}

void execute(Arguments& command) {
  std::vector<char*> raw;
  for (std::string& a : command) raw.push_back(a.data());
  raw.push_back(nullptr);
  execvp(raw[0], raw.data());
}

// Without the word behind which everything is a file: our own options come behind the user's files.
Arguments without_separator(Arguments given) {
  const auto separator = std::ranges::find(given, "--");
  if (separator == given.end()) return given;
  for (auto file = separator + 1; file != given.end(); ++file) {
    if (file->starts_with('-')) *file = "./" + *file;
  }
  given.erase(separator);
  return given;
}

}  // namespace

int main(int argc, char** argv) {
  const bool cplusplus = std::filesystem::path(argv[0]).filename().string().ends_with("++");
  Arguments given;
  for (int i = 1; i < argc; ++i) expand(argv[i], given);
  given = without_separator(std::move(given));
  const Plan plan = make_plan(given);
  if (const char* what = unsupported(given, plan)) {
    std::fprintf(stderr, "%s: cannot instrument %s.\n", argv[0], what);
    return 2;
  }
  const std::filesystem::path root = own_directory().parent_path();
  const std::string plugin = plugin_in(root);
  if (!std::filesystem::exists(plugin)) {
    std::fprintf(stderr, "%s: the compiler plugin %s is missing; build Cairn with 'make' first.\n", argv[0],
                 plugin.c_str());
    return 3;
  }

  const char* clang = cplusplus ? "clang++-19" : "clang-19";
  Arguments command = {clang};
  const auto add = [&](const Arguments& more) { command.insert(command.end(), more.begin(), more.end()); };
  if (plan.compiles()) add(before_users(plan, root));
  add(plan.passed);
  if (plan.compiles()) add(after_users(plan));
  if (plan.links_program()) add(link_program(plan, root, cplusplus));

  execute(command);
  if (errno == E2BIG) {
    command = {clang, response_file(command)};
    execute(command);
  }
  std::fprintf(stderr, "%s: cannot run %s (%s); run tools/setup to install it.\n", argv[0], clang,
               std::strerror(errno));
  return 3;
}
