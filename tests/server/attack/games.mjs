// Games and trees to ask with.
export const RULES = [19, 19, 6, 2, 1];

/** Columns are a, b, …, z, aa, ab, …; rows count from 1. */
export function square(col, row) {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  return (col < 26 ? "" : letters[Math.floor(col / 26) - 1]) + letters[col % 26] + (row + 1);
}

/** Stones of a game without a row: no two of these squares are neighbours. Games differ by their number. */
export function stones(number, count) {
  const all = [];
  for (let row = 0; row < 19; row++)
    for (let col = 0; col < 19; col++) if ((col + 2 * row + number) % 5 === 0) all.push(square(col, row));
  const out = new Set();
  for (let i = 0; out.size < count; i++) out.add(all[(i * 31 + number * 17 + 36) % all.length]);
  return [...out];
}

/** A tree of one line. */
export function tree(number, count = 41) {
  let node = { stones: [], children: [] };
  const root = node;
  for (const s of stones(number, count)) {
    const child = { stones: [s], children: [] };
    node.children.push(child);
    node = child;
  }
  return { rules: RULES, info: { event: "load" }, root };
}
