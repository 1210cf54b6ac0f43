#!/usr/bin/env python3
"""The command line as a user meets it: bad input gives one clear sentence and the documented exit status, and the commands
work together on a small program.

  command_line.py --build build
"""

import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import endings  # noqa: E402
from user import Cli, Failure, FOREVER, PROGRAM  # noqa: E402

LOSING = r"""
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char text[8] = {0};
  if (fread(text, 1, 4, stdin) != 4 || text[0] == 0 || text[1] == 0 || text[2] == 0 || text[3] == 0) return 0;
  double d = strtod(text, NULL);
  return d > 5 ? 1 : 0;
}
"""


CRASH = r"""
#include <stdio.h>
static int parse(const char* s) { return s[0] == 'a' ? *(volatile const char*)0 : 0; }
int main(void) {
  char text[8];
  return fgets(text, sizeof text, stdin) ? parse(text) : 1;
}
"""


HANGS = r"""
#include <stdio.h>
int main(void) {
  if (getchar() == 'h') for (volatile int forever = 1; forever;) {}
  return 0;
}
"""


# Once both sides of the condition are known, nothing but a function is new behind the second call.
ENDS_INSIDE = r"""
#include <stdio.h>
#include <stdlib.h>
static void want(int c) {
  if (c != 'y') exit(2);
}
static void both(void) {
  puts("both");
}
int main(void) {
  want(getchar());
  want(getchar());
  both();
  return 0;
}
"""


def misuse(cli):
    cli.expect(2, err="no command given")
    cli.expect(2, "frobnicate", err="there is no command frobnicate")
    cli.expect(2, "worker", "x", "y", err="wants the address of one server")
    cli.expect(3, "worker", "nats://me:secret@127.0.0.1:1", err="answers at nats://127.0.0.1:1 ")
    cli.expect(2, "report", err="wants one run directory")
    cli.expect(2, "report", "--loss", "nowhere", err="holds no run")
    cli.expect(2, "run", err="no program given")
    cli.expect(2, "run", "--", err="no program given")
    cli.expect(2, "run", "a", "--", "b", err="stands before the --")
    cli.expect(2, "run", "--time", "soon", "--", "./p", err="--time wants a time")
    cli.expect(2, "run", "--time", err="--time wants a value")
    cli.expect(2, "run", "--nonsense", "--", "./p", err="has no option --nonsense")
    cli.expect(2, "run", "--prune", "x", "--", "./p", err="--prune is one of")
    cli.expect(2, "run", "--prune", "rounds", "--", "./p", err="--prune is one of")
    cli.expect(2, "run", "--jobs", "0", "--", "./p", err="--jobs wants a whole number from 1 to 64")
    cli.expect(2, "run", "--strategy", "magic", "--", "/bin/true", err="there is no strategy magic")
    cli.expect(2, "run", "--solver", "oracle", "--", "/bin/true", err="There is no solver 'oracle'")
    cli.expect(2, "run", "--solver-layers", "check,magic", "--", "/bin/true", err="There is no solver layer 'magic'")
    cli.expect(2, "run", "--sandbox", "jail", "--", "/bin/true", err="--sandbox is auto")
    cli.expect(2, "run", "--", "./missing", err="./missing does not exist")
    cli.expect(2, "run", "missing.c", err="missing.c does not exist")
    cli.expect(2, "run", "-o", "never", "x" * 300 + ".c", err="File name too long")
    cli.expect(2, "run", "--", ".", err="is a directory")
    (cli.work / "text").write_text("hello\n")
    cli.expect(2, "run", "--", "./text", err="is not executable")
    (cli.work / "script").write_text("#!/bin/sh\nexit 0\n")
    (cli.work / "script").chmod(0o755)
    for plain in ("./script", "/bin/true"):
        status, stdout, stderr = cli("run", "-o", "never", "--", plain)
        if status not in (2, 3) or "cairn-cc" not in stderr or len(stderr.splitlines()) != 1:
            raise Failure(f"{plain}: one sentence about cairn-cc expected: {status} {stderr!r}")
        if (cli.work / "never" / "cairn.db").exists():
            raise Failure("a run directory was made for a program that cannot be run")
    cli.expect(2, "show", err="wants a run directory")
    cli.expect(2, "show", "nowhere", err="holds no run")
    cli.expect(3, "show", "x" * 300, err="File name too long")
    if os.geteuid() != 0:
        (cli.work / "hidden").mkdir(mode=0)
        cli.expect(3, "show", "hidden", err="Permission denied")
        (cli.work / "hidden").rmdir()
    cli.expect(2, "replay", "nowhere", err="holds no run")
    cli.expect(2, "resume", "nowhere", err="holds no run")
    cli.expect(2, "resume", err="wants one run directory")
    cli.expect(2, "doctor", "x", err="takes no arguments")
    cli.expect(2, "strategies", "x", err="takes no arguments")
    (cli.work / "mine").mkdir()
    (cli.work / "mine" / "thesis").write_text("years")
    cli.expect(2, "run", "--stdin", "2", "-o", "mine", "--force", "--", "./prog", err="holds other files")
    cli.expect(2, "run", "--stdin", "2", "-o", "mine", "prog.c", err="holds other files")
    if [file.name for file in (cli.work / "mine").iterdir()] != ["thesis"] or (cli.work / "mine" / "thesis").read_text() != "years":
        raise Failure("somebody's directory was touched")


def help_texts(cli):
    cli.expect(0, "--help", out="cairn COMMAND --help")
    cli.expect(0, "--version", out="cairn ")
    cli.expect(0, "help", "--markdown", out="## cairn run")
    for command in ("run", "resume", "replay", "show", "report", "strategies", "doctor"):
        cli.expect(0, command, "--help", out="Example")
        cli.expect(0, "help", command, out="Usage: cairn " + command)
    cli.expect(0, "strategies", out="bounded-dfs")


def every_function_has_a_test(cli):
    cli.compile("ends_inside", ENDS_INSIDE)
    cli.expect(0, "run", "--stdin", "2", "--strategy", "bfs", "--time", "20s", "--", "./ends_inside", out="explored everything")
    out = cli.work / "cairn-out" / "ends_inside"
    figures = json.loads((out / "summary.json").read_text())
    lines = figures["lines"]
    if figures["tests"] != 3 or lines["covered"] != lines["total"]:
        raise Failure(f"three tests and all lines expected: {figures['tests']}, {lines}")
    table = cli.expect(0, "report", "--lcov", out)
    if any(line.startswith("DA:") and line.endswith(",0") for line in table.splitlines()):
        raise Failure(f"the suite does not reach a line that the run did:\n{table}")


def lines_behind_an_exit(cli):
    """Only what was run counts: gcov says the same of the same inputs."""
    cli.compile("ends_inside", ENDS_INSIDE)
    out = cli.work / "ends_first"
    cli.expect(0, "run", "-o", out, "--stdin", "2", "--strategy", "bfs", "--runs", "1", "--", "./ends_inside", out="1 runs")
    lines = json.loads((out / "summary.json").read_text())["lines"]
    if lines["covered"] != 4:
        raise Failure(f"an empty input gets to want() and its exit, and to no other line: {lines}")


def life_of_a_run(cli):
    cli.expect(1, "run", "--stdin", "4", "--time", "20s", "--", "./prog", "word", out="explored everything")
    out = cli.work / "cairn-out" / "prog"
    figures = json.loads((out / "summary.json").read_text())
    if figures["bugs"] != 1 or figures["branches"]["covered"] != 5:
        raise Failure(f"one bug and all branches but argc == 1 expected: {figures}")
    bugs = json.loads((out / "bugs.json").read_text())
    if len(bugs) != 1 or bugs[0]["kind"] != "SIGABRT" or not (out / bugs[0]["input"]).exists():
        raise Failure(f"bugs.json: {bugs}")

    cli.expect(2, "run", "--stdin", "4", "--", "./prog", err="holds a run already")
    cli.expect(1, "run", "--stdin", "4", "--force", "--", "./prog", "word", out="bugs         1")

    table = cli.expect(0, "show", out, out="ended by SIGABRT")
    if "SIGABRT" not in table.split("\n\n")[-1]:
        raise Failure(f"the bug is not in the table:\n{table}")
    cli.expect(0, "show", out, "1", out="stdin")
    cli.expect(2, "show", out, "999", err="has no test 999")
    cli.expect(2, "show", out, "one", err="the number of a test")

    cli.expect(0, "replay", out, out="behave as expected")
    subprocess.run(["cc", cli.work / "prog.c", "-o", cli.work / "plain"], check=True)
    cli.expect(0, "replay", out, "--", "./plain", "word", out="behave as expected")
    cli.expect(0, "replay", out, "--", "./plain", out="behave as expected")  # with the run's arguments
    cli.expect(1, "replay", out, "--", "./plain", "other word", out="output differs in line 1")
    (cli.work / "changed.c").write_text(PROGRAM.replace("return 3", "return 4"))
    subprocess.run(["cc", cli.work / "changed.c", "-o", cli.work / "changed"], check=True)
    cli.expect(1, "replay", out, "--", "./changed", "word", out="exited with status 4, expected: exited with status 3")
    cli.expect(2, "replay", out, "--", "./missing", err="./missing does not exist")
    (cli.work / "slow.sh").write_text("#!/bin/sh\nsleep 1.2\nexit 3\n")  # as the first test ends, but for the time
    (cli.work / "slow.sh").chmod(0o755)
    cli.expect(1, "replay", out, "1", "--", "./slow.sh", out="timed out")
    cli.expect(0, "run", "--stdin", "4", "--timeout", "9s", "--runs", "1", "-o", "patient", "--", "./prog", "word")
    if "timed out" in cli("replay", "patient", "1", "--", "./slow.sh")[1]:
        raise Failure("replay does not keep the run's --timeout")

    cli.expect(1, "resume", out, out="explored everything")

    test = out / "tests" / "000001.test"
    text = test.read_text()
    test.write_text(text[: len(text) // 2])
    cli.expect(3, "replay", out, err="000001.test")
    test.unlink()
    cli.expect(3, "show", out, err="000001.test is missing")
    cli.expect(1, "resume", out)
    if test.read_text() != text:
        raise Failure("the missing test was not written again")
    (out / "cairn.db").write_bytes(b"garbage" * 1000)
    for command in ("show", "replay", "resume"):
        cli.expect(3, command, out, err="is damaged")


def chosen_solver(cli):
    for words in (("--solver", "ippc"), ("--solver", "bits"), ("--solver-layers", "check,z3")):
        cli.expect(1, "run", "--stdin", "4", *words, "-o", "chosen", "--force", "--", "./prog", "word",
                   out="explored everything")
        solver = json.loads((cli.work / "chosen" / "summary.json").read_text())["solver"]
        if solver["complete_calls"] < solver["queries"]:
            raise Failure(f"{words}: every query goes to a complete solver: {solver}")
    cli.expect(1, "resume", "chosen", out="explored everything")
    cli.expect(1, "run", "--stdin", "4", "--solver-layers", "check,slice,domains,search", "-o", "chosen", "--force", "--", "./prog", "word")
    if json.loads((cli.work / "chosen" / "summary.json").read_text())["solver"]["complete_calls"] != 0:
        raise Failure("a complete solver was asked though it was not chosen")
    cli.expect(1, "run", "--stdin", "4", "--record-queries", "queries", "-o", "chosen", "--force", "--", "./prog")
    if (cli.work / "queries").stat().st_size < 100:
        raise Failure("no queries were recorded")
    (cli.work / "says-no").write_text("#!/bin/sh\ncat > /dev/null\necho unsat\n")
    (cli.work / "says-no").chmod(0o755)
    cli.expect(0, "run", "--stdin", "4", "--solver", "./says-no", "--solver-layers", "check,smtlib", "-o", "chosen", "--force",
               "--", "./prog", out="explored everything after")
    cli.expect(0, "resume", "chosen", out="explored everything")
    cli.expect(2, "run", "--stdin", "4", "--record-queries", "no/where", "-o", "chosen", "--force", "--", "./prog",
               err="Cannot write queries")
    cli.expect(0, "show", "chosen", out="made by portfolio")  # what was there stays until the new run begins


FAILING = r"""
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char* p = malloc(9);
  if (p == NULL) return 3;
  if (getchar() == 'x') puts("x");
  free(p);
  return 0;
}
"""


def no_place_for_a_test(cli):
    """A plain build cannot let calls fail: such tests are left out of a replay, and counted."""
    cli.compile("failing", FAILING)
    subprocess.run(["cc", cli.work / "failing.c", "-o", cli.work / "failing-plain"], check=True)
    cli.expect(0, "run", "--stdin", "1", "--fail", "1", "-o", "failing-out", "--", "./failing")
    cli.expect(0, "replay", "failing-out", out="3 of 3 tests behave as expected\n")
    cli.expect(0, "replay", "failing-out", "--", "./failing-plain", out="2 of 2 tests behave as expected; 1 skipped")
    failed = [p for p in (cli.work / "failing-out" / "tests").iterdir() if "outcome exited 3" in p.read_text()]
    cli.expect(2, "replay", "failing-out", int(failed[0].stem), "--", "./failing-plain", err="only such a build can run this test")


def replaced_too_early(cli):
    """--force: a run is not lost to a program that cannot be started."""
    cli.expect(1, "run", "--stdin", "4", "-o", "safe", "--", "./prog", "word")
    cli.compile("early", "#include <stdlib.h>\n__attribute__((constructor)) static void end(void) { abort(); }\n"
                         "int main(void) { return 0; }\n")
    cli.expect(3, "run", "--stdin", "4", "-o", "safe", "--force", "--", "./early", err="before it reached main, with SIGABRT")
    cli.expect(0, "show", "safe", out="ended by SIGABRT")
    cli.expect(0, "replay", "safe", out="behave as expected")


MANY_ADDRESSES = """#include <stdio.h>
#include <unistd.h>
static char table[256];
int main(void) {
  unsigned char n = 0;
  if (read(0, &n, 1) != 1) return 2;
  table[n] = 1;
  if (table[200]) puts("there");
  return 0;
}
"""


def passed_over(cli):
    """Of an address that depends on the input not all values are tried: a run that ends by itself says so."""
    cli.compile("many", MANY_ADDRESSES)
    cli.expect(0, "run", "--stdin", "1", "-o", "many-out", "--", "./many", out="explored everything within reach")
    cli.expect(0, "run", "--stdin", "1", "-o", "many-out", "--force", "--", "./many", out="not all their values were tried")


def cut_short(cli):
    """A bound and a limit of time leave something out, and a run that ends by itself says which."""
    words = ("--stdin", "4", "--force", "-o", "cut-out")
    for strategy in ("portfolio", "bounded-dfs"):
        _, stdout, _ = cli("run", *words, "--strategy", strategy, "--depth", "1", "--", "./prog")
        if "explored everything within reach" not in stdout or "bounded " not in stdout:
            raise Failure(f"{strategy}: the depth is not mentioned:\n{stdout}")
    cli.compile("hangs", HANGS)
    _, stdout, _ = cli("run", *words, "--timeout", "100ms", "--", "./hangs")
    if "explored everything within reach" not in stdout or "timeouts " not in stdout:
        raise Failure(f"the limit of time is not mentioned:\n{stdout}")


def any_bytes(cli):
    """A name that is not UTF-8 is a name."""
    name = os.fsdecode(b"./caf\xe9")
    shutil.copy(cli.work / "prog", cli.work / name)
    cli.expect(1, "run", "--stdin", "4", "-o", "bytes-out", "--", name, out="explored everything")
    if not json.loads((cli.work / "bytes-out" / "summary.json").read_bytes())["program"].endswith("/caf\ufffd"):
        raise Failure("the program's name is not in summary.json")
    cli.expect(1, "resume", "bytes-out", out="explored everything")
    cli.expect(0, "report", "--sarif", "bytes-out", out="SIGABRT")


def nowhere_to_write(cli):
    cli.expect(1, "run", "--stdin", "4", "--force", "-o", "written", "--", "./prog")
    with open("/dev/full", "w") as full:
        done = subprocess.run([cli.bin / "cairn", "show", "written"], cwd=cli.work, stdout=full, stderr=subprocess.PIPE, text=True)
    if done.returncode != 3 or len(done.stderr.splitlines()) != 1 or "No space left on device" not in done.stderr:
        raise Failure(f"a full disk: {done.returncode} {done.stderr!r}")
    cli.expect(3, "doctor", environment={"TMPDIR": "/nonexistent"}, out="set TMPDIR", err="not ready")
    if (cli.work / "probe.c").exists():
        raise Failure("doctor works in somebody's directory")


def since_a_large_change(cli):
    """Patch coverage counts all that git tells, however much that is."""
    repository = cli.work / "repository"
    repository.mkdir()
    git = ["git", "-C", repository, "-c", "user.name=a", "-c", "user.email=a@b"]
    (repository / "a-table").write_text("")
    (repository / "z.c").write_text("int main(void) { return 0; }\n")
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        subprocess.run([*git, *words], check=True)
    (repository / "a-table").write_text("a line of the table\n" * 150_000)
    (repository / "z.c").write_text("int main(void) {\n  return 0;\n}\n")
    subprocess.run([cli.bin / "cairn-cc", "-g", "z.c", "-o", "z"], cwd=repository, check=True)
    cli.expect(0, "run", "--since", "HEAD", "--runs", "1", "--", "./z", out="run (100.0 %) since HEAD", cwd=repository)


def losses(cli):
    """Where symbolic data is lost is told by function and line, a model's for the line that calls it."""
    cli.compile("losing", LOSING)
    done = cli.expect(0, "run", "--stdin", "4", "--time", "20s", "--", "./losing", out="lost ")
    if "cairn report --loss cairn-out/losing" not in done:
        raise Failure(f"the closing words do not say where to look:\n{done}")
    report = cli.expect(0, "report", "--loss", "cairn-out/losing")
    lines = LOSING.splitlines()
    line = 1 + next(i for i, text in enumerate(lines) if "strtod(" in text)
    row = [text for text in report.splitlines() if "strtod" in text and f"losing.c:{line} in main" in text]
    if len(row) != 1 or int(row[0].split()[0]) < 1 or int(row[0].split()[1]) < 4:
        raise Failure(f"strtod in line {line} is not in the report, or with too little:\n{report}")
    before = json.loads((cli.work / "cairn-out" / "losing" / "loss.json").read_text())
    cli.expect(0, "resume", "cairn-out/losing")
    if [l["callee"] for l in json.loads((cli.work / "cairn-out" / "losing" / "loss.json").read_text())] != [l["callee"] for l in before]:
        raise Failure("resuming forgot what was lost")
    (cli.work / "cairn-out" / "losing" / "loss.json").write_text("[{")
    cli.expect(3, "report", "--loss", "cairn-out/losing", err="cairn resume writes it again")
    (cli.work / "cairn-out" / "losing" / "summary.json").unlink()
    cli.expect(0, "resume", "cairn-out/losing", out="lost ")
    cli.expect(0, "report", "--loss", "cairn-out/losing", out="strtod")
    cli.expect(0, "run", "--stdin", "2", "--runs", "3", "-o", "kept", "--", "./forever")
    cli.expect(0, "report", "--loss", "kept", out="nothing was lost")


def hopeless_targets(cli):
    """What cannot be run is named in a sentence."""
    (cli.work / "gone.c").write_text("int gone(void) { return 1; }\n")
    (cli.work / "needs.c").write_text("int gone(void);\nint main(void) { return gone(); }\n")
    subprocess.run([cli.bin / "cairn-cc", "-shared", "-fPIC", "gone.c", "-o", "libgone.so"], cwd=cli.work, check=True)
    subprocess.run([cli.bin / "cairn-cc", "needs.c", "-L.", "-lgone", "-o", "needs"], cwd=cli.work, check=True)
    (cli.work / "libgone.so").unlink()
    cli.expect(3, "run", "--stdin", "1", "-o", "needs-out", "--", "./needs", err="libgone.so")
    cli.expect(2, "run", "-o", "hopeless", "--stdin", "999999999999", "--", "./prog", err="--stdin wants a whole number from 0 to")
    cli.expect(2, "run", "-o", "hopeless", "--stdin", "-1", "--", "./prog", err="--stdin")
    cli.expect(2, "run", "-o", "hopeless", "--args", "5", "2", "3", "--", "./prog", err="larger than the most")
    cli.expect(2, "run", "-o", "hopeless", "--args", "0", "100000", "3", "--", "./prog", err="--args wants a whole number")
    cli.expect(2, "run", "-o", "hopeless", "--file", "A", "99999999", "--", "./prog", err="--file wants a whole number")
    cli.expect(2, "run", "-o", "hopeless", "--file", "A", "--time", "2s", "--", "./prog",
               err="--file wants NAME N, and --time is an option")
    cli.expect(2, "run", "-o", "hopeless", "--file", ".", "4", "--", "./prog", err="that is a directory")
    cli.expect(2, "run", "-o", "hopeless", "--file", "x/y", "4", "--", "./prog", err="without /")
    cli.expect(2, "run", "-o", "hopeless", "--seeds", "nowhere", "--stdin", "4", "--", "./prog", err="nowhere")


def source_file(cli):
    cli.expect(1, "run", "--stdin", "4", "-o", "from-source", "prog.c", out="bugs         1")
    cli.expect(0, "show", "from-source", out="SIGABRT")
    (cli.work / "broken.c").write_text("int main(void) { return }\n")
    status, _, stderr = cli("run", "broken.c")
    if status != 3 or "cairn: broken.c does not compile" not in stderr.splitlines()[-1]:
        raise Failure(f"a source that does not compile: {status} {stderr!r}")


def place_of_a_crash(cli):
    """Its function is named although the program was built without a description of it."""
    cli.compile("crash", CRASH, ["-O0", "-gline-tables-only"])
    cli.expect(1, "run", "-o", "crashed", "--stdin", "4", "--", "./crash", out="SIGSEGV in parse (")


def repeats(cli):
    figures = []
    for name in ("first", "second"):
        cli.expect(0, "run", "--stdin", "8", "--runs", "200", "--strategy", "random-branch", "--seed", "9", "-o", name, "--",
                   "./forever")
        tests = {p.name: [l for l in p.read_text().splitlines() if not l.startswith("seconds")]
                 for p in (cli.work / name / "tests").iterdir()}
        figures.append(tests)
    if figures[0] != figures[1]:
        raise Failure("two runs with one seed and a budget in runs differ")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--only", help="one of the checks")
    arguments = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it, and so would cairn
    failed = 0
    with tempfile.TemporaryDirectory(prefix="cairn-cli-") as work:
        cli = Cli(arguments.build, pathlib.Path(work))
        cli.compile("prog", PROGRAM)
        cli.compile("forever", FOREVER)
        for check in (misuse, help_texts, life_of_a_run, every_function_has_a_test, lines_behind_an_exit, chosen_solver,
                      no_place_for_a_test, replaced_too_early, passed_over, cut_short, any_bytes, nowhere_to_write,
                      since_a_large_change, losses, hopeless_targets, source_file, place_of_a_crash, repeats, *endings.CHECKS):
            if arguments.only not in (None, check.__name__):
                continue
            try:
                check(cli)
                print(f"ok      {check.__name__}")
            except Failure as failure:
                failed += 1
                print(f"FAILED  {check.__name__}: {failure}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
