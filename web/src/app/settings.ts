/* What the user chose, kept in the browser. Where storage is refused everything works, and is forgotten. */
import { embedded } from './embed';
import { effect, signal, type Signal } from '@preact/signals';
import { languages } from 'hexad:languages';
import { language as spoken } from '../strings';

/** The name of a file in strings/. */
export type Language = string;
export type Theme = 'system' | 'light' | 'dark';
/** When a turn needs a confirmation: on touch screens, always, or never. */
export type Confirm = 'touch' | 'always' | 'never';

/** The colours of the board: style.css has them. */
export const BOARDS = ['wood', 'light', 'green', 'blue', 'grey'] as const;
export type BoardColours = (typeof BOARDS)[number];

export interface Settings {
    language: Language;
    theme: Theme;
    board: BoardColours;
    coordinates: boolean;
    numbers: boolean;
    sound: boolean;
    confirm: Confirm;
    /** The most that the engine of an analysis may have: threads, and MiB for its tables; 0: all that it is given. */
    threads: number;
    memory: number;
}

type Kind = 'localStorage' | 'sessionStorage';

export function stored<T>(key: string, kind: Kind = 'localStorage'): T | undefined {
    try {
        const text = globalThis[kind].getItem(key);
        return text === null ? undefined : (JSON.parse(text) as T);
    } catch {
        return undefined;
    }
}

export function store(key: string, value: unknown, kind: Kind = 'localStorage'): boolean {
    if (embedded) return true;
    try {
        if (value === undefined) globalThis[kind].removeItem(key);
        else globalThis[kind].setItem(key, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
}

/** A signal that is kept under a key. `good` says whether what was found may be used; of what is kept by `tab`, each
 * tab of the browser has its own, and a new one begins with the latest. */
export function remember<T>(
    key: string,
    fallback: T,
    good: (found: unknown) => boolean = () => true,
    tab = false,
): Signal<T> {
    const found = (tab ? stored<T>(key, 'sessionStorage') : undefined) ?? stored<T>(key);
    const kept = signal<T>(found !== undefined && good(found) ? found : fallback);
    let first = true;
    effect(() => {
        const value = kept.value;
        if (!first) store(key, value);
        if (!first && tab) store(key, value, 'sessionStorage');
        first = false;
    });
    return kept;
}

function one<T extends string>(found: unknown, choices: readonly T[], fallback: T): T {
    return choices.includes(found as T) ? (found as T) : fallback;
}

function flag(found: unknown, fallback: boolean): boolean {
    return typeof found === 'boolean' ? found : fallback;
}

function whole(found: unknown): number {
    return Number.isInteger(found) && (found as number) > 0 ? (found as number) : 0;
}

/** The language that the browser asks for first, of those there are. */
function nativeLanguage(): Language {
    const asked = typeof navigator === 'undefined' ? [] : navigator.languages;
    const parts = (tag: string) => tag.toLowerCase().split('-');
    for (const tag of asked) {
        const names = Object.keys(languages);
        const found =
            names.find((n) => n.toLowerCase() === tag.toLowerCase()) ??
            names.find((n) => parts(n)[0] === parts(tag)[0]);
        if (found) return found;
    }
    return 'en';
}

function initial(): Settings {
    const found = (stored<Partial<Settings>>('hexad.settings') ?? {}) as Partial<Settings>;
    return {
        language: one(found.language, Object.keys(languages), nativeLanguage()),
        theme: one(found.theme, ['system', 'light', 'dark'], 'system'),
        board: one(found.board, BOARDS, 'wood'),
        coordinates: flag(found.coordinates, true),
        numbers: flag(found.numbers, false),
        sound: flag(found.sound, true),
        confirm: one(found.confirm, ['touch', 'always', 'never'], 'touch'),
        threads: whole(found.threads),
        memory: whole(found.memory),
    };
}

export const settings = signal<Settings>(initial());
effect(() => {
    spoken.value = settings.value.language;
});

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
    settings.value = { ...settings.value, [key]: value };
    store('hexad.settings', settings.value);
}
