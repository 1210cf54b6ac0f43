"""Thirty pairs of versions of small programs: what a day of maintenance does to a source file.

The first version is the program as it stands in programs/ (or examples/), the second is made from it by the edits: each
replaces a text that occurs exactly once. `same_paths`: the change alters no condition, so that nothing may be solved.
"""

import pathlib
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"


@dataclass
class Pair:
    name: str
    kind: str
    base: str
    edits: list
    same_paths: bool = False
    options: tuple = ()  # of cairn run
    published_misses: bool = False  # the paper's method is known to miss paths here

    def sources(self):
        """The text of both versions."""
        folder = EXAMPLES if self.base.startswith("mid") else HERE / "programs"
        first = (folder / self.base).read_text()
        second = first
        for old, new in self.edits:
            if second.count(old) != 1:
                raise ValueError(f"{self.name}: {old!r} occurs {second.count(old)} times")
            second = second.replace(old, new)
        return first, second


STDIN = ("--stdin", "4")

PAIRS = [
    # No change at all.
    Pair("triangle-same", "no change", "triangle.c", [], same_paths=True),
    Pair("words-same", "no change", "words.c", [], same_paths=True, options=STDIN),
    Pair("ledger-same", "no change", "ledger.c", [], same_paths=True),
    # Comments, and lines that move.
    Pair("sort-comment", "comment only", "sort.c",
         [("static void sort(", "// Stable, and quick on input that is sorted already.\nstatic void sort(")],
         same_paths=True),
    Pair("date-comment", "comment only", "date.c",
         [("  int n = day;", "  // Days of the months before,\n  // and those of this one.\n  int n = day;")],
         same_paths=True),
    # Names.
    Pair("fraction-rename", "renamed variable", "fraction.c",
         [("    int r = a % b;\n    a = b;\n    b = r;", "    int rest = a % b;\n    a = b;\n    b = rest;")],
         same_paths=True),
    Pair("ledger-rename", "renamed variable", "ledger.c",
         [("  int cost = amount + fee(amount);\n  if (cost > balance) return balance - 1;\n  return balance - cost;",
           "  int total = amount + fee(amount);\n  if (total > balance) return balance - 1;\n  return balance - total;")],
         same_paths=True),
    # Functions that change places.
    Pair("packet-move", "moved function", "packet.c",
         [("static unsigned checksum(const unsigned char* p, int n) {\n  unsigned sum = 7;\n"
           "  for (int i = 0; i < n; ++i) sum = (sum * 31 + p[i]) & 0xffff;\n  return sum;\n}\n\n", ""),
          ("int main(void) {", "static unsigned checksum(const unsigned char* p, int n) {\n  unsigned sum = 7;\n"
           "  for (int i = 0; i < n; ++i) sum = (sum * 31 + p[i]) & 0xffff;\n  return sum;\n}\n\nint main(void) {")],
         same_paths=True),
    Pair("date-move", "moved function", "date.c",
         [("static int leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }\n\n",
           "static int leap(int year);\n\n"),
          ("int main(void) {", "static int leap(int year) { return (year % 4 == 0 && year % 100 != 0) || "
           "year % 400 == 0; }\n\nint main(void) {")],
         same_paths=True),
    # Constants.
    Pair("ledger-constant", "changed constant", "ledger.c", [("balance > 9000", "balance > 8000")]),
    Pair("sort-constant", "changed constant", "sort.c", [("high - low > 500", "high - low > 400")]),
    Pair("words-constant", "changed constant", "words.c", [("value == 42", "value == 41")], options=STDIN),
    Pair("date-constant", "changed constant", "date.c", [("if (n == 1) puts", "if (n == 60) puts")]),
    # Conditions.
    Pair("mid", "changed condition", "mid_v1.c",
         [("    if (x < z) return z;", "    if (x <= z) return z;"), ("  return y;\n}", "  return x;\n}")]),
    Pair("triangle-condition", "changed condition", "triangle.c", [("a * a + b * b < c * c", "a * a + b * b <= c * c + 1")]),
    Pair("packet-condition", "changed condition", "packet.c", [("amount > limit", "amount >= limit")]),
    Pair("fraction-condition", "changed condition", "fraction.c", [("  if (g > 1) puts", "  if (g > 2) puts")]),
    Pair("device-condition", "changed condition", "device.c", [("if (level + value < 0)", "if (level + value <= 0)")]),
    # Branches that come.
    Pair("triangle-branch", "added branch", "triangle.c",
         [("  return \"other\";", "  if (a + b + c > 25000) return \"huge\";\n  return \"other\";")]),
    Pair("grid-branch", "added branch", "grid.c",
         [("  printf(\"%d %d,%d\\n\"", "  if (moves[0] == moves[3]) puts(\"round\");\n  printf(\"%d %d,%d\\n\"")]),
    Pair("packet-branch", "added branch", "packet.c",
         [("  if (n < 4) return 20;", "  if (n < 4) return 20;\n  if (n > 5) return 24;")]),
    # Branches that go.
    Pair("sort-removed", "removed branch", "sort.c", [("  if (low > 1000) return \"large\";\n", "")]),
    Pair("ledger-removed", "removed branch", "ledger.c", [("  if (balance > 9000) puts(\"rich\");\n", "")]),
    # A function further down.
    Pair("ledger-callee", "changed callee", "ledger.c", [("return amount / 100;", "return amount / 50 + 1;")]),
    Pair("date-callee", "changed callee", "date.c", [("month == 9 || month == 11", "month == 9 || month == 10")]),
    Pair("grid-callee", "changed callee", "grid.c", [("(x == 1 && y == 1)", "(x == 2 && y == 1)")]),
    # The same conditions, written otherwise.
    Pair("triangle-refactored", "refactoring", "triangle.c",
         [("  if (a <= 0 || b <= 0 || c <= 0) return 0;\n",
           "  if (a <= 0) return 0;\n  if (b <= 0) return 0;\n  if (c <= 0) return 0;\n")]),
    Pair("sort-refactored", "refactoring", "sort.c",
         [("    while (k > 0 && v[k - 1] > x) {\n      v[k] = v[k - 1];\n      --k;\n    }\n",
           "    for (; k > 0 && v[k - 1] > x; --k) v[k] = v[k - 1];\n")]),
    # Feasible now, while every old test passes as before.
    Pair("device-feasible", "made feasible", "device.c",
         [("if (value != 1234) cairn_assume(0);", "if (value > 50) return -5;")], published_misses=True),
    Pair("device-case", "made feasible", "device.c",
         [("      default:\n        cairn_assume(0);", "      case 9:\n        level = -level;\n        break;\n"
           "      default:\n        cairn_assume(0);")], published_misses=True),
]
