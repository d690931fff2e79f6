import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Collection } from '#src/domain/collection.ts';
import type { Task } from '#src/domain/task.ts';
import type { CollectionTable, SyncTables, TaskTable } from './database.ts';

export const COLLECTION_COLUMNS = ['id', 'name', 'color', 'position', 'created_at', 'deleted_at'] as const;
export const TASK_COLUMNS = [
  'id',
  'name',
  'description',
  'date',
  'collection_id',
  'created_at',
  'updated_at',
  'completed_at',
  'deleted_at',
] as const;

export function toCollection(
  row: Pick<Selectable<CollectionTable>, (typeof COLLECTION_COLUMNS)[number]>,
): Collection {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    position: row.position,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
  };
}

export function toTask(row: Pick<Selectable<TaskTable>, (typeof TASK_COLUMNS)[number]>): Task {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    date: row.date,
    collectionId: row.collection_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
    deletedAt: row.deleted_at,
  };
}

/** A row as it is written at `now`, ms since 1970 UTC. Mutators write no row that was deleted before and stays so. */
export function fromCollection(
  userId: string,
  version: number,
  now: number,
  collection: Collection,
): CollectionTable {
  return {
    user_id: userId,
    id: collection.id,
    name: collection.name,
    color: collection.color,
    position: collection.position,
    created_at: collection.createdAt,
    deleted_at: collection.deletedAt,
    tombstone_since: collection.deletedAt === null ? null : now,
    version,
  };
}

/** As fromCollection. */
export function fromTask(userId: string, version: number, now: number, task: Task): TaskTable {
  return {
    user_id: userId,
    id: task.id,
    name: task.name,
    description: task.description,
    date: task.date,
    collection_id: task.collectionId,
    created_at: task.createdAt,
    updated_at: task.updatedAt,
    completed_at: task.completedAt,
    deleted_at: task.deletedAt,
    tombstone_since: task.deletedAt === null ? null : now,
    version,
  };
}

/** How long the texts of a task are in UTF-8. */
export function textBytes(eb: ExpressionBuilder<SyncTables, 'task'>) {
  const length = (column: 'name' | 'description') => eb.fn<number>('octet_length', [column]);
  return eb(length('name'), '+', length('description'));
}
