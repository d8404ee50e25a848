/* The board of the lab: the position of the place that is looked at, its turns as marks, and a turn being entered. A turn
 * that is in the tree leads there; another one can be suggested. */

import { computed, effect, signal } from '@preact/signals';
import { sideName } from '../analyse/parts';
import { squaresOf, words } from '../analyse/wire';
import type { LabTurn } from '../api';
import { setScene, type Scene, type Step } from '../app/scene';
import { statusText } from '../app/status';
import { announce, setOverlay, type BoardMark, type Tone } from '../app/store';
import { CONNECT6, emptyPosition, legal, rulesFrom, setUp, type Position, type Side } from '../core/rules';
import { squaresText, type Square } from '../core/squares';
import { isComplete, pressed, withStones } from '../core/turns';
import { t } from '../strings';
import { sameTurn, turnText } from './model';
import { at, follow, go, root, setFollow, stale, turnsHere, view } from './state';

/** The turn being entered. */
export const entered = signal<readonly Square[]>([]);
/** The turn of the list that is pointed at. */
export const pointed = signal<LabTurn | null>(null);

export const position = computed<Position>(() => {
    const v = view.value;
    const rules = rulesFrom(v?.rules) ?? CONNECT6;
    const empty = emptyPosition(rules);
    if (!v?.position) return empty;
    const { black, white, to_move, left } = v.position;
    const of = (list: string[]) => squaresOf(rules, list) ?? [];
    return setUp(empty, { black: of(black), white: of(white), empty: [], toMove: to_move, left });
});

export const complete = computed(() => isComplete(position.value, entered.value));
/** The turn of the tree that was entered. */
const known = computed(() => {
    const turn = words(entered.value);
    return complete.value ? (turnsHere.value.find((x) => x.kind !== 'part' && sameTurn(x.turn, turn)) ?? null) : null;
});
/** The turn to suggest: the attacker's, whole, and not in the tree. */
export const suggestion = computed(() => {
    const attacks = position.value.toMove === root.value?.attacker;
    return complete.value && !known.value && attacks ? words(entered.value) : null;
});

/* Where one is, as a text: views come and go without a change of it. */
const where = computed(() => [view.value?.name, root.value?.name, at.value.join('.')].join('/'));

function press(s: Square): void {
    // The line does not move on under a turn that is being entered.
    if (follow.peek()) setFollow(false);
    const p = position.peek();
    const stones = pressed(p, entered.peek(), s);
    if (stones === entered.peek()) return;
    entered.value = stones;
    const turn = known.peek();
    if (turn) {
        entered.value = [];
        go([...(view.peek()?.at ?? []), turn.edge]);
        return announce(turnText(turn));
    }
    if (suggestion.peek()) return announce(t('lab.suggest.ready', { turn: squaresText(stones) }));
    if (complete.peek()) return announce(t('lab.suggest.defender', { side: sideName(p.toMove) }));
    const { left } = withStones(p, stones);
    announce(t(left === 1 ? 'play.more.one' : 'play.more', { n: left }));
}

function ghost(s: Square): Side | null {
    const p = withStones(position.value, complete.value ? [] : entered.value);
    return legal(p, s) ? p.toMove : null;
}

const toneOf = (x: LabTurn): Tone =>
    x.pruned ? 'muted' : x.state === 'proved' ? 'good' : x.state === 'disproved' ? 'bad' : 'accent';

/* Every turn of the place as dots, the most proving one, or the one pointed at, as stones to come. */
function drawTurns(): void {
    effect(() => {
        const p = position.value;
        const list = turnsHere.value;
        const shown =
            pointed.value ?? (entered.value.length ? null : (list.find((x) => x.state === 'open') ?? list[0]));
        const squares = (x: LabTurn) => squaresOf(p.rules, x.turn) ?? [];
        const marks = new Map<Square, BoardMark>();
        for (const x of [...list].reverse())
            for (const s of squares(x)) marks.set(s, { at: s, kind: 'dot', tone: toneOf(x) });
        const stones = shown ? squares(shown) : [];
        for (const s of stones) marks.delete(s);
        setOverlay('lab', {
            order: 2,
            modes: ['lab'],
            marks: [...marks.values()].filter((m) => p.cells[m.at] === 0 && !entered.value.includes(m.at)),
            stones: stones.map((s) => ({
                at: s,
                side: p.toMove,
                faint: true,
                ring: shown ? toneOf(shown) : undefined,
            })),
        });
    });
}

function step(to: Step): number[] | null {
    const here = [...at.value];
    const first = turnsHere.value[0];
    switch (to) {
        case 'first':
            return here.length ? [] : null;
        case 'previous':
            return here.length ? here.slice(0, -1) : null;
        default:
            return first ? [...here, first.edge] : null;
    }
}

const scene: Scene = {
    position,
    tentative: entered,
    status: computed(() => {
        const r = root.value;
        if (!view.value || !r) return { text: t('app.lab'), over: false };
        const line = view.value.line ?? [];
        const text = line.length ? turnText(line[line.length - 1]!) : r.name;
        return { text: `${text} · ${statusText(position.value)}`, over: false };
    }),
    place: computed(() => (at.value.length ? t('nav.turn', { n: at.value.length }) : t('nav.start'))),
    press: (s) => view.peek()?.position && !stale.peek() && press(s),
    ghost: (s) => (view.value?.position && !stale.value ? ghost(s) : null),
    can: (to) => step(to) !== null,
    go: (to) => {
        const path = step(to);
        if (path) go(path);
    },
};

export function setDesk(): void {
    setScene('lab', scene);
    drawTurns();
    // Another place: what was entered there means nothing here.
    effect(() => {
        void where.value;
        entered.value = [];
        pointed.value = null;
    });
}
