import type { CompiledQuery, Transaction } from 'kysely';
import { MutationRejected, type RejectionCode } from '#src/domain/errors.ts';
import type { Mutation } from '#src/mutators/index.ts';
import { emptyRows, Overlay } from '#src/mutators/overlay.ts';
import { PAGE_ROWS, type Outcome, type Patch } from '#src/sync/protocol.ts';
import { BatchReads, type Found } from './batch-reads.ts';
import type { SyncTables } from './database.ts';
import { execute, statement } from './execute.ts';
import { fitPage, patchSince, VERSION_ROWS } from './pull.ts';
import { fromCollection, fromTask } from './rows.ts';
import { changeTasksWith, firstPart, type TasksChange } from './wide.ts';
import { recordOutcomes, saveSpace, writeCollections, writeTasks, type Space } from './writes.ts';

export interface PushSizes {
  /** About how many tasks a patch may have before it is sent in pages. */
  readonly pageRows: number;
  /** How many tasks one version has at most, so that a page can end behind it. */
  readonly versionRows: number;
}

export const PUSH_SIZES: PushSizes = { pageRows: PAGE_ROWS, versionRows: VERSION_ROWS };

/** All that is to be read for what is done already. */
const NOTHING: Found = { rows: emptyRows(), tasksWith: 0 };

/** What became of the first part of a batch. */
export interface Pushed {
  /** Of all that changed, or the first page of it; with an outcome for every mutation of the part. */
  readonly patch: Patch;
  /** How many tasks a wide mutation went through. */
  readonly rows: number;
}

/**
 * Applies the first part of a user's mutations (see firstPart) in order, inside the given transaction, each id once
 * however often it arrives (sync rule W5). `now` is ms since 1970 UTC.
 */
export async function push(
  tx: Transaction<SyncTables>,
  userId: string,
  batch: readonly Mutation[],
  now: number,
  { pageRows, versionRows }: PushSizes = PUSH_SIZES,
): Promise<Pushed> {
  const mutations = firstPart(batch);
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
  const { rows, tasksWith } = isKnown ? NOTHING : await reads.complete(tx, userId, found.flat());
  const overlay = new Overlay({
    rows,
    liveCounts: { collection: space.collection_count, task: space.task_count },
  });
  const changes: TasksChange[] = [];
  const view = reads.guard(overlay, tasksWith, changes);
  const newOutcomes = new Map<string, RejectionCode | null>();
  for (const mutation of mutations) {
    // One id may also stand twice in one batch, when a device's outbox was written again after an unclear failure.
    if (outcomes.has(mutation.id) || newOutcomes.has(mutation.id)) continue;
    newOutcomes.set(mutation.id, runOnce(overlay, mutation, view));
  }
  // A wide mutation is alone.
  const [change] = changes;
  const collections = [...overlay.changed.collection.values()];
  const tasks = [...overlay.changed.task.values()];
  const versionAt = (place: number) => space.version + Math.floor(place / versionRows);
  const newest = versionAt(Math.max(0, (change?.tasks ?? tasks.length) - 1));
  // A new one comes before its tasks. One that goes or comes back with them comes after: then the device that did it, which has
  // its mutation still to replay, shows no state between.
  const collectionVersion = change ? newest : space.version;
  await execute(tx, [
    ...writeCollections(
      tx,
      collections.map((row) => fromCollection(userId, collectionVersion, row)),
    ),
    ...writeTasks(
      tx,
      tasks.map((row, place) => fromTask(userId, versionAt(place), row)),
    ),
    ...(change ? changeTasksWith(tx, userId, change, space.version, versionRows) : []),
    ...recordOutcomes(tx, userId, newest, newOutcomes, now),
    ...saveSpace(tx, userId, space, {
      version: newest,
      task_count: overlay.count('task') + (change ? liveTasksMore(change) : 0),
      collection_count: overlay.count('collection'),
    }),
  ]);
  const from = space.version - 1;
  const patch: Patch =
    change || !fitPage(tasks, pageRows)
      ? await patchSince(tx, userId, from, newest, pageRows)
      : { type: 'patch', from, to: newest, collections, tasks, outcomes: [], rest: null };
  return {
    patch: {
      ...patch,
      outcomes: mutations.map(({ id }): Outcome => ({
        id,
        rejection: newOutcomes.get(id) ?? outcomes.get(id) ?? null,
      })),
    },
    rows: tasksWith,
  };
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

/** By how many the live tasks become more. */
function liveTasksMore({ fields, tasks }: TasksChange): number {
  return fields.deletedAt === null ? tasks : -tasks;
}
