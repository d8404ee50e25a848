/* Another part that has the tab for a while: a lesson, mistakes that are replayed. */

import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';

export const guest = signal<ComponentType | null>(null);
