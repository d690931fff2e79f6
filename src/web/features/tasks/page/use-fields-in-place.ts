import { useEffect, useEffectEvent, useState } from 'react';
import type { PlacedTask } from '#src/domain/task.ts';
import { useCollections } from '#src/web/data/rows.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { afterPress } from '#src/web/platform/after-press.ts';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import { editOf } from '#src/web/features/tasks/dialog/save-task.ts';
import { checkTask, draftOf, type TaskDraft } from '#src/web/features/tasks/dialog/task-form.ts';

/**
 * The fields of a task, which are saved as one goes: what is picked at once, what is typed as one leaves it. What is wrong stays in
 * its field, and says so.
 */
export function useFieldsInPlace(task: PlacedTask) {
  const mutate = useMutateTogether();
  const collections = useCollections();
  const [typed, setTyped] = useState<Partial<TaskDraft>>({});
  const [left, setLeft] = useState<Partial<Record<keyof TaskDraft, boolean>>>({});
  const stored = draftOf(task, '');
  const isLive = (id: string) => collections.some((collection) => collection.id === id);
  const errorOf = (name: keyof TaskDraft, fields: TaskDraft) => checkTask(fields, isLive)[name];

  const save = (change: Partial<TaskDraft>) => {
    const fields: TaskDraft = { ...stored, ...change };
    const names = Object.keys(change) as (keyof TaskDraft)[];
    setLeft((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, true])) }));
    setTyped((before) => ({ ...before, ...change }));
    const right = names.filter((name) => errorOf(name, fields) === null);
    setTyped((before) => without(before, right));
    const wrong = names.filter((name) => !right.includes(name));
    void mutate(editOf(task, '', { ...stored, ...without(change, wrong) }, false, Date.now()), null);
  };

  const saveTyped = useEffectEvent(() => save(typed));
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && saveTyped();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      saveTyped();
    };
  }, []);

  return {
    fields: { ...stored, ...typed },
    save,
    /** Keeps what is to be saved with what else is set where it is set. */
    hold: (change: Partial<TaskDraft>) => setTyped((before) => ({ ...before, ...change })),
    saveHeld: () => save(typed),
    field: <Name extends keyof TaskDraft>(name: Name): FieldBinding<TaskDraft[Name]> => {
      const value = typed[name] ?? stored[name];
      return {
        value,
        error: left[name] ? errorOf(name, { ...stored, [name]: value }) : null,
        onValue: (next) => {
          if (isTypedInto(document.activeElement)) setTyped((before) => ({ ...before, [name]: next }));
          else save({ [name]: next });
        },
        onBlur: () => afterPress(() => typed[name] !== undefined && save({ [name]: typed[name] })),
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
