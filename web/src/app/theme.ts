/* How the document looks: what was chosen, or what the system prefers. */
import { computed, effect, signal } from '@preact/signals';
import { languages } from 'hexad:languages';
import { settings } from './settings';

const system = matchMedia('(prefers-color-scheme: dark)');
const systemDark = signal(system.matches);
system.addEventListener('change', () => (systemDark.value = system.matches));

/** Is the page dark, by choice or with the system? */
export const dark = computed(() => {
    const { theme } = settings.value;
    return theme === 'system' ? systemDark.value : theme === 'dark';
});

/** Keeps the document's theme and language in step. */
export function applySettings(): void {
    effect(() => {
        const { language, board } = settings.value;
        const root = document.documentElement;
        root.lang = languages[language]!.tag;
        root.dataset.board = board;
        root.dataset.theme = dark.value ? 'dark' : 'light';
    });
}
