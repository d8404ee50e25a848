#!/usr/bin/env python3
"""Keeps the include directions as tests/layers.txt draws them: a room under src/ includes exactly the rooms that its
line names, no more and no fewer, and only such as stand above it. The map in HACKING.md is made from the same lines.
    layers.py               checks
    layers.py map           prints the map
    layers.py files [ROOM]  prints what every file is, or every file of a room, by its first sentence"""
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SRC = os.path.join(ROOT, "src")


def read_table():
    """(room, what it includes, what it is) from the ground up. A room without files of its own includes "-"."""
    table = []
    with open(os.path.join(ROOT, "tests", "layers.txt"), encoding="utf-8") as f:
        for line in f:
            if "|" in line and not line.startswith("#"):
                name, includes, about = (part.strip() for part in line.split("|", 2))
                table.append((name, includes.split(), about))
    return table


def draw(table):
    """Rooms flush left, the rooms inside them indented below."""
    groups = {}
    for name, _, about in table:
        groups.setdefault(name.split("/")[0], {})[name] = about
    lines = []
    for room, inside in groups.items():
        for name in sorted(inside, key=lambda name: name != room):
            lines.append(("  " * name.count("/") + name.split("/")[-1]).ljust(14) + inside[name])
    return "\n".join(lines)


def sources():
    """(folder, name) of every C file under src/."""
    for folder, folders, files in os.walk(SRC):
        folders.sort()
        for name in sorted(files):
            if name.endswith((".c", ".h")):
                yield folder, name


def head_of(path):
    """The first sentence of the comment that a file begins with; None: there is none."""
    with open(path, encoding="utf-8") as f:
        comment = re.match(r"/\*\s*(.*?)\s*\*/", f.read(), re.S)
    if not comment:
        return None
    text = re.sub(r"\s*\n\s*\*?\s*", " ", re.split(r"\n \*\n", comment.group(1))[0])
    return re.split(r"(?<=[.;])\s", text, maxsplit=1)[0].rstrip(".;")


def print_files(room):
    for folder, name in sources():
        path = os.path.join(os.path.relpath(folder, SRC), name)
        if not room or path.startswith(room.rstrip("/") + "/"):
            print(f"{path.ljust(42)} {head_of(os.path.join(folder, name))}")


def room_of(path, rooms):
    """The innermost room that a path below src/ lies in, or None."""
    while path:
        if path in rooms:
            return path
        path = os.path.dirname(path)
    return None


def read_includes(rooms, bad):
    """What each room includes, by the files themselves."""
    used = {room: set() for room in rooms}
    for folder, name in sources():
        path = os.path.join(folder, name)
        room = room_of(os.path.relpath(folder, SRC), rooms)
        if head_of(path) is None:
            bad.append(f"{os.path.relpath(path, ROOT)} does not begin with what it is")
        if room is None:
            bad.append(f"{os.path.relpath(path, ROOT)} is in no room of tests/layers.txt")
            continue
        with open(path, encoding="utf-8") as f:
            for target in re.findall(r'^#include "([^"]+)"', f.read(), re.M):
                if target == "hexad.h" or os.path.exists(os.path.join(folder, target)) and "/" not in target:
                    if target != "hexad.h":
                        bad.append(f'{os.path.relpath(path, ROOT)}: "{target}" without its folder')
                    continue
                other = room_of(os.path.dirname(target), rooms)
                if other is None and os.path.exists(os.path.join(SRC, target)):
                    bad.append(f'{os.path.relpath(path, ROOT)} includes "{target}", which is in no room')
                elif other is not None and other != room:
                    used[room].add(other)
    return used


def check_isolated(bad):
    """The checker of certificates is worth something only as long as it shares nothing with what it checks."""
    folder = os.path.join(SRC, CHECKER)
    for name in sorted(os.listdir(folder)):
        if not re.fullmatch(r"(check|cert)\w*\.[ch]", name):
            continue
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            for target in re.findall(r'^#include "([^"]+)"', f.read(), re.M):
                if not re.match(rf"(base|{BOARD}|{CHECKER}/(check|cert)\w*\.h)", target):
                    bad.append(f"src/{CHECKER}/{name} includes {target}: the checker and the certificate format "
                               "include only base, the board and each other")


def check_sqlite(used, bad):
    """SQLite is called in one room alone, and its language spoken by those who include it."""
    call = re.compile(r"sqlite3_|<sqlite3\.h>")
    words = re.compile(r'"(SELECT|INSERT (OR|INTO)|UPDATE [a-z]+ SET|DELETE FROM|PRAGMA|CREATE (TABLE|INDEX)|'
                       r"ALTER TABLE|DROP TABLE) ")
    for folder, name in sources():
        room = room_of(os.path.relpath(folder, SRC), used)
        if room == "db":
            continue
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as f:
            text = f.read()
        if call.search(text):
            bad.append(f"{os.path.relpath(path, ROOT)} calls SQLite, which is src/db's alone")
        if words.search(text) and "db" not in used.get(room, ()):
            bad.append(f"{os.path.relpath(path, ROOT)} speaks SQL, and src/{room} does not include db")


BOARD = "connect/board"
CHECKER = "connect/proof"


def main():
    table = read_table()
    if sys.argv[1:] == ["map"]:
        print(draw(table))
        return 0
    if sys.argv[1:2] == ["files"] and len(sys.argv) <= 3:
        print_files(sys.argv[2] if len(sys.argv) == 3 else "")
        return 0
    bad = []
    rooms = [name for name, _, _ in table]
    used = read_includes(set(rooms), bad)
    for i, (name, may, _) in enumerate(table):
        if may == ["-"]:
            may = []
        if sorted(may) != sorted(used[name]):
            bad.append(f"src/{name} includes: {' '.join(sorted(used[name]))}\n    tests/layers.txt says: {' '.join(may)}")
        bad += [f"{name} includes {other}, which stands below it" for other in may if other not in rooms[:i]]
    check_isolated(bad)
    check_sqlite(used, bad)
    with open(os.path.join(ROOT, "HACKING.md"), encoding="utf-8") as f:
        drawn = re.search(r"^```map\n(.*?)\n```$", f.read(), re.M | re.S)
    if not drawn or drawn.group(1) != draw(table):
        bad.append("the map in HACKING.md is not the one that tests/layers.py map prints")
    print("\n".join(bad) if bad else "include directions are as drawn")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
