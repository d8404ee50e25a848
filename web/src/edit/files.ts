/* What leaves the page: files that are saved. */

import { announce, tree } from '../app/store';
import { t } from '../strings';
import { suggestedTitle, title } from './documents';

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
