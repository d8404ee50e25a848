"""Copies, pickles, comparisons and texts of what the package has; other processes."""

import copy
import multiprocessing
import os
import pickle
import tempfile
import unittest

import hexad
from hexad import Colour, Judgement, Square, Status

WON = "j10 a1 a3 k10 l10 c1 c3 m10 s1 e1 e3"


def think(task):
    """Elsewhere: an engine and a game that came as pickles."""
    engine, game = task
    return engine.think(game, nodes=500).lines[0].turn


class Games(unittest.TestCase):
    def games(self):
        board = bytearray(361)
        board[0], board[20], board[40] = 1, 2, 1
        game = hexad.Game.set_up("connect6", board, Colour.WHITE, 1)
        game.play("j10 k11")
        return [hexad.Game(), hexad.Game("connect6", WON), hexad.Game((15, 15, 5, 1, 1, True), "h8"), game,
                hexad.Game("go9", "E5 pass D5"), hexad.Game("tictactoe", "a1 a2 b1 b2 c1")]

    def test_copies_are_equal_and_apart(self):
        for game in self.games():
            for other in (game.copy(), copy.copy(game), copy.deepcopy([game])[0], pickle.loads(pickle.dumps(game))):
                self.assertEqual(other, game)
                self.assertEqual(other.state, game.state)
                self.assertEqual(str(other), str(game))
                before = game.state.played
                if not other.over:
                    other.play([other.moves()[0]])
                    self.assertNotEqual(other, game)
                    self.assertEqual(game.state.played, before)
        self.assertNotEqual(hexad.Game("connect6", "j10 k11 i11"), hexad.Game("connect6", "j10 i11 k11"))
        self.assertEqual(hexad.Game("connect6", "j10 k11 i11").key(), hexad.Game("connect6", "j10 i11 k11").key())
        self.assertNotEqual(hexad.Game(), "a game")
        with self.assertRaises(TypeError):
            hash(hexad.Game())

    def test_repr_makes_it_again(self):
        for game in self.games():
            if "set up" not in repr(game):
                self.assertEqual(eval(repr(game), {"Game": hexad.Game}), game)  # pylint: disable=eval-used
        self.assertIn("set up, then 'j10 k11'", repr(self.games()[3]))

    def test_rules(self):
        self.assertEqual(hexad.Game((19, 19, 6, 2, 1)), hexad.Game("connect6"))
        self.assertEqual(hexad.Game([15, 15, 5, 1, 1, True]).rules, "15,15,5,1,1,exact")
        self.assertEqual(hexad.Game(None).rules, "19,19,6,2,1")
        for bad in ((1, 2, 3), "chess", ("a", 1, 2, 3, 4), (0, 0, 0, 0, 0)):
            with self.assertRaises(hexad.Error):
                hexad.Game(bad)

    def test_boards_and_moves(self):
        game = hexad.Game("tictactoe", "b2 a1")
        self.assertEqual(game.board(), bytes([2, 0, 0, 0, 1, 0, 0, 0, 0]))
        self.assertEqual(len(game.moves()), 7)
        self.assertEqual(game.turned(1, "a1"), Square(2, 0))
        self.assertEqual(game.symmetries, 8)
        self.assertEqual(hexad.Game.set_up("tictactoe", game.board(), Colour.BLACK).board(), game.board())
        with self.assertRaises(hexad.Error) as caught:
            hexad.Game.set_up("tictactoe", b"\x01", Colour.BLACK)
        self.assertIn("9, please", str(caught.exception))

    def test_pictures(self):
        picture = hexad.Game("connect6", "j10 k11 i11")._repr_svg_()
        self.assertTrue(picture.startswith("<svg ") and picture.endswith("</svg>"))
        self.assertEqual(picture.count("<circle"), 3)
        self.assertEqual(picture.count("#c22"), 2)  # White's turn is marked
        self.assertIn("<svg", hexad.Game("go9", "E5")._repr_svg_())


class Others(unittest.TestCase):
    def test_engines_players_evaluators(self):
        game = hexad.Game("connect6", WON)
        engine = hexad.Engine("connect6", hash=1 << 20)
        for other in (copy.copy(engine), pickle.loads(pickle.dumps(engine))):
            self.assertEqual(other.think(game, nodes=500).lines[0].turn, engine.think(game, nodes=500).lines[0].turn)
        self.assertEqual(repr(engine), f"Engine('connect6', hash={1 << 20}, threads=0)")
        player = hexad.Player("sequences", seed=5)
        self.assertEqual(copy.deepcopy(player).turn(game), player.turn(game))
        self.assertIn("sequences", hexad.Player.list())
        judge = hexad.Evaluator("engine")
        self.assertEqual(pickle.loads(pickle.dumps(judge)).chance(game), judge.chance(game))
        policy = judge.policy(game)
        self.assertAlmostEqual(sum(share for _, share in policy), 1, places=3)
        self.assertTrue(all(game.legal(square) for square, _ in policy))

    def test_proofs_and_records(self):
        proof = hexad.Game("9,9,5,2,2").solve(order=3).proof
        for other in (copy.copy(proof), pickle.loads(pickle.dumps(proof))):
            self.assertEqual(other, proof)
            self.assertEqual(other.check(), hexad.Verdict.ACCEPTED)
        self.assertIn("9,9,5,2,2", repr(proof))
        record = hexad.Record("(;SZ[19]PB[Ada];B[jj](;W[ki])(;W[aa]))(;SZ[19];B[bb])")
        self.assertEqual(pickle.loads(pickle.dumps(record)), record)
        self.assertEqual(len(copy.copy(record)), 2)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.cert")
            with open(path, "wb") as file:
                file.write(proof.certificate)
            self.assertEqual(pickle.loads(pickle.dumps(hexad.Proof(path))).check(), hexad.Verdict.ACCEPTED)

    def test_what_cannot_be_copied_says_so(self):
        for thing in (hexad.Stop(), hexad.Record("j10").root()):
            with self.assertRaises(TypeError):
                copy.copy(thing)
            with self.assertRaises(TypeError):
                copy.deepcopy(thing)
            with self.assertRaises(TypeError):
                pickle.dumps(thing)

    def test_with(self):
        with hexad.Engine(hash=1 << 20) as engine, hexad.Record("j10") as record:
            root = record.root()
            self.assertEqual(len(record), 1)
        engine.close()
        for call in (lambda: engine.think(hexad.Game(), nodes=1), lambda: len(record), lambda: root.children):
            with self.assertRaises(hexad.Error) as caught:
                call()
            self.assertIn("closed", str(caught.exception))

    def test_errors_are_pickled(self):
        try:
            hexad.Game("connect6", "j10 j10")
        except hexad.Error as e:
            other = pickle.loads(pickle.dumps(e))
            self.assertEqual((other.status, str(other)), (Status.ILLEGAL, str(e)))

    def test_other_processes(self):
        tasks = [(hexad.Engine(hash=1 << 20), hexad.Game("connect6", WON))] * 4
        for way in ("fork", "spawn"):
            with multiprocessing.get_context(way).Pool(2) as pool:
                turns = pool.map(think, tasks)
            self.assertEqual(turns, [think(tasks[0])] * 4)

    def test_puzzles(self):
        some = [p for p, _ in zip(hexad.puzzles(), range(200))]
        self.assertEqual([p.rating for p in some], sorted(p.rating for p in some))
        puzzle = next(p for p in some if not p.defence)
        win = puzzle.game.force()
        self.assertEqual(puzzle.judge(win.turn).judgement, Judgement.WINS)
        wrong = next(m for m in puzzle.game.moves() if m not in win.turn)
        self.assertNotEqual(hexad.judge(puzzle.game, [wrong, next(m for m in puzzle.game.moves() if m != wrong and m not in win.turn)],
                                        turns=1).judgement, Judgement.WINS)
        with self.assertRaises(hexad.Error):
            puzzle.judge("j10")

    def test_go(self):
        game = hexad.Game("go9", "E5 D5")
        self.assertEqual(game.text((8, 8)), "J9")
        game.play([hexad.PASS, (0, 0)])
        self.assertEqual([game.text(s) for _, s in game.history()], ["E5", "D5", "pass", "A1"])
        report = hexad.Engine("go9", hash=16 << 20).think(game, nodes=50)
        self.assertEqual(len(report.owner), 81)
        turn = hexad.Player("mcts:playouts=20", "go9").turn(game)
        self.assertTrue(game.legal(turn[0]))
        with self.assertRaises(hexad.Error) as caught:
            game.threats(Colour.BLACK)
        self.assertIn("only for the Connect family", str(caught.exception))


class Trees(unittest.TestCase):
    TEXT = "(;SZ[19]PB[Ada];B[jj](;W[ki];W[ii]C[good])(;W[aa]))(;SZ[19];B[bb];W[bb])(;SZ[19];B[bb])"

    def test_games_of_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "some ä.sgf")
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.TEXT)
            record = hexad.Record.open(path)
            with open(path, "w", encoding="utf-8") as file:
                file.write("(;B[")
            with self.assertRaises(hexad.Error) as caught:
                hexad.Record.open(path)
            self.assertIn("some ä.sgf: ", str(caught.exception))
        self.assertEqual([entry.error is None for entry in record], [True, False, True])
        self.assertIn("b18 is occupied", record[1].error)
        self.assertEqual(record[0].info("PB"), "Ada")
        self.assertEqual(record[-1].game().state.played, 1)
        self.assertEqual(len(record[1:]), 2)
        with self.assertRaises(IndexError):
            record[3]  # pylint: disable=pointless-statement
        with self.assertRaises(OSError):
            hexad.Record.open("/nowhere")

    def test_walking(self):
        root = hexad.Record(self.TEXT)[0].root
        self.assertEqual([str(n.stone) for n in root if n.stone], ["j10", "k11", "i11", "a19"])
        first = root.children[0]
        self.assertEqual(first.colour, Colour.BLACK)
        self.assertIs(first.children[1].parent, first)
        self.assertEqual([n.comment for n in root.line()], ["", "", "", "good"])
        self.assertEqual(first.children[1].game().history()[-1], (Colour.WHITE, Square(0, 18)))
        self.assertIsNone(root.parent)
        self.assertTrue(hexad.Record("(;SZ[19]AB[jj])").root().is_set_up)

    def test_changing(self):
        record = hexad.Record(self.TEXT)
        node = record[0].root.add("j10 a19 b18")
        self.assertEqual(record.variations(), 2)
        node.comment = "here ]"
        node.make_main()
        self.assertEqual(record.game().history()[-1][1], Square(1, 17))
        self.assertEqual(hexad.Record(record.write()).root().line()[-1].comment, "here ]")
        middle = node.parent
        with self.assertRaises(hexad.Error):
            node.add("b18")
        middle.remove()
        for gone in (node, middle):
            with self.assertRaises(hexad.Error) as caught:
                gone.game()
            self.assertIn("removed", str(caught.exception))
        self.assertEqual(record.variations(), 0)


if __name__ == "__main__":
    unittest.main()
