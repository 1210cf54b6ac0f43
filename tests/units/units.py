#!/usr/bin/env python3
"""cairn unit from end to end: tests are generated for all functions of a file, compiled by two compilers, run, and reach every
line of it that is not marked /* never */. With --mutants they must tell the file from slightly wrong ones.

  units.py --build build check scalars       one file of tests/units/functions
  units.py --build build names               names and macros of the file that could be the tests' own
  units.py --build build awkward             types whose parts are hard to name
  units.py --build build outside             the clock, the environment, errno
  units.py --build build files               what a call leaves in the working directory
  units.py --build build found               what a check that does not hold says
  units.py --build build dialects            files in old C
  units.py --build build regenerate          hand-written code in a test file survives
  units.py --build build database            a project by its compile_commands.json
  units.py --build build warnings            what compilers say of the tests
  units.py --build build places              what takes the places of cases, and what the figures say
  units.py --build build interrupted         Ctrl-C while tests are compiled
  units.py --build build mutants [scalars]   the share of mutants caught
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import ROOT, Workspace, check, execute, exit_with  # noqa: E402
from mutate import mutants  # noqa: E402

FUNCTIONS = ROOT / "tests" / "units" / "functions"

# Options a file wants, and how many of its functions are to be handled.
FILES = {
    "scalars": ([], 10),
    "arrays": ([], 9),
    "strings": ([], 9),
    "structs": ([], 13),
    "choices": ([], 8),
    "state": (["--stub", "measure", "--stub", "log_value", "--global", "*"], 7),
    "reals": ([], 6),
    "undefined": ([], 6),
    "extremes": ([], 4),
    "buffers": ([], 5),
    "handles": ([], 11),
    "streams": ([], 5),
}


def generate(build, name, out, extra=(), source=None):
    options, _ = FILES.get(name, ([], 0))
    result = execute([build / "bin" / "cairn", "unit", source or FUNCTIONS / f"{name}.c", "--all", "--runs", "400", "-o", out,
                      *options, *extra], seconds=900)
    check(result.status in (0, 1), f"cairn unit ended with {result.status}: {result.stderr.decode(errors='replace')[-800:]}")
    return json.loads((out / "unit.json").read_text())


def link_options(name):
    options, _ = FILES[name]
    return [f"-Wl,--defsym={g}=cairn_unit_stub_{g}" for flag, g in zip(options, options[1:]) if flag == "--stub"]


def compile_tests(compiler, test, program, options, warnings=("-w",)):
    result = execute([*compiler, *warnings, test, "-o", program, *options, "-lm"], seconds=120)
    check(result.status == 0, f"{compiler[0]} does not compile {test.name}: {result.stderr.decode(errors='replace')[:600]}")
    return program


def run_tests(program, cwd=None):
    result = execute([program], seconds=300, cwd=cwd)
    check(result.status == 0, f"generated tests fail: {result.stdout.decode(errors='replace')[:800]}")
    return int(re.search(rb"(\d+) of (\d+) cases pass", result.stdout)[2])


def uncovered_lines(work, name, test):
    """Lines of the file that the generated tests do not execute, by gcov."""
    folder = work / f"gcov-{name}"
    folder.mkdir()
    # Cases end their processes: the counters are written before that.
    text = test.read_text().replace("_exit(written", "__gcov_dump(); _exit(written")
    (folder / "t.c").write_text("void __gcov_dump(void);\n" + text)
    compile_tests(["gcc", "--coverage", "-O0"], folder / "t.c", folder / "t", link_options(name))
    run_tests(folder / "t", cwd=folder)
    listing = execute(["gcov", "-t", "-o", folder, *folder.glob("*.gcda")], cwd=folder).stdout.decode()
    source = listing[listing.index(f"Source:{FUNCTIONS / (name + '.c')}"):]
    source = source[:source.find("Source:", 10)] if source.find("Source:", 10) > 0 else source
    missing = []
    for line in source.splitlines():
        match = re.match(r"\s*(#####|=====|\d+\*?|-):\s*(\d+):(.*)", line)
        if match and match[1].startswith(("#", "=")) and "/* never */" not in match[3]:
            missing.append(f"{match[2]}:{match[3].strip()}")
    return missing


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


def check_google(build, work):
    """GoogleTest's view, through the generated CMakeLists.txt."""
    out = work / "out"
    generate(build, "state", out)
    for command in (["cmake", "-S", out, "-B", work / "b"], ["cmake", "--build", work / "b"],
                    ["ctest", "--test-dir", work / "b", "--output-on-failure"]):
        result = execute(command, seconds=300)
        check(result.status == 0, f"{command[0]} failed: {result.stdout.decode(errors='replace')[-800:]}")
    check(b"gtest_state" in result.stdout, "GoogleTest was not run")
    text = (out / "test_state.cpp").read_text()
    check("KilledBySignal(SIGABRT)" in text, "abort() is no death test")
    check("KilledBySignal(SIGSEGV)" in text, "the null pointer is no death test")
    check("ExitedWithCode(3)" in text, "exit(3) is no death test")
    return "GoogleTest and CTest pass"


# The second number is whatever the C library left there; how far two objects are apart is nobody's business.
FRESH = """#include <stdlib.h>
int* grown(int first) {
  int* p = malloc(sizeof *p);
  if (p == NULL) return NULL;
  *p = first;
  return realloc(p, 2 * sizeof *p);
}
int apart(const char* a, const char* b) {
  if (a == NULL || b == NULL || a == b) return 7;
  return b - a > 0 ? 1 : 2;
}
"""


def check_fresh(build, work):
    """Nothing is checked of what memory held before, nor of where objects lie."""
    source = work / "fresh.c"
    source.write_text(FRESH)
    generate(build, "fresh", work / "out", source=source)
    text = (work / "out" / "test_fresh.c").read_text()
    check(re.search(r"\bcairn_o\d+\[0\], ", text) and not re.search(r"\bcairn_o\d+\[1\], ", text),
          "the first number of what grew is checked, the second is not")
    check("result, 7" in text and "result, 1)" not in text and "result, 2)" not in text, "the order of two objects is checked")
    return "only what the function decides is checked"


# What nobody set: a pointer in fresh memory, members of a result, what lies behind a string.
UNSET = """#include <stdlib.h>
#include <string.h>
struct node { struct node *next, *prev; int key; };
struct node* node_new(int key) {
  struct node* n = malloc(sizeof *n);
  if (n == NULL) return NULL;
  n->key = key > 3 ? 1 : 2;
  n->next = NULL;
  return n;
}
struct point { int x, y; char tag[8]; };
struct point point_at(int x) {
  struct point p;
  p.x = x > 3 ? 1 : 2;
  strcpy(p.tag, "ab");
  return p;
}
struct number { int tag; union { int i; double d; } u; };
struct number number_of(int i) {
  struct number n;
  n.tag = i > 3;
  n.u.i = i;
  return n;
}
struct person { int age; char name[16]; };
struct person* person_new(int age) {
  struct person* p = malloc(sizeof *p);
  if (p == NULL) return NULL;
  strcpy(p->name, age > 3 ? "old" : "young");
  p->age = 1;
  return p;
}
unsigned char* behind(unsigned char* (*give)(void)) {
  unsigned char* p = give();
  return p ? p + 1 : p;
}
"""


def check_unset(build, work):
    """What nobody set costs the check of it and no more."""
    source = work / "unset.c"
    source.write_text(UNSET)
    report = generate(build, "unset", work / "out", source=source)
    for each in report["functions"]:
        check(each.get("cases", 0) >= 2 and each["unsteady"] == 0, f"not tested as it should be: {each}")
    text = (work / "out" / "test_unset.c").read_text()
    for line in ("->key, 1)", "CAIRN_EQUAL(cairn_result.x, 1)", 'CAIRN_STRING(cairn_result.tag, "ab")', "CAIRN_EQUAL(cairn_result.tag, 1)",
                 'name, "old")'):
        check(line in text, f"{line} is not checked")
    for line in ("->prev", "(cairn_result.y", "MEMORY(cairn_result.tag", "MEMORY(&cairn_result.u"):
        check(line not in text, f"{line} is checked, and nobody set it")
    check("(void*)cairn_result;" not in text.partition("begin behind")[2], "what lies right behind an object is checked")
    for compiler in (["gcc", "-O2"], ["clang-19"]):
        run_tests(compile_tests(compiler, work / "out" / "test_unset.c", work / f"unset-{compiler[0]}", []))
    return "what nobody set is not checked"


# Types whose parts have no names, or no addresses; what cannot be done costs nothing but itself.
AWKWARD = """#include <immintrin.h>
#include <string.h>
struct value { int tag; union { int i; double d; struct { char* p; int n; } s; } u; };
int value_length(const struct value* v) {
  if (v == NULL) return -1;
  if (v->tag == 2) return v->u.s.p == NULL ? -2 : (int)strlen(v->u.s.p) + (v->u.s.n == 7);
  return v->u.i > 5 ? 1 : 2;
}
struct event { int type; union { struct { int x, y; }; int code; }; };
int event_sum(struct event* e) {
  if (e == NULL) return -1;
  if (e->type == 1) return (e->x & 15) * 2 + (e->y & 255);
  e->code = 7;
  return 0;
}
struct reg { int id; union { unsigned flag : 3; unsigned all; }; };
unsigned reg_get(struct reg* r) {
  if (r == NULL) return 0;
  if (r->id == 3) return r->all;
  r->all = 9;
  return r->flag;
}
struct table { struct { char* key; int val; }* entries; unsigned long used; };
int table_look(const struct table* t, char c) {
  if (t == NULL || t->entries == NULL || t->used < 1) return -1;
  if (t->entries[0].key != NULL && t->entries[0].key[0] == c) return t->entries[0].val > 4;
  return -2;
}
static _Thread_local int last_error;
int checked(int n) {
  if (n < 0) last_error = n;
  return n < 0 ? -1 : n & 7;
}
struct ring { char bytes[8192]; unsigned long head; };
int ring_push(struct ring* r, char c) {
  if (r == NULL || r->head >= sizeof r->bytes) return -1;
  r->bytes[r->head++] = c;
  return (int)r->head;
}
long double third(int n) { return n > 3 ? n / 3.0L : 1.0L; }
__int128 product(long n) { return n > 3 ? (__int128)n * n : -1; }
struct exact { long double x; };
struct exact exact_of(int n) { struct exact e = {n > 3}; return e; }
struct message { unsigned short type, length; unsigned char body[]; };
int message_sum(const struct message* m) {
  int sum = 0;
  if (m == NULL || m->type != 0x1234) return -1;
  for (unsigned i = 0; i < m->length; ++i) sum += m->body[i];
  return sum;
}
struct counter { _Atomic int count; _Atomic(const char*) name; _Atomic struct { int n; } whole[0]; };
struct shared { _Atomic unsigned count; char* _Atomic name; };
unsigned shared_take(struct shared* s) {
  if (s == NULL || s->name == NULL || s->name[0] != 'c') return 0;
  return s->count > 5 ? --s->count : ++s->count;
}
int counter_of(struct counter* c) { return c == NULL ? 0 : c->count; }
double trace(int n, double m[n][n]) { return n > 0 ? m[0][0] : 0; }
"""


def check_awkward(build, work):
    """No type keeps the functions beside it from being tested."""
    source = work / "awkward.c"
    source.write_text(AWKWARD)
    report = {f["function"]: f for f in generate(build, "awkward", work / "out", source=source)["functions"]}
    check("length is no constant" in report.pop("trace").get("skipped", ""), "an array of variable size is not skipped")
    check("_Atomic struct" in report.pop("counter_of").get("skipped", ""), "an atomic struct, whose members C cannot name, is not skipped")
    for each in report.values():
        check(each.get("cases", 0) >= 2, f"not tested as it should be: {each}")
    text = (work / "out" / "test_awkward.c").read_text()
    for pattern in (r"cairn_o\d+->count, 6u\)", r"CAIRN_EQUAL\(last_error, -\d+\)", r"->u\.s\.p = cairn_o\d+;", r"\*\(char \*\*\)\(cairn_o\d+ \+ 0\)\) = ", r"CAIRN_MEMORY\(&cairn_o\d+->x, ",
                    r"CAIRN_MEMORY\(.*->bytes", "result is not checked: its type is struct exact",
                    r"CAIRN_LONG_REAL\(cairn_result, 0x", r"CAIRN_EQUAL\(cairn_result, \(__int128\)", r"CAIRN_MEMORY\(cairn_o\d+->body, "):
        check(re.search(pattern, text), f"{pattern} is not in the tests")
    for compiler in (["gcc", "-O2"], ["clang-19"]):
        run_tests(compile_tests(compiler, work / "out" / "test_awkward.c", work / f"awkward-{compiler[0]}", []))
    return "awkward types do no harm"


ENDLESS = """#include <stdio.h>
#include <unistd.h>
int idle(int n) { if (n > 3) n = 2; for (;;) pause(); return n; }
int spin(int n) { volatile int k = 0; for (;;) k += n; return k; }
int deep(int n) { return n == 0 ? 0 : 1 + deep(n > 0 && n < 9 ? n - 1 : n); }
int next(void) { return getchar() == EOF ? 1 : 2; }
"""


def check_endless(build, work):
    """Calls that do not end are no cases and take little time; a function without cases is no failure."""
    source = work / "endless.c"
    source.write_text(ENDLESS)
    began = time.monotonic()
    result = execute([build / "bin" / "cairn", "unit", source, "--all", "--time", "3s", "--timeout", "0.5", "-o", work / "out"], seconds=300)
    check(result.status == 0, f"cairn unit ended with {result.status}: {result.stderr.decode(errors='replace')[-800:]}")
    check(time.monotonic() - began < 90, f"it took {time.monotonic() - began:.0f} s")
    report = {f["function"]: f for f in json.loads((work / "out" / "unit.json").read_text())["functions"]}
    for name in ("spin", "idle"):
        check(report[name]["cases"] == 0, f"a call without an end is a case: {report[name]}")
    check(report["deep"]["crashes"] == 0 and report["deep"]["cases"] > 0, f"a full stack is a crash: {report['deep']}")
    program = compile_tests(["gcc"], work / "out" / "test_endless.c", work / "endless", [])
    result = execute([program], stdin=b"something", seconds=60)
    check(result.status == 0, f"tests read what they are given: {result.stdout!r}")
    result = execute([build / "bin" / "cairn", "unit", source, "--function", "spin", "--time", "2s", "--timeout", "0.5", "-o", work / "none"],
                     seconds=300)
    check(result.status == 0, f"without any case: {result.stderr!r}")
    result = execute([compile_tests(["gcc"], work / "none" / "test_endless.c", work / "none-test", [])], seconds=60)
    check(result.status == 0 and b"0 of 0 cases pass" in result.stdout, f"without any case: {result.status}, {result.stdout!r}")
    return "calls without an end do no harm"


# Names that the tests or the harness could have for things of their own, a feature to be asked for before any header, and
# macros that no header and no support would survive.
NAMES = """#define _GNU_SOURCE
#include <string.h>
struct status { int code; } result;
int o0, given_pair;
struct pair { int first, second; };
int add(int n) {
  result.code = n > 5;
  return n > 3;
}
int both(struct pair pair, const int* p) {
  given_pair = pair.first > pair.second;
  o0 = p == NULL;
  return given_pair + o0;
}
int support(int n) { return n > 1; }
int runner(int n) { return n > 2; }
int arguments(int n) { return n > 4; }
int unseen(const int* p) { return *p > 0; }
int ends(const char* text) { return text != NULL && *strchrnul(text, 'x') == 'x'; }
struct counter { int hits, all; };
#define share(c) ((c)->hits + 1000)
int (share)(const struct counter* c) { return c->all > 3 ? c->hits : -1; }
#define log(text) text
#define name "a macro"
#define size 3
#define malloc(bytes) nowhere(bytes)
#define printf(...) nowhere(__VA_ARGS__)
#define read(file) file
"""


def check_names(build, work):
    """The file may use any name and any macro."""
    source = work / "names.c"
    source.write_text(NAMES)
    report = generate(build, "names", work / "out", source=source)
    for each in report["functions"]:
        check(each.get("cases", 0) >= 2 and each["unsteady"] == 0, f"not tested as it should be: {each}")
    text = (work / "out" / "test_names.c").read_text()
    for line in ("CAIRN_EQUAL(result.code, 1)", "CAIRN_EQUAL(o0, 1)", "CAIRN_EQUAL(given_pair, 1)", "CAIRN_EQUAL(cairn_result, 1)"):
        check(line in text, f"{line} is not checked")
    share = text[text.index("begin share"):text.index("end share")]
    check("result, -1)" in share and "result, 1000)" not in share, "the macro is tested instead of the function")
    for compiler in (["gcc", "-O2"], ["clang-19"]):
        run_tests(compile_tests(compiler, work / "out" / "test_names.c", work / f"names-{compiler[0]}", []))
    return "names and macros do no harm"


# The name of the program is no input: cases that depend on it fail in the program of the tests.
ENDINGS = """#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
int leave(int n) {
  if (n == 1) exit(77);
  if (n == 2) exit(99);
  if (n == 3) exit(3);
  return 0;
}
int sum(int n) { return n > 3; }
int checksum(int n) { return n > 3 ? program_invocation_short_name[0] : program_invocation_short_name[1]; }
"""


def check_endings(build, work):
    """Every exit status is the function's own, and a case that fails takes no other along whose name ends its name."""
    source = work / "endings.c"
    source.write_text(ENDINGS)
    report = {f["function"]: f for f in generate(build, "endings", work / "out", source=source)["functions"]}
    check(report["leave"]["cases"] == 4 and report["leave"]["undefined"] == 0, f"exits are not cases: {report['leave']}")
    check(report["checksum"]["cases"] == 0 and report["checksum"]["unsteady"] == 2, f"unsteady cases are kept: {report['checksum']}")
    check(report["sum"]["cases"] == 2 and report["sum"]["unsteady"] == 0, f"sum lost cases: {report['sum']}")
    text = (work / "out" / "test_endings.cpp").read_text()
    for status in (3, 77, 99):
        check(f"ExitedWithCode({status})" in text, f"exit({status}) is no death test")
    return "exits and failures are told apart"


# What is not the function's: the clock, the environment, the time zone. What errno is afterwards is, where it uses it.
OUTSIDE = """#include <errno.h>
#include <stdlib.h>
#include <time.h>
int age(int born) {
  time_t now = time(NULL);
  int years = gmtime(&now)->tm_year + 1900 - born;
  return years < 0 ? -1 : years;
}
int hour_of(unsigned minutes) {
  time_t at = minutes % 1440 * 60;
  return localtime(&at)->tm_hour;
}
int debugged(int n) {
  const char* level = getenv("HOME");
  return level == NULL ? n > 3 : 7;
}
static int failed(int why) {
  errno = why;
  return -1;
}
int root_of(int n) {
  if (n < 0) return failed(EDOM);
  return n > 100 ? 10 : 3;
}
"""


def check_outside(build, work):
    """Tests pass next year and elsewhere."""
    source = work / "outside.c"
    source.write_text(OUTSIDE)
    generate(build, "outside", work / "out", source=source)
    text = (work / "out" / "test_outside.c").read_text()

    def results(function):
        cases = text[text.index(f"begin {function} "):text.index(f"end {function} ")]
        return set(re.findall(r"CAIRN_EQUAL\((\w+, -?\w+)\)", cases))

    check(results("age") == {"cairn_result, -1"}, f"the year is checked: {results('age')}")
    check(results("debugged") == {"cairn_result, 0", "cairn_result, 1"}, f"with the environment: {results('debugged')}")
    check({"errno, EDOM", "errno, 0"} < results("root_of"), f"errno is not checked: {results('root_of')}")
    check("errno" not in str(results("hour_of")), "errno is checked of a function that does not use it")
    program = compile_tests(["gcc"], work / "out" / "test_outside.c", work / "outside", [])
    run_tests(program)
    result = execute(["env", "HOME=/somewhere", "TZ=CRN-05:45", program], seconds=60)
    check(result.status == 0, f"elsewhere the tests fail: {result.stdout!r}")
    return "tests do not depend on where and when they are run"


# Each call leaves a file and a directory, and ends otherwise where one is already.
FILES_LEFT = """#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
static int leave(void) {
  if (mkdir("left", 0700) != 0) return -1;
  FILE* f = fopen("left/file", "w");
  if (f == NULL) abort();
  fclose(f);
  return 0;
}
int leaves(int n) {
  if (leave() != 0) return -1;
  return n > 3 ? 1 : 2;
}
int leaves_and_exits(int n) {
  if (leave() != 0) return -1;
  if (n > 3) exit(3);
  return 2;
}
"""


def check_files(build, work):
    """A call finds nothing that another one left, neither when it is watched nor as a case."""
    source = work / "files.c"
    source.write_text(FILES_LEFT)
    report = generate(build, "files", work / "out", source=source)
    for function in report["functions"]:
        check(function["unsteady"] == 0 and function["branches"]["tested"] == function["branches"]["covered"], f"{function}")
    text = (work / "out" / "test_files.c").read_text()
    check("result, 1)" in text and "result, 2)" in text and "result, -1)" not in text, "a call found what another one left")
    for command in (["cmake", "-S", work / "out", "-B", work / "b"], ["cmake", "--build", work / "b"]):
        check(execute(command, seconds=300).status == 0, f"{command[0]} failed")
    for program in ("test_files", "gtest_files"):
        place = work / program
        place.mkdir()
        for _ in range(2):
            result = execute([work / "b" / program], seconds=60, cwd=place)
            check(result.status == 0, f"{program} fails: {result.stdout.decode(errors='replace')[:800]}")
        check(not list(place.iterdir()), "a case left something where the tests are run")
    return "calls leave nothing to each other"


# A function of each kind of result, and one that gives something else. What a handle leads to is known to the function only.
FOUND = {
    "struct h; struct s { int n; };\nstruct h* make(int n) { struct s* made = __builtin_calloc(1, 4); if (made) made->n = n > 3 ? 5 : 6; return (struct h*)made; }":
        ("5 : 6", "4 : 6", "== 5, but found 4"),
    "int number(int n) { return n > 3 ? 5 : -7; }": ("-7", "-8", "== -7, but found -8"),
    "unsigned long wide(int n) { return n > 3 ? 5 : 18446744073709551610ul; }": ("0ul;", "1ul;", "but found 18446744073709551611"),
    "double real(int n) { return n > 3 ? 5 : 0.25; }": ("0.25", "0.1", "== 0.25, but found 0.1"),
    "static int kept;\nint* place(int n) { return n > 3 ? &kept : 0; }": (": 0", ": &kept", "== NULL, but found 0x"),
    "void spell(int n, char text[8]) { if (n > 3 && text) __builtin_strcpy(text, \"a\\\"b\"); }":
        ('a\\"b', 'a\\"c\\n', 'but found "a\\"c\\012'),
}


def check_found(build, work):
    """A check that does not hold says what is there instead."""
    for number, (text, (right, wrong, said)) in enumerate(FOUND.items()):
        source, other = work / f"found{number}.c", work / f"wrong{number}.c"
        source.write_text(text + "\n")
        other.write_text(text.replace(right, wrong) + "\n")
        generate(build, "found", work / f"out{number}", source=source)
        test = work / f"test{number}.c"
        test.write_text((work / f"out{number}" / f"test_found{number}.c").read_text().replace(str(source), str(other)))
        output = execute([compile_tests(["gcc"], test, work / f"test{number}", [])], seconds=60).stdout.decode(errors="replace")
        check(said in output, f"the tests do not say «{said}»: {output}")
    return "checks say what they found"


def check_stubs(build, work):
    """A stub stays as long as there are cases that rely on it."""
    source = work / "s.c"
    source.write_text("int fetch(int n);\nint use(int n) { return fetch(n) > 3; }\nint other(int n) { return n > 5; }\n")

    def ask(*options):
        result = execute([build / "bin" / "cairn", "unit", source, "--runs", "60", "-o", work / "out", *options], seconds=300)
        return result.status, result.stderr.decode(errors="replace")

    status, said = ask("--function", "use", "--stub", "fetch")
    check(status == 0, f"with a stub: {said}")
    status, said = ask("--function", "other")
    check(status == 0 and "fetch stays stubbed" in said, f"another function beside it: {status}, {said}")
    link = "-Wl,--defsym=fetch=cairn_unit_stub_fetch"
    check(link in (work / "out" / "CMakeLists.txt").read_text(), "the build of the tests forgot the stub")
    ran = run_tests(compile_tests(["gcc"], work / "out" / "test_s.c", work / "stubs", [link]))
    check(ran >= 4, f"only {ran} cases are left")
    for wrong in ("fetch(0) > 3", "3 > 3", "fetch(n) + fetch(n) > 3"):
        (work / "wrong.c").write_text(source.read_text().replace("fetch(n) > 3", wrong))
        (work / "wrong-test.c").write_text((work / "out" / "test_s.c").read_text().replace(str(source), str(work / "wrong.c")))
        program = compile_tests(["gcc"], work / "wrong-test.c", work / "wrong", [link])
        check(execute([program], seconds=60).status != 0, f"nobody sees that the stub is called otherwise: {wrong}")
    source.write_text("int fetch(int n);\nint close(int n);\nint forever(int n) { for (;;) n = fetch(n) & 1; }\n"
                      "int shut(int n) { return close(n) < 0; }\n")
    status, said = ask("--function", "forever", "--stub", "fetch", "--timeout", "0.2")
    check(status == 0, f"a stub and no case: {status}, {said}")
    status, said = ask("--function", "shut", "--stub", "close")
    check(status == 2 and "the tests need close themselves" in said, f"a stub of what the tests need: {status}, {said}")
    return "stubs are remembered"


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


MUCH = """#include <stdio.h>
struct item { struct item* next; double weight; long double exact; char name[8]; const char* text; unsigned flag : 3; };
static int calls;
int link_to(struct item* item, struct item* next, int (*visit)(struct item*)) {
  ++calls;
  if (!item || !visit) return -1;
  item->next = next;
  item->exact = item->weight * 2;
  item->text = "linked";
  return item->flag == 5 ? visit(item) : 0;
}
struct item* last(struct item* item) { return item->next ? last(item->next) : item; }
double mean(const double* values, int n) { double sum = 0; for (int i = 0; i < n; ++i) sum += values[i]; return n > 0 ? sum / n : 0; }
int first(FILE* in) { return in ? getc(in) : -1; }
void fill(unsigned char* bytes, int n) { for (int i = 0; i < n; ++i) bytes[i] = (unsigned char)i; }
"""


def check_warnings(build, work):
    """The tests go into projects where a warning is an error, whatever few of their own functions they need."""
    for name, text in (("little", "int little(int n) { return n > 3; }\n"), ("nothing", "void nothing(void) { for (;;) {} }\n"),
                       ("much", MUCH)):
        source, out = work / f"{name}.c", work / f"{name}-out"
        source.write_text(text)
        generate(build, name, out, extra=["--timeout", "0.2"] if name == "nothing" else [], source=source)
        for compiler in (["gcc"], ["gcc", "-O2"], ["clang-19"]):
            compile_tests(compiler, out / f"test_{name}.c", work / name, [], warnings=("-Wall", "-Wextra", "-Werror"))
    return "compilers have nothing to say"


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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("what", choices=["check", "google", "fresh", "names", "endings", "dialects", "regenerate", "stubs", "options", "words", "database",
                                         "unset", "awkward", "endless", "outside", "files", "found", "places", "interrupted", "warnings",
                                         "mutants"])
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
            print({"google": check_google, "fresh": check_fresh, "names": check_names, "endings": check_endings, "dialects": check_dialects,
                   "regenerate": check_regenerate, "stubs": check_stubs, "options": check_options, "words": check_words,
                   "database": check_database, "unset": check_unset, "awkward": check_awkward, "endless": check_endless,
                   "outside": check_outside, "files": check_files, "found": check_found, "places": check_places, "interrupted": check_interrupted, "warnings": check_warnings}[arguments.what](build, work))


if __name__ == "__main__":
    exit_with(main)
