"""A user of the command line: what the checks of command_line.py share."""

import os
import pathlib
import subprocess

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int c = getchar();
  if (argc > 1) puts(argv[1]);
  if (c == 'x') {
    if (getchar() == 'y') abort();
    puts("x");
    return 3;
  }
  puts("other");
  return 0;
}
"""


FOREVER = r"""
#include <stdio.h>
int main(void) {
  unsigned long sum = 0;
  for (int c; (c = getchar()) != EOF;) {
    if (c & 1) sum += 3;
    if (c & 2) sum ^= 5;
    if (c & 4) sum *= 7;
  }
  return (int)(sum & 1);
}
"""


class Failure(Exception):
    pass


class Cli:
    def __init__(self, build, work):
        self.bin = pathlib.Path(build).resolve() / "bin"
        self.work = work

    def __call__(self, *words, cwd=None, seconds=60, environment=None):
        done = subprocess.run([self.bin / "cairn", *map(str, words)], cwd=cwd or self.work, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=seconds, text=True, errors="replace",
                              env={**os.environ, **(environment or {})})
        return done.returncode, done.stdout, done.stderr

    def expect(self, status, *words, out="", err=None, cwd=None, environment=None):
        got, stdout, stderr = self(*words, cwd=cwd, environment=environment)
        shown = f"cairn {' '.join(map(str, words))}\n  status {got}\n  stdout {stdout!r}\n  stderr {stderr!r}"
        if got != status:
            raise Failure(f"status {status} expected\n{shown}")
        if out not in stdout:
            raise Failure(f"{out!r} expected on stdout\n{shown}")
        if err is not None:
            lines = stderr.splitlines()
            if len(lines) != 1 or not lines[0].startswith("cairn: ") or err not in lines[0]:
                raise Failure(f"one sentence with {err!r} expected on stderr\n{shown}")
        return stdout

    def compile(self, name, text, flags=()):
        source = self.work / f"{name}.c"
        source.write_text(text)
        subprocess.run([self.bin / "cairn-cc", "-g", *flags, source, "-o", self.work / name], check=True, timeout=60)
        return source
