/* Certificates of wins, dropped or opened like any file: checked, and what they prove. */

import { signal } from '@preact/signals';
import { api, type Checked } from '../api';
import { errorText } from '../api/text';
import { Dialog } from '../app/dialogs';
import { t } from '../strings';

const MAGIC = 'HEXCERT';

/** Is it a certificate, by its first bytes? */
export async function isCertificate(file: File): Promise<boolean> {
    return (await file.slice(0, MAGIC.length).text()) === MAGIC;
}

const open = signal(false);
const name = signal('');
const checked = signal<Checked | null>(null);
const failed = signal('');

export async function checkCertificate(called: string, base64: string): Promise<void> {
    name.value = called;
    checked.value = null;
    failed.value = '';
    open.value = true;
    try {
        checked.value = await api.check(base64);
    } catch (e) {
        failed.value = errorText(e);
    }
}

function Verdict({ found }: { found: Checked }) {
    const accepted = found.verdict === 'accepted';
    return (
        <>
            <p class={accepted ? 'proved' : 'failed'} role="status" id="verdict" data-verdict={found.verdict}>
                <strong>{t(`edit.cert.${found.verdict}`)}</strong> {found.claim}.
            </p>
            {found.reason && <p>{found.reason}</p>}
            <p class="quiet">
                {t('edit.cert.work', {
                    turns: found.turns.toLocaleString(),
                    depth: found.depth,
                    seconds: found.seconds.toFixed(1),
                })}
            </p>
        </>
    );
}

export function CertificateDialog() {
    return (
        <Dialog open={open} title={t('edit.cert')}>
            <p class="quiet">{name.value}</p>
            {failed.value ? (
                <p class="failed" role="alert">
                    {failed.value}
                </p>
            ) : checked.value ? (
                <Verdict found={checked.value} />
            ) : (
                <p role="status">{t('edit.cert.busy')}</p>
            )}
        </Dialog>
    );
}
