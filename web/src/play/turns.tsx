/* The turns of the line that is looked at, two a row; each leads to its place. */
import { useEffect, useRef } from 'preact/hooks';
import { endOfLine, turnsOf, type TurnEntry } from '../app/nav';
import { goTo, path, tree } from '../app/store';
import { movesText } from '../core/rules';
import { isBelow } from '../core/tree';
import { t } from '../strings';

export function TurnList() {
    const end = endOfLine();
    const turns = turnsOf(tree.value, end);
    const here = path.value;
    const current = [...turns].reverse().find((v) => isBelow(here, v.end.slice(0, v.end.length - v.stones.length + 1)));
    const list = useRef<HTMLOListElement>(null);
    useEffect(() => {
        const box = list.current;
        const item = box?.querySelector<HTMLElement>('[aria-current]');
        if (!box || !item) return;
        const top = item.offsetTop - box.offsetTop;
        if (top < box.scrollTop || top + item.offsetHeight > box.scrollTop + box.clientHeight)
            box.scrollTop = top - box.clientHeight / 2;
    });
    if (!turns.length) return <p class="quiet">{t(tree.value.rules.go ? 'play.welcome.go' : 'play.welcome')}</p>;
    const rows: TurnEntry[][] = [];
    for (const turn of turns) {
        if (turn.side === 'black' || !rows.length) rows.push([turn]);
        else rows[rows.length - 1]!.push(turn);
    }
    return (
        <ol class="turns" ref={list} tabIndex={0} aria-label={t('play.turns')}>
            {rows.map((row, i) => (
                <li key={i}>
                    {row[0]!.side === 'white' && <span />}
                    {row.map((turn) => (
                        <button
                            key={turn.side}
                            type="button"
                            class={`turn ${turn.side}`}
                            aria-current={turn === current ? 'step' : undefined}
                            onClick={() => goTo(turn.end)}
                        >
                            <span class={`small-stone ${turn.side}`} aria-hidden="true" />
                            <span class="turn-number">{turn.number}</span>
                            <span class="unseen">{t(turn.side === 'black' ? 'board.black' : 'board.white')} </span>
                            {movesText(tree.value.rules, turn.stones)}
                        </button>
                    ))}
                </li>
            ))}
        </ol>
    );
}
