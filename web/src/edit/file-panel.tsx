/* The top of the editor: what the tree is called, whether it is saved, and the ways in and out. */

import { signal } from '@preact/signals';
import { newTree } from '../core/tree';
import { tree } from '../app/store';
import { t } from '../strings';
import { current, openTree, savable, save, saving, suggestedTitle, title, unsaved } from './documents';
import { ChapterBar } from './chapters';
import { chaptersOpen, exportOpen, importOpen, libraryOpen, shareOpen } from './dialogs';
import { SignButton } from './icons';

/** The name being typed; null: none is. */
const draft = signal<string | null>(null);

function rename(): void {
    const name = draft.value?.trim();
    draft.value = null;
    if (name && name !== title.value) void save(name);
}

function stateText(): string {
    if (saving.value) return t('edit.state.saving');
    if (unsaved.value) return t('edit.state.unsaved');
    return current.value?.id === null ? t('edit.state.new') : t('edit.state.saved');
}

function startOver(): void {
    openTree(newTree(tree.value.rules), []);
}

export function FilePanel() {
    return (
        <section class="panel file-panel" id="panel-file" aria-label={t('edit.file')}>
            <div class="file-title">
                <input
                    id="title"
                    type="text"
                    maxLength={200}
                    aria-label={t('edit.title')}
                    placeholder={suggestedTitle(tree.value)}
                    value={draft.value ?? title.value}
                    onInput={(e) => (draft.value = e.currentTarget.value)}
                    onBlur={rename}
                    onKeyDown={(e) => {
                        if (e.key === 'Enter') e.currentTarget.blur();
                        if (e.key === 'Escape') {
                            draft.value = null;
                            e.currentTarget.value = title.value;
                        }
                    }}
                />
                <span class={unsaved.value ? 'state changed' : 'state'} id="state">
                    {stateText()}
                </span>
            </div>
            <div class="file-bar">
                <SignButton
                    sign="save"
                    text
                    label={t('edit.save')}
                    press={() => void save()}
                    disabled={saving.value || !savable.value}
                    id="save"
                    kind="main-button"
                />
                <SignButton
                    sign="open"
                    text
                    label={t('edit.open')}
                    press={() => (libraryOpen.value = true)}
                    id="open"
                />
                <SignButton sign="fresh" label={t('edit.new')} press={startOver} id="new" />
                <SignButton sign="read" label={t('edit.import')} press={() => (importOpen.value = true)} id="import" />
                <SignButton sign="write" label={t('edit.export')} press={() => (exportOpen.value = true)} id="export" />
                <SignButton sign="link" label={t('edit.share')} press={() => (shareOpen.value = true)} id="share" />
                <SignButton
                    sign="chapters"
                    label={t('chapter.title')}
                    press={() => (chaptersOpen.value = true)}
                    id="chapters"
                />
            </div>
            <ChapterBar />
        </section>
    );
}
