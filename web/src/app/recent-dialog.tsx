/* The list of trees that left the board. */
import { effect, signal } from '@preact/signals';
import { studyFromJson } from '../core/json';
import { lineEnd, positionAt, type Tree } from '../core/tree';
import { t } from '../strings';
import { Dialog } from './dialogs';
import { Icon } from './icons';
import { MiniBoard } from './mini-board';
import { dropRecent, recentOpen, recents, type Recent } from './recent';
import { load } from './store';

interface Shown {
    recent: Recent;
    tree: Tree;
}

const list = signal<readonly Shown[] | null>(null);

function readable(recent: Recent): Shown[] {
    try {
        return [{ recent, tree: studyFromJson(recent.tree, recent.chapters) }];
    } catch {
        return [];
    }
}

/** Reads the list whenever it is opened. */
export function watchRecent(): void {
    effect(() => {
        if (!recentOpen.value) return void (list.value = null);
        void recents().then((found) => (list.value = found.flatMap(readable)));
    });
}

function heading({ recent, tree }: Shown): string {
    const { black, white, event } = tree.info;
    if (recent.title) return recent.title;
    if (black || white) return `${black || '?'} – ${white || '?'}`;
    return event || t('recent.untitled');
}

function about({ recent, tree }: Shown): string {
    const when = new Date(recent.when).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
    const stones = t(recent.stones === 1 ? 'recent.stones.one' : 'recent.stones', { n: recent.stones });
    return [tree.info.result, stones, when].filter(Boolean).join(' · ');
}

function Entry({ shown }: { shown: Shown }) {
    const { recent, tree } = shown;
    const end = lineEnd(tree, []);
    const open = () => {
        load(tree, end);
        recentOpen.value = false;
    };
    const drop = async () => {
        await dropRecent(recent.id);
        list.value = (list.value ?? []).filter((v) => v.recent.id !== recent.id);
    };
    return (
        <li>
            <button type="button" class="jump" onClick={open}>
                <MiniBoard position={positionAt(tree, end)} />
                <span>
                    <span class="entry-title">{heading(shown)}</span>
                    <span class="entry-about">{about(shown)}</span>
                </span>
            </button>
            <button type="button" class="plain" aria-label={t('recent.drop')} title={t('recent.drop')} onClick={drop}>
                <Icon name="close" />
            </button>
        </li>
    );
}

export function RecentDialog() {
    const shown = list.value;
    return (
        <Dialog open={recentOpen} title={t('recent.title')} wide>
            <p class="quiet">{t('recent.about')}</p>
            {shown?.length === 0 && <p class="quiet">{t('recent.none')}</p>}
            <ul class="recents" id="recents">
                {shown?.map((v) => (
                    <Entry key={v.recent.id} shown={v} />
                ))}
            </ul>
        </Dialog>
    );
}
