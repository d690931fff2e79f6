import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollections } from '#src/web/data/rows.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { forgetDraft, keepDraft, type Draft } from '#src/web/feedback/drafts.ts';
import { notifyKept } from '#src/web/feedback/notifications.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { session } from '#src/web/platform/session.ts';
import { afterPress } from '#src/web/platform/after-press.ts';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import { editOf } from '#src/web/features/tasks/draft/save-task.ts';
import { checkTask, draftOf, draftPlaceOf, type TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';

/**
 * The fields of a task, each saved by itself: a pick at once, typed text when the user leaves the field. A value that is wrong, or could
 * not be saved, stays in its field. Once the field is gone, a draft keeps the value.
 */
export function useFieldsInPlace(task: PlacedTask) {
  const { userId } = useReplica();
  const mutate = useMutateTogether();
  const isShown = useRef(true);
  const kept = useRef<Draft>(null);
  const dialog = draftPlaceOf(task.id);
  const collections = useCollections();
  const [typed, setTyped] = useState<Partial<TaskDraft>>({});
  const [left, setLeft] = useState<Partial<Record<keyof TaskDraft, boolean>>>({});
  const stored = draftOf(task, '');
  const isLive = (id: string) => collections.some((collection) => collection.id === id);
  const errorOf = (name: keyof TaskDraft, fields: TaskDraft) =>
    checkTask(fields, isLive, stored.description)[name];
  const notesBase = typed.notesBase ?? stored.description;

  /** Keeps values as the draft of the task's dialog. The dialog opens with that draft, and can restore a deleted task. */
  const keep = (unsaved: Partial<TaskDraft>) => {
    const isSomething = Object.entries(unsaved).some(
      ([name, value]) => name !== 'notesBase' && (typeof value !== 'string' || value.trim() !== ''),
    );
    // A user who signed out leaves no draft on the device.
    if (!isSomething || session.get().user?.id !== userId) return;
    const draft = { ...kept.current, ...unsaved } as Draft;
    keepDraft(userId, dialog, draft, kept.current);
    kept.current = draft;
    if (isShown.current) return;
    const run = () => openDialog({ kind: 'edit-task', id: task.id });
    notifyKept(draft['name']?.trim() || task.name, { dialog, run });
  };
  const forgetKept = () => {
    if (!isShown.current || !kept.current) return;
    forgetDraft(userId, dialog, kept.current);
    kept.current = null;
  };

  const save = async (change: Partial<TaskDraft>) => {
    const fields: TaskDraft = { ...stored, ...change };
    const names = Object.keys(change) as (keyof TaskDraft)[];
    setLeft((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, true])) }));
    const right = names.filter((name) => errorOf(name, fields) === null);
    const wrong = without(change, right);
    // Valid values show as the task's own at once.
    setTyped((before) => ({ ...without(before, right), ...wrong }));
    const edit = { ...stored, ...without(change, Object.keys(wrong)) };
    // A hidden page may be closed without another event.
    if (document.visibilityState === 'hidden') keep(wrong);
    else if (Object.keys(without(typed, right)).length === 0) forgetKept();
    const isSaved = await mutate(editOf(task, '', edit, false, Date.now()), null);
    // A place that was rejected is not kept: the task stays where it was.
    const unsaved = without(isSaved ? wrong : change, ['collectionId', 'sectionId', 'parentId']);
    if (!isShown.current) keep(unsaved);
    else if (!isSaved) setTyped((since) => ({ ...unsaved, ...since }));
  };

  const saveTyped = useEffectEvent(() => void save(typed));
  useEffect(() => {
    isShown.current = true;
    const onHide = () => document.visibilityState === 'hidden' && saveTyped();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      isShown.current = false;
      saveTyped();
    };
  }, []);

  return {
    fields: { ...stored, ...typed },
    save: (change: Partial<TaskDraft>) => void save(change),
    /** Holds changes until the popover that sets them closes, so that they are saved together. */
    hold: (change: Partial<TaskDraft>) => setTyped((before) => ({ ...before, ...change })),
    saveHeld: () => void save(typed),
    notesBase,
    field: <Name extends keyof TaskDraft>(name: Name): FieldBinding<TaskDraft[Name]> => {
      const value = typed[name] ?? stored[name];
      const changeTo = (next: TaskDraft[Name]): Partial<TaskDraft> =>
        name === 'description' ? { [name]: next, notesBase } : { [name]: next };
      return {
        value,
        error: left[name] ? errorOf(name, { ...stored, ...changeTo(value) }) : null,
        onValue: (next) => {
          if (isTypedInto(document.activeElement)) setTyped((before) => ({ ...before, ...changeTo(next) }));
          else void save(changeTo(next));
        },
        onBlur: () =>
          afterPress(() => {
            // A page that is gone has saved its typed text already.
            if (isShown.current && typed[name] !== undefined) void save(changeTo(typed[name]));
          }),
      };
    },
  };
}

function without(fields: Partial<TaskDraft>, names: readonly string[]): Partial<TaskDraft> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function isTypedInto(control: Element | null): boolean {
  return (
    control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && control.type === 'text')
  );
}
