"""The table of subjects, read and checked: what stands in subjects.toml, with defaults filled in."""

import pathlib
import tomllib
from dataclasses import dataclass, field

HALVES = ("choose", "report")
_PACKAGE_KEYS = {"source", "needs", "directory", "before", "configure", "steps", "make", "environment", "cflags", "exits", "binary", "own",
                 "inputs", "seconds"}
_SUBJECT_KEYS = {"package", "half", "binary", "own", "inputs", "arguments", "seconds"}


class BadTable(Exception):
    """The table says something it cannot mean."""


@dataclass
class Subject:
    name: str
    package: str
    half: str
    binary: str  # relative to the build tree of a variant, as are the own source files
    own: list
    inputs: str
    arguments: list
    seconds: int


@dataclass
class Package:
    name: str
    source: str
    needs: list
    directory: str
    before: list
    configure: list | None
    steps: list | None
    make: list
    environment: dict
    cflags: str
    exits: list
    subjects: list = field(default_factory=list)

    def recipe(self):
        """Everything that, when it changes, makes a build stale."""
        return repr((self.source, self.directory, self.before, self.configure, self.steps, self.make, sorted(self.environment.items()), self.cflags))


def _check_keys(what, given, known):
    unknown = sorted(set(given) - known)
    if unknown:
        raise BadTable(f"{what} has unknown keys: {', '.join(unknown)}")


def _package(name, row):
    _check_keys(f"package {name}", row, _PACKAGE_KEYS)
    if "source" not in row:
        raise BadTable(f"package {name} names no source package")
    if "configure" in row and "steps" in row:
        raise BadTable(f"package {name} has both configure and steps")
    return Package(name, row["source"], row.get("needs", []), row.get("directory", "."), row.get("before", []),
                   None if "steps" in row else row.get("configure", []), row.get("steps"), row.get("make", []),
                   row.get("environment", {}), row.get("cflags", ""), [0, *row.get("exits", [])])


def _subject(name, row, package_row, common):
    _check_keys(f"subject {name}", row, _SUBJECT_KEYS)
    if row.get("half") not in HALVES:
        raise BadTable(f"subject {name} is in neither half ({' or '.join(HALVES)})")

    def value(key):
        for source in (row, package_row, common):
            if key in source:
                return source[key]
        raise BadTable(f"subject {name} has no {key}")

    fill = lambda text: text.replace("{name}", name)  # noqa: E731
    return Subject(name, row["package"], row["half"], fill(value("binary")), [fill(p) for p in value("own")], value("inputs"),
                   row.get("arguments", []), value("seconds"))


def read(path):
    """The packages by name, each with its subjects."""
    with open(path, "rb") as file:
        table = tomllib.load(file)
    _check_keys("the table", table, {"common", "package", "subject"})
    rows = table.get("package", {})
    packages = {name: _package(name, row) for name, row in rows.items()}
    for name, row in table.get("subject", {}).items():
        if row.get("package") not in packages:
            raise BadTable(f"subject {name} belongs to no package of the table")
        packages[row["package"]].subjects.append(_subject(name, row, rows[row["package"]], table.get("common", {})))
    return packages


TABLE = pathlib.Path(__file__).resolve().parent / "subjects.toml"
