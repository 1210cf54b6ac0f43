"""A function and everything it may call, cut out of a library's sources: other functions are blanked, so that line numbers
stay, and coverage is of what the function could reach. Calls are read from the IR that clang makes of each file."""

import pathlib
import re
import subprocess

DEFINED = re.compile(r"^define (?P<head>.*?)@(?P<name>[\w.$]+)\(.*?(?:!dbg !(?P<debug>\d+))?\s*\{$")
VARIABLE = re.compile(r"^@(?P<name>[\w.$]+) = ")
USED = re.compile(r"@([A-Za-z_][\w.$]*)")
SUBPROGRAM = re.compile(r"^!(\d+) = distinct !DISubprogram\(name: \"[^\"]*\".*?line: (\d+),")


class Unit:
    """One source file: what it defines, and what each of that uses."""

    def __init__(self, file, ir):
        self.file = file
        self.uses, self.lines, self.local = {}, {}, set()
        debug, name = {}, None
        for line in ir.splitlines():
            if start := DEFINED.match(line):
                name = start["name"]
                self.uses[name] = set()
                debug[name] = start["debug"]
                if "internal " in start["head"]:
                    self.local.add(name)
            elif line == "}":
                name = None
            elif (variable := VARIABLE.match(line)) and " external " not in line:
                self.uses[variable["name"]] = set(USED.findall(line)) - {variable["name"]}
                if " internal " in line or " private " in line:
                    self.local.add(variable["name"])
            elif name is not None:
                self.uses[name] |= set(USED.findall(line))
            if found := SUBPROGRAM.match(line):
                for each, number in debug.items():
                    if number == found[1]:
                        self.lines[each] = int(found[2])
        text = file.read_text(errors="replace").splitlines()
        # Inline functions of headers stay where they are.
        self.lines = {name: line for name, line in self.lines.items() if line <= len(text) and re.search(rf"\b{name}\b", text[line - 1])}

    def text_with(self, kept):
        """The file with the functions in `kept` only. Functions of this library end with a brace in the first column."""
        lines = self.file.read_text(errors="replace").splitlines()
        for name, line in self.lines.items():
            if name in kept:
                continue
            first = line - 1
            while first > 0 and lines[first - 1].strip() and not lines[first - 1].rstrip().endswith(("*/", ";", "}")) \
                    and not lines[first - 1].startswith("#"):
                first -= 1
            last = line - 1
            while not lines[last].startswith("}") and not (last == line - 1 and re.search(r"\{.*\}\s*$", lines[last])):
                last += 1
            lines[first:last + 1] = [""] * (last + 1 - first)
        return "\n".join(lines) + "\n"


def read_unit(file, options):
    ir = subprocess.run(["clang-19", "-O0", "-g", "-w", "-Xclang", "-femit-all-decls", "-S", "-emit-llvm", *options, file, "-o", "-"], check=True,
                        capture_output=True, text=True).stdout
    return Unit(pathlib.Path(file), ir)


def closure(units, unit, function, also=()):
    """Pairs of a unit and the names that `function` of `unit`, and the functions `also`, need of it."""
    owner = {name: each for each in units for name in each.uses if name not in each.local}
    needed, work = {}, [(unit, function), *((owner[name], name) for name in also)]
    while work:
        where, name = work.pop()
        if name in needed.setdefault(where, set()):
            continue
        needed[where].add(name)
        for used in where.uses[name]:
            if used in where.uses:
                work.append((where, used))
            elif used in owner:
                work.append((owner[used], used))
    return needed
