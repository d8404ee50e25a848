"""Hexad for Python: Connect(m,n,k,p,q) games, threats, the engine, proofs and records, over libhexad.

    import hexad
    game = hexad.Game("connect6", "j10 k11 i11")
    report = hexad.Engine("connect6").think(game, seconds=1)
    print(*report.lines[0].turn)

One file, nothing to build. The library is the one that HEXAD_LIBRARY names, or lies beside this file, or in the
prefix that this file was installed to, or where the system finds it. include/hexad.h describes everything in detail.

Squares are given as text, "j10", or as pairs (column, row) from 0 at the bottom left, and come back as `Square`, which
is such a pair and prints as text. What goes wrong is raised as `Error`. Long calls let other threads run; think, solve
and check obey Ctrl-C.
"""

from __future__ import annotations

import ctypes as c
import ctypes.util
import enum
import os
import pathlib
from typing import Any, Callable, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Union

__all__ = ["Answer", "Colour", "Engine", "Error", "Game", "Line", "Outcome", "Proof", "Record", "Report", "Square",
           "State", "Status", "Stop", "Threats", "Value", "Verdict", "Win", "version"]

_SQUARES, _LINES = 127, 32


class Status(enum.IntEnum):
    OK, BAD_ARGUMENT, ILLEGAL, BAD_DATA, FILE, NO_MEMORY = range(6)


class Colour(enum.IntEnum):
    EMPTY, BLACK, WHITE, OUTSIDE = range(4)


class Outcome(enum.IntEnum):
    OPEN, BLACK_WINS, WHITE_WINS, DRAWN = range(4)


class Answer(enum.IntEnum):
    WIN, NONE, UNKNOWN = range(3)


class Verdict(enum.IntEnum):
    ACCEPTED, REJECTED, UNREADABLE, STOPPED, SET_UP = range(5)


class Error(Exception):
    """What went wrong: `status` is its kind, the text says what and where."""

    def __init__(self, status: Status, text: str) -> None:
        super().__init__(text)
        self.status = status


class Square(NamedTuple):
    column: int
    row: int

    def __str__(self) -> str:
        text = c.create_string_buffer(8)
        return _lib.hexad_square_text(_Square(*self), text).decode()


SquareLike = Union[str, Tuple[int, int]]

# ---- The structures of hexad.h ----


class _Error(c.Structure):
    _fields_ = [("status", c.c_int), ("text", c.c_char * 320)]


class _Square(c.Structure):
    _fields_ = [("column", c.c_int), ("row", c.c_int)]


class _Squares(c.Structure):
    _fields_ = [("count", c.c_int), ("at", _Square * _SQUARES)]

    def list(self, count: Optional[int] = None) -> List[Square]:
        return [Square(s.column, s.row) for s in self.at[: self.count if count is None else count]]


class _State(c.Structure):
    _fields_ = [(name, c.c_int) for name in ("columns", "rows", "k", "p", "q", "exact", "to_move", "left", "stones",
                                             "played", "outcome")] + [("row", _Squares)]


class _Threats(c.Structure):
    _fields_ = [("number", c.c_int), ("segments", c.c_int), ("win", _Squares)]


class _Line(c.Structure):
    _fields_ = [("stones", _Squares), ("turn", c.c_int), ("value", c.c_int), ("chance", c.c_double),
                ("mate", c.c_int), ("likely", c.c_int)]


class _Report(c.Structure):
    _fields_ = [("depth", c.c_int), ("reached", c.c_int), ("nodes", c.c_uint64), ("seconds", c.c_double),
                ("hash_permill", c.c_int), ("count", c.c_int), ("line", _Line * _LINES)]


_Progress = c.CFUNCTYPE(c.c_int, c.c_void_p, c.POINTER(_Report))


class _Limits(c.Structure):
    _fields_ = [("seconds", c.c_double), ("nodes", c.c_uint64), ("depth", c.c_int), ("lines", c.c_int),
                ("memory", c.c_size_t), ("stop", c.c_void_p), ("progress", _Progress), ("context", c.c_void_p)]


class _Win(c.Structure):
    _fields_ = [("answer", c.c_int), ("turn", _Squares), ("stones", _Squares), ("depth", c.c_int), ("order", c.c_int),
                ("nodes", c.c_uint64), ("seconds", c.c_double)]


class _Value(c.Structure):
    _fields_ = [("lower", c.c_int), ("upper", c.c_int), ("turn", _Squares), ("nodes", c.c_uint64)]


class _Question(c.Structure):
    _fields_ = [("attacker", c.c_int), ("order", c.c_int), ("infinite", c.c_bool), ("file", c.c_char_p)]


# ---- The library ----

# What every function takes and returns: p a handle or text that is ours to free, s a text, i a number or enum, z a
# size, b a truth, v nothing; > before the result. A structure goes by value (Q, a square) or by a pointer (*). All that
# end in * take the error last.
_FUNCTIONS = """
    version >s; free p>v; stop_new >p; stop_free p>v; stop_set p>v; stop_clear p>v
    square_text Qp>s; square_parse s**>i
    game_new s*>p; game_copy p*>p; game_free p>v; game_play pQ*>i; game_play_text ps*>i; game_undo p*>i
    game_state p**>i; game_cell pQ>i; game_legal pQ>b; game_stone pi***>i; game_draw p*>p
    game_threats pi**>i; game_defences piz****>i; game_force pb***>i; game_exact p***>i; game_solve p*****>i
    engine_new szi*>p; engine_free p>v; engine_clear p>v; engine_think pp***>i
    proof_read pz*>p; proof_open s*>p; proof_free p>v; proof_bytes p*>p; proof_claim p>s; proof_fault p>s
    proof_game p*>p; proof_check p***>i
    record_read pzs*>p; record_new p*>p; record_free p>v; record_count p>z; record_game pz*>p
    record_variations pz>z; record_info pzs>s; record_set_info pzss*>i; record_write pzs**>p
"""


def _candidates() -> Iterator[str]:
    if "HEXAD_LIBRARY" in os.environ:
        yield os.environ["HEXAD_LIBRARY"]
        return
    here = pathlib.Path(__file__).resolve().parent
    for folder in [here, *(p / "lib" for p in here.parents), *(q for p in here.parents for q in p.glob("lib/*-*-*"))]:
        for name in ("libhexad.so.0", "libhexad.so"):
            if (folder / name).is_file():
                yield str(folder / name)
    yield ctypes.util.find_library("hexad") or "libhexad.so.0"


def _load() -> c.CDLL:
    lib = c.CDLL(next(_candidates()))
    kinds = {"p": c.c_void_p, "s": c.c_char_p, "i": c.c_int, "z": c.c_size_t, "b": c.c_bool, "v": None, "Q": _Square,
             "*": c.c_void_p}
    for entry in _FUNCTIONS.replace("\n", ";").split(";"):
        if entry.strip():
            name, signature = entry.split()
            takes, returns = signature.split(">")
            function = getattr(lib, "hexad_" + name)
            function.argtypes = [kinds[k] for k in takes]
            function.restype = kinds[returns]
    return lib


_lib = _load()


def version() -> str:
    """The version of the library."""
    return _lib.hexad_version().decode()


def _raise(error: _Error) -> None:
    raise Error(Status(error.status), error.text.decode(errors="replace"))


def _do(name: str, *args: Any) -> None:
    """Calls a function that returns a status."""
    error = _Error()
    if getattr(_lib, "hexad_" + name)(*args, c.byref(error)) != Status.OK:
        _raise(error)


def _make(name: str, *args: Any) -> int:
    """Calls a function that returns a pointer."""
    error = _Error()
    pointer = getattr(_lib, "hexad_" + name)(*args, c.byref(error))
    if not pointer:
        _raise(error)
    return pointer


def _take_text(pointer: int, length: Optional[int] = None) -> str:
    text = c.string_at(pointer) if length is None else c.string_at(pointer, length)
    _lib.hexad_free(pointer)
    return text.decode()


def _encode(text: Optional[str]) -> Optional[bytes]:
    return None if text is None else os.fsencode(text)


def _square(s: SquareLike) -> _Square:
    if not isinstance(s, str):
        return _Square(*s)
    out = _Square()
    _do("square_parse", s.encode(), c.byref(out))
    return out


class _Handle:
    """Owns a pointer, and gives it back by the function _free."""

    _free = ""

    def __init__(self, pointer: int) -> None:
        self._pointer = pointer

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            getattr(_lib, self._free)(self._pointer)
            self._pointer = None


# ---- Limits ----


class Stop(_Handle):
    """Stops work from another thread. Once set it stays set until it is cleared."""

    _free = "hexad_stop_free"

    def __init__(self) -> None:
        super().__init__(_lib.hexad_stop_new())

    def set(self) -> None:
        _lib.hexad_stop_set(self._pointer)

    def clear(self) -> None:
        _lib.hexad_stop_clear(self._pointer)


class _Work:
    """The limits of one call, with a progress that also lets Ctrl-C through."""

    def __init__(self, seconds: float = 0, nodes: int = 0, depth: int = 0, lines: int = 0, memory: int = 0,
                 stop: Optional[Stop] = None, progress: Optional[Callable[[Report], Any]] = None) -> None:
        self._raised: Optional[BaseException] = None
        self._stop = stop or Stop()

        def told(_: Any, report: Any) -> int:
            try:
                return 1 if progress and progress(Report(report.contents)) else 0
            except BaseException as e:  # pylint: disable=broad-except
                self._raised = e
                return 1

        self._told = _Progress(told)
        self._limits = _Limits(seconds, nodes, depth, lines, memory, self._stop._pointer, self._told, None)
        self.pointer = c.byref(self._limits)

    def done(self) -> None:
        if self._raised:
            raise self._raised


class Line:
    """A turn and what is thought to follow: see hexad_line."""

    def __init__(self, line: _Line) -> None:
        self.turn = line.stones.list(line.turn)
        self.stones = line.stones.list()
        self.value: int = line.value
        self.chance: float = line.chance
        self.mate: int = line.mate
        self.likely: int = line.likely


class Report:
    """What the engine thinks: see hexad_report."""

    def __init__(self, report: _Report) -> None:
        self.depth: int = report.depth
        self.reached: int = report.reached
        self.nodes: int = report.nodes
        self.seconds: float = report.seconds
        self.hash_permill: int = report.hash_permill
        self.lines = [Line(line) for line in report.line[: report.count]]


# ---- Games ----


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


def _win(w: _Win, proof: Optional[Proof] = None) -> Win:
    return Win(Answer(w.answer), w.turn.list(), w.stones.list(), w.depth, w.order, w.nodes, w.seconds, proof)


class Game(_Handle):
    """A position, and the stones that led to it. `rules` are a name or "m,n,k,p,q"."""

    _free = "hexad_game_free"

    def __init__(self, rules: str = "connect6", stones: str = "") -> None:
        super().__init__(_make("game_new", rules.encode()))
        self.play(stones)

    @classmethod
    def _of(cls, pointer: int) -> Game:
        game = cls.__new__(cls)
        _Handle.__init__(game, pointer)
        return game

    def copy(self) -> Game:
        return Game._of(_make("game_copy", self._pointer))

    def play(self, stones: Union[str, Iterable[SquareLike]]) -> None:
        """Places stones, "j10 k11" or a list of squares: all of them or none."""
        if not isinstance(stones, str):
            stones = " ".join(s if isinstance(s, str) else str(Square(*s)) or "?" for s in stones)
        _do("game_play_text", self._pointer, stones.encode())

    def undo(self, stones: int = 1) -> None:
        """Takes back the last stones."""
        for _ in range(stones):
            _do("game_undo", self._pointer)

    @property
    def state(self) -> State:
        s = _State()
        _do("game_state", self._pointer, c.byref(s))
        return State((s.columns, s.rows, s.k, s.p, s.q), Colour(s.to_move), s.left, s.stones, s.played,
                     Outcome(s.outcome), s.row.list(), bool(s.exact))

    def cell(self, square: SquareLike) -> Colour:
        return Colour(_lib.hexad_game_cell(self._pointer, _square(square)))

    def legal(self, square: SquareLike) -> bool:
        return _lib.hexad_game_legal(self._pointer, _square(square))

    def history(self) -> List[Tuple[Colour, Square]]:
        """The stones that were played, in order."""
        at, colour, out = _Square(), c.c_int(), []
        for i in range(self.state.played):
            _do("game_stone", self._pointer, i, c.byref(at), c.byref(colour))
            out.append((Colour(colour.value), Square(at.column, at.row)))
        return out

    def __str__(self) -> str:
        return _take_text(_make("game_draw", self._pointer))

    def threats(self, owner: Colour) -> Threats:
        """How many threats a side has; see hexad_game_threats."""
        t = _Threats()
        _do("game_threats", self._pointer, owner, c.byref(t))
        return Threats(t.number, t.segments, t.win.list())

    def defences(self, owner: Colour, most: int = 1000) -> List[List[Square]]:
        """The critical defences against the threats of a side."""
        sets, count = (_Squares * max(most, 0))(), c.c_size_t()
        _do("game_defences", self._pointer, owner, max(most, 0), sets, c.byref(count), None)
        return [sets[i].list() for i in range(count.value)]

    def force(self, doubled: bool = False, **limits: Any) -> Win:
        """A win by threats. Limits: seconds, nodes, depth, memory, stop."""
        work, out = _Work(**limits), _Win()
        _do("game_force", self._pointer, doubled, work.pointer, c.byref(out))
        work.done()
        return _win(out)

    def exact(self, **limits: Any) -> Value:
        """The value with at most 64 empty squares. Limits: seconds, nodes, memory, stop."""
        work, out = _Work(**limits), _Value()
        _do("game_exact", self._pointer, work.pointer, c.byref(out))
        work.done()
        return Value(out.lower, out.upper, out.turn.list(), out.nodes)

    def solve(self, attacker: Colour = Colour.EMPTY, order: int = 2, infinite: bool = False,
              file: Optional[str] = None, **limits: Any) -> Win:
        """Looks for a win and proves it. `turn` is on the board of this game; the proof of a win on the infinite board
        has a board of its own, and there is no turn if it begins beyond ours. Limits: seconds, nodes, memory, stop,
        progress."""
        work, out, proof = _Work(**limits), _Win(), c.c_void_p()
        question = _Question(attacker, order, infinite, _encode(file))
        _do("game_solve", self._pointer, c.byref(question), work.pointer, c.byref(out), c.byref(proof))
        found = Proof._of(proof.value) if proof.value else None
        work.done()
        return _win(out, found)


class Engine(_Handle):
    """Finds good turns in games of these rules; `hash` bytes for its tables."""

    _free = "hexad_engine_free"

    def __init__(self, rules: str = "connect6", hash: int = 0, threads: int = 0) -> None:
        super().__init__(_make("engine_new", rules.encode(), hash, threads))

    def clear(self) -> None:
        """Forgets what was learned."""
        _lib.hexad_engine_clear(self._pointer)

    def think(self, game: Game, **limits: Any) -> Report:
        """The best turns. Limits: seconds, nodes, depth, lines, stop, progress (called with a Report; true stops)."""
        if not any(limits.get(name) for name in ("seconds", "nodes", "depth", "stop", "progress")):
            raise Error(Status.BAD_ARGUMENT, "no limit, and nothing that could stop it")
        work, out = _Work(**limits), _Report()
        _do("engine_think", self._pointer, game._pointer, work.pointer, c.byref(out))
        work.done()
        return Report(out)


# ---- Proofs ----


class Proof(_Handle):
    """A win as a certificate, from its bytes or the name of a file."""

    _free = "hexad_proof_free"

    def __init__(self, certificate: Union[bytes, str]) -> None:
        if isinstance(certificate, bytes):
            buffer = c.create_string_buffer(certificate, len(certificate))
            super().__init__(_make("proof_read", buffer, len(certificate)))
        else:
            super().__init__(_make("proof_open", _encode(certificate)))

    @classmethod
    def _of(cls, pointer: int) -> Proof:
        proof = cls.__new__(cls)
        _Handle.__init__(proof, pointer)
        return proof

    @property
    def certificate(self) -> Optional[bytes]:
        """Its bytes; None if it is in a file."""
        length = c.c_size_t()
        pointer = _lib.hexad_proof_bytes(self._pointer, c.byref(length))
        return c.string_at(pointer, length.value) if pointer else None

    @property
    def claim(self) -> str:
        """What is claimed; proved only once check() said ACCEPTED."""
        return _lib.hexad_proof_claim(self._pointer).decode()

    @property
    def fault(self) -> str:
        """Why the last check did not accept it."""
        return _lib.hexad_proof_fault(self._pointer).decode()

    @property
    def game(self) -> Game:
        """The position of the claim."""
        return Game._of(_make("proof_game", self._pointer))

    def check(self, **limits: Any) -> Verdict:
        """Checks it. Limits: seconds, stop, progress."""
        work, verdict = _Work(**limits), c.c_int()
        _do("proof_check", self._pointer, work.pointer, c.byref(verdict))
        work.done()
        return Verdict(verdict.value)


# ---- Records ----


class Record(_Handle):
    """The games of a record file in any format: Record(text or bytes), or Record.of(game)."""

    _free = "hexad_record_free"

    def __init__(self, text: Union[str, bytes], rules: Optional[str] = None) -> None:
        data = text.encode() if isinstance(text, str) else text
        buffer = c.create_string_buffer(data, len(data) or 1)
        super().__init__(_make("record_read", buffer, len(data), _encode(rules)))

    @classmethod
    def of(cls, game: Game) -> Record:
        record = cls.__new__(cls)
        _Handle.__init__(record, _make("record_new", game._pointer))
        return record

    def __len__(self) -> int:
        return _lib.hexad_record_count(self._pointer)

    def game(self, number: int = 0) -> Game:
        """The game at the end of the main line."""
        return Game._of(_make("record_game", self._pointer, number))

    def variations(self, number: int = 0) -> int:
        """Stones and set-ups that are not on the main line."""
        return _lib.hexad_record_variations(self._pointer, number)

    def info(self, key: str, number: int = 0) -> Optional[str]:
        """What is said about the game, by SGF's names: PB, PW, RE, DT …"""
        value = _lib.hexad_record_info(self._pointer, number, key.encode())
        return value.decode() if value is not None else None

    def set_info(self, key: str, value: Optional[str], number: int = 0) -> None:
        _do("record_set_info", self._pointer, number, key.encode(), None if value is None else value.encode())

    def write(self, format: str = "sgf", number: int = 0) -> str:
        """The game as "sgf", "contest" or "plain"."""
        length = c.c_size_t()
        pointer = _make("record_write", self._pointer, number, format.encode(), c.byref(length))
        return _take_text(pointer, length.value)
