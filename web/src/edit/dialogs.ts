/* Which dialogs of the editor are open, and all of them in one place of the page. */

import { signal } from '@preact/signals';

export const libraryOpen = signal(false);
export const importOpen = signal(false);
export const exportOpen = signal(false);
export const shareOpen = signal(false);
export const chaptersOpen = signal(false);
