#!/usr/bin/env python3
"""The preparation of the benchmarks' programs, without network: the table is sound, apt's configuration is derived and not
changed, and a small package is built three ways, kept when nothing changed, and built again when its recipe did."""

import argparse
import pathlib
import subprocess
import sys
import tarfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "driver"), str(ROOT / "bench" / "subjects")]

import builds  # noqa: E402
import sources  # noqa: E402
import table  # noqa: E402
from driver import Failure, Workspace, check, exit_with  # noqa: E402

PROGRAM = 'int main(int argc, char** argv) { return argc > 1 && argv[1][0] == \'x\' ? 7 : 0; }\n'


def table_is_sound(work):
    packages = table.read(table.TABLE)
    subjects = [s for p in packages.values() for s in p.subjects]
    check(len({s.name for s in subjects}) == len(subjects), "two subjects have one name")
    halves = [sum(s.half == half for s in subjects) for half in table.HALVES]
    check(abs(halves[0] - halves[1]) <= 2, f"the halves are not halves: {halves}")
    check(all(p.subjects for p in packages.values()), "a package without subjects")


def table_refuses(work):
    for text, why in (("[package.a]\nsource = 'a'\ncolour = 'red'\n", "unknown keys"),
                      ("[subject]\nx = { package = 'none', half = 'choose' }\n", "no package"),
                      ("[package.a]\nsource = 'a'\n[subject]\nx = { package = 'a', half = 'third' }\n", "neither half")):
        path = work / "bad.toml"
        path.write_text(text)
        try:
            table.read(path)
        except table.BadTable as error:
            check(why in str(error), f"the table says {error}, not {why}")
        else:
            raise Failure(f"a table with {why} was taken")


def apt_is_derived(work):
    etc = work / "etc"
    (etc / "sources.list.d").mkdir(parents=True)
    given = ("# a comment\nTypes: deb\nURIs: http://one.invalid/debian\nSuites: stable stable-updates\nComponents: main\n\n"
             "Types: deb\nURIs: http://one.invalid/security\nSuites: stable-security\nComponents: main\n")
    (etc / "sources.list.d" / "debian.sources").write_text(given)
    (etc / "sources.list").write_text("deb http://two.invalid/debian stable main\n# deb http://three.invalid x y\n")
    sources.Apt(work, etc).configure()
    derived = {p.name: p.read_text() for p in (work / "apt" / "sources.list.d").iterdir()}
    check("Types: deb-src" in derived["debian.sources"], f"no sources asked for: {derived}")
    check("security" not in derived["debian.sources"], "the security suite is asked for")
    check(derived["sources.list"].strip() == "deb-src http://two.invalid/debian stable main", f"derived: {derived}")
    check((etc / "sources.list.d" / "debian.sources").read_text() == given, "the system's own file was changed")


def package_is_built(work, build):
    source = work / "small-1.0"
    source.mkdir()
    (source / "small.c").write_text(PROGRAM)
    tarball = work / "small_1.0.orig.tar.gz"
    with tarfile.open(tarball, "w:gz") as archive:
        archive.add(source, "small-1.0")
    unpacked = work / "src" / "small_1.0"
    sources.unpack(tarball, unpacked)
    text = ("[common]\ninputs = '--arg 4'\nseconds = 1\n"
            "[package.small]\nsource = 'small'\nsteps = ['$CC $CFLAGS small.c -o {name}']\nbinary = '{name}'\nown = ['small.c']\n"
            "[subject]\nsmall = { package = 'small', half = 'choose' }\n")
    text = text.replace("-o {name}", "-o small")
    (work / "table.toml").write_text(text)
    package = table.read(work / "table.toml")["small"]
    builder = builds.Builder(work, builds.Toolchain(build, 1))
    for variant in builds.VARIANTS:
        check(not builder.fresh(package, variant, tarball), f"{variant} is fresh before it is built")
        builder.build(package, variant, tarball, unpacked)
        check(builder.fresh(package, variant, tarball), f"{variant} is stale after it was built")
        status = subprocess.run([builder.tree(package, variant) / "small", "x"]).returncode
        check(status == 7, f"{variant} ends with {status}")
    check(list((work / "small" / "gcov").glob("*.gcda")), "the gcov variant counts nothing")
    package.cflags = "-DOTHER"
    check(not builder.fresh(package, "plain", tarball), "another recipe, and still fresh")
    package.steps = ["exit 1"]
    try:
        builder.build(package, "plain", tarball, unpacked)
    except builds.BuildFailed as error:
        check("log" in str(error), f"the failure names no log: {error}")
    else:
        raise Failure("a failing step was taken for a build")
    check(not builder.fresh(package, "plain", tarball), "a failed build is fresh")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    build = parser.parse_args().build.resolve()
    for check_one in (table_is_sound, table_refuses, apt_is_derived):
        with Workspace("subjects") as work:
            check_one(work)
    with Workspace("subjects") as work:
        package_is_built(work, build)


if __name__ == "__main__":
    exit_with(main)
