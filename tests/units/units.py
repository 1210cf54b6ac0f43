#!/usr/bin/env python3
"""cairn unit from end to end: tests are generated for all functions of a file, compiled by two compilers, run, and reach every
line of it that is not marked /* never */. With `mutants` they must tell the file from slightly wrong ones.

  units.py --build build check scalars       one file of tests/units/functions
  units.py --build build mutants [scalars]   the share of mutants caught
  units.py --build build names               one of the checks in contents.py and command.py
"""

import argparse
import pathlib
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

import command  # noqa: E402
import contents  # noqa: E402
from driver import ROOT, Workspace, check, execute, exit_with  # noqa: E402
from generated import FILES, FUNCTIONS, compile_tests, generate, link_options, run_tests, uncovered_lines  # noqa: E402
from mutate import mutants  # noqa: E402


def check_file(build, work, name):
    out = work / "out"
    report = generate(build, name, out)
    skipped = [f for f in report["functions"] if "skipped" in f]
    handled = [f for f in report["functions"] if "skipped" not in f]
    check(not skipped, f"skipped: {skipped}")
    check(len(handled) == FILES[name][1], f"{len(handled)} functions handled instead of {FILES[name][1]}")
    check(all(f["divergences"] == 0 for f in handled), f"divergences: {handled}")
    test = out / f"test_{name}.c"
    written = sum(f["cases"] for f in handled)
    for compiler in (["gcc"], ["clang-19"], ["gcc", "-O2"]):
        ran = run_tests(compile_tests(compiler, test, work / f"test-{len(compiler)}-{compiler[0]}", link_options(name)))
        check(ran == written, f"{ran} cases ran, {written} were written")
    missing = uncovered_lines(work, name, test)
    check(not missing, "lines the tests do not reach: " + "; ".join(missing))
    return f"{len(handled)} functions, {written} cases, every line reached"


def check_mutants(build, work, names, least):
    caught = total = broken = 0
    survivors = []
    for name in names:
        out = work / f"out-{name}"
        generate(build, name, out)
        test = (out / f"test_{name}.c").read_text()
        original = (FUNCTIONS / f"{name}.c").read_text()
        folder = work / f"mutants-{name}"
        folder.mkdir()
        own_caught = own_total = 0
        for mutant in mutants(original):
            (folder / f"{name}.c").write_text(mutant.text)
            (folder / "t.c").write_text(test.replace(str(FUNCTIONS / f"{name}.c"), str(folder / f"{name}.c")))
            compiled = execute(["clang-19", "-w", "-O0", folder / "t.c", "-o", folder / "t", *link_options(name), "-lm"], seconds=60)
            if compiled.status != 0:
                broken += 1
                continue
            own_total += 1
            if execute([folder / "t"], seconds=4).status != 0:
                own_caught += 1
            else:
                survivors.append(f"{name}.c:{mutant.line}: {mutant.what}")
        print(f"{name}: {own_caught} of {own_total} mutants caught", flush=True)
        caught, total = caught + own_caught, total + own_total
        shutil.rmtree(folder)
    print("survivors:\n  " + "\n  ".join(survivors))
    print(f"{caught} of {total} mutants caught ({100 * caught / total:.1f} %), {broken} did not compile")
    check(caught >= least * total, f"{100 * caught / total:.1f} % of the mutants are caught, {100 * least:.0f} % are to be")
    return "enough mutants are caught"


def main():
    checks = {**contents.CHECKS, **command.CHECKS}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("what", choices=["check", "mutants", *checks])
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    with Workspace("units") as work:
        if arguments.what == "mutants":
            print(check_mutants(build, work, arguments.files or list(FILES), 0.8))
        elif arguments.what == "check":
            for name in arguments.files or FILES:
                print(f"{name}: {check_file(build, work, name)}")
        else:
            print(checks[arguments.what](build, work))


if __name__ == "__main__":
    exit_with(main)
