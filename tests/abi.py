#!/usr/bin/env python3
"""What programs that were built with an older libhexad of the same major version rely on, is still there.

    abi.py HEADERS LIST [--all | --write]

LIST has every declaration of the headers in that folder as it was promised: functions with their arguments, structures with all their
fields (the caller makes them, so that none may grow), and each number of enumerations and macros. None of its lines may go or change while
the major version is the one in its first line. New ones may come; --write promises them, and --all (make release) asks that they are all promised.
--write begins anew when the major version is another, or where there is no list."""

import pathlib
import re
import sys


def declarations(text):
    """The header's declarations, a line each, without comments and how they are laid out."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    found = [f"#define {name} {value.strip()}" for name, value in re.findall(r"(?m)^#define (HEXAD_\w+) (.+)$", text)
             if name not in ("HEXAD_API", "HEXAD_VERSION")]
    text = re.sub(r"(?m)^#.*(\\\n.*)*$", " ", text)
    text = re.sub(r'extern "C" \{', " ", text)
    part, depth = "", 0
    for character in text:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth < 0:  # that of extern "C"
            depth, part = 0, ""
        elif character == ";" and depth == 0:
            found += lines(" ".join(part.split()))
            part = ""
        else:
            part += character
    return found


def lines(declaration):
    """One; of an enumeration one for each of its numbers, which may become more."""
    enumeration = re.match(r"(?:typedef )?enum ?(\w*) \{(.*)\}", declaration)
    if not enumeration:
        return [re.sub(r"^HEXAD_API ", "", declaration)]
    out, value = [], -1
    for entry in filter(None, (e.strip() for e in enumeration.group(2).split(","))):
        name, _, given = (p.strip() for p in entry.partition("="))
        value = int(given, 0) if given else value + 1
        out.append(f"enum {enumeration.group(1)}".strip() + f" {name} = {value}")
    return out


def main():
    folder, stored, options = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    headers = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.h"))]
    major = re.search(r'#define HEXAD_VERSION "(\d+)\.', "".join(headers)).group(1)
    now = [line for text in headers for line in declarations(text)]
    head = f"# Promised by version {major}"
    old = stored.read_text(encoding="utf-8").splitlines() if stored.exists() else [""]
    gone = [line for line in old[1:] if line not in now] if old[0] == head else []
    new = [line for line in now if line not in old]
    for line in gone:
        print(f"promised, and not there any more: {line}")
    for line in new if "--write" not in options else []:
        print(f"new, not promised yet: {line}")
    if gone or "--all" in options and new:
        return 1
    if "--write" in options:
        stored.write_text("\n".join([head, *now]) + "\n", encoding="utf-8")
    print(f"{len(now)} declarations, {len(old) - 1} promised")
    return 0


sys.exit(main())
