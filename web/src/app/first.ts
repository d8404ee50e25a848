/* Runs before the first paint: the chosen theme and language, so that nothing flashes in another one. */
try {
    const kept = JSON.parse(localStorage.getItem('hexad.settings') ?? '{}') as { theme?: string; language?: string };
    const root = document.documentElement;
    if (kept.theme === 'light' || kept.theme === 'dark') root.dataset.theme = kept.theme;
    root.lang = kept.language ?? (navigator.language.startsWith('zh') ? 'zh' : 'en');
} catch {
    /* No storage: the system's theme and English are fine. */
}
