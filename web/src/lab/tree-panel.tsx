/* The live tree of a lab: each turn with its value, claimed or proved, its numbers, its jobs, and who works behind it. One tab
 * stop; the arrows go through it. */

import { useEffect, useRef } from 'preact/hooks';
import { sideName } from '../analyse/parts';
import type { LabTurn } from '../api';
import { Icon, StoneIcon } from '../app/icons';
import { otherSide, type Side } from '../core/rules';
import { t } from '../strings';
import { pointed } from './desk';
import { keyOf, turnText, type Row } from './model';
import { at, failed, follow, go, isOpen, more, root, rows, setFollow, toggle, view } from './state';
import { chanceText, valueText } from './words';

const STEP = 9; // of an indent, in pixels
const DEEPEST = 12;

/* A sign, and its words for those who cannot see it. */
function Sign({ kind, sign, words }: { kind: string; sign: string; words: string }) {
    return (
        <>
            <span class={`lab-sign ${kind}`} title={words} aria-hidden="true">
                {sign}
            </span>
            <span class="unseen"> {words}</span>
        </>
    );
}

function Signs({ x }: { x: LabTurn }) {
    const some = x.work > 1 ? String(x.work) : '';
    return (
        <>
            {x.source === 'person' && <Sign kind="person" sign="★" words={t('lab.suggested')} />}
            {x.claims > 0 && x.state === 'open' && (
                <Sign kind="claimed" sign="◌" words={t('lab.claimed.about', { n: x.claims })} />
            )}
            {x.failed > 0 && <Sign kind="bad" sign="!" words={t('lab.poisoned')} />}
            {x.work > 0 && <Sign kind="work" sign={some} words={t('lab.working', { n: x.work })} />}
            {x.pruned && <span class="unseen"> {t('lab.pruned')}</span>}
        </>
    );
}

function Value({ x }: { x: Pick<LabTurn, 'state' | 'pn' | 'dn'> }) {
    return (
        <>
            {x.state === 'open' && <span class="unseen"> {t('lab.head.value')} </span>}
            <span class={`lab-value ${x.state}`}>
                {x.state === 'proved' && <Icon name="check" />}
                {valueText(x)}
            </span>
        </>
    );
}

function TurnRow({ row, side, on }: { row: Row & { kind: 'turn' }; side: Side; on: boolean }) {
    const x = row.turn;
    const open = isOpen(row.path);
    const chance = x.state === 'open' ? chanceText(x) : '';
    return (
        <div
            role="treeitem"
            id={`lab-${row.key}`}
            class={`lab-row ${x.state}${x.pruned ? ' pruned' : ''}${on ? ' on' : ''}`}
            data-key={row.key}
            aria-level={row.level + 1}
            aria-selected={on}
            aria-expanded={x.leaf ? undefined : open}
            onPointerEnter={(e) => {
                const here = keyOf(row.path.slice(0, -1)) === keyOf(at.peek());
                if (e.pointerType !== 'touch' && here) pointed.value = x;
            }}
        >
            <span style={{ width: `${Math.min(row.level - 1, DEEPEST) * STEP}px` }} class="lab-indent" />
            <span class="lab-fold" data-fold={x.leaf ? undefined : row.key} aria-hidden="true">
                {x.leaf ? '' : open ? '▾' : '▸'}
            </span>
            <StoneIcon side={side} />
            <span class="unseen">{sideName(side)} </span>
            <span class="lab-turn">{turnText(x)}</span>
            {x.kind === 'part' && <span class="unseen"> {t('lab.part')}</span>}
            <Signs x={x} />
            <span class="lab-room" />
            {chance && <span class="unseen"> {t('lab.head.chance')} </span>}
            <span class="lab-chance" title={t('lab.chance.about')}>
                {chance}
            </span>
            <Value x={x} />
            {x.through > 0 && <span class="unseen"> {t('lab.head.jobs')} </span>}
            <span class="lab-jobs" title={t('lab.through', { n: x.through })}>
                {x.through || ''}
            </span>
        </div>
    );
}

function MoreRow({ row }: { row: Row & { kind: 'more' } }) {
    return (
        <div
            role="treeitem"
            class="lab-row more"
            data-more={keyOf(row.path)}
            aria-level={row.level + 1}
            aria-selected={false}
        >
            <span style={{ width: `${Math.min(row.level - 1, DEEPEST) * STEP}px` }} class="lab-indent" />
            <span class="lab-fold" />
            {t('lab.more', { n: row.n.toLocaleString() })}
        </div>
    );
}

function RootRow({ on }: { on: boolean }) {
    const r = root.value!;
    return (
        <div
            role="treeitem"
            id="lab-"
            class={`lab-row root ${r.state}${on ? ' on' : ''}`}
            data-key=""
            aria-level={1}
            aria-selected={on}
            aria-expanded={true}
        >
            <span class="lab-turn">{r.name}</span>
            <span class="lab-room" />
            <Value x={r} />
            <span class="unseen"> {t('lab.head.jobs')} </span>
            <span class="lab-jobs" title={t('lab.jobs.all')}>
                {view.value!.jobs || ''}
            </span>
        </div>
    );
}

function onClick(event: MouseEvent): void {
    if (!(event.target instanceof Element)) return;
    const find = (name: string) => (event.target as Element).closest<HTMLElement>(`[data-${name}]`)?.dataset[name];
    const path = (key: string) => (key ? key.split('.').map(Number) : []);
    const fold = find('fold');
    if (fold !== undefined) return toggle(path(fold));
    const extra = find('more');
    if (extra !== undefined) return more(path(extra));
    const key = find('key');
    if (key !== undefined) go(path(key));
}

function onKeyDown(event: KeyboardEvent): void {
    const all = rows.value.filter((r): r is Row & { kind: 'turn' } => r.kind === 'turn');
    const here = at.value;
    const index = all.findIndex((r) => r.key === keyOf(here));
    const to = (i: number) => go(i < 0 ? [] : (all[Math.min(i, all.length - 1)]?.path ?? []));
    const open = isOpen(here);
    const keys: Record<string, () => void> = {
        ArrowUp: () => to(index - 1),
        ArrowDown: () => to(index + 1),
        PageUp: () => to(Math.max(-1, index - 10)),
        PageDown: () => to(index + 10),
        Home: () => to(-1),
        End: () => to(all.length - 1),
        ArrowLeft: () =>
            open && here.length && index >= 0 && !all[index]!.turn.leaf ? toggle(here, false) : go(here.slice(0, -1)),
        ArrowRight: () => (open ? to(index + 1) : toggle(here, true)),
        Enter: () => here.length && toggle(here),
        ' ': () => here.length && toggle(here),
        '+': () => more(here),
    };
    const run = keys[event.key];
    if (!run || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    run();
}

export function TreePanel() {
    const box = useRef<HTMLDivElement>(null);
    const v = view.value;
    const key = keyOf(at.value);
    useEffect(() => {
        const row = box.current?.querySelector<HTMLElement>('.lab-row.on');
        if (!row || !box.current) return;
        const { offsetTop, offsetHeight } = row;
        const { scrollTop, clientHeight } = box.current;
        if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
            box.current.scrollTop = offsetTop - clientHeight / 2;
    }, [key]);
    if (failed.value) return <p class="failed">{failed.value}</p>;
    if (!v) return <p class="quiet">{t('lab.none')}</p>;
    const r = root.value;
    if (!r) return <p class="quiet">{t('lab.run.empty')}</p>;
    const attacks = (level: number): boolean => {
        // Sides take turns from the root on.
        const first = v.line?.[0]?.kind ?? v.open?.find((p) => !p.path.length)?.turns[0]?.kind;
        return (first === 'defend') === (level % 2 === 1);
    };
    return (
        <div class="lab-tree-panel">
            <label class="lab-follow">
                <input
                    type="checkbox"
                    id="lab-follow"
                    checked={follow.value}
                    onChange={(e) => setFollow(e.currentTarget.checked)}
                />
                {t('lab.follow')}
            </label>
            <div class="lab-heads" aria-hidden="true">
                <span class="lab-room">{t('lab.head.turn')}</span>
                <span class="lab-chance">{t('lab.head.chance')}</span>
                <span class="lab-value">{t('lab.head.value')}</span>
                <span class="lab-jobs">{t('lab.head.jobs')}</span>
            </div>
            <div
                ref={box}
                id="lab-tree"
                class="lab-tree"
                role="tree"
                tabIndex={0}
                aria-label={t('lab.tree')}
                aria-activedescendant={!key || rows.value.some((row) => row.key === key) ? `lab-${key}` : undefined}
                onClick={onClick}
                onKeyDown={onKeyDown}
                onPointerLeave={() => (pointed.value = null)}
            >
                <RootRow on={key === ''} />
                {rows.value.map((row) =>
                    row.kind === 'more' ? (
                        <MoreRow key={row.key} row={row} />
                    ) : (
                        <TurnRow
                            key={row.key}
                            row={row}
                            side={attacks(row.level) ? r.attacker : otherSide(r.attacker)}
                            on={row.key === key}
                        />
                    ),
                )}
            </div>
            <p class="lab-legend-tree quiet">{t('lab.legend')}</p>
            {v.cut && <p class="quiet">{t('lab.cut')}</p>}
        </div>
    );
}
