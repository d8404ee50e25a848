"""Analyses the games of record files by several processes, and draws how they went:

    python3 games.py --processes 2 --nodes 1000 --picture=curve games/*.sgf > games.csv

One line a position, at whose beginning a turn is: game, stones, side to move, its chance to win by the engine, and by the net inside. The
picture has the mean of Black's chances after so many stones, of games that Black won and of those that White won."""

import argparse
import csv
import multiprocessing
import sys

import hexad


def analyse(task):
    """Chances at every `every`-th turn of a game."""
    game, nodes, every = task
    rows, engine = [], hexad.Engine(game.rules, hash=8 << 20)
    try:
        net = hexad.Evaluator("net", game.rules)
    except hexad.Error:  # there is none for this game
        net = None
    replayed = hexad.Game(game.rules)
    for number, (colour, square) in enumerate(game.history()):
        state = replayed.state
        if number % (every * state.rules[3]) == state.rules[4] % state.rules[3]:
            report = engine.think(replayed, nodes=nodes)
            rows.append((number, state.to_move.name.lower(), round(report.lines[0].chance, 3),
                         round(net.chance(replayed), 3) if net and number else ""))
        replayed.play([square])
    return game.state.outcome, rows


def good_games(files):
    """The games that can be read and were played from the empty board."""
    for path in files:
        for entry in hexad.Record.open(path):
            if entry.error:
                print(f"{path}: {entry.error}", file=sys.stderr)
            elif not entry.root.is_set_up:
                yield entry.game()


def picture(means, width=640, height=240):
    """Lines of Black's chance by stones: {name: {stones: (sum, count)}}."""
    most = max((stones for m in means.values() for stones in m), default=1) or 1
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">',
           f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for (name, line), colour in zip(means.items(), ("#111", "#c33")):
        points = " ".join(f"{20 + stones * (width - 40) / most:.0f},{height - 20 - total / n * (height - 40):.0f}"
                          for stones, (total, n) in sorted(line.items()))
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}"><title>{name}</title></polyline>')
    return "\n".join([*out, "</svg>"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--every", type=int, default=4, help="analyse every so many turns")
    parser.add_argument("--picture", default="games.svg", help="where the picture goes (games.svg)")
    o = parser.parse_args()
    out, means = csv.writer(sys.stdout), {"won by Black": {}, "won by White": {}}
    out.writerow(("game", "stones", "to move", "engine", "net"))
    with multiprocessing.Pool(o.processes) as pool:
        tasks = ((game, o.nodes, o.every) for game in good_games(o.files))
        for number, (outcome, rows) in enumerate(pool.imap(analyse, tasks, chunksize=4)):
            line = {hexad.Outcome.BLACK_WINS: "won by Black", hexad.Outcome.WHITE_WINS: "won by White"}.get(outcome)
            for row in rows:
                out.writerow((number, *row))
                if line:
                    total, n = means[line].get(row[0], (0, 0))
                    means[line][row[0]] = (total + (row[2] if row[1] == "black" else 1 - row[2]), n + 1)
    with open(o.picture, "w", encoding="utf-8") as file:
        file.write(picture(means))


if __name__ == "__main__":
    main()
