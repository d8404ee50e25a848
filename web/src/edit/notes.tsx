/* The words at a node: its name and comment; and at the bottom those about the whole game. */

import { useEffect, useRef } from 'preact/hooks';
import { change, mode, node, path, tree } from '../app/store';
import { setInfo, setText } from '../core/edits';
import { t } from '../strings';

const INFO = ['black', 'white', 'result', 'date', 'event', 'place'] as const;

/* A field that grows with its text, as far as there is room. */
function Grown(props: { id: string; label: string; value: string; input: (text: string) => void }) {
    const field = useRef<HTMLTextAreaElement>(null);
    useEffect(() => {
        const e = field.current;
        if (!e) return;
        e.style.height = 'auto';
        e.style.height = `${Math.min(260, e.scrollHeight + 2)}px`;
    }, [props.value]);
    return (
        <textarea
            ref={field}
            id={props.id}
            rows={2}
            aria-label={props.label}
            placeholder={props.label}
            value={props.value}
            onInput={(e) => props.input(e.currentTarget.value)}
        />
    );
}

function write(what: 'comment' | 'name', text: string): void {
    // The letters typed into one field are undone together.
    change(setText(tree.value, path.value, what, text), path.value, { group: `${what} ${node.value.id}` });
}

function GameInfo() {
    const { info } = tree.value;
    const others = Object.keys(info).filter((k) => !(INFO as readonly string[]).includes(k));
    return (
        <details class="game-info">
            <summary>{t('edit.info')}</summary>
            <label class="info-field">
                <span>{t('edit.name')}</span>
                <input
                    id="node-name"
                    type="text"
                    value={node.value.name ?? ''}
                    onInput={(e) => write('name', e.currentTarget.value)}
                />
            </label>
            {INFO.map((key) => (
                <label key={key} class="info-field">
                    <span>{t(`edit.info.${key}`)}</span>
                    <input
                        type="text"
                        value={info[key] ?? ''}
                        onInput={(e) =>
                            change(setInfo(tree.value, key, e.currentTarget.value), path.value, {
                                group: `info ${key}`,
                            })
                        }
                    />
                </label>
            ))}
            {others.map((key) => (
                <label key={key} class="info-field">
                    <span>{key.replace('_', ' ')}</span>
                    <input
                        type="text"
                        value={info[key] ?? ''}
                        onInput={(e) =>
                            change(setInfo(tree.value, key, e.currentTarget.value), path.value, {
                                group: `info ${key}`,
                            })
                        }
                    />
                </label>
            ))}
        </details>
    );
}

/** In the analysis the words are there to be read, and only if there are any. */
function Read() {
    const { name, comment } = node.value;
    if (!name && !comment) return null;
    return (
        <section class="panel notes read" aria-label={t('edit.comment')}>
            {name && <h2>{name}</h2>}
            {comment && <p class="comment-text">{comment}</p>}
        </section>
    );
}

export function NotesPanel() {
    if (mode.value !== 'edit') return <Read />;
    return (
        <section class="panel notes" id="panel-notes" aria-label={t('edit.comment')}>
            <Grown
                id="comment"
                label={t('edit.comment')}
                value={node.value.comment ?? ''}
                input={(v) => write('comment', v)}
            />
            <GameInfo />
        </section>
    );
}
