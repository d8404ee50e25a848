/* The address of the page. What stands behind its "#" is the tree on the board (edit/address.ts), unless another part of
 * the page has the say. */

import { signal } from '@preact/signals';

/** What the address says in place of the tree; null: the tree. */
export const ownAddress = signal<string | null>(null);

const takers: { form: RegExp; take: (found: RegExpExecArray) => void }[] = [];

/** Takes addresses of another form than the tree's. */
export function addAddress(form: RegExp, take: (found: RegExpExecArray) => void): void {
    takers.push({ form, take });
}

/** Is it one of those? Then it is followed; after a reload what the browser kept is the truth, and nothing is done. */
export function takeAddress(fragment: string, reload = false): boolean {
    for (const { form, take } of takers) {
        const found = form.exec(fragment);
        if (!found) continue;
        if (!reload) take(found);
        return true;
    }
    return false;
}
