import { isActive, isCompleted } from '#src/domain/task.ts';
import type { Operation } from './index.ts';
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
      return rows.get('collection', id) ? null : { name: 'collection.delete', args: { id, at } };
    case 'collection.edit': {
      const collection = rows.get('collection', id);
      const changes = isLive(collection) ? oldValues(collection, args.changes) : null;
      return changes && { name, args: { id, changes, at } };
    }
    case 'collection.delete':
      return isLive(rows.get('collection', id)) ? { name: 'collection.restore', args: { id, at } } : null;
    case 'collection.restore':
      return isDeleted(rows.get('collection', id)) ? { name: 'collection.delete', args: { id, at } } : null;
    case 'task.add':
      return rows.get('task', id) ? null : { name: 'task.delete', args: { id, at } };
    case 'task.edit': {
      const task = rows.get('task', id);
      if (!isLive(task)) return null;
      const { collectionId: _, ...withoutMove } = args.changes;
      const canMoveBack = isLive(rows.get('collection', task.collectionId));
      const changes = oldValues(task, canMoveBack ? args.changes : withoutMove);
      return changes && { name, args: { id, changes, at } };
    }
    case 'task.complete': {
      const task = rows.get('task', id);
      if (!task || !isActive(task)) return null;
      return { name: 'task.reopen', args: { id, collectionId: task.collectionId, at } };
    }
    case 'task.reopen': {
      const task = rows.get('task', id);
      if (!task || !isCompleted(task)) return null;
      // Its own time, not that of the reopening: it stands where it stood among the completed ones.
      return { name: 'task.complete', args: { id, at: task.completedAt ?? at } };
    }
    case 'task.delete': {
      const task = rows.get('task', id);
      return isLive(task)
        ? { name: 'task.restore', args: { id, collectionId: task.collectionId, at } }
        : null;
    }
    case 'task.restore':
      return isDeleted(rows.get('task', id)) ? { name: 'task.delete', args: { id, at } } : null;
  }
}

interface Deletable {
  readonly deletedAt: number | null;
}

function isLive<Row extends Deletable>(row: Row | undefined): row is Row {
  return row?.deletedAt === null;
}

function isDeleted(row: Deletable | undefined): boolean {
  return row !== undefined && row.deletedAt !== null;
}

/** What `row` has in the fields that `changes` gives another value; null when there are none. */
function oldValues<Changes extends object>(row: Required<Changes>, changes: Changes): Changes | null {
  const fields = (Object.keys(changes) as (keyof Changes)[]).filter((field) => changes[field] !== row[field]);
  if (fields.length === 0) return null;
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Changes;
}
