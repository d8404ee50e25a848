/* Runs before the first paint: the theme of theme.ts and the language, so that nothing flashes in another one. */
const root = document.documentElement;
let dark = matchMedia('(prefers-color-scheme: dark)').matches;
try {
    const kept = JSON.parse(localStorage.getItem('hexad.settings') ?? '{}') as {
        theme?: string;
        language?: string;
        board?: string;
    };
    if (new URLSearchParams(location.search).has('embed')) root.classList.add('embed');
    if (kept.theme === 'light' || kept.theme === 'dark') dark = kept.theme === 'dark';
    root.dataset.board = kept.board ?? 'wood';
    root.lang = kept.language ?? navigator.language;
} catch {
    /* No storage: the system's theme and English are fine. */
}
root.dataset.theme = dark ? 'dark' : 'light';
