import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { isIdSet, type IdSet } from '#src/domain/id-set.ts';
import { REJECTIONS } from '#src/domain/errors.ts';
import { mergeNotes } from '#src/domain/text/notes/merge-notes.ts';
import { LIMITS } from '#src/domain/limits.ts';
import type { SettableIn } from '#src/tables/tables.ts';
import { changedColumns } from '#src/tables/kit/row.ts';
import { dependentColumns } from '#src/tables/task/task.ts';
import { readSettable } from '#src/tables/filed.ts';
import { some } from '#src/tables/settable-values.ts';
import { readFileDay } from '#src/domain/time/typed-day.ts';
import type { MutatorArgs } from '#src/tables/operations.ts';
import type { Draft } from '#src/web/feedback/drafts.ts';
import { cleanName, cleanText } from '#src/domain/clean-text.ts';
import { typedLanguage } from './typed-language.ts';
import { tooLong } from '#src/web/ui/fields/too-long.ts';

/** The fields that a form can set: all except the places of the task in lists. */
export type TaskFields = Omit<SettableIn<'task'>, 'place' | 'dayPlace'>;
type Details = Omit<TaskFields, 'name' | 'description' | 'date' | 'collectionId'>;
export type TaskChanges = MutatorArgs<'task.edit'>['changes'];
export type Priority = SettableIn<'task'>['priority'];

/** The details of a task, with their default values. */
export const NO_DETAILS = {
  priority: 4,
  time: null,
  zone: null,
  duration: null,
  deadline: null,
  parentId: null,
  sectionId: null,
  repeat: null,
  repeatFrom: 'date',
  repeatStart: null,
  repeatDue: null,
} as const satisfies Details;

const DETAILS = Object.keys(NO_DETAILS) as (keyof Details)[];

/** The fields as the form holds them. */
export interface TaskDraft extends Omit<TaskFields, 'date'> {
  readonly date: string;
  /** The notes that the description was typed from; null until the user types into it. */
  readonly notesBase: string | null;
  /** '' while none is selected. */
  readonly collectionId: string;
  readonly labels: IdSet;
  /** The labels and the section that are created with the task (see named-rows.ts). */
  readonly added: string;
  /** The reminders (see draft-reminders.ts). */
  readonly reminders: string;
}

/** The key of the draft that a task's dialog keeps; with null, for a new task. */
export function draftPlaceOf(taskId: string | null): string {
  return taskId === null ? 'add-task' : `edit-task ${taskId}`;
}

/** The fields in a kept draft. Values other than text are left out if a task cannot have them. */
export function readDraft(draft: Draft): Partial<TaskDraft> {
  const { name, description, notesBase, date, collectionId, labels, added, reminders, ...details } = draft;
  const known = readSettable('task', details);
  const keys = DETAILS.filter((key) => key in details && key in known);
  const texts = Object.entries({ name, description, notesBase, date, collectionId, added, reminders });
  return {
    ...Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')),
    ...Object.fromEntries(keys.map((key) => [key, known[key]])),
    ...(isIdSet(labels) && { labels }),
  };
}

/** The draft that an edit of a task begins with. */
export function draftOf(task: TaskFields & { readonly labels: IdSet }, reminders: string): TaskDraft {
  const { name, description, date, collectionId, labels } = task;
  return {
    name,
    description,
    notesBase: null,
    date: date ?? NO_DATE,
    collectionId,
    ...(some(DETAILS, task) as Details),
    labels,
    added: '',
    reminders,
  };
}

/**
 * The error of each field (specification, section 5); null for a valid field. `isLive`: true for a collection that exists. `notes`: the notes
 * that the task has now.
 */
export function checkTask(
  { name, description, notesBase, date, collectionId }: TaskDraft,
  isLive: (id: string) => boolean,
  notes?: string,
) {
  const typed = cleanText(description);
  const isInQuestion =
    notesBase !== null && notes !== undefined && mergeNotes(notesBase, notes, typed) === null;
  const wrongNotes =
    tooLong(typed, LIMITS.taskDescription) ?? (isInQuestion ? REJECTIONS.NOTES_CONFLICT : null);
  return {
    name: checkName(cleanName(name)),
    description: wrongNotes,
    // The base is saved, or held back, with the notes.
    notesBase: wrongNotes,
    date: checkDate(date),
    collectionId: checkCollectionId(collectionId, isLive),
    ...NO_ERRORS,
  };
}

/** These fields are always valid: their values are chosen from a list, or checked before they are taken. */
const NO_ERRORS = Object.fromEntries(
  [...DETAILS, 'labels', 'added', 'reminders'].map((field) => [field, null]),
) as Record<keyof Details | 'labels' | 'added' | 'reminders', null>;

export function checkCollectionId(collectionId: string, isLive: (id: string) => boolean): string | null {
  return isLive(collectionId) ? null : 'Please select a Collection';
}

/** The fields to store, of a draft without errors. */
export function toTask({
  notesBase: _notesBase,
  labels: _labels,
  added: _added,
  reminders: _reminders,
  ...draft
}: TaskDraft): TaskFields {
  const date = readDateField(draft.date);
  if (date === undefined) throw new Error('toTask needs a draft with a date.');
  return { ...draft, name: cleanName(draft.name), description: cleanText(draft.description), date };
}

/** The fields that differ from the task: an edit names no others. */
export function changesOf(task: TaskFields, fields: TaskFields): TaskChanges {
  return changedColumns<TaskFields>(task, fields);
}

/** The text in the date field of a task without a date. */
export const NO_DATE = 'No date';

/** The day in a date field; null for no date, undefined for other text. */
export function readDateField(text: string): CalendarDay | null | undefined {
  const isNone = text.trim().toLowerCase() === NO_DATE.toLowerCase() || typedLanguage.get()?.isNoDate(text);
  return isNone ? null : (readDay(text) ?? undefined);
}

/** The changes that come with these ones: without a date, a draft has no time, zone and repeat either (rule T2). */
export function changesBeside({ date }: Partial<TaskDraft>): Partial<TaskDraft> {
  const isUndated = date !== undefined && readDateField(date) === null;
  return isUndated ? dependentColumns({ ...NO_DETAILS, date: null }) : {};
}

/** Reads a typed day as quick add does. Until quick add is loaded, it reads days in numbers, year first, which are the same everywhere. */
export function readDay(text: string): CalendarDay | null {
  const language = typedLanguage.get();
  return language ? (language.due(text)?.date ?? null) : readFileDay(text);
}

function checkName(name: string): string | null {
  return name === '' ? 'Please enter a Task Name' : tooLong(name, LIMITS.taskName);
}

function checkDate(date: string): string | null {
  if (date.trim() === '') return 'Please enter a Date';
  return readDateField(date) === undefined ? 'Please enter a Date as YYYY-MM-DD' : null;
}
