"""One pair of versions through cairn: the run on version 1, the full run on version 2, and both modes of cairn update."""

import json
import resource
import shutil
import sys
from dataclasses import dataclass

from driver import check, execute, summary
from paths import path_keys


def update(tools, base, program, options=(), expect=(0,), seconds=300, cwd=None):
    """cairn update; returns update.json of the directory that -o names, or of the base."""
    done = execute([tools.cairn, "update", *options, base, "--", program], seconds=seconds, cwd=cwd)
    check(not done.timed_out, f"cairn update did not end within {seconds} s")
    check(done.status in expect, f"cairn update ended with {done.status}: "
                                 f"{done.stderr.decode(errors='replace')[-1500:]}{done.stdout.decode(errors='replace')[-500:]}")
    out = options[options.index("-o") + 1] if "-o" in options else base
    return json.loads((out / "update.json").read_text())


@dataclass
class Measured:
    """Seconds are processor time of the whole command with all its processes, so that other work hardly shows."""
    paths: int
    kept: int
    changed: int
    queries: dict  # solver queries by column
    solver: dict  # seconds spent in the solver chain
    seconds: dict
    missed: int  # paths of version 2 that the published method does not find

    def faster(self):
        return self.seconds["full"] / self.seconds["sound"]

    def fewer_runs(self):
        """What can be saved at most where every path that the change made new is run once."""
        return self.paths / max(1, self.paths - self.kept)


def timed(call):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = call()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return result, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def work_of(figures):
    """Queries that reached a solver: neither settled nor answered from the store."""
    return figures["solver"]["queries"] - figures["solver"]["stored"]


def measure(tools, work, pair, seconds=300):
    first, second = pair.sources()
    programs = []
    for version, text in (("v1", first), ("v2", second)):
        folder = work / pair.name / version
        folder.mkdir(parents=True)
        source = folder / f"{pair.name}.c"
        source.write_text(text)
        programs.append(tools.compile([source], folder / pair.name, ["-O1", "-g"]))
    base, full, sound, published = (work / pair.name / name for name in ("base", "full", "sound", "published"))
    run = ["--time", f"{seconds}s", *pair.options]
    tools.run(base, programs[0], run, expect=(0, 1), seconds=seconds + 60)
    cold, cold_time = timed(lambda: tools.run(full, programs[1], run, expect=(0, 1), seconds=seconds + 60))
    check(cold["tree"]["open"] == 0, f"{pair.name}: the full run did not end within {seconds} s")
    new, new_time = timed(lambda: update(tools, base, programs[1], ["-o", sound], expect=(0, 1)))
    old, old_time = timed(lambda: update(tools, base, programs[1], ["-o", published, "--mode", "published"], expect=(0, 1)))
    wanted, got, paper = path_keys(full), path_keys(sound), path_keys(published)
    check(got == wanted, f"{pair.name}: sound found {len(got)} paths, the full run {len(wanted)}; "
                         f"{len(wanted - got)} are missing, {len(got - wanted)} are too many")
    check(paper <= wanted, f"{pair.name}: published found {len(paper - wanted)} paths the full run does not know")
    check(summary(sound)["divergences"] == 0, f"{pair.name}: divergences")
    check((len(wanted - paper) > 0) == pair.published_misses,
          f"{pair.name}: published misses {len(wanted - paper)} paths; expected: {pair.published_misses}")
    if pair.same_paths:
        check(new["queries"]["asked"] == 0, f"{pair.name}: {new['queries']['asked']} queries though nothing changed")
        check(new["paths"]["changed"] == 0 and new["paths"]["new"] == 0, f"{pair.name}: paths changed: {new['paths']}")
    shutil.rmtree(work / pair.name)
    return Measured(paths=len(wanted), kept=new["paths"]["kept"], changed=new["paths"]["changed"],
                    queries={"full": work_of(cold), "published": old["queries"]["asked"], "sound": new["queries"]["asked"]},
                    solver={"full": cold["solver"]["seconds"], "published": old["seconds"]["solver"],
                            "sound": new["seconds"]["solver"]},
                    seconds={"full": cold_time, "published": old_time, "sound": new_time},
                    missed=len(wanted - paper))


def table(rows):
    """Rows of (pair, Measured) as Markdown."""
    print("| pair | change | paths | kept | queries full | published | sound | missed by published | s full | s published |"
          " s sound | solver s full | solver s sound | times faster | at most by runs |")
    print("|" + " --- |" * 15)
    for pair, m in rows:
        print(f"| {pair.name} | {pair.kind} | {m.paths} | {m.kept} | {m.queries['full']} | {m.queries['published']} | "
              f"{m.queries['sound']} | {m.missed} | {m.seconds['full']:.2f} | {m.seconds['published']:.2f} | "
              f"{m.seconds['sound']:.2f} | {m.solver['full']:.2f} | {m.solver['sound']:.2f} | "
              f"{m.faster():.1f} | {m.fewer_runs():.1f} |")
        sys.stdout.flush()
