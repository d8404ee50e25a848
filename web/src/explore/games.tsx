/* Games of collections: a list of them, and one on the board. */
import { api, type ExploredGame } from '../api';
import { errorText } from '../api/text';
import { load, mode, path, toast } from '../app/store';
import { treeFromJson } from '../core/json';
import { lineEnd, nodesOn } from '../core/tree';
import { t } from '../strings';

function resultText(g: ExploredGame): string {
    return g.result === 'open' ? '' : t(`explore.won.${g.result}`);
}

/** Puts a game on the board, at as many stones as stand there now. */
export async function openGame(id: number): Promise<void> {
    try {
        const found = await api.collectionGame(id);
        const tree = treeFromJson(found.tree);
        const end = lineEnd(tree, []);
        load(tree, end.slice(0, Math.min(path.peek().length, nodesOn(tree, end).length - 1)));
        if (mode.peek() === 'play') mode.value = 'analyse';
        toast(found.title);
    } catch (e) {
        toast(errorText(e), { kind: 'error' });
    }
}

export function GameList({ games, open }: { games: readonly ExploredGame[]; open: (id: number) => void }) {
    return (
        <ul class="ex-games">
            {games.map((g) => (
                <li key={g.id}>
                    <button type="button" class="jump" onClick={() => open(g.id)}>
                        <span class="entry-title">
                            {g.black || '?'} – {g.white || '?'}
                        </span>
                        <span class="entry-about">
                            {[resultText(g), g.date, g.event].filter(Boolean).join(' · ') ||
                                t('edit.nodes', { n: g.stones })}
                        </span>
                    </button>
                </li>
            ))}
        </ul>
    );
}
