"""A program that knows of Hexad what redocly made of its description: `client.py ADDRESS`, with the module hexad_api."""

import sys

import hexad_api
from hexad_api import ApiError, Client, GameGiven, NodeGiven, Outcome, Side, TreeGiven

hexad = Client(sys.argv[1])
opening = GameGiven(rules=[19, 19, 6, 2, 1], stones=["j10", "k11", "i11"])
won = GameGiven(rules="connect6", stones="j10 a1 a3 j11 j12 c1 c5 j13 s1 e1 e3".split())

info = hexad.info()
assert "gomoku" in [preset.name for preset in info.presets] and info.limits["connections"] > 0
position = hexad.position({"game": opening})
assert position.to_move is Side.BLACK and position.outcome is Outcome.OPEN and position.played == opening.stones
assert len(hexad.move({"game": opening, "player": "sequences", "seed": 1}).turn) == 2
report = hexad.analyse({"game": opening, "seconds": 0.2, "lines": 2})
assert len(report.lines) == 2 and len(report.lines[0].turn) == 2 and 0 <= report.lines[0].chance <= 1
forcing = hexad.forcing({"game": won})
assert (forcing.answer, forcing.side, forcing.depth) == ("win", Side.BLACK, 1)
assert hexad.threats({"game": won}).black.number > 0
assert hexad.solve({"game": won, "order": 1}).status == "won"
assert hexad.exact({"game": GameGiven(rules="tictactoe", stones=["a1"])}).value == "draw"
assert 0 < hexad.policy({"game": opening}).chance < 1
assert hexad.puzzles(theme="win in 2", limit=3).puzzles[0].rating > 0
assert hexad.routes().routes and hexad.status().seconds >= 0

tree = TreeGiven(rules="connect6", root=NodeGiven(children=[NodeGiven(stones=["j10"], comment="the centre")]))
saved = hexad.tree_new({"title": "kept", "tree": tree})
assert hexad.tree_get(saved.id).tree.root.children[0].comment == "the centre"
assert hexad.find({"game": GameGiven(rules="connect6", stones=["j10"])}).matches[0].title == "kept"
assert hexad.tree_delete(saved.id) is None
assert hexad.import_({"text": hexad.export({"tree": tree, "format": "sgf"}).text}).games

try:
    hexad.position({"game": GameGiven(rules="connect6", stones=["z99"])})
    sys.exit("z99 is a square")
except ApiError as e:
    assert e.status == 400 and "z99" in e.body["error"]["message"], (e.status, e.body)
try:
    hexad.tree_get(saved.id)
    sys.exit("a tree that was deleted is there")
except ApiError as e:
    assert e.status == 404 and e.body["error"]["code"] == "not_found", (e.status, e.body)
print(f"hexad {info.version}: {' '.join(report.lines[0].turn)}, {report.lines[0].chance:.0%}")
