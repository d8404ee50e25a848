/* The map of a root: what the lab knows of every turn of the defender there. The server lists turns up to symmetry; here each is
 * found again on the board as one sees it. */

import { computed, effect, signal } from '@preact/signals';
import { squaresOf } from '../analyse/wire';
import { api, type OpeningsMap } from '../api';
import { errorText } from '../api/text';
import { remember } from '../app/settings';
import { setOverlay, type Tone } from '../app/store';
import { mapSquare, symmetryCount } from '../core/keys';
import { allSquares, type Position } from '../core/rules';
import { parseSquare, type Square } from '../core/squares';
import { complete, entered, position } from './desk';
import { at, labName, root, stale, view } from './state';

export type Reply = OpeningsMap['list'][number];
export type State = Reply['state'];

/** Does one want to see it? */
export const wanted = remember('hexad.lab.map', false, (v) => typeof v === 'boolean', true);
export const map = signal<OpeningsMap | null>(null);
export const mapFailed = signal('');

/** There is one of roots at which the defender is to move, with at most two stones. */
export const mappable = computed(
    () => !at.value.length && !!root.value && position.value.toMove !== root.value.attacker && position.value.left <= 2,
);
export const shown = computed(() => wanted.value && mappable.value && map.value?.root === root.value?.name);

const keyOf = (stones: readonly Square[]) => [...stones].sort((a, b) => a - b).join();

/** Every turn that is listed, with all its images, by its squares. */
export function repliesByTurn(p: Position, list: readonly Reply[]): Map<string, Reply> {
    const squares = allSquares(p.rules);
    const same = Array.from({ length: symmetryCount(p.rules) }, (_, s) => s).filter((s) =>
        squares.every((x) => p.cells[x] === p.cells[mapSquare(p.rules, s, x)]),
    );
    const found = new Map<string, Reply>();
    for (const reply of list) {
        const turn = squaresOf(p.rules, reply.turn) ?? [];
        for (const s of same) found.set(keyOf(turn.map((x) => mapSquare(p.rules, s, x))), reply);
    }
    return found;
}

const replies = computed(() => repliesByTurn(position.value, map.value?.list ?? []));

/** What is known of a turn. What is not listed was verified, unless the list is cut. */
export function replyTo(turn: readonly Square[]): { state: State; reply?: Reply } | null {
    const reply = replies.value.get(keyOf(turn));
    if (reply) return { state: reply.state, reply };
    return map.value && !map.value.cut ? { state: 'verified' } : null;
}

/** Of the turn that is being entered, once it is whole. */
export const asked = computed(() => (shown.value && complete.value ? replyTo(entered.value) : null));

export const TONES: Record<State, Tone> = {
    proved: 'good',
    covered: 'good',
    verified: 'good',
    refuted: 'bad',
    resists: 'accent',
    open: 'muted',
    waits: 'muted',
};

/* By square how many turns with a stone there are left; beside a first stone, what becomes of each second. */
function draw(): void {
    effect(() => {
        const p = position.value;
        const m = map.value;
        if (!shown.value || !m) return setOverlay('lab-map', { modes: ['lab'] });
        const first = entered.value;
        if (first.length === 1 && p.left === 2)
            return setOverlay('lab-map', {
                order: 3,
                modes: ['lab'],
                marks: allSquares(p.rules).flatMap((s) => {
                    const known = p.cells[s] === 0 && s !== first[0] ? replyTo([first[0]!, s]) : null;
                    return known ? [{ at: s, kind: 'square' as const, tone: TONES[known.state] }] : [];
                }),
            });
        setOverlay('lab-map', {
            order: 3,
            modes: ['lab'],
            labels: first.length
                ? []
                : m.left.map(({ square, turns }) => ({ at: parseSquare(square, p.rules)!, text: String(turns) })),
        });
    });
}

/* Asked for when it is looked at, and again when jobs were done meanwhile: one question at a time. */
function load(): void {
    let asking = false;
    let asked = '';
    effect(() => {
        const name = labName.value;
        const of = root.value?.name;
        const want = wanted.value && mappable.value && !stale.value && of ? `${name}/${of}/${view.value?.jobs}` : '';
        const next = async () => {
            asking = true;
            asked = want;
            try {
                map.value = await api.labMap(name, of!);
                mapFailed.value = '';
            } catch (e) {
                mapFailed.value = errorText(e);
            }
            asking = false;
        };
        void map.value; // when an answer has come, look whether there is more to ask
        if (want && want !== asked && !asking) void next();
    });
}

export function setMap(): void {
    draw();
    load();
}
