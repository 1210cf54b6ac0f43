"""What generated tests say: what they check and what they had better not, whatever a function is given and does."""

import json
import pathlib
import re
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import check, execute  # noqa: E402
from generated import compile_tests, generate, run_tests  # noqa: E402


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


CHECKS = {
    "google": check_google,
    "fresh": check_fresh,
    "unset": check_unset,
    "awkward": check_awkward,
    "endless": check_endless,
    "names": check_names,
    "endings": check_endings,
    "outside": check_outside,
    "files": check_files,
    "found": check_found,
    "stubs": check_stubs,
    "warnings": check_warnings,
}
