#!/usr/bin/env python3
"""Every kind of input, and other tools' harnesses: each program is compiled with cairn-cc, explored, and must have been brought to
every exit status it has; then its tests are replayed.

  inputs.py --build build together 2        one program at -O2
"""

import os
import pathlib
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import ROOT, check, execute, run_one, summary, tests_of  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
HARNESSES = ROOT / "examples" / "harnesses"


class Explored:
    """One program, explored: what became of it."""

    def __init__(self, tools, work, source, level, options=(), arguments=(), bugs=0):
        self.tools, self.work, self.out = tools, work, work / "out"
        self.source = source
        self.program = tools.compile([source], work / source.stem, [f"-O{level}", "-g"])
        done = execute([tools.cairn, "run", "-o", self.out, "--time", "60s", *options, "--", self.program, *arguments],
                       seconds=200, cwd=work)
        check(done.status == (1 if bugs else 0), f"status {done.status}: {done.stderr.decode()}{done.stdout.decode()}")
        self.said = done.stdout
        self.summary = summary(self.out)
        check(self.summary["bugs"] == bugs, f"{self.summary['bugs']} bugs instead of {bugs}")
        check(self.summary["divergences"] == 0, f"{self.summary['divergences']} divergences")
        flips = self.summary["flips"]
        check(0 < flips["tried"] == flips["arrived"], f"{flips['tried']} flips tried, {flips['arrived']} arrived")
        check(self.summary["symbolic_loss"] == 0, f"symbolic data was lost {self.summary['symbolic_loss']} times")
        self.tests = tests_of(self.out)

    def exits(self, *statuses):
        got = {int(test.outcome[1]) for test in self.tests if test.outcome[0] == "exited"}
        check(got == set(statuses), f"it exits with {sorted(got)} instead of {sorted(statuses)}")

    def replays(self, *arguments, plain=True):
        self.agrees()
        if not plain:
            return
        build = self.work / "plain"
        check(execute(["gcc", self.source, "-o", build]).status == 0, "gcc failed")
        self.agrees("--", build, *arguments)

    def agrees(self, *words):
        done = execute([self.tools.cairn, "replay", self.out, *words], seconds=120, cwd=self.work)
        check(done.status == 0, f"replay {words}: {done.stdout.decode()}{done.stderr.decode()}")


def together(tools, work, level):
    words = ["@arg", "@arg", "@F"]
    run = Explored(tools, work, HERE / "together.c", level,
                   ["--fail", "1", "--args", "1", "4", "4", "--env", "MODE", "4", "--file", "F", "5"], words, bugs=1)
    bug = [test for test in run.tests if test.outcome[0] == "signalled"]
    check(bug, "no test ends as the bug does")
    values = {o.kind + str(o.ordinal): o.data for o in bug[0].objects if o.kind != "choice"}
    check(values["file0"] == b"\x7f!\0", f"file {values['file0']}")
    check(values["environment0"].split(b"\0")[0] == b"on", f"variable {values['environment0']}")
    check(len(values["argument1"].split(b"\0")[0]) == 3, f"argument {values['argument1']}")
    run.replays(plain=False)  # a plain build has no failing malloc


def streams(tools, work, level):
    run = Explored(tools, work, HERE / "streams.c", level, ["--file", "F", "8"], ["@F"])
    run.exits(0, 2, 5, 8, 9, 10, 12, 14)
    run.replays("@F")


def names(tools, work, level):
    run = Explored(tools, work, HERE / "names.c", level, ["--args", "0", "2", "3", "--file", "A", "4"])
    run.exits(0, 2, 3, 4, 7)
    run.replays()


def groups(tools, work, level):
    run = Explored(tools, work, HERE / "groups.c", level, ["--args", "0", "1", "3", "--args", "0", "2", "2"])
    run.exits(0, 1, 2, 3, 4)
    run.replays()


def cursor(tools, work, level):
    run = Explored(tools, work, HERE / "cursor.c", level, ["--args", "0", "2", "3"])
    run.exits(1, 2, 3, 4, 5, 6)
    run.replays()


def lookup(tools, work, level):
    run = Explored(tools, work, HERE / "lookup.c", level, ["--args", "0", "1", "3", "--file", "A", "2"])
    run.exits(1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12)
    run.replays()


def klee_options(tools, work, level):
    """The same program, declared as KLEE's users do."""
    run = Explored(tools, work, HERE / "names.c", level, [],
                   ["--sym-args", "0", "2", "3", "-sym-files", "1", "4", "--sym-stdout"])
    run.exits(0, 2, 3, 4, 7)


def failures(tools, work, level):
    run = Explored(tools, work, HERE / "failures.c", level, ["--fail", "2"])
    run.exits(0, 1, 4, 5)
    run.replays(plain=False)
    shutil.rmtree(run.out)
    Explored(tools, work, HERE / "failures.c", level, ["--fail", "1"]).exits(0, 1, 5)


def variables(tools, work, level):
    """What the program asks for and nobody has set may be set; --variables 0 leaves it alone."""
    os.environ["HOME"] = "/"
    run = Explored(tools, work, HERE / "variables.c", level)
    check(b"APP_LEVEL, APP_TRACE: asked for by the program" in run.said, run.said.decode())
    run.exits(1, 2, 3, 4, 5)
    asked = {o.name for test in run.tests for o in test.objects}
    check(asked == {"APP_LEVEL", "APP_TRACE"}, f"offered: {sorted(asked)}")
    os.environ["APP_LEVEL"] = "low"  # a test that found it unset says so
    run.replays()
    del os.environ["APP_LEVEL"]
    shown = execute([tools.cairn, "show", run.out, "1"]).stdout.decode()
    check('environment "APP_LEVEL": not set' in shown, shown)
    exported = execute([tools.cairn, "report", "--gtest", run.out]).stdout.decode()
    check('given.unset = {std::string("APP_LEVEL"' in exported, "the GoogleTest suite does not unset variables")
    done = execute([tools.cairn, "run", "-o", work / "alone", "--variables", "0", "--", run.program])
    check(done.status == 0 and summary(work / "alone")["runs"] == 1, "variables were offered although --variables 0 forbids it")


def own_variables(tools, work, level):
    run = Explored(tools, work, HERE / "own_variables.c", level, ["--stdin", "1"])
    run.exits(1, 2, 3, 4, 5, 6, 7)
    run.replays()


def seeds(tools, work, level):
    """A seed is run, whatever the search would have found: one run for the first input, one for each file."""
    (work / "seeds").mkdir()
    (work / "seeds" / "a").write_bytes(b"k" + bytes(100))
    (work / "seeds" / "b").write_bytes(b"z")
    program = tools.compile([HERE / "names.c"], work / "names", [f"-O{level}"])
    done = execute([tools.cairn, "run", "-o", work / "out", "--runs", "3", "--keep-all", "--seeds", "seeds", "--file", "A", "4",
                    "--", program, "-q", "@A"], cwd=work)
    check(done.status == 0, done.stderr.decode())
    contents = [next(o.data for o in test.objects if o.kind == "file") for test in tests_of(work / "out")]
    check(contents == [b"", b"k\0\0\0", b"z"], f"files of the first tests: {contents}")


def klee_sign(tools, work, level):
    Explored(tools, work, HARNESSES / "klee_sign.c", level, bugs=1).replays(plain=False)


def foreign(tools, work, level):
    run = Explored(tools, work, HERE / "foreign.c", level)
    run.exits(0, 1, 2, 3, 4)
    run.replays(plain=False)


def crest_swap(tools, work, level):
    Explored(tools, work, HARNESSES / "crest_swap.c", level, bugs=1).replays(plain=False)


def testcomp_gcd(tools, work, level):
    run = Explored(tools, work, HARNESSES / "testcomp_gcd.c", level, bugs=1)
    run.exits(0, 1, 2)
    run.replays(plain=False)


def libfuzzer_url(tools, work, level):
    Explored(tools, work, HARNESSES / "libfuzzer_url.c", level, ["--stdin", "16"], bugs=1).replays(plain=False)


def custom_mutator(tools, work, level):
    Explored(tools, work, HERE / "custom_mutator.c", level, ["--stdin", "8"], bugs=1).replays(plain=False)


def forking_harness(tools, work, level):
    Explored(tools, work, HERE / "forking_harness.c", level, ["--stdin", "4"], bugs=1).replays(plain=False)


def end_pointer(tools, work, level):
    Explored(tools, work, HERE / "end_pointer.c", level, ["--stdin", "40"], bugs=1).replays(plain=False)


def clock(tools, work, level):
    run = Explored(tools, work, HERE / "clock.c", level, ["--file", "A", "4"], ["@A"])
    run.exits(0, 1, 2)
    run.replays("@A")


def keywords(tools, work, level):
    """Mutants know the words of the program's source without solving for them."""
    program = tools.compile([HERE / "keywords.c"], work / "keywords", [f"-O{level}", "-g"])
    done = execute([tools.cairn, "run", "-o", work / "out", "--strategy", "mutants", "--seed", "1", "--runs", "8000", "--arg", "12", "--",
                    program], seconds=200, cwd=work)
    check(done.status == 0, f"status {done.status}: {done.stderr.decode()}{done.stdout.decode()}")
    check(summary(work / "out")["flips"]["tried"] == 0, "something was solved for")
    got = {int(test.outcome[1]) for test in tests_of(work / "out")}
    check(got >= {3, 4, 5, 6}, f"it exits with {sorted(got)} only")


def slurp(tools, work, level):
    run = Explored(tools, work, HERE / "slurp.c", level, ["--file", "A", "5"], ["@A"])
    run.exits(0, 1, 2, 3, 4)
    run.replays("@A")


def rewritten(tools, work, level):
    run = Explored(tools, work, HERE / "rewritten.c", level, ["--file", "F", "6"], ["@F"])
    run.exits(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    run.replays("@F")


def same_moment(tools, work, level):
    Explored(tools, work, HERE / "same_moment.c", level, ["--stdin", "6"], bugs=1).replays(plain=False)


def blocks(tools, work, level):
    run = Explored(tools, work, HERE / "blocks.c", level, ["--file", "F", "6"], ["@F"])
    run.exits(1, 2)
    run.replays("@F")


PROGRAMS = {f.__name__: f for f in (together, streams, names, groups, cursor, blocks, lookup, klee_options, failures, seeds, klee_sign, foreign, crest_swap, testcomp_gcd,
                                    libfuzzer_url, custom_mutator, forking_harness, end_pointer, clock, variables, own_variables, slurp, rewritten, same_moment, keywords)}


if __name__ == "__main__":
    sys.exit(run_one(__doc__, PROGRAMS))
