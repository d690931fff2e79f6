import { sql, type CompiledQuery, type Transaction } from 'kysely';
import type { Collection } from '#src/domain/collection.ts';
import { mutatorOf, type Mutation } from '#src/mutators/index.ts';
import type { TaskFields } from '#src/mutators/tx.ts';
import type { SyncTables } from './database.ts';

/** A change to all tasks that go with a collection (see goesWith), made where they are: none of them is read. */
export interface TasksChange {
  readonly collection: Collection;
  readonly fields: TaskFields;
  /** How many tasks these are. */
  readonly tasks: number;
}

/** Whether a mutation changes all tasks of a collection, however many these are. */
export function isWide(mutation: Mutation): boolean {
  return mutatorOf(mutation)
    .reads(mutation.args)
    .some((read) => 'tasksWith' in read);
}

/**
 * What one transaction takes of a batch: a wide mutation alone, or all before the first one. 500 of them in one would take
 * as many times as long, and nobody else would have a turn meanwhile.
 */
export function firstPart(mutations: readonly Mutation[]): readonly Mutation[] {
  const wide = mutations.findIndex(isWide);
  return wide < 0 ? mutations : mutations.slice(0, Math.max(1, wide));
}

/** How many tasks go with the collection. */
export function countTasksWith(
  tx: Transaction<SyncTables>,
  userId: string,
  collection: Collection,
): CompiledQuery<{ tasks: number }> {
  return tasksWith(tx, userId, collection)
    .select((eb) => eb.fn.countAll<number>().as('tasks'))
    .compile();
}

/** Versions that one statement gives: as few as a slow disk writes within what PostgreSQL may take for one. */
const VERSIONS_PER_STATEMENT = 500;

/**
 * Makes the change, and gives the tasks the versions from `version` on, `perVersion` of them at most. What a statement has
 * changed goes with the collection no more, and the next one comes to others.
 */
export function* changeTasksWith(
  tx: Transaction<SyncTables>,
  userId: string,
  change: TasksChange,
  version: number,
  perVersion: number,
): Generator<CompiledQuery> {
  let versions = Math.ceil(change.tasks / perVersion);
  for (let first = version; versions > 0; first += VERSIONS_PER_STATEMENT) {
    const some = Math.min(versions, VERSIONS_PER_STATEMENT);
    yield changeSome(tx, userId, change, { first, versions: some, tasks: some * perVersion });
    versions -= some;
  }
}

/**
 * Changes so many of the tasks. It inserts rows that are all there, so that each is found by its key. An `UPDATE` would have to
 * join the tasks to themselves, for which PostgreSQL compares each with every other when its statistics know only users with few.
 */
function changeSome(
  tx: Transaction<SyncTables>,
  userId: string,
  { collection, fields: { deletedAt, updatedAt } }: TasksChange,
  { first, versions, tasks }: { readonly first: number; readonly versions: number; readonly tasks: number },
): CompiledQuery {
  const some = tasksWith(tx, userId, collection)
    .select(['user_id', 'id', 'date', 'collection_id', 'created_at', 'updated_at'])
    .limit(sql.lit(tasks));
  return tx
    .insertInto('task')
    .columns([
      'user_id',
      'id',
      'date',
      'collection_id',
      'created_at',
      'name',
      'description',
      'updated_at',
      'deleted_at',
      'version',
    ])
    .expression(
      tx
        .selectFrom(some.as('some'))
        .select((eb) => [
          'user_id',
          'id',
          'date',
          'collection_id',
          'created_at',
          // The texts stay as they are, and are not read.
          sql.lit('').as('name'),
          sql.lit('').as('description'),
          updatedAt === undefined ? 'updated_at' : bigint(updatedAt).as('updated_at'),
          bigint(deletedAt).as('deleted_at'),
          // Not by a division: there are databases in which that of whole numbers is a fraction.
          sql<number>`${bigint(first - 1)} + ${eb.fn.agg('ntile', [sql.lit(versions)]).over((over) => over.partitionBy('user_id'))}`.as(
            'version',
          ),
        ])
        // Else SQLite takes the ON of the conflict for that of a join.
        .where(sql.lit(true)),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet((eb) => ({
        updated_at: eb.ref('excluded.updated_at'),
        deleted_at: eb.ref('excluded.deleted_at'),
        version: eb.ref('excluded.version'),
      })),
    )
    .compile();
}

/** PostgreSQL does not know what a parameter is that it selects; SQLite takes a number for a fraction. */
function bigint(value: number | null) {
  return sql<number>`cast(${value} as bigint)`;
}

/** In SQL what `goesWith` says. */
function tasksWith(tx: Transaction<SyncTables>, userId: string, { id, deletedAt }: Collection) {
  const tasks = tx.selectFrom('task').where('user_id', '=', userId).where('collection_id', '=', id);
  return deletedAt === null
    ? tasks.where('deleted_at', 'is', null).where('completed_at', 'is', null)
    : tasks.where('deleted_at', '=', deletedAt);
}
