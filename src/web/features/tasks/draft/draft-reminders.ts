import { newId } from '#src/domain/id.ts';
import type { Rows } from '#src/tables/tables.ts';
import type { Operation } from '#src/tables/operations.ts';

/** The moment of a reminder: an instant, or minutes before the time of the task. */
export type When =
  | { readonly remindAt: number; readonly minutesBefore?: null }
  | { readonly remindAt?: null; readonly minutesBefore: number };

/** A reminder in a form. It is stored once the form is saved. */
export interface DraftReminder {
  readonly id: string;
  readonly when: When;
}

/** Reminders as text that a draft can keep: a line each, of id and moment. */
export function remindersText(reminders: readonly DraftReminder[]): string {
  return reminders
    .map(
      ({ id, when }) =>
        `${id} ${typeof when.remindAt !== 'number' ? `-${when.minutesBefore}` : when.remindAt}`,
    )
    .join('\n');
}

/** The reminders in a text. Lines of another form are left out. */
export function remindersIn(text: string): readonly DraftReminder[] {
  return text.split('\n').flatMap((line) => {
    const [, id, before, number] = /^(\S+) (-?)(\d+)$/.exec(line) ?? [];
    if (id === undefined) return [];
    return [{ id, when: before ? { minutesBefore: Number(number) } : { remindAt: Number(number) } }];
  });
}

/** Marks a reminder that a typed line says. It gets its id when it is stored, since the line may be read many times before. */
const TYPED = 'said';

/** Adds the moments that a line says to the reminders in a text. */
export function withMoments(text: string, moments: readonly When[]): string {
  let reminders = remindersIn(text);
  for (const when of moments)
    if (!isThereAlready(reminders, when))
      reminders = [...reminders, { id: `${TYPED}${when.remindAt ?? -when.minutesBefore}`, when }];
  return reminders.length === remindersIn(text).length ? text : remindersText(reminders);
}

/** The reminders of a task, as a form begins with them. */
export function draftReminders(rows: readonly Rows['reminder'][]): readonly DraftReminder[] {
  return rows.map(({ id, remindAt, minutesBefore }) => ({
    id,
    when: remindAt === null ? { minutesBefore: minutesBefore ?? 0 } : { remindAt },
  }));
}

/** The operations that turn the reminders of a task into those of the form. */
export function reminderOperations(
  taskId: string,
  before: string,
  after: string,
  at: number,
): readonly Operation[] {
  const [old, now] = [remindersIn(before), remindersIn(after)];
  const isIn = (list: readonly DraftReminder[], id: string) => list.some((each) => each.id === id);
  return [
    ...old
      .filter(({ id }) => !isIn(now, id))
      .map(({ id }): Operation => ({ name: 'reminder.delete', args: { id, at } })),
    ...now
      .filter(({ id }) => !isIn(old, id))
      .map(({ id, when }): Operation => ({
        name: 'reminder.add',
        args: { id: id.startsWith(TYPED) ? newId() : id, taskId, ...when, at },
      })),
  ];
}

/** True if the list has a reminder for that moment. */
export function isThereAlready(reminders: readonly { readonly when: When }[], when: When): boolean {
  return reminders.some(
    (each) =>
      (each.when.remindAt ?? null) === (when.remindAt ?? null) &&
      (each.when.minutesBefore ?? null) === (when.minutesBefore ?? null),
  );
}
