import { hasId, idSetOf, idsIn } from '#src/domain/id-set.ts';
import { begunSeries } from '#src/tables/task/begun-series.ts';
import { withoutDefaults } from '#src/tables/kit/row.ts';
import { dependentColumns, type PlacedTask } from '#src/tables/task/task.ts';
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

/** The fields, with a newly chosen rule begun. `at`: now, ms since 1970 UTC. */
function withSeries(fields: TaskFields, at: number): TaskFields {
  return fields.repeatDue === null ? { ...fields, ...begunSeries(fields, at) } : fields;
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
