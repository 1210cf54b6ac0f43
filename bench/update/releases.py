#!/usr/bin/env python3
"""Two releases of a package's programs: what a suite of the first saves on the second (docs/benchmarks.md).

  releases.py --build build --old OLD/src --new NEW/src [--depth 16] [--runs 2000] [--json FILE] [--plot FILE.svg] [echo cut ...]

Both directories hold programs built with the same cairn-cc; without names, the 85 utilities of Makhdoom, Khan and Siddiqui
(ASE 2014) that are there. Each program is explored in the old release by bounded-dfs up to the bounds; those that do not
finish are left out and named. Then the new release is explored cold, cold but with the answers of the old run in its store, and
brought up to date in both modes. The columns: processor seconds of the whole command with all its processes, seconds in
the solver chain (for an update also what it takes to find out that there is nothing to solve, "settling"), queries that no store answered, tests kept and new, branches covered. (Paths are no measure of what is
missed: behind the bound they go wherever their inputs lead.)

--deeper 20,24,... then asks what the saved time buys: the largest of these bounds at which an update takes no more of it than the
cold exploration took at --depth, in the solver and altogether. --json keeps rows as they come; a second call with the same file goes on where it stopped.
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile

INPUTS = ["--args", "0", "2", "2", "--stdin", "2"]
COLUMNS = ("cold", "warm", "published", "sound")
UTILITIES = """arch base64 basename cat chcon chgrp chmod chown chroot cksum comm csplit cut date dd dircolors dirname du echo env
expand expr factor false fmt fold getlimits groups head hostid hostname id join kill link ln logname mkdir mkfifo mknod mktemp nice
nohup od paste pathchk pinky pr printenv printf ptx pwd readlink rmdir seq setuidgid sha1sum shuf sleep split stat stty su sum sync
tac tee test timeout touch tr true truncate tsort tty uname unexpand uniq unlink uptime users wc who whoami yes""".split()


class Unfinished(Exception):
    """The bounds were reached before everything was explored."""


class Cairn:
    def __init__(self, options):
        self.command = [*options.under.split(), str(options.build / "bin" / "cairn")]
        self.limits = ["--runs", options.runs, "--time", f"{options.seconds}s"]
        self.seconds = options.seconds

    def __call__(self, *words):
        """Runs it; returns the processor seconds it took with all it started."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([*self.command, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=20 * self.seconds + 600, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stderr.decode(errors="replace").strip()[-300:])
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def explore(self, out, program, depth):
        cpu = self("run", "-o", out, "--strategy", "bounded-dfs", "--depth", depth, *self.limits, *INPUTS, "--", program)
        return finished(out, cpu, *self.limits[1::2])

    def explore_with_answers(self, out, base, program, depth):
        """The answers alone: one run, then the answers of the base go into its store, then the rest."""
        cpu = self("run", "-o", out, "--strategy", "bounded-dfs", "--depth", depth, "--runs", 1, *INPUTS, "--", program)
        with sqlite3.connect(out / "cairn.db") as database:
            database.execute("ATTACH ? AS base", (str(base / "cairn.db"),))
            database.execute("INSERT OR IGNORE INTO answer SELECT * FROM base.answer")
        cpu += self("resume", *self.limits, out)
        return finished(out, cpu, *self.limits[1::2])

    def update(self, out, base, program, mode):
        cpu = self("update", "--mode", mode, "-o", out, "--time", self.limits[3], base, "--", program)
        report = json.loads((out / "update.json").read_text())
        return {"cpu": cpu, "seconds": report["seconds"]["update"], "solver": report["seconds"]["solver"],
                "settling": report["seconds"]["settling"],
                "queries": report["queries"]["asked"], "kept": report["paths"]["kept"], "stored": report["paths"]["stored"],
                "tests_kept": report["tests"]["kept"], "tests_new": report["tests"]["new"], "paths": report["paths"]["now"],
                "covered": json.loads((out / "summary.json").read_text())["branches"]["covered"]}


def finished(out, cpu, runs, seconds):
    summary = json.loads((out / "summary.json").read_text())
    if summary["runs"] >= runs or summary["elapsed_seconds"] >= float(seconds[:-1]):
        raise Unfinished()
    solver = summary["solver"]
    return {"cpu": cpu, "seconds": summary["elapsed_seconds"], "solver": solver["seconds"],
            "queries": solver["queries"] - solver["stored"], "paths": summary["paths"], "tests": summary["tests"],
            "covered": summary["branches"]["covered"]}


def compare(cairn, old, new, depth, work):
    row = {"name": old.name, "depth": depth}
    row["base"] = cairn.explore(work / "base", old, depth)
    row["cold"] = cairn.explore(work / "cold", new, depth)
    row["warm"] = cairn.explore_with_answers(work / "warm", work / "base", new, depth)
    for mode in ("published", "sound"):
        row[mode] = cairn.update(work / mode, work / "base", new, mode)
    return row


def afforded(cairn, old, new, depths, cold, work):
    """The largest of the depths at which an update takes no more than `cold` did, by what is measured."""
    best = {"cpu": None, "solver": None}
    for depth in depths:
        base = work / f"base{depth}"
        try:
            cairn.explore(base, old, depth)
        except Unfinished:
            break
        figures = cairn.update(work / f"update{depth}", base, new, "sound")
        within = [key for key in best if figures[key] <= cold[key]]
        if not within:
            break
        best.update(dict.fromkeys(within, depth))
    return best


def quotients(rows, key, column):
    """Of those that ask anything at all in `column`; and how many do not."""
    asked = [row for row in rows if row[column]["queries"] > 0]
    chosen = asked if key in ("solver", "queries") else rows
    return [row["cold"][key] / max(row[column][key], 1e-6) for row in chosen], len(rows) - len(asked)


def table(rows):
    print("| program | paths old | new | kept | solver ms cold | warm | published | sound | settling ms | queries cold | warm | published | sound |"
          " CPU s cold | warm | published | sound | branches cold | published | sound | tests kept | new |")
    print("|" + " --- |" * 22)
    for row in rows:
        solver = " | ".join(f"{1000 * row[c]['solver']:.1f}" for c in COLUMNS)
        queries = " | ".join(str(row[c]["queries"]) for c in COLUMNS)
        seconds = " | ".join(f"{row[c]['cpu']:.2f}" for c in COLUMNS)
        print(f"| {row['name']} | {row['base']['paths']} | {row['cold']['paths']} | {row['sound']['kept']} | {solver} | {1000 * row['sound']['settling']:.1f} | {queries} | "
              f"{seconds} | {row['cold']['covered']} | {row['published']['covered']} | {row['sound']['covered']} | {row['sound']['tests_kept']} | "
              f"{row['sound']['tests_new']} |")
    for what, key in (("solver time", "solver"), ("queries", "queries"), ("processor time", "cpu")):
        for column in COLUMNS[1:]:
            every = statistics.median(row["cold"][key] / max(row[column][key], 1e-6 if key != "queries" else 1) for row in rows)
            some, none = quotients(rows, key, column)
            there = f"; {statistics.median(some):.1f} over the {len(some)} that ask anything" if none and some and key != "cpu" else ""
            print(f"median of cold / {column}, {what}: {every:.1f} over all{there}")
        if key == "solver":
            both = statistics.median(row["cold"][key] / max(row["sound"][key] + row["sound"]["settling"], 1e-6) for row in rows)
            print(f"median of cold / sound with settling, {what}: {both:.1f} over all")
        print(f"sum of cold / sum of sound, {what}: "
              f"{sum(r['cold'][key] for r in rows) / max(sum(r['sound'][key] for r in rows), 1e-6):.1f}")
    deeper = [row["deeper"] for row in rows if "deeper" in row]
    for what, key in (("solver time", "solver"), ("processor time", "cpu")):
        counts = {depth: sum(1 for each in deeper if each[key] == depth) for depth in {each[key] for each in deeper}}
        if counts:
            print(f"deepest bound for the {what} of a cold exploration: " + ", ".join(
                f"{depth or 'none deeper'} in {count}" for depth, count in sorted(counts.items(), key=lambda c: c[0] or 0)))


def plot(rows, file):
    """The paper's figure: a program, its time with and without the suite of the release before."""
    rows = sorted(rows, key=lambda row: row["cold"]["solver"])
    data = "\n".join(f"{row['name']} " + " ".join(f"{max(1000 * row[c]['solver'], 0.01):.3f}" for c in COLUMNS) for row in rows)
    lines = ", ".join(f"$d using 0:{i + 2}:xtic(1) with points pt {pt} ps 0.5 title '{c}'"
                      for i, (c, pt) in enumerate(zip(COLUMNS, (7, 6, 2, 5))))
    script = (f"$d << EOD\n{data}\nEOD\nset terminal svg size 1300,480 font 'sans,10'\nset output '{file}'\nset logscale y\n"
              "set ylabel 'milliseconds in the solver chain (0.01: none)'\nset xtics rotate by 90 right font 'sans,8'\n"
              f"set key top left\nset grid ytics\nset offsets 0.5, 0.5, 0, 0\nplot {lines}\n")
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2] / "build")
    parser.add_argument("--old", type=pathlib.Path, required=True)
    parser.add_argument("--new", type=pathlib.Path, required=True)
    parser.add_argument("--runs", type=int, default=2000, help="bound on an exploration")
    parser.add_argument("--seconds", type=int, default=120, help="likewise; only a backstop, since it does not repeat")
    parser.add_argument("--depth", type=int, default=16, help="bound on forced branches of a path")
    parser.add_argument("--deeper", type=lambda text: [int(word) for word in text.split(",")], default=[], metavar="D,D,...")
    parser.add_argument("--under", default="", help="words to stand before cairn, such as nice")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--plot", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    return parser.parse_args()


def main():
    options = parse()
    cairn = Cairn(options)
    state = {"rows": [], "left_out": {}}
    if options.json and options.json.exists():
        state = json.loads(options.json.read_text())
    done = {row["name"] for row in state["rows"]} | set(state["left_out"])
    for name in options.names or UTILITIES:
        if name in done:
            continue
        old, new = options.old / name, options.new / name
        work = pathlib.Path(tempfile.mkdtemp(prefix="cairn-releases-"))
        try:
            if not (os.access(old, os.X_OK) and os.access(new, os.X_OK)):
                raise RuntimeError("not built in both releases")
            row = compare(cairn, old, new, options.depth, work)
            if options.deeper:
                row["deeper"] = afforded(cairn, old, new, options.deeper, row["cold"], work)
            state["rows"].append(row)
            print(f"{name}: {row['cold']['paths']} paths; solver {row['cold']['solver']:.3f} s cold, "
                  f"{row['sound']['solver']:.3f} s sound", file=sys.stderr, flush=True)
        except Unfinished:
            state["left_out"][name] = f"not finished within {options.runs} runs"
        except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
            state["left_out"][name] = str(error)
            print(f"{name}: {error}", file=sys.stderr, flush=True)
        shutil.rmtree(work, ignore_errors=True)
        if options.json:
            options.json.write_text(json.dumps(state, indent=1))
    if state["rows"]:
        table(state["rows"])
        if options.plot:
            plot(state["rows"], options.plot)
    for name, why in state["left_out"].items():
        print(f"left out: {name}: {why}")


if __name__ == "__main__":
    main()
