"""Builds that execute the same need no run; whatever else differs between two builds, inputs are run."""

from driver import ROOT, check, execute, summary
from measure import update
from paths import path_keys

PROGRAM = """#include <stdio.h>
#include "cairn.h"
int limit(void);
static const int table[4] = {3, 5, 7, 9};
int start = 2;
int main(void) {
  unsigned char n = 0;
  cairn_symbolic(&n, sizeof n, "n");
  if (n > table[n & 3] + start) puts("large");
  if (n > limit()) puts("beyond");
  return 0;
}
"""
OTHER = "int limit(void) { return 100; }\n"


class Builder:
    """The program, and a function that may come recorded, plain, or from a shared library."""

    def __init__(self, tools, work):
        self.tools, self.work, self.count = tools, work, 0

    def command(self, words):
        done = execute(words)
        check(done.status == 0, f"{words}: {done.stderr.decode()}")

    def __call__(self, program=PROGRAM, other=OTHER, compiler=None, library=None):
        self.count += 1
        folder = self.work / f"build{self.count:02}"  # names of one length: paths are part of the facts
        folder.mkdir()
        (folder / "main.c").write_text(program)
        (folder / "other.c").write_text(other)
        wrapper = self.tools.cairn.parent / "cairn-cc"
        if library:
            self.command([compiler or wrapper, "-O1", "-g", "-fPIC", "-shared", folder / "other.c", "-o", library])
            link = [library, f"-Wl,-rpath,{library.parent}"]
        else:
            self.command([compiler or wrapper, "-O1", "-g", "-c", folder / "other.c", "-o", folder / "other.o"])
            link = [folder / "other.o"]
        self.command([wrapper, "-O1", "-g", "-I", ROOT / "runtime/include", folder / "main.c", *link, "-o", folder / "program"])
        return folder / "program"


def unchanged(tools, work):
    build = Builder(tools, work)
    base = work / "base"
    tools.run(base, build(), [])

    comment = build(PROGRAM.replace("int start", "// Where it\n// starts.\nint start").replace("unsigned char n", "unsigned char  n"))
    report = update(tools, base, comment, ["-o", work / "comment"])
    check(report["unchanged"] and report["paths"]["kept"] == report["paths"]["now"], f"a comment: {report['paths']}")
    check(path_keys(work / "comment") == path_keys(base), "a comment: other paths")
    check(summary(work / "comment")["program"] == str(comment), "the summary names the old build")
    check(tools.replay(work / "comment", comment).status == 0, "the copied suite does not replay")
    check(execute([tools.cairn, "resume", work / "comment"]).status == 0, "the copied suite cannot be resumed")
    # In its place, and on from there.
    again = update(tools, work / "comment", build(), [])
    check(again["unchanged"] and not list(work.glob("comment.updating*")), "in place: not taken as unchanged")
    later = update(tools, work / "comment", build(PROGRAM.replace("{3, 5", "{4, 5")), ["-o", work / "later"])
    check(not later["unchanged"] and later["paths"]["changed"] > 0, f"from a copied suite: {later['paths']}")

    for name, program, other in (
            ("a constant", PROGRAM.replace("+ start", "+ 1 + start"), OTHER),
            ("a table", PROGRAM.replace("9}", "8}"), OTHER),
            ("a variable", PROGRAM.replace("start = 2", "start = 3"), OTHER),
            ("a text", PROGRAM.replace("large", "great"), OTHER),
            ("a function elsewhere", PROGRAM, OTHER.replace("100", "101"))):
        report = update(tools, base, build(program, other), ["-o", work / name.replace(" ", "-")])
        check(not report["unchanged"], f"{name} was changed, and nothing was run")

    # Code that is not recorded counts too: linked in, or loaded.
    for name, options in (("plain", {"compiler": "cc"}), ("library", {"library": work / "libother.so"}),
                          ("plain-library", {"compiler": "cc", "library": work / "libplain.so"})):
        out = work / name
        tools.run(out, build(**options), [])
        report = update(tools, out, build(PROGRAM + "// The end.\n", OTHER.replace("100", "101"), **options), ["-o", work / f"{name}-new"])
        check(not report["unchanged"], f"{name}: its code was changed, and nothing was run")
        check(report["paths"]["changed"] > 0 or name != "library", f"{name}: {report['paths']}")

    # Where more is asked for, inputs are run.
    report = update(tools, base, comment, ["-o", work / "old", "--old", build()])
    check(not report["unchanged"] and report["outputs_compared"] > 0, "--old: nothing was compared")
