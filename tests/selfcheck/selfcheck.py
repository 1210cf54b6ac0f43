#!/usr/bin/env python3
"""Are the tests able to see a broken shadow rule? Every rule is broken in turn, and something must notice.

The zoo (tests/selfcheck/zoo, described in zoo.h) has sections that are reached only when a rule records rightly.

  selfcheck.py --build build zoo        the whole zoo, rules intact: all markers reached, no divergences, rules for all
  selfcheck.py --build build rules      each rule has a section or a reason for none; what has no rule has a reason
  selfcheck.py --build build sample     a fixed sample of mutants, each must be caught
  selfcheck.py --build build all        all mutants (make soak)
  selfcheck.py --build build add:drop   these mutants
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import (HEADERS, ROOT, Failure, Tools, Workspace, check, execute, run_plain, summary,  # noqa: E402
                    tests_of)

ZOO = pathlib.Path(__file__).resolve().parent / "zoo"
MODES = ("drop", "corrupt")
LIMIT = "20s"  # of a search; the slowest section needs a second or two

NEVER = "255"  # the marker of lines that no input reaches

# Kinds of rules that move no data: there is nothing to break.
WITHOUT_DATA = {"no_data", "lost"}

# Mutants that mean nothing, and why.
MEANINGLESS = {
    "callbr:corrupt": "assembly has no label of its own that could be wrong; dropping it leaves stale ones",
}

# Rules that no program can show to be wrong, and why.
UNREACHABLE = {
    "expect.probability": "always removed before the pass; code generation does not know it",
    "shufflevector": "taken apart into single lanes before the pass",
    "ssa.copy": "made and removed inside single optimisations; code generation does not know it",
}

# What has no rule, by the beginning of its name, and why clang cannot hand it to the pass (C and C++, x86-64 Linux).
NEVER_EMITTED = {
    "llvm.asan.": "made by the AddressSanitizer's late pass",
    "llvm.hwasan.": "AArch64 and RISC-V only",
    "llvm.call.preallocated.": "32-bit Windows",
    "llvm.callbr.landingpad": "made in code generation",
    "llvm.codeview.": "Windows debug information",
    "llvm.coro.": "coroutines are lowered before the pass",
    "llvm.eh.exception": "Windows",
    "llvm.eh.recoverfp": "Windows",
    "llvm.eh.sjlj.": "made in code generation, for targets without tables",
    "llvm.experimental.constrained.": "has a rule as a family",
    "llvm.experimental.convergence.": "GPU",
    "llvm.experimental.cttz.elts": "made by the vectorisers, which are off",
    "llvm.experimental.deoptimize": "virtual machines",
    "llvm.experimental.gc.": "garbage collectors",
    "llvm.experimental.get.vector.length": "made by the vectorisers, which are off",
    "llvm.experimental.guard": "virtual machines",
    "llvm.experimental.patchpoint": "virtual machines",
    "llvm.experimental.stackmap": "virtual machines",
    "llvm.experimental.stepvector": "made by the vectorisers, which are off",
    "llvm.experimental.vector.": "made by the vectorisers, which are off",
    "llvm.experimental.vp.": "made by the vectorisers, which are off",
    "llvm.experimental.widenable.condition": "virtual machines",
    "llvm.fptrunc.round": "GPU",
    "llvm.gc": "garbage collectors",
    "llvm.get.active.lane.mask": "made by the vectorisers, which are off",
    "llvm.icall.branch.funnel": "made by link-time optimisation, which is off",
    "llvm.local": "Windows exception handling",
    "llvm.loop.decrement": "made in code generation",
    "llvm.matrix.": "lowered before the pass",
    "llvm.memcpy.element.": "virtual machines",
    "llvm.memmove.element.": "virtual machines",
    "llvm.memset.element.": "virtual machines",
    "llvm.objc.": "Objective-C",
    "llvm.pcmarker": "no front end uses it",
    "llvm.preserve.": "BPF",
    "llvm.ptrauth.": "AArch64",
    "llvm.set.loop.iterations": "made in code generation",
    "llvm.stackguard": "made in code generation",
    "llvm.stackprotector": "made in code generation",
    "llvm.start.loop.iterations": "made in code generation",
    "llvm.swift.": "Swift",
    "llvm.test.": "made in code generation",
    "llvm.type.checked.load": "needs link-time optimisation, which is off",
    "llvm.vector.": "scalable vectors; reductions are expanded before the pass",
    "llvm.vp.": "made by the vectorisers, which are off",
    "llvm.vscale": "scalable vectors",
    "llvm.xray.": "only on request of -fxray-instrument, and takes no data of the program",
}

# One mutant or two of each kind of rule, for `make test`.
SAMPLE = ["add:corrupt", "sdiv:drop", "sext:corrupt", "icmp:corrupt", "fshl:corrupt", "uadd.overflow:corrupt",
          "fcmp:drop", "getelementptr:corrupt", "store:drop", "memcpy:drop", "call:drop", "va_start:drop",
          "switch:corrupt", "alloca:drop"]


class Section:
    def __init__(self, source, name, notes, body):
        self.source = source
        self.name = name
        found = dict(re.findall(r"^// (rules|levels|expect): (.*)$", notes, re.M))
        self.rules = found.get("rules", "").split()
        self.levels = found.get("levels", "02")
        self.loses = found.get("expect") == "loss"
        self.markers = set(re.findall(r"(?:reached|WHEN)\((\d+)\b", body)) - {NEVER}

    def __str__(self):
        return f"{self.source.stem}/{self.name}"


def read_zoo():
    sections = []
    for source in sorted(ZOO.glob("*.c")):
        if source.name == "plain.c":
            continue
        text = source.read_text()
        starts = list(re.finditer(r"((?:^// .*\n)*)^SECTION\((\w+)\)", text, re.M))
        ends = [m.start() for m in starts[1:]] + [len(text)]
        for start, end in zip(starts, ends):
            section = Section(source, start[2], start[1], text[start.end():end])
            check(section.rules and section.markers, f"{section}: a section names its rules and has markers")
            sections.append(section)
    return sections


def include_flags(unit, flags):
    if unit.suffix == ".ll":
        return []
    own = re.search(r"^// flags: (.*)$", unit.read_text(), re.M)
    return [f"-I{HEADERS}", "-Wall", "-Werror=unused-function", *(own[1].split() if own else []), *flags]


def units_of(source):
    """The rare intrinsics that no C program makes stand in a file of their own."""
    return [source] + ([ZOO / "rare.ll"] if source.stem == "rare" else [])


def compile_units(compiler, work, units, name, flags, c_flags=()):
    objects = []
    for unit in units:
        objects.append(work / f"{name}.{unit.name}.o")
        out = execute([*compiler, *flags, *include_flags(unit, c_flags), "-c", unit, "-o", objects[-1]])
        check(out.status == 0, f"{unit.name} {' '.join(flags)}: {out.stderr.decode(errors='replace')[-2000:]}")
    return objects


def build(tools, work, source, level, name, c_flags=(), broken=()):
    """A program of the zoo, with code that is not instrumented, and the plain program its tests are replayed on."""
    outside = compile_units(["clang-19"], work, [ZOO / "plain.c"], f"{name}-outside", ["-O1", "-fPIC"])
    recorded = compile_units([tools.cairn_cc], work, units_of(source), name,
                             [f"-O{level}", "-mllvm", "-cairn-require-rules", *broken], c_flags)
    plain = compile_units(["clang-19"], work, units_of(source) + [ROOT / "tests" / "driver" / "plain.c"],
                          f"{name}-plain", ["-O1"], c_flags)
    program = tools.compile(recorded + outside, work / name, ["-lm"])
    replayed = work / f"{name}-plain"
    out = execute(["clang-19", *plain, *outside, "-lm", "-o", replayed])
    check(out.status == 0, out.stderr.decode(errors="replace"))
    return program, replayed


def explore(tools, work, programs, name):
    """Returns what was found: the summary, and the markers that the tests print on the plain program."""
    program, replayed = programs
    out = work / f"out-{name}"
    done = execute([tools.cairn, "run", "-o", out, "--strategy", "bounded-dfs", "--time", LIMIT, "--keep-all",
                    "--", program], seconds=120)
    check(done.status in (0, 1), f"cairn run ended with {done.status}: {done.stderr.decode(errors='replace')[-500:]}")
    reached = set()
    for test in tests_of(out):
        reached |= set(re.findall(r"REACHED (\d+)", run_plain(replayed, test).stdout.decode(errors="replace")))
    return summary(out), reached


def complaint(found, sections):
    """What is wrong with a search of these sections; empty: nothing."""
    numbers, reached = found
    wanted = set().union(*(s.markers for s in sections))
    missing = sorted(wanted - reached, key=int)
    flips = numbers["flips"]
    loses = any(s.loses for s in sections)
    if numbers["bugs"]:
        return f"{numbers['bugs']} bugs"
    if NEVER in reached:
        return "a line was reached that no input reaches"
    if missing:
        return f"not reached: {', '.join(missing)}"
    if numbers["divergences"] or flips["tried"] != flips["arrived"]:
        return f"{numbers['divergences']} divergences, {flips['arrived']} of {flips['tried']} flips arrived"
    if (numbers["symbolic_loss"] > 0) != loses:
        return f"{numbers['symbolic_loss']} losses"
    return ""


def intact(tools, sections):
    failures = 0
    files = sorted({s.source for s in sections})
    for source in files:
        for level in "02":
            mine = [s for s in sections if s.source == source]
            try:
                with Workspace(f"zoo-{source.stem}") as work:
                    found = explore(tools, work, build(tools, work, source, level, "zoo"), "zoo")
                    wrong = complaint(found, mine)
                    check(not wrong, wrong)
                    markers = sum(len(s.markers) for s in mine)
                    print(f"{source.name} -O{level}: {markers} markers, {found[0]['flips']['tried']} flips")
            except Failure as failure:
                failures += 1
                print(f"{source.name} -O{level}: {failure}")
    return failures


def listed_rules(tools, work):
    """Rules and what has none, as the pass lists them: name -> kind."""
    source = work / "empty.c"
    source.write_text("int nothing;\n")
    out = execute([tools.cairn_cc, "-c", "-mllvm", "-cairn-list-rules", source, "-o", work / "empty.o"])
    check(out.status == 0, out.stderr.decode(errors="replace"))
    return {name: kind for name, kind, _ in (line.split() for line in out.stdout.decode().splitlines())}


def mutants_of(rules):
    names = [name for name, kind in rules.items() if kind not in WITHOUT_DATA | {"none"} and name not in UNREACHABLE]
    return [f"{name}:{mode}" for name in names for mode in MODES if f"{name}:{mode}" not in MEANINGLESS]


def sections_by_rule(sections):
    by_rule = collections.defaultdict(list)
    for section in sections:
        for rule in section.rules:
            by_rule[rule].append(section)
    return by_rule


def table_is_complete(tools, sections):
    with Workspace("rules") as work:
        rules = listed_rules(tools, work)
    wrong = []
    by_rule = sections_by_rule(sections)
    for name, kind in rules.items():
        if kind == "none":
            if not any(name.startswith(prefix) for prefix in NEVER_EMITTED):
                wrong.append(f"{name} has no rule")
        elif kind not in WITHOUT_DATA and name not in UNREACHABLE and name not in by_rule:
            wrong.append(f"rule {name} ({kind}) has no section")
    for section in sections:
        for rule in section.rules:
            if rules.get(rule, "none") == "none":
                wrong.append(f"{section} names the rule {rule}, which there is not")
    for name in [m.split(":")[0] for m in MEANINGLESS] + list(UNREACHABLE):
        if name not in rules:
            wrong.append(f"an exception names the rule {name}, which there is not")
    for line in wrong:
        print(line)
    without = sum(kind == "none" for kind in rules.values())
    print(f"{len(rules) - without} rules, {without} intrinsics without, {len(sections)} sections, {len(wrong)} complaints")
    return len(wrong)


def tried(tools, section, level, broken=()):
    """What is wrong with a section alone, with a rule broken or with none."""
    with Workspace("section") as work:
        only = [f"-DONLY={section.name}", "-Wno-unused-function"]
        programs = build(tools, work, section.source, level, section.name, only, broken)
        return complaint(explore(tools, work, programs, section.name), [section])


def caught(tools, mutant, by_rule):
    """Who notices, or nothing."""
    for section in by_rule[mutant.split(":")[0]]:
        for level in section.levels:
            wrong = tried(tools, section, level, ["-mllvm", f"-cairn-break={mutant}"])
            if wrong:
                return f"{section} -O{level}: {wrong}"
    return ""


def break_rules(tools, sections, mutants):
    by_rule = sections_by_rule(sections)
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # A section that complains with all rules intact would catch anything.
        involved = {s for m in mutants for s in by_rule[m.split(":")[0]]}
        controls = [(s, level) for s in sorted(involved, key=str) for level in s.levels]
        for (section, level), wrong in zip(controls, pool.map(lambda c: tried(tools, *c), controls)):
            if wrong:
                failures += 1
                print(f"{section} -O{level} with all rules intact: {wrong}", flush=True)
        survivors = 0
        for mutant, who in zip(mutants, pool.map(lambda m: caught(tools, m, by_rule), mutants)):
            print(f"{mutant}: {who or 'NOT CAUGHT'}", flush=True)
            survivors += not who
    print(f"{len(mutants)} mutants, {len(mutants) - survivors} caught")
    return failures + survivors


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / "build")
    parser.add_argument("what", nargs="+")
    arguments = parser.parse_args()
    tools = Tools(arguments.build)
    sections = read_zoo()
    try:
        if arguments.what == ["zoo"]:
            return 1 if intact(tools, sections) else 0
        if arguments.what == ["rules"]:
            return 1 if table_is_complete(tools, sections) else 0
        if arguments.what == ["sample"]:
            mutants = SAMPLE
        elif arguments.what == ["all"]:
            with Workspace("rules") as work:
                mutants = mutants_of(listed_rules(tools, work))
        else:
            mutants = arguments.what
        return 1 if break_rules(tools, sections, mutants) else 0
    except Failure as failure:
        print(failure)
        return 1


if __name__ == "__main__":
    sys.exit(main())
