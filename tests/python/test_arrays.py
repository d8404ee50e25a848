"""Arrays of numpy: boards, planes, what nets say; environments."""

import unittest

import hexad
from hexad import Colour

try:
    import numpy as np

    import hexad.env
except ImportError:
    np = None


@unittest.skipUnless(np, "numpy is not installed")
class Arrays(unittest.TestCase):
    GAMES = [hexad.Game("connect6", "j10 k11 i11 j12 a1"), hexad.Game("go9", "E5 D5 pass D4"),
             hexad.Game("7,9,4,2,2", "a1 b2")]

    def test_boards(self):
        for game in self.GAMES:
            boards, played = game.boards(), game.state.played
            self.assertEqual(boards.shape, (played + 1, game.rows, game.columns))
            self.assertEqual(boards[-1].tobytes(), game.board())
            self.assertTrue((boards[-1] == game.array()).all())
            self.assertEqual(boards[0].sum(), 0)
            self.assertEqual(game.boards(1, 2).shape[0], 1)
            again = hexad.Game.set_up(game.rules, game.array(), game.state.to_move, game.state.left)
            self.assertEqual(again.board(), game.board())
        with self.assertRaises(hexad.Error):
            self.GAMES[0].boards(0, 7)

    def test_planes(self):
        for game in self.GAMES:
            planes, boards = game.planes(), game.boards()
            self.assertEqual(planes.shape, (game.state.played + 1, game.plane_count, game.rows, game.columns))
            self.assertTrue(((planes[:, 0] + planes[:, 1] == 1) == (boards != 0)).all())
            self.assertTrue((game.planes(2, 3)[0] == planes[2]).all())
            self.assertEqual(game.planes(1, 1).shape[0], 0)
        rated = self.GAMES[0].planes(0, 1, strength=(2400, 2400))[0]
        self.assertTrue((rated[40:] == 1).all())
        self.assertEqual(self.GAMES[0].planes(0, 1)[0][40:].sum(), 0)

    def test_long_games_come_in_parts(self):
        game, player = hexad.Game("19,19,15,2,1"), hexad.Player("random", "19,19,15,2,1", seed=3)
        while not game.over and game.state.played < 300:
            game.play(player.turn(game))
        planes = game.planes()
        for at in (0, 255, 256, len(planes) - 1):
            self.assertTrue((planes[at] == game.planes(at, at + 1)[0]).all())

    def test_evaluators(self):
        games = [hexad.Game("connect6", "j10 k11 i11"), hexad.Game("connect6", "a1")] * 10
        for which in ("net", "engine"):
            judge = hexad.Evaluator(which)
            chances, shares = judge.arrays(games)
            self.assertEqual(shares.shape, (20, 19, 19))
            self.assertTrue(np.allclose(shares.sum((1, 2)), 1, atol=1e-3))
            self.assertEqual(list(chances), judge.chances(games))
            best, share = judge.policy(games[17])[0]
            self.assertAlmostEqual(float(shares[17].max()), share)
            self.assertAlmostEqual(float(shares[17, best.row, best.column]), share)
        with self.assertRaises(hexad.Error) as caught:
            hexad.Evaluator("net").chances([hexad.Game(), hexad.Game("gomoku")])
        self.assertIn("position 1", str(caught.exception))


@unittest.skipUnless(np, "numpy is not installed")
class Environments(unittest.TestCase):
    def test_one_agent(self):
        for rules in ("tictactoe", "7,7,4,2,1", "go:3"):
            for side in (Colour.BLACK, Colour.WHITE):
                env = hexad.env.Env(rules, side=side)
                for seed in range(5):
                    observation, info = env.reset(seed=seed)
                    self.assertIn(observation, env.observation_space)
                    over, steps = False, 0
                    while not over and steps < 200:
                        self.assertEqual(env.game.state.to_move, side)
                        action = env.action_space.sample(info["action_mask"])
                        self.assertIn(action, env.action_space)
                        observation, reward, over, cut, info = env.step(action)
                        steps += 1
                        self.assertFalse(cut)
                        if not over:
                            self.assertEqual(reward, 0)
                    self.assertIn(reward, (-1, 0, 1))
                    if over:
                        with self.assertRaises(hexad.Error):
                            env.step(0)

    def test_planes_and_masks(self):
        env = hexad.env.Env("7,7,4,2,1", side=Colour.WHITE)
        observation, info = env.reset(seed=1)
        self.assertEqual(observation[1].sum(), 1)  # Black's first stone
        self.assertEqual(observation[3].sum(), 0)
        self.assertEqual(info["action_mask"].sum(), 48)
        observation, _, _, _, info = env.step(int(info["action_mask"].argmax()))
        self.assertEqual(observation[3].sum(), 1)  # the turn has a second stone
        _, reward, over, _, info = env.step(int(info["action_mask"].argmin()))
        self.assertEqual((reward, over), (-1, True))
        self.assertIn("illegal", info)

    def test_two_agents(self):
        env, results = hexad.env.AECEnv("tictactoe"), set()
        for seed in range(30):
            env.reset(seed=seed)
            heard = {}
            for agent in env.agent_iter():
                observation, reward, over, cut, _ = env.last()
                if over or cut:
                    heard[agent] = reward
                    env.step(None)
                else:
                    self.assertEqual(reward, 0)
                    env.step(env.action_space(agent).sample(observation["action_mask"]))
            self.assertEqual(sum(heard.values()), 0)
            self.assertEqual(set(heard), {"black", "white"})
            self.assertTrue(env.game.over)
            results.add(heard["black"])
        self.assertEqual(results, {-1.0, 0.0, 1.0})

    def test_an_illegal_stone_loses(self):
        env = hexad.env.AECEnv("tictactoe")
        env.reset()
        env.step(4)
        env.step(4)
        heard = {}
        for agent in env.agent_iter():
            heard[agent] = env.last()[1]
            env.step(None)
        self.assertEqual(heard, {"black": 1.0, "white": -1.0})


if __name__ == "__main__":
    unittest.main()
