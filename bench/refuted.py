#!/usr/bin/env python3
"""How often are turns played that `hexad force` refutes?

refuted.py JOURNAL [--hexad PROGRAM] [--stones N] [--ask NODES [--set NAME=VALUE;...] [--of PLAYER]]

JOURNAL is the match.jsonl of a match of Connect6 (`hexad arena --out`). Told is, for each player, how many turns after the opening
there were, after how many the other side has a win that `hexad force` finds within N stones (20000), in how many games there was
such a turn, and in how many of these the player lost. Most of them are turns of lost games, in positions that were lost before.
So with --ask the engine is given the positions before each player's first such turn of a game (--of: only this player's), with
this many nodes and these numbers of the search, and told is what it makes of them: it knows that it loses; its turn is refuted
and it does not know (a double-threat win, or one with single threats; `fair` at a chance of 10% and more, `low` below, `untried`:
all turns that it looked at lose); or its turn holds against as many stones."""
import argparse
import collections
import json
import subprocess
import tempfile


def program(hexad, *words):
    done = subprocess.run([hexad, *words, "--json"], capture_output=True, text=True)
    return json.loads(done.stdout)


def turns_of(game, opening):
    """Positions after each whole turn behind the opening, with who played it."""
    stones = game["stones"].split()
    at = opening
    while at < len(stones):
        end = at + 2
        if end < len(stones):  # the last turn ended the game
            yield ("black" if (at + 1) // 2 % 2 == 0 else "white"), at, stones[:end]
        at = end


def look(hexad, games, opening, stones):
    asked = [(g, side, at, s) for g in games for side, at, s in turns_of(g, opening(g))]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as f:
        f.write("".join(" ".join(s) + "\n" for _, _, _, s in asked))
        f.flush()
        answers = program(hexad, "force", "-f", f.name, "-n", str(stones))["results"]
    return [(g, side, at, s, a["answer"] == "win") for (g, side, at, s), a in zip(asked, answers)]


def ask(args, first):
    count = collections.Counter()
    for game, side, at, stones in first:
        if args.of and game[side] != args.of:
            continue
        words = ["--set", args.set] if args.set else []
        line = program(args.hexad, "analyze", *stones[:at], "--nodes", str(args.ask), "--no-openings", *words)["lines"][0]
        if line["mate"] or line.get("likely", 0) < 0:
            count["knows that it loses" if line["mate"] <= 0 else "wins"] += 1
            continue
        kind = "untried" if line["value"] == -300 else "low" if line["chance"] < 0.1 else "fair"
        f = program(args.hexad, "force", *stones[:at], *line["turn"], "-n", str(args.stones))
        count[f"refuted, {kind}, {f['kind']}" if f["answer"] == "win" else f"holds, {kind}"] += 1
    print(f"{sum(count.values())} positions:", ", ".join(f"{n} {what}" for what, n in sorted(count.items())))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("journal")
    p.add_argument("--hexad", default="build/hexad")
    p.add_argument("--stones", type=int, default=20000)
    p.add_argument("--ask", type=int)
    p.add_argument("--set", default="")
    p.add_argument("--of")
    args = p.parse_args()
    with open(args.journal) as f:
        header, *games = [json.loads(line) for line in f if line.strip()]
    openings = header["openings"]
    games = list({g["stones"]: g for g in games}.values())  # repeated games say nothing new
    length = lambda g: len(openings[g["number"] // 2 % len(openings)].split()) if openings else 1
    count = collections.defaultdict(collections.Counter)
    first = {}
    for game, side, at, stones, refuted in look(args.hexad, games, length, args.stones):
        c = count[game[side]]
        c["turns"] += 1
        c["refuted"] += refuted
        if refuted and (game["number"], side) not in first:
            first[game["number"], side] = game, side, at, stones
            c["games"] += 1
            c["lost"] += game["winner"] not in (side, "draw")
    for player, c in sorted(count.items()):
        print(f"{player}: {c['turns']} turns, {c['refuted']} refuted, in {c['games']} of {len(games)} games, {c['lost']} of them lost")
    if args.ask:
        ask(args, first.values())


main()
