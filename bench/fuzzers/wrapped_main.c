/* Lets AFL++ fuzz the arguments, files and variables of a program as well as its standard input. Linked into it with
 * -Wl,--wrap=main: reads what the fuzzer gives on standard input, makes the program's inputs of it, calls the real
 * main. */
#include "inputs.h"

int __real_main(int argc, char** argv, char** envp);

int __wrap_main(int argc, char** argv, char** envp) {
  static unsigned char data[1 << 20];
  size_t size = 0;
  for (ssize_t got; size < sizeof data && (got = read(0, data + size, sizeof data - size)) > 0;) size += (size_t)got;
  make_inputs(&argc, &argv, data, size);
  return __real_main(argc, argv, envp);
}
