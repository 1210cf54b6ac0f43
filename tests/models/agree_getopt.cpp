// getopt and its relatives: whole command lines, with variables, permutation and messages.
#include <getopt.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "tests/models/agree.h"

using cairn::agree::Random;
using cairn::agree::Verdict;

extern "C" {
int __cairn_model_getopt(int, char* const*, const char*);
int __cairn_model_getopt_long(int, char* const*, const char*, const option*, int*);
int __cairn_model_getopt_long_only(int, char* const*, const char*, const option*, int*);
}

namespace {

int flag;
const option kOptions[] = {{"alpha", no_argument, nullptr, 'A'},        {"alpine", no_argument, nullptr, 'A'},
                           {"beta", required_argument, nullptr, 'B'},   {"bet", optional_argument, nullptr, 'b'},
                           {"gamma", no_argument, &flag, 77},           {"b", required_argument, nullptr, 9},
                           {"delta", optional_argument, nullptr, 1000}, {nullptr, 0, nullptr, 0}};

using Function = int (*)(int, char* const*, const char*, const option*, int*);

// Everything that can be seen of reading a command line, as one text.
std::string read(Function function, const std::vector<std::string>& words, const char* letters, int errors) {
  std::vector<std::string> copy = words;
  std::vector<char*> argv;
  for (std::string& word : copy) argv.push_back(word.data());
  argv.push_back(nullptr);
  const int argc = static_cast<int>(words.size());
  char* text = nullptr;
  std::size_t size = 0;
  FILE* const saved = stderr;
  stderr = open_memstream(&text, &size);
  optind = 0;
  opterr = errors;
  optopt = 0;
  flag = 0;
  std::string seen;
  for (int i = 0; i < 30; ++i) {
    int index = -1;
    const int result = function(argc, argv.data(), letters, kOptions, &index);
    seen += std::to_string(result) + " index " + std::to_string(index) + " ind " + std::to_string(optind) + " opt " +
            std::to_string(optopt) + " flag " + std::to_string(flag) + " arg " + (optarg == nullptr ? "-" : optarg) +
            "\n";
    if (result == -1) break;
  }
  for (int i = 0; i < argc; ++i) seen += std::string(argv[static_cast<std::size_t>(i)]) + "|";
  fclose(stderr);
  stderr = saved;
  seen += std::string(text, size);
  free(text);
  return seen;
}

void compare(Random& random, Verdict& verdict, Function model, Function real) {
  static const char* const words[] = {"-a",       "-b",     "-bx",   "-ab",     "-c",        "-cval",     "--",
                                      "-",        "file",   "x",     "--alpha", "--al",      "--alp=3",   "--beta",
                                      "--beta=v", "--be",   "--bet", "--gamma", "--gamma=1", "--delta=d", "--d",
                                      "--nope",   "-z",     "-:",    "-W",      "-Walpha",   "-Wbeta=1",  "beta=2",
                                      "-alpha",   "-gamma", "-g",    "-beta"};
  static const char* const letters[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c", "abc", "aW;b:", "", "+:b:c"};
  std::vector<std::string> line = {"prog"};
  for (int n = random.below(7); n > 0; --n)
    line.push_back(random.once_in(8) ? random.text(4, "-abc") : words[random.below(32)]);
  const char* set = letters[random.below(8)];
  const int errors = random.once_in(4) ? 0 : 1;
  std::string note = std::string(set) + " :";
  for (const std::string& word : line) note += " " + word;
  verdict.note(note);
  verdict.same("all", read(model, line, set, errors), read(real, line, set, errors));
}

}  // namespace

AGREE(getopt) {
  compare(
      random, verdict,
      [](int c, char* const* v, const char* l, const option*, int*) { return __cairn_model_getopt(c, v, l); },
      [](int c, char* const* v, const char* l, const option*, int*) { return getopt(c, v, l); });
}
AGREE(getopt_long) { compare(random, verdict, __cairn_model_getopt_long, getopt_long); }
AGREE(getopt_long_only) { compare(random, verdict, __cairn_model_getopt_long_only, getopt_long_only); }
