"""Inside: limits, stops and progress of whatever takes long; Ctrl-C gets through all of it."""

from __future__ import annotations

import ctypes as c
import math
import operator
import queue
import threading
from typing import Any, Callable, Optional, Tuple

from ._library import CLimits, CProgress, Handle, do, lib, squares
from ._words import Error, Line, Report, Status

Progress = Callable[[Report], Any]


class Stop(Handle):
    """Stops work from another thread. Once set it stays set until it is cleared."""

    _free = "hexad_stop_free"

    def __init__(self) -> None:
        super().__init__(lib.hexad_stop_new())
        self._wanted = False
        self._lock = threading.Lock()

    def set(self) -> None:
        with self._lock:
            self._wanted = True
            lib.hexad_stop_set(self._pointer)

    def clear(self) -> None:
        with self._lock:
            self._wanted = False
            lib.hexad_stop_clear(self._pointer)

    def is_set(self) -> bool:
        return self._wanted

    def __repr__(self) -> str:
        return f"<Stop, {'set' if self._wanted else 'not set'}>"

    def _interrupt(self) -> None:
        """Stops what is under way, and nothing that comes later."""
        lib.hexad_stop_set(self._pointer)

    def _go_on(self) -> None:
        with self._lock:
            if not self._wanted:
                lib.hexad_stop_clear(self._pointer)


def line_of(line: Any) -> Line:
    return Line(squares(line.stones, line.turn), squares(line.stones), line.value, line.chance, line.mate, line.likely,
                line.visits, line.share)


def report_of(r: Any) -> Report:
    return Report(r.depth, r.reached, r.nodes, r.seconds, r.hash_permill, [line_of(x) for x in r.line[: r.count]],
                  r.playouts, r.score, list(r.owner[: r.points]))


def _whole(name: str, value: int, most: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise Error(Status.BAD_ARGUMENT, f"{name}={value!r}: a whole number, please") from None
    if not 0 <= number <= most:
        raise Error(Status.BAD_ARGUMENT, f"{name}={value!r}: from 0 to {most}, please")
    return number


def _seconds(value: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise Error(Status.BAD_ARGUMENT, f"seconds={value!r}: a number, please") from None
    if math.isnan(number) or number < 0:
        raise Error(Status.BAD_ARGUMENT, f"seconds={value!r}: not less than 0, please")
    return 0 if math.isinf(number) else number


class Work:
    """One long call: its limits, checked, and how it is done.

    In the main thread the call itself is made by a thread of its own, while the main thread waits for it, hears its progress, and
    gets signals. An exception that comes there (KeyboardInterrupt, or one of the progress) stops the call and goes on when it is
    over, whatever the version of Python and whether or not the call asks anybody on the way."""

    def __init__(self, *, seconds: float = 0, nodes: int = 0, depth: int = 0, lines: int = 0, memory: int = 0,
                 stop: Optional[Stop] = None, progress: Optional[Progress] = None,
                 region: Optional[bytes] = None) -> None:
        self._progress = progress
        self._raised: Optional[BaseException] = None
        self._events: "queue.SimpleQueue[Tuple[str, Any]]" = queue.SimpleQueue()
        self._answers: "queue.SimpleQueue[int]" = queue.SimpleQueue()
        self._aside = False
        self._stop = stop or Stop()
        self._told = CProgress(self._hear) if progress else CProgress(0)
        self._limits = CLimits(_seconds(seconds), _whole("nodes", nodes, 2**64 - 1), _whole("depth", depth, 2**31 - 1),
                               _whole("lines", lines, 2**31 - 1), _whole("memory", memory, 2**63 - 1),
                               self._stop._pointer, self._told, None, region)
        self.limits = c.byref(self._limits)

    def _hear(self, _: Any, report: Any) -> int:
        """The progress, in the thread that makes the call."""
        try:
            if not self._aside:
                return self._ask(report_of(report.contents))
            self._events.put(("told", report_of(report.contents)))
            return self._answers.get()
        except BaseException as e:  # pylint: disable=broad-except
            self._raised = e
            return 1

    def _ask(self, report: Report) -> int:
        return 1 if self._progress and self._progress(report) else 0

    def _call(self, name: str, args: Tuple[Any, ...]) -> None:
        try:
            do(name, *args)
            self._events.put(("done", None))
        except BaseException as e:  # pylint: disable=broad-except
            self._events.put(("done", e))

    def _wait(self) -> Optional[BaseException]:
        """Until the call is over; its progress is asked here."""
        while True:
            what, value = self._events.get()
            if what == "done":
                failed: Optional[BaseException] = value
                return failed
            answer = 1
            try:
                answer = self._ask(value)
            finally:
                self._answers.put(answer)

    def _let_end(self, thread: threading.Thread) -> None:
        """Something was raised: the call is stopped and waited for; whoever presses Ctrl-C again waits as well."""
        self._stop._interrupt()
        while thread.is_alive():
            try:
                what, _ = self._events.get(timeout=0.1)
                if what == "told":
                    self._answers.put(1)
            except (queue.Empty, KeyboardInterrupt):
                continue

    def run(self, name: str, *args: Any) -> None:
        """Calls a function of the library that returns a status."""
        try:
            if threading.current_thread() is not threading.main_thread():
                do(name, *args)
            else:
                self._run_aside(name, args)
        finally:
            self._stop._go_on()
        if self._raised:
            raise self._raised

    def _run_aside(self, name: str, args: Tuple[Any, ...]) -> None:
        self._aside = True
        thread = threading.Thread(target=self._call, args=(name, args), name="hexad", daemon=True)
        over = False
        try:
            thread.start()
            failed = self._wait()
            over = True
        finally:
            if not over:
                self._let_end(thread)
        if failed:
            raise failed
