#!/usr/bin/env python3
"""The layer table of docs/architecture.md, enforced.

Three checks, and a fourth that the first three can fail:
  - every #include of a project file points into the same folder or into a row the table allows;
  - the link lists in engine/CMakeLists.txt are the table's rows;
  - third-party headers stay where they may be, directly and through our own headers.

  layers.py              check the tree
  layers.py --self-test  plant a violation of each kind in a small tree of its own and see that it is found
"""

import argparse
import fnmatch
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = {".h", ".c", ".cpp", ".cc", ".hpp"}

# Third-party headers and the files that may see them.
CONFINED = {
    "z3*": ["engine/solver/worker_z3.cpp", "engine/solver/z3_*"],
    "cadical*": ["engine/solver/worker_bits.cpp"],
    "llvm/*": ["compiler/*"],
    "llvm-c/*": ["compiler/*"],
    "clang/*": ["compiler/*"],
    "sqlite3.h": ["engine/suite/*.cpp"],
    "seccomp.h": ["engine/target/*.cpp"],
    "nats/*": ["cluster/link_nats.cpp"],
    "nlohmann/*": ["engine/base/json_text.*", "engine/suite/*.cpp", "engine/explore/*.cpp", "cluster/*.cpp", "cli/*.cpp", "lab/*.cpp", "unit/*.cpp"],
    "CLI/*": ["cli/*"],
    "Eigen/*": ["engine/markov/*.cpp"],
    "gtest/*": ["tests/*"],
    "fmt/*": ["engine/*", "cli/*", "cluster/*", "lab/*", "unit/*", "compiler/*", "tests/*", "bench/*"],
}


def read_table(document):
    """Folder -> folders it may use. A row: | `engine/expr` | what it holds | base abi |"""
    rows = {}
    for line in document.splitlines():
        match = re.match(r"\|\s*`([\w/]+?)/?`\s*\|.*\|([^|]*)\|\s*$", line)
        if match:
            rows[match[1]] = match[2].replace("`", " ").replace(",", " ").split()
    named = {folder.rsplit("/", 1)[-1]: folder for folder in rows}
    engine = [folder for folder in rows if folder.startswith("engine/")]
    table = {}
    for folder, words in rows.items():
        used = set()
        for word in words:
            if word == "engine":
                used.update(engine, ["abi"])
            elif word in named:
                used.add(named[word])
            elif word not in ("–", "-"):
                raise SystemExit(f"docs/architecture.md: the row of {folder} names {word}, which has no row")
        table[folder] = used
    return table


def layer_of(path, table):
    """The row a file belongs to, or None: tests, bench, examples and docs may use everything."""
    candidates = [folder for folder in table if path.startswith(folder + "/")]
    return max(candidates, key=len) if candidates else None


def includes(root, path):
    """(line number, included, quoted?) of every #include in a file."""
    for number, line in enumerate((root / path).read_text(errors="replace").splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if match:
            yield number, match[2], match[1] == '"'


def source_files(root):
    folders = ("abi", "compiler", "runtime", "engine", "cluster", "lab", "unit", "cli")
    return sorted(str(p.relative_to(root)) for f in folders for p in (root / f).rglob("*") if p.suffix in SOURCE)


def resolve(root, path, included):
    """The project file an #include names, relative to the root, or None."""
    for base in (root, (root / path).parent):
        candidate = (base / included).resolve()
        if candidate.is_file() and candidate.is_relative_to(root):
            return str(candidate.relative_to(root))
    return None


def check_layers(root, table):
    for path in source_files(root):
        layer = layer_of(path, table)
        if layer is None:
            yield f"{path}: its folder has no row in docs/architecture.md"
            continue
        for number, included, quoted in includes(root, path):
            target = resolve(root, path, included) if quoted else None
            used = layer_of(target or included, table)
            if used and used != layer and used not in table[layer]:
                yield f"{path}:{number}: {layer} may not use {used} ({included})"


def check_third_party(root):
    files = source_files(root)
    direct = {}  # file -> {third-party pattern: line}
    users = {}   # header -> files that include it
    for path in files:
        for number, included, quoted in includes(root, path):
            for pattern in CONFINED:
                if fnmatch.fnmatch(included, pattern):
                    direct.setdefault(path, {})[pattern] = number
            target = resolve(root, path, included) if quoted else None
            if target:
                users.setdefault(target, []).append(path)
    for pattern, allowed in CONFINED.items():
        seen = {path for path in direct if pattern in direct[path]}
        reach, waiting = set(seen), list(seen)
        while waiting:
            for user in users.get(waiting.pop(), []):
                if user not in reach:
                    reach.add(user)
                    waiting.append(user)
        for path in sorted(reach):
            if not any(fnmatch.fnmatch(path, a) for a in allowed):
                how = f":{direct[path][pattern]}" if path in seen else ""
                yield f"{path}{how}: sees {pattern}, which belongs into {', '.join(allowed)}"


def check_runtime(root):
    """The runtime lives in every target: C headers only, nothing of the C++ library, whose recorded parts are in a folder of their own."""
    for path in source_files(root):
        if path.startswith("runtime/") and not path.startswith("runtime/libstdcxx/"):
            for number, included, quoted in includes(root, path):
                if not quoted and not included.endswith(".h"):
                    yield f"{path}:{number}: the runtime may not use <{included}>: no C++ library in the target"


def link_lists(cmake):
    """Folder -> USES of every cairn_layer(...) call."""
    lists = {}
    for folder, rest in re.findall(r"cairn_layer\(\s*([\w/]+)([^)]*)\)", re.sub(r"#.*", "", cmake)):
        match = re.search(r"\bUSES\b(.*?)(?:\bLINKS\b|\bEXCLUDE\b|$)", rest, re.S)
        lists[folder] = set(match[1].split()) if match else set()
    return lists


def check_link_lists(cmake, table):
    lists = link_lists(cmake)
    for folder in sorted(f for f in table if f.startswith("engine/")):
        if folder not in lists:
            yield f"engine/CMakeLists.txt: no library for {folder}"
        elif lists[folder] != table[folder]:
            more, less = sorted(lists[folder] - table[folder]), sorted(table[folder] - lists[folder])
            yield f"engine/CMakeLists.txt: {folder} links {more} beyond its row and lacks {less}"
    for folder in sorted(set(lists) - set(table)):
        yield f"engine/CMakeLists.txt: {folder} has no row in docs/architecture.md"


def violations(root):
    table = read_table((root / "docs/architecture.md").read_text())
    yield from check_layers(root, table)
    yield from check_third_party(root)
    yield from check_runtime(root)
    yield from check_link_lists((root / "engine/CMakeLists.txt").read_text(), table)


GOOD = {
    "docs/architecture.md": "| `abi/` | records | – |\n| `compiler/` | pass | abi |\n| `runtime/` | recorder | abi |\n"
                            "| `engine/base` | ids | – |\n| `engine/expr` | DAG | base abi |\n| `engine/suite` | store | base |\n"
                            "| `cli/` | commands | engine |\n",
    "engine/CMakeLists.txt": "cairn_layer(engine/base LINKS fmt::fmt)\ncairn_layer(engine/expr USES engine/base abi)\n"
                             "cairn_layer(engine/suite USES engine/base LINKS SQLite::SQLite3)\n",
    "abi/a.h": "",
    "engine/base/id.h": "",
    "engine/expr/expr.h": '#include "engine/base/id.h"\n#include "abi/a.h"\n',
    "engine/suite/db.cpp": '#include <sqlite3.h>\n#include "engine/suite/db.h"\n',
    "engine/suite/db.h": '#include "engine/base/id.h"\n',
    "compiler/pass.cpp": '#include <llvm/IR/Module.h>\n#include "abi/a.h"\n',
    "runtime/shadow.cpp": '#include <stdint.h>\n#include "../abi/a.h"\n',
    "cli/main.cpp": '#include "engine/suite/db.h"\n#include "engine/expr/expr.h"\n#include "abi/a.h"\n',
}

# What is planted, and a word that the complaint must hold.
BAD = [
    ({"engine/base/id.h": '#include "engine/expr/expr.h"\n'}, "engine/base may not use engine/expr"),
    ({"engine/base/id.h": '#include "../expr/expr.h"\n'}, "engine/base may not use engine/expr"),
    ({"compiler/pass.cpp": '#  include "engine/base/id.h"\n'}, "compiler may not use engine/base"),
    ({"engine/suite/db.h": '#include "cli/not_there.h"\n'}, "engine/suite may not use cli"),
    ({"engine/new/x.h": ""}, "has no row"),
    ({"engine/expr/expr.h": "#include <llvm/IR/Module.h>\n"}, "sees llvm/*"),
    ({"engine/suite/db.h": "#include <sqlite3.h>\n"}, "sees sqlite3.h"),
    ({"engine/solver/z3_x.h": "#include <z3++.h>\n", "cli/main.cpp": '#include "engine/solver/z3_x.h"\n'}, "cli/main.cpp: sees z3*"),
    ({"runtime/shadow.cpp": "#include <vector>\n"}, "no C++ library"),
    ({"engine/CMakeLists.txt": GOOD["engine/CMakeLists.txt"].replace("base abi)", "base abi engine/suite)")}, "beyond its row"),
    ({"engine/CMakeLists.txt": GOOD["engine/CMakeLists.txt"].replace("USES engine/base LINKS", "LINKS")}, "lacks ['engine/base']"),
    ({"engine/CMakeLists.txt": ""}, "no library for engine/expr"),
]


def self_test():
    failures = []

    def complaints(files):
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory).resolve()
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return list(violations(root))

    if found := complaints(GOOD):
        failures.append(f"a clean tree is called dirty: {found}")
    for planted, word in BAD:
        found = complaints({**GOOD, **planted})
        if not any(word in complaint for complaint in found):
            failures.append(f"{planted} was planted and {word!r} not said: {found}")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    found = self_test() if arguments.self_test else list(violations(ROOT))
    for complaint in found:
        print(complaint)
    print(f"{len(found)} {'failures of the self-test' if arguments.self_test else 'layer violations'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
