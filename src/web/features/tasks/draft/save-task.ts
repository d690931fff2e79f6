import { hasId, idSetOf, idsIn } from '#src/domain/id-set.ts';
import { beginningOf } from '#src/domain/repeat/beginning.ts';
import { localDueAt } from '#src/domain/repeat/local-due.ts';
import { columnsOfRepeat, repeatOf } from '#src/tables/task/task-repeat.ts';
import { withoutDefaults } from '#src/tables/kit/row.ts';
import { dependentColumns, type PlacedTask } from '#src/tables/task/task.ts';
import { minutesOf, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { Operation } from '#src/tables/operations.ts';
import { colorOfNew, namedIn } from './named-rows.ts';
import { reminderOperations } from './draft-reminders.ts';
import { changesOf, toTask, type TaskDraft, type TaskFields } from './task-form.ts';

/** The operations that add a task, and before it the new labels and the new section that it uses. Default values are left out. */
export function additionOf(draft: TaskDraft, id: string, at: number): readonly Operation[] {
  const { name, description, date, collectionId, ...details } = withSeries(toTask(draft), at);
  const values = withoutDefaults('task', { ...details, labels: draft.labels });
  const args = { id, name, description, date, collectionId, ...values, at };
  return [
    ...namedOf(draft, at),
    { name: 'task.add', args },
    ...reminderOperations(id, '', draft.reminders, at),
  ];
}

/** The operations that change a task and its reminders into those of the draft. `isGone`: the task is deleted, so it is restored first. */
export function editOf(
  task: PlacedTask,
  reminders: string,
  draft: TaskDraft,
  isGone: boolean,
  at: number,
): readonly Operation[] {
  const { id } = task;
  const fields = toTask(draft);
  // An edit that removes the date names the date alone: the rest goes with it.
  const before = fields.date === null ? { ...task, ...dependentColumns({ ...task, date: null }) } : task;
  const edited = changesOf(before, fields);
  const isOtherSeries = SERIES.some((column) => column in edited);
  const changes = isOtherSeries ? changesOf(before, withSeries(fields, at)) : edited;
  const [add, remove] = [missingIn(task.labels, draft.labels), missingIn(draft.labels, task.labels)];
  const operations: Operation[] = [...namedOf(draft, at)];
  if (isGone) operations.push({ name: 'task.restore', args: { id, collectionId: fields.collectionId, at } });
  const base = changes.description === undefined ? {} : { base: draft.notesBase ?? task.description };
  if (Object.keys(changes).length > 0)
    operations.push({ name: 'task.edit', args: { id, changes, ...base, at } });
  if (add + remove !== '') operations.push({ name: 'task.label', args: { id, add, remove, at } });
  operations.push(...reminderOperations(id, reminders, draft.reminders, at));
  return operations;
}

const SERIES = ['repeat', 'repeatFrom', 'repeatStart', 'repeatDue'] as const;

/** Begins a newly chosen rule on the date of the fields, so that its anchor stays from then on. `at`: now, ms since 1970 UTC. */
function withSeries(fields: TaskFields, at: number): TaskFields {
  if (fields.date === null || fields.repeat === null || fields.repeatDue !== null) return fields;
  const begun = repeatOf(fields);
  const now = minutesOf(localDueAt(at, fields.zone).slice(11) as TimeOfDay);
  const time = begun && (beginningOf(begun.rule, { date: fields.date, time: fields.time }, now).time as TimeOfDay | null); // prettier-ignore
  const series = repeatOf({ ...fields, time });
  return series ? { ...fields, ...columnsOfRepeat(series) } : fields;
}

/** The operations that create the new labels and the new section that the task still uses. */
function namedOf({ added, labels, sectionId, collectionId, parentId }: TaskDraft, at: number): Operation[] {
  const operations: Operation[] = [];
  for (const [id, name] of namedIn(added)) {
    if (hasId(labels, id))
      operations.push({ name: 'label.add', args: { id, name, color: colorOfNew(id), at } });
    else if (id === sectionId && parentId === null)
      operations.push({ name: 'section.add', args: { id, collectionId, name, at } });
  }
  return operations;
}

function missingIn(set: string, other: string): string {
  return idSetOf(idsIn(other).filter((id) => !hasId(set, id)));
}
