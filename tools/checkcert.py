#!/usr/bin/env python3
"""A second checker of certificates, written from docs/certificates.md alone: it shares no code with `hexad check`.

    checkcert.py [--setup] FILE …      accept or reject certificates; exit status 0, 1 or 2, the worst of them
    checkcert.py --batch FILE          compare with the verdicts of another checker; exit status 0 if all agree

A line of a batch is `STATUS REACH HEX`: the exit status that `hexad check --setup` gives for the bytes HEX, and
`game` or `setup` for a position that the game can or cannot reach (`-` if they are unreadable).

Sets of squares are integers, a bit a square. A row of the board takes m+1 bits, the last always 0, so that a segment
that runs over an edge meets a square that is neither empty nor anybody's. Names are those of the document.
"""
import functools
import sys

EVERY = -1  # the symbolic zone "every empty square": all bits
END, MARK = "end", "mark"
CRITICAL_MOST, STEPS_MOST, NESTED_MOST = 65536, 1 << 22, 1024
BEGIN, FINISH, FAR, NEAR = 228, 229, 230, 231  # version 3: a definition begins, ends, is repeated (a distance follows; NEAR is 1)


class Unreadable(Exception):
    """Not a certificate: exit status 2."""


class Rejected(Exception):
    """A certificate that does not prove its claim: exit status 1."""


def squares(bits):
    """The squares of a set in order, each as a set of one."""
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


class Reader:
    """The bytes: the claim when opened, then item by item."""

    def __init__(self, data):
        self.data, self.at, self.items = data, 0, 0
        if data[:7] != b"HEXCERT" or data[7:8] not in (b"\1", b"\2", b"\3"):
            raise Unreadable("not a certificate of version 1 to 3")
        self.at = 8
        self.kept, self.definitions, self.open, self.repeated = [], [], [], []
        self.m, self.n, self.k, self.p, self.q = (self.number(1, most) for most in (127, 127, 63, 63, 63))
        flags = self.number(0, 15 if data[7] == 1 else 31)
        self.attacker, self.to_move = flags & 1, flags >> 1 & 1  # 0 Black, 1 White
        self.infinite, self.partial = bool(flags & 4), bool(flags & 8)
        self.exact = bool(flags & 16)
        self.left = self.number(1, max(self.p, self.q))
        if self.partial and self.to_move == self.attacker:
            raise Unreadable("a partial claim with the attacker to move")
        self.stride = self.m + 1
        self.stones = [self.stone_list(), self.stone_list()]
        if self.stones[0] & self.stones[1]:
            raise Unreadable("two stones on a square")
        self.length = self.left if self.to_move == self.attacker else self.p
        self.last = self.m // 2, self.n // 2

    def byte(self):
        if self.at == len(self.data):
            raise Unreadable("the file ends too early")
        self.at += 1
        return self.data[self.at - 1]

    def number(self, least, most):
        value = 0
        for shift in range(0, 63, 7):
            byte = self.byte()
            value |= (byte & 127) << shift
            if byte < 128:
                if (byte == 0 and shift) or not least <= value <= most:
                    break
                return value
        raise Unreadable(f"byte {self.at}: a number that does not belong there")

    def stone_list(self):
        bits, index, total = 0, -1, self.m * self.n
        for _ in range(self.number(0, total)):
            index += self.number(1, total)
            if index >= total:
                raise Unreadable("a stone off the board")
            bits |= 1 << (index // self.m * self.stride + index % self.m)
        return bits

    def stone(self, code):
        column, row = self.last
        if code < 225:
            column, row = column + code % 15 - 7, row + code // 15 - 7
        elif code == 226:
            column, row = self.byte(), self.byte()
        else:
            raise Unreadable(f"byte {self.at}: not a stone")
        if not (0 <= column < self.m and 0 <= row < self.n):
            raise Unreadable(f"byte {self.at}: a stone off the board")
        self.last = column, row
        return 1 << (row * self.stride + column)

    def item(self):
        """The next turn as a list of stones, MARK or END."""
        while True:
            repeated = self.next_repeated()
            if repeated is not None:
                self.items += 1
                return repeated
            code = self.byte()
            if self.data[7] < 3 or not BEGIN <= code < 255:
                return self.written(code)
            self.mark(code)

    def next_repeated(self):
        """The next item of the definitions that are being repeated; None if there is none left."""
        while self.repeated:
            at, end = self.repeated[-1]
            if at == end:
                self.repeated.pop()
                continue
            self.repeated[-1] = at + 1, end
            if not isinstance(self.kept[at], int):
                if self.items > (1 << 20) + self.at * 1024:
                    raise Unreadable(f"byte {self.at}: too many repetitions")
                return self.kept[at]
            self.repeated.append(self.definitions[self.kept[at]])
        return None

    def written(self, code):
        """An item that the file has here."""
        if code == 255:
            if self.open or self.number(0, 1 << 63) != self.items or self.at != len(self.data):
                raise Unreadable("a wrong count, a definition without an end, or bytes after the end")
            return END
        self.items += 1
        item = MARK if code == 227 else self.turn(code)
        self.keep(item)
        return item

    def keep(self, item):
        """Of definitions what is written in them, with a number in place of each repetition."""
        if self.open:
            self.kept.append(item)

    def mark(self, code):
        """The begin or end of a definition, or its repetition."""
        empty = self.open and self.definitions[self.open[-1]][0] == len(self.kept)
        if empty or (code == FINISH and not self.open):
            raise Unreadable(f"byte {self.at}: the end of no definition, or one that does not begin with an item")
        if code == BEGIN:
            self.open.append(len(self.definitions))
            self.definitions.append((len(self.kept), None))
        elif code == FINISH:
            number = self.open.pop()
            self.definitions[number] = self.definitions[number][0], len(self.kept)
        else:
            distance = self.number(1, 1 << 63) if code == FAR else code - NEAR + 1
            number = len(self.definitions) - distance
            if number < 0:
                raise Unreadable(f"byte {self.at}: a repetition of what is not there")
            if number in self.open:
                self.unfinished()
            self.keep(number)
            self.length = self.p
            self.repeated.append(self.definitions[number])

    def unfinished(self):
        raise Unreadable(f"byte {self.at}: a repetition of what is not finished")

    def turn(self, code):
        length, self.length = self.length, self.p
        if code == 225:
            length, code = self.byte(), None
            if not 1 <= length <= 63:
                raise Unreadable("a turn of an impossible length")
        return [self.stone(self.byte() if i or code is None else code) for i in range(length)]


def reachable(c):
    """Can the game of the claim come to its position?"""
    counts = [bits.bit_count() for bits in c.stones]
    total = sum(counts)
    played, side, turn = [0, 0], 0, c.q
    while sum(played) + turn <= total:
        played[side] += turn
        side, turn = 1 - side, c.p
    rest = turn - (total - sum(played))
    played[side] += turn - rest
    empty = c.m * c.n - total
    room = max(c.p, c.q) if c.infinite else empty
    return played == counts and side == c.to_move and min(rest, room) == min(c.left, room)


def critical_defences(threats, most):
    """Every set of at most `most` squares that meets all threats and of which no square can be spared, in order."""
    used = list(squares(functools.reduce(int.__or__, threats, 0)))  # these alone matter, so they are numbered anew
    number = {s: 1 << i for i, s in enumerate(used)}
    small = sorted((sum(number[s] for s in squares(t)) for t in threats), key=int.bit_count)
    hits = {b: sum(1 << i for i, t in enumerate(small) if t & b) for b in number.values()}  # which threats it meets
    found, steps = [], 0

    def extend(chosen, alone, unmet, allowed):
        # alone[j]: the threats that only the j-th chosen square meets. None may become empty.
        nonlocal steps
        steps += 1
        if steps > STEPS_MOST or len(found) > CRITICAL_MOST:
            raise Rejected("too many critical defences to go through")
        if not unmet:
            found.append(sorted(chosen))
            return
        branch, apart, disjoint = None, 0, 0
        for b in squares(unmet):
            t = small[b.bit_length() - 1] & allowed
            if branch is None or t.bit_count() < branch.bit_count():
                branch = t
            if not t & apart:  # no square meets two of these: each needs a stone of its own
                apart, disjoint = apart | t, disjoint + 1
        if disjoint > most - len(chosen):
            return
        allowed &= ~branch
        for s in squares(branch):
            still = [a & ~hits[s] for a in alone]
            if all(still):
                extend(chosen + [s], still + [unmet & hits[s]], unmet & ~hits[s], allowed)
            allowed |= s

    extend([], [], (1 << len(small)) - 1, EVERY)
    found.sort(key=lambda d: (len(d), d))
    return [[used[b.bit_length() - 1] for b in d] for d in found]


class Checker:
    """The traversal, step by step as in the document. Positions are two sets: att(acker's) and dfn (the defender's)."""

    def __init__(self, reader):
        c = self.claim = reader
        self.k, self.p = c.k, c.p
        self.delta = max(0, c.k - c.p)
        self.r = max(1, self.delta - 1)
        row = (1 << c.m) - 1
        self.board = sum(row << y * c.stride for y in range(c.n))
        gap = c.k - 1  # squares between a stone and each edge that a claim for the infinite board needs
        inner = ((1 << max(0, c.m - 2 * gap)) - 1) << gap
        self.inner = sum(inner << y * c.stride for y in range(gap, c.n - gap)) if c.infinite else self.board
        self.steps = 1, c.stride - 1, c.stride, c.stride + 1
        self.nested = 0

    # -- segments --

    def starts(self, own, empty, most):
        """For each direction the first squares of the segments with stones of `own` and e empty squares, by e up to most."""
        for step in self.steps:
            exact = [self.board & ~self.spoilt(own, step)] + [0] * most
            for j in range(self.k):
                o, f = own >> j * step, empty >> j * step
                for e in range(j + 1 if j < most else most, 0, -1):
                    exact[e] = exact[e] & o | exact[e - 1] & f
                exact[0] &= o
            yield step, exact

    def flanked(self, own, step):
        """Exact games: the first squares of the segments that have a stone of `own` next to one of their ends."""
        return own << step | own >> self.k * step if self.claim.exact else 0

    def spoilt(self, own, step):
        """Those of them that are not active for that."""
        return self.flanked(own, step)

    def along(self, first, step):
        """The squares of the segments that begin on the squares `first`."""
        bits = 0
        for j in range(self.k):
            bits |= first << j * step
        return bits

    def has_row(self, own):
        for step in self.steps:
            rows, shift = own & ~self.flanked(own, step), step
            for _ in range(self.k - 1):
                rows &= own >> shift
                shift += step
            if rows:
                return True
        return False

    def near_full(self, own, empty, most):
        """By e up to most: the empty squares of the segments active for `own` with at most e empty squares."""
        most = min(most, self.k)
        union = [0] * (most + 1)
        for step, exact in self.starts(own, empty, most):
            for e in range(1, most + 1):
                if exact[e]:
                    union[e] |= self.along(exact[e], step) & empty
        for e in range(1, most + 1):
            union[e] |= union[e - 1]
        return lambda e: union[min(e, most)]

    def segments(self, own, empty, most):
        """The empty squares of each segment that is active for `own` and has at most `most` of them."""
        found = set()
        for step, exact in self.starts(own, empty, min(most, self.k)):
            for first in exact[1:]:
                found.update(self.along(s, step) & empty for s in squares(first))
        return found

    # -- the rules that make zones; tests/connect/proof/weak.py takes these and those of `refuse` out one at a time --

    def refuse(self, rule, broken, words):
        if broken:
            raise Rejected(words)

    def end_zones(self, dfn, empty):
        near = self.near_full(dfn, empty, self.r)
        return [near(i) for i in range(1, self.r + 1)]

    def add_turn(self, zones, turn):
        return [z | turn for z in zones]

    def threats(self, att, empty):
        return self.segments(att, empty, self.p)

    def defences(self, threats, left):
        return critical_defences(threats, left)

    def add_threats(self, zones, threats, won):
        every = functools.reduce(int.__or__, threats, 0)
        return [z | every for z in zones]

    def add_near(self, zones, near, left, won):
        return [z | near(i + left) for i, z in enumerate(zones, 1)]

    def zone(self, zones, i):
        return zones[i - 1] if i <= self.r else EVERY

    def shift(self, zones, d):
        return [self.zone(zones, i + d) for i in range(1, self.r + 1)]

    def to_try(self, zones, d):
        return self.zone(zones, d) if d else 0

    def unsolved_zones(self):
        return [EVERY] * self.r

    def covered(self):
        """What is covered at a node that is entered now."""
        return set()

    # -- the traversal --

    def next_turn(self, att, dfn, left, marked):
        """The next turn as stones in order; None if it is unsolved, which it may be if `marked`."""
        item = self.claim.item()
        self.refuse("missing", item == END, "there are no more turns")
        self.refuse("mark", item == MARK and not marked, "an unsolved mark where none may be")
        return None if item == MARK else item

    def refuse_edge(self, stones):
        self.refuse("edge", stones & ~self.inner, "infinite board: a stone near the edge")

    def attack(self, att, dfn, left, marked=False):
        """The zones of a position with the attacker to move."""
        item = self.next_turn(att, dfn, left, marked)
        if item is None:
            return self.unsolved_zones()
        empty = self.board & ~(att | dfn)
        free = len(set(item)) == len(item) and all(s & empty for s in item)
        self.refuse("occupied", not free, "a stone of the turn is on an occupied square")
        turn = functools.reduce(int.__or__, item)
        self.refuse_edge(turn)
        row, whole = self.has_row(att | turn), min(left, empty.bit_count())
        begun = (functools.reduce(int.__or__, item[:i], att) for i in range(1, len(item)))
        self.refuse("after row", any(map(self.has_row, begun)), "the turn goes on after its row")
        self.refuse("long", len(item) > whole, "the turn has too many stones")
        self.refuse("short", len(item) < whole and not row, "the turn has too few stones")
        rest = empty & ~turn
        self.refuse("full", not row and not rest, "the board is full")
        zones = self.end_zones(dfn, rest) if row or not rest else self.defend(att | turn, dfn, self.p)
        return self.add_turn(zones, turn)

    def defend(self, att, dfn, left, root=False):
        """The zones of a position with the defender to move."""
        empty = self.board & ~(att | dfn)
        near = self.near_full(dfn, empty, self.r + left)
        self.refuse("fill", empty.bit_count() <= left, "the defender fills the board")
        self.refuse("room", self.claim.infinite and left >= self.k, "infinite board: the defender has room for a row")
        self.refuse("row", near(left), "the defender completes a row")
        threats = self.threats(att, empty)
        critical = self.defences(threats, left)
        covered, zones = self.covered(), [0] * self.r

        def answer(defence, unplaced):  # W
            nonlocal zones
            if defence in covered:
                return
            covered.add(defence)
            self.nested += 1
            self.refuse("deep", self.nested > NESTED_MOST, "too deep")
            self.refuse_edge(defence)
            below = self.attack(att, dfn | defence, self.p, root and self.claim.partial)
            zones = [z | b for z, b in zip(zones, self.shift(below, unplaced))]
            more = self.to_try(below, unplaced)
            far = self.claim.infinite and unplaced > 0
            self.refuse("far", far and unplaced > self.delta - 1, "infinite board: too many stones unplaced")
            self.refuse("every", far and more == EVERY, "infinite board: every empty square matters")
            for s in squares(more & empty & ~defence):
                answer(defence | s, unplaced - 1)
            self.nested -= 1

        for d in critical:
            answer(sum(d), left - len(d))
        return self.add_near(self.add_threats(zones, threats, not critical), near, left, not critical)

    def run(self):
        c = self.claim
        att, dfn = c.stones[c.attacker], c.stones[1 - c.attacker]
        if self.over(att, dfn):
            raise Unreadable("a position in which the game is over")
        self.refuse_edge(att | dfn)
        if c.to_move == c.attacker:
            self.attack(att, dfn, c.left)
        else:
            self.defend(att, dfn, c.left, True)
        self.refuse("left over", c.item() != END, "turns are left over")

    def over(self, att, dfn):
        return self.has_row(att) or self.has_row(dfn) or att | dfn == self.board


def judge(data, checker=Checker):
    """The exit status of the bytes with --setup, whether the game can reach the position (None: unreadable), and why."""
    reader = None
    try:
        reader = Reader(data)
        checker(reader).run()
        return 0, reachable(reader), "accepted"
    except Rejected as why:
        return 1, reachable(reader), f"rejected, turn {reader.items}: {why}"
    except Unreadable as why:
        return 2, None, f"unreadable: {why}"


def claim_text(c):
    sides, size = ("Black", "White"), "∞,∞" if c.infinite else f"{c.m},{c.n}"
    return (f"{sides[c.attacker]} wins Connect({size},{c.k},{c.p},{c.q}{',exact' * c.exact}) with {c.stones[0].bit_count()} black and "
            f"{c.stones[1].bit_count()} white stones on the board, {sides[c.to_move]} to move with {c.left} to place"
            + ("" if reachable(c) else " (set up, not reachable in this game)") + (", but for some turns" * c.partial))


def read(path):
    if path == "-":
        return sys.stdin.buffer.read()
    with open(path, "rb") as f:
        return f.read()


def check_file(path, setup):
    try:
        data = read(path)
    except OSError as e:
        print(e, file=sys.stderr)
        return 2
    status, reach, why = judge(data)
    if status == 0 and not reach and not setup:
        status, why = 1, "rejected, set up (--setup accepts it)"
    print(f"{path}: {why}" + (f": {claim_text(Reader(data))}" if status < 2 else ""))
    return status


def check_batch(path):
    count, bad = [0, 0, 0], 0
    for number, line in enumerate(read(path).decode("ascii").splitlines(), 1):
        status, reach, data = line.split(" ")
        mine, can, why = judge(bytes.fromhex(data))
        word = "-" if can is None else "game" if can else "setup"
        count[mine] += 1
        if (mine, word) != (int(status), reach):
            print(f"line {number}: they say {status} {reach}, I say {mine} {word} ({why}): {data}")
            bad += 1
    print(f"{sum(count)} certificates: {count[0]} accepted, {count[1]} rejected, {count[2]} unreadable; {bad} disagree")
    return 1 if bad else 0


def main(args):
    sys.setrecursionlimit(20000)
    if len(args) == 2 and args[0] == "--batch":
        return check_batch(args[1])
    files = [a for a in args if a != "--setup"]
    if not files or any(a.startswith("--") for a in files):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    return max(check_file(f, "--setup" in args) for f in files)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
