/* The frame of the page: head, tabs, board with its bars, panels, messages. */
import { languages } from 'hexad:languages';
import { addStone } from '../core/edits';
import { linkOf } from '../core/link';
import { mayPass } from '../core/rules';
import { PASS } from '../core/squares';
import { t } from '../strings';
import { Board, geometry } from './board';
import { zoom, zoomBy } from './zoom';
import { focusBoard } from './board-cells';
import { recentOpen } from './recent';
import { RecentDialog } from './recent-dialog';
import { Dock, PanelBox, docked } from './dock';
import { KeysDialog, SettingsDialog, keysOpen, settingsOpen } from './dialogs';
import { embedded } from './embed';
import { Icon, type IconName } from './icons';
import * as nav from './nav';
import { scene, shownPosition } from './scene';
import { set, settings } from './settings';
import { dark } from './theme';
import { StatusBar } from './status';
import {
    MODES,
    announced,
    dropToast,
    mode,
    orientation,
    panelsHere,
    path,
    position,
    change,
    toasts,
    tree,
    type Mode,
} from './store';

export function Button(props: {
    icon?: IconName;
    label: string;
    press: () => void;
    text?: boolean;
    disabled?: boolean;
    kind?: string;
    id?: string;
}) {
    return (
        <button
            type="button"
            id={props.id}
            class={props.kind ?? (props.text ? 'soft' : 'plain')}
            onClick={props.press}
            aria-label={props.text ? undefined : props.label}
            title={props.text ? undefined : props.label}
            disabled={props.disabled}
        >
            {props.icon && <Icon name={props.icon} />}
            {props.text && <span>{props.label}</span>}
        </button>
    );
}

function Tabs() {
    const pick = (m: Mode) => (mode.value = m);
    const onKeyDown = (event: KeyboardEvent) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (!step) return;
        const next = MODES[(MODES.indexOf(mode.value) + step + MODES.length) % MODES.length]!;
        pick(next);
        document.getElementById(`tab-${next}`)?.focus();
        event.preventDefault();
    };
    return (
        <div class="tabs" role="tablist" aria-label={t('app.parts')} onKeyDown={onKeyDown}>
            {MODES.map((m) => (
                <button
                    key={m}
                    id={`tab-${m}`}
                    role="tab"
                    aria-selected={m === mode.value}
                    aria-controls="side"
                    tabIndex={m === mode.value ? 0 : -1}
                    onClick={(event) => {
                        pick(m);
                        // Who clicks wants the arrows to go through the game next, not through the tabs.
                        if (event.detail > 0) event.currentTarget.blur();
                    }}
                >
                    {t(`app.${m}`)}
                </button>
            ))}
        </div>
    );
}

/** To the next language, in its own words. */
function LanguageButton() {
    const names = Object.keys(languages);
    const next = names[(names.indexOf(settings.value.language) + 1) % names.length]!;
    const { tag, name, short } = languages[next]!;
    return (
        <button
            type="button"
            class="plain language wide-only"
            lang={tag}
            onClick={() => set('language', next)}
            aria-label={name}
        >
            {short}
        </button>
    );
}

function Head() {
    return (
        <header class="head">
            <a
                class="skip"
                href="#board"
                onClick={(event) => {
                    event.preventDefault();
                    focusBoard();
                }}
            >
                {t('app.skip')}
            </a>
            <h1 class="brand">
                <img src="icon.svg" alt="" width="26" height="26" />
                <span>Hexad</span>
            </h1>
            <Tabs />
            <div class="head-tools">
                <Button icon="clock" label={t('recent.title')} press={() => (recentOpen.value = true)} id="recent" />
                <LanguageButton />
                <Button
                    icon={dark.value ? 'sun' : 'moon'}
                    label={t(dark.value ? 'app.theme.light' : 'app.theme.dark')}
                    press={() => set('theme', dark.value ? 'light' : 'dark')}
                    kind="plain wide-only"
                />
                <Button
                    icon="keys"
                    label={t('app.keys')}
                    press={() => (keysOpen.value = true)}
                    kind="plain wide-only"
                />
                <Button icon="settings" label={t('app.settings')} press={() => (settingsOpen.value = true)} />
            </div>
        </header>
    );
}

function NavBar() {
    const atStart = !nav.canGo('previous');
    const atEnd = !nav.canGo('next');
    const { rules, stones } = shownPosition.value;
    const large = Math.max(rules.m, rules.n) > 24;
    return (
        <nav class="nav-bar" aria-label={t('nav.label')}>
            <div class="nav-group">
                <Button icon="first" label={t('nav.first')} press={nav.firstPlace} disabled={atStart} />
                <Button icon="previous" label={t('nav.previous')} press={nav.previousTurn} disabled={atStart} />
                <span class="nav-count" data-stones={scene.value ? stones : path.value.length}>
                    {nav.placeText()}
                </span>
                <Button icon="next" label={t('nav.next')} press={nav.nextTurn} disabled={atEnd} />
                <Button icon="last" label={t('nav.last')} press={nav.lastPlace} disabled={atEnd} />
                {rules.go && !scene.value && mode.value !== 'play' && (
                    <Button text label={t('nav.pass')} press={pass} disabled={!mayPass(position.value)} id="nav-pass" />
                )}
            </div>
            <div class="nav-group">
                <Button
                    icon="minus"
                    label={t('nav.smaller')}
                    press={() => zoomBy(-1)}
                    disabled={zoom.value <= 1}
                    kind={large ? 'plain' : 'plain roomy-only'}
                />
                <Button
                    icon="plus"
                    label={t('nav.larger')}
                    press={() => zoomBy(1)}
                    disabled={zoom.value >= 4}
                    kind={large ? 'plain' : 'plain roomy-only'}
                />
                <Button
                    icon="rotate"
                    label={t('nav.rotate')}
                    press={rotate}
                    kind={large ? 'plain roomy-only' : 'plain'}
                />
                <Button
                    icon="flip"
                    label={t('nav.flip')}
                    press={() => (orientation.value ^= 1)}
                    kind={large ? 'plain roomy-only' : 'plain'}
                />
            </div>
        </nav>
    );
}

/* A pass in the tree, as a click on the board is a stone. */
function pass(): void {
    const next = addStone(tree.value, path.value, PASS);
    change(next.tree, next.path);
}

/** Turns the picture a quarter to the right. */
export function rotate(): void {
    const o = orientation.value;
    orientation.value = (o & 4 ? 0 : 4) | (o & 1 ? 0 : 2) | (o & 2 ? 1 : 0);
}

function Panels({ place }: { place: 'side' | 'below' }) {
    return panelsHere.value.filter((p) => (p.place ?? 'side') === place).map((p) => <PanelBox key={p.id} panel={p} />);
}

function Toasts() {
    return (
        <div class="toasts">
            {toasts.value.map((v) => (
                <div key={v.id} class={`toast ${v.kind}`}>
                    <span>{v.text}</span>
                    {v.action && (
                        <button
                            type="button"
                            class="soft"
                            onClick={() => {
                                dropToast(v.id);
                                v.run?.();
                            }}
                        >
                            {v.action}
                        </button>
                    )}
                    <button type="button" class="plain" aria-label={t('app.close')} onClick={() => dropToast(v.id)}>
                        <Icon name="close" />
                    </button>
                </div>
            ))}
        </div>
    );
}

/** The board for other pages: nothing but it, the way through the game, and the way here. */
function Embedded({ size }: { size: Record<string, number> }) {
    const address = `${location.pathname}${linkOf(tree.value, path.value)}`;
    return (
        <main class="main" style={size}>
            <div class="board-column" id="board">
                <Board />
                <NavBar />
                <a class="embed-open" href={address} target="_blank" rel="noopener">
                    {t('app.embed.open')}
                </a>
            </div>
        </main>
    );
}

export function Frame() {
    const g = geometry.value;
    const size = { '--columns': g.width + 2 * g.margin, '--rows': g.height + 2 * g.margin };
    if (embedded) return <Embedded size={size} />;
    return (
        <>
            <Head />
            <main class={docked.value ? 'main docked' : 'main'} style={size}>
                <div class="board-column" id="board">
                    <StatusBar />
                    <Board />
                    <NavBar />
                    <div class="below">
                        <Panels place="below" />
                    </div>
                </div>
                {docked.value ? (
                    <Dock />
                ) : (
                    <div class="side" id="side" role="tabpanel" aria-labelledby={`tab-${mode.value}`}>
                        <Panels place="side" />
                    </div>
                )}
            </main>
            <Toasts />
            <div class="unseen" role="status" aria-live="polite">
                {announced.value}
            </div>
            <SettingsDialog />
            <KeysDialog />
            <RecentDialog />
        </>
    );
}
