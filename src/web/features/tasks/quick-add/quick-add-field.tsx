import { useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { newId } from '#src/domain/id.ts';
import type { TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import { NameField } from './name-field.tsx';
import type { Suggestion } from './suggestions.ts';
import type { QuickAdd } from './use-quick-add.ts';

interface QuickAddFieldProps extends Pick<ComponentProps<'textarea'>, 'onPaste' | 'enterKeyHint'> {
  readonly quickAdd: QuickAdd;
  /** The task in the form, before its line sets any field. */
  readonly draft: TaskDraft;
  readonly field: FieldBinding;
  readonly placeholder?: string;
  readonly className?: string;
  readonly controlClass?: string;
  /** True if the field gets the focus when it appears. */
  readonly isFocused?: boolean;
  /** Called on Escape while no suggestions are open. Without it, the surroundings of the field handle Escape. */
  readonly onEscape?: () => void;
}

/** The name of a task, read as a line that may set more fields. Understood words are marked, and names behind a sign are suggested. */
export function QuickAddField({
  quickAdd,
  draft,
  field,
  placeholder = 'Task name',
  onEscape,
  ...looks
}: QuickAddFieldProps) {
  const { code } = quickAdd;
  const input = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [moved, setMoved] = useState<number | null>(null);
  /** The place of the sign whose suggestions the user closed. */
  const [closed, setClosed] = useState<number | null>(null);
  const reading = quickAdd.read(draft);
  const suggested = caret === null || reading === null ? null : quickAdd.suggest(draft, caret);
  const open = suggested !== null && suggested.from !== closed ? suggested : null;
  const active = open ? (moved ?? (open.isFirstChosen ? 0 : -1)) : -1;

  const choose = ({ kind, name, isNew }: Suggestion) => {
    const control = input.current;
    if (!open || !control) return;
    if (isNew) {
      const home = kind === 'section' ? { collectionId: quickAdd.applied(draft).collectionId } : {};
      quickAdd.create({ kind, name, id: newId(), ...home });
    }
    control.setSelectionRange(open.from + 1, open.to);
    // The browser's undo takes back inserted text, but not a value that is set.
    document.execCommand('insertText', false, `${name} `);
    setMoved(null);
  };

  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey) return false;
    if (open) {
      const count = open.options.length;
      const option = open.options[active];
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        const next = key === 'ArrowDown' ? active + 1 : Math.max(active, 0) - 1;
        setMoved((next + count) % count);
        return true;
      }
      if ((key === 'Enter' || key === 'Tab') && option && !shiftKey) {
        choose(option);
        return true;
      }
      if (key === 'Escape') {
        setClosed(open.from);
        // Escape closes the suggestions, and the dialog stays open.
        event.nativeEvent.stopImmediatePropagation();
        event.stopPropagation();
        return true;
      }
    }
    if (key === 'Escape' && onEscape) {
      onEscape();
      return true;
    }
    const { selectionStart, selectionEnd } = event.currentTarget;
    const before = reading?.items.find(({ to }) => to === selectionStart && to === selectionEnd);
    if (key !== 'Backspace' || !before) return false;
    quickAdd.keepAsText(before.words, false);
    return true;
  };

  return (
    <NameField
      {...field}
      {...looks}
      input={input}
      placeholder={placeholder}
      name={reading?.name ?? draft.name}
      marks={reading?.items ?? []}
      onValue={(value) => {
        quickAdd.onText(value);
        field.onValue(value);
        setCaret(input.current?.selectionStart ?? null);
        setMoved(null);
        if (closed !== null && value.length <= closed + 1) setClosed(null);
      }}
      onComposing={quickAdd.setComposing}
      onKey={onKey}
      onCaret={setCaret}
      suggestions={open && { list: listId, active: active >= 0 ? `${listId}-${active}` : undefined }}
      below={
        open &&
        code && <code.SuggestionList id={listId} options={open.options} active={active} onChoose={choose} />
      }
    />
  );
}
