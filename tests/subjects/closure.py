#!/usr/bin/env python3
"""A function and all it may call, cut out of two files (bench/chance/closure.py): what is kept compiles, what is not is gone, and lines stay."""

import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "chance"))

import closure  # noqa: E402

FIRST = """#include "f.h"
static int helper(int x) { return x + 1; }

static
int
wanted(int x)
{
  if (x > 3) return helper(x);
  return table[x & 1](x);
}

int
unwanted(int x)
{
  return never(x);
}
"""
SECOND = """#include "f.h"
int
twice(int x)
{
  return 2 * x;
}
int never(int x) { return missing(x); }
int (*const table[2])(int) = {twice, twice};
"""
HEADER = "int twice(int); int never(int); int missing(int); extern int (*const table[2])(int);\nstatic inline int small(int x) { return x; }\n"


def main():
    with tempfile.TemporaryDirectory(prefix="cairn-closure-") as name:
        work = pathlib.Path(name)
        for file, text in (("f.h", HEADER), ("first.c", FIRST), ("second.c", SECOND)):
            (work / file).write_text(text)
        units = [closure.read_unit(work / file, []) for file in ("first.c", "second.c")]
        needed = closure.closure(units, units[0], "wanted")
        assert needed[units[0]] == {"wanted", "helper"}, needed
        assert needed[units[1]] == {"table", "twice"}, needed
        out = work / "cut"
        out.mkdir()
        (out / "f.h").write_text(HEADER)
        for unit, kept in needed.items():
            text = unit.text_with(kept)
            assert text.count("\n") == unit.file.read_text().count("\n"), "lines have moved"
            (out / unit.file.name).write_text(text)
        assert "unwanted" not in (out / "first.c").read_text() and "never" not in (out / "second.c").read_text()
        (out / "main.c").write_text('#include "first.c"\nint main(void) { return wanted(1) != 2 || wanted(5) != 6; }\n')
        subprocess.run(["clang-19", "-w", out / "main.c", out / "second.c", "-o", out / "main"], check=True)
        subprocess.run([out / "main"], check=True)
    print("what a function needs is cut out")


if __name__ == "__main__":
    main()
