import type { CompiledQuery, Transaction } from 'kysely';
import { mutatorOf, type Mutation } from '#src/mutators/index.ts';
import type { SyncTables } from './database.ts';
import { execute, statement } from './execute.ts';

/**
 * About how many tasks the wide mutations of one transaction go through: they take a few times as long as the largest batch
 * of others. One that goes through more is a transaction of its own.
 */
export const BATCH_ROWS = 2_000;

/** What one transaction takes of a batch. */
export interface Part {
  /** At least the first; the rest goes on in another one. */
  readonly mutations: readonly Mutation[];
  /** How many tasks its wide mutations go through, at most. */
  readonly rows: number;
}

/** Whether a mutation goes through all tasks of a collection, however many these are. */
export function isWide(mutation: Mutation): boolean {
  return collectionsGoneThrough(mutation).length > 0;
}

/**
 * Cuts a batch where its wide mutations would go through more than about `maxRows` tasks together: 500 of them would go
 * through all that a user has as many times, and nobody else would have a turn meanwhile. The sizes of collections are read
 * before the user's row is locked: what another server adds by then is as much as a push of it has.
 */
export async function firstPart(
  tx: Transaction<SyncTables>,
  userId: string,
  mutations: readonly Mutation[],
  maxRows: number,
): Promise<Part> {
  const collections = new Set(mutations.flatMap(collectionsGoneThrough));
  if (collections.size === 0) return { mutations, rows: 0 };
  const [found] = await execute(tx, [tasksOf(tx, userId, [...collections])]);
  const sizes = new Map(found.map((row) => [row.collection_id, row.tasks]));
  let rows = 0;
  let hasWide = false;
  for (const [index, mutation] of mutations.entries()) {
    if (!isWide(mutation)) continue;
    const more = collectionsGoneThrough(mutation).reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
    if (hasWide && rows + more > maxRows) return { mutations: mutations.slice(0, index), rows };
    rows += more;
    hasWide = true;
  }
  return { mutations, rows };
}

function collectionsGoneThrough(mutation: Mutation): string[] {
  return mutatorOf(mutation)
    .reads(mutation.args)
    .flatMap((read) => {
      if ('deletedTasksIn' in read) return [read.deletedTasksIn];
      return 'field' in read && read.table === 'task' ? [read.value] : [];
    });
}

/** Deleted tasks count as well: deleting and restoring a collection by turns leaves this number as it is. */
function tasksOf(
  tx: Transaction<SyncTables>,
  userId: string,
  collections: readonly string[],
): CompiledQuery<{ collection_id: string; tasks: number }> {
  return statement(tx, `tasks of ${collections.length} collections`, [userId, ...collections], () =>
    tx
      .selectFrom('task')
      .select((eb) => ['collection_id', eb.fn.countAll<number>().as('tasks')])
      .where('user_id', '=', userId)
      .where('collection_id', 'in', collections)
      .groupBy('collection_id'),
  );
}
