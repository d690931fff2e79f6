import type { CompiledQuery, Transaction } from 'kysely';
import { MutationRejected, type RejectionCode } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import type { Mutation } from '#src/mutators/index.ts';
import { emptyRows, Overlay } from '#src/mutators/overlay.ts';
import { PAGE_ROWS, type Outcome, type Patch } from '#src/sync/protocol.ts';
import { BatchReads, type Found } from './batch-reads.ts';
import type { SyncTables } from './database.ts';
import { execute, statement } from './execute.ts';
import { fitPage, patchSince, VERSION_ROWS } from './pull.ts';
import { fromCollection, fromTask } from './rows.ts';
import { StoredBytes } from './stored-bytes.ts';
import {
  forgetOutcomes,
  recordOutcomes,
  saveSpace,
  writeCollections,
  writeTasks,
  type Space,
} from './writes.ts';

export interface PushSizes {
  /** About how many tasks a patch may have before it is sent in pages. */
  readonly pageRows: number;
  /** How many tasks one version has at most, so that a page can end behind it. */
  readonly versionRows: number;
  /** What the rows of a user may take (see StoredBytes). */
  readonly maxBytes: number;
  /** How many outcomes of mutations are kept of a user, the newest: else one could record without end. */
  readonly maxOutcomes: number;
}

export const PUSH_SIZES: PushSizes = {
  pageRows: PAGE_ROWS,
  versionRows: VERSION_ROWS,
  maxBytes: LIMITS.storedBytes,
  maxOutcomes: 1_000_000,
};

/** All that is to be read for what is done already. */
const NOTHING: Found = { rows: emptyRows(), activeIn: new Map() };

/** What became of a batch. */
export interface Pushed {
  /** Of all that changed, or the first page of it; with an outcome for every mutation. */
  readonly patch: Patch;
  /** How many tasks were counted, of collections that it deletes or brings back. */
  readonly counted: number;
}

/**
 * Applies a user's mutations in order, inside the given transaction, each id once however often it arrives (sync rule W5).
 * `now` is ms since 1970 UTC.
 */
export async function push(
  tx: Transaction<SyncTables>,
  userId: string,
  mutations: readonly Mutation[],
  now: number,
  { pageRows, versionRows, maxBytes, maxOutcomes }: PushSizes = PUSH_SIZES,
): Promise<Pushed> {
  const reads = new BatchReads(mutations);
  // The first one locks the user's row; the others see what was committed before it had the lock.
  const [[space], known, ...found] = await execute(tx, [
    raiseVersion(tx, userId),
    outcomesOf(tx, userId, mutations),
    ...reads.statements(tx, userId),
  ]);
  if (!space) throw new Error('Raising the version returned no row.');
  const outcomes = new Map(known.map((row) => [row.mutation_id, row.outcome]));
  const isKnown = mutations.every(({ id }) => outcomes.has(id));
  const read = isKnown ? NOTHING : await reads.complete(tx, userId, found.flat());
  const stored = new StoredBytes(space.stored_bytes, maxBytes);
  const overlay = new Overlay({
    rows: read.rows,
    counts: {
      live: { collection: space.collection_count, task: space.live_tasks },
      activeIn: read.activeIn,
    },
    admit: stored.admit,
  });
  const view = reads.guard(overlay, read);
  const newOutcomes = new Map<string, RejectionCode | null>();
  for (const mutation of mutations) {
    // One id may also stand twice in one batch, when a device's outbox was written again after an unclear failure.
    if (outcomes.has(mutation.id) || newOutcomes.has(mutation.id)) continue;
    newOutcomes.set(mutation.id, runOnce(overlay, mutation, view));
  }
  const outcomeCount = space.outcome_count + newOutcomes.size;
  const collections = [...overlay.changed.collection.values()];
  const tasks = [...overlay.changed.task.values()];
  const versionAt = (place: number) => space.version + Math.floor(place / versionRows);
  const newest = versionAt(Math.max(0, tasks.length - 1));
  await execute(tx, [
    ...writeCollections(
      tx,
      // With the first of the tasks: none comes before its collection.
      collections.map((row) => fromCollection(userId, space.version, now, row)),
    ),
    ...writeTasks(
      tx,
      tasks.map((row, place) => fromTask(userId, versionAt(place), now, row)),
    ),
    ...recordOutcomes(tx, userId, newest, newOutcomes, now),
    ...saveSpace(tx, userId, space, {
      version: newest,
      live_tasks: overlay.count('task'),
      collection_count: overlay.count('collection'),
      stored_bytes: stored.count,
      outcome_count: Math.min(outcomeCount, maxOutcomes),
    }),
  ]);
  if (outcomeCount > maxOutcomes) await forgetOutcomes(tx, userId, outcomeCount - maxOutcomes);
  const from = space.version - 1;
  const patch: Patch = fitPage(tasks, pageRows)
    ? { type: 'patch', from, to: newest, collections, tasks, outcomes: [], rest: null }
    : await patchSince(tx, userId, from, newest, pageRows);
  return {
    patch: {
      ...patch,
      outcomes: mutations.map(({ id }): Outcome => ({
        id,
        rejection: newOutcomes.get(id) ?? outcomes.get(id) ?? null,
      })),
    },
    counted: read.activeIn.values().reduce((sum, active) => sum + active, 0),
  };
}

/** Also takes the user's row lock, which orders all pushes of one user across servers. */
function raiseVersion(tx: Transaction<SyncTables>, userId: string): CompiledQuery<Space> {
  const nothing = { live_tasks: 0, collection_count: 0, stored_bytes: 0, outcome_count: 0 };
  const values = { user_id: userId, version: 1, ...nothing };
  return statement(tx, 'raise version', [...Object.values(values), 1], () =>
    tx
      .insertInto('space')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((eb) => ({ version: eb('space.version', '+', 1) })),
      )
      .returning(['version', 'live_tasks', 'collection_count', 'stored_bytes', 'outcome_count']),
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
