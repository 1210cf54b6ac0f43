"""Ranges of an update: explored side by side and on other machines, with the same result."""

import json
import re
import shutil
import sqlite3

from driver import ROOT, check, execute, summary
from measure import update
from paths import partings, path_keys, path_words

PROGRAMS = ROOT / "tests/update/programs"


def suite_of(out):
    """Tests without the time at which they were found, paths with their inputs, and what is known of sides."""
    tests = {p.name: re.sub(r"(?m)^seconds .*\n", "", p.read_text()) for p in sorted((out / "tests").iterdir())}
    with sqlite3.connect(f"file:{out}/cairn.db?mode=ro", uri=True) as database:
        paths = database.execute("SELECT path, key FROM signature ORDER BY path").fetchall()
        sides = sorted(database.execute("SELECT * FROM side"))
    return tests, paths, sides


def without_times(report):
    return {key: value for key, value in report.items() if key != "seconds"}


def asked(report):
    return report["queries"]["asked"]


def jobs(tools, work, base, new, full):
    """N jobs or one: the same suite and the same report."""
    found = []
    for count in ("1", "3"):
        out = work / f"jobs{count}"
        report = update(tools, base, new, ["-o", out, "--jobs", count, "--split-after", "10"])
        check(report["explorations"] > 2, f"not divided: {report['explorations']} explorations")
        check(path_keys(out) == path_keys(full), f"{count} jobs: other paths than a full run")
        check(not (out / "scratch" / "ranges").exists(), "directories of ranges were left behind")
        found.append((suite_of(out), without_times(report)))
    for what, one, three in (("tests", found[0][0][0], found[1][0][0]), ("paths", found[0][0][1], found[1][0][1]),
                             ("sides", found[0][0][2], found[1][0][2]), ("report", found[0][1], found[1][1])):
        check(one == three, f"{what} of one job and of three differ: {one} {three}"[:2000])


def budgets(tools, work, base, new):
    """As many runs as were asked for and no more, whatever the number of jobs."""
    found = []
    for count in ("1", "3"):
        out = work / f"runs{count}"
        report = update(tools, base, new, ["-o", out, "--jobs", count, "--split-after", "10", "--runs", "40"])
        check(report["explorations"] > 2 and not report["complete"], f"{report['explorations']} explorations")
        explored = summary(out)["runs"] - report["paths"]["stored"]
        check(explored <= 40, f"{count} jobs: {explored} runs instead of 40")
        found.append((suite_of(out), without_times(report)))
    check(found[0] == found[1], f"--runs with one job and with three: {found}"[:2000])


def time_limit(tools, work, compile_text, first, second):
    """Running what is known once more takes of the time too; what there is no time for is left to resume."""
    slow = [text.replace("int main(void) {", "#include <unistd.h>\nint main(void) {\n  usleep(10000);") for text in (first, second)]
    old, new = compile_text("slow1", slow[0]), compile_text("slow2", slow[1])
    base, full, out = work / "slow", work / "slow-full", work / "slow-out"
    tools.run(base, old, [])
    tools.run(full, new, [])
    report = update(tools, base, new, ["-o", out, "--jobs", "1", "--split-after", "5", "--time", "2s"])
    spent = report["seconds"]["update"] - report["seconds"]["replay"]
    check(report["explorations"] > 2 and spent < 4, f"{report['explorations']} explorations took {spent} s instead of 2")
    check(path_keys(out) <= path_keys(full), "paths that a full run does not have")
    check(execute([tools.cairn, "resume", out]).status == 0, "it cannot be resumed")
    check(path_keys(out) == path_keys(full), "resumed: other paths than a full run")


def machines(tools, work, base, new, full):
    """Each range by a command of its own, on a copy of the suite; then joined."""
    parts = []
    for number in (1, 2, 3):
        copy = work / f"machine{number}"
        shutil.copytree(base, copy)
        part = work / f"part{number}"
        report = update(tools, copy, new, ["-o", part, "--range", f"{number}/3", "--split-after", "10"])
        check(report["range"] == f"{number}/3" and path_keys(part) < path_keys(full), f"range {number} has everything")
        parts.append(part)
    merged = work / "merged"
    words = [word for part in reversed(parts) for word in ("--merge", part)]
    before = {part: (part / "cairn.db").read_bytes() for part in parts}
    report = update(tools, base, new, ["-o", merged, *words])
    check(path_keys(merged) == path_keys(full), "merged: other paths than a full run")
    check(report["merged"] == 3 and report["range"] == "" and report["complete"], f"merged: {report['merged']}")
    # All that was asked was asked by the parts.
    check(asked(report) == sum(asked(json.loads((part / "update.json").read_text())) for part in parts),
          f"merging asked: {report['queries']}")
    check(before == {part: (part / "cairn.db").read_bytes() for part in parts}, "merging changed a part")
    # A range that is missing is explored; the result is the same set of paths.
    update(tools, base, new, ["-o", work / "two", "--merge", parts[0], "--merge", parts[2]])
    check(path_keys(work / "two") == path_keys(full), "a missing range: other paths than a full run")
    return parts


def refused(tools, base, program, words, *options):
    done = execute([tools.cairn, "update", *options, base, "--", program])
    said = done.stderr.decode(errors="replace")
    check(done.status == 2 and all(word in said for word in words), f"{options}: status {done.status}, said {said}")


def ranges(tools, work, compile_text):
    first = (PROGRAMS / "sort.c").read_text()
    second = first.replace("high - low > 500", "high - low > 400")
    old, new = compile_text("sort1", first), compile_text("sort2", second)
    base, full = work / "base", work / "full"
    tools.run(base, old, [])
    tools.run(full, new, [])
    jobs(tools, work, base, new, full)
    budgets(tools, work, base, new)
    time_limit(tools, work, compile_text, first, second)
    parts = machines(tools, work, base, new, full)

    for text in ("3/2", "0/2", "2", "a/b", "1/2/3"):
        refused(tools, base, new, ["--range is K/M"], "--range", text, "-o", work / "none")
    refused(tools, base, new, ["-o"], "--range", "1/2")
    refused(tools, base, new, ["--mode sound"], "--mode", "published", "--range", "1/2", "-o", work / "none")
    refused(tools, base, new, ["no range", "--range"], "--merge", base, "-o", work / "none")
    refused(tools, base, new, ["holds no range"], "--merge", work / "nothing", "-o", work / "none")
    refused(tools, base, old, ["another build"], "--merge", parts[0], "-o", work / "none")
    check(not (work / "none").exists() and not list(work.glob("none.updating*")), "something was left behind")

    bounded(tools, work, compile_text, second)


def bounded(tools, work, compile_text, second):
    """How deep a path goes depends on what else its branches allow, also beyond the range."""
    third = second.replace("high - low > 400", "high - low > 300")
    old, new = compile_text("deep1", second), compile_text("deep2", third)
    bound = ["--strategy", "bounded-dfs", "--depth", "7"]
    tools.run(work / "deep", old, bound)
    tools.run(work / "deep-full", new, bound)
    one = update(tools, work / "deep", new, ["-o", work / "deep-one"])
    many = update(tools, work / "deep", new, ["-o", work / "deep-many", "--split-after", "3"])
    check(one["explorations"] == 1 and many["explorations"] > 2, f"{many['explorations']} explorations")
    for out in ("deep-one", "deep-many"):
        parted = partings(path_words(work / "deep-full"), path_words(work / out), 7)
        check(parted[:2] == (0, 0), f"{out}: parts from a full run within the bound: {parted}")
