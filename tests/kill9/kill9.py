#!/usr/bin/env python3
"""SIGKILL of the engine at random moments, then `cairn resume` (docs/architecture.md, D11).

What was reported must be there afterwards: every test file that existed, unchanged, and at least as many tests and paths
as the status said. And the run goes on: resuming finds further paths.

  kill9.py --build build --moments 10
"""

import argparse
import os
import pathlib
import pty
import random
import re
import signal
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import ROOT, Failure, Tools, Workspace, check, execute, read_test, summary  # noqa: E402


def snapshot(out):
    """Test files as they are now. A file seen half-written would be a failure of its own: read_test says so."""
    files = {}
    for folder in ("tests", "bugs"):
        for path in sorted((out / folder).glob("*.test")):
            read_test(path)
            files[f"{folder}/{path.name}"] = path.read_bytes()
    return files


def reported(text):
    """The largest number of tests and paths the tool has claimed so far."""
    return {word: max(map(int, re.findall(rf"(\d+) {word}", text)), default=0) for word in ("tests", "paths")}


class Screen:
    """A terminal for the engine, so that it shows its live status: what it has said is what it has reported."""

    def __init__(self):
        self.master, self.slave = pty.openpty()
        self.text = b""
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        try:
            while data := os.read(self.master, 65536):
                self.text += data
        except OSError:
            pass  # the last writer is gone

    def close(self):
        os.close(self.slave)
        self.reader.join(10)
        check(not self.reader.is_alive(), "processes of the run outlived the engine that was killed")
        os.close(self.master)
        return self.text.decode(errors="replace")


def run_and_kill(command, seconds):
    """What the engine said before it was killed, and whether it was still running then."""
    screen = Screen()
    engine = subprocess.Popen([str(c) for c in command], stdin=subprocess.DEVNULL, stdout=screen.slave,
                              stderr=screen.slave, env=dict(os.environ, TERM="xterm"), start_new_session=True)
    time.sleep(seconds)
    alive = engine.poll() is None
    os.kill(engine.pid, signal.SIGKILL)
    engine.wait()
    return screen.close(), alive


def one_moment(tools, work, program, seed):
    out = work / f"out-{seed}"
    said, alive = run_and_kill([tools.cairn, "run", "-o", out, "--strategy", "random-branch", "--seed", seed,
                                "--keep-all", "--time", "60s", "--", program],
                               random.Random(seed).uniform(0.05, 2.0))
    check(alive, f"the engine ended before it was killed: {said[-500:]}")
    if not (out / "cairn.db").exists():
        return 0  # killed before there was a run to resume
    before = snapshot(out)
    claimed = reported(said)
    resumed = execute([tools.cairn, "resume", "--time", "2s", out], seconds=60)
    check(resumed.status == 0, f"cairn resume ended with {resumed.status}: {resumed.stderr.decode(errors='replace')[-800:]}")
    after, figures = snapshot(out), summary(out)
    missing = [name for name, data in before.items() if after.get(name) != data]
    check(not missing, f"tests missing or changed after the kill: {missing[:5]}")
    for word, number in claimed.items():
        check(figures[word] >= number, f"{number} {word} were reported, {figures[word]} are left")
    check(len(after) > len(before), f"{len(before)} tests before, {len(after)} after resuming: the run did not go on")
    check(figures["divergences"] == 0, f"{figures['divergences']} divergences after resuming")
    return len(before)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / "build")
    parser.add_argument("--moments", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="seed of the first moment")
    arguments = parser.parse_args()
    tools = Tools(arguments.build)
    kept = []
    try:
        with Workspace("kill9") as work:
            program = tools.compile([ROOT / "tests/kill9/target.c"], work / "program", ["-O1", "-g"])
            for seed in range(arguments.first, arguments.first + arguments.moments):
                kept.append(one_moment(tools, work, program, seed))
            check(sum(1 for k in kept if k > 0) * 2 > len(kept), f"most kills came before any test was kept: {kept}")
    except Failure as failure:
        print(f"moment {arguments.first + len(kept)}: {failure}")
        return 1
    print(f"{len(kept)} kills survived; tests kept at each: {kept}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
