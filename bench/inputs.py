"""The inputs of the benchmarks: made from fixed seeds, of exactly the sizes the figures are quoted for."""

import random
import struct


def _json_value(generator, depth):
    kind = generator.randrange(8 if depth < 3 else 5)
    if kind == 0:
        return generator.choice(["true", "false", "null"])
    if kind == 1:
        return f"{generator.uniform(-1e4, 1e4):.3f}"
    if kind == 2:
        return str(generator.randrange(-100000, 100000))
    if kind < 5:
        word = "".join(generator.choice("abcdefghij klmnop") for _ in range(generator.randrange(3, 14)))
        return '"' + word + generator.choice(["", "", "\\n", "\\u00e9", '\\"']) + '"'
    parts = [_json_value(generator, depth + 1) for _ in range(generator.randrange(1, 5))]
    if kind == 5:
        return "[" + ", ".join(parts) + "]"
    return "{" + ", ".join(f'"key{i}": {part}' for i, part in enumerate(parts)) + "}"


def json(size):
    """An object of exactly `size` bytes: members until no further one fits, then one string that fills the rest."""
    generator = random.Random(size)
    text = '{"id": 1'
    closing = ', "fill": "%s"}'
    for i in range(size):
        member = f', "m{i}": {_json_value(generator, 0)}'
        if len(text) + len(member) + len(closing) - 2 <= size:
            text += member
    return (text + closing % ("x" * (size - len(text) - len(closing) + 2))).encode()


def expression(size):
    generator = random.Random(size)
    text = "a=3;b=17;"
    while len(text) < size - 40:
        name = generator.choice("abcdefg")
        left, right = generator.randrange(1, 999), generator.randrange(1, 99)
        operation = generator.choice("+-*/%&|<>")
        text += f"{name}=({generator.choice('ab')}{operation}{left})*{right}-{name};"
    return (text + " " * (size - len(text) - 4) + "a+b;").encode()


def numbers(size):
    generator = random.Random(size)
    return b"".join(struct.pack("<i", generator.randrange(-10**6, 10**6)) for _ in range(size // 4))


def noise(size):
    return random.Random(size).randbytes(size)


# name, program, input
CASES = [
    ("JSON parser, 64 B", "json", json(64)),
    ("JSON parser, 512 B", "json", json(512)),
    ("JSON parser, 4 KB", "json", json(4096)),
    ("expression evaluator, 245 B", "expression", expression(245)),
    ("bubble sort, 200 ints", "sort", numbers(800)),
    ("CRC by table, 64 KB", "crc", noise(65536)),
]
