"""The Python package against the library that it finds."""

import ctypes.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

import hexad
from hexad import Answer, Colour, Outcome, Status, Verdict, _library

WON = "j10 a1 a3 k10 l10 c1 c3 m10 s1 e1 e3"  # Black has four in a row and is to move


def names(squares):
    return " ".join(str(s) for s in squares)


class Games(unittest.TestCase):
    def test_squares(self):
        self.assertEqual(str(hexad.Square(9, 9)), "j10")
        game = hexad.Game("gomoku", "h8")
        self.assertEqual(game.cell("h8"), Colour.BLACK)
        self.assertEqual(game.cell((7, 7)), Colour.BLACK)
        self.assertEqual(game.cell((15, 0)), Colour.OUTSIDE)
        self.assertTrue(game.legal("h9"))
        self.assertFalse(game.legal("h8"))

    def test_play_and_undo(self):
        game = hexad.Game()
        game.play("j10 k11")
        game.play([(8, 10)])
        state = game.state
        self.assertEqual(state.rules, (19, 19, 6, 2, 1))
        self.assertFalse(state.exact)
        self.assertTrue(hexad.Game("15,15,5,1,1,exact").state.exact)
        self.assertEqual((state.to_move, state.left, state.played), (Colour.BLACK, 2, 3))
        self.assertEqual(game.history()[2], (Colour.WHITE, (8, 10)))
        copy = game.copy()
        game.undo(2)
        self.assertEqual(game.state.stones, 1)
        self.assertEqual(copy.state.stones, 3)
        self.assertIn("10", str(game))

    def test_end(self):
        state = hexad.Game("tictactoe", "a1 a2 b1 b2 c1").state
        self.assertEqual(state.outcome, Outcome.BLACK_WINS)
        self.assertEqual(names(state.row), "a1 b1 c1")

    def test_errors(self):
        game = hexad.Game()
        for call, status, text in [
            (lambda: hexad.Game("chess"), Status.BAD_ARGUMENT, "chess"),
            (lambda: game.play("j10 j10"), Status.ILLEGAL, "j10 is occupied"),
            (lambda: game.play([(-1, 0)]), Status.BAD_ARGUMENT, "not a square"),
            (game.undo, Status.ILLEGAL, "no stone"),
            (lambda: hexad.Record("(;B[jj"), Status.BAD_DATA, "line 1"),
            (lambda: hexad.Proof("/nowhere"), Status.FILE, "No such file"),
            (lambda: hexad.Engine().think(game), Status.BAD_ARGUMENT, "no limit"),
            (lambda: game.exact(), Status.BAD_ARGUMENT, "empty squares"),
        ]:
            with self.assertRaises(hexad.Error) as caught:
                call()
            self.assertEqual(caught.exception.status, status)
            self.assertIn(text, str(caught.exception))

    def test_threats(self):
        game = hexad.Game("connect6", "j10 a1 a2 k10 l10 c1 c2 m10 s1")
        self.assertEqual(game.threats(Colour.BLACK), (2, 3, []))
        defences = game.defences(Colour.BLACK)
        self.assertEqual(names(defences[0]), "h10 n10")
        self.assertEqual(len(game.defences(Colour.BLACK, most=1)), 1)


class Work(unittest.TestCase):
    def test_think(self):
        game, engine = hexad.Game("connect6", WON), hexad.Engine(hash=1 << 20)
        told = []
        report = engine.think(game, nodes=2000, lines=2, progress=told.append)
        self.assertEqual(report.lines[0].mate, 1)
        self.assertEqual(report.lines[0].chance, 1)
        game.play(report.lines[0].turn)
        self.assertEqual(game.state.outcome, Outcome.BLACK_WINS)
        engine.clear()

    def test_stops(self):
        game, engine, stop = hexad.Game("connect6", "j10"), hexad.Engine(hash=1 << 20, threads=2), hexad.Stop()
        thread = threading.Timer(0.05, stop.set)
        thread.start()
        self.assertEqual(len(engine.think(game, stop=stop).lines[0].turn), 2)
        thread.join()
        self.assertTrue(engine.think(game, progress=lambda report: report.nodes > 0).nodes > 0)

        def interrupt(report):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            engine.think(game, progress=interrupt)

    def test_force_and_exact(self):
        win = hexad.Game("connect6", WON).force()
        self.assertEqual((win.answer, len(win.turn)), (Answer.WIN, 2))
        self.assertEqual(hexad.Game("tictactoe", "b2 a1").force(doubled=True, seconds=5).answer, Answer.NONE)
        value = hexad.Game("tictactoe", "a1 b1").exact()
        self.assertEqual((value.lower, value.upper, len(value.turn)), (1, 1, 1))

    def test_proof(self):
        win = hexad.Game("9,9,5,2,2").solve(order=3)
        self.assertEqual((win.answer, win.order), (Answer.WIN, 3))
        self.assertEqual(win.proof.check(), Verdict.ACCEPTED)
        self.assertIn("Connect(9,9,5,2,2) from the empty board", win.proof.claim)
        certificate = win.proof.certificate
        self.assertEqual(hexad.Proof(certificate).check(), Verdict.ACCEPTED)
        self.assertEqual(hexad.Proof(certificate).game.state.rules, (9, 9, 5, 2, 2))
        cut = hexad.Proof(certificate[:-1])
        self.assertEqual(cut.check(), Verdict.UNREADABLE)
        self.assertIn("ends too early", cut.fault)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "ä win.cert")
            written = hexad.Game("9,9,5,2,2", "e5 d5").solve(Colour.BLACK, order=3, file=path)
            self.assertIsNone(written.proof.certificate)
            self.assertEqual(hexad.Proof(path).check(), Verdict.ACCEPTED)
        self.assertIsNone(hexad.Game("connect6", "j10").solve(nodes=10).proof)

    def test_infinite(self):
        """The turn is on the board of the game, wherever on it the stones are; the proof has a board of its own."""
        stones = [(12, 12), (12, 1), (12, 3), (13, 13), (14, 14), (13, 1), (13, 3)]
        for columns, rows, right, up in [(19, 19, 0, 0), (100, 100, 0, 0), (100, 60, 71, 30), (20, 127, 3, 101)]:
            game = hexad.Game(f"{columns},{rows},6,2,1")
            game.play([(column + right, row + up) for column, row in stones])
            win = game.solve(infinite=True)
            self.assertEqual(win.turn, [(11 + right, 11 + up), (14 + right, 12 + up)])
            self.assertEqual(win.proof.check(), Verdict.ACCEPTED)
            game.play(win.turn)
            again = game.solve(Colour.BLACK, infinite=True)
            self.assertEqual((again.answer, again.turn), (Answer.WIN, []))


class Records(unittest.TestCase):
    def test_formats(self):
        record = hexad.Record("(;SZ[19]PB[Ada];B[jj](;W[ki];W[ii])(;W[aa]))(;SZ[19];B[bb])")
        self.assertEqual((len(record), record.variations()), (2, 1))
        self.assertEqual(record.info("PB"), "Ada")
        self.assertIsNone(record.info("PW"))
        self.assertEqual(record.write("plain").strip(), "j10 k11 i11")
        self.assertEqual(record.game().state.played, 3)
        again = hexad.Record(record.write("contest"))
        self.assertEqual(again.write("plain"), record.write("plain"))
        own = hexad.Record.of(hexad.Game("tictactoe", "b2"))
        own.set_info("PB", "Grace")
        self.assertIn("PB[Grace]", own.write())
        self.assertEqual(hexad.Record(b"b2", rules="tictactoe").game().state.rules, (3, 3, 3, 1, 1))


class Library(unittest.TestCase):
    def headers(self):
        folder = os.environ.get("HEXAD_INCLUDE")
        if not folder:
            self.skipTest("HEXAD_INCLUDE does not name the folder of the headers")
        return {p.name: p.read_text(encoding="utf-8") for p in pathlib.Path(folder).glob("hexad*.h")}

    def test_version(self):
        self.assertIn(f'#define HEXAD_VERSION "{hexad.version()}"', self.headers()["hexad.h"])
        self.assertEqual(hexad.__version__, hexad.version())

    def test_every_function_is_known(self):
        """The package names every function of the headers (but for the hook, which is of no use here)."""
        text = "".join(self.headers().values()).replace("\n", " ")
        declared = {part.split("(")[0].split()[-1].lstrip("*") for part in text.split("HEXAD_API ")[1:]}
        declared = {name for name in declared if name.startswith("hexad_")} - {"hexad_on_out_of_memory"}
        known = {"hexad_" + entry.split()[0] for entry in _library.FUNCTIONS.replace("\n", ";").split(";") if entry.strip()}
        self.assertEqual(known, declared)

    def test_a_library_that_is_missing_is_told(self):
        code = "import sys; sys.path[:0] = [sys.argv[1]]; import hexad"
        package = pathlib.Path(hexad.__file__).resolve().parent
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(package, os.path.join(folder, "hexad"), ignore=shutil.ignore_patterns("libhexad*"))
            empty = os.path.join(folder, "empty.so")
            pathlib.Path(empty).touch()
            for library, text in [(None, "libhexad.so.1 was not found"), ("/nowhere.so", "/nowhere.so cannot be loaded"),
                                  (empty, "cannot be loaded")]:
                environment = {k: v for k, v in os.environ.items() if k not in ("HEXAD_LIBRARY", "PYTHONPATH")}
                if library:
                    environment["HEXAD_LIBRARY"] = library
                elif ctypes.util.find_library("hexad"):
                    continue  # it is in the system
                done = subprocess.run([sys.executable, "-c", code, folder], env=environment, stderr=subprocess.PIPE,
                                      universal_newlines=True, check=False)
                self.assertIn("ImportError", done.stderr)
                self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main()
