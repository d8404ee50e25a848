/* Puzzles have addresses: "#puzzle=ID" of those that everybody has, "#puzzle=z.…" with the puzzle itself in it of others. */

import { effect, untracked } from '@preact/signals';
import type { Puzzle } from '../api';
import { addAddress, ownAddress } from '../app/address';
import { mode, toast } from '../app/store';
import { lettersOfText, textOfLetters } from '../core/bytes';
import { t } from '../strings';
import { isBuiltIn, lent, loadCollection, puzzleOf } from './collection';
import { guest } from './guest';
import { isPuzzle } from './items';
import { start } from './run';
import { solving, startOf } from './solve';

export function puzzleFragment(p: Puzzle): string {
    return `#puzzle=${isBuiltIn(p.id) ? encodeURIComponent(p.id) : `z.${lettersOfText(JSON.stringify(p))}`}`;
}

export function puzzleAddress(p: Puzzle): string {
    return `${location.origin}${location.pathname}${puzzleFragment(p)}`;
}

/* The puzzle that the address has in it; its squares are looked at when it is begun. */
function carried(letters: string): Puzzle | null {
    try {
        const found: unknown = JSON.parse(textOfLetters(letters) ?? 'null');
        return isPuzzle(found) && startOf(found) ? found : null;
    } catch {
        return null;
    }
}

async function open(text: string): Promise<void> {
    const own = /^z\.([\w-]+)/.exec(text);
    const puzzle = own && carried(own[1]!);
    const id = own ? (puzzle?.id ?? '') : text;
    if (solving.peek()?.puzzle.id === id) {
        mode.value = 'puzzles'; // it goes on where it was
        return;
    }
    if (!own) await loadCollection();
    if (puzzle && !puzzleOf(id)) lent.value = [...lent.value, puzzle];
    if (!puzzleOf(id)) return toast(t(own ? 'link.damaged' : 'link.puzzle.none', { id }), { kind: 'error' });
    await start('single', { queue: [id] });
}

function plain(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** While a puzzle is on the board the address is its own; who comes with one gets that puzzle. */
export function startAddress(): void {
    // Behind the other starts, which bring back what was open before.
    addAddress(/^#puzzle=(.+)$/, ([, text]) => queueMicrotask(() => void open(plain(text!))));
}

export function keepPuzzleAddress(): void {
    effect(() => {
        const puzzle = mode.value === 'puzzles' && !guest.value ? solving.value?.puzzle : undefined;
        untracked(() => (ownAddress.value = puzzle ? puzzleFragment(puzzle) : null));
    });
}
