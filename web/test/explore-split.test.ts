/* Files of many games in pieces: nothing is lost, cut or put twice. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pieces, textOf } from '../src/explore/split';

it('pieces are whole games, and together the file', () => {
    const games = Array.from({ length: 1234 }, (_, i) => `(;C[a \\] ( { ${i}];B[jj](;W[ii])(;W[kk]))`);
    const text = `\ufeff ${games.join('\n')}\n  \n`;
    const list = [...pieces(text)];
    assert(list.map((v) => v.text).join('') === text);
    assert.equal(list.length, 7);
    for (const { text: piece } of list) assert.match(piece.trim(), /^\ufeff?\s*\(;C[^]*\)$/);
    assert.equal(list[list.length - 1]!.part, 1);
    assert(list.every((v, i) => !i || v.part > list[i - 1]!.part));
});

it('contest records, lists and damaged files', () => {
    const contest = '{[C6][A B][C D];B(J,10);W(I,12)W(K,12)}';
    assert.equal([...pieces(contest.repeat(450))].length, 3);
    assert.deepEqual([...pieces('j10 k11 i11')], [{ text: 'j10 k11 i11', part: 1 }]);
    assert.deepEqual([...pieces('(;B[jj]')], [{ text: '(;B[jj]', part: 1 }]);
    assert.deepEqual([...pieces(' \n ')], []);
    assert.equal([...pieces(`${'(;B[jj])'.repeat(200)} nonsense`)][1]!.text, ' nonsense');
});

it('character sets', () => {
    assert.equal(textOf(new TextEncoder().encode('(;PB[六])')), '(;PB[六])');
    assert.equal(textOf(new Uint8Array([0x28, 0xc1, 0xf9, 0x29])), '(六)'); // GBK
    assert.equal(textOf(new Uint8Array([0xff, 0x52, 0x65, 0x6e, 0x4c, 0x69, 0x62, 0xff])), null);
});
