/* The search that follows the current node: started, stopped and listened to. */

import { batch, computed, effect, signal } from '@preact/signals';
import { alone } from '../api/host';
import { errorText } from '../api/text';
import { live, type AnalyseRequest, type Job } from '../api';
import { settings } from '../app/settings';
import { announce, node, note, path, position, tree } from '../app/store';
import { setEval } from '../core/edits';
import { withoutTwins } from '../core/keys';
import { t } from '../strings';
import { shortEval } from './candidates';
import { better, evalOf } from './judge';
import { regionFits } from './region';
import {
    ahead,
    failure,
    inTab,
    keep,
    key,
    lines,
    progress,
    regionText,
    searchKey,
    seconds,
    shown,
    status,
    wanted,
} from './state';
import { gameOf, thoughtOf, words, type Thought } from './wire';

/** Is the page in sight? A hidden page does not think. */
export const visible = signal(true);

/* Steps in quick succession (a key held down) ask for nothing. */
const pause = 120;

/* How many times as long to think about one position as the limit says, after "go deeper". */
const more = signal({ key: '', times: 1 });
const longest = 600;
const again = signal(0);

/* The engine in the browser does not play Go. */
const absent = computed(() => position.value.go !== undefined && alone.value);

/* What to search now, as text, so that only real changes count: an evaluation that arrives changes the tree,
 * but not this. */
const task = computed(() => {
    if (!inTab.value || !wanted.value || !visible.value) return null;
    const p = position.value;
    if (p.outcome !== 'open' || absent.value) return null;
    const times = more.value.key === key.value ? more.value.times : 1;
    if (!regionFits.value) return null;
    const request: AnalyseRequest = {
        game: gameOf(p),
        lines: lines.value,
        seconds: Math.min(longest, seconds.value * times),
        ...(regionText.value && !p.go && { region: regionText.value }),
        ...(settings.value.threads && { threads: settings.value.threads }),
        ...(settings.value.memory && { hash: settings.value.memory }),
    };
    return JSON.stringify({ key: searchKey.value, again: again.value, request });
});

/** Thinks once more about a position that is done, four times as long. */
export function goOn(): void {
    const times = more.peek().key === key.peek() ? more.peek().times : 1;
    batch(() => {
        more.value = { key: key.peek(), times: times * 4 };
        again.value++;
    });
}

/** Pausing keeps all that is shown; after a failure it is tried again. */
export function toggle(): void {
    if (status.peek() === 'failed') again.value++;
    else wanted.value = !wanted.peek();
}

export function thinking(): boolean {
    return status.value === 'thinking' || status.value === 'starting' || status.value === 'queued';
}

/* Keeps the evaluation in the node, where going back finds it and saving includes it. */
function keepInNode(): void {
    const thought = shown.peek();
    // The best turn of a region says nothing of the position, unless it is proved to win.
    if (regionText.peek() && !thought?.lines[0]?.mate) return;
    const value = thought && evalOf(thought, position.peek().toMove);
    const kept = node.peek().eval;
    if (!value || !better(value, kept)) return;
    if (kept && kept.chance === value.chance && kept.mate === value.mate && kept.depth === value.depth) return;
    note(setEval(tree.peek(), path.peek(), value));
}

function start(text: string): () => void {
    const { key: of, request } = JSON.parse(text) as { key: string; request: AnalyseRequest };
    const at = position.peek();
    const { rules } = at;
    let job: Job | null = null;
    let depth = -1;
    // Turns that are one turn in the mirror are one row; of a region, each may be alone in it.
    const rows = (v: Thought): Thought =>
        request.region ? v : { ...v, lines: withoutTwins(at, v.lines, (l) => l.turn).map(({ one }) => one) };
    const timer = setTimeout(() => {
        job = live.analyse(request, {
            queued: (n) =>
                batch(() => {
                    status.value = 'queued';
                    ahead.value = n;
                }),
            report: (r) =>
                batch(() => {
                    const thought = rows(thoughtOf(rules, r));
                    status.value = 'thinking';
                    progress.value = { depth: r.depth, reached: r.reached, nodes: r.nodes, seconds: r.seconds };
                    const news = keep(of, thought);
                    if (news && (r.depth !== depth || r.final)) keepInNode();
                    depth = r.depth;
                }),
            done: () => {
                status.value = 'done';
                const best = shown.peek()?.lines[0];
                if (best)
                    announce(t('analyse.best', { turn: words(best.turn, rules).join(' '), eval: shortEval(best) }));
            },
            failed: (e) =>
                batch(() => {
                    status.value = 'failed';
                    failure.value = errorText(e);
                }),
        });
    }, pause);
    return () => {
        clearTimeout(timer);
        job?.stop();
        if (of === searchKey.peek()) keepInNode();
    };
}

export function follow(): void {
    effect(() => {
        const text = task.value;
        if (text === null) return undefined;
        batch(() => {
            status.value = 'starting';
            progress.value = null;
        });
        const stop = start(text);
        return stop;
    });
    effect(() => {
        if (task.value !== null) return;
        const p = position.value;
        const small = wanted.value && !regionFits.value;
        status.value = !inTab.value
            ? 'off'
            : absent.value
              ? 'absent'
              : p.outcome !== 'open'
                ? 'over'
                : small
                  ? 'narrow'
                  : 'paused';
    });
    /* Figures of a search are those of its position; that may be known from another order of stones. */
    effect(() => {
        void searchKey.value;
        progress.value = null;
        if (inTab.value) keepInNode();
    });
    const look = () => (visible.value = !document.hidden);
    look();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', () => live.retry());
    addEventListener('pagehide', () => live.close());
    addEventListener('pageshow', (e) => e.persisted && again.value++);
}
