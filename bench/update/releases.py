#!/usr/bin/env python3
"""Two releases of a package's programs: what a suite of the first saves on the second (docs/benchmarks.md).

  releases.py --build build --old OLD/src --new NEW/src [--time 20s] [--depth 8] [--json FILE] echo cut ...

Both directories hold programs built with the same cairn-cc. Each program is explored in the old release up to the bounds;
those that do not finish are left out and named. Then the new release is explored cold, cold but with the answers of the
old run in its store, and brought up to date in both modes. The columns: wall-clock seconds of the exploration,
seconds in the solver chain, queries that no store answered, tests kept and new.
"""

import argparse
import json
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile

INPUTS = ["--args", "0", "2", "2", "--stdin", "2"]


def cairn(build, *words, seconds=300):
    done = subprocess.run([str(build / "bin" / "cairn"), *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=seconds)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr.decode(errors="replace").strip()[-300:])


def explore(build, out, program, arguments):
    cairn(build, "run", "-o", out, *arguments, "--", program)
    return json.loads((out / "summary.json").read_text())


def figures(summary):
    solver = summary["solver"]
    return {"seconds": summary["elapsed_seconds"], "solver": solver["seconds"], "queries": solver["queries"] - solver["stored"],
            "paths": summary["paths"], "tests": summary["tests"]}


def keys(out):
    with sqlite3.connect(f"file:{out}/cairn.db?mode=ro", uri=True) as database:
        return {key for (key,) in database.execute("SELECT key FROM signature")}


def with_answers(build, work, program, bounds, time):
    """One run, then the answers of the base go into its store, then the rest."""
    out = work / "warm"
    cairn(build, "run", "-o", out, "--runs", "1", *bounds, "--", program)
    with sqlite3.connect(out / "cairn.db") as database:
        database.execute("ATTACH ? AS base", (str(work / "base" / "cairn.db"),))
        database.execute("INSERT OR IGNORE INTO answer SELECT * FROM base.answer")
    cairn(build, "resume", "--time", time, out)
    return json.loads((out / "summary.json").read_text())


def compare(options, name, work):
    build, old, new = options.build, options.old / name, options.new / name
    bounds = ["--time", options.time, *(["--depth", options.depth] if options.depth else []), *INPUTS]
    base = explore(build, work / "base", old, bounds)
    if base["elapsed_seconds"] >= options.seconds:
        return None
    row = {"name": name, "base": figures(base)}
    row["cold"] = figures(explore(build, work / "cold", new, bounds))
    if row["cold"]["seconds"] >= options.seconds:
        return None
    # The answers alone: the old run's store in a run that knows nothing else of it.
    row["warm"] = figures(with_answers(build, work, new, bounds, options.time))
    for mode in ("published", "sound"):
        out = work / mode
        cairn(build, "update", "--mode", mode, "-o", out, "--time", options.time, work / "base", "--", new)
        report = json.loads((out / "update.json").read_text())
        row[mode] = {"seconds": report["seconds"]["update"], "solver": report["seconds"]["solver"],
                     "queries": report["queries"]["asked"], "kept": report["paths"]["kept"],
                     "stored": report["paths"]["stored"], "tests_kept": report["tests"]["kept"],
                     "tests_new": report["tests"]["new"], "missed": len(keys(work / "cold") - keys(out)),
                     "paths": report["paths"]["now"]}
    return row


def table(rows):
    print("| program | paths old | new | kept | solver s cold | warm | published | sound | queries cold | warm | published | sound |"
          " s cold | warm | published | sound | tests kept | new |")
    print("|" + " --- |" * 18)
    for row in rows:
        columns = ("cold", "warm", "published", "sound")
        solver = " | ".join(f"{row[c]['solver']:.3f}" for c in columns)
        queries = " | ".join(str(row[c]["queries"]) for c in columns)
        seconds = " | ".join(f"{row[c]['seconds']:.2f}" for c in columns)
        print(f"| {row['name']} | {row['base']['paths']} | {row['cold']['paths']} | {row['sound']['kept']} | {solver} | "
              f"{queries} | {seconds} | {row['sound']['tests_kept']} | {row['sound']['tests_new']} |")
    for what, key in (("solver time", "solver"), ("queries", "queries"), ("time", "seconds")):
        for column in ("warm", "published", "sound"):
            ratios = [row["cold"][key] / max(row[column][key], 1e-6 if key != "queries" else 1) for row in rows]
            print(f"median of cold / {column}, {what}: {statistics.median(ratios):.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2] / "build")
    parser.add_argument("--old", type=pathlib.Path, required=True)
    parser.add_argument("--new", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=float, default=20, help="bound on an exploration")
    parser.add_argument("--depth", help="bound on forced branches of a path")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("names", nargs="+")
    options = parser.parse_args()
    options.time = f"{options.seconds}s"
    rows, left_out = [], []
    for name in options.names:
        work = pathlib.Path(tempfile.mkdtemp(prefix="cairn-releases-"))
        try:
            row = compare(options, name, work)
        except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
            row = None
            print(f"{name}: {error}", file=sys.stderr)
        shutil.rmtree(work, ignore_errors=True)
        if row is None:
            left_out.append(name)
            continue
        rows.append(row)
        if options.json:
            options.json.write_text(json.dumps(rows, indent=1))
        print(f"{name}: {row['cold']['paths']} paths; solver {row['cold']['solver']:.3f} s cold, {row['sound']['solver']:.3f} s sound",
              file=sys.stderr, flush=True)
    if rows:
        table(rows)
    print(f"left out, not finished within {options.time} or not to be run: {', '.join(left_out) or 'none'}")


if __name__ == "__main__":
    main()
