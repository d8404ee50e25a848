/* Which games are meant: fields for the archive's search and for the explorer's statistics. */
import type { Signal } from '@preact/signals';
import { t } from '../strings';

const SIDES = ['', 'black', 'white'] as const;
const RESULTS = ['', 'black', 'white', 'draw', 'open'] as const;

export interface Filter {
    readonly player: string;
    readonly side: (typeof SIDES)[number];
    readonly from: string;
    readonly to: string;
    readonly result: (typeof RESULTS)[number];
}

export const NO_FILTER: Filter = { player: '', side: '', from: '', to: '', result: '' };

/** "2017", "2017-05" or "2017-05-31". */
const DATE = /^\d{4}(-\d\d(-\d\d)?)?$/;
export const isDate = (text: string) => DATE.test(text.trim());

/** What it says, as requests have it. Dates that are being typed say nothing yet. */
export function wishOf(f: Filter): Partial<Filter> {
    const said = Object.entries(f).flatMap(([key, value]) => {
        const text = value.trim();
        const fits = text && (key === 'from' || key === 'to' ? isDate(text) : true);
        return fits ? [[key, text]] : [];
    });
    const wish = Object.fromEntries(said) as Partial<Filter>;
    if (wish.player === undefined) delete (wish as { side?: string }).side;
    return wish;
}

export const saysSomething = (f: Filter) => Object.keys(wishOf(f)).length > 0;

export function FilterFields({ of, id }: { of: Signal<Filter>; id: string }) {
    const f = of.value;
    const set = (more: Partial<Filter>) => (of.value = { ...f, ...more });
    const date = (which: 'from' | 'to') => (
        <label class="info-field">
            <span>{t(`archive.${which}`)}</span>
            <input
                id={`${id}-${which}`}
                type="text"
                inputMode="numeric"
                maxLength={10}
                placeholder="2017-05-31"
                value={f[which]}
                aria-invalid={f[which].trim() !== '' && !isDate(f[which])}
                onInput={(e) => set({ [which]: e.currentTarget.value })}
            />
        </label>
    );
    return (
        <div class="ex-filter">
            <label class="info-field">
                <span>{t('archive.player')}</span>
                <input
                    id={`${id}-player`}
                    type="search"
                    maxLength={100}
                    value={f.player}
                    onInput={(e) => set({ player: e.currentTarget.value })}
                />
            </label>
            <label class="info-field">
                <span>{t('archive.side')}</span>
                <select
                    id={`${id}-side`}
                    value={f.side}
                    onChange={(e) => set({ side: e.currentTarget.value as Filter['side'] })}
                >
                    {SIDES.map((s) => (
                        <option key={s} value={s}>
                            {t(s ? `edit.${s}` : 'archive.any')}
                        </option>
                    ))}
                </select>
            </label>
            {date('from')}
            {date('to')}
            <label class="info-field">
                <span>{t('archive.result')}</span>
                <select
                    id={`${id}-result`}
                    value={f.result}
                    onChange={(e) => set({ result: e.currentTarget.value as Filter['result'] })}
                >
                    {RESULTS.map((r) => (
                        <option key={r} value={r}>
                            {t(!r ? 'archive.any' : r === 'open' ? 'archive.unknown' : `explore.won.${r}`)}
                        </option>
                    ))}
                </select>
            </label>
        </div>
    );
}
