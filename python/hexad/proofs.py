"""Proofs: wins as certificates, and the checker that accepts them."""

from __future__ import annotations

import ctypes as c
import os
from typing import Any, Optional, Union

from ._library import Handle, do, lib, make
from ._words import Verdict
from ._work import Progress, Stop, Work
from .games import Game

__all__ = ["Proof"]


def path_bytes(path: Union[str, bytes, "os.PathLike[str]"]) -> bytes:
    return os.fsencode(path)


class Proof(Handle):
    """A win as a certificate, from its bytes or the name of a file."""

    _free = "hexad_proof_free"
    _path: Optional[bytes] = None

    def __init__(self, certificate: Union[bytes, str, "os.PathLike[str]"]) -> None:
        if isinstance(certificate, bytes):
            buffer = c.create_string_buffer(certificate, len(certificate) or 1)
            super().__init__(make("proof_read", buffer, len(certificate)))
        else:
            self._path = path_bytes(certificate)
            super().__init__(make("proof_open", self._path))

    @property
    def certificate(self) -> Optional[bytes]:
        """Its bytes; None if it is in a file."""
        length = c.c_size_t()
        pointer = lib.hexad_proof_bytes(self._pointer, c.byref(length))
        return c.string_at(pointer, length.value) if pointer else None

    @property
    def claim(self) -> str:
        """What is claimed; proved only once check() said ACCEPTED."""
        text: bytes = lib.hexad_proof_claim(self._pointer)
        return text.decode()

    @property
    def fault(self) -> str:
        """Why the last check did not accept it."""
        text: bytes = lib.hexad_proof_fault(self._pointer)
        return text.decode()

    @property
    def game(self) -> Game:
        """The position of the claim."""
        return Game._of(make("proof_game", self._pointer))

    def check(self, *, seconds: float = 0, stop: Optional[Stop] = None,
              progress: Optional[Progress] = None) -> Verdict:
        """Checks it, by a checker that shares nothing with what found it."""
        work, verdict = Work(seconds=seconds, stop=stop, progress=progress), c.c_int()
        work.run("proof_check", self._pointer, work.limits, c.byref(verdict))
        return Verdict(verdict.value)

    def __repr__(self) -> str:
        return f"<Proof, not checked here: {self.claim}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Proof):
            return NotImplemented
        return (self.certificate, self._path) == (other.certificate, other._path)

    def __hash__(self) -> int:
        return hash((self.certificate, self._path))

    def __copy__(self) -> Proof:
        kind, arguments = self.__reduce__()
        copied: Proof = kind(*arguments)
        return copied

    def __reduce__(self) -> Any:
        held = self.certificate
        if held is None and self._path is None:  # solve() wrote it to a file
            return super().__reduce__()
        return Proof, (held if held is not None else os.fsdecode(self._path or b""),)
