"""Branch and line figures of a plain gcov build, "taken at least once": the figures Cairn's own must equal."""

import gzip
import json
import pathlib
from dataclasses import dataclass

from driver import HEADERS, ROOT, check, execute, run_plain


@dataclass
class Figures:
    branches_covered: int
    branches_total: int
    lines_covered: int
    lines_total: int


def figures(directory, source, tests):
    """Builds `source` with gcc --coverage at -O0 in `directory`, runs the tests on it and counts."""
    directory = pathlib.Path(directory)
    directory.mkdir()
    built = execute(["gcc", "-O0", "--coverage", f"-I{HEADERS}", source, "-c", "-o", "program.o"], cwd=directory)
    check(built.status == 0, f"gcc --coverage failed: {built.stderr.decode()}")
    linked = execute(["gcc", "--coverage", "program.o", "-x", "c", ROOT / "tests/driver/plain.c", "-o", "program"],
                     cwd=directory)
    check(linked.status == 0, f"linking the gcov build failed: {linked.stderr.decode()}")
    for test in tests:
        run_plain(directory / "program", test, cwd=directory)
    counted = execute(["gcov", "--json-format", "--branch-probabilities", "program.gcda"], cwd=directory)
    check(counted.status == 0, f"gcov failed: {counted.stderr.decode()}")
    report = json.loads(gzip.decompress(next(directory.glob("program*.gcov.json.gz")).read_bytes()))
    lines = {}
    branches = []
    for file in report["files"]:
        if pathlib.Path(file["file"]).name != pathlib.Path(source).name:
            continue
        for line in file["lines"]:
            number = line["line_number"]
            lines[number] = lines.get(number, 0) + line["count"]
            branches += [b["count"] for b in line["branches"] if not b["throw"]]
    return Figures(sum(1 for b in branches if b), len(branches), sum(1 for c in lines.values() if c), len(lines))
