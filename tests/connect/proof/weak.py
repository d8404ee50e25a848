#!/usr/bin/env python3
"""Checkers that lack one rule each, and the forgeries that show what the rule is for.

    weak.py FOLDER          every forgery RULE*.cert of the folder is refused by tools/checkcert.py, and accepted by the checker
                            that lacks its rule; every rule has a forgery, or is known to follow from the others
    weak.py --batch FILE    without a rule that follows from the others nothing false is accepted of these certificates (a batch
                            of tools/checkcert.py)

A rule's name is that of the file with spaces for hyphens. forgeries/README.md tells what each rule is.
"""
import os
import re
import sys

sys.dont_write_bytecode = True  # the source stays clean
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "tools"))
import checkcert  # noqa: E402
from checkcert import END, MARK, Checker  # noqa: E402

# Rules of `refuse`: left out by saying nothing.
REFUSALS = "occupied", "after row", "long", "short", "full", "fill", "row", "edge", "far", "every", "room", "left over", "mark"
# Rules that follow from the others, so that no forgery can exist: forgeries/README.md says why.
IMPLIED = "after row", "short", "far", "every", "room", "left over", "end"
EMPTY_MOST = 8  # for minimax
INFINITE = "far", "every", "room"
EQUAL = INFINITE + ("end",)  # of these: nothing at all is accepted that would not be with them


def lacks(rule):
    """The checker without a rule of `refuse`."""
    class Weak(Checker):
        def refuse(self, name, broken, words):
            if name != rule:
                super().refuse(name, broken, words)
    return Weak


class Missing(Checker):
    """Where no turn is left, a win is believed."""
    def next_turn(self, att, dfn, left, marked):
        at = self.claim.at, self.claim.items
        if self.claim.item() == END:
            self.claim.at = at[0]
            return None
        self.claim.at, self.claim.items = at
        return super().next_turn(att, dfn, left, marked)

    def unsolved_zones(self):
        return [0] * self.r


class End(Checker):
    def end_zones(self, dfn, empty):
        return [0] * self.r


class Turn(Checker):
    def add_turn(self, zones, turn):
        return zones


class Threat(Checker):
    """A segment with p+1 empty squares is a threat."""
    def threats(self, att, empty):
        return self.segments(att, empty, self.p + 1)


class Relaxed(Checker):
    """Only the critical defences with the fewest stones are answered."""
    def defences(self, threats, left):
        found = super().defences(threats, left)
        return [d for d in found if len(d) == len(found[0])]


class Normal(Checker):
    """One critical defence of each size is answered."""
    def defences(self, threats, left):
        return list({len(d): d for d in reversed(super().defences(threats, left))}.values())


class Length(Checker):
    """The critical defences have at most p stones, whatever the turn's length."""
    def defences(self, threats, left):
        return super().defences(threats, min(left, self.p))


class ThreatsWon(Checker):
    def add_threats(self, zones, threats, won):
        return zones if won else super().add_threats(zones, threats, won)


class ThreatsDefended(Checker):
    def add_threats(self, zones, threats, won):
        return super().add_threats(zones, threats, won) if won else zones


class RowsWon(Checker):
    def add_near(self, zones, near, left, won):
        return zones if won else super().add_near(zones, near, left, won)


class RowsDefended(Checker):
    def add_near(self, zones, near, left, won):
        return super().add_near(zones, near, left, won) if won else zones


class RowsLength(Checker):
    """Zi gets the segments with at most i empty squares, not i+L."""
    def add_near(self, zones, near, left, won):
        return super().add_near(zones, near, 0, won)


class RowsFirst(Checker):
    """Every Zi gets the segments of Z1."""
    def add_near(self, zones, near, left, won):
        return [z | near(1 + left) for z in zones]


class Shift(Checker):
    def shift(self, zones, d):
        return zones


class Merge(Checker):
    """What is below a defence does not count for the zones of the node."""
    def shift(self, zones, d):
        return [0] * self.r


class Try(Checker):
    """No stone is added to a defence."""
    def to_try(self, zones, d):
        return 0


class TryFirst(Checker):
    """The squares of C1 are tried, not those of Cd."""
    def to_try(self, zones, d):
        return self.zone(zones, 1) if d else 0


class TryMore(Checker):
    """With two or more stones unplaced none is added."""
    def to_try(self, zones, d):
        return self.zone(zones, d) if d == 1 else 0


class TryLast(Checker):
    """The last stone of a turn is not added, those before it are."""
    def to_try(self, zones, d):
        return self.zone(zones, d) if d > 1 else 0


class Past(Checker):
    """Past r the zones hold nothing, not every empty square."""
    def zone(self, zones, i):
        return zones[i - 1] if i <= self.r else 0


class Covered(Checker):
    """What is covered at one node is covered at all."""
    def covered(self):
        if not hasattr(self, "everywhere"):
            self.everywhere = set()
        return self.everywhere


class Open(Checker):
    """After a part of a turn that is unsolved nothing need follow."""
    def unsolved_zones(self):
        return [0] * self.r


class Finished(Checker):
    def over(self, att, dfn):
        return False


class Overline(Checker):
    """In exact games a longer run is a row, too."""
    def has_row(self, own):
        exact, self.claim.exact = self.claim.exact, False
        row = super().has_row(own)
        self.claim.exact = exact
        return row


class Flank(Checker):
    """In exact games a stone of its owner next to a segment's end changes nothing."""
    def spoilt(self, own, step):
        return 0


class Again(Checker):
    """What is repeated was checked when it came first: it is not checked again."""
    def attack(self, att, dfn, left, marked=False):
        c, before = self.claim, len(self.claim.repeated)
        at = c.at, c.items, c.length, c.last
        item = self.claim.item()
        if before == 0 and c.repeated:  # the item was the first one of a repetition
            while c.repeated:
                c.next_repeated()
            c.items = at[1] + 1
            return [0] * self.r
        self.first = item
        return super().attack(att, dfn, left, marked)

    def next_turn(self, att, dfn, left, marked):
        item = self.first
        self.refuse("missing", item == END, "there are no more turns")
        self.refuse("mark", item == MARK and not marked, "an unsolved mark where none may be")
        return None if item == MARK else item


class Unfinished(Checker):
    """A definition may be repeated within itself: what it proves is believed."""
    class Believed(Exception):
        pass

    def __init__(self, reader):
        super().__init__(reader)
        reader.unfinished = self.believe

    def believe(self):
        self.claim.items += 1
        raise self.Believed

    def attack(self, att, dfn, left, marked=False):
        try:
            item = self.claim.item()
        except self.Believed:
            return [0] * self.r
        self.first = item
        return super().attack(att, dfn, left, marked)

    next_turn = Again.next_turn


class Reach(Checker):
    """Takes positions that the game cannot reach. All checkers here do, but the one that is compared with this."""
    strict = type("Strict", (Checker,), {})


RULES = {name: lacks(name) for name in REFUSALS}
RULES.update({re.sub(r"(?<!^)([A-Z])", r" \1", c.__name__).lower(): c for c in (
    Missing, End, Turn, Threat, Relaxed, Normal, Length, ThreatsWon, ThreatsDefended, RowsWon, RowsDefended, RowsLength,
    RowsFirst, Shift, Merge, Try, TryFirst, TryMore, TryLast, Past, Covered, Open, Finished, Overline, Flank, Again, Unfinished,
    Reach)})


def accepts(data, checker):
    """As `hexad check` does without --setup for the forgery of `reach`, and with it for all others."""
    status, can, _ = checkcert.judge(data, checker)
    return status == 0 and (can or checker is not Reach.strict)


def minimax(checker, att, dfn, attacks, left, memo):
    """Does the attacker win?"""
    if checker.has_row(att) or checker.has_row(dfn) or att | dfn == checker.board:
        return checker.has_row(att)
    key = att, dfn, attacks, left
    if key not in memo:
        after = (not attacks, checker.p) if left == 1 else (attacks, left - 1)
        values = (minimax(checker, *((att | s, dfn) if attacks else (att, dfn | s)), *after, memo)
                  for s in checkcert.squares(checker.board & ~(att | dfn)))
        memo[key] = any(values) if attacks else all(values)
    return memo[key]


def check_batch(path):
    """The implied rules on many certificates. Without those of EQUAL the answer must be the same; without the others what is
    accepted must be true, which is found out where few squares are empty."""
    count, bad, unknown = dict.fromkeys(IMPLIED, 0), [], 0
    for line in checkcert.read(path).decode("ascii").splitlines():
        status, _, text = line.split(" ")
        data = bytes.fromhex(text)
        for rule in IMPLIED if status == "1" else ():
            if rule in INFINITE and not checkcert.Reader(data).infinite:
                continue
            if checkcert.judge(data, RULES[rule])[0] != 0:
                continue
            count[rule] += 1
            c = checkcert.Reader(data)
            stones = c.stones[c.attacker], c.stones[1 - c.attacker]
            checker = Checker(c)
            if rule in EQUAL:
                bad.append(f"accepted without `{rule}`: {text}")
            elif c.infinite or c.partial or (checker.board & ~sum(stones)).bit_count() > EMPTY_MOST:
                unknown += 1
            elif not minimax(checker, *stones, c.to_move == c.attacker, c.left, {}):
                bad.append(f"false, and accepted without `{rule}`: {text}")
    print("\n".join(bad) or "accepted without a rule that is implied, and true: "
          + ", ".join(f"{rule} {n}" for rule, n in count.items()) + f"; {unknown} not looked at")
    return 1 if bad else 0


def check_folder(folder):
    bad, seen = [], set()
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".cert"):
            continue
        rule = re.sub(r"-?\d*\.cert$", "", name).replace("-", " ")
        with open(os.path.join(folder, name), "rb") as f:
            data = f.read()
        seen.add(rule)
        if rule not in RULES or rule in IMPLIED:
            bad.append(f"{name}: forges no rule that can be forged")
            continue
        if accepts(data, Reach.strict if rule == "reach" else Checker):
            bad.append(f"{name}: accepted")
        if not accepts(data, RULES[rule]):
            bad.append(f"{name}: rejected without the rule, too: {checkcert.judge(data, RULES[rule])[2]}")
    bad += [f"no forgery for `{rule}`" for rule in RULES if rule not in seen and rule not in IMPLIED]
    print("\n".join(bad) or f"{len(seen)} rules forged, {len(IMPLIED)} implied by others")
    return 1 if bad else 0


def main(args):
    sys.setrecursionlimit(20000)
    return check_batch(args[1]) if args[0] == "--batch" else check_folder(args[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
