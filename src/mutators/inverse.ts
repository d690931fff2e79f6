import { hasId, idsIn, idSetOf } from '#src/domain/id-set.ts';
import { dueOf } from '#src/domain/repeat/task-repeat.ts';
import type { Rows, TableName } from '#src/domain/schema/index.ts';
import { settableIn } from '#src/domain/schema/said.ts';
import { dependentColumns } from '#src/domain/task.ts';
import type { MutatorArgs, Operation } from './index.ts';
import { keptRow, liveRow } from './live-rows.ts';
import { advanced } from './advanced.ts';
import { isDone, notesAfter } from './task.ts';
import type { Tx } from './tx.ts';

type Below = NonNullable<MutatorArgs<'task.turn'>['below']>[number];

/** The operation as done at `now`, ms since 1970 UTC; but a task stands among the completed ones where it stood. */
export function doneAt(now: number, { name, args }: Operation): Operation {
  return { name, args: name === 'task.complete' ? args : { ...args, at: now } } as Operation;
}

/**
 * The operation that undoes another one, from the rows as they are before that runs; null when it changes nothing. It
 * tells nothing of one that will be rejected. The user then sees what was before, but for `updatedAt` and for a task that
 * another collection got: reopened in it, or completed and out of a deleted one, it stays. It carries the time of what it
 * undoes.
 */
export function inverseOf({ name, args }: Operation, rows: Pick<Tx, 'get' | 'below'>): Operation | null {
  const { id, at } = args;
  switch (name) {
    case 'collection.add':
      return keptRow(rows, 'collection', id) ? null : { name: 'collection.delete', args: { id, at } };
    case 'section.add':
      return keptRow(rows, 'section', id) ? null : { name: 'section.delete', args: { id, at } };
    case 'label.add':
      return keptRow(rows, 'label', id) ? null : { name: 'label.delete', args: { id, at } };
    case 'filter.add':
      return keptRow(rows, 'filter', id) ? null : { name: 'filter.delete', args: { id, at } };
    case 'collection.edit': {
      const changes = oldValues(liveRow(rows, 'collection', id), args.changes);
      return changes && { name, args: { id, changes, at } };
    }
    case 'section.edit': {
      const changes = oldValues(liveRow(rows, 'section', id), args.changes);
      return changes && { name, args: { id, changes, at } };
    }
    case 'label.edit': {
      const changes = oldValues(liveRow(rows, 'label', id), args.changes);
      return changes && { name, args: { id, changes, at } };
    }
    case 'filter.edit': {
      const changes = oldValues(liveRow(rows, 'filter', id), args.changes);
      return changes && { name, args: { id, changes, at } };
    }
    case 'collection.delete':
      return liveRow(rows, 'collection', id) ? { name: 'collection.restore', args: { id, at } } : null;
    case 'section.delete':
      return liveRow(rows, 'section', id) ? { name: 'section.restore', args: { id, at } } : null;
    case 'label.delete':
      return liveRow(rows, 'label', id) ? { name: 'label.restore', args: { id, at } } : null;
    case 'filter.delete':
      return liveRow(rows, 'filter', id) ? { name: 'filter.restore', args: { id, at } } : null;
    case 'collection.restore':
      return isDeleted(rows, 'collection', id) ? { name: 'collection.delete', args: { id, at } } : null;
    case 'section.restore':
      return isDeleted(rows, 'section', id) ? { name: 'section.delete', args: { id, at } } : null;
    case 'label.restore':
      return isDeleted(rows, 'label', id) ? { name: 'label.delete', args: { id, at } } : null;
    case 'reminder.add':
      return keptRow(rows, 'reminder', id) ? null : { name: 'reminder.delete', args: { id, at } };
    case 'reminder.delete':
      return rows.get('reminder', id)?.deletedAt === null
        ? { name: 'reminder.restore', args: { id, at } }
        : null;
    case 'reminder.restore':
      return isDeleted(rows, 'reminder', id) ? { name: 'reminder.delete', args: { id, at } } : null;
    case 'filter.restore':
      return isDeleted(rows, 'filter', id) ? { name: 'filter.delete', args: { id, at } } : null;
    case 'task.add':
      return keptRow(rows, 'task', id) ? null : { name: 'task.delete', args: { id, at } };
    case 'task.edit': {
      const task = liveRow(rows, 'task', id);
      if (!task) return null;
      // A sub-task that gets another collection leaves its parent.
      const changed = args.changes.collectionId === undefined ? {} : { parentId: null };
      const description = notesAfter(task, args.changes.description, args.base) ?? task.description;
      const cleared = dependentColumns({ ...task, ...args.changes });
      const { collectionId, ...withoutMove } = { ...changed, ...args.changes, ...cleared, description };
      const canMoveBack = liveRow(rows, 'collection', task.collectionId) !== undefined;
      const changes = oldValues(
        task,
        canMoveBack && collectionId !== undefined ? { ...withoutMove, collectionId } : withoutMove,
      );
      // Below the other task it got the collection of that.
      const home = changes?.parentId === null && canMoveBack ? { collectionId: task.collectionId } : {};
      // Lines that others change meanwhile stay.
      const base = changes?.description === undefined ? {} : { base: description };
      return changes && { name, args: { id, changes: { ...changes, ...home }, ...base, at } };
    }
    case 'task.label': {
      const task = liveRow(rows, 'task', id);
      if (!task) return null;
      const added = idsIn(args.add ?? '').filter((label) => !hasId(task.labels, label));
      const removed = idsIn(args.remove ?? '').filter(
        (label) => hasId(task.labels, label) && !hasId(args.add ?? '', label),
      );
      if (added.length + removed.length === 0) return null;
      return { name, args: { id, add: idSetOf(removed), remove: idSetOf(added), at } };
    }
    case 'task.complete': {
      const task = liveRow(rows, 'task', id);
      if (!task || isDone(rows, task)) return null;
      return { name: 'task.reopen', args: { id, collectionId: task.collectionId, at } };
    }
    case 'task.advance': {
      const task = liveRow(rows, 'task', id);
      if (!task || isDone(rows, task) || dueOf(task) !== args.due) return null;
      // One that is there already is no row of this completion.
      const isNew = liveRow(rows, 'task', args.occurrenceId ?? '') === undefined;
      const occurrenceId = isNew ? (args.occurrenceId ?? null) : null;
      const [after = task, ...moved] = advanced(rows, task, args) ?? [];
      const { deadline, description } = after;
      const changes = { ...turnOf(task), ...oldValues(task, { deadline, description }) };
      const below = oldBelow(rows, moved.map((each) => ({ id: each.id, changes: movedOf(each) }))); // prettier-ignore
      return { name: 'task.turn', args: { id, occurrenceId, changes, ...below, at } };
    }
    case 'task.turn': {
      const changes = oldValues(liveRow(rows, 'task', id), args.changes);
      const occurrenceId = args.occurrenceId ?? null;
      const isThere = occurrenceId !== null && rows.get('task', occurrenceId)?.deletedAt === null ? 1 : 0;
      const below = oldBelow(rows, args.below ?? []);
      return changes && { name, args: { id, occurrenceId, isThere, changes, ...below, at } };
    }
    case 'task.reopen': {
      const task = liveRow(rows, 'task', id);
      if (!task || task.completedAt === null || !isDone(rows, task)) return null;
      // Its own time, not that of the reopening: it stands where it stood among the completed ones.
      return { name: 'task.complete', args: { id, at: task.completedAt } };
    }
    case 'task.delete': {
      const task = liveRow(rows, 'task', id);
      return task ? { name: 'task.restore', args: { id, collectionId: task.collectionId, at } } : null;
    }
    case 'task.restore':
      // One that went with what it stands in comes back too.
      if (!keptRow(rows, 'task', id) || liveRow(rows, 'task', id)) return null;
      return { name: 'task.delete', args: { id, at } };
    // What is deleted for good does not come back.
    case 'collection.purge':
    case 'task.purge':
      return null;
    case 'setting.set': {
      const value = rows.get('setting', id)?.value ?? '';
      return value === (args.value ?? '') ? null : { name, args: { id, value, at } };
    }
    case 'dismissal.add':
      return liveRow(rows, 'dismissal', id) ? null : { name: 'dismissal.remove', args: { id, at } };
    case 'dismissal.remove': {
      const row = liveRow(rows, 'dismissal', id);
      return row ? { name: 'dismissal.add', args: { id, ...settableIn('dismissal', row), at } } : null;
    }
  }
}

/** The columns of a task that any advance changes. */
function turnOf({ date, time, repeat, repeatStart, repeatDue, cycleAt, completedAt, doneIn }: Rows['task']) {
  return { date, time, repeat, repeatStart, repeatDue, cycleAt, completedAt, doneIn };
}

/** The columns that it changes of the tasks below. */
function movedOf({ date, time, deadline, repeat, repeatStart, repeatDue, cycleAt }: Rows['task']) {
  return { date, time, deadline, repeat, repeatStart, repeatDue, cycleAt };
}

/** The argument that takes changes of tasks below back; no argument where all of them are as they were. */
function oldBelow(rows: Pick<Tx, 'get'>, changed: readonly Below[]): { readonly below?: readonly Below[] } {
  const below = changed.flatMap(({ id, changes }) => {
    const old = oldValues(rows.get('task', id), changes);
    return old ? [{ id, changes: old }] : [];
  });
  return below.length === 0 ? {} : { below };
}

/** Whether there is something to bring back. */
function isDeleted(rows: Pick<Tx, 'get'>, table: TableName, id: string): boolean {
  return (keptRow(rows, table, id)?.deletedAt ?? null) !== null;
}

/** What `row` has in the fields that `changes` gives another value; null when there are none. */
function oldValues<Changes extends object>(
  row: Required<Changes> | undefined,
  changes: Changes,
): Changes | null {
  if (!row) return null;
  const fields = (Object.keys(changes) as (keyof Changes)[]).filter((field) => changes[field] !== row[field]);
  if (fields.length === 0) return null;
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Changes;
}
