#!/usr/bin/env python3
"""Exploring together as a user meets it: a server, a run with --cluster, and workers that come and go.

  cluster.py --build build
"""

import argparse
import contextlib
import json
import os
import pathlib
import pty
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

# Four ways on for each byte of the input, and a bug on one of the paths.
PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  char text[8];
  unsigned size = fread(text, 1, sizeof text, stdin), high = 0, odd = 0;
  for (unsigned i = 0; i < size; i++) {
    if (text[i] > 'm') high++;
    if ((text[i] & 3) == 3) odd++;
  }
  if (argc > 1) {
    FILE* words = fopen(argv[1], "r");
    if (!words) return 9;
    fclose(words);
  }
  if (size == 3 && high == 3 && odd == 3) abort();
  return 0;
}
"""


SERVER = "/usr/sbin/nats-server"


def paths_of(size):
    return sum(4**n for n in range(size + 1))


def check(condition, what):
    if not condition:
        sys.exit(f"cluster.py: {what}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Ground:
    """A directory, a program in it, and everything that is started there."""

    def __init__(self, build, work):
        self.bin, self.work, self.port = build.resolve() / "bin", work, free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.started = []
        (work / "temporary").mkdir()  # what workers that were killed leave goes with all the rest
        self.environment = {**os.environ, "TMPDIR": str(work / "temporary")}
        (work / "maze.c").write_text(PROGRAM)
        subprocess.run([self.bin / "cairn-cc", "-g", "maze.c", "-o", "maze"], cwd=work, check=True)

    def start(self, *command, cwd=None):
        process = subprocess.Popen([str(word) for word in command], cwd=cwd or self.work, env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.started.append(process)
        return process

    def server(self, *options):
        check(pathlib.Path(SERVER).exists(), f"there is no {SERVER}; tools/setup nats-server installs it")
        server = self.start(SERVER, "-a", "127.0.0.1", "-p", self.port, "-sd", self.work / "kept", *options)
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return server
            time.sleep(0.1)
        sys.exit("cluster.py: nats-server does not answer")

    def worker(self, *options):
        elsewhere = self.work / f"elsewhere{len(self.started)}"
        elsewhere.mkdir()
        worker = self.start(self.bin / "cairn", "worker", self.url, *options, cwd=elsewhere)
        check(worker.stdout.readline() == "waiting for a job\n", "the worker does not wait")
        return worker

    def leader(self, out, size, *arguments):
        """Every path is a test here, and what one keeps all know: the leader has everything in the end."""
        return self.start(self.bin / "cairn", "run", "--cluster", self.url, "--keep-all", "--strategy", "random-path", "--stdin", size,
                          "--time", "100s", "-o", out, "--", "./maze", *arguments)

    def summary(self, out):
        return json.loads((self.work / out / "summary.json").read_text())

    def runs(self, out):
        with contextlib.suppress(OSError, ValueError):
            return self.summary(out)["runs"]
        return 0

    def end(self):
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.wait()


def explored(ground, leader, out, size, what):
    said, _ = leader.communicate(timeout=120)
    check(leader.returncode == 1 and "explored everything" in said, f"{what}: {leader.returncode} {said}")
    summary = ground.summary(out)
    check(summary["paths"] == paths_of(size), f"{what}: {summary['paths']} paths, not {paths_of(size)}")
    check(summary["bugs"] == 1 and summary["divergences"] == 0, f"{what}: {summary['bugs']} bugs, {summary['divergences']} divergences")
    return said, summary


def wait_for_runs(ground, leader, out, runs):
    while leader.poll() is None and ground.runs(out) < runs:
        time.sleep(0.02)


def together(ground):
    size = 5
    workers = [ground.worker("--once"), ground.worker("--once")]
    leader = ground.leader("together", size)
    said, summary = explored(ground, leader, "together", size, "with two workers")
    check("cluster      up to 2 workers" in said, f"the workers are not mentioned: {said}")
    all_paths, cluster = paths_of(size), summary["cluster"]
    check(cluster["workers"] == 2 and cluster["received"] > all_paths / 4, f"workers did little: {cluster}")
    check(summary["solver"]["queries"] < 0.8 * all_paths, f"the leader asked {summary['solver']['queries']} queries itself")
    for worker in workers:
        said, _ = worker.communicate(timeout=30)
        check(worker.returncode == 0 and "the job has ended" in said, f"a worker did not end with its job: {said}")
    plain = ground.work / "plain"
    subprocess.run(["cc", ground.work / "maze.c", "-o", plain], check=True)
    for test in (1, all_paths // 2, all_paths):
        replay = subprocess.run([ground.bin / "cairn", "replay", "together", str(test), "--", plain], cwd=ground.work, capture_output=True,
                                text=True)
        check(replay.returncode == 0, f"test {test} does not hold on a plain build: {replay.stdout}{replay.stderr}")


def come_and_go(ground):
    """A worker is killed in the middle, another comes then: nothing is forgotten."""
    size = 5
    doomed = ground.worker()
    leader = ground.leader("changing", size)
    wait_for_runs(ground, leader, "changing", paths_of(size) / 8)
    doomed.kill()
    late = ground.worker()
    explored(ground, leader, "changing", size, "with workers that come and go")
    late.send_signal(signal.SIGINT)
    late.communicate(timeout=30)
    check(late.returncode == 0, f"a worker that was interrupted ended with {late.returncode}")


def in_a_terminal(ground):
    """Several at once end together, and with status 0, when one asks the first of them or presses Ctrl-C."""

    def heard(terminal):
        check(select.select([terminal], [], [], 30)[0], "nothing is heard of the workers")
        with contextlib.suppress(OSError):  # the last of them is gone
            return os.read(terminal, 4096)
        return b""

    for ask in (lambda pid, _: os.kill(pid, signal.SIGTERM), lambda _, terminal: os.write(terminal, b"\x03")):
        pid, terminal = pty.fork()
        if pid == 0:
            os.execve(ground.bin / "cairn", ["cairn", "worker", "--jobs", "2", ground.url], ground.environment)
        said = b""
        while said.count(b"waiting for a job") < 2:
            more = heard(terminal)
            check(more, f"the workers do not wait: {said}")
            said += more
        ask(pid, terminal)
        while heard(terminal):
            pass
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        os.close(terminal)
        check(status == 0, f"the workers ended with {status}")


def files(ground):
    """What the fixed arguments name goes along; what cannot go is said before anything is done."""
    (ground.work / "words").write_text("some\n")
    worker = ground.worker("--once")
    leader = ground.leader("files", 4, "words")
    explored(ground, leader, "files", 4, "with a file")
    check("the job has ended" in worker.communicate(timeout=30)[0], "the worker did not take part")
    check(all("status 9" not in test.read_text() for test in (ground.work / "files" / "tests").iterdir()), "the file was not there")
    (ground.work / "folder").mkdir()
    refused = ground.leader("folder-out", 4, "folder")
    said, _ = refused.communicate(timeout=30)
    check(refused.returncode == 2 and "folder cannot be sent to workers" in said, f"a directory: {refused.returncode} {said}")
    refused = ground.start(ground.bin / "cairn", "run", "--cluster", ground.url, "--solver", "cat -u", "-o", "command", "--", "./maze")
    said, _ = refused.communicate(timeout=30)
    check(refused.returncode == 2 and "workers run no commands" in said, f"a solver's command: {refused.returncode} {said}")


def leader_goes(ground):
    """A leader is killed; another goes on where it was, with others."""
    size = 5
    leader = ground.leader("led", size)
    wait_for_runs(ground, leader, "led", paths_of(size) / 8)
    leader.kill()
    leader.communicate()
    worker = ground.worker()
    leader = ground.start(ground.bin / "cairn", "resume", "--cluster", ground.url, "--time", "100s", "led")
    said, _ = explored(ground, leader, "led", size, "after the leader was killed")
    check("cluster      up to 1 worker," in said, f"the worker did not help to go on: {said}")
    worker.kill()


def server_restarts(ground, server):
    """A worker that waits for a job waits for its server, too."""
    size = 5
    worker = ground.worker()
    server.kill()
    server.wait()
    time.sleep(1)
    server = ground.server("-js")
    said, _ = explored(ground, ground.leader("restarted", size), "restarted", size, "after the server was started again")
    check(worker.poll() is None and "cluster      up to 1 worker," in said, f"the worker did not come back: {said}")
    worker.kill()
    return server


def server_goes(ground, server):
    """Without the server the leader goes on by itself, and misses nothing that was another's."""
    size = 4
    worker = ground.worker()
    leader = ground.leader("orphan", size)
    wait_for_runs(ground, leader, "orphan", paths_of(size) / 8)
    server.kill()
    explored(ground, leader, "orphan", size, "without its server")
    worker.kill()


def no_server(ground):
    leader = ground.leader("nowhere", 4)
    said, _ = leader.communicate(timeout=30)
    check(leader.returncode == 3 and "nats-server -js" in said, f"without a server: {leader.returncode} {said}")
    check(not (ground.work / "nowhere" / "cairn.db").exists(), "a run was begun without its cluster")
    ground.server()
    leader = ground.leader("nowhere", 4)
    said, _ = leader.communicate(timeout=30)
    check(leader.returncode == 3 and "start it with JetStream" in said, f"without streams: {leader.returncode} {said}")


def strangers(ground):
    """A server that knows its users."""
    ground.port = free_port()
    ground.server("-js", "--user", "me", "--pass", "secret")
    ground.url = f"nats://me:guess@127.0.0.1:{ground.port}"
    leader = ground.leader("refused", 3)
    said, _ = leader.communicate(timeout=30)
    check(leader.returncode == 3 and "lets only its users in" in said and "guess" not in said, f"a stranger: {leader.returncode} {said}")
    ground.url = f"nats://me:secret@127.0.0.1:{ground.port}"
    explored(ground, ground.leader("admitted", 3), "admitted", 3, "with a user's name")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    options = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it, and so would cairn
    with tempfile.TemporaryDirectory(prefix="cairn-cluster-") as work:
        ground = Ground(options.build, pathlib.Path(work))
        try:
            server = ground.server("-js")
            together(ground)
            come_and_go(ground)
            in_a_terminal(ground)
            files(ground)
            leader_goes(ground)
            server = server_restarts(ground, server)
            server_goes(ground, server)
            no_server(ground)
            strangers(ground)
        finally:
            ground.end()
    print("cluster.py: all is well")


if __name__ == "__main__":
    main()
