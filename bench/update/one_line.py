#!/usr/bin/env python3
"""One-line changes of larger programs: processor time of an update against that of an exploration from nothing.

  one_line.py --build build [--changes 5] [--json FILE] [ledger calendar ...]

The pairs of tests/update are small on purpose: starting cairn and the program is a third of their time, and one changed line
concerns half of their paths. Here are programs with more to solve or more to run, and changes that nobody has chosen: of all
lines that compare something with a number or a character, --changes at even distances, each with that constant one larger. Both
versions are explored by bounded-dfs up to the bound of the table, completely. Seconds are processor time of the whole command with all
its processes; what lies within the bound is compared branch by branch (tests/update/paths.py). --json keeps rows as they
come; a second call with the same file goes on where it stopped.
"""

import argparse
import json
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests/update"))

from paths import partings, path_words  # noqa: E402

NO_BOUND = 1_000_000


@dataclass
class Program:
    source: str
    why: str
    depth: int = 0  # 0: no bound
    edits: list = field(default_factory=list)  # before anything else


PROGRAMS = {
    "ledger": Program("tests/update/programs/ledger.c", "four bookings: 9451 paths, three quarters of the time in the solver",
                      edits=[("b[3] = {{0, 0}, ", "b[4] = {{0, 0}, {0, 0}, "), ("i < 3", "i < 4")]),
    "calendar": Program("bench/programs/rare/calendar.c", "arithmetic on dates, few paths", depth=14),
    "checksum": Program("bench/programs/rare/checksum.c", "sums over a record: hard to solve", depth=14),
    "protocol": Program("bench/programs/rare/protocol.c", "a state machine: easy to solve, much to run", depth=12),
}
COMPARED = re.compile(r"""(?:[<>]=?|[!=]=|case)\s*(0x[0-9a-fA-F]+|\d+|'[ -&(-[\]-~]')""")


def larger(constant):
    if constant.startswith("'"):
        return f"'{chr(ord(constant[1]) + 1)}'"
    return str(int(constant, 0) + 1)


def changes(text, wanted):
    """(line number, text of the second version)"""
    lines = text.splitlines(keepends=True)
    found = [i for i, line in enumerate(lines) if COMPARED.search(line) and not line.lstrip().startswith(("//", "#"))]
    for chosen in sorted({found[k * len(found) // wanted] for k in range(min(wanted, len(found)))}):
        match = COMPARED.search(lines[chosen])
        changed = lines[chosen][:match.start(1)] + larger(match.group(1)) + lines[chosen][match.end(1):]
        yield chosen + 1, "".join(lines[:chosen] + [changed] + lines[chosen + 1:])


class Cairn:
    def __init__(self, build, under):
        self.bin, self.under = build / "bin", under.split()

    def compile(self, text, folder):
        folder.mkdir(parents=True)
        (folder / "program.c").write_text(text)
        words = [self.bin / "cairn-cc", "-O1", "-g", "-I", ROOT / "runtime/include", folder / "program.c", "-o", folder / "program", "-lm"]
        done = subprocess.run(words, capture_output=True, check=False)
        return folder / "program" if done.returncode == 0 else None

    def __call__(self, *words):
        """Returns the processor seconds it took with all it started."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([*self.under, str(self.bin / "cairn"), *map(str, words)], stdin=subprocess.DEVNULL,
                              capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stderr.decode(errors="replace").strip()[-300:])
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def explore(self, out, program, depth):
        bound = ["--depth", depth] if depth else []
        return self("run", "-o", out, "--strategy", "bounded-dfs", *bound, "--time", "20m", "--", program)


def compare(cairn, work, name, program, wanted):
    text = (ROOT / program.source).read_text()
    for old, new in program.edits:
        assert text.count(old) == 1, f"{name}: {old!r}"
        text = text.replace(old, new)
    first = cairn.compile(text, work / "old")
    cairn.explore(work / "base", first, program.depth)
    for line, second_text in changes(text, wanted):
        second = cairn.compile(second_text, work / f"new{line}")
        if second is None:
            continue  # a case that is there already
        full, sound = work / f"full{line}", work / f"sound{line}"
        row = {"program": name, "line": line, "full": cairn.explore(full, second, program.depth),
               "sound": cairn("update", "-o", sound, "--time", "20m", work / "base", "--", second)}
        figures = json.loads((full / "summary.json").read_text())
        report = json.loads((sound / "update.json").read_text())
        solver = figures["solver"]
        row |= {"paths": figures["paths"], "kept": report["paths"]["kept"], "explorations": report["explorations"],
                "queries_full": solver["queries"] - solver["stored"], "queries_sound": report["queries"]["asked"],
                "solver_full": solver["seconds"], "solver_sound": report["seconds"]["solver"],
                "within": partings(path_words(full), path_words(sound), program.depth or NO_BOUND)[0],
                "given_up": report["limits"]["given_up"]}
        for out in (full, sound):
            shutil.rmtree(out)
        yield row


def table(rows):
    print("| program | line | paths | kept | queries full | sound | solver s full | sound | CPU s full | sound | times less | by runs | parted | given up |")
    print("|" + " --- |" * 14)
    for r in rows:
        print(f"| {r['program']} | {r['line']} | {r['paths']} | {r['kept']} | {r['queries_full']} | {r['queries_sound']} | {r['solver_full']:.2f} | "
              f"{r['solver_sound']:.2f} | {r['full']:.2f} | {r['sound']:.2f} | {r['full'] / r['sound']:.1f} | "
              f"{r['paths'] / max(1, r['paths'] - r['kept']):.1f} | {r['within']} | {r['given_up']} |")
    for name in [*dict.fromkeys(r["program"] for r in rows), None]:
        chosen = [r for r in rows if name in (None, r["program"])]
        print(f"median over {len(chosen)} changes of {name or 'all programs'}: {statistics.median(r['full'] / r['sound'] for r in chosen):.1f} times less "
              f"processor time, {statistics.median(r['queries_full'] / max(1, r['queries_sound']) for r in chosen):.1f} times fewer queries")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--changes", type=int, default=5)
    parser.add_argument("--under", default="", help="words to stand before cairn, such as nice")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("names", nargs="*", choices=[[], *PROGRAMS])
    options = parser.parse_args()
    rows = json.loads(options.json.read_text()) if options.json and options.json.exists() else []
    cairn = Cairn(options.build, options.under)
    for name in options.names or PROGRAMS:
        if any(row["program"] == name for row in rows):
            continue
        work = pathlib.Path(tempfile.mkdtemp(prefix="cairn-one-line-"))
        for row in compare(cairn, work, name, PROGRAMS[name], options.changes):
            print(f"{name}:{row['line']}: CPU {row['full']:.2f} s full, {row['sound']:.2f} s sound", file=sys.stderr, flush=True)
            rows.append(row)
        shutil.rmtree(work, ignore_errors=True)
        if options.json:
            options.json.write_text(json.dumps(rows, indent=1))
    table(rows)


if __name__ == "__main__":
    main()
