#!/usr/bin/env python3
"""cairn update: the suite follows the program (docs/architecture.md).

  update.py --build build mid          the example of the paper: exactly the changed range is solved anew
  update.py --build build wrong        suites that do not fit: a clear sentence, nothing overwritten
  update.py --build build bounds       explorations that end at a bound
  update.py --build build ranges       side by side and on other machines: the same result
  update.py --build build unchanged    builds that execute the same, and builds that do not
  update.py --build build behaviour    what a reviewer is told; exit status; patch coverage; changed code first
  update.py --build build keeping      what an update leaves alone, and what it must not call known or unchanged
  update.py --build build pairs        the quick ones of pairs.py; --all for all thirty, with a table
"""

import argparse
import fcntl
import pathlib
import shutil
import statistics
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import ROOT, Failure, Tools, Workspace, check, execute, summary  # noqa: E402
from bounds import bounds  # noqa: E402
from keeping import keeping  # noqa: E402
from measure import measure, table, update  # noqa: E402
from pairs import PAIRS  # noqa: E402
from paths import path_keys  # noqa: E402
from ranges import ranges  # noqa: E402
from unchanged import unchanged  # noqa: E402

FLAGS = ["-O1", "-g"]
# Full runs of a second or less, one of every kind of change.
QUICK = {"words-same", "sort-comment", "fraction-rename", "date-move", "words-constant", "packet-condition",
         "device-condition", "packet-branch", "sort-removed", "date-callee", "sort-refactored", "device-feasible",
         "device-case"}


def compile_text(tools, work, name, text):
    folder = work / name
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "program.c"
    source.write_text(text)
    return tools.compile([source], folder / "program", FLAGS)


def snapshot(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*"))
            if p.is_file() and p.name not in ("lock", "cairn.db-shm", "cairn.db-wal")}


def example_mid(tools, work):
    """Paths 2 and 4 in order of discovery go through the changed condition; they are neighbours in depth-first order."""
    first = tools.compile([ROOT / "examples/mid_v1.c"], work / "mid1", FLAGS)
    second = tools.compile([ROOT / "examples/mid_v2.c"], work / "mid2", FLAGS)
    base = work / "base"
    tools.run(base, first, ["--keep-all"])
    full = tools.run(work / "full", second, ["--keep-all"])
    rows = [("full", full["solver"]["queries"], 0, 6)]
    for mode in ("sound", "published"):
        report = update(tools, base, second, ["-o", work / mode, "--mode", mode])
        changed = [entry["path"] for entry in report["inputs"] if not entry["same_path"]]
        check(report["changed_ranges"] == [changed] and len(changed) == 2,
              f"{mode}: changed ranges {report['changed_ranges']}, paths that changed {changed}")
        check(report["paths"]["kept"] == 4 and report["paths"]["new"] == 2 and report["paths"]["now"] == 6,
              f"{mode}: {report['paths']}")
        check(report["changed_functions"] == ["mid"], f"{mode}: changed functions {report['changed_functions']}")
        # The run of a changed test stands for the side it took; the other side is solved for, unless both took one each.
        check(report["queries"]["asked"] <= 1, f"{mode}: {report['queries']}")
        check(path_keys(work / mode) == path_keys(work / "full"), f"{mode}: other paths than a full run")
        rows.append((mode, report["queries"]["asked"], report["paths"]["kept"], report["paths"]["now"]))
    print(f"{'':10} {'queries':>8} {'kept':>5} {'paths':>6}")
    for name, queries, kept, paths in rows:
        print(f"{name:10} {queries:>8} {kept:>5} {paths:>6}")
    # The updated suite is the start of the next update.
    again = update(tools, work / "sound", second, ["-o", work / "again"])
    check(again["queries"]["asked"] == 0 and again["paths"]["changed"] == 0, f"updated twice: {again['queries']}")


def refuses(tools, work, base, program, words, options=(), status=2):
    """The sentence is there, nothing has changed, nothing is left behind."""
    before = snapshot(base)
    around = sorted(p.name for p in base.parent.iterdir())
    done = execute([tools.cairn, "update", *options, base, "--", *program], cwd=work)
    said = done.stderr.decode(errors="replace")
    check(done.status == status, f"status {done.status} instead of {status}: {said}")
    check(said.startswith("cairn: ") and said.count("\n") == 1, f"not one sentence: {said!r}")
    for word in words:
        check(word in said, f"{word!r} is not in {said!r}")
    check(snapshot(base) == before, "the suite has changed")
    check(sorted(p.name for p in base.parent.iterdir()) == around, "something was left beside the suite")
    print(said.strip())


def wrong_suites(tools, work):
    mid = (ROOT / "examples/mid_v1.c").read_text()
    program = compile_text(tools, work, "mid", mid)
    base = work / "suites" / "base"
    tools.run(base, program, ["--keep-all"])

    larger = compile_text(tools, work, "larger", mid.replace("int n[3] = {0, 0, 0}", "int n[4] = {0, 0, 0, 0}"))
    refuses(tools, work, base, [larger], ["other inputs", "n has 16 bytes", "12", "cairn run"])
    renamed = compile_text(tools, work, "renamed", mid.replace('sizeof n, "n"', 'sizeof n, "numbers"'))
    refuses(tools, work, base, [renamed], ["other inputs", "numbers", "cairn run"])
    other = tools.compile([ROOT / "tests/update/programs/packet.c"], work / "packet", FLAGS)
    refuses(tools, work, base, [other], ["does not look like a version of", "cairn run"])
    refuses(tools, work, base, [program, "-x"], ["no fixed arguments", "cairn run"])
    refuses(tools, work, base, [work / "nothing"], ["does not exist"])
    refuses(tools, work, base, [program], ["--mode is sound or published"], ["--mode", "quick"])
    inside = work / "suites" / "base" / "program"
    shutil.copy(program, inside)
    refuses(tools, work, base, [inside], ["about to be replaced"])
    inside.unlink()
    plain = work / "plain"
    check(execute(["cc", "-I", ROOT / "runtime/include", ROOT / "examples/mid_v1.c", ROOT / "tests/driver/plain.c", "-o",
                   plain]).status == 0, "cc failed")
    refuses(tools, work, base, [plain], ["cairn-cc"])

    occupied = work / "occupied"
    occupied.mkdir()
    (occupied / "letter.txt").write_text("dear")
    refuses(tools, work, base, [program], ["other files"], ["-o", occupied])
    check((occupied / "letter.txt").read_text() == "dear", "a file of somebody else's is gone")

    damaged = work / "suites" / "damaged"
    shutil.copytree(base, damaged)
    database = damaged / "cairn.db"
    content = bytearray(database.read_bytes())
    content[4096:12288] = b"\x55" * (len(content[4096:12288]))
    database.write_bytes(content)
    refuses(tools, work, damaged, [program], ["database"], status=3)
    shutil.rmtree(damaged)
    shutil.copytree(base, damaged)
    (damaged / "tests" / "000002.test").write_text("cairn-test 1\nnonsense\n")
    refuses(tools, work, damaged, [program], ["000002.test"], status=3)
    shutil.rmtree(damaged)
    damaged.mkdir()
    refuses(tools, work, damaged, [program], ["holds no run"])


CALCULATOR = """#include <stdio.h>
#include "cairn.h"
static int share(int total, int parts) {
  if (parts == 0) return -1;
  return total / parts;
}
int main(void) {
  signed char n[2] = {0, 0};
  cairn_symbolic(n, sizeof n, "n");
  if (n[0] == 99) __builtin_trap();
  int s = share(n[0], n[1]);
  if (s > 50) puts("large");
  printf("share %d\\n", s);
  return 0;
}
"""


def behaviour(tools, work):
    old = compile_text(tools, work, "old", CALCULATOR)
    base = work / "base"
    figures = tools.run(base, old, ["--keep-all"], expect=(1,))
    check(figures["bugs"] == 1, f"{figures['bugs']} bugs in the old version")

    # A bug both versions have is no reason to stop a pull request.
    words = compile_text(tools, work, "words", CALCULATOR.replace('"share %d', '"part %d'))
    report = update(tools, base, words, ["-o", work / "out-words", "--old", old], expect=(0,))
    check(report["bugs"] == {"new": [], "known": 1, "fixed": 0}, f"{report['bugs']}")
    check(report["queries"]["asked"] == 0, f"only words changed: {report['queries']}")
    printing = [change for change in report["changed_behaviour"] if "output differs" in change["differences"][0]]
    check(len(printing) >= 3, f"the changed output is not reported: {report['changed_behaviour']}")

    # A fixed one is said to be fixed, a new one gives status 1.
    fixed = compile_text(tools, work, "fixed", CALCULATOR.replace("  if (n[0] == 99) __builtin_trap();\n", ""))
    report = update(tools, base, fixed, ["-o", work / "out-fixed"], expect=(0,))
    check(report["bugs"]["fixed"] == 1 and not report["bugs"]["new"], f"{report['bugs']}")
    # Neither is one that another input shows: in the same place it is known, and when its line has moved it is new.
    other = CALCULATOR.replace("n[0] == 99", "n[0] == 98")
    report = update(tools, base, compile_text(tools, work, "other", other), ["-o", work / "out-other"], expect=(0,))
    check(report["bugs"] == {"new": [], "known": 1, "fixed": 0}, f"another input, the same bug: {report['bugs']}")
    moved = other.replace("  if (n[0]", '  if (n[1] == 5) puts("five");\n  if (n[0]', 1)
    report = update(tools, base, compile_text(tools, work, "moved", moved), ["-o", work / "out-moved"], expect=(1,))
    check(len(report["bugs"]["new"]) == 1 and report["bugs"]["fixed"] == 0, f"another input and line: {report['bugs']}")
    broken = compile_text(tools, work, "broken", CALCULATOR.replace("  if (parts == 0) return -1;\n", ""))
    report = update(tools, base, broken, ["-o", work / "out-broken", "--old", old], expect=(1,))
    check(len(report["bugs"]["new"]) == 1 and report["bugs"]["new"][0]["kind"] == "SIGFPE", f"{report['bugs']}")
    check(any("SIGFPE" in change["differences"][0] for change in report["changed_behaviour"]), "the crash is no difference")

    one_at_a_time(tools, base, words)
    in_place_and_since(tools, work, base)
    changed_first(tools, work)


def one_at_a_time(tools, base, program):
    """Whoever comes second is told so before any work, and takes nothing away from the first."""
    mine = base.parent / "base.updating"
    mine.mkdir()
    (mine / "notes").write_text("mine")
    with open(base / "lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        refuses(tools, base.parent, base, [program], ["is in use"], status=3)
        refuses(tools, base.parent, base, [program], ["./nowhere does not exist"], options=["--old", "./nowhere"])
    check((mine / "notes").read_text() == "mine", "an update removed what is not its own")
    shutil.rmtree(mine)


def in_place_and_since(tools, work, base):
    """As in a pull request: a repository, a change, one command."""
    repository = work / "repository"
    repository.mkdir()
    git = ["git", "-C", repository, "-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
    source = repository / "program.c"
    source.write_text(CALCULATOR)
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        check(execute([*git, *command]).status == 0, f"git {command[0]} failed")
    new = CALCULATOR.replace("  if (s > 50)", '  if (n[0] == 7 && n[1] == 9) puts("lucky");\n'
                             '  if (s == 1000) puts("never");\n  if (s > 50)')
    source.write_text(new)
    program = tools.compile([source], repository / "program", FLAGS)
    done = execute([tools.cairn, "update", "--since", "HEAD", base, "--", program], cwd=repository)
    said = done.stdout.decode()
    check(done.status == 0, f"status {done.status}: {done.stderr.decode()}")
    check("patch        2 of 2 changed lines run" in said or "2 of 3" in said, f"patch coverage: {said}")
    check(summary(base)["program"] == str(program), "OUT is not the suite of the new version")
    check(not list(base.parent.glob("base.updating*")), "the draft was left behind")
    replayed = tools.replay(base, program)
    check(replayed.status == 0, f"the updated suite does not replay: {replayed.stdout.decode()}")
    check(execute([*git, "commit", "-qam", "second"]).status == 0, "git commit failed")
    none = execute([tools.cairn, "update", "--since", "HEAD", base, "--", program], cwd=repository)
    check("patch        no changed line since HEAD" in none.stdout.decode(), f"nothing was changed: {none.stdout.decode()}")
    wrong = execute([tools.cairn, "update", "--since", "nothing", base, "--", program], cwd=repository)
    check(wrong.status == 2 and b"nothing" in wrong.stderr, f"unknown revision: {wrong.status} {wrong.stderr.decode()}")


def changed_first(tools, work):
    """A run on the new version starts from the old inputs and goes to the changed function first."""
    first = (ROOT / "tests/update/programs/sort.c").read_text()
    second = first.replace("high - low > 500", "high - low > 400")
    old, new = compile_text(tools, work, "sort1", first), compile_text(tools, work, "sort2", second)
    tools.run(work / "sorts", old, ["--runs", "60"])
    runs = {}
    for name, options in (("plain", []), ("changed", ["--base", work / "sorts", "--changed-first"])):
        figures = tools.run(work / name, new, ["--runs", "120", "--keep-all", *options])
        runs[name] = figures
    check(runs["changed"]["paths"] >= 60, f"the old inputs were not used: {runs['changed']['paths']} paths")
    done = execute([tools.cairn, "run", "--changed-first", "-o", work / "none", "--", new])
    check(done.status == 2 and b"--base" in done.stderr, f"--changed-first alone: {done.stderr.decode()}")


def pairs(tools, work, everything, names):
    rows = []
    for pair in PAIRS:
        if names and pair.name not in names or not everything and not names and pair.name not in QUICK:
            continue
        rows.append((pair, measure(tools, work, pair)))
        m = rows[-1][1]
        print(f"{pair.name:20} {m.paths:5} paths, queries {m.queries['full']} full, {m.queries['published']} published, "
              f"{m.queries['sound']} sound; CPU {m.seconds['full']:.2f} s full, {m.seconds['sound']:.2f} s sound", flush=True)
    if not everything:
        return
    table(rows)
    one_line = [m for p, m in rows if not p.same_paths and len(p.edits) == 1]
    print(f"\nmedian over {len(one_line)} one-line changes: {statistics.median(m.faster() for m in one_line):.1f} times less processor time "
          f"({statistics.median(m.fewer_runs() for m in one_line):.1f} is what runs alone allow), {statistics.median(m.queries['full'] / max(1, m.queries['sound']) for m in one_line):.1f} times fewer queries, "
          f"{statistics.median(m.solver['full'] / max(1e-6, m.solver['sound']) for m in one_line):.1f} times less solver time")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / "build")
    parser.add_argument("--all", action="store_true", help="all pairs, with a table")
    parser.add_argument("part", choices=["mid", "wrong", "bounds", "ranges", "unchanged", "behaviour", "keeping", "pairs"])
    parser.add_argument("names", nargs="*", help="pairs")
    arguments = parser.parse_args()
    tools = Tools(arguments.build)
    try:
        with Workspace("update") as work:
            if arguments.part == "mid":
                example_mid(tools, work)
            elif arguments.part == "wrong":
                wrong_suites(tools, work)
            elif arguments.part == "bounds":
                bounds(tools, work, lambda name, text: compile_text(tools, work, name, text))
            elif arguments.part == "ranges":
                ranges(tools, work, lambda name, text: compile_text(tools, work, name, text))
            elif arguments.part == "unchanged":
                unchanged(tools, work)
            elif arguments.part == "behaviour":
                behaviour(tools, work)
            elif arguments.part == "keeping":
                keeping(tools, work, lambda name, text: compile_text(tools, work, name, text))
            else:
                pairs(tools, work, arguments.all, arguments.names)
    except Failure as failure:
        print(f"{arguments.part}: {failure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
