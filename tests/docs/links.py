#!/usr/bin/env python3
"""What the documentation points to is there: links between pages, plots, and the files it names.

  links.py              check README.md, CONTRIBUTING.md and docs/
  links.py --self-test  plant a dead link and a missing file in a page and see that they are found
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
FOREIGN = {"klee/klee.h", "engine/solver/layer_mine.cpp", "engine/search/my_strategy.cpp"}


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


def self_test():
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        (root / "docs").mkdir()
        (root / "README.md").write_text("[here](docs/page.md), [there](docs/gone.md)\n")
        (root / "docs" / "page.md").write_text("`docs/page.md`, `engine/gone.h`, [up](../README.md)\n")
        found = sorted(problems(root))
    expected = ["README.md: the link to docs/gone.md is dead", "docs/page.md: there is no engine/gone.h"]
    return [] if found == expected else [f"found {found}, not {expected}"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--self-test", action="store_true")
    found = self_test() if parser.parse_args().self_test else list(problems(ROOT))
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
