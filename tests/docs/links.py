#!/usr/bin/env python3
"""What the documentation points to is there: links between pages, plots, and the files it names. And the table of tests in
docs/architecture.md has a row for every folder of tests.

  links.py              check README.md, CONTRIBUTING.md and docs/
  links.py --self-test  plant a dead link, a missing file and missing rows in pages and see that they are found
"""

import argparse
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#\s]+)")
NAMED = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.(?:h|cpp|c|py|md|sh|toml|svg))`")
# Pages leave out the beginning of paths where it is clear.
PREFIXES = ["", "engine", "engine/explore", "engine/search", "docs"]
# Files of the reader's, or of other projects.
FOREIGN = {"klee/klee.h", "build/harness.c", "engine/solver/layer_mine.cpp", "engine/search/my_strategy.cpp"}


ROW = re.compile(r"^\| (tests/\w+) \|", re.M)


def pages(root):
    return [page for page in [*root.glob("*.md"), *(root / "docs").rglob("*.md")] if page.is_file()]


def problems(root):
    for page in pages(root):
        text = page.read_text()
        for link in LINK.findall(text):
            if "://" not in link and not (page.parent / link).exists():
                yield f"{page.relative_to(root)}: the link to {link} is dead"
        for name in NAMED.findall(text):
            if name not in FOREIGN and not any((root / prefix / name).exists() for prefix in PREFIXES):
                yield f"{page.relative_to(root)}: there is no {name}"


def problems_of_tests(root):
    page = root / "docs" / "architecture.md"
    rows = set(ROW.findall(page.read_text()))
    folders = {f"tests/{folder.name}" for folder in (root / "tests").iterdir() if folder.is_dir() and any(folder.glob("[!_.]*"))}
    for missing in sorted(folders - rows):
        yield f"docs/architecture.md: the table of tests has no row for {missing}"
    for gone in sorted(rows - folders):
        yield f"docs/architecture.md: the table of tests has a row for {gone}, which is not there"


def self_test():
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        (root / "docs").mkdir()
        (root / "README.md").write_text("[here](docs/page.md), [there](docs/gone.md)\n")
        (root / "docs" / "page.md").write_text("`docs/page.md`, `engine/gone.h`, [up](../README.md)\n")
        (root / "docs" / "architecture.md").write_text("| tests/old | gone |\n| tests/unit | there |\n")
        for folder in ("new", "unit"):
            (root / "tests" / folder).mkdir(parents=True)
            (root / "tests" / folder / "test.py").write_text("")
        found = [*sorted(problems(root)), *problems_of_tests(root)]
    expected = ["README.md: the link to docs/gone.md is dead", "docs/page.md: there is no engine/gone.h",
                "docs/architecture.md: the table of tests has no row for tests/new",
                "docs/architecture.md: the table of tests has a row for tests/old, which is not there"]
    return [] if found == expected else [f"found {found}, not {expected}"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--self-test", action="store_true")
    found = self_test() if parser.parse_args().self_test else [*problems(ROOT), *problems_of_tests(ROOT)]
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
