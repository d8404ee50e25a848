/* Texts for other programs. */

import { t } from '../strings';
import { toast } from './store';

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
