/* The variation tree: rows of turns of which only those in sight are drawn, so that thousands cost nothing. One
 * tab stop; the arrows go through it. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { badges } from '../analyse/badges';
import { percent } from '../analyse/format';
import { viewOfEval } from '../analyse/judge';
import { nextStone, previousStone } from '../app/nav';
import { goTo, node, path, tree } from '../app/store';
import { moveText } from '../core/rules';
import { pathOfId, type TreeNode } from '../core/tree';
import { t } from '../strings';
import { deleteHere, moveHere } from './actions';
import { askWords, asksAt, foundSign, foundWords } from './asks';
import { foundOf } from './found';
import { Sign } from './icons';
import { folded, nowOf, rows, stops, toggleFold, twins } from './outline';
import { rowIndexOf, type Row } from './rows';

const ROW = 30; // pixels, as in edit.css
const STEP = 14; // of an indent
const DEEPEST = 9; // indents that are drawn
const BEYOND = 6; // rows drawn above and below those in sight

function visit(id: number): void {
    const to = pathOfId(tree.value, id);
    if (to) goTo(to);
}

function nodeText(n: TreeNode): string {
    if (n.stone !== null) return moveText(tree.value.rules, n.stone);
    return t(n.setup ? 'edit.setup' : n.id === tree.value.root.id ? 'edit.start' : 'edit.pass');
}

function Chip({ at, faint }: { at: TreeNode; faint?: boolean }) {
    const badge = badges.value.get(at.id);
    const legal = stops.value.get(at.id)?.legal !== false;
    const kinds = ['chip', faint && 'faint', !legal && 'illegal', at.id === node.value.id && 'here'];
    return (
        <span class={kinds.filter(Boolean).join(' ')} data-id={at.id} title={legal ? undefined : t('edit.illegal')}>
            {nodeText(at)}
            {badge && !faint && (
                <b class={`badge ${badge.tone}`} title={badge.title}>
                    {badge.text}
                </b>
            )}
        </span>
    );
}

/* What the engine thinks at the end of the row: Black's chance, or who wins. */
function Chance({ at }: { at: TreeNode }) {
    const view = viewOfEval(at.eval);
    if (!view) return null;
    const certain = view.mate !== 0;
    return (
        <span class={certain ? 'row-chance certain' : 'row-chance'} title={t('edit.chance')}>
            {percent(view.chance, certain)}
        </span>
    );
}

/* What was asked about the node, while it runs and when it is answered. */
function Asked({ at }: { at: TreeNode }) {
    const found = foundOf(at, tree.value.rules);
    const asked = asksAt.value.get(at.id) ?? [];
    return (
        <>
            {asked.map((a) => (
                <span key={a.number} class={`row-ask ${a.state}`} data-ask={a.what} title={askWords(a)}>
                    <span aria-hidden="true">{a.state === 'failed' ? '!' : '…'}</span>
                    <span class="unseen">{askWords(a)}</span>
                </span>
            ))}
            {found && (
                <span
                    class={`row-found ${found.state} ${found.proved ? 'proved' : 'claimed'}`}
                    data-found={found.what}
                    title={foundWords(found)}
                >
                    <span aria-hidden="true">{foundSign(found)}</span>
                    <span class="unseen">{foundWords(found)}</span>
                </span>
            )}
        </>
    );
}

function Notes({ row }: { row: Row }) {
    const nodes = row.nodes.map(nowOf);
    const name = nodes.find((n) => n.name)?.name;
    const comment = nodes.find((n) => n.comment)?.comment;
    const marked = nodes.some((n) => n.marks?.length || n.labels?.length);
    const same = row.nodes.some((n) => twins.value.has(n.id));
    return (
        <>
            {same && (
                <span class="twin" title={t('edit.twin')}>
                    <Sign name="twin" />
                    <span class="unseen">{t('edit.twin')}</span>
                </span>
            )}
            {marked && <span class="marked" title={t('edit.marks')} />}
            {name && <b class="row-name">{name}</b>}
            <span class="row-comment">{comment}</span>
            {nodes.map((n) => (
                <Asked key={n.id} at={n} />
            ))}
            <Chance at={nodes[nodes.length - 1]!} />
        </>
    );
}

function RowView({ row, index, on }: { row: Row; index: number; on: boolean }) {
    const rails = Math.min(row.indent, DEEPEST) * STEP;
    return (
        <div
            role="treeitem"
            id={`row-${row.key}`}
            class={`tree-row${on ? ' on' : ''}${row.indent ? ' variation' : ''}${row.head ? ' head-row' : ''}`}
            data-row={row.key}
            aria-level={row.level}
            aria-selected={on}
            aria-expanded={row.foldable ? !row.folded : undefined}
            style={{ top: `${index * ROW}px` }}
        >
            <span class="rails" style={{ width: `${rails}px` }} />
            <span class={row.foldable ? 'fold' : 'fold none'} data-fold={row.foldable ? row.key : undefined}>
                <span aria-hidden="true">{row.foldable ? (row.folded ? '▸' : '▾') : ''}</span>
            </span>
            <span class="row-number">{row.number ? `${row.number}.` : ''}</span>
            {row.side && (
                <span class={`stone-icon ${row.side}`}>
                    <span class="unseen">{t(row.side === 'black' ? 'edit.black' : 'edit.white')}</span>
                </span>
            )}
            {row.shared.map((n) => (
                <Chip key={n.id} at={n} faint />
            ))}
            {row.nodes.map((n) => (
                <Chip key={n.id} at={n} />
            ))}
            {row.folded && (
                <span class="hidden-count" data-fold={row.key}>
                    +{row.hidden} <span class="unseen">{t('edit.hidden')}</span>
                </span>
            )}
            <Notes row={row} />
        </div>
    );
}

function onClick(event: MouseEvent): void {
    if (!(event.target instanceof Element)) return;
    const fold = event.target.closest<HTMLElement>('[data-fold]')?.dataset.fold;
    if (fold !== undefined) return toggleFold(Number(fold));
    const chip = event.target.closest<HTMLElement>('[data-id]')?.dataset.id;
    if (chip !== undefined) return visit(Number(chip));
    const key = Number(event.target.closest<HTMLElement>('[data-row]')?.dataset.row);
    const row = rows.value.find((r) => r.key === key);
    if (row) visit(row.nodes[row.nodes.length - 1]!.id);
}

function goToRow(index: number): void {
    const row = rows.value[Math.max(0, Math.min(rows.value.length - 1, index))];
    if (row) visit(row.nodes[row.nodes.length - 1]!.id);
}

function onKey(event: KeyboardEvent, page: number): void {
    const index = rowIndexOf(rows.value, node.value.id);
    const row = rows.value[index];
    const ctrl = event.ctrlKey || event.metaKey;
    const keys: Record<string, () => void> = {
        ArrowUp: () => (ctrl ? moveHere(-1) : goToRow(index - 1)),
        ArrowDown: () => (ctrl ? moveHere(1) : goToRow(index + 1)),
        PageUp: () => goToRow(index - page),
        PageDown: () => goToRow(index + page),
        ArrowRight: () => (row?.folded ? toggleFold(row.key, false) : nextStone()),
        ArrowLeft: () => previousStone(),
        Enter: () => row?.foldable && toggleFold(row.key),
        ' ': () => row?.foldable && toggleFold(row.key),
        Delete: deleteHere,
        Backspace: deleteHere,
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
}

export function TreeView() {
    const box = useRef<HTMLDivElement>(null);
    const [top, setTop] = useState(0);
    const [height, setHeight] = useState(300);
    const all = rows.value;
    const current = rowIndexOf(all, node.value.id);

    useEffect(() => {
        const element = box.current;
        if (!element) return undefined;
        const seen = new ResizeObserver(() => setHeight(element.clientHeight));
        seen.observe(element);
        return () => seen.disconnect();
    }, []);

    useEffect(() => {
        const element = box.current;
        if (!element || current < 0) return;
        const from = element.scrollTop;
        const room = element.clientHeight;
        if (current * ROW < from || (current + 1) * ROW > from + room)
            element.scrollTop = Math.max(0, current * ROW - room / 2 + ROW);
    }, [current, path.value, folded.value]);

    const first = Math.max(0, Math.floor(top / ROW) - BEYOND);
    const last = Math.min(all.length, Math.ceil((top + height) / ROW) + BEYOND);
    return (
        <div
            ref={box}
            id="tree"
            class="tree-box"
            role="tree"
            tabIndex={0}
            aria-label={t('edit.tree')}
            aria-activedescendant={current >= first && current < last ? `row-${all[current]!.key}` : undefined}
            onScroll={(e) => setTop(e.currentTarget.scrollTop)}
            onClick={onClick}
            onKeyDown={(e) => onKey(e, Math.max(1, Math.floor(height / ROW) - 1))}
        >
            <div class="tree-rows" role="none" style={{ height: `${all.length * ROW}px` }}>
                {all.slice(first, last).map((row, i) => (
                    <RowView key={row.key} row={row} index={first + i} on={first + i === current} />
                ))}
            </div>
        </div>
    );
}
