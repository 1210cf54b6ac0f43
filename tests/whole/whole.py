#!/usr/bin/env python3
"""Real programs behave the same when recorded: the commands that a package's own tests run (harvest.py) are run with the plain
build and with the build of cairn-cc, recording, with arguments, standard input and files all symbolic. Output and exit status
must agree, and every recorded condition must hold on the run's own input.

  whole.py --build build --subjects build/subjects [--most 300] [PACKAGE...]

Wants `make bench-subjects` first. Differences that are no fault are listed in EXPLAINED, with the reason.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "driver")]

import harvest  # noqa: E402
from driver import Workspace, execute, exit_with  # noqa: E402

ENVIRONMENT = {**os.environ, "LC_ALL": "C"}
PACKAGES = ("coreutils", "grep", "sed", "gawk", "bc", "jq")
# Whose output is another at each call, or shows where and when it runs.
EXPLAINED = {
    "date": "prints the time", "df": "prints the free space", "ls": "lists the directory it runs in", "dir": "likewise", "vdir": "likewise",
    "du": "likewise", "stat": "prints inode numbers", "pwd": "prints its directory", "env": "prints the environment", "printenv": "likewise",
    "mktemp": "random names", "shuf": "random", "id": "the user inside containment is another", "whoami": "likewise", "groups": "likewise",
    "who": "likewise", "uptime": "prints the time", "nproc": "depends on the machine", "kill": "signals", "timeout": "runs other programs",
    "nohup": "likewise", "nice": "likewise", "stdbuf": "likewise", "chroot": "likewise", "tty": "terminal", "stty": "terminal",
    "hostid": "machine", "uname": "machine", "sleep": "time", "touch": "time", "chown": "owner inside containment is another",
    "chgrp": "likewise", "mknod": "not allowed in containment", "sync": "no output", "install": "changes files", "ginstall": "likewise",
    "getlimits": "helper of the tests", "make-prime-list": "likewise", "pr": None,
}


def evenly(commands, most):
    """At most so many, spread over the whole list: neighbours test the same thing."""
    if len(commands) <= most:
        return commands
    return [commands[i * len(commands) // most] for i in range(most)]


def run_plain(program, name, command, work):
    with tempfile.TemporaryDirectory(dir=work) as directory:
        for file, content in command["files"].items():
            (pathlib.Path(directory) / file).write_bytes(bytes.fromhex(content))
        argv = [str(name), *(bytes.fromhex(a) for a in command["argv"])]
        with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as output:
            stdin.write(bytes.fromhex(command["stdin"]))
            stdin.seek(0)
            try:
                done = subprocess.run(argv, executable=program, stdin=stdin, stdout=output, stderr=output, cwd=directory, timeout=30,
                                      env=ENVIRONMENT)
            except subprocess.TimeoutExpired:
                return None
            output.seek(0)
            return done.returncode, output.read()


def same_but_for_time(a, b):
    """pr heads its pages with the date of the file or of now."""
    strip = lambda text: re.sub(rb"\d{4}-\d\d-\d\d \d\d:\d\d|\w{3} [ \d]\d \d\d:\d\d \d{4}", b"", text)  # noqa: E731
    return strip(a) == strip(b)


def compare(name, recorded, plain, commands, recorder, work):
    """Runs the commands of one program both ways; returns the differences."""
    lines = "".join(json.dumps(c) + "\n" for c in commands)
    done = execute([recorder, recorded], stdin=lines.encode(), seconds=60 + 30 * len(commands), env=ENVIRONMENT, cwd=work)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    if len(results) != len(commands):
        return [f"{name}: recording ended after {len(results)} of {len(commands)} commands: {done.stderr.decode(errors='replace')[-500:]}"], {}
    found, totals = [], {"steps": 0, "lost": 0}
    for command, result in zip(commands, results):
        totals["steps"] += result["steps"]
        totals["lost"] += result["lost"]
        shown = " ".join([name, *(repr(bytes.fromhex(a))[1:] for a in command["argv"])])
        if "wrong" in result:
            found.append(f"{shown}: a recorded condition does not hold: {result['wrong']}")
        expected = run_plain(plain, recorded, command, work)
        if expected is None:
            continue
        status, output = expected
        got = result["code"] if result["ending"] == "exited" else -result["code"] if result["ending"] == "signalled" else result["ending"]
        if got != status:
            found.append(f"{shown}: status {got}, plain {status}")
        elif bytes.fromhex(result["output"]) != output and not (name == "pr" and same_but_for_time(bytes.fromhex(result["output"]), output)):
            found.append(f"{shown}: output {bytes.fromhex(result['output'])[:300]!r}, plain {output[:300]!r}")
    return found, totals


def check_package(package, options, recorder):
    with Workspace("whole") as work:
        commands = harvest.commands(package, options.subjects, work)
        by_program = {}
        for command in commands:
            by_program.setdefault(command["program"], []).append(command)
        by_program = {n: c for n, c in by_program.items() if EXPLAINED.get(n) is None}
        total = sum(map(len, by_program.values()))
        share = min(1.0, options.most / max(total, 1))
        differences, ran, steps, lost = [], 0, 0, 0
        for name, all_of_it in sorted(by_program.items()):
            some = evenly(all_of_it, max(3, round(len(all_of_it) * share)))
            directory = {"coreutils": "src", "grep": "src", "sed": "sed", "gawk": ".", "jq": ".", "bc": "bc"}[package]
            recorded, plain = (options.subjects / package / v / directory / name for v in ("cairn", "plain"))
            if not recorded.exists():
                continue
            found, totals = compare(name, recorded, plain, some, recorder, work)
            differences += found
            ran += len(some)
            steps += totals.get("steps", 0)
            lost += totals.get("lost", 0)
            print(f"whole: {package}: {name}: {len(some)} commands of {len(all_of_it)}, {len(found)} differences", flush=True)
        print(f"whole: {package}: {ran} commands, {steps} symbolic branches, {lost} losses, {len(differences)} differences", flush=True)
        return differences


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"of {', '.join(PACKAGES)} (default: all that are built)")
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--subjects", type=pathlib.Path, help="where make bench-subjects put them (default: in the build directory)")
    parser.add_argument("--most", type=int, default=300, help="commands of each package (default: 300)")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.subjects = (options.subjects or options.build / "subjects").resolve()
    wanted = options.packages or [p for p in PACKAGES if (options.subjects / p / "cairn.stamp").exists()]
    if not wanted:
        print(f"whole: {options.subjects} has no programs; run make bench-subjects first", file=sys.stderr)
        return 3
    differences = []
    for package in wanted:
        differences += check_package(package, options, options.build / "tests" / "whole_record")
    for difference in differences:
        print(difference)
    return 1 if differences else 0


if __name__ == "__main__":
    exit_with(main)
