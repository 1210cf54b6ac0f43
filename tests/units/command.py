"""cairn unit as a command: its options, a project of several files, what was there before, and what it says."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import check, execute  # noqa: E402
from generated import compile_tests, generate, run_tests  # noqa: E402


def check_options(build, work):
    """Options reach the compiler through CMake as they were given, for the file under test and for the others."""
    for folder in ("one", "two"):
        (work / folder).mkdir()
        (work / folder / f"{folder}.h").write_text("")
    for file, text in (("q1.c", "const char* second(void);\nint one(int n) { return n > 3 ? second()[0] : TEXT[0]; }\n"),
                       ("q2.c", "const char* second(void) { return VERSION TEXT; }\n")):
        (work / file).write_text('#include "one.h"\n#include "two.h"\n' + text)
    result = execute([build / "bin" / "cairn", "unit", work / "q1.c", work / "q2.c", "--function", "one", "--runs", "60", "-o", work / "out",
                      "--", '-DVERSION="1.0"', '-DTEXT="a;b\\\\c>$<d>${e}"', "-I", work / "one", "-I", work / "two"], seconds=300)
    check(result.status == 0, f"cairn unit ended with {result.status}: {result.stderr.decode(errors='replace')[-800:]}")
    for command in (["cmake", "-S", work / "out", "-B", work / "b"], ["cmake", "--build", work / "b"],
                    ["ctest", "--test-dir", work / "b", "--output-on-failure"]):
        result = execute(command, seconds=300)
        check(result.status == 0, f"{command[0]} failed: {(result.stdout + result.stderr).decode(errors='replace')[-800:]}")
    check(b"1.0a;b\\c>$<d>${e}" in (work / "b" / "test_q1").read_bytes(), "an option changed on its way")
    return "options are what they were"


def check_dialects(build, work):
    """Old C stays old C: a file whose options ask for it has tests that are compiled with the same options."""
    source = work / "old.c"
    source.write_text("#include <stdio.h>\nint f(n, text, in) int n; char* text; FILE* in; {\n  if (n > 3) return 1;\n"
                      "  if (text && text[0] == 'x') return 2;\n  return in && getc(in) == 'y' ? 3 : 4;\n}\n")
    for standard in ("-std=c89", "-std=gnu89", "-std=c99", "-std=gnu17"):
        out = work / standard
        result = execute([build / "bin" / "cairn", "unit", source, "--all", "--runs", "200", "-o", out, "--", standard], seconds=300)
        check(result.status == 0, f"{standard}: cairn unit ended with {result.status}: {result.stderr.decode(errors='replace')[-800:]}")
        for compiler in ("gcc", "clang-19"):
            ran = run_tests(compile_tests([compiler, standard], out / "test_old.c", out / compiler, []))
            check(ran >= 4, f"{compiler} {standard}: only {ran} cases")
    return "old C stays old C"


def check_regenerate(build, work):
    """What a person wrote outside of the marks stays; what stands between them is made anew; one function at a time."""
    out = work / "out"
    source = work / "f.c"
    source.write_text("int f(int x) { return x > 5; }\nint g(int x) { return x == 77; }\n")
    generate(build, "f", out, source=source)
    test = out / "test_f.c"
    text = test.read_text()
    own = "/* by hand: begin */\nstatic int by_hand(void) { return 42; }\n/* by hand: end */\n"
    text = text.replace("/* cairn: begin g */", own + "/* cairn: begin g */")
    check(own in text, "the mark of g is not there")
    test.write_text(text)
    source.write_text("int f(int x) { return x > 5 ? 31 : 32; }\nint g(int x) { return x == 88; }\n")
    result = execute([build / "bin" / "cairn", "unit", source, "--function", "f", "--runs", "100", "-o", out], seconds=300)
    check(result.status == 0, f"a second time: {result.stderr.decode(errors='replace')}")
    again = test.read_text()
    check(own in again, "hand-written code is gone")
    check("result, 31" in again and "result, 32" in again, "f was not made anew")
    region = again[again.index("/* cairn: begin g */"):again.index("/* cairn: end g */")]
    check("77" in region and "88" not in region, "g was touched although only f was asked for")
    check(again.count("/* cairn: begin f */") == 1, "f stands twice")
    # A mark that was damaged: refused, nothing is lost.
    test.write_text(again.replace("/* cairn: end f */", ""))
    result = execute([build / "bin" / "cairn", "unit", source, "--function", "f", "--runs", "50", "-o", out], seconds=300)
    check(result.status == 2 and b"cairn: end f" in result.stderr, f"a damaged mark: {result.status}, {result.stderr!r}")
    check(own in test.read_text(), "hand-written code is gone after a refusal")
    # Files that were here before: refused before anything is done, and left as they are.
    for name, text in (("CMakeLists.txt", "project(mine)\n"), ("unit.json", "{\"mine\": 1}\n"), ("build/harness.c", "int mine;\n"),
                       ("test_f.c", "int main(void) { return 0; }\n"), ("test_f.cpp", "int mine;\n")):
        place = work / f"place-{name.replace('/', '-')}"
        (place / name).parent.mkdir(parents=True)
        (place / name).write_text(text)
        result = execute([build / "bin" / "cairn", "unit", source, "--function", "f", "--runs", "50", "-o", place], seconds=300)
        check(result.status == 2 and result.stderr.count(b"\n") == 1 and b"not made by cairn unit" in result.stderr,
              f"{name} of somebody else: {result.status}, {result.stderr!r}")
        check((place / name).read_text() == text and not (place / "runs").exists(), f"{name} of somebody else was touched")
    return "hand-written code survives"


def check_database(build, work):
    """A project known by its compile_commands.json: every file with its own options, folders relative to where it was compiled."""
    project = work / "project"
    for folder in ("include", "lib", "app"):
        (project / folder).mkdir(parents=True)
    (project / "include" / "limits_of.h").write_text("int limit_of(int kind);\n")
    (project / "lib" / "limits.c").write_text('#include "limits_of.h"\nint limit_of(int kind) { return kind > 3 ? LIMIT : LIMIT / 2; }\n')
    (project / "app" / "app.c").write_text('#include "limits_of.h"\nint over(int kind, int n) { return n > limit_of(kind) + STEP; }\n'
                                           "int main(void) { return over(1, 2); }\n")
    (project / "compile_commands.json").write_text(json.dumps([
        {"directory": str(project / "lib"), "file": "limits.c", "command": "cc -I../include -DLIMIT='(1000)' -O2 -c limits.c -o limits.o"},
        {"directory": str(project / "app"), "file": "app.c", "arguments": ["cc", "-I", "../include", "-DSTEP=7", "-c", "app.c"]}]))
    out = work / "database-out"
    result = execute([build / "bin" / "cairn", "unit", project / "compile_commands.json", "--all", "--runs", "100", "-o", out], seconds=300)
    check(result.status == 0, f"cairn unit ended with {result.status}: {result.stderr.decode(errors='replace')[-800:]}")
    for stem, function, branches in (("limits", "limit_of", 2), ("app", "over", 2)):
        report = {f["function"]: f for f in json.loads((out / stem / "unit.json").read_text())["functions"]}
        check(report[function]["branches"]["covered"] >= branches and report[function]["cases"] > 1, f"{function}: {report}")
        for command in (["cmake", "-S", out / stem, "-B", work / f"b-{stem}"], ["cmake", "--build", work / f"b-{stem}"],
                        ["ctest", "--test-dir", work / f"b-{stem}", "--output-on-failure"]):
            result = execute(command, seconds=300)
            check(result.status == 0, f"{command[0]} failed on {stem}: {(result.stdout + result.stderr).decode(errors='replace')[-800:]}")
    text = (out / "app" / "test_app.c").read_text()
    check("CAIRN_EQUAL(cairn_result, 1)" in text and "CAIRN_EQUAL(cairn_result, 0)" in text, "the limit of the other file was not found")
    result = execute([build / "bin" / "cairn", "unit", project / "compile_commands.json", project / "lib" / "limits.c", "--function",
                      "limit_of", "--runs", "50", "-o", work / "one"], seconds=300)
    check(result.status == 0 and (work / "one" / "test_limits.c").exists(), f"one file of the database: {result.stderr!r}")
    return "a compile_commands.json is enough"


def check_words(build, work):
    """What users are told."""
    def ask(source, *options):
        (work / "w.c").write_text(source)
        result = execute([build / "bin" / "cairn", "unit", work / "w.c", "--runs", "60", "-o", work / "w-out", *options], seconds=300)
        return result.status, (result.stdout + result.stderr).decode(errors="replace")

    status, said = ask("struct s; int f(struct s* p) { return !p; } int g(int x) { return x; }", "--all")
    check(status == 0 and "f" in said and "skipped: parameter p: struct s is declared but not defined" in said, said)
    status, said = ask("int f(int n, ...) { return n; }", "--function", "f")
    check(status == 2 and "variable number of arguments" in said, said)
    status, said = ask('#line 10 "parser.y"\nint f(int n) { return n; }', "--all")
    check(status == 2 and "no function is written in the file itself" in said, said)
    status, said = ask("int f(int n) { return n; }", "--function", "nobody")
    check(status == 2 and "no function nobody" in said, said)
    status, said = ask("int f(int n) { return n; } int main(void) { return f(1); }", "--function", "main")
    check(status == 2 and "cairn run" in said, said)
    status, said = ask("int f(_Float16 n) { return n > 1; }", "--function", "f")
    check(status == 2 and "parameter n: _Float16 is not supported" in said, said)
    status, said = ask("int f(int n) { return n; }")
    check(status == 2 and "--all" in said, said)
    status, said = ask("int h(int); int f(int n) { return h(n); }", "--function", "f")
    check(status == 3 and "needs h" in said and "--stub" in said, said)
    status, said = ask("int f(int n) { return n", "--function", "f")
    check(status == 3 and "does not compile" in said, said)
    status, said = ask("int f(int n, int* p) { if (n < 3) return *p; return 100 / (n - 3); }", "--function", "f",
                       "--require", "n > 4 && p")
    check(status == 0 and "crash" not in said, f"a precondition does not hold: {said}")
    status, said = ask("typedef struct list { int v; struct list* next; } list; int f(list* list, int n) { return list->v / n; }",
                       "--function", "f", "--require", "list && n > 0")
    check(status == 0 and "crash" not in said, f"a parameter with the name of its type: {said}")
    status, said = ask("int f(int n) { return n; }", "--function", "f", "--require", "n >")
    check(status == 2 and said.count("\n") == 1 and '--require "n >" does not compile' in said and "expected expression" in said, said)
    status, said = ask("#include <cairn.h>\nint f(int n) { cairn_assume(n > 3); return n < 3 ? 1 : n == 7 ? 2 : 3; }",
                       "--function", "f")
    check(status == 0 and "2 cases" in said, f"an assumption of the function itself: {said}")
    status, said = ask("int f(int* p, int i) { return p[i]; }", "--function", "f", "--require", "p && i == 5")
    check(status == 1 and "undefined" in said, f"a read behind the end: {said}")
    # Several files: one that cannot be compiled is named and does not stop the others; namesakes do not overwrite each other.
    sources = [work / "one" / "x.c", work / "broken.c", work / "two" / "x.c"]
    for source, text in zip(sources, ("int f(int n) { return n > 3; }", "int g(int n) { return n", "int h(int n) { return n > 4; }")):
        source.parent.mkdir(exist_ok=True)
        source.write_text(text)
    result = execute([build / "bin" / "cairn", "unit", "--all", "--runs", "20", "-o", work / "several", *sources], seconds=300)
    said = (result.stdout + result.stderr).decode(errors="replace")
    check(result.status == 3 and "broken.c does not compile" in said and "all files: 2 functions tested" in said, said)
    for folder in ("one-x", "two-x"):
        check((work / "several" / folder / "test_x.c").exists(), f"no tests in {folder}: {said}")
    # A name that is no text.
    odd = work / os.fsdecode(b"caf\xe9.c")
    odd.write_text("int f(int n) { return n > 3; }")
    result = execute([build / "bin" / "cairn", "unit", odd, "--function", "f", "--runs", "20", "-o", work / "odd"], seconds=300)
    check(result.status == 0, f"a name that is not UTF-8: {result.status}, {result.stderr!r}")
    check(json.loads((work / "odd" / "unit.json").read_text())["file"].endswith("caf\ufffd.c"), "unit.json does not name the file")
    return "sentences are as they should be"


# Every result of the callback is an input of its own; every call of the product without nulls goes the same way.
PLACES = """int spin(int (*cb)(void*), void* user, unsigned k) {
  for (unsigned i = 0; i < k; i++)
    if (cb(user)) return -1;
  return 0;
}
void product(float a[2][2], float b[2][2], float r[2][2]) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      r[i][j] = 0;
      for (int k = 0; k < 2; k++) r[i][j] += a[i][k] * b[k][j];
    }
}
int fine(int x) { return x > 5 ? 1 : 2; }
int listed(char** words) {
  int n = 0;
  if (words == 0) return -1;
  while (words[n] != 0 && words[n][0] != 'x') n++;
  return n;
}
"""


def check_places(build, work):
    """Many objects end nothing, and calls that are not written take no places from those that are."""
    source = work / "places.c"
    source.write_text(PLACES)
    report = {}
    for out, options in (("many", ["--function", "spin", "--function", "fine", "--runs", "30"]), ("out", ["--function", "product", "--runs", "200"]),
                         ("list", ["--function", "listed", "--runs", "200"])):
        result = execute([build / "bin" / "cairn", "unit", source, *options, "-o", work / out], seconds=600)
        check(result.status in (0, 1), f"cairn unit ended with {result.status}: {result.stderr.decode(errors='replace')[-800:]}")
        report |= {f["function"]: f for f in json.loads((work / out / "unit.json").read_text())["functions"]}
    for name in ("spin", "fine"):
        check(report[name]["cases"] >= 2, f"not tested as it should be: {report[name]}")
    check(report["listed"]["undefined"] == 0, f"an array of strings does not end: {report['listed']}")
    product = report["product"]
    check(product["cases"] > product["crashes"] + 1, f"there are crashes and little else: {product}")
    check(product["branches"]["tested"] == product["branches"]["covered"], f"the cases take fewer branches than there are: {product}")
    run_tests(compile_tests(["clang-19", "-fsanitize=bounds,signed-integer-overflow,shift,float-cast-overflow", "-fsanitize-trap=all"],
                            work / "out" / "test_places.c", work / "places", []))
    return "places are for calls that return"


def check_interrupted(build, work):
    """What was found is written although nobody may check it any more."""
    source = work / "slow.c"
    source.write_text("int f(int n) { return n > 3; }")
    slow = work / "bin"
    slow.mkdir()
    compiler = shutil.which("clang-19")
    (slow / "clang-19").write_text(f'#!/bin/sh\ncase "$*" in *test_slow.c*) touch {work}/compiling; exec sleep 60;; esac\nexec {compiler} "$@"\n')
    (slow / "clang-19").chmod(0o755)
    environment = {**os.environ, "PATH": f"{slow}:{os.environ['PATH']}"}
    with subprocess.Popen([build / "bin" / "cairn", "unit", source, "--function", "f", "--runs", "5", "-o", work / "out"], env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True) as process:
        deadline = time.monotonic() + 60
        while not (work / "compiling").exists() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate(timeout=30)[0].decode(errors="replace")
    check(process.returncode == 0 and "the tests were not checked" in said and "does not compile" not in said, f"{process.returncode}: {said}")
    report = json.loads((work / "out" / "unit.json").read_text())
    check(report["functions"][0]["cases"] == 2 and (work / "out" / "test_slow.c").exists(), f"what was found is lost: {report}")
    return "an interruption costs the check alone"


CHECKS = {
    "options": check_options,
    "dialects": check_dialects,
    "regenerate": check_regenerate,
    "database": check_database,
    "words": check_words,
    "places": check_places,
    "interrupted": check_interrupted,
}
