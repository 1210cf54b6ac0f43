"""The corpus of queries: recorded from the runs that corpus.toml lists, chosen, and frozen in corpus.tar.xz.

What is replayed is the frozen file, so that figures of different versions of the chain can be compared: a better chain asks
other queries. Recording anew (bench/solver/run --record) makes another corpus by the same recipe."""

import codecs
import hashlib
import json
import pathlib
import shlex
import shutil
import subprocess
import sys
import tarfile
import tomllib
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FROZEN = HERE / "corpus.tar.xz"
LEAST_QUERIES, LEAST_UNSAT, LARGEST_SHARE = 20_000, 0.30, 0.10  # what a corpus has to be
_KEYS = {"class", "half", "source", "subject", "inputs", "seeds", "level", "main", "runs", "strategy"}


@dataclass
class Program:
    name: str
    kind: str  # its class
    half: str
    row: dict

    @property
    def held_out(self):
        return self.half == "held-out"


def note(text):
    print(text, file=sys.stderr, flush=True)


def load():
    """The programs and the common values."""
    table = tomllib.loads((HERE / "corpus.toml").read_text())
    programs = []
    for name, row in table["program"].items():
        unknown = set(row) - _KEYS
        if unknown or row.get("half") not in ("tuning", "held-out") or ("source" in row) == ("subject" in row):
            sys.exit(f"corpus.toml: program {name} is not well described ({', '.join(unknown) or 'half, source or subject'})")
        programs.append(Program(name, row["class"], row["half"], {**table["common"], **row}))
    return programs, table["common"]


class Recorder:
    def __init__(self, build, subjects, work):
        self.build, self.work = build, work
        index = subjects / "index.json"
        known = json.loads(index.read_text())["subjects"] if index.exists() else []
        self.subjects = {subject["name"]: subject for subject in known}

    def command(self, program):
        """The instrumented program with its fixed arguments, and what is symbolic; nothing when it was not built."""
        row = program.row
        if "subject" in row:
            subject = self.subjects.get(row["subject"])
            if subject is None or not pathlib.Path(subject["programs"].get("cairn", "")).is_file():
                return None
            inputs = shlex.split(row["inputs"]) if "inputs" in row else subject["inputs"]
            return [subject["programs"]["cairn"], *subject["arguments"]], inputs
        source = ROOT / row["source"]
        if not source.exists():
            return None
        binary = self.work / program.name
        harness = [] if row.get("main") else [ROOT / "bench/corpus/main.c"]
        compiled = subprocess.run([self.build / "bin/cairn-cc", f"-O{row.get('level', 1)}", "-g", f"-I{ROOT}/bench/programs",
                                   source, *harness, "-o", binary])
        if compiled.returncode != 0:
            sys.exit(f"corpus: {source} does not compile")
        return [binary], shlex.split(row.get("inputs", ""))

    def record(self, program):
        """Where the queries of the program's run are, or nothing."""
        found = self.command(program)
        if found is None:
            return None
        command, inputs = found
        log, out = self.work / f"{program.name}.recorded", self.work / f"{program.name}.run"
        if log.exists():
            return log
        seeds = self.work / f"{program.name}.seeds"
        if "seeds" in program.row:
            seeds.mkdir(exist_ok=True)
            for i, text in enumerate(program.row["seeds"]):
                (seeds / str(i)).write_bytes(codecs.escape_decode(text.encode())[0])
            inputs = [*inputs, "--seeds", seeds]
        done = subprocess.run([self.build / "bin/cairn", "run", "-o", out, "--force", "--runs", str(program.row["runs"]), "--time", "5m",
                               "--strategy", program.row["strategy"], "--record-queries", f"{log}.part", *inputs, "--", *command],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"corpus: cairn run on {program.name} failed: {done.stderr[-500:]}")
        summary = json.loads((out / "summary.json").read_text())
        note(f"  {program.name:12} {summary['solver']['queries']:6} queries in {summary['elapsed_seconds']:.0f} s")
        shutil.rmtree(out)
        pathlib.Path(f"{log}.part").rename(log)
        return log


def make(build, subjects, into):
    """Records and chooses; goes on where it was interrupted. Leaves into/NAME.queries and into/index.json: for each program
    what was taken."""
    programs, common = load()
    work = into / "work"
    work.mkdir(parents=True, exist_ok=True)
    recorder = Recorder(build, subjects, work)
    note(f"recording queries of {len(programs)} programs")
    logs, missing = [], []
    for program in programs:
        log = recorder.record(program)
        if log is None:
            missing.append(program.name)
        else:
            logs.append(f"{program.name}={log}")
    if missing:
        note(f"corpus: not built, so left out: {', '.join(missing)} (make bench-subjects builds the real programs)")
    chosen = subprocess.run([build / "bench/select", into, str(common["queries"]), *logs], check=True,
                            capture_output=True, text=True).stdout
    index = {}
    for line in chosen.splitlines():
        name, recorded, distinct, taken, sat, unsat, unknown, conditions = line.split()
        index[name] = {"recorded": int(recorded), "distinct": int(distinct), "queries": int(taken), "sat": int(sat),
                       "unsat": int(unsat), "unknown": int(unknown), "conditions": float(conditions)}
    (into / "index.json").write_text(json.dumps(index, indent=1) + "\n")


def freeze(recorded):
    """Packs a recorded corpus into the file that is kept; the same bytes for the same queries."""
    with tarfile.open(FROZEN, "w:xz", preset=9) as archive:
        for path in sorted([recorded / "index.json", *recorded.glob("*.queries")]):
            entry = tarfile.TarInfo(path.name)
            entry.size = path.stat().st_size
            with path.open("rb") as file:
                archive.addfile(entry, file)
    note(f"{FROZEN} has {FROZEN.stat().st_size} bytes")


def unpack(into):
    """Leaves the frozen corpus in the directory; returns the file's digest."""
    digest = hashlib.sha256(FROZEN.read_bytes()).hexdigest()
    stamp = into / "digest"
    if not stamp.exists() or stamp.read_text() != digest:
        shutil.rmtree(into, ignore_errors=True)
        into.mkdir(parents=True)
        with tarfile.open(FROZEN) as archive:
            archive.extractall(into, filter="data")
        stamp.write_text(digest)
    return digest


def describe(index):
    """Prints what the corpus is; returns what it should be and is not."""
    programs = {p.name: p for p in load()[0]}
    total = sum(row["queries"] for row in index.values())
    print(f"{'':12} {'class':11} {'half':9} {'queries':>8} {'unsat':>6} {'conditions':>10}")
    for name, row in index.items():
        program = programs[name]
        print(f"{name:12} {program.kind:11} {program.half:9} {row['queries']:8} {100 * row['unsat'] / max(row['queries'], 1):5.0f}%"
              f" {row['conditions']:10.1f}")
    largest = max(row["queries"] for row in index.values())
    unsat = sum(row["unsat"] for row in index.values())
    print(f"{total} queries, {100 * unsat / total:.0f} % unsat, at most {100 * largest / total:.1f} % from one program\n")
    return [complaint for wrong, complaint in [
        (total < LEAST_QUERIES, f"fewer than {LEAST_QUERIES} queries"),
        (unsat < LEAST_UNSAT * total, f"less than {100 * LEAST_UNSAT:.0f} % unsat"),
        (largest > LARGEST_SHARE * total, f"more than {100 * LARGEST_SHARE:.0f} % from one program")] if wrong]
