"""How commands end that somebody ends: by signals, by hanging up, by not reading on."""

import json
import os
import signal
import subprocess
import time

from user import Failure


def interrupted(cli):
    out = cli.work / "long"
    words = [cli.bin / "cairn", "run", "--stdin", "64", "--time", "1h", "-o", out, "--", "./forever"]
    run = subprocess.Popen(words, cwd=cli.work, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + 30
        while not (out / "tests" / "000001.test").exists():
            if time.monotonic() > deadline or run.poll() is not None:
                raise Failure(f"no test within 30 s: {run.poll()}")
            time.sleep(0.05)
        cli.expect(3, "resume", out, err=f"is in use by process {run.pid}")
        cli.expect(3, "run", "--stdin", "1", "--force", "-o", out, "--", "./forever", err=f"is in use by process {run.pid}")
        cli.expect(0, "show", out, out="tests")
        run.send_signal(signal.SIGINT)
        stdout, stderr = run.communicate(timeout=30)
    finally:
        if run.poll() is None:
            run.kill()
    if run.returncode != 0 or "stopped after" not in stdout or "cairn resume" not in stdout:
        raise Failure(f"Ctrl-C: {run.returncode}\n{stdout}\n{stderr}")
    figures = json.loads((out / "summary.json").read_text())
    stored = len(list((out / "tests").iterdir()))
    if figures["tests"] != stored:
        raise Failure(f"{figures['tests']} tests reported, {stored} stored")
    if "only exit status" in cli.expect(0, "replay", out):
        raise Failure("after Ctrl-C nobody knows what the tests print")
    cli.expect(0, "resume", "--runs", "50", out, out="the runs are used up")
    after = json.loads((out / "summary.json").read_text())
    if after["runs"] < figures["runs"] + 50 or after["paths"] < figures["paths"]:
        raise Failure(f"resuming did not go on: {figures} {after}")


def hung_up(cli):
    """nohup cairn run ...: the terminal goes away, and the run goes on to its end."""
    out = cli.work / "hung-up"
    run = subprocess.Popen([cli.bin / "cairn", "run", "--stdin", "64", "--runs", "500", "-o", out, "--", "./forever"], cwd=cli.work,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                           preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    try:
        while not (out / "cairn.db").exists() and run.poll() is None:
            time.sleep(0.02)
        run.send_signal(signal.SIGHUP)
        stdout, _ = run.communicate(timeout=60)
    finally:
        run.kill()
    if "the runs are used up" not in stdout:
        raise Failure(f"SIGHUP was ignored when it was started: {run.returncode}\n{stdout}")


def nobody_listens(cli):
    """cairn run ... 2>&1 | head: what reads the progress goes away, and the run goes on to its end."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([cli.bin / "cairn", "run", "-o", "unheard", "--stdin", "8", "--time", "3s", "--", "./forever"], cwd=cli.work,
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=writing, timeout=60)
    os.close(writing)
    if done.returncode not in (0, 1):
        raise Failure(f"cairn run ended with {done.returncode}")
    if not (cli.work / "unheard" / "summary.json").exists():
        raise Failure("there is no summary")


def nobody_reads(cli):
    """cairn show ... | head: it ends quietly, as other programs do, whether little or much is left to write."""
    cli.expect(1, "run", "--stdin", "4", "--force", "-o", "unread", "--", "./prog")
    for words in (["show", "unread"], ["help", "--markdown"], ["strategies"]):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([cli.bin / "cairn", *words], cwd=cli.work, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60)
        os.close(writing)
        if done.returncode != 141 or done.stderr:
            raise Failure(f"{words}: ended with {done.returncode}: {done.stderr!r}")


CHECKS = [interrupted, hung_up, nobody_listens, nobody_reads]
