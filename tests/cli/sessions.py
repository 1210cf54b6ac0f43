#!/usr/bin/env python3
"""What an exploration leaves out, and what it leaves to the next session on its directory: sides that are pruned or too deep, seeds, summaries.

  sessions.py --build build
"""

import argparse
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import ROOT, Failure, Tools, Workspace, check, execute, summary, tests_of  # noqa: E402

ROUNDS = "longest_round=0.006,cycle=0.001,fewest_sides=4,fewest_features=1,exploring_rounds=3"  # of a few runs each

LETTERS = r"""
#include <unistd.h>
int main(void) {
  unsigned char b[6] = {0};
  volatile int n = 0;
  if (read(0, b, 6) != 6) return 1;
  if (b[0] == 'a') n++;
  if (b[1] == 'b') n++;
  if (b[2] == 'c') n++;
  if (b[3] == 'd') n++;
  return n;
}
"""

COUNTER = r"""
int count_to(int n, int most) {
  if (n > LIMIT) return 2;
  return n < most;
}
"""
CALLER = r"""
#include <unistd.h>
int count_to(int n, int most);
int main(void) {
  unsigned char b = 0;
  return read(0, &b, 1) == 1 ? count_to(b, 20) : 3;
}
"""


def switches():
    """A switch in each case of a switch: each outcome is in a line of its own, so pruned sides yield their tests."""
    inner = "".join(f"case {3 + j}: return b[2] == {7 + j} ? 0 : 2;\n" for j in range(12))
    outer = "".join(f"case {10 + i}: switch (b[1]) {{\n{inner}}}\nbreak;\n" for i in range(6))
    return ("#include <unistd.h>\nint main(void) {\nunsigned char b[3] = {0};\nif (read(0, b, 3) != 3) return 1;\n"
            f"switch (b[0]) {{\n{outer}}}\nreturn 3;\n}}\n")


def compiled(tools, work, name, text):
    source = work / f"{name}.c"
    source.write_text(text)
    return tools.compile([source], work / name, ["-g"])


def resume(tools, out, *options):
    done = execute([tools.cairn, "resume", *options, out])
    check(done.status == 0, f"cairn resume ended with {done.status}: {done.stderr.decode(errors='replace')[-500:]}")
    return summary(out)


def pruned_sides_come_back(tools, work):
    program = compiled(tools, work, "switches", switches())
    options = ["--stdin", "3", "--strategy", "random-path", "--runs", "1000"]
    whole = tools.run(work / "none", program, options)
    check(whole["tree"]["open"] == 0, f"{whole['tree']['open']} sides are open in a complete exploration")
    for mode in ("random", "homi", "auto"):
        got = tools.run(work / mode, program, [*options, "--prune", mode, "--prune-options", ROUNDS])
        check(got["paths"] == whole["paths"], f"--prune {mode}: {got['paths']} paths instead of {whole['paths']}")
        check(got["tree"]["pruned"] == whole["tree"]["pruned"], f"--prune {mode}: {got['tree']['pruned']} sides stayed pruned")


def depth_holds_for_all(tools, work):
    program = compiled(tools, work, "letters", LETTERS)
    paths = {}
    for strategy in ("portfolio", "bfs", "dfs", "last-dfs", "random-path", "generational", "iterative-deepening"):
        out = work / f"depth-{strategy}"
        done = execute([tools.cairn, "run", "-o", out, "--stdin", "6", "--runs", "200", "--depth", "3", "--strategy", strategy, "--", program])
        check(done.status == 0, f"{strategy}: {done.stderr.decode(errors='replace')[-500:]}")
        check(b"explored everything within reach" in done.stdout, f"{strategy} claims to have explored everything: {done.stdout.decode()}")
        paths[strategy] = summary(out)["paths"]
    check(len(set(paths.values())) == 1 and paths["bfs"] > 1, f"--depth 3 is not the same for all: {paths}")


def seeds_are_not_forgotten(tools, work):
    program = compiled(tools, work, "letters", LETTERS)
    seeds = work / "seeds"
    seeds.mkdir()
    wanted = {b"a-----", b"-b----", b"ab----", b"--c---", b"---d--"}
    for number, seed in enumerate(sorted(wanted)):
        (seeds / str(number)).write_bytes(seed)
    out = work / "seeded"
    tools.run(out, program, ["--stdin", "6", "--seeds", seeds, "--strategy", "random-input", "--keep-all", "--runs", "3"])
    resumed = resume(tools, out, "--runs", "3")
    check(resumed["runs"] == 6, f"{resumed['runs']} runs instead of 6")
    ran = {test.stdin() for test in tests_of(out)}
    check(wanted <= ran, f"these seeds were never run: {wanted - ran}")


def strange_summary(tools, work):
    program = compiled(tools, work, "letters", LETTERS)
    out = work / "strange"
    tools.run(out, program, ["--stdin", "6", "--runs", "3"])
    for text in ('{"schema": "1"}', '{"schema": 1, "runs": "many"}', "[]", ""):
        (out / "summary.json").write_text(text)
        check(resume(tools, out, "--runs", "1")["paths"] >= 3, f"resumed after {text!r}")


def another_bound_is_no_divergence(tools, work):
    program = compiled(tools, work, "letters", LETTERS)
    strategy = ["--strategy", "bounded-dfs"]
    for before, after in (["2", "6"], ["8", "6"]):
        old, new = work / f"from-{before}", work / f"to-{after}-from-{before}"
        tools.run(old, program, ["--stdin", before, *strategy])
        got = tools.run(new, program, ["--stdin", after, "--file", "other", "4", "--base", old, *strategy])
        check(got["divergences"] == 0, f"{got['divergences']} divergences")
        check(got["branches"]["covered"] == got["branches"]["total"], f"not everything was found: {got['branches']}")
        for test in sorted((new / "tests").iterdir()):
            text = test.read_text()
            check(f"sized up to {after}\n" in text and 'object file "other" 0 ' in text, f"another input than is declared: {text}")


def changed_libraries_are_noticed(tools, work):
    for name, text in (("counter", COUNTER), ("caller", CALLER)):
        (work / f"{name}.c").write_text(text)
    library = work / "libcounter.so"
    build = lambda limit: tools.compile([work / "counter.c"], library, ["-g", "-shared", "-fPIC", f"-DLIMIT={limit}"])
    build(50)
    program = tools.compile([work / "caller.c", library], work / "caller", ["-g", f"-Wl,-rpath,{work}"])
    out = work / "loaded"
    tools.run(out, program, ["--stdin", "1", "--strategy", "bounded-dfs"])
    resume(tools, out)
    before = (out / "summary.json").read_bytes()
    build(120)
    done = execute([tools.cairn, "resume", out])
    check(done.status == 2 and b"has changed since this run began" in done.stderr, f"{done.status}: {done.stderr.decode(errors='replace')}")
    check((out / "summary.json").read_bytes() == before, "the run went on")
    build(50)
    resume(tools, out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / "build")
    parser.add_argument("--only", help="one of the checks")
    arguments = parser.parse_args()
    tools = Tools(arguments.build)
    failed = 0
    for each in (pruned_sides_come_back, depth_holds_for_all, seeds_are_not_forgotten, strange_summary,
                 another_bound_is_no_divergence, changed_libraries_are_noticed):
        if arguments.only not in (None, each.__name__):
            continue
        try:
            with Workspace("sessions") as work:
                each(tools, work)
            print(f"ok      {each.__name__}")
        except Failure as failure:
            failed += 1
            print(f"FAILED  {each.__name__}: {failure}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
