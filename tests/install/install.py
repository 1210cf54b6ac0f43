#!/usr/bin/env python3
"""What `make install` and the Debian package hold works where it is put, without the build directory.

  install.py --build build
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cairn.h"
int main(void) {
  unsigned n;
  char word[5] = {0};
  cairn_symbolic(&n, sizeof n, "n");
  if (fread(word, 1, 4, stdin) == 4 && strcmp(word, "stop") == 0) abort();
  if (n * n * n == 0x4b2d7a9) puts("a cube");
  return 0;
}
"""

PLUS_PLUS = r"""
#include <iostream>
#include <string>
int main() {
  std::string word;
  std::cin >> word;
  std::cout << (word == "plus" ? "yes" : "no") << '\n';
}
"""

HARNESS = r"""
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 2 && data[0] == 'a' && data[2] == data[1] + 7) __builtin_trap();
  return 0;
}
"""

FUNCTION = "int sign(int n) { return n > 0 ? 1 : n < 0 ? -1 : 0; }\n"


def check(condition, what):
    if not condition:
        sys.exit(f"install.py: {what}")


def run(*words, cwd, status=0):
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True, timeout=300)
    check(done.returncode == status, f"{' '.join(map(str, words))}: {done.returncode}, not {status}: {done.stdout}{done.stderr}")
    return done.stdout


def covered(out):
    branches = json.loads((out / "summary.json").read_text())["branches"]
    return branches["covered"], branches["total"]


def works(prefix, work):
    """The commands by their links, on a program, a C++ program, a harness and a function."""
    bin = prefix / "bin"
    work.mkdir()
    for name, text in {"prog.c": PROGRAM, "plus.cpp": PLUS_PLUS, "harness.c": HARNESS, "sign.c": FUNCTION}.items():
        (work / name).write_text(text)
    run(bin / "cairn-cc", "-g", "prog.c", "-o", "prog", cwd=work)
    run(bin / "cairn", "run", "--stdin", "4", "--time", "30s", "--strategy", "bounded-dfs", "--", "./prog", cwd=work, status=1)
    found, total = covered(work / "cairn-out/prog")
    check(found >= total - 1, f"{found} of {total} branches of a program")  # the cube may be too hard
    run(bin / "cairn", "replay", "cairn-out/prog", cwd=work)
    run(bin / "cairn-c++", "-g", "plus.cpp", "-o", "plus", cwd=work)
    run(bin / "cairn", "run", "--stdin", "5", "--runs", "300", "--", "./plus", cwd=work)
    check(covered(work / "cairn-out/plus") == (2, 2), "a C++ program is not covered")
    run(bin / "cairn", "run", "--stdin", "8", "--runs", "200", "harness.c", cwd=work, status=1)
    run(bin / "cairn", "unit", "sign.c", "--function", "sign", "--runs", "50", cwd=work)
    check("sign" in (work / "cairn-unit/sign/test_sign.c").read_text(), "no test of a function")
    check("broken" not in run(bin / "cairn", "doctor", cwd=work), "doctor finds something broken")


def knows_nothing_of(directory, prefix):
    for file in prefix.rglob("*"):
        if file.is_file() and not file.is_symlink():
            check(str(directory).encode() not in file.read_bytes(), f"{file} names the build directory")


def installed(build, work):
    run("cmake", "--install", build, "--prefix", work / "made", cwd=work)
    shutil.move(work / "made", work / "moved")
    knows_nothing_of(build, work / "moved")
    works(work / "moved", work / "use-installed")


def packaged(build, work):
    run("cpack", "-G", "DEB", "--config", build / "CPackConfig.cmake", "-B", work / "pack", cwd=work)
    packages = list((work / "pack").glob("*.deb"))
    check(len(packages) == 1, f"{packages}, not one package")
    depends = run("dpkg-deb", "-f", packages[0], "Depends", cwd=work)
    for needed in ("clang-19", "libz3-4", "libsqlite3-0"):
        check(needed in depends, f"the package does not depend on {needed}: {depends}")
    run("dpkg-deb", "-x", packages[0], work / "root", cwd=work)
    works(work / "root" / "usr", work / "use-packaged")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    build = parser.parse_args().build.resolve()
    with tempfile.TemporaryDirectory() as directory:
        for test in (installed, packaged):
            test(build, pathlib.Path(directory))
            print(f"{test.__name__}: ok", flush=True)


if __name__ == "__main__":
    main()
