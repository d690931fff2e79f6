import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { LIMITS } from '#src/domain/limits.ts';
import type { SettableIn } from '#src/domain/schema/index.ts';
import { changedColumns } from '#src/domain/schema/row.ts';
import { readSettable } from '#src/domain/schema/said.ts';
import { readTypedDay } from '#src/domain/typed-day.ts';
import type { MutatorArgs } from '#src/mutators/index.ts';
import type { Draft } from '#src/web/hooks/drafts.ts';
import { cleanName, cleanText } from '#src/web/ui/clean-text.ts';
import { tooLong } from '#src/web/ui/too-long.ts';

/** The fields as they stand in the form. */
export interface TaskDraft {
  readonly name: string;
  readonly description: string;
  readonly date: string;
  /** '' while none is selected. */
  readonly collectionId: string;
  readonly priority: Priority;
}

export type Priority = SettableIn<'task'>['priority'];

/** What was typed before, of which a priority is one of today's or none. */
export function readDraft({ priority, ...texts }: Draft): Partial<TaskDraft> {
  return { ...texts, ...readSettable('task', { priority: Number(priority) }) };
}

export type TaskFields = SettableIn<'task'>;
export type TaskChanges = MutatorArgs<'task.edit'>['changes'];

/** What is wrong with each field (specification, section 5); null when nothing is. `isLive`: whether a collection is. */
export function checkTask(
  { name, description, date, collectionId }: TaskDraft,
  isLive: (id: string) => boolean,
) {
  return {
    name: checkName(cleanName(name)),
    description: tooLong(cleanText(description), LIMITS.taskDescription),
    date: checkDate(date),
    collectionId: checkCollectionId(collectionId, isLive),
    priority: null,
  };
}

export function checkCollectionId(collectionId: string, isLive: (id: string) => boolean): string | null {
  return isLive(collectionId) ? null : 'Please select a Collection';
}

/** What to store. Only for a draft that nothing is wrong with. */
export function toTask({ name, description, date, ...chosen }: TaskDraft): TaskFields {
  const day = readDay(date);
  if (!day) throw new Error('toTask needs a draft with a date.');
  return { name: cleanName(name), description: cleanText(description), date: day, ...chosen };
}

/** The fields in which `fields` differs from `task`: an edit names only what it changes. */
export function changesOf(task: TaskFields, fields: TaskFields): TaskChanges {
  return changedColumns(task, fields);
}

/** Reads a typed day, in the user's own order too. */
export function readDay(text: string): CalendarDay | null {
  return readTypedDay(text, navigator.language);
}

function checkName(name: string): string | null {
  return name === '' ? 'Please enter a Task Name' : tooLong(name, LIMITS.taskName);
}

function checkDate(date: string): string | null {
  if (date.trim() === '') return 'Please enter a Date';
  return readDay(date) ? null : 'Please enter a Date as YYYY-MM-DD';
}
