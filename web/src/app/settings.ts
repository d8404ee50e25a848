/* What the user chose, kept in the browser. Where storage is refused everything works, and is forgotten. */
import { effect, signal, type Signal } from '@preact/signals';

export type Language = 'en' | 'zh';
export type Theme = 'system' | 'light' | 'dark';
/** When a turn needs a confirmation: on touch screens, always, or never. */
export type Confirm = 'touch' | 'always' | 'never';

export interface Settings {
    language: Language;
    theme: Theme;
    coordinates: boolean;
    numbers: boolean;
    sound: boolean;
    confirm: Confirm;
}

export function stored<T>(key: string): T | undefined {
    try {
        const text = localStorage.getItem(key);
        return text === null ? undefined : (JSON.parse(text) as T);
    } catch {
        return undefined;
    }
}

export function store(key: string, value: unknown): boolean {
    try {
        if (value === undefined) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
}

/** A signal that is kept under a key. `good` says whether what was found may be used. */
export function remember<T>(key: string, fallback: T, good: (found: unknown) => boolean = () => true): Signal<T> {
    const found = stored<T>(key);
    const kept = signal<T>(found !== undefined && good(found) ? found : fallback);
    let first = true;
    effect(() => {
        const value = kept.value;
        if (!first) store(key, value);
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

function initial(): Settings {
    const found = (stored<Partial<Settings>>('hexad.settings') ?? {}) as Partial<Settings>;
    const native: Language = typeof navigator !== 'undefined' && navigator.language.startsWith('zh') ? 'zh' : 'en';
    return {
        language: one(found.language, ['en', 'zh'], native),
        theme: one(found.theme, ['system', 'light', 'dark'], 'system'),
        coordinates: flag(found.coordinates, true),
        numbers: flag(found.numbers, false),
        sound: flag(found.sound, false),
        confirm: one(found.confirm, ['touch', 'always', 'never'], 'touch'),
    };
}

export const settings = signal<Settings>(initial());

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
    settings.value = { ...settings.value, [key]: value };
    store('hexad.settings', settings.value);
}

/** Keeps the document's theme and language in step. */
export function applySettings(): void {
    effect(() => {
        const { theme, language } = settings.value;
        const root = document.documentElement;
        root.lang = language === 'zh' ? 'zh-Hans' : 'en';
        if (theme === 'system') delete root.dataset.theme;
        else root.dataset.theme = theme;
    });
}
