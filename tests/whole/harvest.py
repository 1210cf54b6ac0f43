"""The command lines a package's own tests run: the tests are run with a shim (shim.c) in the place of each program. What was
harvested is kept beside the subjects, since it belongs to the package and not to us."""

import json
import os
import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent

# How each package runs its tests, as (directory in the tree of shims, command); {test} is one of the files that match. A package whose
# tests name the program with a path gets that path replaced.
PERL = "perl -w -I tests -MCuSkip -MCoreutils -M'CuTmpdir qw({name})' {test}"
PACKAGES = {
    "coreutils": {"programs": "src", "tests": [("tests/misc/*.pl", ".", PERL), ("tests/pr/*.pl", ".", PERL), ("tests/fmt/*.pl", ".", PERL)],
                  "skip": {"sort-exit-early.pl", "factor.pl"}},
    "grep": {"programs": "src", "tests": [("tests/*", "tests", "sh ../{test} 9>&2")],
             "skip": {"init.sh", "big-match", "long-line-vs-2GiB-read", "max-count-overread", "hash-collision-perf", "mb-non-UTF8-perf-Fw",
                      "mb-non-UTF8-performance", "mb-dot-newline", "many-regex-performance", "stack-overflow", "dfa-heap-overrun",
                      "backref-alt", "2-files", "big-hole"}},
    "sed": {"programs": "sed", "tests": [("testsuite/*.sh", ".", "sh {test} 9>&2"), ("testsuite/*.pl", ".", PERL.replace("-I tests", "-I testsuite"))],
            "skip": {"init.sh"}},
    "gawk": {"programs": ".", "make": "make -k -C test check AWK={shims}/gawk", "tests": []},
}


def _shims(tree, package, directory, work):
    """A copy of the build tree with shims for programs."""
    mirror = work / "tree"
    shutil.copytree(tree, mirror, symlinks=True, ignore=shutil.ignore_patterns("*.o", "*.a", "po", "doc", "man"))
    shim = work / "shim"
    subprocess.run(["clang-19", "-O1", "-D_GNU_SOURCE", HERE / "shim.c", "-o", shim], check=True)
    for path in sorted((mirror / directory).iterdir()):
        if path.is_file() and os.access(path, os.X_OK) and path.read_bytes()[:4] == b"\x7fELF":
            path.unlink()
            shutil.copy(shim, path)
    return mirror


def _parse(path):
    data, at = path.read_bytes(), 0
    command = {"program": path.name.split(".")[0], "argv": [], "stdin": "", "files": {}}
    while at < len(data):
        end = data.index(b"\n", at)
        what, name_size, size = data[at:end].split()
        name = data[end + 1:end + 1 + int(name_size)]
        content = data[end + 1 + int(name_size):end + 1 + int(name_size) + int(size)]
        at = end + 2 + int(name_size) + int(size)
        if what == b"argument":
            command["argv"].append(content.hex())
        elif what == b"stdin":
            command["stdin"] = content.hex()
        elif len(name) < 48:
            command["files"][name.decode(errors="replace")] = content.hex()
    return command


def _run_tests(recipe, tree, mirror, log):
    programs = mirror / recipe["programs"]
    environment = dict(os.environ, LC_ALL="C", PATH=f"{programs}:{os.environ['PATH']}", WHOLE_LOG=str(log),
                       WHOLE_REAL=str(tree / recipe["programs"]), srcdir=".", top_srcdir=str(mirror), abs_top_srcdir=str(mirror),
                       abs_srcdir=str(mirror), abs_top_builddir=str(mirror), CONFIG_HEADER=str(mirror / "config.h"), PERL="perl",
                       built_programs=" ".join(sorted(p.name for p in programs.iterdir())))

    def run(command, cwd, seconds):
        process = subprocess.Popen(command, shell=True, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()

    if "make" in recipe:
        run(recipe["make"].replace("{shims}", str(programs)), mirror, 900)
    for pattern, directory, command in recipe["tests"]:
        for test in sorted(mirror.glob(pattern)):
            if test.name in recipe["skip"] or not test.is_file() or "Makefile" in test.name:
                continue
            run(command.format(test=test.relative_to(mirror), name=test.name), mirror / directory, 60)


def _jq_tests(tree):
    """jq's tests are lists of a filter, an input and the outputs, read by jq itself: each is a command of its own."""
    for path in sorted((tree / "tests").glob("*.test")):
        lines = path.read_text(errors="replace").split("\n")
        at = 0
        while at < len(lines):
            if not lines[at].strip() or lines[at].startswith("#") or lines[at].startswith("%%FAIL"):
                at += 1
                continue
            block = []
            while at < len(lines) and lines[at].strip():
                block.append(lines[at])
                at += 1
            if len(block) >= 2:
                yield {"program": "jq", "argv": [w.encode().hex() for w in ("-c", block[0])], "stdin": (block[1] + "\n").encode().hex(), "files": {}}


def _bc_tests(tree):
    for path in sorted((tree / "Test").glob("*.b")):
        yield {"program": "bc", "argv": [w.encode().hex() for w in ("-l", path.name)], "stdin": b"quit\n".hex(),
               "files": {path.name: path.read_bytes().hex()}}


def commands(package, subjects, work):
    """All distinct commands of a package's tests."""
    kept = subjects / "commands" / f"{package}.jsonl"
    if not kept.exists():
        tree = subjects / package / "plain"
        if package == "jq":
            found = list(_jq_tests(tree))
        elif package == "bc":
            found = list(_bc_tests(tree))
        else:
            recipe = PACKAGES[package]
            log = work / "log"
            log.mkdir()
            _run_tests(recipe, tree, _shims(tree, package, recipe["programs"], work), log)
            found = [_parse(p) for p in sorted(log.iterdir(), key=lambda p: p.name.split(".", 1)[1])]
        kept.parent.mkdir(exist_ok=True)
        lines = list(dict.fromkeys(json.dumps(c, sort_keys=True) for c in found))
        kept.write_text("".join(line + "\n" for line in lines))
    return [json.loads(line) for line in kept.read_text().splitlines()]
