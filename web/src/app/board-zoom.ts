/* The wheel and fingers on the board: the wheel goes through the game, with Ctrl it enlarges, two fingers enlarge as on a map. What is
 * under the pointer stays there. */
import * as nav from './nav';
import { scene } from './scene';
import { mode } from './store';
import { anchor, zoom } from './zoom';

export const LARGEST = 4;

/** Where a point of the window is in the view, as shares of its size. */
function placeIn(view: HTMLElement, x: number, y: number): { x: number; y: number } {
    const box = view.getBoundingClientRect();
    return { x: (x - box.left) / box.width, y: (y - box.top) / box.height };
}

/** Enlarges so that the point of the board under (x, y) of the window stays there. */
export function zoomAt(view: HTMLElement, to: number, x: number, y: number): void {
    const next = Math.max(1, Math.min(LARGEST, to));
    const at = placeIn(view, x, y);
    const left = view.scrollLeft + at.x * view.clientWidth;
    const top = view.scrollTop + at.y * view.clientHeight;
    anchor.value = { x: left / view.scrollWidth, y: top / view.scrollHeight, at };
    zoom.value = next < 1.02 ? 1 : next;
}

/** Brings the kept point back to where it was, after the board was drawn in its new size. */
export function keepAnchor(view: HTMLElement): boolean {
    const kept = anchor.peek();
    anchor.value = null;
    if (!kept) return false;
    view.scrollTo({
        left: kept.x * view.scrollWidth - kept.at.x * view.clientWidth,
        top: kept.y * view.scrollHeight - kept.at.y * view.clientHeight,
    });
    return true;
}

/* A wheel's notch is about 100; touchpads send many small ones. */
const NOTCH = 60;

/** Listens on the view of the board; returns how to stop. */
export function listenToWheel(view: HTMLElement): () => void {
    let turned = 0;
    const onWheel = (e: WheelEvent) => {
        if (e.ctrlKey || e.metaKey) {
            e.preventDefault();
            zoomAt(view, zoom.peek() * Math.exp(-e.deltaY / 300), e.clientX, e.clientY);
            return;
        }
        // Where the page scrolls, or the board does, the wheel is for that.
        const still = matchMedia('(min-width: 860px)').matches && zoom.peek() === 1;
        if (!still || scene.peek() || mode.peek() === 'play') return;
        e.preventDefault();
        turned += e.deltaY;
        while (Math.abs(turned) >= NOTCH) {
            if (turned > 0) nav.nextTurn();
            else nav.previousTurn();
            turned -= Math.sign(turned) * NOTCH;
            if (Math.abs(e.deltaY) >= NOTCH) turned = 0; // one step a notch
        }
    };
    let began: { distance: number; zoom: number } | null = null;
    const spread = (t: TouchList) => Math.hypot(t[0]!.clientX - t[1]!.clientX, t[0]!.clientY - t[1]!.clientY) || 1;
    const onTouch = (e: TouchEvent) => {
        if (e.touches.length !== 2) {
            began = null;
            return;
        }
        e.preventDefault();
        began ??= { distance: spread(e.touches), zoom: zoom.peek() };
        const [a, b] = [e.touches[0]!, e.touches[1]!];
        const to = (began.zoom * spread(e.touches)) / began.distance;
        zoomAt(view, to, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
    };
    view.addEventListener('wheel', onWheel, { passive: false });
    for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
        view.addEventListener(name, onTouch, { passive: false });
    return () => {
        view.removeEventListener('wheel', onWheel);
        for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
            view.removeEventListener(name, onTouch);
    };
}
