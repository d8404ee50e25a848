#!/usr/bin/env python3
"""What comments and documents cite exists: files, folders, headings that links lead to, and sections of docs/spec.md ("SPEC 4.2").

    paths.py [ROOT]

A citation is a path that begins with one of our folders (src/…, docs/…), or the end of a path to a source or document
(connect/board/square.h), or the bare name of one (square.h). A word in capitals stands for any name, as * does. Knows nothing of particular
folders: what is there counts. In code only comments are read. Paths into what .gitignore names are not ours to keep, nor are addresses and paths from the root.
"""
import fnmatch
import functools
import os
import re
import sys

ROOT = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), ".."))
SOURCES = ("c", "h", "inc", "md", "sh", "mjs", "ts", "tsx", "py", "css", "cmake", "svg")
C_LIKE = (".c", ".h", ".inc", ".mjs", ".ts", ".tsx", ".css")
HASH = (".sh", ".py", ".cmake", "Makefile", "CMakeLists.txt", ".service")
WHOLE = (".md", "layers.txt")
SPEC = "docs/spec.md"


def ignored():
    """Folders and files that are made, by .gitignore."""
    with open(os.path.join(ROOT, ".gitignore"), encoding="utf-8") as f:
        return [line.strip().strip("/") for line in f if line.startswith("/")]


IGNORED = ignored()


def is_made(path):
    return any(path == i or path.startswith(i + "/") for i in IGNORED)


def walk():
    files = []
    for folder, inside, names in os.walk(ROOT):
        here = os.path.relpath(folder, ROOT)
        here = "" if here == "." else here + "/"
        inside[:] = [d for d in inside if d != ".git" and not is_made(here + d) and d != "__pycache__"]
        files += [here + n for n in names if n != ".git"]
    return files


FILES = walk()
FOLDERS = {f[:i] for f in FILES for i, c in enumerate(f) if c == "/"}
TOP = {f.split("/")[0] for f in FOLDERS}
# The ends of all paths: "square.h", "connect/board/square.h", "src/connect/board/square.h".
ENDS = {"/".join(parts[i:]) for f in list(FILES) + list(FOLDERS) for parts in [f.split("/")] for i in range(len(parts))}


def comments(text, name):
    """The comments of a file, everything else made blanks, so that lines keep their numbers."""
    if name.endswith(C_LIKE):
        pattern = r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`'
        keep = "/"
    else:
        pattern = r'(?<![\w$&\\{\'"])#[^\n]*|""".*?"""|"(?:\\.|[^"\\])*"|\'[^\']*\''
        keep = '#"'
        if not name.endswith(".py"):
            pattern = r"(?m)(?<![\w$&\\{'\"])#[^\n]*"
    out, at = [], 0
    for m in re.finditer(pattern, text, re.S):
        out.append(re.sub(r"[^\n]", " ", text[at : m.start()]))
        piece = m.group(0)
        is_comment = piece[0] in keep and (piece[0] != '"' or piece.startswith('"""'))
        out.append(piece if is_comment else re.sub(r"[^\n]", " ", piece))
        at = m.end()
    out.append(re.sub(r"[^\n]", " ", text[at:]))
    return "".join(out)


def variants(path):
    """`a/{b,c}.md` is two paths."""
    m = re.search(r"\{([^{}]*)\}", path)
    if not m:
        return [path]
    return [v for part in m.group(1).split(",") for v in variants(path[: m.start()] + part + path[m.end() :])]


@functools.cache
def is_there(path):
    if path in ENDS or is_made(path):
        return True
    any_name = re.sub(r"(?<![A-Za-z])[A-Z]+(?![A-Za-z])", "*", path)
    if "*" in any_name:
        return any(fnmatch.fnmatch(f, any_name) for f in ENDS)
    # "src/connect/threat/threats" is threats.c and threats.h.
    return any(path + "." + e in ENDS for e in SOURCES)


def exists(path, citing):
    path = path.rstrip("/")
    return is_there(path) or is_there(os.path.normpath(os.path.join(os.path.dirname(citing), path)))


WORD = r"[\w.*{},-]*[\w*}]"
PATH = re.compile(rf"(?<![\w/$~<>}}.:@-])((?:\.\.?/)*(?:{WORD}/)+(?:{WORD})?|{WORD}\.(?:{'|'.join(SOURCES)}))(?![\w/])")


def cited(text):
    """Every path in the text with its line."""
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        if "/" not in line and "." not in line:
            continue
        line = re.sub(r"https?://\S+|#include <[^>]*>|<[\w/]+\.h>", " ", line)
        for m in PATH.finditer(line):
            path = m.group(1).rstrip(".,")
            while path.startswith("./"):
                path = path[2:]
            first, last = path.split("/")[0], path.rsplit("/", 1)[-1]
            source = re.search(rf"\.(?:{'|'.join(SOURCES)})$", last)
            if "/" in path and (first in TOP or first == "..") or source:
                for v in variants(path):
                    yield number, v


@functools.cache
def headings(name):
    """As they are written in links: "The opening database" is the-opening-database."""
    with open(os.path.join(ROOT, name), encoding="utf-8") as f:
        lines = re.findall(r"(?m)^#+ (.*)$", f.read())
    return {re.sub(r"[^\w\- ]", "", line.lower()).strip().replace(" ", "-") for line in lines}


def cited_headings(text, citing):
    for m in re.finditer(r"\]\(([^)#\s:]*)#([^)\s]+)\)", text):
        to = os.path.normpath(os.path.join(os.path.dirname(citing), m.group(1))) if m.group(1) else citing
        if to in FILES and to.endswith(".md"):
            yield text.count("\n", 0, m.start()) + 1, to, m.group(2)


def sections():
    with open(os.path.join(ROOT, SPEC), encoding="utf-8") as f:
        return set(re.findall(r"(?m)^#+ (\d+(?:\.\d+)*)\b", f.read()))


def cited_sections(text):
    for m in re.finditer(r"SPEC[\s*#/]+(\d+(?:\.\d+)*)((?:(?:,| and| to)[\s*#/]+\d+\.\d+)*)", text):
        number = text.count("\n", 0, m.start()) + 1
        for s in [m.group(1)] + re.findall(r"\d+\.\d+", m.group(2)):
            yield number, s


def main():
    known, bad, count = sections(), [], 0
    for name in sorted(FILES):
        if not name.endswith(C_LIKE + HASH + WHOLE) and not name.startswith("tools/"):
            continue
        with open(os.path.join(ROOT, name), encoding="utf-8", errors="replace") as f:
            text = f.read()
        if not name.endswith(WHOLE):
            text = comments(text, name)
        for line, path in cited(text):
            count += 1
            if not exists(path, name):
                bad.append(f"{name}:{line}: there is no {path}")
        for line, to, heading in cited_headings(text, name) if name.endswith(".md") else ():
            count += 1
            if heading not in headings(to):
                bad.append(f"{name}:{line}: {to} has no heading #{heading}")
        for line, section in cited_sections(text):
            count += 1
            if section not in known:
                bad.append(f"{name}:{line}: {SPEC} has no section {section}")
    for b in bad:
        print(b)
    print(f"{count} citations, {len(bad)} of what is not there")
    return 1 if bad or not count else 0


sys.exit(main())
