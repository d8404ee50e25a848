/* What one can do to a lab from the page. Everything goes into its file; what is refused is told. */

import { words } from '../analyse/wire';
import { api } from '../api';
import { errorText } from '../api/text';
import { mode, toast } from '../app/store';
import { openNamed } from '../proof/state';
import { t } from '../strings';
import { entered, suggestion } from './desk';
import { stonesText } from './model';
import { labName, loadList, root, view } from './state';

async function attempt(work: () => Promise<{ noted: boolean } | void>, done: string): Promise<boolean> {
    try {
        const answer = await work();
        toast(answer?.noted ? t('lab.noted') : done);
        return true;
    } catch (e) {
        toast(errorText(e), { kind: 'error' });
        return false;
    }
}

const stonesHere = () => stonesText(view.peek()?.line ?? []);

export async function suggest(): Promise<void> {
    const turn = suggestion.peek();
    const name = root.peek()?.name;
    if (!turn || !name) return;
    const stones = [stonesHere(), turn.join(' ')].filter(Boolean).join(' / ');
    const ok = await attempt(
        () => api.labAsk(labName.peek(), 'suggest', { root: name, stones }),
        t('lab.suggest.done', { turn: words(entered.peek()).join(' ') }),
    );
    if (ok) entered.value = [];
}

/** Lets the turn that led here alone, or takes it up again. */
export function prune(pruned: boolean): Promise<boolean> {
    const of = { root: root.peek()?.name ?? '', stones: stonesHere() };
    return attempt(
        () => api.labAsk(labName.peek(), pruned ? 'prune' : 'unprune', of),
        t(pruned ? 'lab.prune.done' : 'lab.unprune.done'),
    );
}

export function pauseRoot(paused: boolean): Promise<boolean> {
    const name = root.peek()?.name ?? '';
    return attempt(
        () => api.labAsk(labName.peek(), paused ? 'pause' : 'resume', { root: name }),
        t(paused ? 'lab.pause.done' : 'lab.resume.done', { root: name }),
    );
}

export function setPriority(priority: number): Promise<boolean> {
    const name = root.peek()?.name ?? '';
    return attempt(
        () => api.labAsk(labName.peek(), 'priority', { root: name, priority }),
        t('lab.priority.done', { root: name, n: priority }),
    );
}

export function run(on: boolean): Promise<boolean> {
    return attempt(
        () => api.labRun(labName.peek(), on).then(() => undefined),
        t(on ? 'lab.run.started' : 'lab.run.ending'),
    );
}

export async function removeLab(name: string): Promise<void> {
    await attempt(() => api.labDelete(name), t('lab.deleted', { name }));
    await loadList();
}

function save(bytes: BlobPart, name: string, type: string): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The proof of the place as a file. */
export async function exportHere(format: 'cert' | 'sgf'): Promise<void> {
    const of = { root: root.peek()?.name ?? '', stones: stonesHere(), format };
    const name = `${labName.peek()}-${of.root}`.replace(/[^\w.-]+/g, '-');
    try {
        const found = await api.labExport(labName.peek(), of);
        if (format === 'sgf') {
            save(found.text ?? '', `${name}.sgf`, 'application/x-go-sgf');
            if (found.whole === false) toast(t('lab.sgf.part'));
        } else
            save(
                Uint8Array.from(atob(found.base64 ?? ''), (c) => c.charCodeAt(0)),
                `${name}.cert`,
                'application/octet-stream',
            );
    } catch (e) {
        toast(errorText(e), { kind: 'error' });
    }
}

/** The proof of the place in the proof explorer. */
export async function explore(): Promise<void> {
    const of = { root: root.peek()?.name ?? '', stones: stonesHere(), format: 'cert' as const, keep: true };
    try {
        const { proof } = await api.labExport(labName.peek(), of);
        if (proof && (await openNamed(proof))) mode.value = 'analyse';
    } catch (e) {
        toast(errorText(e), { kind: 'error' });
    }
}
