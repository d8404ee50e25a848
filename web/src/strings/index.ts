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

/** The text in the user's language, or in English where that has none. Reads a signal: components that call it follow
 * a change of language. */
export function t(key: StringKey, values: Record<string, string | number> = {}): string {
    const text = languages[language.value]?.words[key] ?? english[key];
    return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}
