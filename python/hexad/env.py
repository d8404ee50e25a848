"""Games as environments for reinforcement learning, in the shapes of Gymnasium (one agent against a player) and of PettingZoo (two
agents in turn). Neither needs to be installed; numpy does.

An action is a stone: the number of a square, row by row from the bottom left, in Go one more for a pass. What is observed: planes of
own stones, the other side's, empty squares and stones of this turn, and `action_mask`, which has 1 where a stone is legal.

    env = hexad.env.Env("gomoku", opponent="engine:level=2")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Tuple

from ._words import Colour, Error, Outcome, RulesLike, Square, Status
from .engine import Player
from .games import Game, _numpy

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]

Observation = Dict[str, Any]


class Discrete:
    """Whole numbers from 0 on, as in Gymnasium."""

    def __init__(self, n: int, seed: Optional[int] = None) -> None:
        self.n = n
        self.shape: Tuple[int, ...] = ()
        self._random = random.Random(seed)

    def seed(self, seed: Optional[int] = None) -> None:
        self._random.seed(seed)

    def sample(self, mask: Any = None) -> int:
        """Any of them; of those that the mask has, if it has any."""
        some = list(range(self.n)) if mask is None else [i for i in range(self.n) if mask[i]]
        return self._random.choice(some or [0])

    def contains(self, x: Any) -> bool:
        return isinstance(x, int) and 0 <= x < self.n

    __contains__ = contains

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class Box:
    """Arrays of 0 and 1."""

    def __init__(self, shape: Tuple[int, ...]) -> None:
        self.shape, self.low, self.high, self.dtype = shape, 0, 1, "uint8"

    def contains(self, x: Any) -> bool:
        return getattr(x, "shape", None) == self.shape

    __contains__ = contains

    def __repr__(self) -> str:
        return f"Box(0, 1, {self.shape}, uint8)"


class _Table:
    """A game, and how its stones are numbers."""

    def __init__(self, rules: RulesLike) -> None:
        self.rules = rules
        self.game = Game(rules)
        self.columns, self.rows = self.game.columns, self.game.rows
        self.passes = self.game.state.rules[2] == 0
        self.actions = self.columns * self.rows + self.passes

    def square(self, action: int) -> Square:
        if not 0 <= action < self.actions:
            raise Error(Status.BAD_ARGUMENT, f"action {action}: from 0 to {self.actions - 1}, please")
        if action == self.columns * self.rows:
            return Square(-1, -1)
        return Square(int(action) % self.columns, int(action) // self.columns)

    def mask(self) -> Bytes:
        out: Bytes = _numpy().zeros(self.actions, "uint8")
        for s in self.game.moves():
            out[self.columns * self.rows if s.column < 0 else s.row * self.columns + s.column] = 1
        return out

    def planes(self, side: Colour) -> Bytes:
        """As this side sees it."""
        board = self.game.array()
        out: Bytes = _numpy().zeros((4, self.rows, self.columns), "uint8")
        out[0], out[1], out[2] = board == side, board == side.other, board == Colour.EMPTY
        to_move = self.game.state.to_move
        for colour, square in reversed(self.game.history()):
            if colour != to_move or self.game.over:
                break
            if square.column >= 0:
                out[3, square.row, square.column] = 1
        return out

    def reward(self, side: Colour) -> float:
        outcome = self.game.state.outcome
        if outcome not in (Outcome.BLACK_WINS, Outcome.WHITE_WINS):
            return 0.0
        return 1.0 if (outcome == Outcome.BLACK_WINS) == (side == Colour.BLACK) else -1.0


class Env:
    """One agent, who plays `side` against a player of the arena (hexad.Player.list); in the shape of gymnasium.Env. An illegal stone
    ends the game as lost, with `illegal` in the info."""

    metadata: Dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(self, rules: RulesLike = "connect6", opponent: str = "random", side: Colour = Colour.BLACK) -> None:
        self._table, self._opponent, self.side = _Table(rules), opponent, side
        self.action_space = Discrete(self._table.actions)
        self.observation_space = Box((4, self._table.rows, self._table.columns))
        self._player: Optional[Player] = None
        self._done = True

    @property
    def game(self) -> Game:
        return self._table.game

    def _answer(self) -> None:
        """The other side plays until the agent is to move."""
        assert self._player
        while not self.game.over and self.game.state.to_move != self.side:
            self.game.play(self._player.turn(self.game))

    def _info(self) -> Dict[str, Any]:
        return {"action_mask": self._table.mask()}

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) -> Tuple[Bytes, Dict[str, Any]]:
        if seed is not None:
            self.action_space.seed(seed)
        if seed is not None or self._player is None:
            self._player = Player(self._opponent, self._table.rules, seed or 0)
        self._table.game = Game(self._table.rules)
        self._done = False
        self._answer()
        return self._table.planes(self.side), self._info()

    def step(self, action: int) -> Tuple[Bytes, float, bool, bool, Dict[str, Any]]:
        if self._done:
            raise Error(Status.ILLEGAL, "the game is over: reset() begins another")
        square, reward, info = self._table.square(int(action)), 0.0, {}
        if self.game.legal(square):
            self.game.play([square])
            self._answer()
            reward, self._done = self._table.reward(self.side), self.game.over
        else:
            reward, self._done, info = -1.0, True, {"illegal": self.game.text(square)}
        return self._table.planes(self.side), reward, self._done, False, {**self._info(), **info}

    def render(self) -> str:
        return str(self.game)

    def close(self) -> None:
        self._player = None


class AECEnv:
    """Two agents, "black" and "white", in the shape of pettingzoo.AECEnv. An illegal stone loses the game."""

    metadata: Dict[str, Any] = {"render_modes": ["ansi"], "name": "hexad", "is_parallelizable": False}
    possible_agents = ["black", "white"]

    def __init__(self, rules: RulesLike = "connect6") -> None:
        self._table = _Table(rules)
        self._spaces = {a: Discrete(self._table.actions) for a in self.possible_agents}
        self.agents: List[str] = []
        self.agent_selection = "black"
        self.rewards: Dict[str, float] = {}
        self._cumulative_rewards: Dict[str, float] = {}
        self.terminations: Dict[str, bool] = {}
        self.truncations: Dict[str, bool] = {}
        self.infos: Dict[str, Dict[str, Any]] = {}

    @property
    def game(self) -> Game:
        return self._table.game

    def action_space(self, agent: str) -> Discrete:
        return self._spaces[agent]

    def observation_space(self, agent: str) -> Box:
        return Box((4, self._table.rows, self._table.columns))

    def _side(self, agent: str) -> Colour:
        return Colour.BLACK if agent == "black" else Colour.WHITE

    def _select(self) -> None:
        self.agent_selection = "black" if self.game.state.to_move == Colour.BLACK else "white"

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        for i, space in enumerate(self._spaces.values()):
            if seed is not None:
                space.seed(seed + i)
        self._table.game = Game(self._table.rules)
        self.agents = list(self.possible_agents)
        self.rewards = {a: 0.0 for a in self.agents}
        self._cumulative_rewards = {a: 0.0 for a in self.agents}
        self.terminations = {a: False for a in self.agents}
        self.truncations = {a: False for a in self.agents}
        self.infos = {a: {} for a in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        mine = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self._table.mask()
        return {"observation": self._table.planes(self._side(agent)), "action_mask": mask if mine else mask * 0}

    def last(self, observe: bool = True) -> Tuple[Optional[Observation], float, bool, bool, Dict[str, Any]]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if not self.agents:
            raise Error(Status.ILLEGAL, "the game is over: reset() begins another")
        if self.terminations[agent]:  # it has heard the result, and is gone
            if action is not None:
                raise Error(Status.BAD_ARGUMENT, f"the game is over for {agent}: None, please")
            self._leave(agent)
            return
        if action is None:
            raise Error(Status.BAD_ARGUMENT, f"{agent} is to move")
        self._cumulative_rewards[agent] = 0.0
        square = self._table.square(int(action))
        legal = self.game.legal(square)
        if legal:
            self.game.play([square])
        else:
            self.infos[agent] = {"illegal": self.game.text(square)}
        for a in self.agents:
            lost = -1.0 if a == agent else 1.0
            self.rewards[a] = self._table.reward(self._side(a)) if legal else lost
            self._cumulative_rewards[a] += self.rewards[a]
            self.terminations[a] = self.game.over or not legal
        if legal and not self.game.over:
            self._select()
        else:
            self.agent_selection = self.agents[0]

    def _leave(self, agent: str) -> None:
        self.agents = [a for a in self.agents if a != agent]
        for kept in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            kept.pop(agent, None)  # type: ignore[attr-defined]
        if self.agents:
            self.agent_selection = self.agents[0]

    def render(self) -> str:
        return str(self.game)

    def close(self) -> None:
        pass
