import type { Operation } from './index.ts';
import { keptRow, liveRow } from './live-rows.ts';
import type { Tx } from './tx.ts';

/**
 * The operation that undoes another one, from the rows as they are before that runs; null when it changes nothing. Of one
 * that will be refused it tells nothing. The user then sees what was before, but for `updatedAt` and for a task that
 * another collection got: reopened in it, or completed and out of a deleted one, it stays. It carries the time of what it
 * undoes.
 */
export function inverseOf({ name, args }: Operation, rows: Pick<Tx, 'get'>): Operation | null {
  const { id, at } = args;
  switch (name) {
    case 'collection.add':
      return keptRow(rows, 'collection', id) ? null : { name: 'collection.delete', args: { id, at } };
    case 'collection.edit': {
      const collection = liveRow(rows, 'collection', id);
      const changes = collection ? oldValues(collection, args.changes) : null;
      return changes && { name, args: { id, changes, at } };
    }
    case 'collection.delete':
      return liveRow(rows, 'collection', id) ? { name: 'collection.restore', args: { id, at } } : null;
    case 'collection.restore':
      if (!keptRow(rows, 'collection', id) || liveRow(rows, 'collection', id)) return null;
      return { name: 'collection.delete', args: { id, at } };
    case 'task.add':
      return keptRow(rows, 'task', id) ? null : { name: 'task.delete', args: { id, at } };
    case 'task.edit': {
      const task = liveRow(rows, 'task', id);
      if (!task) return null;
      const { collectionId: _, ...withoutMove } = args.changes;
      const canMoveBack = liveRow(rows, 'collection', task.collectionId) !== undefined;
      const changes = oldValues(task, canMoveBack ? args.changes : withoutMove);
      return changes && { name, args: { id, changes, at } };
    }
    case 'task.complete': {
      const task = liveRow(rows, 'task', id);
      if (task?.completedAt !== null) return null;
      return { name: 'task.reopen', args: { id, collectionId: task.collectionId, at } };
    }
    case 'task.reopen': {
      const task = liveRow(rows, 'task', id);
      if (!task || task.completedAt === null) return null;
      // Its own time, not that of the reopening: it stands where it stood among the completed ones.
      return { name: 'task.complete', args: { id, at: task.completedAt } };
    }
    case 'task.delete': {
      const task = liveRow(rows, 'task', id);
      return task ? { name: 'task.restore', args: { id, collectionId: task.collectionId, at } } : null;
    }
    case 'task.restore':
      if (!keptRow(rows, 'task', id) || liveRow(rows, 'task', id)) return null;
      return { name: 'task.delete', args: { id, at } };
    case 'setting.set': {
      const value = rows.get('setting', id)?.value ?? '';
      return value === (args.value ?? '') ? null : { name, args: { id, value, at } };
    }
  }
}

/** What `row` has in the fields that `changes` gives another value; null when there are none. */
function oldValues<Changes extends object>(row: Required<Changes>, changes: Changes): Changes | null {
  const fields = (Object.keys(changes) as (keyof Changes)[]).filter((field) => changes[field] !== row[field]);
  if (fields.length === 0) return null;
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Changes;
}
