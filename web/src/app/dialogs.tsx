/* The dialogs of the frame: settings, and the list of keys. */
import { signal, type Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { languages } from 'hexad:languages';
import { t, type StringKey } from '../strings';
import { Icon } from './icons';
import { info } from './info';
import { BOARDS, set, settings, type BoardColours, type Confirm, type Language, type Theme } from './settings';
import { keyCommands, MODES, type KeyCommand } from './store';

export const settingsOpen = signal(false);
export const keysOpen = signal(false);

/** A dialog that is open while the signal is true. Escape, the cross and a click beside it close it. */
export function Dialog(props: { open: Signal<boolean>; title: string; children: ComponentChildren; wide?: boolean }) {
    const element = useRef<HTMLDialogElement>(null);
    const open = props.open.value;
    useEffect(() => {
        const dialog = element.current;
        if (!dialog) return;
        if (open && !dialog.open) dialog.showModal();
        if (!open && dialog.open) dialog.close();
    }, [open]);
    const close = () => (props.open.value = false);
    return (
        <dialog
            ref={element}
            class={props.wide ? 'wide' : ''}
            aria-label={props.title}
            onClose={close}
            onClick={(event) => event.target === element.current && close()}
        >
            {open && (
                <div class="dialog-body">
                    <header>
                        <h2>{props.title}</h2>
                        <button class="plain" onClick={close} aria-label={t('app.close')}>
                            <Icon name="close" />
                        </button>
                    </header>
                    {props.children}
                </div>
            )}
        </dialog>
    );
}

/** A row of buttons of which one is pressed. */
export function Choice<T extends string | number>(props: {
    label: string;
    value: T;
    options: readonly (readonly [T, string])[];
    pick: (value: T) => void;
    hideLabel?: boolean;
}) {
    return (
        <div class="field" role="group" aria-label={props.label}>
            {!props.hideLabel && <span class="field-label">{props.label}</span>}
            <div class="segmented">
                {props.options.map(([value, text]) => (
                    <button
                        key={value}
                        type="button"
                        aria-pressed={value === props.value}
                        onClick={() => props.pick(value)}
                    >
                        {text}
                    </button>
                ))}
            </div>
        </div>
    );
}

export function Switch(props: { label: string; on: boolean; flip: (on: boolean) => void }) {
    return (
        <label class="field switch">
            <span class="field-label">{props.label}</span>
            <input
                type="checkbox"
                role="switch"
                checked={props.on}
                onChange={(event) => props.flip(event.currentTarget.checked)}
            />
        </label>
    );
}

/* Powers of two below the most that there is. */
function below(most: number, from: number): number[] {
    const list: number[] = [];
    for (let n = from; n < most; n *= 2) list.push(n);
    return list;
}

/* What the engine of an analysis may have: 0 is all of it. */
function Share(props: {
    id: string;
    label: string;
    value: number;
    list: readonly number[];
    most: string;
    pick: (n: number) => void;
}) {
    return (
        <label class="field" for={props.id}>
            <span class="field-label">{props.label}</span>
            <select id={props.id} onChange={(e) => props.pick(Number(e.currentTarget.value))}>
                <option value={0} selected={!props.list.includes(props.value)}>
                    {props.most}
                </option>
                {props.list.map((n) => (
                    <option key={n} value={n} selected={n === props.value}>
                        {n}
                    </option>
                ))}
            </select>
        </label>
    );
}

function EngineShare() {
    const engine = info.value?.engine;
    if (!engine) return null;
    const { threads, memory } = settings.value;
    return (
        <>
            <Share
                id="engine-threads"
                label={t('app.engine.threads')}
                value={threads}
                list={below(engine.threads, 1)}
                most={t('app.engine.all', { n: engine.threads })}
                pick={(n) => set('threads', n)}
            />
            <Share
                id="engine-memory"
                label={t('app.engine.memory')}
                value={memory}
                list={below(engine.hash, 4)}
                most={t('app.engine.all', { n: engine.hash })}
                pick={(n) => set('memory', n)}
            />
        </>
    );
}

export function SettingsDialog() {
    const s = settings.value;
    const named = <T extends string>(prefix: string, values: readonly T[]) =>
        values.map((v) => [v, t(`${prefix}.${v}` as StringKey)] as const);
    return (
        <Dialog open={settingsOpen} title={t('app.settings')}>
            <Choice<Language>
                label={t('app.language')}
                value={s.language}
                options={Object.entries(languages).map(([key, { name }]) => [key, name] as const)}
                pick={(v) => set('language', v)}
            />
            <Choice<Theme>
                label={t('app.theme')}
                value={s.theme}
                options={named('app.theme', ['system', 'light', 'dark'])}
                pick={(v) => set('theme', v)}
            />
            <Choice<BoardColours>
                label={t('app.board')}
                value={s.board}
                options={named('app.board', BOARDS)}
                pick={(v) => set('board', v)}
            />
            <Choice<Confirm>
                label={t('app.confirm')}
                value={s.confirm}
                options={named('app.confirm', ['touch', 'always', 'never'])}
                pick={(v) => set('confirm', v)}
            />
            <Switch label={t('app.coordinates')} on={s.coordinates} flip={(v) => set('coordinates', v)} />
            <Switch label={t('app.numbers')} on={s.numbers} flip={(v) => set('numbers', v)} />
            <Switch label={t('app.sound')} on={s.sound} flip={(v) => set('sound', v)} />
            <EngineShare />
        </Dialog>
    );
}

const SIGNS: Record<string, string> = {
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
    Escape: 'Esc',
    Space: 'Space',
    PageUp: 'Page ↑',
    PageDown: 'Page ↓',
    Backspace: '⌫',
    Delete: 'Del',
};

function KeyCap({ name }: { name: string }) {
    const parts = name === '+' ? ['+'] : name.split(/\+(?=.)/);
    return (
        <span class="key">
            {parts.map((p, i) => (
                <kbd key={i}>{SIGNS[p] ?? (p.length === 1 ? p.toUpperCase() : p)}</kbd>
            ))}
        </span>
    );
}

function KeyList({ title, commands }: { title: string; commands: readonly KeyCommand[] }) {
    if (!commands.length) return null;
    return (
        <section class="key-list">
            <h3>{title}</h3>
            <dl>
                {commands.map((c) => (
                    <div key={c.keys.join()}>
                        <dt>
                            {c.keys.map((k) => (
                                <KeyCap key={k} name={k} />
                            ))}
                        </dt>
                        <dd>{c.about()}</dd>
                    </div>
                ))}
            </dl>
        </section>
    );
}

/* How the cells of the board take keys themselves; the rest of the list is made from the commands. */
const BOARD_KEYS: readonly KeyCommand[] = [
    { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], about: () => t('keys.cursor'), run: () => {} },
    { keys: ['Shift+ArrowLeft', 'Shift+ArrowUp'], about: () => t('keys.cursor.far'), run: () => {} },
    { keys: ['Enter', 'Space'], about: () => t('keys.press'), run: () => {} },
];

export function KeysDialog() {
    const told = keyCommands.filter((c) => !c.covers);
    const everywhere = told.filter((c) => !c.modes || c.modes.length === MODES.length);
    return (
        <Dialog open={keysOpen} title={t('app.keys')} wide>
            <div class="key-columns">
                <KeyList title={t('app.keys.everywhere')} commands={everywhere} />
                <KeyList title={t('keys.board')} commands={BOARD_KEYS} />
                {MODES.map((m) => (
                    <KeyList
                        key={m}
                        title={t(`app.${m}`)}
                        commands={told.filter((c) => c.modes && c.modes.length < MODES.length && c.modes.includes(m))}
                    />
                ))}
            </div>
        </Dialog>
    );
}
