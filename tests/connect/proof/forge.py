#!/usr/bin/env python3
"""Makes a forgery: turns by which a checker without one rule accepts that the side not to move wins.

    forge.py HEXAD RULE M,N,K,P,Q OUT.cert STONES      stones in the order of play, "c3 h3"; `-` passes the turn

RULE is one of weak.py. The weak checker asks for turns, and `HEXAD solve` has them: where it is asked the attacker does win. What
is wrong is what it is not asked. Whether the claim is false is for somebody else to find out.
"""
import itertools
import json
import subprocess
import sys

sys.dont_write_bytecode = True  # the source stays clean
import weak  # noqa: E402
from checkcert import Rejected, squares  # noqa: E402

ORDER, NODES = "3", "30000"


class Claim:
    """What a Reader gives a checker, after stones in the order of play."""
    infinite = partial = False

    def __init__(self, numbers, stones):
        self.m, self.n, self.k, self.p, self.q = numbers
        self.stride, self.items, self.stones, self.to_move, self.left = self.m + 1, 0, [0, 0], 0, self.q
        for text in stones:
            self.stones[self.to_move] |= self.square(text) if text != "-" else 0
            self.left = 0 if text == "-" else self.left - 1
            if self.left == 0:
                self.to_move, self.left = 1 - self.to_move, self.p
        self.attacker = 1 - self.to_move

    def square(self, text):
        return 1 << (int(text[1:]) - 1) * self.stride + ord(text[0]) - ord("a")

    def place(self, s):
        """Row and column."""
        return divmod(s.bit_length() - 1, self.stride)


def forger(rule, hexad):
    """The checker without the rule, asking the solver for turns where others read them."""
    class Forger(weak.RULES[rule]):
        def record(self, att, dfn):
            """The position as SGF, the attacker to move."""
            c = self.claim
            names = "BW" if c.attacker == 0 else "WB"
            text = f"(;FF[4]GM[4]SZ[{c.m}:{c.n}]RU[Connect({c.m},{c.n},{c.k},{c.p},{c.q})]PL[{names[0]}]"
            for name, stones in zip(names, (att, dfn)):
                points = [c.place(s) for s in squares(stones)]
                text += f"A{name}" * bool(points) + "".join(
                    f"[{chr(97 + column)}{chr(97 + c.n - 1 - row)}]" for row, column in points)
            return text + ")"

        def next_turn(self, att, dfn, left, marked):
            done = subprocess.run([hexad, "solve", "--json", "--order", ORDER, "--nodes", NODES, "-"], text=True,
                                  input=self.record(att, dfn), capture_output=True, check=False)
            if done.returncode != 0:
                raise Rejected(f"no win found: {self.record(att, dfn)} {done.stderr}")
            turn = [self.claim.square(s) for s in json.loads(done.stdout)["turn"]]
            self.turns.append(turn)
            return turn
    return Forger


def varint(v):
    return bytes([v & 127 | 128]) + varint(v >> 7) if v >= 128 else bytes([v])


def certificate(c, turns):
    """The bytes. The defender is to move and nobody completes a row, so that all turns have p stones."""
    out = b"HEXCERT\1" + b"".join(varint(v) for v in (c.m, c.n, c.k, c.p, c.q, c.attacker | c.to_move << 1, c.left))
    for stones in c.stones:
        index = [row * c.m + column for row, column in map(c.place, squares(stones))]
        out += varint(len(index)) + b"".join(varint(b - a) for a, b in zip([-1] + index, index))
    last = c.n // 2, c.m // 2
    for row, column in map(c.place, itertools.chain(*turns)):
        dy, dx = row - last[0], column - last[1]
        out += bytes([(dy + 7) * 15 + dx + 7] if max(abs(dy), abs(dx)) <= 7 else [226, column, row])
        last = row, column
    return out + b"\xff" + varint(len(turns))


def main(args):
    if len(args) < 4:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    sys.setrecursionlimit(20000)
    claim = Claim([int(v) for v in args[2].split(",")], " ".join(args[4:]).split())
    f = forger(args[1], args[0])(claim)
    f.turns = []
    try:
        f.defend(claim.stones[claim.attacker], claim.stones[claim.to_move], claim.left, True)
    except Rejected as why:
        print(f"no forgery: {why}")
        return 1
    with open(args[3], "wb") as out:
        out.write(certificate(claim, f.turns))
    print(f"{args[3]}: {len(f.turns)} turns")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
