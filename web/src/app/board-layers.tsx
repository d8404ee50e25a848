/* What is drawn on the board, one component a layer, so that a change draws again only what it touches. */
import type { ComponentChildren } from 'preact';
import { BLACK, EMPTY, WHITE, allSquares, cellOf, lastTurn, type Move, type Position, type Side } from '../core/rules';
import { PASS, type Square } from '../core/squares';
import { arrowPath } from '../core/arrow-path';
import type { Arrow } from '../core/tree';
import { starPoints, type Geometry } from './geometry';
import type { BoardMark, Overlay, Tone } from './store';

interface Layer {
    g: Geometry;
}

/** Gradients and patterns that the other layers use. */
export function Definitions() {
    return (
        <defs>
            <radialGradient id="stone-black" cx="0.36" cy="0.3" r="0.8">
                <stop offset="0" class="black-light" />
                <stop offset="0.55" class="black-mid" />
                <stop offset="1" class="black-dark" />
            </radialGradient>
            <radialGradient id="stone-white" cx="0.36" cy="0.3" r="0.85">
                <stop offset="0" class="white-light" />
                <stop offset="0.6" class="white-mid" />
                <stop offset="1" class="white-dark" />
            </radialGradient>
            {(['accent', 'good', 'warn', 'bad', 'black', 'white', 'muted'] as const).map((tone, i) => (
                <pattern
                    key={tone}
                    id={`hatch-${tone}`}
                    width="0.25"
                    height="0.25"
                    patternUnits="userSpaceOnUse"
                    patternTransform={`rotate(${45 + 30 * i})`}
                >
                    <rect width="0.25" height="0.25" class={`tone-${tone} hatch-ground`} />
                    <path d="M0 0V0.25" class={`tone-${tone} hatch-line`} />
                </pattern>
            ))}
        </defs>
    );
}

/** Lines, star points and coordinates. Small boards (Tic-tac-toe) have squares to play in, others points. */
export function Grid({ g, coordinates }: Layer & { coordinates: boolean }) {
    const { width: w, height: h } = g;
    const boxes = Math.max(w, h) <= 4;
    let d = '';
    if (boxes) {
        for (let x = 1; x < w; x++) d += `M${x - 0.5} -0.5V${h - 0.5}`;
        for (let y = 1; y < h; y++) d += `M-0.5 ${y - 0.5}H${w - 0.5}`;
    } else {
        for (let x = 0; x < w; x++) d += `M${x} 0V${h - 1}`;
        for (let y = 0; y < h; y++) d += `M0 ${y}H${w - 1}`;
    }
    return (
        <g class="grid">
            <path d={d} class={boxes ? 'grid-lines boxes' : 'grid-lines'} />
            {!boxes && <path d={`M0 0H${w - 1}V${h - 1}H0Z`} class="grid-frame" />}
            {!boxes &&
                starPoints(w, h, g.rules.go !== undefined).map(([x, y]) => (
                    <circle key={`${x},${y}`} cx={x} cy={y} r={0.09} class="star" />
                ))}
            {coordinates && <Coordinates g={g} />}
        </g>
    );
}

function Coordinates({ g }: Layer) {
    const texts: ComponentChildren[] = [];
    const away = 0.5 + g.margin / 2 - 0.02;
    for (let x = 0; x < g.width; x++) {
        if ((g.turned & 1 ? g.width - 1 - x : x) % g.step) continue;
        texts.push(
            <text x={x} y={-away}>
                {g.columnLabel(x)}
            </text>,
            <text x={x} y={g.height - 1 + away}>
                {g.columnLabel(x)}
            </text>,
        );
    }
    for (let y = 0; y < g.height; y++) {
        const from = g.turned & 2 ? y : g.height - 1 - y;
        if (g.step > 1 ? (from + 1) % g.step : from % g.step) continue;
        texts.push(
            <text x={-away} y={y}>
                {g.rowLabel(y)}
            </text>,
            <text x={g.width - 1 + away} y={y}>
                {g.rowLabel(y)}
            </text>,
        );
    }
    return (
        <g class="coordinates" font-size={g.font}>
            {texts}
        </g>
    );
}

export function Stone({ x, y, side, kind }: { x: number; y: number; side: Side; kind?: string }) {
    return (
        <g class={`stone ${side} ${kind ?? ''}`}>
            <circle cx={x + 0.03} cy={y + 0.06} r={0.46} class="shadow" />
            <circle cx={x} cy={y} r={0.46} fill={`url(#stone-${side})`} class="body" />
        </g>
    );
}

function sideAt(p: Position, s: Square): Side | null {
    const cell = p.cells[s];
    return cell === BLACK ? 'black' : cell === WHITE ? 'white' : null;
}

export function Stones({ g, position }: Layer & { position: Position }) {
    return (
        <g class="stones">
            {allSquares(position.rules)
                .filter((s) => position.cells[s] !== EMPTY)
                .map((s) => (
                    <Stone key={s} x={g.x(s)} y={g.y(s)} side={sideAt(position, s)!} />
                ))}
        </g>
    );
}

/* The moves whose stones are on the board: not passes, nor stones that were taken since, nor those before others on the same point. */
function standing(position: Position, moves: readonly Move[]): readonly Move[] {
    if (!position.go) return moves;
    const latest = new Map(moves.map((v) => [v.at, v]));
    return [...latest.values()].filter((v) => v.at !== PASS && position.cells[v.at] === cellOf(v.side));
}

/** The last turn, or the numbers of all of them. Both stones of a turn bear the same number. */
export function MoveMarks({ g, position, numbers }: Layer & { position: Position; numbers: boolean }) {
    const last = lastTurn(position);
    const shown = standing(position, numbers ? position.moves : last);
    return (
        <g class="move-marks">
            {shown.map((v) => {
                const isLast = v.turn === last[0]?.turn;
                const kind = `${v.side}${isLast ? ' last' : ''}`;
                if (!numbers)
                    return <circle key={v.at} cx={g.x(v.at)} cy={g.y(v.at)} r={0.15} class={`last-mark ${kind}`} />;
                const text = String(v.turn + 1);
                return (
                    <text key={v.at} x={g.x(v.at)} y={g.y(v.at)} class={kind} font-size={text.length > 2 ? 0.38 : 0.48}>
                        {text}
                    </text>
                );
            })}
        </g>
    );
}

/** The winning row: rings around its stones and bands between them; what is written on the stones stays free. */
export function WinRow({ g, row }: Layer & { row: readonly Square[] }) {
    return (
        <g class="win-row">
            <path
                d={row
                    .slice(1)
                    .map((to, i) => between(g, row[i]!, to))
                    .join('')}
            />
            {row.map((s) => (
                <circle key={s} cx={g.x(s)} cy={g.y(s)} r={0.46} />
            ))}
        </g>
    );
}

const tone = (t: Tone | undefined) => `tone-${t ?? 'accent'}`;

/* From the edge of one stone to the edge of the other, so that nothing crosses what is written on them. */
function between(g: Geometry, from: Square, to: Square): string {
    const [dx, dy] = [g.x(to) - g.x(from), g.y(to) - g.y(from)];
    const part = 0.44 / Math.hypot(dx, dy);
    if (part >= 0.5) return '';
    const at = (share: number) => `${g.x(from) + share * dx} ${g.y(from) + share * dy}`;
    return `M${at(part)}L${at(1 - part)}`;
}

/** How strongly heat is drawn. */
export const heatOpacity = (strength: number) => 0.12 + 0.6 * Math.min(1, Math.max(0, strength));

/** The part of an overlay that lies under the stones. */
export function Under({ g, overlay }: Layer & { overlay: Overlay }) {
    return (
        <g>
            {overlay.zone?.map((z, i) =>
                z.squares.map((s) => (
                    <rect
                        key={`${i}:${s}`}
                        x={g.x(s) - 0.5}
                        y={g.y(s) - 0.5}
                        width={1}
                        height={1}
                        fill={`url(#hatch-${z.tone ?? 'accent'})`}
                    />
                )),
            )}
            {overlay.heat?.map((v) => (
                <rect
                    key={v.at}
                    x={g.x(v.at) - 0.46}
                    y={g.y(v.at) - 0.46}
                    width={0.92}
                    height={0.92}
                    rx={0.2}
                    class={`heat ${tone(v.tone)}`}
                    opacity={heatOpacity(v.strength)}
                />
            ))}
            {overlay.links?.map((v, i) => (
                <path
                    key={i}
                    d={between(g, v.from, v.to)}
                    class={`link ${tone(v.tone)}`}
                    stroke-width={0.06 + 0.14 * (v.strength ?? 0.5)}
                />
            ))}
        </g>
    );
}

/** The part of an overlay that lies on the stones. */
export function Over({ g, overlay, position }: Layer & { overlay: Overlay; position: Position }) {
    return (
        <g>
            {overlay.lines?.map((v, i) => {
                const points = v.squares.map((s) => `${g.x(s)},${g.y(s)}`).join(' ');
                return <polyline key={i} points={points} class={`line ${tone(v.tone)} ${v.style ?? 'solid'}`} />;
            })}
            {overlay.stones?.map((v) => {
                const [x, y] = [g.x(v.at), g.y(v.at)];
                return (
                    <g key={`${v.at}${v.side}`}>
                        <Stone x={x} y={y} side={v.side} kind={v.faint ? 'ghost faint' : 'ghost'} />
                        {v.ring && <circle cx={x} cy={y} r={0.46} class={`ring ${tone(v.ring)}`} />}
                        {v.label && <StoneText x={x} y={y} side={v.side} text={v.label} sub={v.sub} />}
                    </g>
                );
            })}
            {overlay.owned?.map(({ at, side, share }) => {
                const size = 0.12 + 0.26 * share;
                return (
                    <rect
                        key={at}
                        x={g.x(at) - size / 2}
                        y={g.y(at) - size / 2}
                        width={size}
                        height={size}
                        class={`owned tone-${side}`}
                    />
                );
            })}
            {overlay.gone?.map((s) => (
                <circle key={s} cx={g.x(s)} cy={g.y(s)} r={0.48} class="gone" />
            ))}
            {overlay.marks?.map((v, i) => (
                <Mark key={i} x={g.x(v.at)} y={g.y(v.at)} kind={v.kind} on={sideAt(position, v.at)} tone={v.tone} />
            ))}
            {overlay.labels?.map((v, i) => (
                <Label
                    key={i}
                    x={g.x(v.at)}
                    y={g.y(v.at)}
                    text={v.text}
                    sub={v.sub}
                    on={sideAt(position, v.at)}
                    tone={v.tone}
                />
            ))}
        </g>
    );
}

/** Arrows and lines that people draw: from the edge of one square's stone to the other's. */
export function Arrows({ g, arrows }: Layer & { arrows: readonly Arrow[] }) {
    return (
        <g class="arrows">
            {arrows.map(({ kind, at, to }) => {
                const path = arrowPath(g.x(at), g.y(at), g.x(to), g.y(to), kind);
                return (
                    <g key={`${kind}${at}.${to}`} class={`arrow-${kind}`}>
                        <path d={path.shaft} class="arrow-edge" />
                        <path d={path.shaft} class="arrow-shaft" />
                        {path.head && <path d={path.head} class="arrow-head" />}
                    </g>
                );
            })}
        </g>
    );
}

const size = (text: string) => (text.length > 4 ? 0.26 : text.length > 3 ? 0.32 : text.length > 2 ? 0.38 : 0.5);

/* One text in the middle, or two with the second small and below. */
function Texts({ x, y, text, sub, kind }: { x: number; y: number; text: string; sub?: string; kind?: string }) {
    if (!sub)
        return (
            <text x={x} y={y} class={kind} font-size={size(text)}>
                {text}
            </text>
        );
    return (
        <>
            <text x={x} y={y - 0.12} class={kind} font-size={Math.min(0.42, size(text))}>
                {text}
            </text>
            <text x={x} y={y + 0.22} class={kind} font-size={sub.length > 2 ? 0.24 : 0.29}>
                {sub}
            </text>
        </>
    );
}

function StoneText({ side, ...rest }: { x: number; y: number; side: Side; text: string; sub?: string }) {
    return <Texts {...rest} kind={`stone-text ${side}`} />;
}

interface LabelProps {
    x: number;
    y: number;
    text: string;
    sub?: string;
    on: Side | null;
    tone?: Tone;
}

export function Label({ x, y, text, sub, on, tone: t }: LabelProps) {
    return (
        <g class={`label ${on ? `on-${on}` : 'on-board'} ${t ? tone(t) : ''}`}>
            {!on && <circle cx={x} cy={y} r={0.38} class="label-ground" />}
            <Texts x={x} y={y} text={text} sub={sub} />
        </g>
    );
}

export function Mark({
    x,
    y,
    kind,
    on,
    tone: t,
}: {
    x: number;
    y: number;
    kind: BoardMark['kind'];
    on: Side | null;
    tone?: Tone;
}) {
    const shape = `mark mark-${kind} ${on ? `on-${on}` : 'on-board'} ${t ? tone(t) : ''}`;
    switch (kind) {
        case 'circle':
            return <circle cx={x} cy={y} r={0.26} class={shape} />;
        case 'dot':
            return <circle cx={x} cy={y} r={0.15} class={shape} />;
        case 'square':
            return <rect x={x - 0.23} y={y - 0.23} width={0.46} height={0.46} class={shape} />;
        case 'triangle':
            return <path d={`M${x} ${y - 0.3}l0.27 0.46h-0.54z`} class={shape} />;
        case 'cross':
            return <path d={`M${x - 0.2} ${y - 0.2}l0.4 0.4m0 -0.4l-0.4 0.4`} class={shape} />;
        case 'area':
            return <rect x={x - 0.16} y={y - 0.16} width={0.32} height={0.32} rx={0.04} class={shape} />;
        case 'selected':
            return <rect x={x - 0.46} y={y - 0.46} width={0.92} height={0.92} rx={0.12} class={shape} />;
    }
}
