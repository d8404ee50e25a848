/* Links that carry everything, without a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf, lettersOf, lettersOfText, textOfLetters } from '../src/core/bytes';
import * as edits from '../src/core/edits';
import { goRules } from '../src/core/go';
import { studyToJson, treeFromJson } from '../src/core/json';
import { packedLink, readAnyLink } from '../src/core/packed-link';
import { CONNECT6, rulesFrom } from '../src/core/rules';
import { PASS, parseSquare } from '../src/core/squares';
import { addChapters, goToChapter } from '../src/core/study';
import { newTree, type Tree } from '../src/core/tree';

/* The same numbers in every run. */
function chance(seed: number): (n: number) => number {
    let state = seed >>> 0;
    return (n) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * n);
    };
}

test('bytes become letters and bytes again, whatever they are', () => {
    const pick = chance(1);
    for (let round = 0; round < 300; round++) {
        const few = 1 + pick(256);
        const bytes = Array.from({ length: pick(round < 290 ? 200 : 20000) }, () => pick(few));
        const letters = lettersOf(bytes);
        assert.match(letters, /^[\w-]+$/);
        assert.deepEqual([...bytesOf(letters)!], bytes);
    }
    const words = 'the same words again and again, '.repeat(50);
    assert(lettersOfText(words).length < 100);
    assert.equal(textOfLetters(lettersOfText('六 stones, ö')), '六 stones, ö');
});

test('letters that are damaged are refused', () => {
    const pick = chance(2);
    const letters = lettersOfText('a comment that somebody wrote, and wrote again: a comment');
    let same = 0;
    for (let round = 0; round < 3000; round++) {
        const at = pick(letters.length);
        const other = 'abcXYZ019-_'[pick(11)]!;
        const text = pick(2) ? letters.slice(0, at) : letters.slice(0, at) + other + letters.slice(at + 1);
        if (text === letters) continue;
        const found = textOfLetters(text);
        if (found !== null) same++;
    }
    assert(same < 5, `${same} of them were taken`);
    for (const text of ['', 'A', '____', '!', 'AAAAAAAA', '________________']) assert.equal(textOfLetters(text), null);
});

const RICH = {
    rules: [19, 19, 6, 2, 1],
    info: { black: '黑', white: 'Bob', game: 'One' },
    root: {
        comment: 'Begin "here"\nand on',
        children: [
            {
                stones: ['j10'],
                marks: [
                    { at: 'a1', kind: 'circle' },
                    { at: 's19', kind: 'cross' },
                ],
                children: [
                    { stones: ['k11', 'i11'], name: 'main', labels: [{ at: 'b2', text: 'A' }], children: [] },
                    {
                        stones: ['k9'],
                        children: [
                            { stones: ['i9'], children: [] },
                            { stones: ['a19'], children: [] },
                        ],
                    },
                    {
                        stones: [],
                        setup: { black: ['c3'], white: ['d4'], empty: ['j10'], to_move: 'white', left: 2 },
                        children: [],
                    },
                ],
            },
        ],
    },
};

const wire = (tree: Tree) => JSON.stringify(studyToJson(tree));

test('a link carries chapters with variations and notes, and the place', () => {
    const five = edits.addLine(
        newTree(rulesFrom([15, 15, 5, 1, 1, 'exact'])!, { game: 'Two' }),
        [],
        [parseSquare('h8')!],
    ).tree;
    const go = edits.addLine(newTree(goRules(9, 7, 2)), [], [parseSquare('e5')!, PASS]).tree;
    const tree = goToChapter(addChapters(treeFromJson(RICH), [five, go]), 0);
    const link = packedLink(tree, [0, 1, 0]);
    const back = readAnyLink(link)!;
    assert.equal(wire(back.tree), wire(tree));
    assert.deepEqual(back.path, [0, 1, 0]);
    assert(back.whole);
    // Mail and chats put signs around links; nothing else may be missing.
    assert.equal(wire(readAnyLink(`${link}).`)!.tree), wire(tree));
    assert.equal(readAnyLink(link.slice(0, -3)), null);
    assert.equal(readAnyLink('#s=j10')?.whole, false);
    const third = goToChapter(tree, 2);
    assert.equal(readAnyLink(packedLink(third, [0]))!.tree.study?.at, 2);
});

test('random trees come back, and a game takes few letters', () => {
    const pick = chance(3);
    for (let round = 0; round < 60; round++) {
        let tree = newTree(CONNECT6);
        let path: readonly number[] = [];
        for (let i = 0; i < 80; i++) {
            const next = edits.addStone(tree, path, parseSquare(`${'abcdefghij'[pick(10)]}${1 + pick(19)}`)!);
            tree = next.tree;
            path = pick(4) ? next.path : next.path.slice(0, pick(next.path.length));
            if (!pick(6)) tree = edits.setText(tree, path, pick(2) ? 'comment' : 'name', `note ${pick(9)}`);
            if (!pick(6)) tree = edits.toggleMark(tree, path, pick(19), 'triangle');
            if (!pick(6)) tree = edits.setLabel(tree, path, pick(19), 'x');
        }
        const back = readAnyLink(packedLink(tree, path))!;
        assert.equal(wire(back.tree), wire(tree));
    }
    const line = Array.from({ length: 60 }, (_, i) => 128 * (i % 19) + Math.floor(i / 19));
    const game = edits.addLine(newTree(CONNECT6), [], line).tree;
    assert(packedLink(game, []).length < 350, String(packedLink(game, []).length));
});
