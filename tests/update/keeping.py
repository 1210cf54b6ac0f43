"""What an update leaves alone, and what it must not call known, fixed, unchanged or complete."""

import json
import os

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
STDIN = ["--stdin", "1"]


def keeping(tools, work, compile_text):
    others_files(tools, work, compile_text)
    bugs(tools, work, compile_text)
    endless(tools, work, compile_text)
    not_unchanged(tools, work, compile_text)
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
