"""What the end-to-end drivers share: the tools under test, test files, plain builds, and checks that name what is wrong."""

import argparse
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "runtime" / "include"


class Failure(Exception):
    """Something the tool under test did wrong."""


def check(condition, message):
    if not condition:
        raise Failure(message)


@dataclass
class Output:
    status: int  # negative: killed by that signal
    stdout: bytes
    stderr: bytes
    timed_out: bool = False

    def same_behaviour(self, other):
        return self.status == other.status and self.stdout == other.stdout

    def describe(self):
        text = self.stdout.decode(errors="replace")[-400:]
        return f"status {self.status}, stdout {text!r}"


def execute(command, stdin=b"", seconds=60.0, cwd=None, env=None):
    """Runs a command; the whole process group dies with the time limit."""
    environment = dict(os.environ, **env) if env else None
    process = subprocess.Popen(
        [str(c) for c in command],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        cwd=cwd, env=environment, start_new_session=True)
    try:
        stdout, stderr = process.communicate(stdin, timeout=seconds)
        return Output(process.returncode, stdout, stderr)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        stdout, stderr = process.communicate()
        return Output(process.returncode, stdout, stderr, timed_out=True)


@dataclass
class Object:
    kind: str
    name: str
    ordinal: int
    data: bytes


@dataclass
class Test:
    """A file of OUT/tests or OUT/bugs; engine/suite/test_file.h describes the format."""
    path: pathlib.Path
    outcome: list
    objects: list
    output: bytes | None
    facts: dict = field(default_factory=dict)

    def stdin(self):
        return b"".join(o.data for o in self.objects if o.kind == "stdin")

    def memory(self):
        """Marked memory as tests/driver/plain.c reads it."""
        out = b""
        for o in self.objects:
            if o.kind == "memory":
                name = o.name.encode()
                out += struct.pack("<B", len(name)) + name + struct.pack("<I", len(o.data)) + o.data
        return out

    def expected_status(self):
        """The status subprocess would report, or None for endings a plain build cannot show."""
        if self.outcome[0] == "exited":
            return int(self.outcome[1])
        if self.outcome[0] == "signalled":
            return -int(self.outcome[1])
        return None


_ESCAPES = {"n": b"\n", "t": b"\t", "r": b"\r", '"': b'"', "\\": b"\\"}


def _unquote(text):
    out = b""
    for plain, escape in re.findall(r'([^\\"]+)|\\(x[0-9a-f]{2}|.)', text):
        if plain:
            out += plain.encode("latin-1")
        elif escape[0] == "x":
            out += bytes([int(escape[1:], 16)])
        else:
            out += _ESCAPES[escape]
    return out


def _content(line):
    word = line.strip()
    if word.startswith('"'):
        return _unquote(word[1:-1])
    if word.startswith("hex"):
        return bytes.fromhex(word[3:])
    if word.startswith("zeros "):
        return bytes(int(word[6:]))
    raise Failure(f"unknown content line in a test file: {line!r}")


def read_test(path):
    lines = pathlib.Path(path).read_text(encoding="latin-1").split("\n")
    check(lines and lines[0].startswith("cairn-test "), f"{path}: not a test file")
    check("end" in lines, f"{path}: cut short")
    test = Test(pathlib.Path(path), [], [], None)
    sink = None
    for line in lines[1:lines.index("end")]:
        if line.startswith("  "):
            check(sink is not None, f"{path}: content without an object")
            sink.append(_content(line))
            continue
        word, _, rest = line.partition(" ")
        if word == "object":
            match = re.match(r'(\S+) "((?:[^"\\]|\\.)*)" (\d+) size (\d+)', rest)
            check(match, f"{path}: unknown object line {line!r}")
            sink = []
            test.objects.append((match, sink))
        elif word == "output":
            sink = []
            test.output = sink
        elif word == "outcome":
            test.outcome = rest.split()
        else:
            test.facts[word] = rest
    objects = []
    for match, parts in test.objects:
        data = b"".join(parts)
        check(len(data) == int(match[4]), f"{path}: object {match[2]} has {len(data)} bytes and says {match[4]}")
        objects.append(Object(match[1], _unquote(match[2]).decode(), int(match[3]), data))
    test.objects = objects
    if test.output is not None:
        test.output = b"".join(test.output)
    return test


class Tools:
    """The programs of one build directory."""

    def __init__(self, build):
        build = pathlib.Path(build).resolve()
        self.cairn = build / "bin" / "cairn"
        self.cairn_cc = build / "bin" / "cairn-cc"
        for tool in (self.cairn, self.cairn_cc):
            if not tool.exists():
                raise SystemExit(f"{tool} does not exist: build first")

    def compile(self, sources, program, flags=(), seconds=120, cplusplus=False):
        compiler = self.cairn_cc.with_name("cairn-c++") if cplusplus else self.cairn_cc
        out = execute([compiler, *flags, f"-I{HEADERS}", *sources, "-o", program], seconds=seconds)
        check(out.status == 0, f"{compiler.name} failed on {sources}: {out.stderr.decode(errors='replace')[-2000:]}")
        return program

    def run(self, out, program, options=(), expect=(0,), seconds=300, cwd=None):
        """cairn run; returns summary.json. `expect` lists the exit statuses that are right."""
        done = execute([self.cairn, "run", "-o", out, *options, "--", program], seconds=seconds, cwd=cwd)
        check(not done.timed_out, f"cairn run did not end within {seconds} s")
        check(done.status in expect,
              f"cairn run ended with {done.status}: {done.stderr.decode(errors='replace')[-2000:]}"
              f"{done.stdout.decode(errors='replace')[-500:]}")
        return summary(out)

    def replay(self, out, program, options=(), seconds=120):
        return execute([self.cairn, "replay", *options, out, "--", program], seconds=seconds)


def summary(out):
    path = pathlib.Path(out) / "summary.json"
    check(path.exists(), f"{path} is missing")
    return json.loads(path.read_text())


def tests_of(out):
    return [read_test(p) for d in ("tests", "bugs") for p in sorted((pathlib.Path(out) / d).glob("*.test"))]


def compile_plain(compiler, sources, program, flags=(), seconds=60):
    out = execute([*compiler, *flags, f"-I{HEADERS}", *sources, ROOT / "tests" / "driver" / "plain.c", "-lm", "-o", program],
                  seconds=seconds)
    check(out.status == 0, f"the plain compiler failed on {sources}: {out.stderr.decode(errors='replace')[-2000:]}")
    return program


def run_plain(program, test, seconds=10.0, cwd=None):
    """Runs a plain build on a test's stdin and marked memory."""
    with tempfile.NamedTemporaryFile() as memory:
        memory.write(test.memory())
        memory.flush()
        return execute([program], stdin=test.stdin(), seconds=seconds, cwd=cwd, env={"CAIRN_PLAIN_INPUT": memory.name})


def replay_plain(out, program, seconds=10.0):
    """Every test of a run on a plain build: exit status, signal and (when stored) output must be the recorded ones.
    Returns the outputs."""
    outputs = []
    for test in tests_of(out):
        expected = test.expected_status()
        if expected is None:
            continue  # ended by a limit or an assumption: a plain build cannot show it
        got = run_plain(program, test, seconds)
        check(got.status == expected,
              f"{test.path}: recorded {' '.join(test.outcome)}, the plain build: {got.describe()}")
        check(test.output is None or test.output == got.stdout + got.stderr,
              f"{test.path}: recorded output {test.output!r}, the plain build: {got.describe()}")
        outputs.append(got)
    return outputs


class Workspace:
    """A scratch directory, kept when the test fails."""

    def __init__(self, name):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix=f"cairn-{name}-"))

    def __enter__(self):
        return self.path

    def __exit__(self, kind, error, trace):
        if kind is None:
            shutil.rmtree(self.path, ignore_errors=True)
        elif kind is Failure:
            print(f"kept: {self.path}")
        return False


def exit_with(main):
    """Runs a driver's main function: a check that fails is one line and status 1, not a trace of Python's."""
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f"{pathlib.Path(sys.argv[0]).stem}: {failure}")


def run_one(description, programs):
    """The command line of drivers that explore one program at one optimisation level: `driver.py --build build NAME LEVEL`."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / "build")
    parser.add_argument("program", choices=programs)
    parser.add_argument("level", choices=list("0123s"))
    arguments = parser.parse_args()
    try:
        with Workspace(arguments.program) as work:
            programs[arguments.program](Tools(arguments.build), work, arguments.level)
    except Failure as failure:
        print(f"{arguments.program} -O{arguments.level}: {failure}")
        return 1
    print(f"{arguments.program} -O{arguments.level}: ok")
    return 0
