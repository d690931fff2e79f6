import type { CompiledQuery, Transaction } from 'kysely';
import { MutationRejected, type RejectionCode } from '#src/domain/errors.ts';
import type { Mutation } from '#src/mutators/index.ts';
import { Overlay } from '#src/mutators/overlay.ts';
import type { Outcome, Patch } from '#src/sync/protocol.ts';
import { BatchReads } from './batch-reads.ts';
import type { SyncTables } from './database.ts';
import { execute, statement } from './execute.ts';
import { fromCollection, fromTask } from './rows.ts';

/** Rows in one INSERT: 11 columns each stay below SQLite's limit of 32,766 parameters. */
const ROWS_PER_INSERT = 2_000;

/**
 * Applies a user's mutations in order, inside the given transaction, each id once however often it arrives (sync rule
 * W5). `now` is ms since 1970 UTC. Returns the patch of this one version, with an outcome for every mutation.
 */
export async function push(
  tx: Transaction<SyncTables>,
  userId: string,
  mutations: readonly Mutation[],
  now: number,
): Promise<Patch> {
  const reads = new BatchReads(mutations);
  // The first one locks the user's row; the others see what was committed before it had the lock.
  const [[space], known, ...found] = await execute(tx, [
    raiseVersion(tx, userId),
    outcomesOf(tx, userId, mutations),
    ...reads.statements(tx, userId),
  ]);
  if (!space) throw new Error('Raising the version returned no row.');
  const outcomes = new Map(known.map((row) => [row.mutation_id, row.outcome]));
  const overlay = new Overlay({
    rows: await reads.complete(tx, userId, found.flat()),
    liveCounts: { collection: space.collection_count, task: space.task_count },
  });
  const view = reads.guard(overlay);
  const newOutcomes = new Map<string, RejectionCode | null>();
  for (const mutation of mutations) {
    // One id may also stand twice in one batch, when a device's outbox was written again after an unclear failure.
    if (outcomes.has(mutation.id) || newOutcomes.has(mutation.id)) continue;
    newOutcomes.set(mutation.id, runOnce(overlay, mutation, view));
  }
  await execute(tx, [
    ...writes(tx, userId, space.version, overlay),
    ...recordOutcomes(tx, userId, space.version, newOutcomes, now),
    ...saveCounts(tx, userId, space, overlay),
  ]);
  return {
    type: 'patch',
    from: space.version - 1,
    to: space.version,
    collections: [...overlay.changed.collection.values()],
    tasks: [...overlay.changed.task.values()],
    outcomes: mutations.map(({ id }): Outcome => ({
      id,
      rejection: newOutcomes.get(id) ?? outcomes.get(id) ?? null,
    })),
    rest: null,
  };
}

interface Space {
  readonly version: number;
  readonly task_count: number;
  readonly collection_count: number;
}

/** Also takes the user's row lock, which orders all pushes of one user across servers. */
function raiseVersion(tx: Transaction<SyncTables>, userId: string): CompiledQuery<Space> {
  const values = { user_id: userId, version: 1, task_count: 0, collection_count: 0 };
  return statement(tx, 'raise version', [...Object.values(values), 1], () =>
    tx
      .insertInto('space')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((eb) => ({ version: eb('space.version', '+', 1) })),
      )
      .returning(['version', 'task_count', 'collection_count']),
  );
}

function outcomesOf(tx: Transaction<SyncTables>, userId: string, mutations: readonly Mutation[]) {
  const ids = mutations.map((mutation) => mutation.id);
  return statement(tx, `outcomes of ${ids.length}`, [userId, ...ids], () =>
    tx
      .selectFrom('mutation')
      .select(['mutation_id', 'outcome'])
      .where('user_id', '=', userId)
      .where('mutation_id', 'in', ids),
  );
}

function runOnce(
  overlay: Overlay,
  mutation: Mutation,
  view: Parameters<Overlay['run']>[1],
): RejectionCode | null {
  try {
    overlay.run(mutation, view);
    return null;
  } catch (error) {
    if (error instanceof MutationRejected) return error.code;
    throw error;
  }
}

function* writes(
  tx: Transaction<SyncTables>,
  userId: string,
  version: number,
  overlay: Overlay,
): Generator<CompiledQuery> {
  const collections = [...overlay.changed.collection.values()].map((row) =>
    fromCollection(userId, version, row),
  );
  for (const rows of slices(collections)) {
    yield statement(tx, `write ${rows.length} collections`, rows.flatMap(Object.values), () =>
      tx
        .insertInto('collection')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'id']).doUpdateSet((eb) => ({
            name: eb.ref('excluded.name'),
            color: eb.ref('excluded.color'),
            position: eb.ref('excluded.position'),
            deleted_at: eb.ref('excluded.deleted_at'),
            version: eb.ref('excluded.version'),
          })),
        ),
    );
  }
  const tasks = [...overlay.changed.task.values()].map((row) => fromTask(userId, version, row));
  for (const rows of slices(tasks)) {
    yield statement(tx, `write ${rows.length} tasks`, rows.flatMap(Object.values), () =>
      tx
        .insertInto('task')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'id']).doUpdateSet((eb) => ({
            name: eb.ref('excluded.name'),
            description: eb.ref('excluded.description'),
            date: eb.ref('excluded.date'),
            collection_id: eb.ref('excluded.collection_id'),
            updated_at: eb.ref('excluded.updated_at'),
            completed_at: eb.ref('excluded.completed_at'),
            deleted_at: eb.ref('excluded.deleted_at'),
            version: eb.ref('excluded.version'),
          })),
        ),
    );
  }
}

function recordOutcomes(
  tx: Transaction<SyncTables>,
  userId: string,
  version: number,
  outcomes: ReadonlyMap<string, RejectionCode | null>,
  now: number,
): CompiledQuery[] {
  if (outcomes.size === 0) return [];
  const rows = [...outcomes].map(([mutation_id, outcome]) => ({
    user_id: userId,
    mutation_id,
    outcome,
    version,
    created_at: now,
  }));
  const query = statement(tx, `record ${rows.length}`, rows.flatMap(Object.values), () =>
    tx.insertInto('mutation').values(rows),
  );
  return [query];
}

function saveCounts(
  tx: Transaction<SyncTables>,
  userId: string,
  space: Space,
  overlay: Overlay,
): CompiledQuery[] {
  const counts = { task_count: overlay.count('task'), collection_count: overlay.count('collection') };
  if (counts.task_count === space.task_count && counts.collection_count === space.collection_count) return [];
  const query = statement(tx, 'save counts', [...Object.values(counts), userId], () =>
    tx.updateTable('space').set(counts).where('user_id', '=', userId),
  );
  return [query];
}

function* slices<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    yield rows.slice(start, start + ROWS_PER_INSERT);
}
