/* Small pictures on buttons: paths on a 24 by 24 field, drawn with the text's colour. */
const PATHS = {
    first: 'M18 6l-7 6 7 6M7 6v12',
    previous: 'M15 6l-7 6 7 6',
    next: 'M9 6l7 6-7 6',
    last: 'M6 6l7 6-7 6M17 6v12',
    rotate: 'M20 12a8 8 0 1 1-2.6-5.9M20 3v4h-4',
    flip: 'M12 3v18M8 7l-5 5 5 5V7zM16 7l5 5-5 5V7z',
    plus: 'M12 5v14M5 12h14',
    minus: 'M5 12h14',
    settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
    keys: 'M9 9a3 3 0 1 1 4.6 2.5c-1 .7-1.6 1.3-1.6 2.5M12 18v.2',
    sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5',
    moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
    back: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6',
    hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.2 1.1 2.2h5c0-1 .4-1.6 1.1-2.2A6 6 0 0 0 12 3z',
    flag: 'M6 21V4M6 4h11l-2 4 2 4H6',
    clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 2',
    check: 'M5 12.5l5 5L19.5 7',
    close: 'M6 6l12 12M18 6L6 18',
    play: 'M8 5l11 7-11 7z',
    pause: 'M9 6v12M15 6v12',
    region: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9 9h6v6H9z',
    stop: 'M7 7h10v10H7z',
    puzzle: 'M10 4a2 2 0 1 1 4 0v2h4v4a2 2 0 1 1 0 4v5H5V6h5z',
    calendar: 'M5 6h14v13H5zM5 10h14M9 4v4M15 4v4',
    tag: 'M4 5v7l8 8 7-7-8-8zM8 9v.2',
    streak: 'M12 3c1 4 5 5 5 10a5 5 0 0 1-10 0c0-2 1-3 2-4 0 2 1 3 2 3 1-3-1-5 1-9z',
    storm: 'M13 3L6 13h5l-1 8 8-11h-6z',
    repeat: 'M5 11a7 7 0 0 1 12-4l2 2M19 4v5h-5M19 13a7 7 0 0 1-12 4l-2-2M5 20v-5h5',
    review: 'M4 19l5-6 4 3 7-9M15 7h5v5',
    link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5',
    search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5',
    tree: 'M6 5v14M6 8h7M6 16h7M15 8h.2M15 16h.2M18 8h.2M18 16h.2',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
    return (
        <svg viewBox="0 0 24 24" class="icon" aria-hidden="true" focusable="false">
            <path d={PATHS[name]} />
        </svg>
    );
}

export function StoneIcon({ side }: { side: 'black' | 'white' }) {
    return <span class={`stone-icon ${side}`} aria-hidden="true" />;
}
