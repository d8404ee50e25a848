/* The panel beside the board while playing. */
import { Button } from '../app/frame';
import { needsConfirm } from '../app/press';
import { mode, position, tree } from '../app/store';
import { scoreText } from '../core/go';
import type { Side } from '../core/rules';
import { t } from '../strings';
import { acceptCount, counting, points, proposing, score } from './count';
import { canPass, commit, pass, ready } from './enter';
import * as g from './game';
import { hint, hinting, retry } from './machine';
import { NewGameDialog, openNewGame } from './new-game';
import { gameName, rulesSentence } from './names';
import { Party } from './party';
import { PlayerChoice, playsGo } from './players';
import { TurnList } from './turns';

/** Playing the turn that was entered: shown where turns are confirmed, and always as high, so that nothing jumps. */
function ConfirmBar() {
    if (!needsConfirm.value || counting.value) return null;
    return (
        <div class="confirm-bar">
            <Button icon="back" text label={t('play.takeback')} press={g.takeBack} disabled={!g.canTakeBack.value} />
            <Button
                icon="check"
                text
                kind="main-button"
                label={t('play.confirm')}
                press={commit}
                disabled={!ready.value}
            />
        </div>
    );
}

/* What can be done now. All of these are as high as each other, so that nothing below jumps. */

function Elsewhere() {
    const on = g.game.value.live !== null;
    const open = position.value.outcome === 'open';
    return (
        <div class="actions">
            {on && <Button text kind="main-button" label={t('play.return')} press={g.backToGame} />}
            {open && <Button text label={t('play.fromhere')} press={g.playFromHere} />}
        </div>
    );
}

function Over() {
    const { players, clock } = g.game.value;
    const { rules } = tree.value;
    // Whoever lost to a machine may try the last turn again.
    const winner = g.game.value.result?.winner;
    const lost = winner && players[winner].kind !== 'person';
    const swapped = { black: players.white, white: players.black };
    return (
        <div class="actions">
            {lost && (
                <Button icon="back" label={t('play.takeback')} press={g.takeBack} disabled={!g.canTakeBack.value} />
            )}
            <Button text kind="main-button" label={t('play.again')} press={() => g.start({ rules, players, clock })} />
            <Button text label={t('play.again.swapped')} press={() => g.start({ rules, players: swapped, clock })} />
            <Button text label={t('play.toanalyse')} press={() => (mode.value = 'analyse')} />
        </div>
    );
}

function Stuck() {
    return (
        <div class="actions">
            <Button text kind="main-button" label={t('app.retry')} press={retry} />
        </div>
    );
}

/* The game of Go is over but for the count. */
function Counting() {
    const { black, white } = points.value;
    return (
        <div class="counting" id="counting">
            <p class="count-score" aria-live="polite">
                {proposing.value
                    ? t('play.count.asking')
                    : t('play.count.points', { black, white, score: scoreText(score.value) })}
            </p>
            <p class="quiet">{t(playsGo() ? 'play.count.how' : 'play.count.how.alone')}</p>
            <div class="actions">
                <Button
                    icon="check"
                    text
                    kind="main-button"
                    label={t('play.count.accept')}
                    press={acceptCount}
                    disabled={proposing.value}
                    id="accept-count"
                />
                <Button
                    icon="back"
                    text
                    label={t('play.count.on')}
                    press={g.takeBack}
                    disabled={!g.canTakeBack.value}
                    id="play-on"
                />
            </div>
        </div>
    );
}

/* Stones that were taken, of Go. */
function Taken() {
    const taken = position.value.go?.taken;
    if (!taken) return null;
    return (
        <p class="quiet taken" id="taken">
            {t('play.taken.stones', { black: taken.black, white: taken.white })}
        </p>
    );
}

function Going() {
    const mayAsk =
        (!tree.value.rules.go || playsGo()) && g.running.value && !hinting.value && g.toMove.value.kind === 'person';
    return (
        <div class="actions">
            {!needsConfirm.value && (
                <Button
                    icon="back"
                    text
                    label={t('play.takeback')}
                    press={g.takeBack}
                    disabled={!g.canTakeBack.value}
                />
            )}
            {tree.value.rules.go && (
                <Button text label={t('play.pass')} press={pass} disabled={!canPass.value} id="pass" />
            )}
            <Button icon="hint" text label={t('play.hint')} press={() => void hint()} disabled={!mayAsk} />
            <Button icon="flag" text label={t('play.resign')} press={g.resign} disabled={!g.canResign.value} />
        </div>
    );
}

function Actions() {
    if (!g.atLive.value) return <Elsewhere />;
    if (counting.value) return <Counting />;
    if (g.game.value.result) return <Over />;
    return g.stuck.value ? <Stuck /> : <Going />;
}

export function PlayPanel() {
    const sides: readonly Side[] = ['black', 'white'];
    const { players } = g.game.value;
    const name = gameName(tree.value.rules);
    return (
        <>
            <ConfirmBar />
            <section class="panel play-panel" aria-label={t('app.play')}>
                <div class="game-head">
                    <h2 class={name.length > 16 ? 'long' : ''}>{name}</h2>
                    <Button icon="plus" text label={t('play.new')} press={openNewGame} id="new-game" />
                </div>
                <p class="quiet">{rulesSentence(tree.value.rules)}</p>
                <div class="players">
                    {sides.map((side) => (
                        <PlayerChoice
                            key={side}
                            side={side}
                            rules={tree.value.rules}
                            player={players[side]}
                            pick={(p) => g.setPlayer(side, p)}
                        />
                    ))}
                </div>
                <Taken />
                <Actions />
            </section>
            <section class="panel turns-panel" aria-label={t('play.turns')}>
                <h2>{t('play.turns')}</h2>
                <TurnList />
            </section>
            <NewGameDialog />
            <Party />
        </>
    );
}
