"""Inside: libhexad, the structures and functions of its headers, and handles of what belongs to it."""

from __future__ import annotations

import ctypes as c
import ctypes.util
import os
import pathlib
from types import TracebackType
from typing import Any, Iterator, List, Optional, Type, TypeVar

from ._words import Error, Square, Status

SQUARES, LINES, POINTS, TEXT, RULES_TEXT = 127, 32, 625, 8, 64

# ---- The structures ----


class CError(c.Structure):
    _fields_ = [("status", c.c_int), ("text", c.c_char * 320)]


class CSquare(c.Structure):
    _fields_ = [("column", c.c_int), ("row", c.c_int)]


class CSquares(c.Structure):
    _fields_ = [("count", c.c_int), ("at", CSquare * SQUARES)]


class CState(c.Structure):
    _fields_ = [("columns", c.c_int), ("rows", c.c_int), ("k", c.c_int), ("p", c.c_int), ("q", c.c_int),
                ("exact", c.c_int), ("to_move", c.c_int), ("left", c.c_int), ("stones", c.c_int), ("played", c.c_int),
                ("outcome", c.c_int), ("row", CSquares)]


class CThreats(c.Structure):
    _fields_ = [("number", c.c_int), ("segments", c.c_int), ("win", CSquares)]


class CLine(c.Structure):
    _fields_ = [("stones", CSquares), ("turn", c.c_int), ("value", c.c_int), ("chance", c.c_double),
                ("mate", c.c_int), ("likely", c.c_int), ("visits", c.c_uint64), ("share", c.c_double)]


class CReport(c.Structure):
    _fields_ = [("depth", c.c_int), ("reached", c.c_int), ("nodes", c.c_uint64), ("seconds", c.c_double),
                ("hash_permill", c.c_int), ("count", c.c_int), ("line", CLine * LINES), ("playouts", c.c_uint64),
                ("score", c.c_double), ("points", c.c_int), ("owner", c.c_int8 * POINTS)]


CProgress = c.CFUNCTYPE(c.c_int, c.c_void_p, c.POINTER(CReport))


class CLimits(c.Structure):
    _fields_ = [("seconds", c.c_double), ("nodes", c.c_uint64), ("depth", c.c_int), ("lines", c.c_int),
                ("memory", c.c_size_t), ("stop", c.c_void_p), ("progress", CProgress), ("context", c.c_void_p),
                ("region", c.c_char_p)]


class CWin(c.Structure):
    _fields_ = [("answer", c.c_int), ("turn", CSquares), ("stones", CSquares), ("depth", c.c_int),
                ("order", c.c_int), ("nodes", c.c_uint64), ("seconds", c.c_double)]


class CValue(c.Structure):
    _fields_ = [("lower", c.c_int), ("upper", c.c_int), ("turn", CSquares), ("nodes", c.c_uint64)]


class CQuestion(c.Structure):
    _fields_ = [("attacker", c.c_int), ("order", c.c_int), ("infinite", c.c_bool), ("file", c.c_char_p)]


class CPuzzle(c.Structure):
    _fields_ = [("id", c.c_char * 40), ("defence", c.c_bool), ("turns", c.c_int), ("rating", c.c_int),
                ("error", CSquares)]


def squares(s: Any, count: Optional[int] = None) -> List[Square]:
    """The squares of a CSquares."""
    return [Square(at.column, at.row) for at in s.at[: s.count if count is None else count]]


# ---- The library ----

# What every function takes and returns: p a handle or text that is ours to free, s a text, i a number or enum, z a
# size, u 64 bits, b a truth, v nothing, Q a square; > before the result. A structure goes by value (Q, a square) or by a
# pointer (*). All that end in * take the error last.
FUNCTIONS = """
    version >s; free p>v; stop_new >p; stop_free p>v; stop_set p>v; stop_clear p>v
    square_text Qp>s; square_parse s**>i
    game_new s*>p; game_set_up s*zii*>p; game_copy p*>p; game_free p>v; game_play pQ*>i; game_play_text ps*>i
    game_undo p*>i; game_state p**>i; game_rules pp>s; game_describe p*>p; game_cell pQ>i; game_legal pQ>b
    game_stone pi***>i; game_draw p*>p; game_board p*z*>i; game_boards pii*z*>i; game_moves p*z**>i
    game_square_text pQp>s; game_square_parse ps**>i; game_key p***>i; game_symmetries p>i; game_turned piQ>Q
    game_threats pi**>i; game_defences piz****>i; game_force pb***>i; game_exact p***>i; game_solve p*****>i
    engine_new szi*>p; engine_free p>v; engine_clear p>v; engine_think pp***>i
    proof_read pz*>p; proof_open s*>p; proof_free p>v; proof_bytes p*>p; proof_claim p>s; proof_fault p>s
    proof_game p*>p; proof_check p***>i
    record_read pzs*>p; record_new p*>p; record_free p>v; record_count p>z; record_game pz*>p
    record_variations pz>z; record_info pzs>s; record_set_info pzss*>i; record_write pzs**>p
    record_root pz*>p; node_parent p>p; node_child p>p; node_next p>p; node_stone p**>b; node_set_up p>b
    node_comment p>s; record_game_at pzp*>p; record_add pzps*>p; record_set_comment pzps*>i
    record_make_main pzp*>i; record_remove pzp*>i
    player_new ssu*>p; player_free p>v; player_turn pp***>i; players s*>p
    evaluator_new ss*>p; evaluator_free p>v; evaluator_ask p*z***>i
    game_plane_count p>i; game_planes pii**z*>i
    puzzles_new >p; puzzles_free p>v; puzzles_next p***>i; puzzle_judge pbi*****>i
"""

_NAMES = ("libhexad.so.1", "libhexad.so")


def _candidates() -> Iterator[str]:
    here = pathlib.Path(__file__).resolve().parent
    for folder in [here, *(p / "lib" for p in here.parents), *(q for p in here.parents for q in p.glob("lib/*-*-*"))]:
        for name in _NAMES:
            if (folder / name).is_file():
                yield str(folder / name)
    found = ctypes.util.find_library("hexad")
    if found in _NAMES:  # another major version is no use
        yield found


def _open() -> c.CDLL:
    path = os.environ.get("HEXAD_LIBRARY") or next(_candidates(), None)
    if path is None:
        here = pathlib.Path(__file__).resolve().parent
        raise ImportError(
            f"the library {_NAMES[0]} was not found: neither beside {here}, nor in lib/ of a folder above it, nor by the "
            "system's linker. `make install` installs it, a wheel by `make wheel` has it inside; or let the environment "
            "variable HEXAD_LIBRARY name the file")
    try:
        return c.CDLL(path)
    except OSError as e:
        raise ImportError(f"the library {path} cannot be loaded: {e}") from None


def _load() -> c.CDLL:
    lib = _open()
    kinds = {"p": c.c_void_p, "s": c.c_char_p, "i": c.c_int, "z": c.c_size_t, "u": c.c_uint64, "b": c.c_bool, "v": None,
             "Q": CSquare, "*": c.c_void_p}
    for entry in FUNCTIONS.replace("\n", ";").split(";"):
        if entry.strip():
            name, signature = entry.split()
            takes, returns = signature.split(">")
            try:
                function = getattr(lib, "hexad_" + name)
            except AttributeError:
                raise ImportError(f"the library {lib._name} is of another version than this package: it has no "
                                  f"hexad_{name}") from None
            function.argtypes = [kinds[k] for k in takes]
            function.restype = kinds[returns]
    return lib


lib = _load()


def fail(error: CError) -> None:
    raise Error(Status(error.status), error.text.decode(errors="replace"))


def do(name: str, *args: Any) -> None:
    """Calls a function that returns a status."""
    error = CError()
    if getattr(lib, "hexad_" + name)(*args, c.byref(error)) != Status.OK:
        fail(error)


def make(name: str, *args: Any) -> int:
    """Calls a function that returns a pointer."""
    error = CError()
    pointer: Optional[int] = getattr(lib, "hexad_" + name)(*args, c.byref(error))
    if not pointer:
        fail(error)
    assert pointer
    return pointer


def take_text(pointer: int, length: Optional[int] = None) -> str:
    text = c.string_at(pointer) if length is None else c.string_at(pointer, length)
    lib.hexad_free(pointer)
    return text.decode()


def to_c(squares_: List[Square]) -> CSquares:
    out = CSquares()
    if len(squares_) > SQUARES:
        raise Error(Status.BAD_ARGUMENT, f"{len(squares_)} squares are too many")
    out.count = len(squares_)
    for i, s in enumerate(squares_):
        out.at[i] = CSquare(*s)
    return out


H = TypeVar("H", bound="Handle")


class Handle:
    """Owns something of the library, and gives it back by the function _free: at the end of a `with`, by close(), or when nobody
    knows it any more."""

    _free = ""
    _owned: Optional[int] = None

    def __init__(self, pointer: int) -> None:
        self._owned = pointer

    @property
    def _pointer(self) -> int:
        if self._owned is None:
            raise Error(Status.BAD_ARGUMENT, f"this {type(self).__name__} was closed")
        return self._owned

    @classmethod
    def _of(cls: Type[H], pointer: int) -> H:
        handle = cls.__new__(cls)
        Handle.__init__(handle, pointer)
        return handle

    def close(self) -> None:
        """Gives its memory back; nothing can be asked of it afterwards."""
        owned, self._owned = self._owned, None
        if owned is not None:
            getattr(lib, self._free)(owned)

    def __enter__(self: H) -> H:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], value: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            self.close()
        except TypeError:  # at the end of the program, when modules are gone
            pass

    def __copy__(self: H) -> H:
        raise TypeError(f"a {type(self).__name__} cannot be copied")

    def __deepcopy__(self: H, memo: Any) -> H:
        return self.__copy__()

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be pickled")


def version() -> str:
    """The version of the library."""
    text: bytes = lib.hexad_version()
    return text.decode()
