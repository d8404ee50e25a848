/* The dialogs of the editor; files can be dropped in every part of the page, so they are always at hand. */

import { CertificateDialog } from './certificate';
import { ChaptersDialog } from './chapters';
import { ConflictDialog } from './conflict';
import { ExportDialog } from './export';
import { GamesDialog, ImportDialog } from './import';
import { Library } from './library';
import { ShareDialog } from './share';

export function EditDialogs() {
    return (
        <>
            <Library />
            <ChaptersDialog />
            <ImportDialog />
            <GamesDialog />
            <ExportDialog />
            <ShareDialog />
            <ConflictDialog />
            <CertificateDialog />
        </>
    );
}
