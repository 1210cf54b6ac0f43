"""Tests as cairn unit makes them: generated, compiled, run, and what of a file they do not reach."""

import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import ROOT, check, execute  # noqa: E402

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
