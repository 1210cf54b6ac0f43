"""Updates of bounded explorations: exact within the bound, and honest about limits that depend on the order of work."""

from driver import check
from measure import update
from paths import partings, path_keys, path_words

# Volatile: a branch of the source stays a branch.
SWITCH = """#include "cairn.h"
static int look(const unsigned char* n) {
  volatile int found = 0;
  if (n[1] > 10) found += 1;
  if (n[2] > 10) found += 2;
  if (n[3] > 10) found += 4;
  return found;
}
int main(void) {
  unsigned char n[4] = {0, 0, 0, 0};
  cairn_symbolic(n, sizeof n, "n");
  switch (n[0]) {
    case 1: return 1;
    case 2: return 2;
    case 3: return 3;
    case 9: return look(n);
    default: return 0;
  }
}
"""

TAIL = """#include "cairn.h"
int main(void) {
  unsigned char n[2] = {0, 0};
  volatile int found = 0;
  cairn_symbolic(n, sizeof n, "n");
  if (n[0] > 10) found += 1;
  if (n[1] > 10) found += 2;
  if (n[0] > 5) found += 4;
  return found;
}
"""

TABLE = """#include "cairn.h"
static volatile unsigned char seen[256];
int main(void) {
  unsigned char n[2] = {0, 0};
  cairn_symbolic(n, sizeof n, "n");
  seen[n[0]] = 1;
  if (n[1] > 10) return 1;
  return 0;
}
"""


def both(tools, work, compile_text, name, first, second, depth):
    """The directories of the full run on version 2 and of the update, and its report."""
    old, new = compile_text(f"{name}1", first), compile_text(f"{name}2", second)
    base, full, sound = (work / f"{name}-{kind}" for kind in ("base", "full", "sound"))
    bound = ["--strategy", "bounded-dfs", "--depth", str(depth)]
    tools.run(base, old, bound)
    tools.run(full, new, bound)
    return full, sound, update(tools, base, new, ["-o", sound])


def bounds(tools, work, compile_text):
    """`compile_text(name, text)` makes a program."""
    # A removed case makes what is behind the switch less deep: sides that were behind the bound are within it now.
    full, sound, report = both(tools, work, compile_text, "switch", SWITCH,
                               SWITCH.replace("    case 1: return 1;\n    case 2: return 2;\n", ""), 4)
    check(path_keys(sound) == path_keys(full), f"a removed case: {len(path_keys(sound))} paths, {len(path_keys(full))} in a full run")
    check(report["limits"] == {"capped_addresses": 0, "given_up": 0, "divergences": 0}, f"limits: {report['limits']}")

    # Old inputs go another way behind the bound than new ones; within it there is no difference.
    full, sound, _ = both(tools, work, compile_text, "tail", TAIL, TAIL.replace("n[0] > 10", "n[0] > 250"), 2)
    parted = partings(path_words(full), path_words(sound), 2)
    check(parted[:2] == (0, 0) and parted[2] > 0, f"partings within, perhaps within and behind the bound: {parted}")

    # Which addresses are tried is a matter of order where there are too many; the report says that it was.
    _, _, report = both(tools, work, compile_text, "table", TABLE, TABLE.replace("n[1] > 10", "n[1] > 20"), 100)
    check(report["limits"]["capped_addresses"] > 0, f"limits: {report['limits']}")
