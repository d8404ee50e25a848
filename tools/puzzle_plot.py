#!/usr/bin/env python3
"""Table and plot of what the engine's levels solve, from `hexad puzzle try --json`.

    hexad puzzle try --json > try.json
    tools/puzzle_plot.py try.json bench/results/puzzles.svg
"""
import json
import sys

BANDS = 6
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 360, 50, 40, 20, 90


def ranks(values):
    """Ranks, the mean of them for equal values."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    out = [0.0] * len(values)
    i = 0
    while i < len(order):
        j = i
        while j < len(order) and values[order[j]] == values[order[i]]:
            j += 1
        for k in range(i, j):
            out[order[k]] = (i + j - 1) / 2
        i = j
    return out


def spearman(x, y):
    a, b = ranks(x), ranks(y)
    mean = (len(a) - 1) / 2
    top = sum((p - mean) * (q - mean) for p, q in zip(a, b))
    return top / (sum((p - mean) ** 2 for p in a) * sum((q - mean) ** 2 for q in b)) ** 0.5


def main():
    data = json.load(open(sys.argv[1], encoding="utf-8"))
    puzzles = sorted(data["puzzles"], key=lambda p: p["rating"])
    levels = range(data["from"], data["to"] + 1)
    bands = [puzzles[len(puzzles) * b // BANDS : len(puzzles) * (b + 1) // BANDS] for b in range(BANDS)]
    names = [f"{b[0]['rating']}-{b[-1]['rating']}" for b in bands]
    share = {v: [sum(p["solved"][i] for p in b) / len(b) for b in bands] for i, v in enumerate(levels)}

    print("| level |", " | ".join(names), "|")
    print("|---" * (BANDS + 1) + "|")
    for v in levels:
        print(f"| {v} |", " | ".join(f"{100 * s:.0f}%" for s in share[v]), "|")
    print("| all |", " | ".join(f"{100 * sum(share[v][b] for v in levels) / len(levels):.0f}%" for b in range(BANDS)), "|")
    print("| puzzles |", " | ".join(str(len(b)) for b in bands), "|")
    solved = [sum(p["solved"]) for p in puzzles]
    rho = spearman([p["rating"] for p in puzzles], [-s for s in solved])
    print(f"\n{len(puzzles)} puzzles; Spearman of the rating and the number of levels that failed: {rho:.2f}")

    w, h = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    x = [LEFT + w * (b + 0.5) / BANDS for b in range(BANDS)]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="11">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for i in range(0, 101, 25):
        y = TOP + h * (1 - i / 100)
        out.append(f'<path d="M{LEFT} {y:.1f}H{LEFT + w}" stroke="#ddd"/><text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{i}%</text>')
    for b in range(BANDS):
        out.append(f'<text x="{x[b]:.1f}" y="{HEIGHT - 22}" text-anchor="middle">{names[b]}</text>')
    out.append(f'<text x="{LEFT + w / 2}" y="{HEIGHT - 6}" text-anchor="middle">rating</text>')
    ends = []
    for i, v in enumerate(levels):
        colour = f"hsl({330 * i / max(1, len(levels) - 1):.0f},70%,42%)"
        points = " ".join(f"{x[b]:.1f},{TOP + h * (1 - share[v][b]):.1f}" for b in range(BANDS))
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        ends.append([TOP + h * (1 - share[v][-1]), v, colour])
    ends.sort()
    for i, e in enumerate(ends):  # labels that do not cover each other
        if i and e[0] < ends[i - 1][0] + 13:
            e[0] = ends[i - 1][0] + 13
        out.append(f'<text x="{LEFT + w + 6}" y="{e[0] + 4:.1f}" fill="{e[2]}">level {e[1]}</text>')
    out.append("</svg>")
    with open(sys.argv[2], "w", encoding="utf-8") as f:
        f.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
