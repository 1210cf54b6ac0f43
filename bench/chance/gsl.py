"""The programs of the GNU Scientific Library: one function with everything it may call and a harness that makes its arguments
symbolic; all else is cut out of the sources, so that coverage is of what the function can reach."""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

import closure
from functions import FUNCTIONS

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "subjects"))

import sources  # noqa: E402

NAMES = [function.short for function in FUNCTIONS]
FOLDERS = ["specfunc", "err", "sys", "complex", "cheb", "linalg", "poly"]


def prepare(names, into, download, compiler, must, note):
    """Builds the programs of these functions as into/NAME/program."""
    tree = configured(into, download, must, note)
    note("reading the library")
    units = read_units(tree)
    chosen = [function for function in FUNCTIONS if function.short in names]
    for number, function in enumerate(chosen, 1):
        count = build(function, units, tree, compiler, into / function.short, must)
        note(f"[{number}/{len(chosen)}] {function.short}: {count} functions")


def configured(into, download, must, note):
    """The library's source, with config.h and the folder of its headers."""
    tree = into / "source"
    if (tree / "gsl" / "gsl_math.h").exists():
        return tree
    note("fetching and configuring the source")
    try:
        sources.unpack(sources.Apt(download or into).tarball("gsl"), tree)
    except sources.CannotFetch as error:
        sys.exit(f"chance: {error}")
    must(["./configure", "--disable-shared"], cwd=tree)
    must(["make", "-C", "gsl"], cwd=tree)
    return tree


def read_units(tree):
    files = [file for folder in FOLDERS for file in sorted((tree / folder).glob("*.c")) if not file.name.startswith("test")]
    options = [f"-I{tree}"]

    def read(file):
        try:
            return closure.read_unit(file, [*options, f"-I{file.parent}"])
        except subprocess.CalledProcessError:
            return None  # parts of other files, which do not compile alone

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [unit for unit in pool.map(read, files) if unit is not None]


def build(function, units, tree, compiler, folder, must):
    """The program of one function in a folder of its own, and how many functions it consists of."""
    home = next(unit for unit in units if unit.file == tree / function.file)
    needed = closure.closure(units, home, function.name, ["gsl_set_error_handler_off"])
    shutil.rmtree(folder, ignore_errors=True)
    others = []
    for unit, names in needed.items():
        path = folder / unit.file.relative_to(tree)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(unit.text_with(names))
        if unit is not home:
            others.append(path)
    main = folder / "main.c"
    main.write_text(function.harness())
    folders = {tree / unit.file.relative_to(tree).parent for unit in needed}
    must([compiler, "-O1", "-g", "-w", main, *others, f"-I{folder}", f"-I{tree}", *(f"-I{each}" for each in sorted(folders)), "-lm", "-o",
          folder / "program"])
    return sum(len(names & set(unit.lines)) for unit, names in needed.items())
