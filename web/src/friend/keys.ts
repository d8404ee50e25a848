/* Whose seats this browser has: the keys of the games that were made or joined here. They never leave it but by a link that somebody
 * copies. */
import { remember } from '../app/settings';

export interface Own {
    readonly id: string;
    readonly key: string;
}

const MOST = 200;

function good(v: unknown): boolean {
    return Array.isArray(v) && v.every((x: Own | null) => typeof x?.id === 'string' && typeof x.key === 'string');
}

/** The newest first. */
export const own = remember<readonly Own[]>('hexad.duels', [], good);

/** What one is called in games with others. */
export const myName = remember<string>('hexad.name', '', (v) => typeof v === 'string');

export function keyFor(id: string): string | undefined {
    return own.peek().find((x) => x.id === id)?.key;
}

export function keepKey(id: string, key: string): void {
    own.value = [{ id, key }, ...own.peek().filter((x) => x.id !== id)].slice(0, MOST);
}

export function dropKey(id: string): void {
    own.value = own.peek().filter((x) => x.id !== id);
}

/** The address of a game: with the key it is a seat, without it an invitation, and later a place to watch from. */
export function linkTo(id: string, key?: string): string {
    return `${location.origin}${location.pathname}#duel=${id}${key ? `.${key}` : ''}`;
}

/** What such an address names; null: it is another one. */
export function readLink(hash: string): { id: string; key?: string } | null {
    const found = /^#duel=([a-z0-9]+)(?:\.([a-z0-9]+))?$/.exec(hash);
    return found ? { id: found[1]!, key: found[2] } : null;
}
