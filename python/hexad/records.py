"""Records: the games of a file, with their variations."""

from __future__ import annotations

import ctypes as c
import os
import weakref
from typing import Any, Iterable, Iterator, List, Optional, Sequence, Union

from ._library import CSquare, Handle, do, lib, make, take_text
from ._words import Colour, Error, RulesLike, Square, SquareLike, Status, rules_text
from .games import Game


class Record(Handle, Sequence["Entry"]):
    """The games of a record file in any format: Record.open(path), Record(text or bytes), or Record.of(game). It is a sequence of
    entries, a game each; of several methods with `number` it is the first that they are about if nothing else is said."""

    _free = "hexad_record_free"

    def __init__(self, text: Union[str, bytes], rules: RulesLike = None) -> None:
        data = text.encode() if isinstance(text, str) else text
        buffer = c.create_string_buffer(data, len(data) or 1)
        super().__init__(make("record_read", buffer, len(data), rules_text(rules)))

    @classmethod
    def open(cls, path: Union[str, "os.PathLike[str]"], rules: RulesLike = None) -> Record:
        """Reads a file; its name is in the messages."""
        with open(path, "rb") as file:
            data = file.read()
        try:
            return cls(data, rules)
        except Error as e:
            raise Error(e.status, f"{os.fspath(path)}: {e}") from None

    @classmethod
    def of(cls, game: Game) -> Record:
        return cls._of(make("record_new", game._pointer))

    def __len__(self) -> int:
        return int(lib.hexad_record_count(self._pointer))

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [Entry(self, i) for i in range(*number.indices(len(self)))]
        if number < 0:
            number += len(self)
        if not 0 <= number < len(self):
            raise IndexError(f"game {number} of {len(self)}, counted from 0")
        return Entry(self, number)

    def __iter__(self) -> Iterator[Entry]:
        return (Entry(self, i) for i in range(len(self)))

    def game(self, number: int = 0) -> Game:
        """The game at the end of the main line."""
        return Game._of(make("record_game", self._pointer, number))

    def variations(self, number: int = 0) -> int:
        """Stones and set-ups that are not on the main line."""
        return int(lib.hexad_record_variations(self._pointer, number))

    def info(self, key: str, number: int = 0) -> Optional[str]:
        """What is said about the game, by SGF's names: PB, PW, RE, DT …"""
        value: Optional[bytes] = lib.hexad_record_info(self._pointer, number, key.encode())
        return value.decode() if value is not None else None

    def set_info(self, key: str, value: Optional[str], number: int = 0) -> None:
        do("record_set_info", self._pointer, number, key.encode(), None if value is None else value.encode())

    def root(self, number: int = 0) -> Node:
        """The tree of the game."""
        pointer = make("record_root", self._pointer, number)
        return Node._at(self, number, pointer)

    def write(self, format: str = "sgf", number: int = 0) -> str:
        """The game as "sgf", "contest" or "plain"."""
        length = c.c_size_t()
        pointer = make("record_write", self._pointer, number, format.encode(), c.byref(length))
        return take_text(pointer, length.value)

    def __repr__(self) -> str:
        return f"<Record of {len(self)} game{'' if len(self) == 1 else 's'}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return [e._whole() for e in self] == [e._whole() for e in other]

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> Record:
        kind, arguments = self.__reduce__()
        copied: Record = kind(*arguments)
        return copied

    def __reduce__(self) -> Any:
        return Record, ("".join(self.write("sgf", i) for i in range(len(self))),)


class Entry:
    """One game of a record."""

    def __init__(self, record: Record, number: int) -> None:
        self.record, self.number = record, number

    def game(self) -> Game:
        """The game at the end of the main line; a bad one raises Error, which says where and why."""
        return self.record.game(self.number)

    @property
    def error(self) -> Optional[str]:
        """What is wrong with it; None if nothing is."""
        try:
            self.game()
        except Error as e:
            return str(e)
        return None

    @property
    def root(self) -> Node:
        return self.record.root(self.number)

    @property
    def variations(self) -> int:
        return self.record.variations(self.number)

    def info(self, key: str) -> Optional[str]:
        return self.record.info(key, self.number)

    def set_info(self, key: str, value: Optional[str]) -> None:
        self.record.set_info(key, value, self.number)

    def write(self, format: str = "sgf") -> str:
        return self.record.write(format, self.number)

    def _whole(self) -> Optional[str]:
        try:
            return self.write()
        except Error:
            return None

    def __repr__(self) -> str:
        return f"<game {self.number} of {self.record!r}: {self.info('PB') or '?'} - {self.info('PW') or '?'}>"


class Node:
    """A place in the tree of a game: the root, a stone or a set-up. Its children come in the order of the file, the main line first.
    Iterating goes through all that is below it, itself included, in the order of the file."""

    record: Record
    number: int
    _where: Optional[int]

    @classmethod
    def _at(cls, record: Record, number: int, pointer: int) -> Node:
        known: Any = record.__dict__.setdefault("_nodes", weakref.WeakValueDictionary())
        node: Optional[Node] = known.get(pointer)
        if node is None:
            node = cls()
            node.record, node.number, node._where = record, number, pointer
            known[pointer] = node
        return node

    @property
    def _pointer(self) -> int:
        self.record._pointer  # raises if the record was closed
        if self._where is None:
            raise Error(Status.BAD_ARGUMENT, "this node was removed")
        return self._where

    def _step(self, name: str) -> Optional[Node]:
        pointer = getattr(lib, "hexad_node_" + name)(self._pointer)
        return Node._at(self.record, self.number, pointer) if pointer else None

    @property
    def parent(self) -> Optional[Node]:
        return self._step("parent")

    @property
    def children(self) -> List[Node]:
        out, child = [], self._step("child")
        while child:
            out.append(child)
            child = child._step("next")
        return out

    @property
    def stone(self) -> Optional[Square]:
        at = CSquare()
        return Square(at.column, at.row) if lib.hexad_node_stone(self._pointer, c.byref(at), None) else None

    @property
    def colour(self) -> Colour:
        """Of its stone; EMPTY if it has none."""
        colour = c.c_int()
        has = lib.hexad_node_stone(self._pointer, None, c.byref(colour))
        return Colour(colour.value) if has else Colour.EMPTY

    @property
    def is_set_up(self) -> bool:
        return bool(lib.hexad_node_set_up(self._pointer))

    @property
    def comment(self) -> str:
        text: bytes = lib.hexad_node_comment(self._pointer)
        return text.decode()

    @comment.setter
    def comment(self, text: Optional[str]) -> None:
        do("record_set_comment", self.record._pointer, self.number, self._pointer, (text or "").encode())

    def game(self) -> Game:
        """The position there."""
        return Game._of(make("record_game_at", self.record._pointer, self.number, self._pointer))

    def line(self) -> List[Node]:
        """The nodes from here to the end of the line of first children, this one included."""
        out, at = [self], self._step("child")
        while at:
            out.append(at)
            at = at._step("child")
        return out

    def __iter__(self) -> Iterator[Node]:
        left = [self]
        while left:
            node = left.pop()
            yield node
            left.extend(reversed(node.children))

    def add(self, stones: Union[str, Iterable[SquareLike]]) -> Node:
        """Goes on by stones, which are added where they are not there yet: all of them or none. The node of the last one."""
        if not isinstance(stones, str):
            stones = " ".join(s if isinstance(s, str) else str(Square(*s)) or "?" for s in stones)
        pointer = make("record_add", self.record._pointer, self.number, self._pointer, stones.encode())
        return Node._at(self.record, self.number, pointer)

    def make_main(self) -> None:
        """Makes the line from the root to here the main line."""
        do("record_make_main", self.record._pointer, self.number, self._pointer)

    def remove(self) -> None:
        """Takes it away with all below it."""
        below = [node._pointer for node in self]
        do("record_remove", self.record._pointer, self.number, self._pointer)
        known: Any = self.record.__dict__.get("_nodes", {})
        for pointer in below:
            node = known.pop(pointer, None)
            if node is not None:
                node._where = None

    def __repr__(self) -> str:
        if self._where is None:
            return "<Node, removed>"
        return f"<Node {self.colour.name.lower() + ' ' + str(self.stone) if self.stone else 'without a stone'}>"

    def __reduce__(self) -> Any:
        raise TypeError("a Node cannot be pickled without its record")

    def __copy__(self) -> Node:
        raise TypeError("a Node cannot be copied without its record")

    def __deepcopy__(self, memo: Any) -> Node:
        return self.__copy__()
