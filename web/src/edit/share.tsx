/* Links: to the line on the board, which people can read, or packed with all that was written; a file where that is too long. */

import { signal } from '@preact/signals';
import { errorText } from '../api/text';
import { copyText } from '../app/copy';
import { Dialog } from '../app/dialogs';
import { remember } from '../app/settings';
import { path, toast, tree } from '../app/store';
import { linkOf } from '../core/link';
import { packedLink } from '../core/packed-link';
import { t } from '../strings';
import { shareOpen } from './dialogs';
import { saveFile, writtenAs } from './export';
import { SignButton } from './icons';
import { Pictures } from './pictures';

/** Longer addresses are cut off by chats and mail. */
const LINK_MOST = 8000;

const KINDS = ['line', 'whole'] as const;
const kind = remember<(typeof KINDS)[number]>('hexad.share', 'line', (v) => KINDS.includes(v as 'line'));
const busy = signal(false);

function shareAddress(): string {
    const fragment = kind.value === 'line' ? linkOf(tree.value, path.value) : packedLink(tree.value, path.value);
    return `${location.origin}${location.pathname}${fragment}`;
}

/** The file that does what the link would: all chapters with all that is in them. */
async function saveAll(): Promise<void> {
    busy.value = true;
    try {
        const file = await writtenAs(tree.value, 'sgf', new AbortController().signal, true);
        saveFile(file);
    } catch (e) {
        toast(errorText(e), { kind: 'error' });
    } finally {
        busy.value = false;
    }
}

function Link({ address }: { address: string }) {
    const { length } = address;
    if (length > LINK_MOST)
        return (
            <>
                <p id="link-long">{t('link.long', { n: length, most: LINK_MOST })}</p>
                <div class="dialog-foot">
                    <SignButton
                        sign="read"
                        text
                        label={t('link.file')}
                        press={() => void saveAll()}
                        disabled={busy.value}
                        id="link-file"
                        kind="main-button"
                    />
                </div>
            </>
        );
    return (
        <>
            <textarea
                id="shared"
                rows={3}
                readOnly
                aria-label={t('edit.share')}
                value={address}
                spellcheck={false}
                onFocus={(e) => e.currentTarget.select()}
            />
            <div class="dialog-foot">
                <span class="quiet link-length">{t('link.length', { n: length })}</span>
                <SignButton
                    sign="copy"
                    text
                    label={t('edit.copy')}
                    press={() => void copyText(address)}
                    id="copy-link"
                    kind="main-button"
                />
            </div>
        </>
    );
}

export function ShareDialog() {
    return (
        <Dialog open={shareOpen} title={t('edit.share')}>
            <div class="segmented" role="group" aria-label={t('link.kind')}>
                {KINDS.map((k) => (
                    <button
                        key={k}
                        type="button"
                        id={`link-${k}`}
                        aria-pressed={kind.value === k}
                        onClick={() => (kind.value = k)}
                    >
                        {t(`link.${k}`)}
                    </button>
                ))}
            </div>
            <p class="quiet">{t(kind.value === 'line' ? 'edit.share.about' : 'link.whole.about')}</p>
            {shareOpen.value && <Link address={shareAddress()} />}
            <Pictures />
        </Dialog>
    );
}
