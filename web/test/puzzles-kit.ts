/* What the tests of the puzzles share: finding out which puzzle is on the board, solving it, failing it. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openSite, PATIENCE, play, type Site } from './harness';

export interface Puzzle {
    id: string;
    kind: string;
    turns: number;
    line: string[];
    key: string[];
    firsts: number;
    rating: number;
    themes: string[];
    error: string[];
    game: { rules: number[]; stones: string[] };
}

export let site: Site;
export let all: Puzzle[];

/** A server and a browser for the file's tests, and the server's collection. */
export async function openPuzzles(): Promise<void> {
    site = await openSite();
    all = [];
    for (let more = true; more; ) {
        const address = `${site.server.url}/api/v1/puzzles?limit=500&offset=${all.length}`;
        const { puzzles } = (await (await fetch(address)).json()) as { puzzles: Puzzle[] };
        all.push(...puzzles);
        more = puzzles.length > 0;
    }
}

let players = 0;
/** A page with a player of its own at the puzzles. */
export async function open(more: Parameters<Site['page']>[0] = {}): Promise<Page> {
    const storage = { 'hexad.mode': 'puzzles', 'hexad.puzzles.player': `p${players++}`, ...more.storage };
    // A save that came too late is made again; browsers tell of every refused request.
    const page = await site.page({ allow: /status of 409/, ...more, storage });
    await page.locator('#puzzles-rated:enabled, .pz-task').first().waitFor();
    return page;
}

/** The puzzle on the board, by what the browser keeps of it. */
export async function current(page: Page): Promise<Puzzle> {
    const kept = await page.waitForFunction(() => {
        const key = Object.keys(localStorage).find((k) => k.startsWith('hexad.puzzle.'));
        const kept = JSON.parse(localStorage.getItem(key ?? '') ?? 'null') as {
            solving: { puzzle: { id: string } } | null;
        } | null;
        return kept?.solving?.puzzle.id;
    });
    const id = await kept.jsonValue();
    const found = all.find((p) => p.id === id);
    assert(found, `no puzzle ${id}`);
    return found;
}

export const stonesATurn = (p: Puzzle) => p.game.rules[3]!;
export const phase = (page: Page, ...names: string[]) =>
    page.locator(names.map((n) => `.pz-said[data-phase="${n}"]`).join(', ')).waitFor();

export async function hint(page: Page, p: Puzzle, played: string[]): Promise<string[]> {
    const game = { ...p.game, stones: [...p.game.stones, ...p.error, ...played] };
    const answer = await page.request.post(`${site.server.url}/api/v1/puzzles/hint`, {
        data: { game, kind: p.kind, turns: p.turns },
        timeout: PATIENCE,
    });
    return ((await answer.json()) as { turn: string[] }).turn;
}

/* The stones that were placed since the error, in order. */
export async function played(page: Page): Promise<string[]> {
    return page.evaluate(() => {
        const key = Object.keys(localStorage).find((k) => k.startsWith('hexad.puzzle.'));
        const kept = JSON.parse(localStorage.getItem(key!)!) as { solving: { line: number[][] } };
        const text = (s: number) => String.fromCharCode(97 + (s % 128)) + (Math.floor(s / 128) + 1);
        return kept.solving.line.flat().map(text);
    });
}

/** Solves the puzzle on the board as the program would. */
export async function solve(page: Page): Promise<Puzzle> {
    const p = await current(page);
    for (let i = 0; i < 20; i++) {
        await phase(page, 'turn', 'over');
        if (await page.locator('.pz-said[data-phase="over"]').count()) return p;
        const before = await played(page);
        const main = p.line.slice(0, before.length).every((s) => before.includes(s));
        const turn = main ? p.line.slice(before.length, before.length + stonesATurn(p)) : await hint(page, p, before);
        await play(page, ...turn);
        await page.waitForFunction(
            (n) => {
                const said = document.querySelector('.pz-said')?.getAttribute('data-phase');
                const key = Object.keys(localStorage).find((k) => k.startsWith('hexad.puzzle.'))!;
                const kept = JSON.parse(localStorage.getItem(key)!) as { solving: { line: number[][] } };
                return said === 'over' || (said === 'turn' && kept.solving.line.length > n);
            },
            before.length / stonesATurn(p),
        );
    }
    assert.fail('it does not end');
}

/** The verdict of the server on a first turn. */
export async function verdictOf(page: Page, p: Puzzle, turn: string[]): Promise<string> {
    const game = { ...p.game, stones: [...p.game.stones, ...p.error] };
    const answer = await page.request.post(`${site.server.url}/api/v1/puzzles/judge`, {
        data: { game, kind: p.kind, turns: p.turns, turn },
        timeout: PATIENCE,
    });
    return ((await answer.json()) as { verdict: string }).verdict;
}

/** A first turn that is refuted; null if none is found soon. */
export async function wrongTurn(page: Page, p: Puzzle): Promise<string[] | null> {
    const taken = new Set([...p.game.stones, ...p.error]);
    // Stones of the solution in another order make threats, and are judged at once.
    const free = [...p.line.slice(0, 4), 'a1', 'o1'].filter((s) => !taken.has(s));
    for (const a of free)
        for (const b of free) {
            const turn = stonesATurn(p) === 1 ? [a] : [a, b];
            if (a >= b && turn.length > 1) continue;
            if ((await verdictOf(page, p, turn)) === 'fails') return turn;
        }
    return null;
}

/** Begins puzzles until one has a turn that is refuted soon. */
export async function findWrong(page: Page, begin: () => Promise<void>): Promise<string[]> {
    for (let i = 0; i < 8; i++) {
        await begin();
        await phase(page, 'turn');
        const turn = await wrongTurn(page, await current(page));
        if (turn) return turn;
        await page.locator('#puzzles-back').click();
    }
    assert.fail('no wrong turn anywhere');
}

/** Plays a wrong turn, which is refuted. */
export async function playWrong(page: Page, turn: string[]): Promise<void> {
    await play(page, ...turn);
    await page.locator('.pz-said[data-phase="wrong"], .pz-score').first().waitFor();
}

export const rating = async (page: Page) =>
    Number.parseInt((await page.locator('#puzzles-rating').textContent()) ?? '', 10);
