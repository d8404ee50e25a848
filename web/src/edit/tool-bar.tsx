/* The bar of tools for the board: stones, marks, labels, set-up; undo and redo. */

import { StoneIcon } from '../app/icons';
import { canRedo, canUndo, change, node, path, position, redo, tool, tree, undo } from '../app/store';
import { clearMarks } from '../core/edits';
import { ARROW_KINDS, MARK_KINDS } from '../core/tree';
import { t } from '../strings';
import { Sign, SignButton } from './icons';
import { isSetupTool, labelText, pickTool, setTurn, type ToolName } from './tools';

function ToolButton({ name, children }: { name: ToolName | null; children: preact.ComponentChildren }) {
    const label = t(name === null ? 'edit.tool.play' : `edit.tool.${name}`);
    const chosen = tool.value === name;
    return (
        <button
            type="button"
            class="tool"
            aria-pressed={chosen}
            aria-label={label}
            title={label}
            onClick={() => pickTool(name)}
        >
            {children}
        </button>
    );
}

function LabelField() {
    return (
        <input
            id="label-text"
            class="tool-option"
            type="text"
            maxLength={12}
            aria-label={t('edit.label.text')}
            title={t('edit.label.text')}
            placeholder="A, B, C…"
            value={labelText.value}
            onInput={(e) => (labelText.value = e.currentTarget.value)}
            onKeyDown={(e) => {
                if (e.key === 'Escape') tool.value = null;
                if (e.key === 'Enter') e.currentTarget.blur();
            }}
        />
    );
}

function TurnField() {
    const { toMove, left } = position.value;
    const { p, q } = tree.value.rules;
    const most = Math.max(p, q);
    return (
        <div class="tool-option" role="group" aria-label={t('edit.turn')}>
            <div class="segmented">
                {(['black', 'white'] as const).map((side) => (
                    <button
                        key={side}
                        type="button"
                        aria-pressed={toMove === side}
                        aria-label={t(`edit.turn.${side}`)}
                        title={t(`edit.turn.${side}`)}
                        onClick={() => setTurn(side, p)}
                    >
                        <StoneIcon side={side} />
                    </button>
                ))}
            </div>
            <input
                type="number"
                hidden={most === 1}
                min={1}
                max={most}
                value={left}
                aria-label={t('edit.left')}
                title={t('edit.left')}
                onChange={(e) => {
                    const n = Math.round(Number(e.currentTarget.value));
                    setTurn(toMove, Math.min(most, Math.max(1, n || 1)));
                }}
            />
        </div>
    );
}

export function ToolBar() {
    const { marks, labels, arrows } = node.value;
    const marked = Boolean(marks?.length || labels?.length || arrows?.length);
    return (
        <div class="tool-bar panel" role="group" aria-label={t('edit.tools')}>
            <div class="tool-row">
                <div class="tool-group">
                    <ToolButton name={null}>
                        <span class={`two-stones ${position.value.toMove}`} aria-hidden="true" />
                    </ToolButton>
                </div>
                <div class="tool-group plain-group" role="group" aria-label={t('edit.setup')}>
                    <ToolButton name="set-black">
                        <span class="set-sign">
                            <StoneIcon side="black" />
                        </span>
                    </ToolButton>
                    <ToolButton name="set-white">
                        <span class="set-sign">
                            <StoneIcon side="white" />
                        </span>
                    </ToolButton>
                    <ToolButton name="set-empty">
                        <span class="set-sign empty" aria-hidden="true" />
                    </ToolButton>
                </div>
                <div class="tool-slot">
                    {tool.value === 'label' && <LabelField />}
                    {isSetupTool(tool.value) && <TurnField />}
                </div>
            </div>
            <div class="tool-row">
                <div class="tool-group plain-group" role="group" aria-label={t('edit.marks')}>
                    {MARK_KINDS.map((kind) => (
                        <ToolButton key={kind} name={kind}>
                            <Sign name={kind} />
                        </ToolButton>
                    ))}
                    {ARROW_KINDS.map((kind) => (
                        <ToolButton key={kind} name={kind}>
                            <Sign name={kind} />
                        </ToolButton>
                    ))}
                    <ToolButton name="label">
                        <Sign name="label" />
                    </ToolButton>
                    <SignButton
                        sign="erase"
                        label={t('edit.marks.clear')}
                        disabled={!marked}
                        press={() => change(clearMarks(tree.value, path.value), path.value)}
                    />
                </div>
                <div class="tool-group last">
                    <SignButton sign="undo" label={t('edit.undo')} press={undo} disabled={!canUndo.value} id="undo" />
                    <SignButton sign="redo" label={t('edit.redo')} press={redo} disabled={!canRedo.value} id="redo" />
                </div>
            </div>
        </div>
    );
}
