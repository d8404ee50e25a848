/* The proofs that the server has, and files of one's own. */

import { effect, signal } from '@preact/signals';
import { api, type ProofEntry } from '../api';
import { errorText } from '../api/text';
import { Dialog } from '../app/dialogs';
import { Icon } from '../app/icons';
import { t } from '../strings';
import { openFile, openNamed } from './state';

export const listOpen = signal(false);
const entries = signal<readonly ProofEntry[] | null>(null);
const failed = signal('');
const busy = signal('');

async function read(): Promise<void> {
    try {
        entries.value = (await api.proofs()).proofs;
        failed.value = '';
    } catch (e) {
        failed.value = errorText(e);
    }
}

/** Reads the list anew whenever it is opened. */
export function watchList(): void {
    effect(() => {
        if (listOpen.value) void read();
    });
}

async function open(what: string, opening: Promise<boolean>): Promise<void> {
    busy.value = what;
    if (await opening) listOpen.value = false;
    busy.value = '';
}

async function remove(name: string): Promise<void> {
    try {
        await api.proofDelete(name);
    } catch (e) {
        failed.value = errorText(e);
    }
    await read();
}

function Entry({ x }: { x: ProofEntry }) {
    const size = `${(x.bytes / 1000).toLocaleString(undefined, { maximumFractionDigits: 1 })} kB`;
    return (
        <li class="proof-entry">
            <button
                type="button"
                class="jump"
                disabled={busy.value !== ''}
                onClick={() => void open(x.name, openNamed(x.name))}
            >
                <span class="entry-title">{x.name}</span>
                <span class="entry-about">
                    {busy.value === x.name ? t('proof.checking') : `${x.claim?.text ?? t('proof.none')} · ${size}`}
                </span>
            </button>
            {x.own && (
                <button
                    type="button"
                    class="plain"
                    aria-label={t('proof.delete', { name: x.name })}
                    onClick={() => void remove(x.name)}
                >
                    <Icon name="close" />
                </button>
            )}
        </li>
    );
}

export function ProofList() {
    return (
        <Dialog open={listOpen} title={t('proof.list')} wide>
            <p class="quiet">{t('proof.list.about')}</p>
            <label class="pick-file">
                <span>{t('proof.list.file')}</span>
                <input
                    id="proof-pick"
                    type="file"
                    accept=".cert"
                    onChange={(e) => {
                        const file = e.currentTarget.files?.[0];
                        e.currentTarget.value = '';
                        if (file) void open(file.name, openFile(file));
                    }}
                />
            </label>
            {failed.value && (
                <p class="failed" role="alert">
                    {failed.value}
                </p>
            )}
            <ul class="library" id="proofs">
                {(entries.value ?? []).map((x) => (
                    <Entry key={x.name} x={x} />
                ))}
            </ul>
        </Dialog>
    );
}
