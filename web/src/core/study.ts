/* Studies: documents of several trees. One of them, the chapter, is on the board and is the tree itself; the others
 * wait in `Tree.study`. A chapter's name is the name of the game in its description, as in files. The ids of nodes
 * are different in all chapters. */

import { copyNodes, mergeTree } from './edits';
import { sameRules } from './rules';
import { fixPath, newTree, type Chapter, type Path, type Tree } from './tree';

/** All chapters in their order, the one on the board among them. */
export function chaptersOf(tree: Tree): readonly Chapter[] {
    const { rules, info, root, extra } = tree;
    const own: Chapter = { rules, info, root, ...(extra && { extra }) };
    const { at, others } = tree.study ?? { at: 0, others: [] };
    return [...others.slice(0, at), own, ...others.slice(at)];
}

/** Which of them is on the board. */
export function chapterAt(tree: Tree): number {
    return tree.study?.at ?? 0;
}

/** A document of these chapters (one at least), of which one is on the board. */
export function withChapters(tree: Tree, list: readonly Chapter[], at: number): Tree {
    const { study: _study, extra: _extra, ...rest } = tree;
    const others = list.filter((_, i) => i !== at);
    return { ...rest, ...list[at]!, ...(others.length && { study: { at, others } }) };
}

/** The chapters as trees of their own. */
export function chapterTrees(tree: Tree): Tree[] {
    const { study: _study, extra: _extra, ...rest } = tree;
    return chaptersOf(tree).map((c) => ({ ...rest, ...c }));
}

export function goToChapter(tree: Tree, at: number): Tree {
    return at === chapterAt(tree) ? tree : withChapters(tree, chaptersOf(tree), at);
}

/** Adds chapters behind the others, and puts the first of them on the board. */
export function addChapters(tree: Tree, fresh: readonly Chapter[]): Tree {
    let { next } = tree;
    const copies = fresh.map(({ rules, info, root, extra }): Chapter => {
        const copy = copyNodes(root, next, (s) => s);
        next = copy.next;
        return { rules, info, root: copy.node, ...(extra && { extra }) };
    });
    const old = chaptersOf(tree);
    return withChapters({ ...tree, next }, [...old, ...copies], copies.length ? old.length : chapterAt(tree));
}

/** A chapter with nothing in it, of the same game. */
export function addEmpty(tree: Tree, name: string): Tree {
    return addChapters(tree, [newTree(tree.rules, { game: name })]);
}

/** Takes a chapter away; the last one stays. */
export function dropChapter(tree: Tree, which: number): Tree {
    const list = chaptersOf(tree);
    if (list.length < 2 || !list[which]) return tree;
    const at = chapterAt(tree);
    const left = list.filter((_, i) => i !== which);
    return withChapters(tree, left, Math.min(left.length - 1, which < at ? at - 1 : at));
}

/** Moves a chapter to another place among them. */
export function moveChapter(tree: Tree, from: number, to: number): Tree {
    const list = [...chaptersOf(tree)];
    const own = list[chapterAt(tree)]!;
    if (from === to || !list[from] || to < 0 || to >= list.length) return tree;
    list.splice(to, 0, ...list.splice(from, 1));
    return withChapters(tree, list, list.indexOf(own));
}

export function nameChapter(tree: Tree, which: number, name: string): Tree {
    const list = chaptersOf(tree).map((c, i) => {
        if (i !== which) return c;
        const { game: _game, ...info } = c.info;
        return { ...c, info: name ? { ...info, game: name } : info };
    });
    return withChapters(tree, list, chapterAt(tree));
}

/** The same document with ids of nodes from `from` on. */
export function renumbered(tree: Tree, from: number): Tree {
    let next = from;
    const list = chaptersOf(tree).map((c) => {
        const copy = copyNodes(c.root, next, (s) => s);
        next = copy.next;
        return { ...c, root: copy.node };
    });
    return { ...withChapters(tree, list, chapterAt(tree)), next };
}

/** Brings another state of the same study in: chapters of the same name and game become one, others come behind. */
export function mergeStudy(tree: Tree, path: Path, other: Tree): { tree: Tree; path: Path } {
    const at = chapterAt(tree);
    const taken = new Set<number>();
    const fresh: Chapter[] = [];
    let merged = tree;
    let here = path;
    for (const c of chapterTrees(other)) {
        const own = chaptersOf(merged);
        const like = own.findIndex(
            (v, i) => !taken.has(i) && sameRules(v.rules, c.rules) && v.info.game === c.info.game,
        );
        if (like < 0) {
            fresh.push(c);
            continue;
        }
        taken.add(like);
        const next = mergeTree(goToChapter(merged, like), like === at ? here : [], c);
        if (like === at) here = next.path;
        merged = next.tree;
    }
    const all = goToChapter(fresh.length ? addChapters(merged, fresh) : merged, at);
    return { tree: all, path: fixPath(all, here) };
}
