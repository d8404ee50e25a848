/* Games from outside: files, pasted text, links. The server reads every format it knows; a file of several games
 * asks which. */

import { signal } from '@preact/signals';
import { api } from '../api';
import { alone, host } from '../api/host';
import { errorText } from '../api/text';
import { Dialog, Switch } from '../app/dialogs';
import { change, mode, path, toast, toastUndo, tree } from '../app/store';
import { mergeTree } from '../core/edits';
import { addChapters, goToChapter } from '../core/study';
import { treeFromJson } from '../core/json';
import { isPacked, readAnyLink } from '../core/packed-link';
import { sameRules } from '../core/rules';
import { goTrees, isGoRecord, sgfText } from '../core/sgf';
import { countNodes, type Path, type Tree } from '../core/tree';
import { offerFiles } from '../explore/collections';
import { pieces, textOf } from '../explore/split';
import { t } from '../strings';
import { checkCertificate, isCertificate } from './certificate';
import { addAsChapters, MOST_CHAPTERS } from './chapters';
import { importOpen } from './dialogs';
import { openTree, suggestedTitle, toWire } from './documents';
import { SignButton } from './icons';
import { gameText, stones } from './words';

interface Game {
    readonly title: string;
    readonly tree: Tree;
}

/** The games of a file that has several. */
const games = signal<readonly Game[]>([]);
const gamesOpen = signal(false);
const busy = signal(false);
const pasted = signal('');
/** Why the last text could not be read; shown in the dialog, as messages are behind it. */
const failed = signal('');

/** Shall it become a chapter of the study on the board? */
const asChapter = signal(false);

/* As a chapter it needs a name of its own. */
function named({ title, tree: of }: Game): Tree {
    return of.info.game || !title ? of : { ...of, info: { ...of.info, game: title } };
}

/** Shall what is read go into the tree on the board rather than in its place? */
const merging = signal(false);

function show(game: Game): void {
    if (importOpen.value && asChapter.value) {
        if (!addAsChapters([named(game)])) return;
    } else if (importOpen.value && merging.value && sameRules(game.tree.rules, tree.value.rules)) {
        const next = mergeTree(tree.value, path.value, game.tree);
        change(next.tree, next.path);
    } else openTree(game.tree, undefined, { title: game.title });
    if (mode.value === 'play') mode.value = 'edit';
    importOpen.value = false;
    gamesOpen.value = false;
    const n = stones(countNodes(game.tree.root) - 1);
    toastUndo(t('edit.imported', { title: game.title, stones: n }), t('edit.undo'));
}

/* A link of this page, wherever it was copied from. */
function gameOfLink(text: string): Game | null {
    const found = /^\S*#(\S+)$/.exec(text.trim());
    const linked = found && readAnyLink(`#${found[1]}`);
    if (!linked && found && isPacked(found[1]!)) throw new Error(t('link.damaged'));
    return linked ? { title: '', tree: linked.tree } : null;
}

/** Something to read: a text, or a file whose character set is the server's to find out. */
export type Source = string | File;

async function base64(file: File): Promise<string> {
    const address = await new Promise<string>((done, fail) => {
        const reader = new FileReader();
        reader.onload = () => done(String(reader.result));
        reader.onerror = () => fail(reader.error ?? new Error(file.name));
        reader.readAsDataURL(file);
    });
    return address.slice(address.indexOf(',') + 1);
}

/* Records of Go are read here, others by the server; null: it is none of Go. */
async function readGo(source: Source): Promise<Game[] | null> {
    const text = typeof source === 'string' ? source : sgfText(new Uint8Array(await source.arrayBuffer()));
    if (!isGoRecord(text)) return null;
    const name = typeof source === 'string' ? undefined : source.name;
    const found = goTrees(text);
    return found.map((fresh, i) => ({
        title: nameOf(name, found.length > 1 ? i : null) || suggestedTitle(fresh),
        tree: fresh,
    }));
}

async function read(source: Source): Promise<Game[]> {
    const linked = typeof source === 'string' && gameOfLink(source);
    if (linked) return [{ ...linked, title: suggestedTitle(linked.tree) }];
    const go = await readGo(source);
    if (go) return go;
    const name = typeof source === 'string' ? undefined : source.name;
    const record = typeof source === 'string' ? { text: source } : { base64: await base64(source) };
    const { games: found } = await api.import(record, name);
    return found.map((g, i) => {
        const fresh = treeFromJson(g.tree);
        const title = g.title || nameOf(name, found.length > 1 ? i : null) || suggestedTitle(fresh);
        return { title, tree: fresh };
    });
}

/* Files with so many games that they belong into a collection. */
async function filesOfMany(sources: readonly Source[]): Promise<File[] | null> {
    if (!host.served) return null;
    const files = sources.filter((s): s is File => typeof s !== 'string');
    for (const file of files) {
        if (file.size < 50_000) continue;
        const text = textOf(new Uint8Array(await file.arrayBuffer()));
        // A second piece: more games than anybody would choose from in a list, or too much for one answer.
        if (
            text &&
            !isGoRecord(text) &&
            /^[\s\ufeff]*[({]/.test(text.slice(0, 4000)) &&
            [...take(pieces(text), MANY_PIECES)].length === MANY_PIECES
        )
            return files;
    }
    return null;
}

const MANY_PIECES = 6;

function* take<T>(list: Iterable<T>, most: number): Generator<T> {
    let n = 0;
    for (const v of list) {
        if (n++ === most) return;
        yield v;
    }
}

/** Reads sources and puts their game on the board, or asks which if there are several. False: something could not
 * be read, and the user was told what. */
export async function importAll(sources: readonly Source[]): Promise<boolean> {
    if (busy.value) return false;
    const many = await filesOfMany(sources);
    if (many) {
        importOpen.value = false;
        offerFiles(many);
        return true;
    }
    busy.value = true;
    failed.value = '';
    const found: Game[] = [];
    try {
        for (const source of sources) {
            try {
                if (typeof source !== 'string' && (await isCertificate(source))) {
                    importOpen.value = false;
                    await checkCertificate(source.name, await base64(source));
                    return true;
                }
                found.push(...(await read(source)));
            } catch (e) {
                const what = typeof source === 'string' ? t('edit.import.text') : source.name;
                tellFailed(t('edit.import.failed', { what, why: errorText(e) }));
            }
        }
    } finally {
        busy.value = false;
    }
    if (found.length === 1) show(found[0]!);
    if (found.length > 1 && importOpen.value && asChapter.value) {
        if (addAsChapters(found.map(named))) importOpen.value = false;
    } else if (found.length > 1) {
        games.value = found;
        importOpen.value = false;
        gamesOpen.value = true;
    }
    return found.length > 0;
}

function tellFailed(text: string): void {
    if (importOpen.value) failed.value = text;
    else toast(text, { kind: 'error' });
}

function nameOf(file: string | undefined, index: number | null): string {
    const stem = file?.replace(/\.[^.]*$/, '') ?? '';
    return stem && index !== null ? `${stem} ${index + 1}` : stem;
}

/** How many games are merged so far; null: nothing is being merged. */
const merged = signal<number | null>(null);

/* Lets the page draw and answer now and then. */
async function mergeSlowly(start: { tree: Tree; path: Path }, list: readonly Game[]): Promise<typeof start> {
    let at = start;
    let breath = performance.now();
    for (const [i, g] of list.entries()) {
        at = mergeTree(at.tree, at.path, g.tree);
        if (performance.now() - breath < 30) continue;
        merged.value = i + 1;
        await new Promise((go) => setTimeout(go));
        breath = performance.now();
        if (!gamesOpen.value) break; // the dialog was closed: given up
    }
    return at;
}

async function mergeAll(): Promise<void> {
    const before = { tree: tree.value, path: path.value };
    const fitting = games.value.filter((g) => sameRules(g.tree.rules, games.value[0]!.tree.rules));
    const onto = sameRules(before.tree.rules, fitting[0]!.tree.rules) && before.tree.root.children.length > 0;
    merged.value = 0;
    const at = await mergeSlowly(
        onto ? before : { tree: fitting[0]!.tree, path: [] },
        onto ? fitting : fitting.slice(1),
    );
    merged.value = null;
    if (!gamesOpen.value || (onto && tree.value !== before.tree)) return;
    if (onto) change(at.tree, at.path);
    else openTree({ ...at.tree, info: {} }, []);
    gamesOpen.value = false;
    toastUndo(t('edit.merged.games', { n: fitting.length }), t('edit.undo'));
}

/** All of them as one study. */
function openStudy(): void {
    const [first, ...rest] = games.value.map(named);
    const study = goToChapter(addChapters(first!, rest), 0);
    openTree(study, undefined, { title: games.value[0]!.title });
    if (mode.value === 'play') mode.value = 'edit';
    gamesOpen.value = false;
    toastUndo(t('chapter.imported', { n: rest.length + 1 }), t('edit.undo'));
}

async function saveAll(): Promise<void> {
    busy.value = true;
    try {
        for (const g of games.value) await api.treeNew(g.title, toWire(g.tree));
        toast(t('edit.saved.games', { n: games.value.length }));
        gamesOpen.value = false;
    } catch (e) {
        toast(errorText(e), { kind: 'error' });
    } finally {
        busy.value = false;
    }
}

export function GamesDialog() {
    return (
        <Dialog open={gamesOpen} title={t('edit.games', { n: games.value.length })} wide>
            <div class="file-bar">
                <SignButton
                    sign="chapters"
                    text
                    label={t('chapter.import')}
                    press={openStudy}
                    disabled={busy.value || merged.value !== null || games.value.length > MOST_CHAPTERS}
                    id="as-chapters"
                />
                <SignButton
                    sign="merge"
                    text
                    label={
                        merged.value === null
                            ? t('edit.games.merge')
                            : t('edit.games.merging', { n: merged.value, of: games.value.length })
                    }
                    press={() => void mergeAll()}
                    disabled={busy.value || merged.value !== null}
                    id="merge-all"
                />
                <SignButton
                    sign="save"
                    text
                    label={t('edit.games.save')}
                    press={() => void saveAll()}
                    disabled={busy.value || (!alone.value && games.value.some((g) => g.tree.rules.go))}
                    id="save-all"
                />
            </div>
            <ul class="library" id="games">
                {games.value.slice(0, 500).map((g, i) => (
                    <li key={i}>
                        <button type="button" class="jump" onClick={() => show(g)}>
                            <span class="entry-title">{g.title}</span>
                            <span class="entry-about">
                                {gameText(g.tree.rules)} · {stones(countNodes(g.tree.root) - 1)}
                                {g.tree.info.result ? ` · ${g.tree.info.result}` : ''}
                            </span>
                        </button>
                    </li>
                ))}
            </ul>
        </Dialog>
    );
}

async function pickFile(input: HTMLInputElement): Promise<void> {
    const files = [...(input.files ?? [])];
    input.value = '';
    if (files.length) await importAll(files);
}

export function ImportDialog() {
    return (
        <Dialog open={importOpen} title={t('edit.import')}>
            <p class="quiet">{t('edit.import.about')}</p>
            <label class="pick-file">
                <span>{t('edit.import.file')}</span>
                <input
                    id="file"
                    type="file"
                    multiple
                    accept=".sgf,.c6,.txt,.psq,.lib,.cert,text/*,application/x-go-sgf"
                    onChange={(e) => void pickFile(e.currentTarget)}
                />
            </label>
            <textarea
                id="pasted"
                rows={6}
                aria-label={t('edit.import.paste')}
                placeholder={t('edit.import.paste')}
                value={pasted.value}
                onInput={(e) => (pasted.value = e.currentTarget.value)}
            />
            <Switch
                label={t('edit.import.merge')}
                on={merging.value}
                flip={(on) => {
                    merging.value = on;
                    asChapter.value &&= !on;
                }}
            />
            <Switch
                label={t('chapter.read')}
                on={asChapter.value}
                flip={(on) => {
                    asChapter.value = on;
                    merging.value &&= !on;
                }}
            />
            {failed.value && (
                <p class="failed" role="alert">
                    {failed.value}
                </p>
            )}
            <div class="dialog-foot">
                <button
                    type="button"
                    class="main-button"
                    id="import-text"
                    disabled={busy.value || !pasted.value.trim()}
                    onClick={() => void importAll([pasted.value]).then((ok) => ok && (pasted.value = ''))}
                >
                    {t('edit.import.read')}
                </button>
            </div>
        </Dialog>
    );
}
