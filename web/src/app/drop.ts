/* Files dropped onto the page, and text pasted outside of its fields: given to who says it can read them. */
import { t } from '../strings';
import { drops, toast } from './store';

async function offer(what: string | readonly File[]): Promise<void> {
    for (const drop of drops) if (await drop(what)) return;
    toast(t('app.dropped'), { kind: 'error' });
}

export function listenToDrops(): void {
    const root = document.documentElement;
    const hasFiles = (event: DragEvent) =>
        [...(event.dataTransfer?.types ?? [])].some((v) => v === 'Files' || v === 'text/plain');
    document.addEventListener('dragover', (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        root.classList.add('dragging');
    });
    document.addEventListener('dragleave', (event) => {
        if (!event.relatedTarget) root.classList.remove('dragging');
    });
    document.addEventListener('drop', (event) => {
        root.classList.remove('dragging');
        if (!hasFiles(event)) return;
        event.preventDefault();
        const files = [...(event.dataTransfer?.files ?? [])];
        const text = event.dataTransfer?.getData('text/plain');
        if (files.length) void offer(files);
        else if (text) void offer(text);
    });
    document.addEventListener('paste', (event) => {
        if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')) return;
        const text = event.clipboardData?.getData('text/plain');
        if (!text?.trim()) return;
        event.preventDefault();
        void offer(text);
    });
}
