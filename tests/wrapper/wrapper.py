#!/usr/bin/env python3
"""cairn-cc and cairn-c++ stand in for clang wherever a build system calls one.

  wrapper.py --build build [CASE]
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import ROOT, Failure, Tools, Workspace, check, execute, run_plain, tests_of  # noqa: E402

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
MAIN, CHECK = PROGRAMS / "main.c", PROGRAMS / "check.c"
INPUTS = [b"", b"ok", b"??", b"..M{", b"\x00" * 8, b"a longer input than eight bytes"]


def call(compiler, *arguments, stdin=b"", status=0, cwd=None, quiet=True):
    """Runs a compiler; a build system reads anything on stderr as a failed check, so there may be nothing."""
    out = execute([compiler, *arguments], stdin=stdin, cwd=cwd)
    shown = f"{pathlib.Path(compiler).name} {' '.join(str(a) for a in arguments)}"
    check(out.status == status, f"{shown}: status {out.status}: {out.stderr.decode(errors='replace')[-1500:]}")
    check(not quiet or not out.stderr, f"{shown} says: {out.stderr.decode(errors='replace')[-500:]}")
    return out


def alike(program, plain, inputs=INPUTS):
    """Without the engine an instrumented program is the plain one."""
    for data in inputs:
        for arguments in ([], ["17"]):
            ours = execute([program, *arguments], stdin=data, env={"WRAPPER_TEST": "us"})
            theirs = execute([plain, *arguments], stdin=data, env={"WRAPPER_TEST": "us"})
            check(ours.same_behaviour(theirs) and ours.stderr == theirs.stderr,
                  f"{data!r}: {ours.describe()}; plain: {theirs.describe()}")


def finds(tools, work, program, plain, wanted, stdin=8):
    """The engine finds inputs for all of these, and the plain program agrees."""
    summary = tools.run(work / "out", program, ["--stdin", str(stdin), "--time", "60s", "--strategy", "bounded-dfs"])
    check(summary["divergences"] == 0, f"{summary['divergences']} divergences")
    text = b"".join(run_plain(plain, test).stdout for test in tests_of(work / "out")).decode()
    found = set(re.findall(r"FOUND (\d+)", text))
    check(found >= set(wanted), f"not found: {sorted(set(wanted) - found)}")


def plain_build(work, *arguments):
    call("clang-19", "-O1", *(arguments or (MAIN, CHECK)), "-o", work / "plain")
    return work / "plain"


def one_command(tools, work):
    call(tools.cairn_cc, "-O2", MAIN, CHECK, "-o", work / "program")
    plain = plain_build(work)
    alike(work / "program", plain)
    finds(tools, work, work / "program", plain, "12")


def separate_objects(tools, work):
    """-c, then a link; and without -o the compiler's own names."""
    call(tools.cairn_cc, "-g", "-c", MAIN, CHECK, cwd=work)
    call(tools.cairn_cc, "main.o", "check.o", cwd=work)
    alike(work / "a.out", plain_build(work))


def mixed_objects(tools, work):
    """Objects with and without instrumentation, each way round."""
    for plain_one, ours in ((MAIN, CHECK), (CHECK, MAIN)):
        call("clang-19", "-O1", "-fPIE", "-c", plain_one, "-o", work / "theirs.o")
        call(tools.cairn_cc, "-O1", "-c", ours, "-o", work / "ours.o")
        call(tools.cairn_cc, work / "theirs.o", work / "ours.o", "-o", work / "mixed")
        alike(work / "mixed", plain_build(work))
    # Of the last build the checker is not instrumented: exploring sees nothing of it, and says so instead of failing.
    summary = tools.run(work / "out", work / "mixed", ["--stdin", "8", "--time", "20s"])
    check(summary["divergences"] == 0 and summary["symbolic_loss"] == 0, f"divergences or losses: {summary}")


def static_library(tools, work):
    call(tools.cairn_cc, "-O2", "-c", CHECK, "-o", work / "check.o")
    check(execute(["ar", "rcs", work / "libcheck.a", work / "check.o"]).status == 0, "ar failed")
    call(tools.cairn_cc, "-O2", MAIN, f"-L{work}", "-lcheck", "-o", work / "program")
    plain = plain_build(work)
    alike(work / "program", plain)
    finds(tools, work, work / "program", plain, "12")


def shared_library(tools, work):
    call(tools.cairn_cc, "-O2", "-fPIC", "-shared", CHECK, "-o", work / "libcheck.so")
    call(tools.cairn_cc, "-O2", MAIN, f"-L{work}", "-lcheck", f"-Wl,-rpath,{work}", "-o", work / "program")
    plain = plain_build(work)
    alike(work / "program", plain)
    finds(tools, work, work / "program", plain, "12")


def hidden_library(tools, work):
    """A library whose own calls are bound inside it, loaded with dlopen."""
    (work / "inner.c").write_text('__attribute__((visibility("protected"))) int inner(int x) { return x + 1; }\n'
                                  "int outer(int x) { return inner(x) == 1235 ? 1 : 0; }\n")
    (work / "outer.c").write_text('#include <dlfcn.h>\n#include <stdio.h>\n#include <unistd.h>\n'
                                  "int main(void) {\n"
                                  '  void* library = dlopen(LIBRARY, RTLD_NOW);\n'
                                  "  if (!library) return puts(dlerror());\n"
                                  '  int (*outer)(int) = (int (*)(int))dlsym(library, "outer");\n'
                                  "  short x = 0;\n"
                                  "  if (read(0, &x, sizeof x) == sizeof x && outer(x)) puts(\"FOUND 1\");\n"
                                  "}\n")
    call(tools.cairn_cc, "-O1", "-fPIC", "-shared", "-Wl,-Bsymbolic", work / "inner.c", "-o", work / "libinner.so")
    library = f'-DLIBRARY="{work}/libinner.so"'
    call(tools.cairn_cc, "-O1", library, work / "outer.c", "-o", work / "program")
    call("clang-19", "-fPIC", "-shared", work / "inner.c", "-o", work / "libplain.so")
    plain = plain_build(work, f'-DLIBRARY="{work}/libplain.so"', work / "outer.c")
    alike(work / "program", plain)
    finds(tools, work, work / "program", plain, "1")


def response_files(tools, work):
    (work / "inner.rsp").write_text("-O1\n'-DGREETING=\"two words\"'\n")
    escaped = str(CHECK).replace("/", "\\/")
    (work / "outer.rsp").write_text(f'@{work / "inner.rsp"} "{MAIN}" {escaped}\n-o {work / "program"}\n')
    call(tools.cairn_cc, f"@{work / 'outer.rsp'}")
    out = execute([work / "program"])
    check(out.stdout.startswith(b"two words nobody"), out.describe())
    call(tools.cairn_cc, "@no-such-file", status=1, quiet=False)


def modes(tools, work):
    """What a build system asks a compiler for besides objects."""
    cc = tools.cairn_cc
    expanded = call(cc, "-E", MAIN).stdout
    check(b"fread" in expanded and b"#define" not in expanded, "-E does not preprocess")
    check(b"#define GREETING" in call(cc, "-E", "-dM", MAIN).stdout, "-dM lists no macros")
    rules = call(cc, "-M", MAIN).stdout.decode()
    check(rules.startswith("main.o:") and "check.h" in rules and "stdio.h" in rules, f"-M: {rules[:200]}")
    check("stdio.h" not in call(cc, "-MM", MAIN).stdout.decode(), "-MM lists system headers")
    call(cc, "-c", "-MD", "-MF", work / "main.d", "-MT", "target.o", MAIN, "-o", work / "main.o")
    check((work / "main.d").read_text().startswith("target.o:"), "-MD -MF -MT wrote something else")
    call(cc, "-O2", "-S", MAIN, "-o", work / "main.s")
    check("__cairn_" in (work / "main.s").read_text(), "-S shows no instrumentation")
    call(cc, "-c", work / "main.s", "-o", work / "assembled.o")
    call(cc, CHECK, work / "assembled.o", "-o", work / "program")
    alike(work / "program", plain_build(work))
    call(cc, "-fsyntax-only", MAIN)
    call(cc, "-O1", "-emit-llvm", "-c", MAIN, "-o", work / "main.bc")
    call(cc, "-x", "c", "-", "-o", work / "from-stdin", stdin=b"int main(void) { return 7; }")
    check(execute([work / "from-stdin"]).status == 7, "a program from standard input")
    call(cc, "-r", work / "assembled.o", "-o", work / "partial.o")
    call(cc, "-v", quiet=False)
    for question in ("--version", "-dumpmachine", "-print-search-dirs", "-print-prog-name=ld"):
        check(call(cc, question).stdout == call("clang-19", question).stdout, f"{question} answers something else")


def refusals(tools, work):
    """Errors are the compiler's own, with its status; what cannot work is said in one sentence."""
    (work / "wrong.c").write_text("int main(void) { return undeclared; }\n")
    out = call(tools.cairn_cc, "-c", work / "wrong.c", "-o", work / "wrong.o", status=1, quiet=False)
    check(b"undeclared" in out.stderr, "the compiler's message is missing")
    (work / "conftest.c").write_text("char no_such_function(void);\nint main(void) { return no_such_function(); }\n")
    call(tools.cairn_cc, work / "conftest.c", "-o", work / "conftest", status=1, quiet=False)
    out = call(tools.cairn_cc, "-m32", "-c", MAIN, "-o", work / "small.o", status=2, quiet=False)
    check(out.stderr.count(b"\n") == 1, f"-m32: {out.stderr.decode()}")


def flags(tools, work):
    """Flags of real projects that recording could trip over."""
    plain = plain_build(work)
    for given in ("-O3 -flto", "-Os -fno-pie -no-pie", "-O2 -Wall -Wextra -Werror -pedantic", "-Og -g3",
                  "-O2 -D_FORTIFY_SOURCE=2 -fstack-protector-strong", "-O1 -pthread -Wl,-z,relro,-z,now",
                  "-O2 -fomit-frame-pointer -ffunction-sections -Wl,--gc-sections -s",
                  "-O2 -fvisibility=hidden -march=x86-64-v2", "-O2 -fsanitize=undefined", "-O1 -static"):
        program = work / "program"
        call(tools.cairn_cc, *given.split(), MAIN, CHECK, "-o", program)
        alike(program, plain, INPUTS[:4])


def still_recorded(tools, work):
    """Flags that could switch recording off: the address sanitizer's shadow meets ours, and sites are lines."""
    plain = plain_build(work)
    for given in ("-O1 -fsanitize=address", "-O2 -g0"):
        place = work / given.split()[-1]
        place.mkdir()
        call(tools.cairn_cc, *given.split(), MAIN, CHECK, "-o", place / "program")
        finds(tools, place, place / "program", plain, "12")
        summary = json.loads((place / "out" / "summary.json").read_text())
        check(summary["branches"]["total"] > 0, f"{given}: no branches")


def not_recorded(tools, work):
    """A program that cannot be recorded is refused, not explored in one run."""
    call(tools.cairn_cc, "-O1", "-fsanitize=thread", MAIN, CHECK, "-o", work / "program")
    done = subprocess.run([tools.cairn, "run", "-o", work / "out", "--stdin", "4", "--", work / "program"], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=60)
    check(done.returncode == 3 and "cannot be recorded" in done.stderr, f"{done.returncode}: {done.stderr}")


def fuzzer_flags(tools, work):
    """A harness built as for libFuzzer is explored: neither its main nor its counters are linked."""
    harness = ROOT / "examples" / "harnesses" / "libfuzzer_url.c"
    call(tools.cairn_cc, "-c", "-O1", "-fsanitize=fuzzer-no-link", "-fsanitize-coverage=trace-pc-guard", harness, "-o", work / "object.o")
    for given in (["-fsanitize=fuzzer", work / "object.o"], ["-fsanitize=address,fuzzer", harness]):
        call(tools.cairn_cc, "-O1", *given, "-o", work / "harness")
        summary = tools.run(work / "out", work / "harness", ["--stdin", "16", "--runs", "200", "--force"], expect=(1,))
        check(summary["bugs"] == 1, f"{given[0]}: {summary['bugs']} bugs")


def cplusplus(tools, work):
    source = PROGRAMS / "standard_library.cpp"
    compiler = tools.cairn_cc.with_name("cairn-c++")
    call("clang++-19", "-std=c++20", "-O1", source, "-o", work / "plain")
    for level in "02":
        call(compiler, "-std=c++20", f"-O{level}", source, "-o", work / f"program{level}")
        alike(work / f"program{level}", work / "plain", [b"", b"!", b"abc", b"azm", b"cat", b"Sxx", b"two"])
    finds(tools, work, work / "program2", work / "plain", "12345", stdin=3)


CASES = {f.__name__: f for f in (one_command, separate_objects, mixed_objects, static_library, shared_library,
                                 hidden_library, response_files, modes, refusals, flags, still_recorded, not_recorded,
                                 fuzzer_flags, cplusplus)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / "build")
    parser.add_argument("cases", nargs="*", metavar="CASE", default=[])
    arguments = parser.parse_args()
    tools = Tools(arguments.build)
    failures = 0
    for name in arguments.cases or CASES:
        try:
            with Workspace(f"wrapper-{name}") as work:
                CASES[name](tools, work)
            print(f"{name}: ok", flush=True)
        except Failure as failure:
            failures += 1
            print(f"{name}: {failure}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
