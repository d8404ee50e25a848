#!/usr/bin/env python3
"""Weights of first ratings, fitted to what the engine's levels solve (`hexad puzzle try --json`).

    hexad puzzle try --step 4 --json > try.json
    tools/puzzle_fit.py try.json ...

A level v solves puzzle i with the probability 1 / (1 + exp(b_i - a_v)), b_i being a weighted sum of the puzzle's features (src/connect/puzzle/grade.c). Fitted by
Newton's method with a ridge; printed as the table of grade.c, in points of rating (400 for a factor of ten in the odds), with how well b orders puzzles that it
was not fitted to: the rank correlation with the number of levels that failed, in five folds.
"""
import json
import math
import sys

from puzzle_plot import spearman

RIDGE = 10.0
FOLDS = 5
POINTS = 400 / math.log(10)


def solve(a, b):
    """Linear equations by elimination."""
    n = len(b)
    m = [row[:] + [y] for row, y in zip(a, b)]
    for i in range(n):
        k = max(range(i, n), key=lambda r: abs(m[r][i]))
        m[i], m[k] = m[k], m[i]
        for r in range(n):
            if r != i and m[r][i]:
                f = m[r][i] / m[i][i]
                m[r] = [x - f * y for x, y in zip(m[r], m[i])]
    return [m[i][n] / m[i][i] for i in range(n)]


def fit(rows, levels, features):
    """Weights of the features, then the strengths of the levels."""
    n = features + levels
    w = [0.0] * n
    for _ in range(12):
        grad, hess = [-RIDGE * x for x in w], [[0.0] * n for _ in range(n)]
        for i in range(n):
            hess[i][i] = RIDGE
        for x, solved in rows:
            b = sum(p * q for p, q in zip(w, x))
            for v, s in enumerate(solved):
                p = 1 / (1 + math.exp(min(30.0, max(-30.0, b - w[features + v]))))
                d, h = s - p, p * (1 - p)
                for i in range(features):
                    grad[i] -= d * x[i]
                    for j in range(i + 1):
                        hess[i][j] += h * x[i] * x[j]
                    hess[features + v][i] -= h * x[i]
                grad[features + v] += d
                hess[features + v][features + v] += h
        for i in range(n):
            for j in range(i):
                hess[j][i] = hess[i][j]
        w = [x + y for x, y in zip(w, solve(hess, grad))]
    return w


def main():
    puzzles = [p for path in sys.argv[1:] for p in json.load(open(path, encoding="utf-8"))["puzzles"]]
    names = list(puzzles[0]["features"])
    mean = {k: sum(p["features"][k] for p in puzzles) / len(puzzles) for k in names}
    sd = {k: (sum((p["features"][k] - mean[k]) ** 2 for p in puzzles) / len(puzzles)) ** 0.5 or 1 for k in names}
    rows = [([(p["features"][k] - mean[k]) / sd[k] for k in names], p["solved"]) for p in puzzles]
    levels, n = len(puzzles[0]["solved"]), len(names)
    failed = [-sum(p["solved"]) for p in puzzles]

    out = [0.0] * len(rows)
    for fold in range(FOLDS):
        w = fit([r for i, r in enumerate(rows) if i % FOLDS != fold], levels, n)
        for i in range(fold, len(rows), FOLDS):
            out[i] = sum(x * y for x, y in zip(w, rows[i][0]))
    w = fit(rows, levels, n)
    b = [sum(x * y for x, y in zip(w, r[0])) for r in rows]
    base = -sum(w[i] * mean[k] / sd[k] for i, k in enumerate(names))
    middle = sorted(b)[len(b) // 2]

    print(f"{len(puzzles)} puzzles, {levels} levels; rank correlation of b and the levels that failed: {spearman(b, failed):.2f},")
    print(f"in {FOLDS} folds, out of sample: {spearman(out, failed):.2f}; of the ratings that they have now: "
          f"{spearman([p['rating'] for p in puzzles], failed):.2f}")
    print(f"start {1500 + POINTS * (base - middle):.0f}")
    for i, k in enumerate(names):
        print(f"{k:10} {POINTS * w[i] / sd[k]:8.1f}   (a standard deviation: {POINTS * w[i]:.0f})")
    print("levels", " ".join(f"{1500 + POINTS * (w[n + v] - middle):.0f}" for v in range(levels)))


if __name__ == "__main__":
    main()
