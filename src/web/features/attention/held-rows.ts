import { calendarDayAt, type CalendarDay } from '#src/domain/calendar-day.ts';
import type { Collection } from '#src/domain/collection.ts';
import { settableIn } from '#src/domain/schema/said.ts';
import { isThere, type Task } from '#src/domain/task.ts';
import { isKnownMutation, type Mutation, type Operation } from '#src/mutators/index.ts';
import type { Rejection } from '#src/sync/client/device-store.ts';
import { shortDay } from '#src/web/ui/friendly-day.ts';
import { asText, describeMutation, type Lookup } from './describe-mutation.ts';

/** Whether the server has refused to bring a row back, or to complete it, as nothing is left of it there. */
export function isOfPurged({ mutation, code }: Pick<Rejection, 'mutation' | 'code'>): boolean {
  if (mutation.name === 'collection.restore') return code === 'COLLECTION_GONE';
  return code === 'GONE' && (mutation.name === 'task.complete' || mutation.name === 'task.restore');
}

/**
 * What brings back a deleted task that the device has, whether or not the server still has it: the addition changes nothing
 * where its tombstone is, the restoring nothing where that is purged.
 */
export function bringBackTask(task: Task, collectionId: string, at: number): Operation[] {
  const { id, completedAt } = task;
  return [
    { name: 'task.add', args: { id, ...settableIn('task', task), collectionId, at } },
    { name: 'task.restore', args: { id, collectionId, at } },
    ...(completedAt === null ? [] : [{ name: 'task.complete', args: { id, at: completedAt } } as const]),
  ];
}

/** The same for a deleted collection, with the tasks that went with it. */
export function bringBackCollection(collection: Collection, lookup: Lookup, at: number): Operation[] {
  const { id, name, color } = collection;
  return [
    { name: 'collection.add', args: { id, name, color, at } },
    ...tasksThatWent(collection, lookup).map((task): Operation => ({
      name: 'task.add',
      args: { id: task.id, ...settableIn('task', task), at },
    })),
    { name: 'collection.restore', args: { id, at } },
  ];
}

/** All that the device has of what a mutation would have changed, when that is deleted, as text below that of the mutation. */
export function withHeldRows(mutation: Mutation, lookup: Lookup, today: CalendarDay): string {
  const change = asText(describeMutation(mutation, lookup, today));
  if (!isKnownMutation(mutation)) return change;
  const { id } = mutation.args;
  const [task, collection] = [lookup.task(id), lookup.collection(id)];
  const rows = [
    ...(task && !isThere(task, lookup.collection(task.collectionId)) ? [taskText(task, lookup, today)] : []),
    ...(collection && collection.deletedAt !== null
      ? [
          `Collection “${collection.name}”`,
          ...tasksThatWent(collection, lookup).map((one) => taskText(one, lookup, today)),
        ]
      : []),
  ];
  return [change, ...rows].join('\n\n');
}

function tasksThatWent({ id, deletedAt }: Collection, lookup: Lookup): readonly Task[] {
  return lookup
    .tasksOf(id)
    .filter((task) => task.completedAt === null && (task.deletedAt === null || task.deletedAt === deletedAt));
}

function taskText(task: Task, lookup: Lookup, today: CalendarDay): string {
  const { id, name, completedAt } = task;
  const args = { id, ...settableIn('task', task), at: 0 };
  const { details } = describeMutation({ id, name: 'task.add', args }, lookup, today);
  const completed =
    completedAt === null ? [] : [{ label: 'Completed', value: shortDay(calendarDayAt(completedAt), today) }];
  return asText({ title: `Task “${name}”`, details: [...details, ...completed] });
}
