"""Builds one package in its variants, each in a tree of its own: plain (clang-19), cairn (cairn-cc) and gcov (gcc --coverage).
A stamp says what a finished tree was built from; a tree without the right stamp is built again from the start."""

import hashlib
import os
import pathlib
import shutil
import subprocess
from dataclasses import dataclass

VARIANTS = ("plain", "cairn", "gcov")


class BuildFailed(Exception):
    """A variant did not build; the message says where its log is."""


@dataclass
class Toolchain:
    cairn: pathlib.Path  # the build directory of Cairn
    jobs: int

    def variables(self, variant, cflags):
        """What is set for a variant: CC alone where the package's own flags are to be used."""
        if variant == "gcov":
            return {"CC": "gcc", "CFLAGS": f"-g -O0 --coverage {cflags}".strip()}
        compiler = "clang-19" if variant == "plain" else str(self.cairn / "bin" / "cairn-cc")
        return {"CC": compiler} | ({"CFLAGS": f"-g -O2 {cflags}"} if cflags else {})

    def digest(self, variant):
        """Changes when the compiler does, as far as it is ours."""
        if variant != "cairn":
            return variant
        state = hashlib.sha256()
        for name in ("bin/cairn-cc", "lib/cairn-pass.so", "lib/libcairn_rt.a", "lib/libcairn_main.a"):
            state.update((self.cairn / name).read_bytes())
        return state.hexdigest()


class Builder:
    def __init__(self, root, toolchain):
        self.root, self.toolchain = root, toolchain

    def tree(self, package, variant):
        return self.root / package.name / variant

    def log(self, package, variant):
        return self.root / "log" / f"{package.name}-{variant}.log"

    def _stamp(self, package, variant):
        return self.root / package.name / f"{variant}.stamp"

    def _wanted(self, package, variant, tarball):
        return f"{tarball.name} {hashlib.sha256(package.recipe().encode()).hexdigest()} {self.toolchain.digest(variant)}\n"

    def fresh(self, package, variant, tarball):
        stamp = self._stamp(package, variant)
        return stamp.exists() and stamp.read_text() == self._wanted(package, variant, tarball)

    def build(self, package, variant, tarball, source):
        stamp, tree, log = self._stamp(package, variant), self.tree(package, variant), self.log(package, variant)
        stamp.unlink(missing_ok=True)
        shutil.rmtree(tree, ignore_errors=True)
        tree.parent.mkdir(parents=True, exist_ok=True)
        log.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, tree, symlinks=True)  # not every package can be built outside its sources
        with open(log, "w") as out:
            self._run(package, variant, tree, out)
        missing = [s.binary for s in package.subjects if not os.access(tree / s.binary, os.X_OK)]
        if missing:
            raise BuildFailed(f"{package.name} ({variant}) built without {' '.join(missing)}; see {log}")
        for counts in tree.rglob("*.gcda"):  # of programs that the build itself ran
            counts.unlink()
        stamp.write_text(self._wanted(package, variant, tarball))

    def _run(self, package, variant, tree, out):
        variables = self.toolchain.variables(variant, package.cflags)
        environment = dict(os.environ, LC_ALL="C", JOBS=str(self.toolchain.jobs), VARIANT=variant,
                           DRIVERS=str(pathlib.Path(__file__).resolve().parent / "drivers"), **package.environment, **variables)

        where = tree / package.directory

        def step(command, accepted=(0,)):
            out.write(f"+ {command}\n")
            out.flush()
            done = subprocess.run(command, shell=isinstance(command, str), cwd=where, env=environment, stdin=subprocess.DEVNULL,
                                  stdout=out, stderr=subprocess.STDOUT)
            if done.returncode not in accepted:
                raise BuildFailed(f"{package.name} ({variant}) does not build; see {out.name}")

        for command in [*package.before, *(package.steps or [])]:
            step(command)
        if package.steps is not None:
            return
        step(["./configure", *package.configure])
        step(["make", f"-j{self.toolchain.jobs}", *package.make], package.exits)
