/* The side of a part with many panels, laid out for work: on wide screens two columns, the main panels and what must always be in
 * sight in the first, the tabs of all others in the second; on narrow screens one column, with the main panels among the tabs; under
 * the board, on phones, the tabs come first. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { t } from '../strings';
import { remember } from './settings';
import { mode, panelsHere, type Panel } from './store';

const here = computed(() => panelsHere.value.filter((p) => p.place !== 'below'));

/** Has this part a main panel to dock around? */
export const docked = computed(() => here.value.some((p) => p.dock === 'main'));

/** Follows a condition of the style sheet. */
function matching(query: string, otherwise: boolean): ReadonlySignal<boolean> {
    const media = typeof matchMedia === 'undefined' ? null : matchMedia(query);
    const on = signal(media?.matches ?? otherwise);
    media?.addEventListener('change', () => (on.value = media.matches));
    return on;
}

const wide = matching('(min-width: 1180px)', true);
/* The panels stand under the board: as in frame.css. */
const under = matching('(max-width: 859px) and (orientation: portrait), (max-width: 620px)', false);

const tabs = computed(() => here.value.filter((p) => p.dock === 'tab' || (!wide.value && p.dock === 'main')));

/** The panel that was chosen last, by its id; the first tab where that is not among them. */
const chosen = remember('hexad.dock', '');
const shown = computed(() => tabs.value.find((p) => p.id === chosen.value) ?? tabs.value[0]);

/** Brings a panel to the front. */
export function showPanel(id: string): void {
    chosen.value = id;
}

export function PanelBox({ panel }: { panel: Panel }) {
    const Inside = panel.component;
    if (panel.bare) return <Inside />;
    return (
        <section class="panel" id={`panel-${panel.id}`} aria-label={panel.title()}>
            <h2>{panel.title()}</h2>
            <Inside />
        </section>
    );
}

function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const list = tabs.value;
    if (!step || !shown.value) return;
    const next = list[(list.indexOf(shown.value) + step + list.length) % list.length]!;
    showPanel(next.id);
    document.getElementById(`dock-${next.id}`)?.focus();
    event.preventDefault();
}

function Tabs() {
    const on = shown.value;
    if (!on) return null;
    return (
        <div class="dock-tabbed">
            <div class="dock-tabs" role="tablist" aria-label={t('app.panels')} onKeyDown={onKeyDown}>
                {tabs.value.map((p) => (
                    <button
                        key={p.id}
                        id={`dock-${p.id}`}
                        type="button"
                        role="tab"
                        aria-selected={p === on}
                        aria-controls="dock-panel"
                        tabIndex={p === on ? 0 : -1}
                        onClick={() => showPanel(p.id)}
                    >
                        {p.title()}
                    </button>
                ))}
            </div>
            <div class="dock-panel" id="dock-panel" role="tabpanel" tabIndex={0} aria-labelledby={`dock-${on.id}`}>
                <PanelBox key={on.id} panel={on} />
            </div>
        </div>
    );
}

export function Dock() {
    const of = (dock: Panel['dock']) => here.value.filter((p) => p.dock === dock);
    const box = (p: Panel) => <PanelBox key={p.id} panel={p} />;
    return (
        <div class={wide.value ? 'dock wide' : 'dock'} id="side" role="tabpanel" aria-labelledby={`tab-${mode.value}`}>
            {wide.value && (
                <div class="dock-column">
                    {of('main').map(box)}
                    {of('always').map(box)}
                </div>
            )}
            <div class="dock-column">
                {!wide.value && !under.value && of('always').map(box)}
                <Tabs />
                {under.value && of('always').map(box)}
                {of(undefined).map(box)}
            </div>
        </div>
    );
}
