import { calendarDayAt, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import type { Rows } from '#src/tables/tables.ts';
import { goneCode } from '#src/tables/kit/named.ts';
import { withoutDefaults } from '#src/tables/kit/row.ts';
import { settableIn } from '#src/tables/settable-values.ts';
import { isThere, placedTask, type Task } from '#src/tables/task/task.ts';
import { completeForGood } from '#src/tables/task/complete-now.ts';
import { isKnownMutation, type Mutation, type MutatorArgs, type Operation } from '#src/tables/operations.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';
import { shortDay } from '#src/web/ui/friendly-day.ts';
import { tableOf } from '#src/web/words/verbs.ts';
import { asText, describeMutation, type Lookup } from './describe-mutation.ts';
import { remediesOf } from './remedies.ts';

type NewTask = Omit<MutatorArgs<'task.add'>, 'id' | 'at'>;

/** True when the server has purged the row of the rejected mutation, and this device can add it again. */
export function isOfPurged({ mutation, code }: Pick<Rejection, 'mutation' | 'code'>): boolean {
  // The remedy is one of tasks and collections.
  const table = tableOf(mutation.name) as 'task' | 'collection';
  return code === goneCode(table) && remediesOf(mutation).addsAgain === true;
}

/**
 * The operations that bring back a deleted task from this device, with all that went with it, whether the
 * server has purged it or not: adding changes nothing if the tombstone is there, and restoring changes
 * nothing if it is purged.
 */
export function bringBackTask(task: Task, collectionId: string, lookup: Lookup, at: number): Operation[] {
  const { id } = task;
  const { parentId = null, ...values } = newTaskOf(task);
  const parent = parentId === null ? undefined : lookup.task(parentId);
  const isBelow = parent !== undefined && isThere(parent, lookup);
  return [
    { name: 'task.add', args: { id, ...values, ...(isBelow && { parentId }), collectionId, at } },
    { name: 'task.restore', args: { id, collectionId, at } },
    ...withThoseBelow([task], task, lookup)
      .slice(1)
      .flatMap((below) => addedAgain(below, lookup, at)),
    ...completionOf(task, lookup),
  ];
}

/** The same for a deleted collection, with the sections and tasks that went with it. */
export function bringBackCollection(collection: Collection, lookup: Lookup, at: number): Operation[] {
  const { id } = collection;
  const { position: _, parentId, ...values } = settableIn('collection', collection);
  const above = parentId !== null && lookup.collection(parentId) ? { parentId } : {};
  return [
    {
      name: 'collection.add',
      args: { id, ...(withoutDefaults('collection', values) as typeof values), ...above, at },
    },
    ...sectionsThatWent(collection, lookup).map((section): Operation => ({
      name: 'section.add',
      args: { ...settableIn('section', section), id: section.id, collectionId: id, at },
    })),
    ...tasksThatWent(collection, lookup).flatMap((task) => addedAgain(task, lookup, at)),
    { name: 'collection.restore', args: { id, at } },
  ];
}

/** The text of a mutation, followed by all that the device has of the deleted rows that it would change. */
export function withHeldRows(mutation: Mutation, lookup: Lookup, today: CalendarDay): string {
  const change = asText(describeMutation(mutation, lookup, today));
  if (!isKnownMutation(mutation)) return change;
  const { id } = mutation.args;
  const [task, collection] = [lookup.task(id), lookup.collection(id)];
  const rows = [
    ...(task && !isThere(task, lookup)
      ? withThoseBelow([task], task, lookup).map((one) => taskText(one, lookup, today))
      : []),
    ...(collection && collection.deletedAt !== null
      ? [
          `Collection “${collection.name}”`,
          ...tasksThatWent(collection, lookup).map((one) => taskText(one, lookup, today)),
        ]
      : []),
  ];
  return [change, ...rows].join('\n\n');
}

/** The tasks that went with a collection, parents before their sub-tasks. */
function tasksThatWent(collection: Collection, lookup: Lookup): readonly Task[] {
  const tops = lookup
    .rows('task')
    .filter(
      ({ collectionId, parentId, completedAt }) =>
        collectionId === collection.id && parentId === null && completedAt === null,
    );
  return withThoseBelow(tops, collection, lookup);
}

function sectionsThatWent(collection: Collection, lookup: Lookup): readonly Rows['section'][] {
  return lookup
    .rows('section')
    .filter((section) => section.collectionId === collection.id && wentWith(collection, section));
}

/** The tasks that went with `owner`, with all tasks below them that did, parents first. */
function withThoseBelow(tasks: readonly Task[], owner: Deletable, lookup: Lookup): readonly Task[] {
  const childrenOf = Map.groupBy(lookup.rows('task'), ({ parentId }) => parentId);
  const all = (some: readonly Task[]): readonly Task[] =>
    some
      .filter((task) => wentWith(owner, task))
      .flatMap((task) => [task, ...all(childrenOf.get(task.id) ?? [])]);
  return all(tasks);
}

type Deletable = Pick<Task, 'deletedAt'>;

/**
 * True for a row that was there until its owner went. After 30 days the server deletes such rows with the
 * owner's time.
 */
function wentWith(owner: Deletable, row: Deletable): boolean {
  return row.deletedAt === null || row.deletedAt === owner.deletedAt;
}

/**
 * The completion of a task. Null for a sub-task that is open again because a task above has come to its next
 * time (rule R4).
 */
export function doneAtOf(task: Task, lookup: Pick<Lookup, 'task' | 'collection'>): number | null {
  const placed = placedTask(task, (table, of) =>
    table === 'task' ? lookup.task(of) : lookup.collection(of),
  );
  return placed.completedAt;
}

/** Adds the task again, completed if it was. */
function addedAgain(task: Task, lookup: Lookup, at: number): Operation[] {
  const { id } = task;
  return [{ name: 'task.add', args: { id, ...newTaskOf(task), at } }, ...completionOf(task, lookup)];
}

function completionOf(task: Task, lookup: Lookup): Operation[] {
  const completedAt = doneAtOf(task, lookup);
  return completedAt === null ? [] : [completeForGood(task, completedAt, lookup)];
}

/** The fields for adding an equal task. */
function newTaskOf(task: Task) {
  return withoutDefaults('task', { ...settableIn('task', task), labels: task.labels }) as NewTask;
}

function taskText(task: Task, lookup: Lookup, today: CalendarDay): string {
  const { id, name } = task;
  const completedAt = doneAtOf(task, lookup);
  const args = { id, ...newTaskOf(task), at: 0 };
  const { details } = describeMutation({ id, name: 'task.add', args }, lookup, today);
  const completed =
    completedAt === null
      ? []
      : [{ id: 'completedAt', label: 'Completed', value: shortDay(calendarDayAt(completedAt), today) }];
  return asText({ title: `Task “${name}”`, details: [...details, ...completed] });
}
