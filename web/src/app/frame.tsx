/* The frame of the page: head, tabs, board with its bars, panels, messages. */
import { t } from '../strings';
import { Board, ZOOMS, geometry, zoom } from './board';
import { focusBoard } from './board-cells';
import { KeysDialog, SettingsDialog, keysOpen, settingsOpen } from './dialogs';
import { Icon, type IconName } from './icons';
import * as nav from './nav';
import { set, settings } from './settings';
import { StatusBar } from './status';
import {
    MODES,
    announced,
    dropToast,
    mode,
    node,
    orientation,
    panels,
    path,
    toasts,
    tree,
    type Mode,
    type Panel,
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

function isDark(): boolean {
    const { theme } = settings.value;
    return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
}

function Head() {
    const dark = isDark();
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
                <img src="/icon.svg" alt="" width="26" height="26" />
                <span>Hexad</span>
            </h1>
            <Tabs />
            <div class="head-tools">
                <button
                    type="button"
                    class="plain language"
                    lang={settings.value.language === 'zh' ? 'en' : 'zh-Hans'}
                    onClick={() => set('language', settings.value.language === 'zh' ? 'en' : 'zh')}
                    aria-label={settings.value.language === 'zh' ? 'English' : '中文'}
                >
                    {settings.value.language === 'zh' ? 'EN' : '中'}
                </button>
                <Button
                    icon={dark ? 'sun' : 'moon'}
                    label={t(dark ? 'app.theme.light' : 'app.theme.dark')}
                    press={() => set('theme', dark ? 'light' : 'dark')}
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

export function zoomBy(step: number): void {
    const i = ZOOMS.indexOf(zoom.value);
    zoom.value = ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, i + step))]!;
}

function NavBar() {
    const atStart = path.value.length === 0;
    const atEnd = node.value.children.length === 0;
    const large = Math.max(tree.value.rules.m, tree.value.rules.n) > 24;
    return (
        <nav class="nav-bar" aria-label={t('nav.label')}>
            <div class="nav-group">
                <Button icon="first" label={t('nav.first')} press={nav.firstPlace} disabled={atStart} />
                <Button icon="previous" label={t('nav.previous')} press={nav.previousTurn} disabled={atStart} />
                <span class="nav-count">{t('nav.stone', { n: path.value.length })}</span>
                <Button icon="next" label={t('nav.next')} press={nav.nextTurn} disabled={atEnd} />
                <Button icon="last" label={t('nav.last')} press={nav.lastPlace} disabled={atEnd} />
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

/** Turns the picture a quarter to the right. */
export function rotate(): void {
    const o = orientation.value;
    orientation.value = (o & 4 ? 0 : 4) | (o & 1 ? 0 : 2) | (o & 2 ? 1 : 0);
}

function PanelBox({ panel }: { panel: Panel }) {
    const Inside = panel.component;
    if (panel.bare) return <Inside />;
    return (
        <section class="panel" id={`panel-${panel.id}`} aria-label={panel.title()}>
            <h2>{panel.title()}</h2>
            <Inside />
        </section>
    );
}

function Panels({ place }: { place: 'side' | 'below' }) {
    return panels.value
        .filter((p) => p.modes.includes(mode.value) && (p.place ?? 'side') === place)
        .map((p) => <PanelBox key={p.id} panel={p} />);
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

export function Frame() {
    const g = geometry.value;
    const size = { '--columns': g.width + 2 * g.margin, '--rows': g.height + 2 * g.margin };
    return (
        <>
            <Head />
            <main class="main" style={size}>
                <div class="board-column" id="board">
                    <StatusBar />
                    <Board />
                    <NavBar />
                    <div class="below">
                        <Panels place="below" />
                    </div>
                </div>
                <div class="side" id="side" role="tabpanel" aria-labelledby={`tab-${mode.value}`}>
                    <Panels place="side" />
                </div>
            </main>
            <Toasts />
            <div class="unseen" role="status" aria-live="polite">
                {announced.value}
            </div>
            <SettingsDialog />
            <KeysDialog />
        </>
    );
}
