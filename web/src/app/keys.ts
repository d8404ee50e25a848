/* The keyboard: commands from a list that the parts of the page add to, and that `?` shows. */
import { mode, keyCommands } from './store';

/** How a key is named in the list: 'Ctrl+z', 'Shift+ArrowLeft', '?'. Shift is part of a sign such as '?' itself. */
export function keyName(event: KeyboardEvent): string {
    const key = event.key === ' ' ? 'Space' : event.key;
    const letter = /^[a-z]$/i.test(key);
    const sign = key.length === 1 && !letter;
    return (
        (event.ctrlKey || event.metaKey ? 'Ctrl+' : '') +
        (event.altKey ? 'Alt+' : '') +
        (event.shiftKey && !sign ? 'Shift+' : '') +
        (letter ? key.toLowerCase() : key)
    );
}

function typing(target: EventTarget | null): boolean {
    const e = target instanceof Element ? target.closest('input, textarea, select, [contenteditable]') : null;
    if (!e) return false;
    if (!(e instanceof HTMLInputElement)) return true;
    return !['checkbox', 'radio', 'button', 'range'].includes(e.type);
}

export function listenToKeys(): void {
    document.addEventListener('keydown', (event) => {
        if (event.defaultPrevented || typing(event.target) || document.querySelector('dialog[open]')) return;
        // Arrows belong to what has the focus where that knows arrows.
        const inside = event.target instanceof Element ? event.target : null;
        const own = inside?.closest(
            '[role="tree"], [role="tablist"], [role="slider"], input[type="range"], [role="radiogroup"]',
        );
        if (own && event.key.startsWith('Arrow')) return;
        const name = keyName(event);
        for (const command of keyCommands) {
            if (command.modes && !command.modes.includes(mode.value)) continue;
            if (!command.keys.some((k) => k.toLowerCase() === name.toLowerCase())) continue;
            if (command.run(event) === false) continue;
            event.preventDefault();
            return;
        }
    });
}
