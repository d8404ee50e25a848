/* Runs before the first paint: the chosen theme and language, so that nothing flashes in another one. */
try {
    const kept = JSON.parse(localStorage.getItem('hexad.settings') ?? '{}') as {
        theme?: string;
        language?: string;
        board?: string;
    };
    const root = document.documentElement;
    if (new URLSearchParams(location.search).has('embed')) root.classList.add('embed');
    if (kept.theme === 'light' || kept.theme === 'dark') root.dataset.theme = kept.theme;
    root.dataset.board = kept.board ?? 'wood';
    root.lang = kept.language ?? navigator.language;
} catch {
    /* No storage: the system's theme and English are fine. */
}
