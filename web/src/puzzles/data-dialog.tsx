/* Where the player's progress is: whose it is, to a file and from one, and a new start. */

import { signal } from '@preact/signals';
import { Dialog } from '../app/dialogs';
import { toast } from '../app/store';
import { t } from '../strings';
import { readItems, writeItems } from './items';
import { addItem, addItems, allItems, player, setPlayer, syncState } from './keep';

export const dataOpen = signal(false);

function download(): void {
    const text = JSON.stringify(writeItems(allItems.peek()));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.download = `hexad-puzzles-${new Date().toISOString().slice(0, 10)}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    toast(t('edit.downloaded', { name: link.download }));
}

async function read(file: File): Promise<void> {
    let found: ReturnType<typeof readItems> = null;
    try {
        found = readItems(JSON.parse(await file.text()));
    } catch {
        /* No JSON: said below. */
    }
    if (!found) return toast(t('puzzles.import.failed', { name: file.name }), { kind: 'error' });
    toast(t('puzzles.imported', { n: addItems(found.items) }));
}

function startOver(): void {
    addItem({ kind: 'reset' });
    dataOpen.value = false;
    toast(t('puzzles.reset.done'), { kind: 'info' });
}

export function DataDialog() {
    return (
        <Dialog open={dataOpen} title={t('puzzles.data')}>
            <p class="pz-note">{t('puzzles.data.about')}</p>
            <p class="pz-note" data-sync={syncState.value}>
                {t(`puzzles.sync.${syncState.value}`)}
            </p>
            <label class="field">
                <span class="field-label">{t('puzzles.player')}</span>
                <input
                    type="text"
                    id="puzzles-player"
                    maxLength={60}
                    value={player.value}
                    onChange={(e) => void setPlayer(e.currentTarget.value)}
                />
            </label>
            <div class="actions">
                <button type="button" class="soft" id="puzzles-export" onClick={download}>
                    {t('puzzles.export')}
                </button>
                <label class="pz-file">
                    <span>{t('puzzles.import')}</span>
                    <input
                        type="file"
                        id="puzzles-import"
                        accept=".json,application/json"
                        onChange={(e) => {
                            const file = e.currentTarget.files?.[0];
                            if (file) void read(file);
                            e.currentTarget.value = '';
                        }}
                    />
                </label>
            </div>
            <details class="pz-reset">
                <summary>{t('puzzles.reset')}</summary>
                <p class="pz-note">{t('puzzles.reset.about')}</p>
                <button type="button" class="soft" id="puzzles-reset" onClick={startOver}>
                    {t('puzzles.reset.now')}
                </button>
            </details>
        </Dialog>
    );
}
