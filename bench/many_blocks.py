#!/usr/bin/env python3
"""Writes a C program of about --blocks basic blocks to stdout: functions of branches and loops over an input of 64 bytes,
in layers that call each other. For measuring what a strategy takes to choose on a large program:

  bench/many_blocks.py > many.c && cairn-cc -g -O1 -Iruntime/include many.c -o many
  cairn run --runs 3000 --strategy greedy -- ./many       (strategy_seconds / elapsed_seconds in summary.json)
"""

import argparse
import random

BLOCKS_PER_FUNCTION = 25


def function(number, below, draw):
    """One of the functions: a few comparisons, a switch, a loop, and calls of functions of the layer below."""
    at = lambda: draw.randrange(64)
    callee = lambda: f"f{draw.choice(below)}(in, depth + 1)" if below else str(number)
    return f"""static int f{number}(const unsigned char* in, int depth) {{
  int sum = 0;
  if (in[{at()}] > {draw.randrange(20, 230)}) sum += {callee()};
  else if (in[{at()}] == {draw.randrange(256)}) sum -= {callee()};
  switch (in[{at()}] & 7) {{
    case 0: sum += 3; break;
    case 1: sum ^= in[{at()}]; break;
    case 2: if (in[{at()}] + in[{at()}] > {draw.randrange(100, 400)}) sum *= 5; break;
    case 3: if (in[{at()}] * 3 == {draw.randrange(0, 765, 3)}) sum = {number}; break;
    case 4: sum += {callee()}; break;
    default: --sum; break;
  }}
  for (int i = 0; i < 3 && in[{at()} - i] > {draw.randrange(128, 250)}; ++i) sum += i;
  if (sum == {draw.randrange(50)} && in[{at()}] < {draw.randrange(4, 60)}) sum = -sum;
  return sum;
}}
""".replace("in[0 - i]", "in[3 - i]").replace("in[1 - i]", "in[3 - i]").replace("in[2 - i]", "in[3 - i]")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--blocks", type=int, default=20000)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    count = options.blocks // BLOCKS_PER_FUNCTION
    size = count // options.layers
    print('#include "cairn.h"\n')
    below = []
    number = 0
    for layer in range(options.layers):
        these = list(range(number, count if layer + 1 == options.layers else number + size))
        for number in these:
            print(function(number, below, draw))
        below, number = these, number + 1
    print("static int (*const first[])(const unsigned char*, int) = {")
    print(", ".join(f"f{n}" for n in below) + "};\n")
    print(f"""int main(void) {{
  unsigned char in[64];
  cairn_symbolic(in, sizeof in, "in");
  int sum = 0;
  for (unsigned i = 0; i < {len(below)}; i += 16) sum += first[i + in[i % 64] % 16 < {len(below)} ? i + in[i % 64] % 16 : i](in, 0);
  return sum == 4711;
}}""")


main()
