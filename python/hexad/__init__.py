"""Hexad for Python: Connect(m,n,k,p,q) games and Go, threats, the engine, nets, proofs, puzzles and records, over libhexad.

    import hexad
    game = hexad.Game("connect6", "j10 k11 i11")
    report = hexad.Engine("connect6").think(game, seconds=1)
    print(*report.lines[0].turn)

The library is the one that HEXAD_LIBRARY names, or lies beside this package, or in the prefix that it was installed to, or where
the system finds it. The headers (include/hexad.h, hexad_players.h) describe everything in detail.

Squares are given as text, "j10", or as pairs (column, row) from 0 at the bottom left, and come back as `Square`, which
is such a pair and prints as text. What goes wrong is raised as `Error`. Long calls let other threads run, and obey Ctrl-C.
numpy is needed by what gives arrays alone.
"""

from ._library import version
from ._words import (PASS, Answer, Colour, Error, Judged, Judgement, Line, Outcome, Report, Square, State, Status,
                     Threats, Value, Verdict, Win)
from ._work import Stop
from .engine import Engine, Evaluator, Player
from .games import Game
from .pictures import svg
from .proofs import Proof
from .puzzles import Puzzle, judge, puzzles
from .records import Entry, Node, Record

__all__ = ["PASS", "Answer", "Colour", "Engine", "Entry", "Error", "Evaluator", "Game", "Judged", "Judgement", "Line",
           "Node", "Outcome", "Player", "Proof", "Puzzle", "Record", "Report", "Square", "State", "Status", "Stop",
           "Threats", "Value", "Verdict", "Win", "judge", "puzzles", "svg", "version"]

__version__ = version()
