#!/usr/bin/env python3
"""cairn minimize as a user meets it: fewer tests, smaller inputs, and nothing of what the suite covered or showed is gone.

  minimize.py --build build
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

# Reads words up to the end. A bug needs two of them in this order, whatever stands around them; options choose more.
PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char** argv) {
  char text[65] = {0};
  fread(text, 1, 64, stdin);
  if (argc > 1 && strcmp(argv[1], "-v") == 0) puts("loud");
  const char* first = strchr(text, '<');
  if (!first) return 0;
  if (strchr(text, '#')) puts("note");
  if (strchr(text, '&')) puts("entity");
  const char* second = strchr(first, '>');
  if (!second) return 1;
  if (strchr(second, '%')) abort();
  return 2;
}
"""


def check(condition, what):
    if not condition:
        sys.exit(f"minimize.py: {what}")


class Cairn:
    def __init__(self, build, work):
        self.bin, self.work = build.resolve() / "bin", work

    def run(self, *words):
        return subprocess.run([self.bin / "cairn", *map(str, words)], cwd=self.work, capture_output=True, text=True, timeout=300)

    def compile(self, name):
        subprocess.run([self.bin / "cairn-cc", "-g", "-O1", f"{name}.c", "-o", name], cwd=self.work, check=True)

    def expect(self, status, *words):
        done = self.run(*words)
        check(done.returncode == status, f"cairn {' '.join(map(str, words))}: {done.returncode}, not {status}: {done.stdout}{done.stderr}")
        return done.stdout

    def summary(self, out):
        return json.loads((self.work / out / "summary.json").read_text())

    def tests(self, out):
        return sorted((self.work / out / "tests").iterdir())


def seeds(work):
    """Inputs as no solver makes them: long, and most of each is not needed."""
    directory = work / "seeds"
    directory.mkdir()
    filler = "the quick brown fox jumps "
    for i, text in enumerate(["<" + filler, filler + "<>", "< # & " + filler, "ab<cd>ef%gh" + filler, "< #" + filler, "<&" + filler]):
        (directory / f"{i}").write_text(text)
    return directory


def smaller_and_the_same(cairn):
    cairn.expect(1, "run", "-o", "out", "--stdin", "64", "--arg", "8", "--seeds", seeds(cairn.work), "--runs", "400", "--keep-all",
                 "--strategy", "random-branch", "--", "./prog")
    before = {path.name: path.read_bytes() for path in cairn.tests("out")}
    said = cairn.expect(0, "minimize", "out")
    check(f"of {len(before)} in out-min/tests" in said and "as before" in said, f"what is said: {said}")
    old, new = cairn.summary("out"), cairn.summary("out-min")
    check(new["tests"] == len(cairn.tests("out-min")), "the summary counts other tests")
    check(new["tests"] * 4 < len(before), f"{new['tests']} tests of {len(before)}")
    check(new["branches"] == old["branches"], f"{new['branches']}, not {old['branches']}")
    check(new["bugs"] == old["bugs"] == 1, f"{new['bugs']} bugs of {old['bugs']}")
    bug = (cairn.work / "out-min" / "bugs" / "000001.test").read_text()
    check('object stdin "stdin" 0 size 3 ' in bug and '"<>%"' in bug, f"the bug needs three letters: {bug}")
    check("arg[2] -v" in cairn.expect(0, "show", "out-min"), "no test for the option, or none that is as short as that")
    check({path.name: path.read_bytes() for path in cairn.tests("out")} == before, "the suite itself was changed")


def a_suite_like_any_other(cairn):
    said = cairn.expect(0, "replay", "out-min", "--", "./plain")
    check(f"{len(cairn.tests('out-min'))} of {len(cairn.tests('out-min'))} tests behave" in said, said)
    cairn.expect(1, "resume", "--runs", "20", "out-min")
    check(cairn.summary("out-min")["runs"] >= 20, "resuming did not go on")


def it_follows_the_program(cairn):
    (cairn.work / "next.c").write_text(PROGRAM.replace('puts("entity")', 'puts("an entity")'))
    cairn.compile("next")
    said = cairn.expect(0, "update", "--time", "1s", "-o", "out-next", "out-min", "--", "./next")
    check("an entity" in said and cairn.summary("out-next")["bugs"] == 1, f"the update says {said}")


def choosing_only(cairn):
    cairn.expect(0, "minimize", "--whole", "-o", "whole", "out")
    old, new = cairn.summary("out"), cairn.summary("whole")
    check(new["branches"] == old["branches"] and new["bugs"] == old["bugs"], "something is not covered any more")
    check(new["tests"] < old["tests"], "no test was left out")
    inputs = {path.read_text().partition("object")[2].partition("output")[0] for path in cairn.tests("out")}
    for path in cairn.tests("whole"):
        check(path.read_text().partition("object")[2].partition("output")[0] in inputs, f"{path} is none of the tests")


def what_was_edited_stays(cairn):
    cairn.expect(1, "run", "-o", "edited", "--stdin", "64", "--seeds", cairn.work / "seeds", "--runs", "100", "--", "./prog")
    before = {}
    for test in cairn.tests("edited"):
        text = test.read_text()
        if "outcome exited 1" in text and not before:
            text = text.replace("outcome exited 1", "outcome exited 7")
        elif "outcome exited 2" in text:
            text = text.replace("end\n", 'output 6\n  "never\\n"\nend\n')
        else:
            continue
        test.write_text(text)
        before[text.partition("outcome")[2]] = test
    check(len(before) >= 2, f"no tests to edit: {before}")
    said = cairn.expect(0, "minimize", "-o", "edited-min", "edited")
    check("expect what was edited in them" in said and "did not end" not in said, f"what is said: {said}")
    after = [path.read_text().partition("outcome")[2] for path in cairn.tests("edited-min")]
    changed = [text for text in after if "exited 7" in text or "never" in text]
    check(changed and all(text in before for text in changed), f"{changed} was edited as {list(before)}")
    count = sum(int(line.split()[0]) for line in said.splitlines() if "edited" in line and line.startswith(" "))
    check(count == len(before), f"{len(before)} were edited: {said}")
    done = cairn.run("replay", "edited-min", "--", "./plain")
    check(done.returncode == 1 and ("expected: exited with status 7" in done.stdout or "never" in done.stdout), f"the replay says {done.stdout}")


def misuse(cairn):
    for words, sentence in [(["minimize"], "wants one run directory"), (["minimize", "nowhere"], "holds no run"),
                            (["minimize", "-o", "out", "out"], "is the suite itself"), (["minimize", "out"], "replace it with --force"),
                            (["minimize", "--runs", "0", "out"], "--runs wants")]:
        done = cairn.run(*words)
        lines = done.stderr.splitlines()
        check(done.returncode == 2 and len(lines) == 1 and sentence in lines[0], f"{words}: {done.returncode} {done.stderr}")
    cairn.expect(0, "minimize", "--force", "--runs", "1", "out")
    shutil.copy(cairn.work / "plain", cairn.work / "prog")
    done = cairn.run("minimize", "-o", "late", "out")
    check(done.returncode == 3 and "has changed since" in done.stderr, f"another program: {done.returncode} {done.stderr}")
    check(not (cairn.work / "late").exists(), "a suite was made for another program")
    (cairn.work / "mine").mkdir()
    (cairn.work / "mine" / "thesis").write_text("years of work")
    done = cairn.run("minimize", "-o", "mine", "out")  # said before anything is looked at
    check(done.returncode == 2 and "holds other files (thesis)" in done.stderr, f"somebody's files: {done.returncode} {done.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    build = parser.parse_args().build
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        cairn = Cairn(build, work)
        (work / "prog.c").write_text(PROGRAM)
        cairn.compile("prog")
        subprocess.run(["cc", "-g", "prog.c", "-o", "plain"], cwd=work, check=True)
        for test in (smaller_and_the_same, a_suite_like_any_other, it_follows_the_program, choosing_only, what_was_edited_stays, misuse):
            test(cairn)
            print(f"{test.__name__}: ok", flush=True)


if __name__ == "__main__":
    main()
