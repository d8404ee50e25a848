/* A position that is to be proved: the one on the board of the other tabs, into a lab that is there or a new one. */

import { signal } from '@preact/signals';
import { sideName } from '../analyse/parts';
import { showProof } from '../analyse/state';
import { gameOf, words } from '../analyse/wire';
import { api, type PositionProof } from '../api';
import { errorText } from '../api/text';
import { Choice, Dialog } from '../app/dialogs';
import { MiniBoard } from '../app/mini-board';
import { mode, position, toast } from '../app/store';
import { otherSide, rulesFrom, rulesNumbers, rulesText, sameRules, type Side } from '../core/rules';
import { t } from '../strings';
import { labName, list, loadList, pickLab } from './state';

const open = signal(false);
const into = signal('');
const fresh = signal('');
const name = signal('');
const attacker = signal<Side | 'both'>('black');
const failed = signal('');
const busy = signal(false);
/** What is proved of the position already, by an opening database or an installed certificate. */
const known = signal<PositionProof | null>(null);

async function lookUp(): Promise<void> {
    const p = position.peek();
    known.value = null;
    try {
        const { proved } = await api.explore({ game: gameOf(p), turns: 1, games: 0 });
        if (p === position.peek()) known.value = proved ?? null;
    } catch {
        // Then nothing is known of it; the lab will find out.
    }
}

function Known() {
    const k = known.value;
    if (!k) return null;
    return (
        <div class="lab-known" id="lab-known" role="status">
            <p>{t('explore.proved', { side: sideName(k.winner), n: k.depth, proof: k.proof })}</p>
            {showProof.value && (
                <button
                    type="button"
                    class="soft"
                    onClick={() => {
                        open.value = false;
                        mode.value = 'analyse';
                        showProof.value!(k.proof);
                    }}
                >
                    {t('explore.proof')}
                </button>
            )}
        </div>
    );
}

/* Labs are about one game each. */
const fitting = () =>
    (list.value?.labs ?? []).filter((l) => {
        const rules = rulesFrom(l.rules);
        return rules && sameRules(rules, position.value.rules);
    });

function freeName(): string {
    const taken = (list.peek()?.labs ?? []).map((l) => l.name);
    for (let n = 1; ; n++) if (!taken.includes(n === 1 ? 'lab' : `lab-${n}`)) return n === 1 ? 'lab' : `lab-${n}`;
}

export async function openAdd(): Promise<void> {
    await loadList();
    const labs = fitting();
    const p = position.peek();
    into.value = (labs.find((l) => l.name === labName.peek()) ?? labs[0])?.name ?? '';
    fresh.value = freeName();
    name.value =
        words(p.moves.map((m) => m.at))
            .join(' ')
            .slice(0, 54) || t('nav.start');
    attacker.value = otherSide(p.toMove);
    failed.value = '';
    void lookUp();
    open.value = true;
}

async function add(event: Event): Promise<void> {
    event.preventDefault();
    if (busy.peek()) return;
    busy.value = true;
    const lab = into.peek() || fresh.peek().trim();
    const p = position.peek();
    try {
        if (!into.peek()) await api.labNew(lab, rulesNumbers(p.rules));
        await loadList();
        const root = { name: name.peek().trim(), game: gameOf(p), attacker: attacker.peek() };
        const { noted } = await api.labAdd(lab, root);
        await loadList();
        pickLab(lab, root.attacker === 'both' ? `${root.name}.black` : root.name);
        mode.value = 'lab';
        open.value = false;
        toast(noted ? t('lab.noted') : t('lab.added', { root: root.name, lab }));
    } catch (e) {
        failed.value = errorText(e);
        if (list.peek()?.labs.some((l) => l.name === lab)) into.value = lab;
    }
    busy.value = false;
}

export function AddDialog() {
    const p = position.value;
    const over = p.outcome !== 'open';
    return (
        <Dialog open={open} title={t('lab.add.title')}>
            <form class="lab-add" onSubmit={(e) => void add(e)}>
                <div class="lab-add-what">
                    <MiniBoard position={p} />
                    <p class="quiet">
                        {t('lab.add.about')} {rulesText(p.rules)}
                    </p>
                </div>
                <Known />
                <Choice
                    label={t('lab.add.attacker')}
                    value={attacker.value}
                    options={[
                        ['black', sideName('black')],
                        ['white', sideName('white')],
                        ['both', t('lab.add.both')],
                    ]}
                    pick={(v) => (attacker.value = v)}
                />
                <label class="field">
                    <span class="field-label">{t('lab.add.name')}</span>
                    <input
                        id="lab-add-name"
                        type="text"
                        required
                        maxLength={60}
                        value={name.value}
                        onInput={(e) => (name.value = e.currentTarget.value)}
                    />
                </label>
                <label class="field">
                    <span class="field-label">{t('lab.lab')}</span>
                    <select id="lab-add-into" value={into.value} onChange={(e) => (into.value = e.currentTarget.value)}>
                        {fitting().map((l) => (
                            <option key={l.name} value={l.name}>
                                {l.name}
                            </option>
                        ))}
                        <option value="">{t('lab.add.new')}</option>
                    </select>
                </label>
                {!into.value && (
                    <label class="field">
                        <span class="field-label">{t('lab.add.file')}</span>
                        <input
                            id="lab-add-file"
                            type="text"
                            required
                            pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,79}"
                            title={t('lab.add.letters')}
                            value={fresh.value}
                            onInput={(e) => (fresh.value = e.currentTarget.value)}
                        />
                    </label>
                )}
                {failed.value && (
                    <p class="failed" role="alert">
                        {failed.value}
                    </p>
                )}
                {over && <p class="failed">{t('lab.add.over')}</p>}
                <button type="submit" class="main-button" id="lab-add-go" disabled={busy.value || over}>
                    {t('lab.add')}
                </button>
            </form>
        </Dialog>
    );
}
