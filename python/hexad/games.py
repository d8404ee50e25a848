"""Games: a position, and the stones that led to it."""

from __future__ import annotations

import ctypes as c
from typing import TYPE_CHECKING, Any, Iterable, List, Optional, Sequence, Tuple, Union

from ._library import (CQuestion, CSquare, CSquares, CState, CThreats, CValue, CWin, Handle, RULES_TEXT, TEXT, do, lib,
                       make, squares, take_text)
from ._words import (Answer, Colour, Error, Outcome, RulesLike, Square, SquareLike, State, Status, Threats, Value, Win,
                     rules_text)
from ._work import Progress, Stop, Work

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]

_AT_ONCE = 256  # positions that one call makes planes of: between two calls Ctrl-C is heard


def _win(w: CWin, proof: Any = None) -> Win:
    return Win(Answer(w.answer), squares(w.turn), squares(w.stones), w.depth, w.order, w.nodes, w.seconds, proof)


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise Error(Status.BAD_ARGUMENT, "arrays want numpy, which is not installed; board() does without") from None
    return numpy


class Game(Handle):
    """A position, and the stones that led to it.

    `rules` are a name ("connect6", "gomoku", "go9"), "m,n,k,p,q", or numbers (19, 19, 6, 2, 1). Squares are given as text or as
    pairs (column, row) from 0 at the bottom left; in Go, Square(-1, -1) is a pass. Equal games have equal rules, set-ups and
    stones in the same order; positions are compared by key()."""

    _free = "hexad_game_free"

    def __init__(self, rules: RulesLike = "connect6", stones: Union[str, Iterable[SquareLike]] = "") -> None:
        super().__init__(make("game_new", rules_text(rules)))
        self.play(stones)

    @classmethod
    def set_up(cls, rules: RulesLike, board: Any, to_move: Colour, left: int = 0) -> Game:
        """A set-up: a colour for each square, row by row from the bottom left, as bytes, an array or a list; `left` stones are
        still to be placed in this turn, 0: a whole turn."""
        data = bytes(board.astype("uint8").tobytes() if hasattr(board, "astype") else board)
        return cls._of(make("game_set_up", rules_text(rules), data, len(data), to_move, left))

    # ---- Copies ----

    def copy(self) -> Game:
        return Game._of(make("game_copy", self._pointer))

    def __copy__(self) -> Game:
        return self.copy()

    def _begin(self) -> Tuple[Optional[bytes], int, int]:
        """The set-up before the first stone, if there is one."""
        start = self.copy()
        start.undo(start.state.played)
        s = start.state
        return (start.board() if s.stones else None, s.to_move, s.left)

    def __reduce__(self) -> Any:
        return _restored, (self.rules, self._begin(), [tuple(s) for _, s in self.history()])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.rules == other.rules and self.history() == other.history() and self.board() == other.board()
                and self.key() == other.key())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        stones = " ".join(self.text(s) for _, s in self.history())
        if self.state.stones and self._begin()[0]:
            return f"<Game {self.rules!r}, set up, then {stones!r}: {self.describe()}>"
        return f"Game({self.rules!r}, {stones!r})"

    # ---- Playing ----

    def play(self, stones: Union[str, Iterable[SquareLike]]) -> None:
        """Places stones, "j10 k11" or a list of squares: all of them or none."""
        if not isinstance(stones, str):
            stones = " ".join(s if isinstance(s, str) else self.text(s) or "?" for s in stones)
        do("game_play_text", self._pointer, stones.encode())

    def undo(self, stones: int = 1) -> None:
        """Takes back the last stones."""
        for _ in range(stones):
            do("game_undo", self._pointer)

    # ---- How it stands ----

    @property
    def rules(self) -> str:
        """The rules as text, equal for equal rules: "19,19,6,2,1", "go:9,komi=7.5"."""
        text = c.create_string_buffer(RULES_TEXT)
        told: bytes = lib.hexad_game_rules(self._pointer, text)
        return told.decode()

    @property
    def state(self) -> State:
        s = CState()
        do("game_state", self._pointer, c.byref(s))
        return State((s.columns, s.rows, s.k, s.p, s.q), Colour(s.to_move), s.left, s.stones, s.played,
                     Outcome(s.outcome), squares(s.row), bool(s.exact))

    def _frame(self) -> Tuple[int, int, int]:
        """Columns, rows and k (0 in Go), which never change."""
        known: Optional[Tuple[int, int, int]] = self.__dict__.get("_framed")
        if known is None:
            known = self.state.rules[:3]
            self.__dict__["_framed"] = known
        return known

    @property
    def columns(self) -> int:
        return self._frame()[0]

    @property
    def rows(self) -> int:
        return self._frame()[1]

    @property
    def over(self) -> bool:
        return self.state.outcome != Outcome.OPEN

    def describe(self) -> str:
        """How it stands in a line: "White to move, 2 stones"."""
        return take_text(make("game_describe", self._pointer))

    def __str__(self) -> str:
        return take_text(make("game_draw", self._pointer))

    def _repr_svg_(self) -> str:
        from .pictures import svg

        return svg(self)

    def square(self, at: SquareLike) -> Square:
        """A square from its text as people write it in this game ("j10"; in Go "K10", "pass"), or from a pair."""
        if not isinstance(at, str):
            return Square(*at)
        out = CSquare()
        if self._frame()[2]:  # of any board: who asks for what is outside gets that for an answer
            do("square_parse", at.encode(), c.byref(out))
        else:
            do("game_square_parse", self._pointer, at.encode(), c.byref(out))
        return Square(out.column, out.row)

    def text(self, at: SquareLike) -> str:
        """How people write a square in this game; "" if it is none of any board."""
        text = c.create_string_buffer(TEXT)
        told: bytes = lib.hexad_game_square_text(self._pointer, CSquare(*self.square(at)), text)
        return told.decode()

    def _square(self, at: SquareLike) -> CSquare:
        return CSquare(*self.square(at))

    def cell(self, square: SquareLike) -> Colour:
        return Colour(lib.hexad_game_cell(self._pointer, self._square(square)))

    def legal(self, square: SquareLike) -> bool:
        return bool(lib.hexad_game_legal(self._pointer, self._square(square)))

    def moves(self) -> List[Square]:
        """All squares where the side to move may play; none when the game is over."""
        room = self.columns * self.rows + 1
        out, count = (CSquare * room)(), c.c_size_t()
        do("game_moves", self._pointer, out, room, c.byref(count))
        return [Square(s.column, s.row) for s in out[: count.value]]

    def history(self) -> List[Tuple[Colour, Square]]:
        """The stones that were played, in order."""
        at, colour, out = CSquare(), c.c_int(), []
        for i in range(self.state.played):
            do("game_stone", self._pointer, i, c.byref(at), c.byref(colour))
            out.append((Colour(colour.value), Square(at.column, at.row)))
        return out

    def key(self) -> int:
        """A number that is the same for positions that a symmetry of the board maps onto each other; see hexad_game_key."""
        key = c.c_uint64()
        do("game_key", self._pointer, c.byref(key), None)
        return key.value

    def symmetry(self) -> int:
        """How this board is seen in its key, for turned()."""
        key, symmetry = c.c_uint64(), c.c_int()
        do("game_key", self._pointer, c.byref(key), c.byref(symmetry))
        return symmetry.value

    @property
    def symmetries(self) -> int:
        """How many symmetries the board has."""
        return int(lib.hexad_game_symmetries(self._pointer))

    def turned(self, symmetry: int, square: SquareLike) -> Square:
        """Where a symmetry takes a square."""
        s = lib.hexad_game_turned(self._pointer, symmetry, self._square(square))
        return Square(s.column, s.row)

    # ---- Boards and planes ----

    def board(self) -> bytes:
        """A colour for each square, row by row from the bottom left."""
        size = self.columns * self.rows
        out = c.create_string_buffer(size)
        do("game_board", self._pointer, out, size)
        return out.raw

    def array(self) -> Bytes:
        """The board as a numpy array, [row, column]."""
        played = self.state.played
        board: Bytes = self.boards(played, played + 1)[0]
        return board

    def _span(self, start: int, stop: Optional[int]) -> range:
        return range(start, self.state.played + 1 if stop is None else stop)

    def boards(self, start: int = 0, stop: Optional[int] = None) -> Bytes:
        """The boards after `start` stones, after one more … before `stop` (usually all to the end) as one numpy array, [position,
        row, column]."""
        span = self._span(start, stop)
        out: Bytes = _numpy().empty((len(span), self.rows, self.columns), "uint8")
        do("game_boards", self._pointer, start, len(span), out.ctypes.data, out.size)
        return out

    @property
    def plane_count(self) -> int:
        """How many planes nets see of a position; docs/library.md says which they are."""
        return int(lib.hexad_game_plane_count(self._pointer))

    def planes(self, start: int = 0, stop: Optional[int] = None,
               strength: Optional[Tuple[int, int]] = None) -> Bytes:
        """What nets see of the positions after `start` stones … before `stop` as one numpy array of 0 and 1, [position, plane, row,
        column]. `strength`: ratings of Black and White."""
        span = self._span(start, stop)
        known = (c.c_int * 2)(*strength) if strength else None
        out: Bytes = _numpy().empty((len(span), self.plane_count, self.rows, self.columns), "uint8")
        for at in range(0, max(len(span), 1), _AT_ONCE):
            part = out[at:at + _AT_ONCE]
            do("game_planes", self._pointer, start + at, len(part), known, part.ctypes.data, part.size)
        return out

    # ---- Threats and wins ----

    def threats(self, owner: Colour) -> Threats:
        """How many threats a side has; see hexad_game_threats."""
        t = CThreats()
        do("game_threats", self._pointer, owner, c.byref(t))
        return Threats(t.number, t.segments, squares(t.win))

    def defences(self, owner: Colour, most: int = 1000) -> List[List[Square]]:
        """The critical defences against the threats of a side."""
        most = max(most, 0)
        sets, count = (CSquares * most)(), c.c_size_t()
        do("game_defences", self._pointer, owner, most, sets, c.byref(count), None)
        return [squares(sets[i]) for i in range(count.value)]

    def force(self, doubled: bool = False, *, seconds: float = 0, nodes: int = 0, depth: int = 0, memory: int = 0,
              stop: Optional[Stop] = None) -> Win:
        """A win by threats; `doubled`: only by turns with as many threats as the other side has stones."""
        work, out = Work(seconds=seconds, nodes=nodes, depth=depth, memory=memory, stop=stop), CWin()
        work.run("game_force", self._pointer, doubled, work.limits, c.byref(out))
        return _win(out)

    def exact(self, *, seconds: float = 0, nodes: int = 0, memory: int = 0, stop: Optional[Stop] = None) -> Value:
        """The value with at most 64 empty squares, by trying everything."""
        work, out = Work(seconds=seconds, nodes=nodes, memory=memory, stop=stop), CValue()
        work.run("game_exact", self._pointer, work.limits, c.byref(out))
        return Value(out.lower, out.upper, squares(out.turn), out.nodes)

    def solve(self, attacker: Colour = Colour.EMPTY, order: int = 2, infinite: bool = False,
              file: Union[None, str, bytes] = None, *, seconds: float = 0, nodes: int = 0, memory: int = 0,
              stop: Optional[Stop] = None, progress: Optional[Progress] = None) -> Win:
        """Looks for a win and proves it. `turn` is on the board of this game; the proof of a win on the infinite board has a board of
        its own, and there is no turn if it begins beyond ours."""
        from .proofs import Proof, path_bytes

        work = Work(seconds=seconds, nodes=nodes, memory=memory, stop=stop, progress=progress)
        out, proof = CWin(), c.c_void_p()
        question = CQuestion(attacker, order, infinite, None if file is None else path_bytes(file))
        try:
            work.run("game_solve", self._pointer, c.byref(question), work.limits, c.byref(out), c.byref(proof))
        finally:
            found = Proof._of(proof.value) if proof.value else None
        return _win(out, found)


def _restored(rules: str, begin: Tuple[Optional[bytes], int, int], stones: Sequence[Tuple[int, int]]) -> Game:
    """A game from its pickle."""
    board, to_move, left = begin
    game = Game(rules) if board is None else Game.set_up(rules, board, Colour(to_move), left)
    game.play(stones)
    return game
