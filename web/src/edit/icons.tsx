/* Small pictures on the buttons of the editor, in the manner of app/icons. */
const PATHS = {
    undo: 'M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3',
    redo: 'M16 5l4 4-4 4M20 9H10a6 6 0 0 0 0 12h3',
    save: 'M5 4h11l4 4v12H5zM8 4v5h7V4M8 20v-6h9v6',
    open: 'M3 19V5h6l2 3h9v3M3 19l3-8h16l-3 8z',
    read: 'M12 4v11M7.5 10.5L12 15l4.5-4.5M4 20h16',
    write: 'M12 15V4M7.5 8.5L12 4l4.5 4.5M4 20h16',
    link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5',
    chapters: 'M5 5h3v14H5zM11 5h3v14h-3zM17 6l3-.8 2 13-3 .8z',
    fresh: 'M6 3h8l5 5v13H6zM14 3v5h5M12 11v6M9 14h6',
    delete: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
    up: 'M12 19V6M6.5 11L12 5.5 17.5 11',
    down: 'M12 5v13M6.5 13l5.5 5.5 5.5-5.5',
    promote: 'M6 20V9a4 4 0 0 1 4-4h7M13 1.5L17 5l-4 3.5M14 20v-6',
    main: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z',
    merge: 'M6 4v4c0 4 6 4 6 8v4M18 4v4c0 4-6 4-6 8M9 17l3 3 3-3',
    fold: 'M4 6h16M8 12h12M8 18h12M4 11l0 2',
    unfold: 'M4 5h16M4 10h16M4 15h16M4 20h16',
    circle: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14z',
    square: 'M6 6h12v12H6z',
    triangle: 'M12 5l7.5 13h-15z',
    cross: 'M6 6l12 12M18 6L6 18',
    selected: 'M9.5 9.5h5v5h-5zM4 8V4h4M20 8V4h-4M4 16v4h4M20 16v4h-4',
    arrow: 'M5 19L18 6M10 6h8v8',
    line: 'M5 19L19 5',
    label: 'M6 19L12 5l6 14M8.2 14h7.6',
    erase: 'M8 19l-4-4 9-9 6 6-7 7zM9 10l6 6M7 19h13',
    copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
    more: 'M6 12h.1M12 12h.1M18 12h.1',
    rename: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
    twin: 'M8 8h8M8 16h8M5 12h14',
} as const;

export type EditIcon = keyof typeof PATHS;

export function Sign({ name }: { name: EditIcon }) {
    return (
        <svg viewBox="0 0 24 24" class="icon" aria-hidden="true" focusable="false">
            <path d={PATHS[name]} />
        </svg>
    );
}

/** A button with a picture; with `text` its name stands beside it. */
export function SignButton(props: {
    sign: EditIcon;
    label: string;
    press: () => void;
    id?: string;
    text?: boolean;
    disabled?: boolean;
    pressed?: boolean;
    kind?: string;
}) {
    return (
        <button
            type="button"
            id={props.id}
            class={props.kind ?? (props.text ? 'soft' : 'plain')}
            onClick={props.press}
            aria-label={props.text ? undefined : props.label}
            title={props.text ? undefined : props.label}
            aria-pressed={props.pressed}
            disabled={props.disabled}
        >
            <Sign name={props.sign} />
            {props.text && <span>{props.label}</span>}
        </button>
    );
}
