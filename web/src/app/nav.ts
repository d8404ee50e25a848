/* Going through the game: by turns and by stones, back along the line that was come from. */
import { effect } from '@preact/signals';
import { lastTurn } from '../core/rules';
import { nodeAt, nodesOn, positionAt, stepInto, type Path, type Tree } from '../core/tree';
import { t } from '../strings';
import { scene, type Step } from './scene';
import { goTo, node, path, position, tree } from './store';

/* The child last visited of a node, by ids: forward leads there again. */
const visited = new Map<number, number>();

export function rememberWay(): void {
    effect(() => {
        const way = nodesOn(tree.value, path.value);
        for (let i = 1; i < way.length; i++) visited.set(way[i - 1]!.id, way[i]!.id);
    });
}

function forward(of: Tree, from: Path): Path | null {
    const here = nodeAt(of, from);
    if (!here?.children.length) return null;
    const i = here.children.findIndex((c) => c.id === visited.get(here.id));
    return [...from, i < 0 ? 0 : i];
}

/** The end of the line that one is on. */
export function endOfLine(t: Tree = tree.value, from: Path = path.value): Path {
    let at = from;
    for (let next = forward(t, at); next; next = forward(t, at)) at = next;
    return at;
}

/** Is there anything in that direction? */
export function canGo(step: Step): boolean {
    if (scene.value) return scene.value.can(step);
    return step === 'first' || step === 'previous' ? path.value.length > 0 : node.value.children.length > 0;
}

export function nextStone(): void {
    if (scene.value) return scene.value.go('next');
    const next = forward(tree.value, path.value);
    if (next) goTo(next);
}

export function previousStone(): void {
    if (scene.value) return scene.value.go('previous');
    if (path.value.length) goTo(path.value.slice(0, -1));
}

/** To the end of the turn that goes on, or of the next one. */
export function nextTurn(): void {
    if (scene.value) return scene.value.go('next');
    const t = tree.value;
    let at: Path = path.value;
    let p = position.value;
    const start = p.turn;
    for (let next = forward(t, at); next; next = forward(t, at)) {
        at = next;
        p = stepInto(p, nodeAt(t, at)!);
        if (p.turn !== start || p.outcome !== 'open') break;
    }
    goTo(at);
}

export function previousTurn(): void {
    if (scene.value) return scene.value.go('previous');
    const stones = Math.max(1, lastTurn(position.value).length);
    goTo(path.value.slice(0, Math.max(0, path.value.length - stones)));
}

/** Where one is, in words: the number of the turn whose stone was placed last. */
export function placeText(): string {
    if (scene.value) return scene.value.place.value;
    const { moves } = position.value;
    const last = moves[moves.length - 1];
    return last ? t('nav.turn', { n: last.turn + 1 }) : t('nav.start');
}

export function firstPlace(): void {
    if (scene.value) return scene.value.go('first');
    goTo([]);
}

export function lastPlace(): void {
    if (scene.value) return scene.value.go('last');
    goTo(endOfLine());
}

/** The turns of a line, each with the stones it placed and where it ends. */
export interface TurnEntry {
    number: number;
    side: 'black' | 'white';
    stones: number[];
    end: Path;
}

export function turnsOf(t: Tree, to: Path): TurnEntry[] {
    const turns: TurnEntry[] = [];
    let p = positionAt(t, []);
    nodesOn(t, to)
        .slice(1)
        .forEach((n, i) => {
            const before = p;
            p = stepInto(p, n);
            if (n.stone === null || p === before) return;
            const last = turns[turns.length - 1];
            const move = p.moves[p.moves.length - 1]!;
            const end = to.slice(0, i + 1);
            const goesOn = last && before.moves.length > 0 && before.moves[before.moves.length - 1]!.turn === move.turn;
            if (goesOn) {
                last.stones.push(n.stone);
                last.end = end;
            } else turns.push({ number: turns.length + 1, side: move.side, stones: [n.stone], end });
        });
    return turns;
}
