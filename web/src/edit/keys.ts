/* The keys of the editor; `?` lists them. */

import { addKeys, mode, redo, tool, undo, type KeyCommand, type Mode } from '../app/store';
import { t, type StringKey } from '../strings';
import { deleteHere, makeMainHere, mergeSame, moveHere, nextTwin, otherVariation, promoteHere } from './actions';
import { otherChapter } from './chapters';
import { exportOpen, importOpen, libraryOpen, shareOpen } from './dialogs';
import { save } from './documents';
import { pickTool, type ToolName } from './tools';

const EDIT: readonly Mode[] = ['edit'];
const TREE: readonly Mode[] = ['analyse', 'edit'];

function command(keys: string[], about: StringKey, run: () => void, modes = EDIT): KeyCommand {
    return { keys, about: () => t(about), modes, run: () => run() };
}

function focus(id: string): () => void {
    return () => document.getElementById(id)?.focus();
}

function toolKey(key: string, name: ToolName): KeyCommand {
    return command([key], `edit.tool.${name}`, () => pickTool(name));
}

/** Escape gives the board back to the stones; without a tool it does what else it does. */
const leaveTool: KeyCommand = {
    keys: ['Escape'],
    about: () => t('edit.tool.play'),
    modes: EDIT,
    run: () => {
        if (mode.value !== 'edit' || tool.value === null) return false;
        tool.value = null;
        return undefined;
    },
};

export function addEditKeys(): void {
    addKeys([
        command(['Ctrl+z'], 'edit.undo', undo, TREE),
        command(['Ctrl+y', 'Ctrl+Shift+z'], 'edit.redo', redo, TREE),
        command(['ArrowUp'], 'edit.variation.previous', () => otherVariation(-1), TREE),
        command(['ArrowDown'], 'edit.variation.next', () => otherVariation(1), TREE),
        command(['Alt+PageUp'], 'chapter.previous', () => otherChapter(-1), TREE),
        command(['Alt+PageDown'], 'chapter.next', () => otherChapter(1), TREE),
        command(['='], 'edit.twin.next', nextTwin, TREE),
        command(['Ctrl+s'], 'edit.save', () => void save(), TREE),
        command(['Ctrl+o'], 'edit.open', () => (libraryOpen.value = true), TREE),
        command(['i'], 'edit.import', () => (importOpen.value = true), TREE),
        command(['x'], 'edit.export', () => (exportOpen.value = true), TREE),
        command(['l'], 'edit.share', () => (shareOpen.value = true), TREE),
        command(['Delete', 'Backspace'], 'edit.delete', deleteHere),
        command(['Ctrl+ArrowUp'], 'edit.up', () => moveHere(-1)),
        command(['Ctrl+ArrowDown'], 'edit.down', () => moveHere(1)),
        command(['p'], 'edit.promote', promoteHere),
        command(['Shift+p'], 'edit.main', makeMainHere),
        command(['j'], 'edit.merge', mergeSame),
        command(['t'], 'edit.tree', focus('tree'), TREE),
        command(['e'], 'edit.comment', focus('comment')),
        toolKey('4', 'circle'),
        toolKey('5', 'square'),
        toolKey('6', 'triangle'),
        toolKey('7', 'cross'),
        toolKey('8', 'selected'),
        toolKey('9', 'label'),
        toolKey('[', 'arrow'),
        toolKey(']', 'line'),
        toolKey('k', 'set-black'),
        toolKey('w', 'set-white'),
        toolKey('0', 'set-empty'),
        leaveTool,
    ]);
}
