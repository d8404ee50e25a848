"""Limits, interruptions and progress of whatever takes long; analysis that is awaited."""

import asyncio
import os
import signal
import threading
import unittest

import hexad
from hexad import Status

FOREVER = 3600  # seconds; nothing here takes that long


class Limits(unittest.TestCase):
    def test_wrong_limits_are_told(self):
        game, engine = hexad.Game("connect6", "j10 k11 i11"), hexad.Engine(hash=1 << 20)
        for limits, text in [({"nodes": -5}, "nodes=-5"), ({"nodes": 1.5}, "nodes=1.5"), ({"seconds": -1}, "seconds=-1"),
                             ({"seconds": float("nan")}, "seconds=nan"), ({"seconds": "x"}, "seconds='x'"),
                             ({"nodes": 2**64}, "from 0 to"), ({"nodes": 1, "lines": 33}, "33 lines"),
                             ({"nodes": 1, "depth": -1}, "depth=-1"), ({}, "no limit"),
                             ({"seconds": float("inf")}, "seconds=inf"),
                             ({"nodes": 1, "region": ["z99"]}, "not on the board")]:
            if text == "seconds=inf":  # no limit: then something else has to end it
                self.assertTrue(engine.think(game, progress=lambda report: True, **limits).lines)
                continue
            with self.assertRaises(hexad.Error, msg=str(limits)) as caught:
                engine.think(game, **limits)
            self.assertEqual(caught.exception.status, Status.BAD_ARGUMENT)
            self.assertIn(text, str(caught.exception))
        for call in (lambda: engine.think(game, secs=1), lambda: game.force(lines=1), lambda: game.exact(depth=1),
                     lambda: game.solve(depth=3)):
            with self.assertRaises(TypeError):
                call()

    def test_a_region(self):
        report = hexad.Engine(hash=1 << 20).think(hexad.Game("connect6", "j10 k11 i11"), nodes=1000,
                                                  region=["a1", "b1", (2, 0)])
        self.assertTrue(all(square.row == 0 and square.column < 3 for square in report.lines[0].turn))


class Interrupts(unittest.TestCase):
    """Ctrl-C gets through every long call, also through those that ask nobody on the way."""

    def test_interrupts(self):
        game, small, wide = hexad.Game("connect6", "j10 k11 i11"), hexad.Game("8,8,5,1,1"), hexad.Game("connect6", "j10 a1 b1")
        engine, player = hexad.Engine(hash=1 << 20), hexad.Player("engine:openings=no")
        stop = hexad.Stop()
        for call in (lambda: engine.think(game, seconds=FOREVER),
                     lambda: engine.think(game, seconds=FOREVER, stop=stop),
                     lambda: engine.think(game, progress=lambda report: False),
                     lambda: small.exact(seconds=FOREVER),
                     lambda: wide.solve(order=4, seconds=FOREVER),
                     lambda: player.turn(game, seconds=FOREVER)):
            timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
            with self.assertRaises(KeyboardInterrupt):
                timer.start()
                call()
            timer.join()
            self.assertFalse(stop.is_set())
            self.assertTrue(engine.think(game, nodes=100).lines)  # all is well afterwards

    def test_progress_is_called_where_the_call_was(self):
        engine, game, where = hexad.Engine(hash=1 << 20), hexad.Game("connect6", "j10 k11 i11"), []

        def look(report):
            where.append(threading.current_thread())
            return len(where) > 2

        engine.think(game, progress=look)
        self.assertEqual(set(where), {threading.current_thread()})
        where.clear()
        thread = threading.Thread(target=lambda: engine.think(game, progress=look))
        thread.start()
        thread.join()
        self.assertEqual(set(where), {thread})

    def test_what_progress_raises_comes_out(self):
        class Mine(Exception):
            pass

        def fail(report):
            raise Mine

        def refuse(report):
            raise hexad.Error(Status.ILLEGAL, "mine")

        game, engine = hexad.Game("connect6", "j10 k11 i11"), hexad.Engine(hash=1 << 20)
        with self.assertRaises(Mine):
            engine.think(game, progress=fail)
        with self.assertRaises(hexad.Error) as caught:
            engine.think(game, progress=refuse)
        self.assertEqual(str(caught.exception), "mine")
        raised = []

        def elsewhere():
            try:
                engine.think(game, progress=fail)
            except Mine as e:
                raised.append(e)

        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
        self.assertEqual(len(raised), 1)

    def test_a_stop_that_is_set_stays_set(self):
        stop, engine = hexad.Stop(), hexad.Engine(hash=1 << 20)
        stop.set()
        engine.think(hexad.Game("connect6", "j10 k11 i11"), stop=stop)
        engine.think(hexad.Game("connect6", "j10 k11 i11"), stop=stop)
        self.assertTrue(stop.is_set())
        stop.clear()
        engine.think(hexad.Game("connect6", "j10 k11 i11"), stop=stop, progress=lambda report: True)
        self.assertFalse(stop.is_set())


class Awaited(unittest.TestCase):
    def test_reports_come_until_the_limit(self):
        game = hexad.Game("connect6", "j10 k11 i11")

        async def all_of_it():
            return [r async for r in hexad.Engine(hash=1 << 20).analyse(game, nodes=20000, lines=2)]

        reports = asyncio.run(all_of_it())
        whole = hexad.Engine(hash=1 << 20).think(game, nodes=20000, lines=2)
        self.assertEqual((reports[-1].nodes, reports[-1].lines), (whole.nodes, whole.lines))
        self.assertEqual(len(reports[-1].lines), 2)

    def test_leaving_the_loop_ends_it(self):
        before = threading.active_count()

        async def first():
            others = 0

            async def other():
                nonlocal others
                while True:
                    others += 1
                    await asyncio.sleep(0)

            beside = asyncio.ensure_future(other())
            reports = hexad.Engine(hash=1 << 20).analyse(hexad.Game("connect6", "j10 k11 i11"))
            async for report in reports:
                break
            await reports.aclose()
            beside.cancel()
            return report, others

        report, others = asyncio.run(first())
        self.assertTrue(report.lines)
        self.assertGreater(others, 0)  # the loop went on meanwhile
        self.assertEqual(threading.active_count(), before)

    def test_errors_come_out(self):
        async def wrong():
            async for _ in hexad.Engine("gomoku", hash=1 << 20).analyse(hexad.Game("connect6", "j10 k11 i11"), nodes=10):
                pass

        with self.assertRaises(hexad.Error):
            asyncio.run(wrong())


if __name__ == "__main__":
    unittest.main()
