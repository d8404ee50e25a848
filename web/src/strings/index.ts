/* What the page says, in the user's language: one file a language, in this folder. */
import { signal } from '@preact/signals';
import { languages } from 'hexad:languages';
import { words as english } from './en';
import type { StringKey } from './words';

export type { StringKey };

/** The language that is spoken; app/settings keeps it. */
export const language = signal('en');

export function isString(key: string): key is StringKey {
    return key in english;
}

/* What is said of one thing, where a text about `n` things has another one for that: `KEY.one`. */
function keyOfOne(key: StringKey, values: Record<string, string | number>): StringKey {
    const one = `${key}.one`;
    return String(values.n) === '1' && isString(one) ? one : key;
}

/** The text in the user's language, or in English where that has none. Reads a signal: components that call it follow
 * a change of language. */
export function t(asked: StringKey, values: Record<string, string | number> = {}): string {
    const key = keyOfOne(asked, values);
    const words = languages[language.value]?.words;
    const text = words?.[key] ?? words?.[asked] ?? english[key];
    return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

/** The program's line about one of its players, in the user's language where that has one. */
export function playerLine(name: string, about: string): string {
    return languages[language.value]?.players?.[name] ?? about;
}
