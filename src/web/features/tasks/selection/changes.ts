import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { hasId, idSetOf } from '#src/domain/id-set.ts';
import { ancestorsOf, type FindRow } from '#src/tables/kit/row.ts';
import { copyOf } from '#src/tables/task/copy-task.ts';
import type { PlacedTask, Task } from '#src/tables/task/task.ts';
import { completeNow } from '#src/tables/task/complete-now.ts';
import type { Operation } from '#src/tables/operations.ts';
import { rowsAround } from '#src/web/tasks/rows-around.ts';
import type { Replica } from '#src/sync/client/replica.ts';

// Each function returns the operations of one change to all given tasks. Tasks that need no change are left out.

/** Moves tasks into a section of a collection, or with null out of its sections. A sub-task leaves its parent. */
export function moveAll(
  replica: Replica,
  tasks: readonly Task[],
  collectionId: string,
  sectionId: string | null,
): Operation[] {
  return topmost(replica, tasks)
    .filter((task) => !isIn(task, collectionId, sectionId))
    .map(({ id, parentId }) =>
      edit(id, { collectionId, sectionId, ...(parentId !== null && { parentId: null }) }),
    );
}

/** True if a task is there by itself, and not as a sub-task. */
export function isIn(task: Task, collectionId: string, sectionId: string | null): boolean {
  return task.parentId === null && task.collectionId === collectionId && task.sectionId === sectionId;
}

export function dateAll(tasks: readonly Task[], date: CalendarDay | null): Operation[] {
  return tasks.filter((task) => task.date !== date).map(({ id }) => edit(id, { date }));
}

export function deadlineAll(tasks: readonly Task[], deadline: CalendarDay | null): Operation[] {
  return tasks.filter((task) => task.deadline !== deadline).map(({ id }) => edit(id, { deadline }));
}

export function prioritiseAll(tasks: readonly Task[], priority: Task['priority']): Operation[] {
  return tasks.filter((task) => task.priority !== priority).map(({ id }) => edit(id, { priority }));
}

/** Adds the label to all tasks; removes it if all have it. */
export function labelAll(tasks: readonly Task[], label: string): Operation[] {
  const set = idSetOf([label]);
  const without = tasks.filter(({ labels }) => !hasId(labels, label));
  const at = Date.now();
  if (without.length > 0)
    return without.map(({ id }) => ({ name: 'task.label', args: { id, add: set, remove: '', at } }));
  return tasks.map(({ id }) => ({ name: 'task.label', args: { id, add: '', remove: set, at } }));
}

export function completeAll(replica: Replica, tasks: readonly Task[]): Operation[] {
  const at = Date.now();
  const active = tasks.filter(({ completedAt }) => completedAt === null);
  return topmost(replica, active).map((task) => completeNow(task, at, replica.lists));
}

export function deleteAll(replica: Replica, tasks: readonly Task[]): Operation[] {
  const at = Date.now();
  return topmost(replica, tasks).map(({ id }) => ({ name: 'task.delete', args: { id, at } }));
}

/** Adds a copy of a task with all tasks below it. */
export function duplicate(replica: Replica, task: PlacedTask): Operation[] {
  return copyOf(task, rowsAround(replica), newId, Date.now());
}

/** Adds a copy of each task with all tasks below it. */
export function duplicateAll(replica: Replica, tasks: readonly PlacedTask[]): Operation[] {
  return topmost(replica, tasks).flatMap((task) => duplicate(replica, task));
}

/** The tasks without an ancestor among the given ones: a change to an ancestor changes its sub-tasks too. */
function topmost<Each extends Task>(replica: Replica, tasks: readonly Each[]): readonly Each[] {
  const ids = new Set(tasks.map(({ id }) => id));
  const find = findIn(replica);
  return tasks.filter((task) => !ancestorsOf('task', task, find).some(({ id }) => ids.has(id)));
}

function findIn(replica: Replica): FindRow {
  return (table, id) => replica.get(table, id);
}

type Changes = Extract<Operation, { name: 'task.edit' }>['args']['changes'];

function edit(id: string, changes: Changes): Operation {
  return { name: 'task.edit', args: { id, changes, at: Date.now() } };
}
