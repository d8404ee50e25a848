/* The chapters of the study on the board: which one is open, and the list of them. */

import { Dialog } from '../app/dialogs';
import { announce, change, path, toast, toastUndo, tree, turnTo } from '../app/store';
import {
    addChapters,
    addEmpty,
    chapterAt,
    chaptersOf,
    dropChapter,
    goToChapter,
    moveChapter,
    nameChapter,
} from '../core/study';
import { countNodes, fixPath, lineEnd, type Chapter, type Path, type Tree } from '../core/tree';
import { t } from '../strings';
import { chaptersOpen } from './dialogs';
import { SignButton } from './icons';
import { gameText, stones } from './words';

/** As many as the server keeps (docs/api.md, Limits). */
export const MOST_CHAPTERS = 200;

/** Where one was in each chapter, by the id of its root. */
const places = new Map<number, Path>();

export function chapterName(c: Chapter, i: number): string {
    const { game, black, white, event } = c.info;
    return game || (black || white ? `${black || '?'} – ${white || '?'}` : event) || t('chapter.n', { n: i + 1 });
}

function keepPlace(): void {
    places.set(tree.value.root.id, path.value);
}

function placeIn(next: Tree): Path {
    const known = places.get(next.root.id);
    return known ? fixPath(next, known) : lineEnd(next, []);
}

export function openChapter(which: number): void {
    if (which === chapterAt(tree.value) || !chaptersOf(tree.value)[which]) return;
    keepPlace();
    const next = goToChapter(tree.value, which);
    turnTo(next, placeIn(next));
    announce(chapterName(next, which));
}

/** Goes to the chapter before or behind. */
export function otherChapter(by: number): void {
    openChapter(chapterAt(tree.value) + by);
}

/** Edits the list; the place in the chapter on the board stays, if it is still that one. */
function edit(next: Tree): void {
    keepPlace();
    change(next, placeIn(next));
}

function add(): void {
    const n = chaptersOf(tree.value).length;
    edit(addEmpty(tree.value, t('chapter.n', { n: n + 1 })));
}

/** Adds trees as chapters behind those of the study on the board. False: they would be too many. */
export function addAsChapters(list: readonly Chapter[]): boolean {
    if (chaptersOf(tree.value).length + list.length > MOST_CHAPTERS) {
        toast(t('chapter.full', { n: MOST_CHAPTERS }), { kind: 'error' });
        return false;
    }
    edit(addChapters(tree.value, list));
    return true;
}

function drop(which: number): void {
    const name = chapterName(chaptersOf(tree.value)[which]!, which);
    edit(dropChapter(tree.value, which));
    toastUndo(t('chapter.dropped', { name }), t('edit.undo'));
}

/** Under the name of the tree, where there is more than one chapter. */
export function ChapterBar() {
    const list = chaptersOf(tree.value);
    if (list.length < 2) return null;
    const at = chapterAt(tree.value);
    return (
        <div class="chapter-bar">
            <SignButton
                sign="up"
                label={t('chapter.previous')}
                press={() => otherChapter(-1)}
                disabled={at === 0}
                id="chapter-previous"
            />
            <select
                id="chapter"
                aria-label={t('chapter.title')}
                value={at}
                onChange={(e) => openChapter(Number(e.currentTarget.value))}
            >
                {list.map((c, i) => (
                    <option key={c.root.id} value={i}>
                        {i + 1}. {chapterName(c, i)}
                    </option>
                ))}
            </select>
            <SignButton
                sign="down"
                label={t('chapter.next')}
                press={() => otherChapter(1)}
                disabled={at === list.length - 1}
                id="chapter-next"
            />
        </div>
    );
}

function Row({ chapter, at, of }: { chapter: Chapter; at: number; of: number }) {
    const n = at + 1;
    const here = at === chapterAt(tree.value);
    return (
        <li class={here ? 'here' : ''} aria-current={here ? 'true' : undefined}>
            <div class="chapter-text">
                <input
                    type="text"
                    maxLength={200}
                    aria-label={t('chapter.name', { n })}
                    placeholder={chapterName(chapter, at)}
                    value={chapter.info.game ?? ''}
                    onChange={(e) => edit(nameChapter(tree.value, at, e.currentTarget.value.trim()))}
                />
                <span class="entry-about">
                    {gameText(chapter.rules)} · {stones(countNodes(chapter.root) - 1)}
                    {here && ` · ${t('chapter.here')}`}
                </span>
            </div>
            <SignButton
                sign="open"
                label={t('chapter.open', { n })}
                press={() => {
                    openChapter(at);
                    chaptersOpen.value = false;
                }}
            />
            <SignButton
                sign="up"
                label={t('chapter.up', { n })}
                press={() => edit(moveChapter(tree.value, at, at - 1))}
                disabled={at === 0}
            />
            <SignButton
                sign="down"
                label={t('chapter.down', { n })}
                press={() => edit(moveChapter(tree.value, at, at + 1))}
                disabled={n === of}
            />
            <SignButton sign="delete" label={t('chapter.drop', { n })} press={() => drop(at)} disabled={of === 1} />
        </li>
    );
}

export function ChaptersDialog() {
    const list = chaptersOf(tree.value);
    const full = list.length >= MOST_CHAPTERS;
    return (
        <Dialog open={chaptersOpen} title={t('chapter.title')} wide>
            <p class="quiet">{t('chapter.about')}</p>
            <ol class="library chapters" id="chapter-list">
                {list.map((c, i) => (
                    <Row key={c.root.id} chapter={c} at={i} of={list.length} />
                ))}
            </ol>
            {full && <p class="quiet">{t('chapter.full', { n: MOST_CHAPTERS })}</p>}
            <div class="dialog-foot">
                <SignButton
                    sign="fresh"
                    text
                    label={t('chapter.add')}
                    press={add}
                    disabled={full}
                    id="add-chapter"
                    kind="main-button"
                />
            </div>
        </Dialog>
    );
}
