"""Puzzles: the collection inside the library, and verdicts on turns."""

from __future__ import annotations

import ctypes as c
from typing import Iterable, Iterator, List, NamedTuple, Optional, Union

from ._library import CPuzzle, CSquares, Handle, do, lib, squares, to_c
from ._words import Judged, Judgement, Square, SquareLike
from ._work import Stop, Work
from .games import Game

__all__ = ["Puzzle", "judge", "puzzles"]


class _Puzzles(Handle):
    _free = "hexad_puzzles_free"


class Puzzle(NamedTuple):
    """`game` is the position to be solved: win within `turns` turns, or, of a defence, find the turn that does not lose. `error` is
    the turn that let it happen."""

    id: str
    defence: bool
    turns: int
    rating: int
    error: List[Square]
    game: Game

    def judge(self, turn: Union[str, Iterable[SquareLike]], *, seconds: float = 0,
              stop: Optional[Stop] = None) -> Judged:
        """Is this turn right?"""
        return judge(self.game, turn, turns=self.turns, defence=self.defence, seconds=seconds, stop=stop)


def puzzles() -> Iterator[Puzzle]:
    """The collection, in order of rating."""
    with _Puzzles(lib.hexad_puzzles_new()) as all_:
        while True:
            out, game = CPuzzle(), c.c_void_p()
            do("puzzles_next", all_._pointer, c.byref(out), c.byref(game))
            if not game.value:
                return
            yield Puzzle(out.id.decode(), out.defence, out.turns, out.rating, squares(out.error),
                         Game._of(game.value))


def judge(game: Game, turn: Union[str, Iterable[SquareLike]], *, turns: int, defence: bool = False,
          seconds: float = 0, stop: Optional[Stop] = None) -> Judged:
    """Does this turn win within so many turns, or hold, whatever the answer? Accepted only by proof."""
    words = turn.replace(",", " ").split() if isinstance(turn, str) else turn
    work, said, answer = Work(seconds=seconds, stop=stop), c.c_int(), CSquares()
    asked = to_c([game.square(s) for s in words])
    work.run("puzzle_judge", game._pointer, defence, turns, c.byref(asked), work.limits, c.byref(said),
             c.byref(answer))
    return Judged(Judgement(said.value), squares(answer))
