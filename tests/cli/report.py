#!/usr/bin/env python3
"""cairn report: every format is written for the run of a small program and read back by a reader of its own.

  report.py --build build
"""

import argparse
import ast
import collections
import html.parser
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

sys.dont_write_bytecode = True

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
static int kind(int c) {
  switch (c) {
    case 'a': return 1;
    case '<': return 2;
    default: return 0;
  }
}
int never(int x) { return x > 3 ? 1 : 2; }
int main(int argc, char** argv) {
  if (argc != 3) return never(argc);
  FILE* f = fopen(argv[1], "r");
  int d = f ? fgetc(f) : EOF;
  if (f) fclose(f);
  int k = kind(getchar());
  if (argv[2][0] == '%') puts("<script>alert('percent')</script>");
  if (k == 2 && d == '\'') {
    puts("going");
    fflush(stdout);
    abort();
  }
  if (d == 'x') puts("x \\ \"quoted\"");
  return k;
}
"""

NONDET = r"""
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  if (x == -123456 && c == 200) reach_error();
  return 0;
}
"""

WORDS = r"""
int main(int argc, char** argv) { return argc > 1 && argv[1][0] == '-' && argv[1][1] == 'n' && argv[1][2] == 0; }
"""

# Elements of HTML that have no end tag.
VOID = {"meta", "br", "input", "link", "img", "hr"}


class Failure(Exception):
    pass


def expect(condition, message):
    if not condition:
        raise Failure(message)


class Cli:
    def __init__(self, build, work):
        self.bin = pathlib.Path(build).resolve() / "bin"
        self.work = work

    def __call__(self, status, *words, out="", err=None):
        done = subprocess.run([self.bin / "cairn", *map(str, words)], cwd=self.work, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=120)
        stdout, stderr = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        shown = f"cairn {' '.join(map(str, words))}: {done.returncode}\n{stdout[-2000:]}\n{stderr}"
        expect(done.returncode == status, f"status {status} expected: {shown}")
        expect(out in stdout, f"{out!r} expected on stdout: {shown}")
        if err is not None:
            expect(err in stderr and len(stderr.splitlines()) == 1, f"one sentence with {err!r} expected: {shown}")
        return stdout

    def compile(self, name, text):
        (self.work / f"{name}.c").write_text(text)
        subprocess.run([self.bin / "cairn-cc", "-g", f"{name}.c", "-o", name], cwd=self.work, check=True, timeout=60)


def objects_of(test):
    """(kind, name, ordinal, bytes) of every object in a test file."""
    found = []
    for line in test.read_text().splitlines():
        match = re.match(r'object (\w+) "(.*)" (\d+) size', line)
        if match:
            found.append([match[1], match[2], int(match[3]), b""])
        elif line.startswith("output "):
            break
        elif line.startswith("  ") and found:
            word = line.strip()
            if word.startswith('"'):
                found[-1][3] += ast.literal_eval("b" + word)
            elif word.startswith("hex"):
                found[-1][3] += bytes.fromhex(word[3:])
            else:
                found[-1][3] += bytes(int(word.split()[1]))
    return found


def tests_of(out):
    return {int(p.stem): p for p in sorted((out / "tests").iterdir())}


def explored(cli):
    cli.compile("prog", PROGRAM)
    cli(1, "run", "--stdin", "2", "--file", "A", "2", "--arg", "2", "--runs", "400", "-o", "out", "--", "./prog", "@A")
    figures = json.loads((cli.work / "out" / "summary.json").read_text())
    expect(figures["bugs"] == 1 and figures["tests"] >= 5, f"one bug and some tests are expected: {figures}")


def lcov(cli):
    cli(0, "report", "--lcov", "-o", "cov.info", "out", out="written to cov.info")
    text = (cli.work / "cov.info").read_text()
    expect(cli(0, "report", "out", "--lcov") == text, "standard output and -o differ")
    expect(cli(0, "report", "out", "--lcov", "-o", "/dev/stdout") == text, "standard output by name differs")
    sums, seen, calls = collections.Counter(), collections.Counter(), {}
    for line in text.splitlines():
        tag, _, rest = line.partition(":")
        if tag in ("LF", "LH", "BRF", "BRH", "FNF", "FNH"):
            sums[tag] += int(rest)
        elif tag == "SF":
            expect(pathlib.Path(rest).exists(), f"{rest} is no file")
        elif tag == "DA":
            seen["LF"] += 1
            seen["LH"] += int(rest.split(",")[1]) > 0
        elif tag == "BRDA":
            seen["BRF"] += 1
            taken = rest.split(",")[3]
            seen["BRH"] += taken not in ("-", "0")
            source = PROGRAM.splitlines()[int(rest.split(",")[0]) - 1]
            expect((taken == "-") == ("never" in source and "?" in source), f"evaluated or not: {line}")
        elif tag == "FNDA":
            calls[rest.split(",")[1]] = int(rest.split(",")[0])
            seen["FNF"] += 1
            seen["FNH"] += int(rest.split(",")[0]) > 0
        elif tag == "FN":
            expect(rest.split(",")[1] + "(" in PROGRAM.splitlines()[int(rest.split(",")[0]) - 1], f"not there: {line}")
    expect(sums == seen, f"the sums {sums} are not those of the entries {seen}")
    figures = json.loads((cli.work / "out" / "summary.json").read_text())
    expect((sums["LH"], sums["LF"]) == (figures["lines"]["covered"], figures["lines"]["total"]), f"{sums} {figures['lines']}")
    expect((sums["BRH"], sums["BRF"]) == (figures["branches"]["covered"], figures["branches"]["total"]),
           f"{sums} {figures['branches']}")
    expect(calls["never"] == 0 and calls["main"] == figures["tests"], f"{calls}, {figures['tests']} tests")


def sarif(cli):
    log = json.loads(cli(0, "report", "--sarif", "out"))
    expect(log["version"] == "2.1.0" and "sarif" in log["$schema"], "version and schema")
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    expect(run["tool"]["driver"]["name"] == "cairn" and len(run["results"]) == 1, "a result for the bug")
    (result,) = run["results"]
    expect(rules[result["ruleIndex"]]["id"] == result["ruleId"] == "SIGABRT", "the rule of the result")
    expect(all(rule["shortDescription"]["text"] and rule["help"]["text"] for rule in rules), "rules explain themselves")
    place = result["locations"][0]["physicalLocation"]
    line = 1 + next(i for i, text in enumerate(PROGRAM.splitlines()) if "abort();" in text)
    expect(place["artifactLocation"] == {"uri": "prog.c", "uriBaseId": "%SRCROOT%"}, f"{place}")
    expect(place["region"]["startLine"] == line, f"{place}, line {line} expected")
    expect(run["originalUriBaseIds"]["%SRCROOT%"]["uri"] == f"file://{cli.work}/", f"{run['originalUriBaseIds']}")
    expect(result["level"] == "error", "level")
    expect(re.fullmatch("[0-9a-f]{16}:1", result["partialFingerprints"]["primaryLocationLineHash"]), "fingerprint")
    expect(result["properties"]["test"] in tests_of(cli.work / "out"), "the test that shows it")
    reproduce = result["message"]["text"].split("Reproduce it with: ")[1]
    done = subprocess.run(["sh", "-c", reproduce], cwd=cli.work, capture_output=True, timeout=20)
    expect(done.returncode in (-6, 134), f"{reproduce}: {done}")
    (cli.work / "A").unlink()


def sarif_without_a_place(cli):
    """GitHub takes no file in which one result has no file and line."""
    cli.compile("sleeps", "#include <unistd.h>\nint main(void) { for (;;) sleep(1); }\n")
    cli(1, "run", "--runs", "1", "--timeout", "200ms", "-o", "asleep", "--", "./sleeps")
    (result,) = json.loads(cli(0, "report", "--sarif", "asleep"))["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    expect(result["ruleId"] == "timeout" and "not known" in result["message"]["text"], f"{result}")
    expect(place["artifactLocation"] == {"uri": "sleeps", "uriBaseId": "%SRCROOT%"}, f"{place}")
    expect(place["region"]["startLine"] == 1, f"{place}")


def junit(cli):
    root = xml.fromstring(cli(0, "report", "--junit", "out"))
    (suite,) = root.findall("testsuite")
    cases = suite.findall("testcase")
    failed = [case for case in cases if case.find("failure") is not None]
    expect(len(cases) == int(suite.get("tests")) == len(tests_of(cli.work / "out")), "a testcase for every test")
    expect(len(failed) == int(suite.get("failures")) == 1, "a failure for the bug")
    expect(failed[0].find("failure").get("type") == "SIGABRT", "its kind")
    figures = json.loads((cli.work / "out" / "summary.json").read_text())
    properties = {p.get("name"): p.get("value") for p in suite.iter("property")}
    expect(properties["branches"] == "{covered}/{total}".format(**figures["branches"]), f"{properties}")


def corpus(cli):
    said = cli(0, "report", "--corpus", "out")
    expect("standard input" in said and "cannot hold" in said, f"what was left out is not said: {said}")
    wanted = {bytes(o[3]) for test in tests_of(cli.work / "out").values() for o in objects_of(test) if o[0] == "stdin"}
    got = [p.read_bytes() for p in (cli.work / "out" / "corpus").iterdir()]
    expect(set(got) == wanted and len(got) == len(wanted), f"{got} instead of {wanted}")
    cli(0, "run", "--seeds", "out/corpus", "--stdin", "2", "--runs", "5", "-o", "seeded", "--", "./prog", "prog.c", "x")


def words(cli):
    """Arguments come without what fills their places, and go back as arguments that need not be there."""
    cli.compile("words", WORDS)
    cli(0, "run", "--arg", "6", "--runs", "20", "-o", "words-out", "--", "./words")
    cli(0, "report", "--corpus", "words-out")
    files = {p.read_bytes() for p in (cli.work / "words-out" / "corpus").iterdir()}
    expect(b"-n" in files and not any(b"\0" in file for file in files), f"{files}")
    cli(0, "run", "--seeds", "words-out/corpus", "--args", "0", "2", "6", "--runs", len(files) + 1, "-o", "words-again", "--", "./words")
    covered = [json.loads((cli.work / out / "summary.json").read_text())["branches"]["covered"] for out in ("words-out", "words-again")]
    expect(covered[0] <= covered[1], f"the seeds cover {covered[1]} branches, and covered {covered[0]}")


def read_ktest(data):
    expect(data[:5] == b"KTEST", "magic")
    at = 5

    def number():
        nonlocal at
        at += 4
        return struct.unpack(">I", data[at - 4 : at])[0]

    def text():
        nonlocal at
        size = number()
        at += size
        expect(at <= len(data), "cut short")
        return data[at - size : at]

    expect(number() == 3, "version")
    arguments = [text().decode() for _ in range(number())]
    expect((number(), number()) == (0, 0), "symbolic arguments")
    objects = [(text().decode(), text()) for _ in range(number())]
    expect(at == len(data), "something follows")
    return arguments, objects


def ktest(cli):
    cli(0, "report", "--ktest", "out", out="files written to out/ktest")
    for number, test in tests_of(cli.work / "out").items():
        arguments, objects = read_ktest((cli.work / "out" / "ktest" / f"test{number:06}.ktest").read_bytes())
        expect(arguments == ["./prog", "@A"], f"{arguments}")
        stored = {o[0]: o[3] for o in objects_of(test)}
        expect([name for name, _ in objects] == ["arg00", "A-data", "stdin"], f"{objects}")
        expect(dict(objects)["stdin"] == stored["stdin"] and dict(objects)["A-data"] == stored["file"], f"test {number}")
        argument = dict(objects)["arg00"]
        expect(len(argument) == 3 and argument.rstrip(b"\0") == stored["argument"].rstrip(b"\0"), f"{argument} {stored}")


def testcomp(cli):
    cli.compile("nondet", NONDET)
    cli(1, "run", "--runs", "50", "-o", "nd", "--", "./nondet")
    cli(0, "report", "--testcomp", "-o", "tc", "nd", out="files written to tc")
    about = {e.tag: e.text for e in xml.fromstring((cli.work / "tc" / "metadata.xml").read_text())}
    hashed = subprocess.run(["sha256sum", cli.work / "nondet.c"], capture_output=True, text=True, check=True).stdout.split()[0]
    expect(about["programfile"].endswith("nondet.c") and about["programhash"] == hashed, f"{about} {hashed}")
    expect(about["architecture"] == "64bit" and about["entryfunction"] == "main", f"{about}")
    cases = [xml.fromstring(p.read_text()) for p in (cli.work / "tc").glob("testcase-*.xml")]
    expect(len(cases) == len(tests_of(cli.work / "nd")), "a testcase for every test")
    values = [([i.get("type") for i in c], [i.text for i in c], c.get("coversError")) for c in cases]
    expect((["int", "unsigned char"], ["-123456", "200"], "true") in values, f"the error is not covered: {values}")
    _, objects = read_ktest(next(p.read_bytes() for p in ktest_of(cli, "nd")))
    expect([name for name, _ in objects] == ["int", "uchar"], f"{objects}")


def ktest_of(cli, out):
    cli(0, "report", "--ktest", out)
    return sorted((cli.work / out / "ktest").iterdir())


def gtest(cli):
    cli(0, "report", "--gtest", "-o", "suite.cpp", "out")
    subprocess.run(["c++", "-std=c++17", "-Wall", "-Werror", "suite.cpp", "-lgtest", "-lgtest_main", "-lpthread", "-o", "suite"],
                   cwd=cli.work, check=True, timeout=120)
    subprocess.run(["cc", "prog.c", "-o", "plain"], cwd=cli.work, check=True)
    (cli.work / "other.c").write_text(PROGRAM.replace("return 1;", "return 7;"))
    subprocess.run(["cc", "other.c", "-o", "other"], cwd=cli.work, check=True)
    for program, good in (("./plain", True), ("./other", False), ("./nowhere", False)):
        done = subprocess.run(["./suite"], cwd=cli.work, env={"CAIRN_PROGRAM": program, "PATH": "/usr/bin:/bin"},
                              capture_output=True, text=True, timeout=60)
        expect((done.returncode == 0) == good, f"{program}: {done.stdout[-2000:]}")
        if good:
            expect(f"[  PASSED  ] {len(tests_of(cli.work / 'out'))} tests" in done.stdout, done.stdout[-500:])


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.scripts, self.text, self.rows = [], [], [], 0, [], {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        self.scripts += tag == "script"
        if "id" in attributes:
            self.ids.append(attributes["id"])
        self.links += [attributes[name] for name in ("href", "src") if name in attributes]
        if tag == "tr" and "id" in attributes:
            self.rows[attributes["id"]] = attributes.get("class")

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        expect(self.open and self.open.pop() == tag, f"</{tag}> closes something else, near {self.getpos()}")

    def handle_data(self, data):
        self.text.append(data)


def read_page(cli):
    text = (cli.work / "out" / "report.html").read_text()
    page = Page(text)
    expect(not page.open, f"not closed: {page.open}")
    expect(page.scripts == 1, "a script that is not ours")
    expect(len(page.ids) == len(set(page.ids)), "ids are not unique")
    expect(all(link.startswith("#") for link in page.links), f"a link that leads away: {page.links}")
    lost = [link for link in page.links if link[1:] not in page.ids]
    expect(not lost, f"links to nowhere: {lost}")
    for number in tests_of(cli.work / "out"):
        expect(f"t{number}" in page.ids, f"test {number} is not in the page")
    expect("b1" in page.ids, "the bug is not in the page")
    return page, " ".join(page.text)


def page(cli):
    cli(0, "report", "out", out="written to out/report.html")
    read, text = read_page(cli)
    expect("<script>alert('percent')</script>" in text, "the output of a test is not in the page")
    kinds = {}
    for i, line in enumerate(PROGRAM.splitlines(), 1):
        kinds[line.strip()] = read.rows[f"f0L{i}"]
    expect(kinds["abort();"] == "hit", f"the line of the bug: {kinds}")
    expect(kinds["int never(int x) { return x > 3 ? 1 : 2; }"] == "miss", f"a line that is never reached: {kinds}")
    expect(kinds["if (argc != 3) return never(argc);"] == "part", f"a branch with a missing side: {kinds}")
    expect("cairn replay out 1" in text, "how to replay")
    expect(re.search(r"for [\d.]+ s since \d{4}-\d\d-\d\d \d\d:\d\d UTC", text), "when the run began")
    expect(read.links.count("#b1") == 2, f"the bug's line and its test lead to it: {read.links.count('#b1')}")
    cli(0, "report", "out")  # an earlier report is replaced


def pruned(cli):
    """What a pruner did and believes is drawn and told; without one the page says nothing of it."""
    expect("pruning" not in Page((cli.work / "out" / "report.html").read_text()).ids, "a section on pruning, and nothing was pruned")
    cli(1, "run", "--stdin", "2", "--file", "A", "2", "--arg", "2", "--runs", "200", "--strategy", "random-path", "--prune", "homi", "--prune-options",
        "fewest_sides=2,fewest_features=1", "-o", "pruned", "--", "./prog", "@A")
    told = json.loads((cli.work / "pruned" / "pruning.json").read_text())
    learnt = [feature["at"] for feature in told["features"] if feature["learnt"]]
    expect(len(told["rounds"]) > 2 and learnt, f"some rounds and weights are expected: {told}")
    cli(0, "report", "pruned")
    text = (cli.work / "pruned" / "report.html").read_text()
    read = Page(text)
    expect("pruning" in read.ids and "#pruning" in read.links, "no section on pruning")
    section = text[text.index('<section id="pruning"'):text.index('<section id="files"')]
    expect(section.count("<title>round ") == len(told["rounds"]), "a bar for each round")
    shown = " ".join(Page(section).text)
    missing = [each for each in learnt + [told["rounds"][-1]["why"]] if each not in shown]
    expect(not missing, f"not told: {missing}")


def misuse(cli):
    cli(2, "report", "--lcov", "--sarif", "out", err="are two reports")
    cli(2, "report", err="wants one run directory")
    cli(2, "report", "nowhere", err="holds no run")
    cli(2, "report", "--junit", "nowhere", err="holds no run")
    mine = cli.work / "mine"
    mine.mkdir()
    (mine / "thesis").write_text("years")
    cli(2, "report", "--corpus", "-o", "mine", "out", err="holds other files")
    cli(2, "report", "--lcov", "-o", "mine/thesis", "out", err="--force")
    cli(2, "report", "--lcov", "-o", "mine", "out", err="is a directory")
    cli(2, "report", "--ktest", "-o", "mine/thesis", "out", err="is a file")
    cli(2, "report", "-o", "mine/thesis", "out", err="--force")
    expect((mine / "thesis").read_text() == "years", "somebody's file was touched")
    (mine / "test999999.ktest").write_text("stale")
    cli(0, "report", "--ktest", "--force", "-o", "mine", "out")
    expect((mine / "thesis").exists() and (mine / "test000001.ktest").exists(), "--force writes beside other files")
    expect(not (mine / "test999999.ktest").exists(), "a test of an earlier report is left")
    cli(0, "report", "--sarif", "--force", "-o", "mine/thesis", "out")
    theirs = ("test_main.c", "testing.md", "test-results.xml", "test1.ktest", "testcase-x.xml")
    for name in theirs:
        (mine / name).write_text("years")
    for kind in ("--corpus", "--ktest", "--testcomp"):
        cli(0, "report", kind, "--force", "-o", "mine", "out")
    expect(all((mine / name).read_text() == "years" for name in theirs), f"somebody's files were touched: {sorted(mine.iterdir())}")
    cli(0, "replay", "out", "1", out="1 of 1 tests")
    cli(2, "replay", "out", "first", err="the number of a test")


def again(cli):
    """An earlier report of the same kind is replaced, and nothing else: a file of another kind, a directory of other files."""
    kinds = ("--loss", "--lcov", "--sarif", "--junit", "--gtest", "--corpus", "--ktest", "--testcomp")
    for kind in kinds:
        for _ in range(2):
            cli(0, "report", kind, "-o", f"twice{kind}", "out")
    for kind, other in zip(kinds, kinds[1:]):
        cli(2, "report", kind, "-o", f"twice{other}", "out", err="-o")
    (cli.work / "twice--corpus" / "test000999").write_text("of a larger suite")
    cli(0, "report", "--corpus", "-o", "twice--corpus", "out")
    expect(not (cli.work / "twice--corpus" / "test000999").exists(), "a test of an earlier report is left")


def changed(cli):
    """Without the program the page shows what is known without it, and formats that need it say what to do."""
    program = (cli.work / "prog").read_bytes()
    (cli.work / "prog").write_bytes(program + b"x")
    cli(3, "report", "--lcov", "out", err="has changed since the run was made")
    cli(0, "report", "out")
    _, text = read_page(cli)
    expect("has changed since the run was made" in text, "why there is no source")
    (cli.work / "prog").unlink()
    cli(3, "report", "--lcov", "out", err="is gone")
    cli(0, "report", "out")
    cli(0, "report", "--sarif", "out", out="SIGABRT")
    (cli.work / "prog").write_bytes(program)
    (cli.work / "prog").chmod(0o755)
    cli(1, "run", "--stdin", "2", "--file", "A", "2", "--arg", "2", "--runs", "400", "-o", "out", "--force", "--", "./prog", "@A")
    left = {p.name for p in (cli.work / "out").iterdir()} & {"report.html", "corpus", "ktest"}
    expect(not left, f"reports of another run are left: {left}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    arguments = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="cairn-report-") as work:
        cli = Cli(arguments.build, pathlib.Path(work).resolve())
        for check in (explored, lcov, sarif, sarif_without_a_place, junit, corpus, words, ktest, testcomp, gtest, page, pruned, misuse, again, changed):
            try:
                check(cli)
                print(f"ok      {check.__name__}", flush=True)
            except (Failure, subprocess.SubprocessError, OSError) as failure:
                failed += 1
                print(f"FAILED  {check.__name__}: {failure}", flush=True)
                if check is explored:
                    break
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
