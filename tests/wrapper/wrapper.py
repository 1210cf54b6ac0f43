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

from driver import ROOT, Failure, Tools, Workspace, check, execute, replay_plain, run_plain, tests_of  # noqa: E402

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
    check(summary["divergences"] == 0 and summary["symbolic_loss"] > 0, f"divergences, or a silent loss: {summary}")


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


def static_library_of_cmake(tools, work):
    """With link-time optimisation CMake makes static libraries with an archiver of the compiler's own."""
    (work / "CMakeLists.txt").write_text(f"""cmake_minimum_required(VERSION 3.20)
project(p C CXX)
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
add_library(check STATIC {CHECK})
add_executable(program {MAIN})
target_link_libraries(program check)
""")
    compilers = [f"-DCMAKE_C_COMPILER={tools.cairn_cc}", f"-DCMAKE_CXX_COMPILER={tools.cairn_cc.with_name('cairn-c++')}"]
    for command in (["cmake", "-S", work, "-B", work / "b", "-DCMAKE_BUILD_TYPE=Release", *compilers], ["cmake", "--build", work / "b"]):
        result = execute(command, seconds=300)
        check(result.status == 0, f"{command[:2]}: {(result.stdout + result.stderr).decode(errors='replace')[-800:]}")
    plain = plain_build(work)
    alike(work / "b" / "program", plain)
    finds(tools, work, work / "b" / "program", plain, "12")


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


def strangers(tools, work):
    """What functions of other objects are handed is loss where these are not recorded, and only there; also when the caller is
    in a library that is loaded later."""
    (work / "look.c").write_text("int look(const char* text) { return text[0] == 'q' && text[1] == 'z'; }\n")
    (work / "ask.c").write_text("int look(const char*);\nint ask(const char* text) { return look(text) + 1; }\n")
    (work / "main.c").write_text('#include <dlfcn.h>\n#include <stdio.h>\n#include <unistd.h>\n'
                                 "int ask(const char*);\n"
                                 "int main(void) {\n"
                                 "#ifdef LIBRARY\n"
                                 "  void* library = dlopen(LIBRARY, RTLD_NOW);\n"
                                 "  if (!library) return puts(dlerror());\n"
                                 '  int (*ask)(const char*) = (int (*)(const char*))dlsym(library, "ask");\n'
                                 "#endif\n"
                                 "  char text[2] = {0};\n"
                                 '  if (read(0, text, 2) == 2 && ask(text) == 2) puts("FOUND 1");\n'
                                 "}\n")
    recorded, stranger = tools.cairn_cc, "clang-19"
    call(recorded, "-O1", "-fPIC", "-c", work / "ask.c", "-o", work / "ask.o")
    for compiler, lost in ((recorded, False), (stranger, True)):
        call(compiler, "-O1", "-fPIC", "-c", work / "look.c", "-o", work / "look.o")
        call(recorded, "-O1", work / "main.c", work / "ask.o", work / "look.o", "-o", work / "linked")
        call(recorded, "-shared", work / "ask.o", work / "look.o", "-o", work / "ask.so")
        call(recorded, "-O1", f'-DLIBRARY="{work}/ask.so"', work / "main.c", "-o", work / "loaded")
        for program in ("linked", "loaded"):
            out = work / f"{program}-{lost}"
            summary = tools.run(out, work / program, ["--stdin", "2", "--runs", "50"])
            check((summary["symbolic_loss"] > 0) == lost, f"{program}, look.c by {compiler}: loss {summary['symbolic_loss']}")
            check(lost or any(test.stdin() == b"qz" for test in tests_of(out)), f"{program}: not found")


def closed_library(tools, work):
    """Libraries that are closed, and others loaded into the room they had: the runtime still has them in its lists."""
    (work / "first.c").write_text("char room[1 << 20];\nint plug(int x) { room[x > 3] = 1; return x == 7; }\n")
    (work / "second.c").write_text("int plug(int x) { return x == 9; }\n")
    (work / "main.c").write_text('#include <dlfcn.h>\n#include <stdio.h>\n#include <unistd.h>\n'
                                 "static int call(const char* path, int x) {\n"
                                 "  void* library = dlopen(path, RTLD_NOW);\n"
                                 "  if (!library) return puts(dlerror());\n"
                                 '  const int result = ((int (*)(int))dlsym(library, "plug"))(x);\n'
                                 "  dlclose(library);\n"
                                 "  return result;\n"
                                 "}\n"
                                 "int main(void) {\n"
                                 "  char c = 0;\n"
                                 "  if (read(0, &c, 1) != 1) return 1;\n"
                                 '  if (call(PLACE "/first.so", c)) puts("FOUND 1");\n'
                                 '  if (call(PLACE "/second.so", c)) puts("FOUND 2");\n'
                                 "}\n")
    builds = {}
    for compiler, name in ((tools.cairn_cc, "program"), ("clang-19", "plain")):
        place = work / name
        place.mkdir()
        for library in ("first", "second"):
            call(compiler, "-O1", "-fPIC", "-shared", work / f"{library}.c", "-o", place / f"{library}.so")
        call(compiler, "-O1", f'-DPLACE="{place}"', work / "main.c", "-o", place / "main")
        builds[name] = place / "main"
    alike(builds["program"], builds["plain"], [b"", b"\x07", b"\x09"])
    finds(tools, work, builds["program"], builds["plain"], "12", stdin=1)


ALLOCATOR = """#include <stddef.h>
#include <string.h>
static _Alignas(16) char pool[1 << 22];
static size_t used;
void* malloc(size_t n) {
  size_t* block = (size_t*)(pool + used);
  used += (n + 31) & ~15ul;
  *block = n;
  return block + 2;
}
void free(void* p) { if (p) ((size_t*)p)[-2] = 0; }
void* calloc(size_t a, size_t b) { return memset(malloc(a * b), 0, a * b); }
void* realloc(void* p, size_t n) {
  void* fresh = malloc(n);
  if (p) {
    const size_t before = ((size_t*)p)[-2];
    memcpy(fresh, p, before < n ? before : n);
    free(p);
  }
  return fresh;
}
"""


def other_allocator(tools, work):
    """An allocator of a library, linked or preloaded, or of the program: blocks go back to where they came from."""
    (work / "pool.c").write_text(ALLOCATOR)
    (work / "main.c").write_text("#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
                                 "int main(void) {\n"
                                 "  char* p = malloc(8);\n"
                                 "  if (read(0, p, 8) != 8) return 1;\n"
                                 "  p = realloc(p, 90);\n"
                                 '  if (p[7] == 77) puts("FOUND 1");\n'
                                 "  free(p);\n"
                                 "}\n")
    library = work / "libpool.so"
    call("clang-19", "-O1", "-fPIC", "-shared", "-fno-builtin", work / "pool.c", "-o", library)
    plain = plain_build(work, work / "main.c")
    ways = {"linked": [f"-L{work}", "-lpool", f"-Wl,-rpath,{work}"], "own": ["-fno-builtin", work / "pool.c"], "none": []}
    for way, given in ways.items():
        place = work / way
        place.mkdir()
        call(tools.cairn_cc, "-O1", work / "main.c", *given, "-o", place / "program")
        alike(place / "program", plain, [b"", b"12345678", b"1234567M"])
        finds(tools, place, place / "program", plain, "1")
    preloaded = execute([work / "none" / "program"], stdin=b"1234567M", env={"LD_PRELOAD": str(library)})
    check(preloaded.status == 0 and preloaded.stdout == b"FOUND 1\n", f"preloaded: {preloaded.describe()}")


def no_undefined(tools, work):
    """A library that is to have no undefined symbols still calls the runtime, which is in the program."""
    for given in ("-Wl,-soname,libcheck.so,-z,defs", "-Wl,-z -Wl,defs", "-Wl,--as-needed,--no-undefined",
                  "-Xlinker --no-undefined"):
        call(tools.cairn_cc, "-O1", "-fPIC", "-shared", *given.split(), CHECK, "-o", work / "libcheck.so")
    call(tools.cairn_cc, "-O1", MAIN, f"-L{work}", "-lcheck", f"-Wl,-rpath,{work}", "-o", work / "program")
    alike(work / "program", plain_build(work), INPUTS[:4])


def own_functions(tools, work):
    """A program's own function is called in the place of a model, in whatever way it is defined."""
    (work / "own.c").write_text("#include <stddef.h>\n"
                                "__attribute__((weak)) size_t strnlen(const char* s, size_t n) { return s[0] + n; }\n"
                                "long own_labs(long x) { return x + 43; }\n"
                                'long labs(long x) __attribute__((alias("own_labs")));\n'
                                "int own_abs(int x) { return x + 44; }\n"
                                'int abs(int x) __attribute__((weak, alias("own_abs")));\n'
                                "int ffs(int x) { return x + 45; }\n")
    (work / "main.c").write_text("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <strings.h>\n"
                                 "int main(int argc, char** argv) {\n"
                                 '  printf("%zu %ld %d %d\\n", strnlen("abc", 9), labs(-argc), abs(-argc), ffs(8 * argc));\n'
                                 "}\n")
    sources = ["-fno-builtin", "-D_GNU_SOURCE", work / "main.c", work / "own.c"]
    call(tools.cairn_cc, "-O1", *sources, "-o", work / "program")
    alike(work / "program", plain_build(work, *sources), [b""])


def versions(tools, work):
    """Which version of a function is called is decided before there is thread-local storage, in a static program."""
    (work / "versions.c").write_text("#include <stdio.h>\n"
                                     "static int one(int x) { return x + 1; }\n"
                                     "static int (*choose(void))(int) { return one; }\n"
                                     'int f(int x) __attribute__((ifunc("choose")));\n'
                                     'int main(void) { printf("%d\\n", f(41)); }\n')
    for given in ([], ["-static"]):
        call(tools.cairn_cc, *given, work / "versions.c", "-o", work / "program")
        alike(work / "program", plain_build(work, work / "versions.c"), [b""])


def contraction(tools, work):
    """Where products and sums are fused, both copies of a function compute the same, and so does the recorder."""
    if "fma" not in pathlib.Path("/proc/cpuinfo").read_text().split():
        return
    (work / "fused.c").write_text("#include <stdio.h>\n#include <unistd.h>\n"
                                  "__attribute__((noinline)) double at(double a, double b, double c) { return a * b + c; }\n"
                                  "__attribute__((noinline)) double across(double a, double b, double c) {\n"
                                  "#pragma clang fp contract(fast)\n"
                                  "  double product = a * b;\n"
                                  "  return product + c;\n"
                                  "}\n"
                                  "int main(void) {\n"
                                  "  unsigned char n;\n"
                                  "  if (read(0, &n, 1) != 1 || n < 4) return 1;\n"
                                  "  double x = 1.0 + n * 0x1p-30;  /* the square needs more bits than there are */\n"
                                  "  return FUNCTION(x, x, -(x * x)) == 0 ? 3 : 4;\n"
                                  "}\n")
    plain = plain_build(work, "-mfma", "-ffp-contract=on", "-DFUNCTION=at", work / "fused.c")
    for number, (function, given, fused) in enumerate((("at", "-ffp-contract=fast", True), ("at", "-ffast-math", True),
                                                       ("at", "-ffp-model=fast", True),
                                                       ("at", "-ffast-math -ffp-contract=off", False),
                                                       ("across", "", False))):
        out, program = work / str(number), work / "program"
        call(tools.cairn_cc, "-O2", "-mfma", f"-DFUNCTION={function}", *given.split(), work / "fused.c", "-o", program)
        tools.run(out, program, ["--stdin", "1", "--time", "20s", "--strategy", "bounded-dfs"])
        statuses = {alone.status for alone in replay_plain(out, program)}
        check((4 if fused else 3) in statuses, f"{function} {given}: {statuses}")
        if fused:
            replay_plain(out, plain)


def response_files(tools, work):
    (work / "inner.rsp").write_text("-O1\n'-DGREETING=\\\"two words\"'\n")
    escaped = str(CHECK).replace("/", "\\/")
    (work / "outer.rsp").write_text(f'@{work / "inner.rsp"} "{MAIN}" {escaped}\n-o {work / "program"}\n')
    call(tools.cairn_cc, f"@{work / 'outer.rsp'}")
    out = execute([work / "program"])
    check(out.stdout.startswith(b"two words nobody"), out.describe())
    call(tools.cairn_cc, "@no-such-file", status=1, quiet=False)
    # Longer than what the kernel takes.
    (work / "long.rsp").write_text("".join(f"-DUNUSED_{i}='{'x' * 100} \\\\ y'\n" for i in range(30000)))
    call(tools.cairn_cc, f"@{work / 'long.rsp'}", f"@{work / 'outer.rsp'}")
    check(execute([work / "program"]).same_behaviour(out), "a long response file makes another program")


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
    for level in "02":
        call(cc, f"-O{level}", "-emit-llvm", "-c", MAIN, "-o", work / "main.bc")
        call(cc, f"-O{level}", work / "main.bc", CHECK, "-o", work / "program")
        alike(work / "program", plain_build(work), INPUTS[:4])
    (work / "own.h").write_text("int own(void);\n")
    call(cc, "-x", "c-header", work / "own.h", "-o", work / "first.pch")
    call(cc, work / "own.h", "-o", work / "second.pch")
    for made in ("first.pch", "second.pch"):
        call(cc, "-include-pch", work / made, MAIN, CHECK, "-o", work / "program")
    alike(work / "program", plain_build(work), INPUTS[:2])
    call(cc, "-x", "c", "-", "-o", work / "from-stdin", stdin=b"int main(void) { return 7; }")
    check(execute([work / "from-stdin"]).status == 7, "a program from standard input")
    (work / "-odd.c").write_text("int main(void) { return 8; }\n")
    call(cc, "-o", work / "odd", "--", "-odd.c", cwd=work)
    check(execute([work / "odd"]).status == 8, "a file behind --")
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
    for given in ("--target=aarch64-linux-gnu -c", "-target aarch64-linux-gnu -c", "-nostartfiles", "-nostdlib -lc"):
        out = call(tools.cairn_cc, *given.split(), MAIN, "-o", work / "other", status=2, quiet=False)
        check(out.stderr.count(b"\n") == 1 and b"cannot instrument" in out.stderr, f"{given}: {out.stderr.decode()}")


def flags(tools, work):
    """Flags of real projects that recording could trip over."""
    plain = plain_build(work)
    for given in ("-O3 -flto -fwhole-program-vtables", "-O1 -nodefaultlibs -lc", "-Os -fno-pie -no-pie", "-O2 -Wall -Wextra -Werror -pedantic", "-Og -g3",
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
    for given in ("-ggdb0", "-gno-record-gcc-switches", "-gsplit-dwarf", "-ggnu-pubnames", "-gno-column-info"):
        call(tools.cairn_cc, given, MAIN, CHECK, "-o", work / "program")
        summary = tools.run(work / "out", work / "program", ["--stdin", "4", "--runs", "1", "--force"])
        check(summary["branches"]["total"] > 0, f"{given}: no branches")
    call(tools.cairn_cc, "-g", "-c", CHECK, "-o", work / "check.o")
    out = execute(["readelf", "--debug-dump=info", work / "check.o"])
    check(b"DW_TAG_formal_parameter" in out.stdout, "-g makes line tables only")


SANITIZED = """#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int beyond(char* p) { p[7] = 1; return p[0]; }
static int more(int x, char c) { return x + c; }
int main(void) {
  char b[2] = {0}, *p = malloc(4);
  if (read(0, b, 2) != 2) return 0; /* and p is lost */
  if (b[0] == 'm') printf("%d", beyond(p));
  if (b[0] == 'o') printf("%d", more(2147483647, b[1] | 1));
  if (b[0] == 'n') *(volatile char*)0 = 1;
  return 0;
}
"""


def sanitizers(tools, work):
    """What a sanitizer finds is a bug where it was found, other crashes stay what they are, and leaks are no failure."""
    (work / "s.c").write_text(SANITIZED)
    for given, function in (("address", "beyond"), ("undefined", "more"), ("undefined -fno-sanitize-recover=all", "more")):
        call(tools.cairn_cc, "-g", "-O0", f"-fsanitize={given.split()[0]}", *given.split()[1:], work / "s.c", "-o", work / "program")
        tools.run(work / "out", work / "program", ["--stdin", "2", "--runs", "100", "--force"], expect=(1,))
        bugs = {(bug["kind"], bug["function"]) for bug in json.loads((work / "out" / "bugs.json").read_text())}
        check(("SIGABRT", function) in bugs, f"{given}: {bugs}")
        check(given != "address" or ("SIGSEGV", "main") in bugs, f"{given}: {bugs}")
        endings = {tuple(test.outcome[:2]) for test in tests_of(work / "out")}
        check(("exited", "0") in endings and ("exited", "1") not in endings, f"{given}: {endings}")
        done = execute([tools.cairn, "replay", work / "out"])
        check(done.status == 0, f"{given}: the replay ends with {done.status}: {done.stdout!r}")


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
                                 static_library_of_cmake, hidden_library, strangers, closed_library, other_allocator, no_undefined, own_functions, versions, contraction, response_files,
                                 modes, refusals, flags, still_recorded, sanitizers, not_recorded, fuzzer_flags, cplusplus)}


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
