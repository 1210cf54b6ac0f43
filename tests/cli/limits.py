#!/usr/bin/env python3
"""The command line where a process may have little (ulimit): one sentence says which limit is in the way, and what to do.

  limits.py --build build
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

PROGRAM = r"""
#include <stdio.h>
int main(void) { return getchar() == 'x'; }
"""


class Failure(Exception):
    pass


class Cairn:
    def __init__(self, build, work):
        self.bin = pathlib.Path(build).resolve() / "bin"
        self.work = work
        (work / "prog.c").write_text(PROGRAM)
        subprocess.run([self.bin / "cairn-cc", "prog.c", "-o", "prog"], cwd=work, check=True, timeout=60)

    def __call__(self, *words, limit=None, environment=None):
        return subprocess.run([self.bin / "cairn", *words], cwd=self.work, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=120, env={**os.environ, **(environment or {})},
                              preexec_fn=lambda: limit and resource.setrlimit(limit[0], (limit[1], limit[1])))

    def usable(self, limit):
        """Whether it runs at all there: not, if it was built with a sanitizer that takes the address space for itself."""
        return self("--version", limit=limit).returncode == 0

    def refuses(self, *words, saying, **where):
        done = self("run", "--runs", "20", "--stdin", "1", "--force", *words, "--", "./prog", **where)
        lines = done.stderr.splitlines()
        if done.returncode != 3 or len(lines) != 1 or not lines[0].startswith("cairn: ") or saying not in lines[0]:
            raise Failure(f"status 3 and one sentence with {saying!r} expected: {done}")


def check_finds(cairn, limit, advice):
    done = cairn("doctor", limit=limit)
    if done.returncode != 3 or advice not in done.stdout:
        raise Failure(f"doctor should say {advice!r}: {done}")


def little_address_space(cairn):
    limit = (resource.RLIMIT_AS, 8 << 30)
    if not cairn.usable(limit):
        return
    cairn.refuses(limit=limit, saying="ulimit -v unlimited")
    check_finds(cairn, limit, "ulimit -v unlimited")


def little_data(cairn):
    limit = (resource.RLIMIT_DATA, 100 << 20)
    if not cairn.usable(limit):
        return
    cairn.refuses(limit=limit, saying="ulimit -d unlimited")
    check_finds(cairn, limit, "ulimit -d unlimited")


def few_descriptors(cairn):
    limit = (resource.RLIMIT_NOFILE, 256)
    cairn.refuses(limit=limit, saying="ulimit -n")
    check_finds(cairn, limit, "ulimit -n 1024")


def small_files(cairn):
    cairn.refuses(limit=(resource.RLIMIT_FSIZE, 20 << 10), saying="out")


def no_place_for_scratch(cairn):
    cairn.refuses(environment={"TMPDIR": "/nonexistent"}, saying="set TMPDIR")


def nothing_is_taken(cairn):
    """What the texts are written with says so itself, whichever library function printed them."""
    for words in (["strategies"], ["--help"], ["help", "run"], ["doctor"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run([cairn.bin / "cairn", *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        wanted = "cairn: cannot write to standard output: No space left on device\n"
        if done.returncode != 3 or done.stderr != wanted:
            raise Failure(f"{words}: {done}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    arguments = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="cairn-limits-") as work:
        cairn = Cairn(arguments.build, pathlib.Path(work))
        for check in (little_address_space, little_data, few_descriptors, small_files, no_place_for_scratch, nothing_is_taken):
            try:
                check(cairn)
                print(f"ok      {check.__name__}", flush=True)
            except Failure as failure:
                failed += 1
                print(f"FAILED  {check.__name__}: {failure}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
