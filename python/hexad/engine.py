"""Who thinks: the engine, the players of the arena, and evaluators such as nets."""

from __future__ import annotations

import asyncio
import ctypes as c
import os
import threading
from typing import TYPE_CHECKING, Any, AsyncIterator, Iterable, List, Optional, Sequence, Tuple

from ._library import CReport, CSquares, Handle, do, lib, make, squares, take_text
from ._words import Error, Report, RulesLike, Square, SquareLike, Status, rules_text
from ._work import Progress, Stop, Work, report_of
from .games import Game, _numpy

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_AT_ONCE = 16  # positions that one call judges: between two calls Ctrl-C is heard


class Engine(Handle):
    """Finds good turns in games of these rules; `hash` bytes for its tables, `threads` that search together. A copy, or what comes
    from a pickle, is a new engine with the same options."""

    _free = "hexad_engine_free"

    def __init__(self, rules: RulesLike = "connect6", hash: int = 0, threads: int = 0) -> None:
        self._options = (rules, hash, threads)
        super().__init__(make("engine_new", rules_text(rules), hash, threads))

    def clear(self) -> None:
        """Forgets what was learned."""
        lib.hexad_engine_clear(self._pointer)

    def think(self, game: Game, *, seconds: float = 0, nodes: int = 0, depth: int = 0, lines: int = 0,
              region: Optional[Iterable[SquareLike]] = None, stop: Optional[Stop] = None,
              progress: Optional[Progress] = None) -> Report:
        """The best turns. `progress` is called with a Report now and then; true stops it. `region`: squares that turns must have all
        their stones on."""
        work = Work(seconds=seconds, nodes=nodes, depth=depth, lines=lines, stop=stop, progress=progress,
                    region=_region(game, region))
        if not (seconds or nodes or depth or stop or progress):
            raise Error(Status.BAD_ARGUMENT, "no limit, and nothing that could stop it")
        out = CReport()
        work.run("engine_think", self._pointer, game._pointer, work.limits, c.byref(out))
        return report_of(out)

    async def analyse(self, game: Game, *, seconds: float = 0, nodes: int = 0, depth: int = 0, lines: int = 0,
                      region: Optional[Iterable[SquareLike]] = None) -> AsyncIterator[Report]:
        """`async for report in engine.analyse(game)`: the newest report whenever there is one, the final one last. Without limits it
        goes on until the loop is left, which ends the thinking, too."""
        loop, stop = asyncio.get_running_loop(), Stop()
        news: List[Report] = []
        rung = asyncio.Event()
        failed: List[BaseException] = []
        over = False

        def hear(report: Optional[Report], end: bool) -> None:
            nonlocal over
            over = over or end
            if report:
                news[:] = [report]
            rung.set()

        def tell(report: Report) -> None:
            loop.call_soon_threadsafe(hear, report, False)

        def think() -> None:
            final = None
            try:
                final = self.think(game, seconds=seconds, nodes=nodes, depth=depth, lines=lines, region=squares_,
                                   stop=stop, progress=tell)
            except BaseException as e:  # pylint: disable=broad-except
                failed.append(e)
            try:
                loop.call_soon_threadsafe(hear, final, True)
            except RuntimeError:  # the loop is gone, and nobody waits
                pass

        game, squares_ = game.copy(), None if region is None else list(region)
        thread = threading.Thread(target=think, name="hexad", daemon=True)
        thread.start()
        try:
            while not (over and not news):
                await rung.wait()
                rung.clear()
                while news:
                    yield news.pop()
        finally:
            stop.set()
            thread.join()
        if failed:
            raise failed[0]

    def __repr__(self) -> str:
        return f"Engine({self._options[0]!r}, hash={self._options[1]}, threads={self._options[2]})"

    def __copy__(self) -> Engine:
        return Engine(*self._options)

    def __reduce__(self) -> Any:
        return Engine, self._options


def _region(game: Game, region: Optional[Iterable[SquareLike]]) -> Optional[bytes]:
    if region is None:
        return None
    marked = bytearray(game.columns * game.rows)
    for at in region:
        square = game.square(at)
        if not (0 <= square.column < game.columns and 0 <= square.row < game.rows):
            raise Error(Status.BAD_ARGUMENT, f"{at!r} of the region is not on the board")
        marked[square.row * game.columns + square.column] = 1
    return bytes(marked)


class Player(Handle):
    """A player of the arena: "engine:level=3", "sequences+search:depth=4", "net"; of Go "mcts:playouts=200", "net", "plain". The
    seed decides what chance decides. Player.list(rules) tells which there are."""

    _free = "hexad_player_free"

    def __init__(self, player: str, rules: RulesLike = "connect6", seed: int = 0) -> None:
        self._options = (player, rules, seed)
        super().__init__(make("player_new", player.encode(), rules_text(rules), seed))

    def turn(self, game: Game, *, seconds: float = 0, nodes: int = 0, stop: Optional[Stop] = None) -> List[Square]:
        """The rest of the turn of the side to move."""
        work, out = Work(seconds=seconds, nodes=nodes, stop=stop), CSquares()
        work.run("player_turn", self._pointer, game._pointer, work.limits, c.byref(out))
        return squares(out)

    @staticmethod
    def list(rules: RulesLike = "connect6") -> str:
        """The players of a game with their options, for people."""
        return take_text(make("players", rules_text(rules)))

    def __repr__(self) -> str:
        return "Player({!r}, {!r}, seed={})".format(*self._options)

    def __copy__(self) -> Player:
        return Player(*self._options)

    def __reduce__(self) -> Any:
        return Player, self._options


class Evaluator(Handle):
    """Judges positions without search: "net" by the trained net inside the library, "engine" by the engine's own evaluation, or by the
    net in a file."""

    _free = "hexad_evaluator_free"

    def __init__(self, which: str = "net", rules: RulesLike = "connect6") -> None:
        self._options = (which, rules)
        super().__init__(make("evaluator_new", os.fsencode(which), rules_text(rules)))

    def _ask(self, games: Sequence[Game], chances: Any, shares: Optional[int], points: int) -> None:
        """Writes chances, and shares from an address on."""
        for at in range(0, len(games), _AT_ONCE):
            some = games[at:at + _AT_ONCE]
            handles = (c.c_void_p * len(some))(*(g._pointer for g in some))
            told = (c.c_double * len(some))()
            do("evaluator_ask", self._pointer, handles, len(some), told,
               None if shares is None else shares + at * points * c.sizeof(c.c_float))
            chances[at:at + len(some)] = told[:]

    def chances(self, games: Sequence[Game]) -> List[float]:
        """How likely the side to move is to win, for each."""
        out = [0.0] * len(games)
        self._ask(games, out, None, 0)
        return out

    def chance(self, game: Game) -> float:
        return self.chances([game])[0]

    def policy(self, game: Game) -> List[Tuple[Square, float]]:
        """Where the next stone is how likely, the likeliest first."""
        columns, points = game.columns, game.columns * game.rows
        shares = (c.c_float * points)()
        self._ask([game], [0.0], c.addressof(shares), points)
        told = [(Square(i % columns, i // columns), float(share)) for i, share in enumerate(shares) if share > 0]
        return sorted(told, key=lambda t: -t[1])

    def arrays(self, games: Sequence[Game]) -> Tuple["npt.NDArray[np.float64]", "npt.NDArray[np.float32]"]:
        """Chances [position] and shares [position, row, column] as numpy arrays."""
        np_ = _numpy()
        rows, columns = (games[0].rows, games[0].columns) if games else (0, 0)
        chances: npt.NDArray[np.float64] = np_.empty(len(games))
        shares: npt.NDArray[np.float32] = np_.empty((len(games), rows, columns), "float32")
        self._ask(games, chances, shares.ctypes.data, rows * columns)
        return chances, shares

    def __repr__(self) -> str:
        return "Evaluator({!r}, {!r})".format(*self._options)

    def __copy__(self) -> Evaluator:
        return Evaluator(*self._options)

    def __reduce__(self) -> Any:
        return Evaluator, self._options
