/* The address of the page. What stands behind its "#" is the tree on the board (edit/address.ts), unless another part of
 * the page has the say. */

import { signal } from '@preact/signals';

/** What the address says in place of the tree; null: the tree. */
export const ownAddress = signal<string | null>(null);

const takers: ((fragment: string) => boolean)[] = [];

/** Takes addresses that are not the tree's. True: this was one. */
export function addAddress(take: (fragment: string) => boolean): void {
    takers.push(take);
}

export function takeAddress(fragment: string): boolean {
    return takers.some((take) => take(fragment));
}
