"""Pictures of boards as SVG: what notebooks show of a Game."""

from __future__ import annotations

from typing import List

from ._words import Colour, Square
from .games import Game

_STEP, _EDGE = 24, 26


def svg(game: Game, numbers: bool = True) -> str:
    """The board; with `numbers`, the stones that were played have theirs. The last turn is marked."""
    columns, rows = game.columns, game.rows
    width, height = (columns - 1) * _STEP + 2 * _EDGE, (rows - 1) * _STEP + 2 * _EDGE
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           f'viewBox="0 0 {width} {height}" font-family="sans-serif" text-anchor="middle">',
           f'<title>{game.describe()}</title>', f'<rect width="{width}" height="{height}" fill="#e8c887"/>']
    out += _lines(game, columns, rows)
    out += _stones(game, columns, rows, numbers)
    return "\n".join([*out, "</svg>"])


def _x(column: int) -> int:
    return _EDGE + column * _STEP


def _y(row: int, rows: int) -> int:
    return _EDGE + (rows - 1 - row) * _STEP


def _lines(game: Game, columns: int, rows: int) -> List[str]:
    right, bottom = _x(columns - 1), _y(0, rows)
    path = "".join(f"M{_x(i)} {_EDGE}V{bottom}" for i in range(columns))
    path += "".join(f"M{_EDGE} {_y(i, rows)}H{right}" for i in range(rows))
    out = [f'<path d="{path}" stroke="#6b4f1d" fill="none"/>', '<g font-size="10" fill="#6b4f1d">']
    for i in range(columns):
        letters = game.text(Square(i, 0)).rstrip("0123456789")
        out.append(f'<text x="{_x(i)}" y="{bottom + 22}">{letters}</text>')
    for i in range(rows):
        out.append(f'<text x="8" y="{_y(i, rows) + 4}">{i + 1}</text>')
    return out + ["</g>"]


def _stones(game: Game, columns: int, rows: int, numbers: bool) -> List[str]:
    history = game.history()
    number = {square: i + 1 for i, (_, square) in enumerate(history)}
    last = {square for i, (colour, square) in enumerate(history)
            if all(c == colour for c, _ in history[i:])}
    out = []
    for i, colour in enumerate(game.board()):
        at = Square(i % columns, i // columns)
        if colour == Colour.EMPTY:
            continue
        fill, ink = ("#111", "#fff") if colour == Colour.BLACK else ("#fff", "#111")
        stroke = "#c22" if at in last else "#111"
        out.append(f'<circle cx="{_x(at.column)}" cy="{_y(at.row, rows)}" r="11" fill="{fill}" stroke="{stroke}" '
                   f'stroke-width="{2 if at in last else 1}"/>')
        if numbers and at in number:
            out.append(f'<text x="{_x(at.column)}" y="{_y(at.row, rows) + 4}" font-size="10" fill="{ink}">'
                       f'{number[at]}</text>')
    return out
