/* What leaves the page: files that are saved, texts that are copied. */

import { announce, toast, tree } from '../app/store';
import { t } from '../strings';
import { suggestedTitle, title } from './documents';

/** Copies a text; where the browser keeps its clipboard to secure pages, by an old way. */
export async function copyText(text: string): Promise<void> {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        const field = document.createElement('textarea');
        field.value = text;
        (document.querySelector('dialog[open]') ?? document.body).append(field);
        field.select();
        const done = document.execCommand('copy');
        field.remove();
        if (!done) return toast(t('edit.copy.failed'), { kind: 'error' });
    }
    toast(t('edit.copied'));
}

export function fileName(extension: string): string {
    const stem = (title.value || suggestedTitle(tree.value)).replace(/[\\/:*?"<>|\s]+/g, '-').slice(0, 80);
    return `${stem.replace(/^[-.]+|[-.]+$/g, '') || 'game'}.${extension.replace(/^\./, '')}`;
}

export function saveBytes(parts: BlobPart[], mime: string, name: string): void {
    const address = URL.createObjectURL(new Blob(parts, { type: mime }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
    announce(t('edit.downloaded', { name }));
}
