"""Mutants of a C file by fixed operators, at every place, none left out: negated conditions, constants and comparisons off by one,
operators swapped, statements dropped. Works on tokens, so it wants plain code without tricks in macros."""

import re
from dataclasses import dataclass

TOKEN = re.compile(r"""\s+|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|0[xX][0-9a-fA-F]+\w*|\d+\.?\d*(?:[eE][-+]?\d+)?\w*|\w+|"""
                   r"""->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.""", re.S)

SWAPS = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "*", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "&": "|", "|": "&",
         "^": "&", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "*=": "+=", "/=": "*=", "++": "--", "--": "++"}
SHIFTS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
TYPES = {"int", "unsigned", "char", "short", "long", "float", "double", "void", "const", "static", "struct", "union", "enum", "bool",
         "uint32_t", "uint16_t", "int64_t", "int16_t", "size_t", "typedef", "box", "compare", "operation"}


@dataclass
class Mutant:
    text: str
    line: int
    what: str


def tokens_of(text):
    return [m[0] for m in TOKEN.finditer(text)]


def is_blank(token):
    return token.isspace() or token.startswith("/*")


def bodies(tokens):
    """(first, last) token of every function body."""
    depth, start, out, parens = 0, None, [], False
    for i, token in enumerate(tokens):
        if token == "{":
            if depth == 0:
                k = i - 1
                while is_blank(tokens[k]):
                    k -= 1
                parens = tokens[k] == ")"
                start = i
            depth += 1
        elif token == "}":
            depth -= 1
            if depth == 0 and parens:
                out.append((start + 1, i))
    return out


def matching(tokens, i):
    depth = 0
    while True:
        depth += {"(": 1, ")": -1}.get(tokens[i], 0)
        if depth == 0:
            return i
        i += 1


def neighbour(tokens, i, step):
    i += step
    while is_blank(tokens[i]):
        i += step
    return tokens[i]


def is_binary(tokens, i):
    before = neighbour(tokens, i, -1)
    return bool(re.match(r"[\w)\]\"']", before[-1])) and before not in ("return", "case", *TYPES)


def is_cast_or_type(tokens, i):
    """A * or & that belongs to a declaration or stands before an operand."""
    return not is_binary(tokens, i) or neighbour(tokens, i, -1) in TYPES or neighbour(tokens, i, 1) in (")", ",")


def mutants(text):
    tokens = tokens_of(text)
    assert "".join(tokens) == text

    def made(first, last, replacement, what):
        line = "".join(tokens[:first]).count("\n") + 1
        return Mutant("".join(tokens[:first]) + replacement + "".join(tokens[last:]), line, what)

    for begin, end in bodies(tokens):
        statement = begin
        declared = False
        for i in range(begin, end):
            token = tokens[i]
            if token in ("if", "while", "switch") and token != "switch":
                opening = i + 1
                while tokens[opening] != "(":
                    opening += 1
                closing = matching(tokens, opening)
                condition = "".join(tokens[opening:closing + 1])
                yield made(opening, closing + 1, f"(!{condition})", f"negate {condition}")
            if token == "for":
                opening = i + 1
                while tokens[opening] != "(":
                    opening += 1
                closing = matching(tokens, opening)
                semicolons = [k for k in range(opening, closing) if tokens[k] == ";"]
                condition = "".join(tokens[semicolons[0] + 1:semicolons[1]]).strip()
                if condition:
                    yield made(semicolons[0] + 1, semicolons[1], f" !({condition})", f"negate {condition}")
            if token == "?":
                # Back to where the condition begins: after return, =, ( or a comma.
                k, depth = i - 1, 0
                while not (depth == 0 and tokens[k] in ("return", "=", "(", ",", ";", "{")):
                    depth += {")": 1, "(": -1}.get(tokens[k], 0)
                    k -= 1
                condition = "".join(tokens[k + 1:i]).strip()
                yield made(k + 1, i, f" !({condition}) ", f"negate {condition}")
            if token[0].isdigit():
                yield made(i, i + 1, f"({token} + 1)", f"{token} off by one")
            if token in SHIFTS:
                yield made(i, i + 1, SHIFTS[token], f"{token} becomes {SHIFTS[token]}")
            if token in SWAPS and (token not in "*&" or not is_cast_or_type(tokens, i)) and \
                    (token not in "+-" or is_binary(tokens, i)):
                yield made(i, i + 1, SWAPS[token], f"{token} becomes {SWAPS[token]}")
            # Statements end with a semicolon outside of parentheses; declarations are none.
            if token in ("{", "}") or (token == ":" and tokens[statement:i] and neighbour(tokens, statement - 1, 1) in ("case", "default")):
                statement = i + 1
            if token == ")" and neighbour(tokens, statement - 1, 1) in ("if", "while", "for", "switch"):
                k = statement
                while tokens[k] != "(":
                    k += 1
                if matching(tokens, k) == i:
                    statement = i + 1
            if token == "else":
                statement = i + 1
            if token == ";":
                inside = tokens[statement:i]
                words = [t for t in inside if not is_blank(t)]
                loop_head = words and words[0] == "for"
                if loop_head:
                    continue
                declared = bool(words) and words[0] in TYPES
                if words and not declared:
                    first = statement
                    while is_blank(tokens[first]):
                        first += 1
                    yield made(first, i, "", f"drop {''.join(inside).strip()}")
                statement = i + 1
