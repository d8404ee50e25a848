"""Inside: the words of hexad.h that need no library: enums, squares, rules, and what answers consist of."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, List, NamedTuple, Optional, Sequence, Tuple, Union

if TYPE_CHECKING:
    from .proofs import Proof


class Status(enum.IntEnum):
    OK, BAD_ARGUMENT, ILLEGAL, BAD_DATA, FILE, NO_MEMORY = range(6)


class Colour(enum.IntEnum):
    EMPTY, BLACK, WHITE, OUTSIDE = range(4)

    @property
    def other(self) -> Colour:
        """Black of White, White of Black."""
        return Colour.WHITE if self == Colour.BLACK else Colour.BLACK


class Outcome(enum.IntEnum):
    OPEN, BLACK_WINS, WHITE_WINS, DRAWN = range(4)


class Answer(enum.IntEnum):
    WIN, NONE, UNKNOWN = range(3)


class Verdict(enum.IntEnum):
    ACCEPTED, REJECTED, UNREADABLE, STOPPED, SET_UP = range(5)


class Judgement(enum.IntEnum):
    WINS, LONGER, HOLDS, FAILS, OPEN = range(5)


class Error(Exception):
    """What went wrong: `status` is its kind, the text says what and where."""

    def __init__(self, status: Status, text: str) -> None:
        super().__init__(text)
        self.status = status

    def __reduce__(self) -> Tuple[type, Tuple[Status, str]]:
        return type(self), (self.status, str(self))


class Square(NamedTuple):
    """Column and row from 0 at the bottom left; prints as "j10". A game of Go has other texts: Game.text."""

    column: int
    row: int

    def __str__(self) -> str:
        from ctypes import create_string_buffer

        from ._library import TEXT, CSquare, lib

        text = create_string_buffer(TEXT)
        told: bytes = lib.hexad_square_text(CSquare(*self), text)
        return told.decode()


PASS = Square(-1, -1)

SquareLike = Union[str, Tuple[int, int]]
RulesLike = Union[None, str, Sequence[int]]


def rules_text(rules: RulesLike) -> Optional[bytes]:
    """Rules as the library reads them: a name, "19,19,6,2,1", or as numbers (19, 19, 6, 2, 1), with True behind them (15, 15, 5,
    1, 1, True) where a row of more than k wins nothing."""
    if rules is None:
        return None
    if isinstance(rules, str):
        return rules.encode()
    numbers = list(rules)
    if len(numbers) not in (5, 6) or not all(isinstance(n, int) for n in numbers):
        raise Error(Status.BAD_ARGUMENT, f"{rules!r} are no rules: a name, or (columns, rows, k, p, q) and perhaps True")
    text = ",".join(str(int(n)) for n in numbers[:5])
    return (text + (",exact" if len(numbers) == 6 and numbers[5] else "")).encode()


class State(NamedTuple):
    """See hexad_state."""

    rules: Tuple[int, int, int, int, int]
    to_move: Colour
    left: int
    stones: int
    played: int
    outcome: Outcome
    row: List[Square]
    exact: bool  # a row of more than k wins nothing


class Threats(NamedTuple):
    """See hexad_threats."""

    number: int
    segments: int
    win: List[Square]


class Win(NamedTuple):
    """See hexad_win; `proof` only of Game.solve, if there is a win."""

    answer: Answer
    turn: List[Square]
    stones: List[Square]
    depth: int
    order: int
    nodes: int
    seconds: float
    proof: Optional[Proof] = None


class Value(NamedTuple):
    """See hexad_value."""

    lower: int
    upper: int
    turn: List[Square]
    nodes: int


class Line(NamedTuple):
    """A turn and what is thought to follow: see hexad_line."""

    turn: List[Square]
    stones: List[Square]
    value: int
    chance: float
    mate: int
    likely: int
    visits: int
    share: float


class Report(NamedTuple):
    """What the engine thinks: see hexad_report. `owner`, of Go: whose each point was at the end, from the bottom left, 100
    always Black's."""

    depth: int
    reached: int
    nodes: int
    seconds: float
    hash_permill: int
    lines: List[Line]
    playouts: int
    score: float
    owner: List[int]


class Judged(NamedTuple):
    """A verdict on a turn of a puzzle, and the other side's strongest answer."""

    judgement: Judgement
    answer: List[Square]
