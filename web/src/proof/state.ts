/* The proof that the tree on the board walks through: which it is, and what it says of the place in the tree.
 *
 * A tree that was opened from a proof says so in its facts (source), so a reload, an undo or a saved tree leads back to it. */

import { computed, effect, signal } from '@preact/signals';
import { adopt } from '../analyse/adopt';
import { squaresOf, words } from '../analyse/wire';
import { api, ApiError, type ProofWalk } from '../api';
import { errorText } from '../api/text';
import { showPanel } from '../app/dock';
import { mode, node, position, setOverlay, toast, tree, type Overlay } from '../app/store';
import { treeFromJson } from '../core/json';
import { otherSide } from '../core/rules';
import type { Square } from '../core/squares';
import { openTree } from '../edit/documents';
import { t } from '../strings';
import { beginsAt, isAbout, strayed, turnsOf } from './line';

const SOURCE = 'hexad proof: ';

/** The name of the proof that the tree belongs to; null: none. */
export const opened = computed(() => {
    const source = tree.value.info.source ?? '';
    return source.startsWith(SOURCE) ? source.slice(SOURCE.length) : null;
});

/** What the proof says of the line; null while nothing is known. */
export const walk = signal<ProofWalk | null>(null);
export const failed = signal('');
/** Is the attacker's answer played at once? */
export const answering = signal(true);
/** The null or semi-null move whose zone is looked at; null: the one that the stones of a turn that is begun make. */
export const chosen = signal<readonly Square[] | null>(null);

/** Puts the position of a claim on the board, with the first turn if the proof has one. */
export function openProof(w: ProofWalk): void {
    const { rules, setup, text } = w.claim;
    const empty = !setup.black.length && !setup.white.length;
    const first = w.first.map((s): Record<string, unknown> => ({ stones: [s], children: [] }));
    for (let i = first.length - 2; i >= 0; i--) first[i]!.children = [first[i + 1]];
    const root = { ...(empty ? {} : { setup }), children: first.slice(0, 1) };
    walk.value = w;
    failed.value = '';
    openTree(treeFromJson({ rules, info: { game: text, source: SOURCE + w.name }, root }));
    mode.value = 'analyse';
    showPanel('proof');
}

/** Opens a proof that the server has. */
export async function openNamed(name: string): Promise<boolean> {
    try {
        openProof(await api.proofWalk(name, [], []));
        return true;
    } catch (e) {
        toast(errorText(e), { kind: 'error' });
        return false;
    }
}

/** Has a file checked and opens it. */
export async function openFile(file: File): Promise<boolean> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    let text = '';
    for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
    try {
        openProof(await api.proofNew(btoa(text), file.name));
        return true;
    } catch (e) {
        toast(t('proof.refused', { what: file.name, why: errorText(e) }), { kind: 'error' });
        return false;
    }
}

const inTab = computed(() => mode.value === 'analyse' && opened.value !== null);

const claim = computed(() => (opened.value === walk.value?.name ? (walk.value?.claim ?? null) : null));

/** The tree names the proof, but does not begin with its position: nothing that the proof says is about the board. */
export const elsewhere = computed(() => claim.value !== null && !beginsAt(claim.value, position.value));

/** The turns of the line; null while the claim is not known, or if it is about something else. */
export const turns = computed(() =>
    claim.value && !elsewhere.value ? turnsOf(position.value, claim.value.attacker) : null,
);

/* The null or semi-null move whose zone is wanted. */
const part = computed(() => words(chosen.value ?? (attackerMoves.value ? [] : (turns.value?.begun ?? []))));

/** What is asked of the server: changes only when the defender's turns do. */
const question = computed(() => {
    if (!inTab.value) return null;
    return JSON.stringify({
        name: opened.value,
        line: (turns.value?.defences ?? []).map((d) => words(d)),
        part: part.value,
    });
});

export const attackerMoves = computed(() => position.value.toMove === walk.value?.claim.attacker);

/** The number of the attacker's first turn that is not the proof's; null: it keeps to it. */
export const left = computed(() => (fits.value ? strayed(turns.value!, walk.value!) : null));

/** Is the walk about the line on the board, or still about another? */
export const fits = computed(() => turns.value !== null && isAbout(walk.value!, turns.value));

/** What the proof says to the defender's last turn. */
export const step = computed(() => (fits.value ? (walk.value?.line.at(-1) ?? null) : null));

/** The attacker's turn now by the proof, if it is to move and keeps to it. */
export const answer = computed(() => {
    const w = walk.value;
    if (!w || !turns.value || !fits.value || !attackerMoves.value || left.value !== null) return null;
    if (turns.value.attacks.length > w.line.length) return null;
    const next = turns.value.defences.length ? w.line.at(-1)!.answer : w.first;
    return squaresOf(position.value.rules, next);
});

async function ask(text: string, signal: AbortSignal): Promise<void> {
    const { name, line, part } = JSON.parse(text) as { name: string; line: string[][]; part: string[] };
    try {
        walk.value = await api.proofWalk(name, line, part, { signal });
        failed.value = '';
    } catch (e) {
        if (!(e instanceof ApiError && e.aborted)) failed.value = errorText(e);
    }
}

/* The zone of a null or semi-null move, and the attacker's answer as stones to come. */
function overlay(): Overlay | null {
    const w = walk.value;
    const rules = position.value.rules;
    if (!w || !inTab.value || !fits.value || left.value !== null) return null;
    const side = w.claim.attacker;
    const next = answer.value ?? [];
    const shown =
        chosen.value && w.defences.find((d) => d.unplaced && d.squares.join() === words(chosen.value!).join());
    const ghosts = shown ? (squaresOf(rules, shown.answer) ?? []) : next;
    const stones = shown ? chosen.value! : [];
    const asked = w.zone && !attackerMoves.value && w.zone.part.join() === part.value.join();
    const zone = asked ? (squaresOf(rules, w.zone!.squares) ?? []) : [];
    return {
        order: 1,
        modes: ['analyse'],
        zone: [{ squares: zone, tone: 'accent' }],
        stones: [
            ...ghosts.map((at) => ({ at, side, ring: 'good' as const })),
            ...stones.map((at) => ({ at, side: otherSide(side), faint: true })),
        ],
    };
}

export function followProof(): void {
    effect(() => {
        const text = question.value;
        if (text === null) return undefined;
        const abort = new AbortController();
        void ask(text, abort.signal);
        return () => abort.abort();
    });
    // Another place in the tree: what was chosen there means nothing here.
    effect(() => {
        void node.value.id;
        chosen.value = null;
    });
    effect(() => {
        const next = answer.value;
        const begun = turns.value?.begun.length ?? 0;
        if (!answering.value || !inTab.value || !next?.length || begun || node.value.children.length) return;
        adopt(next);
    });
    effect(() => setOverlay('proof', overlay()));
}
