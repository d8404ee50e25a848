/* The coordinates of an enlarged board, which stay at its edges however it is scrolled. */
import type { Geometry } from './geometry';

export function Rulers({ g }: { g: Geometry }) {
    const [w, h] = [g.width + 2 * g.margin, g.height + 2 * g.margin];
    const across = (v: number) => `${(100 * (v + 0.5 + g.margin)) / w}%`;
    const down = (v: number) => `${(100 * (v + 0.5 + g.margin)) / h}%`;
    const columns = Array.from({ length: g.width }, (_, x) => x).filter((x) => g.columnLabel(x));
    const rows = Array.from({ length: g.height }, (_, y) => y).filter((y) => g.rowLabel(y));
    return (
        <div class="rulers" aria-hidden="true">
            <div class="ruler columns">
                {columns.map((x) => (
                    <span key={x} style={{ left: across(x) }}>
                        {g.columnLabel(x)}
                    </span>
                ))}
            </div>
            <div class="ruler-side">
                <div class="ruler rows">
                    {rows.map((y) => (
                        <span key={y} style={{ top: down(y) }}>
                            {g.rowLabel(y)}
                        </span>
                    ))}
                </div>
            </div>
        </div>
    );
}
