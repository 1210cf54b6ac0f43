"""What an update leaves alone, and what it must not call known, fixed, unchanged or complete."""

import json
import os
import signal
import subprocess
import time

from driver import check, execute, summary
from measure import update

CHOICE = """#include <stdio.h>
static int price(int k) {
  if (k == 'x') return 3;
  return 10;
}
int main(void) {
  int k = getchar();
  printf("%d\\n", price(k));
  return 0;
}
"""
TABLE = """#include <stdio.h>
#include <stdlib.h>
static int *table;
static int parse(int c) { if (c == 'k') return table[1]; return 0; }
static int emit(int c) { if (c == 'k') puts("emit"); return c; }
int main(void) { int c = getchar(); int r = parse(c); return emit(c) == 300 ? r : 0; }
"""
ENDLESS = """#include <stdio.h>
static int kind(int c) { if (c == 'x') return 1; if (c == 'y') return 2; return 0; }
int main(void) {
  int a = getchar(), b = getchar();
  int k = kind(a);
  if (b == 'H') for (;;) ;
  return k;
}
"""
MODULE = """#include <dlfcn.h>
#include <stdio.h>
int main(void) {
  void *library = dlopen("%s", RTLD_NOW);
  int (*plug)(int) = (int (*)(int))dlsym(library, "plug");
  return plug(getchar());
}
"""
READER = """#include <stdio.h>
int main(int argc, char **argv) {
  FILE *file = fopen(argv[1], "r");
  int limit = fgetc(file);
  return getchar() > limit;
}
"""
SLOTS = """#include <stdio.h>
static volatile int slot[4];
int main(void) {
  unsigned char b[4];
  size_t n = fread(b, 1, sizeof b, stdin);
  for (size_t i = 0; i < n; i++) {
    if (b[i] == 'q') return 1;
    slot[b[i] & 3]++;
  }
  if (slot[2] == 4) puts("four");
  puts("one");
  return 0;
}
"""
# More paths than any test has time for.
LOOP = "volatile int n = 0; for (int d; (d = getchar()) != EOF;) if (d > 'm') n++;"
STDIN = ["--stdin", "1"]


def keeping(tools, work, compile_text):
    others_files(tools, work, compile_text)
    bugs(tools, work, compile_text)
    endless(tools, work, compile_text)
    not_unchanged(tools, work, compile_text)
    left_open(tools, work, compile_text)
    interrupted(tools, work, compile_text)
    hand_written(tools, work, compile_text)
    names_of_a_patch(tools, work)


def others_files(tools, work, compile_text):
    """A suite in version control: what is not the run's stays, however the directory is named."""
    first, second = compile_text("choice1", CHOICE), compile_text("choice2", CHOICE.replace("'x'", "'y'"))
    real = work / "kept" / "suite"
    tools.run(real, first, STDIN)
    (real / ".git").mkdir()
    (real / ".git" / "HEAD").write_text("ref")
    (real / "README.md").write_text("mine")
    (real / "tests" / "notes").write_text("mine")
    os.chmod(real, 0o750)
    link = work / "link"
    link.symlink_to(real)
    killed = work / "kept" / "suite.updating-1"
    tools.run(killed, first, STDIN)
    (killed / "letter").write_text("mine")
    for name, cwd, program in ((f"{real}/", work, second), (link, work, first), (".", real, second), (link, work, second)):
        done = execute([tools.cairn, "update", name, "--", program], cwd=cwd)
        check(done.status == 0, f"update {name}: {done.status} {done.stderr.decode()}")
        check(summary(real)["program"] == str(program), f"update {name}: it is not the suite of the new version")
        for kept in (".git/HEAD", "README.md", "tests/notes", "letter"):
            check((real / kept).exists(), f"update {name}: {kept} is gone")
        check(link.is_symlink() and real.stat().st_mode & 0o777 == 0o750, f"update {name}: link or mode has changed")
        check([p.name for p in real.parent.iterdir()] == ["suite"], f"update {name}: a draft was left behind")

    # Of a test that is dropped the output counts too.
    tools.run(work / "choices", first, STDIN)
    report = update(tools, work / "choices", compile_text("choice3", CHOICE.replace("  if (k == 'x') return 3;\n", "")), [])
    check(report["tests"]["dropped"] > 0 and any("output differs" in change["differences"][0]
          for change in report["changed_behaviour"]), f"{report['tests']}: {report['changed_behaviour']}")


def bugs(tools, work, compile_text):
    base = work / "table"
    old = compile_text("table1", TABLE)
    tools.run(base, old, STDIN, expect=(1,))
    # The same input fails in another place, and in another way.
    new = compile_text("table2", TABLE.replace("return table[1]", "return 1").replace('puts("emit")', "abort()"))
    report = update(tools, base, new, ["-o", work / "table2-out"], expect=(1,))
    check(len(report["bugs"]["new"]) == 1 and report["bugs"]["known"] == 0 and report["bugs"]["fixed"] == 1, f"{report['bugs']}")
    # In another place in the same way: the function it failed in before is still there. Nobody can tell that the old bug is gone.
    other = compile_text("table5", TABLE.replace("return table[1]", "return 1").replace('puts("emit")', "return table[1]"))
    report = update(tools, base, other, ["-o", work / "table5-out"], expect=(1,))
    check(len(report["bugs"]["new"]) == 1 and report["bugs"]["fixed"] == 0, f"another function: {report['bugs']}")
    # Another name for its function is no other bug, and fixes nothing.
    renamed = compile_text("table6", TABLE.replace("parse", "decode"))
    for name, options in (("table6-out", []), ("table6-old", ["--old", old])):
        report = update(tools, base, renamed, ["-o", work / name, *options])
        check(report["bugs"] == {"new": [], "known": 1, "fixed": 0}, f"a renamed function: {report['bugs']}")
    # Lines above a bug do not give it another name.
    moved = compile_text("table3", "\n\n\n" + TABLE)
    report = update(tools, base, moved, ["-o", work / "table3-out"])
    check(report["bugs"] == {"new": [], "known": 1, "fixed": 0}, f"{report['bugs']}")
    names = [[bug["signature"] for bug in json.loads((out / "bugs.json").read_text())] for out in (base, work / "table3-out")]
    check(names[0] == names[1], f"a moved bug has another name: {names}")
    # What the old build does too is known, though the suite, from before it, has not met it.
    tools.run(work / "before", compile_text("table4", TABLE.replace("return table[1]", "return 1")), STDIN)
    update(tools, work / "before", old, ["-o", work / "table4-out"], expect=(1,))
    report = update(tools, work / "before", old, ["-o", work / "table4-old", "--old", moved], expect=(0,))
    check(not report["bugs"]["new"] and report["bugs"]["known"] == 1, f"the old build shows it too: {report['bugs']}")


def endless(tools, work, compile_text):
    tools.run(work / "endless", compile_text("endless1", ENDLESS), ["--stdin", "2", "--timeout", "300ms"], expect=(1,))
    found = json.loads((work / "endless" / "bugs.json").read_text())
    check(len(found) == 1, f"one endless loop is {len(found)} bugs")


def not_unchanged(tools, work, compile_text):
    # A run that was cut off is not complete, though the build is the same.
    program = compile_text("cut", CHOICE)
    tools.run(work / "cut-out", program, [*STDIN, "--runs", "1"])
    report = update(tools, work / "cut-out", program, ["-o", work / "cut-copy"])
    check(not report["complete"], "an unfinished suite is called complete")
    (work / "cut-out" / "report.html").write_text("<!DOCTYPE html>")
    update(tools, work / "cut-out", program, ["-o", work / "cut-again"])
    check(not (work / "cut-again" / "report.html").exists(), "the report of another build was copied")

    library = work / "plug.so"
    def plug(limit):
        tools.compile([source("plug.c", f"int plug(int c) {{ return c > {limit}; }}\n")], library, ["-g", "-shared", "-fPIC"])
    def source(name, text):
        (work / name).write_text(text)
        return work / name
    plug(50)
    loader = tools.compile([source("loader.c", MODULE % library)], work / "loader", ["-O1", "-g"])
    tools.run(work / "loads", loader, STDIN)
    plug(60)
    check(not update(tools, work / "loads", loader, ["-o", work / "loads-new"])["unchanged"], "a module was changed, and nothing was run")

    reader = tools.compile([source("reader.c", READER)], work / "reader", ["-O1", "-g"])
    limit = source("limit", "a")
    done = execute([tools.cairn, "run", "-o", work / "reads", *STDIN, "--", reader, limit])
    check(done.status == 0, f"{done.stderr.decode()}")
    source("limit", "b")
    report = update(tools, work / "reads", reader, ["-o", work / "reads-new"])
    check(not report["unchanged"], "a file that an argument names was changed, and nothing was run")


def left_open(tools, work, compile_text):
    """A suite that is not complete stays so, however often it is updated, and each update costs little."""
    builds = [compile_text(f"slots-{word}", SLOTS.replace('"one"', f'"{word}"')) for word in ("one", "two", "three", "four")]
    bases = [work / f"slots{i}" for i in range(len(builds))]
    tools.run(bases[0], builds[0], ["--stdin", "4", "--runs", "10"])
    left = summary(bases[0])["tree"]["open"]
    for i in range(1, len(builds)):
        done = execute([tools.cairn, "update", "-o", bases[i], bases[i - 1], "--", builds[i]])
        said = done.stdout.decode()
        check(said.startswith("up to date") and "not complete" in said and "cairn resume" in said, f"update {i}: {said}")
        report = json.loads((bases[i] / "update.json").read_text())
        check(report["paths"]["now"] == 10 and not report["complete"], f"update {i}: {report['paths']}")
        check(summary(bases[i])["tree"]["open"] == left, f"update {i}: {left} sides were open, {summary(bases[i])['tree']}")
        check(report["limits"]["capped_addresses"] == 0, f"open sides are called limits: {report['limits']}")
    # The same build: nothing was stopped, and nothing is complete.
    again = execute([tools.cairn, "update", "-o", work / "slots-again", bases[-1], "--", builds[-1]]).stdout.decode()
    check(again.startswith("up to date") and "nothing was run" in again and "not complete" in again, again)
    check(execute([tools.cairn, "resume", bases[-1]]).status == 0, "it cannot be resumed")
    report = update(tools, bases[-1], builds[-1], ["-o", work / "slots-whole"])
    check(report["complete"] and report["paths"]["now"] > 100, f"resumed to the end: {report['paths']}")


def interrupted(tools, work, compile_text):
    """Ctrl-C ends the exploration; what is known of the tests is found out all the same."""
    def stopped(options, base, program):
        process = subprocess.Popen([str(word) for word in (tools.cairn, "update", "--time", "60s", *options, base, "--", program)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        time.sleep(4)
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=120)
        check(process.returncode == 0, f"stopped: {process.returncode} {said.decode()} {errors.decode()}")
        return json.loads((base / "update.json").read_text())

    stdin = ["--stdin", "40"]
    tools.run(work / "stopped", compile_text("stopped1", CHOICE), stdin)
    endless = compile_text("stopped2", CHOICE.replace("  return 0;\n", f"  {LOOP}\n  return 0;\n"))
    report = stopped([], work / "stopped", endless)
    check(not report["complete"] and report["outputs_compared"] > 0, f"{report['outputs_compared']} outputs compared")
    replayed = tools.replay(work / "stopped", endless)
    check(replayed.status == 0 and b"no output" not in replayed.stdout, f"{replayed.stdout.decode()}")

    # What the old build does too is known.
    base = work / "stopped-bug"
    tools.run(base, compile_text("stopped3", TABLE.replace("return table[1]", "return 1")), stdin)
    new = compile_text("stopped4", TABLE.replace("return emit(c)", f"{LOOP} return emit(c)"))
    report = stopped(["--old", compile_text("stopped5", TABLE)], base, new)
    check(not report["bugs"]["new"] and report["bugs"]["known"] == 1, f"{report['bugs']}")


def hand_written(tools, work, compile_text):
    program = compile_text("hand", CHOICE)
    out = work / "hand-out"
    tools.run(out, program, STDIN)
    test = out / "tests" / "000001.test"
    (out / "tests" / "000900.test").write_bytes(test.read_bytes())
    test.write_bytes(test.read_bytes().replace(b"\n", b"\r\n"))
    check(tools.replay(out, program).status == 0, "a test with other line ends does not replay")
    done = execute([tools.cairn, "resume", out])
    check(done.status == 0 and b"000900.test" in done.stderr, f"resume: {done.status} {done.stderr.decode()}")
    check((out / "tests" / "000900.test").exists(), "resume removed a test that somebody wrote")
    update(tools, out, compile_text("hand2", CHOICE.replace("return 10", "return 11")), [])
    check((out / "tests" / "000900.test").exists(), "update removed a test that somebody wrote")

    # What a test expects, too: it is what the program should do.
    expected = next(test for test in sorted((out / "tests").glob("*.test")) if "outcome exited 0" in test.read_text())
    expected.write_text(expected.read_text().replace("outcome exited 0", "outcome exited 3"))
    new = compile_text("hand3", CHOICE.replace("return 10", "return 12"))
    report = update(tools, out, new, ["-o", work / "hand-new"])
    still = [test for test in (work / "hand-new" / "tests").glob("*.test") if "outcome exited 3" in test.read_text()]
    check(report["tests"]["edited"] == 1 and len(still) == 1, f"{report['tests']}: {still}")
    check(tools.replay(work / "hand-new", new).status == 1, "what was edited is not what is expected")


def names_of_a_patch(tools, work):
    """Files are told apart by where they are in the repository, wherever cairn runs, and whatever their names hold."""
    repository = work / "repository"
    (repository / "lib").mkdir(parents=True)
    git = ["git", "-C", repository, "-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
    for name in ("util.c", "lib/util.c", "my file.c", 'a "b".c'):
        (repository / name).write_text(CHOICE)
    for command in (["init", "-q"], ["config", "diff.relative", "true"], ["add", "."], ["commit", "-qm", "first"]):
        check(execute([*git, *command]).status == 0, f"git {command[0]} failed")

    def patch(name):
        program = tools.compile([repository / name], work / "patched", ["-O1", "-g"])
        done = execute([tools.cairn, "run", "--force", "-o", work / "patched-out", *STDIN, "--since", "HEAD", "--", program],
                       cwd=repository / "lib")
        check(done.status == 0, f"{name}: {done.stderr.decode()}")
        return next(line for line in done.stdout.decode().splitlines() if line.startswith("patch "))

    changed = CHOICE.replace("return 10", "return 11")
    (repository / "util.c").write_text(changed)
    check("no changed line" in patch("lib/util.c"), f"lib/util.c was not changed: {patch('lib/util.c')}")
    check("1 of 1 changed line run" in patch("util.c"), f"util.c was: {patch('util.c')}")
    for name in ("my file.c", 'a "b".c'):
        (repository / name).write_text(changed)
        check("1 of 1 changed line run" in patch(name), f"{name}: {patch(name)}")

    # A file that was not added yet is new as a whole, unless git is not to see it.
    (repository / ".gitignore").write_text("hidden.c\n")
    for name in ("fresh.c", "hidden.c"):
        (repository / name).write_text(CHOICE)
    check("changed lines run" in patch("fresh.c"), f"fresh.c: {patch('fresh.c')}")
    check("no changed line" in patch("hidden.c"), f"hidden.c: {patch('hidden.c')}")
