import type { CompiledQuery, Transaction } from 'kysely';
import { MutationRejected, type RejectionCode } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { declarationOf, byTable, TABLE_NAMES, type AnyRow, type TableName } from '#src/tables/tables.ts';
import type { Actor, SpaceId } from '#src/domain/space.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { Overlay, type RowMaps } from '#src/tables/kit/overlay.ts';
import type { Tx } from '#src/tables/kit/tx.ts';
import { changedColumns, isErased } from '#src/tables/kit/row.ts';
import {
  PAGE_ROWS,
  type Changes,
  type Outcome,
  type Patch,
  type RowChange,
  type RowLists,
} from '#src/sync/protocol.ts';
import { countsOf, nothingFound, type Found } from './batch-queries.ts';
import { BatchReads } from './batch-reads.ts';
import type { SyncTables } from './database.ts';
import type { Work } from './pace.ts';
import { execute, statement } from './execute.ts';
import { eraseFromHistory } from '#src/sync/server/history/erase.ts';
import { FORGOTTEN_BYTES, forgetHistory, HISTORY_BYTES } from '#src/sync/server/history/forget.ts';
import { HistoryOfPush } from '#src/sync/server/history/record.ts';
import { Lookups } from './lookups.ts';
import { fitPage, patchSince, VERSION_ROWS } from './pull.ts';
import { toSql } from './rows.ts';
import { StoredBytes, textBytesOf } from './stored-bytes.ts';
import { forgetOutcomes, recordOutcomes, saveSpace, writeRows, type Space } from './writes.ts';

const NO_ROWS = byTable(() => 0);

/** The most rows that a mutation writes by name. Further written rows count as following from it. */
const WRITTEN_ROWS = 2;

/** Rows of all tables that a push has read, and the rows that it has written. */
export interface PushedRows {
  readonly mutations: readonly Mutation[];
  readonly before: RowMaps;
  readonly rows: RowLists;
  /** How many rows of the table are there (see isThere) after the push. */
  readonly count: (table: TableName) => number;
}

/** The result of a Follow. */
export interface Followed {
  /** How many rows the Follow has read. */
  readonly rows: number;
  /** A function to call once the transaction is committed. */
  readonly committed: (() => void) | undefined;
}

/** Makes the further writes that follow from a push, in its transaction and under the row lock of its space. */
export type Follow = (
  tx: Transaction<SyncTables>,
  actor: Actor,
  written: PushedRows,
  now: number,
) => Promise<Followed>;

export interface PushSizes {
  /** About how many rows of paged tables a patch may have. A longer one is sent in pages. */
  readonly pageRows: number;
  /** The most rows of paged tables in one version, so that a page can end behind it. */
  readonly versionRows: number;
  /** The most bytes that the rows of a space may take (see StoredBytes). */
  readonly maxBytes: number;
  /** How many outcomes of mutations a space keeps, the newest ones. Without a limit, a user could record them without end. */
  readonly maxOutcomes: number;
  /** The most bytes that the history of a space may take. */
  readonly maxHistoryBytes: number;
  /**
   * How long (ms) mutations go on in one transaction. The rest goes into another one. Each transaction runs at least
   * one mutation.
   */
  readonly partMs: number;
  /** Ms of a clock that never goes back. */
  readonly clock: () => number;
  readonly follow?: Follow | undefined;
}

export const PUSH_SIZES: PushSizes = {
  pageRows: PAGE_ROWS,
  versionRows: VERSION_ROWS,
  maxBytes: LIMITS.storedBytes,
  maxOutcomes: 1_000_000,
  maxHistoryBytes: HISTORY_BYTES,
  partMs: Infinity,
  clock: threadMs,
};

/** Ms that the server's thread was at work. The work of other threads and processes does not count for a push. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The result of a batch. */
export interface Pushed {
  /** All changes of the batch, or their first page, with an outcome for each mutation that was done. */
  readonly patch: Patch;
  /** How many of the mutations were done, from the first one on. */
  readonly done: number;
  /** True when the batch read and changed only rows that are there. A device at `from` then knows the outcomes by itself. */
  readonly isForeseen: boolean;
  readonly work: Work;
  /** A function to call once the transaction is committed. */
  readonly committed: (() => void) | undefined;
  /** True when texts are left in the history for `eraseNext`. */
  readonly isErasing: boolean;
}

/**
 * Applies a user's mutations to their space in order, inside the given transaction. Each id is applied once, however
 * often it arrives (sync rule W5). `now` is ms since 1970 UTC.
 */
export async function push(
  tx: Transaction<SyncTables>,
  actor: Actor,
  mutations: readonly Mutation[],
  now: number,
  sizes: PushSizes = PUSH_SIZES,
): Promise<Pushed> {
  const { spaceId } = actor;
  const { pageRows, versionRows, maxBytes, maxOutcomes, maxHistoryBytes, partMs, clock, follow } = sizes;
  const reads = new BatchReads(mutations);
  // The first statement locks the space's row. The others see everything committed before the lock was taken.
  const [[space], known, ...found] = await execute(tx, [
    raiseVersion(tx, spaceId),
    outcomesOf(tx, spaceId, mutations),
    ...reads.statements(tx, spaceId),
  ]);
  if (!space) throw new Error('Raising the version returned no row.');
  const outcomes = new Map(known.map((row) => [row.mutation_id, row.outcome]));
  const isKnown = mutations.every(({ id }) => outcomes.has(id));
  const read = isKnown ? nothingFound() : await reads.complete(tx, spaceId, found);
  const live = readCounts(space.live_counts);
  const stored = new StoredBytes(space.stored_bytes, maxBytes);
  const overlay = new Overlay({
    rows: read.rows,
    counts: countsOf(live, read),
    admit: stored.admit,
  });
  const lookups = new Lookups(overlay);
  const view = reads.guard(lookups, read);
  const newOutcomes = new Map<string, RejectionCode | null>();
  const history = new HistoryOfPush();
  const done: Mutation[] = [];
  const start = clock();
  for (const mutation of mutations) {
    if (done.length > 0 && clock() - start > partMs) break;
    done.push(mutation);
    // One batch may have an id twice, when a device wrote its outbox again after an unclear failure.
    if (outcomes.has(mutation.id) || newOutcomes.has(mutation.id)) continue;
    newOutcomes.set(mutation.id, runOnce(overlay, lookups, mutation, view, history));
  }
  const ms = clock() - start;
  const outcomeCount = space.outcome_count + newOutcomes.size;
  const told = history.statements(tx, actor, space.version, now);
  const erased = await eraseFromHistory(tx, spaceId, [...history.erased], space.version);
  const historyBytes = space.history_bytes + told.bytes - erased.freed;
  const tooMuch = historyBytes - maxHistoryBytes;
  const forgotten = tooMuch > 0 ? await forgetHistory(tx, spaceId, tooMuch + FORGOTTEN_BYTES) : { bytes: 0 };
  const written: RowLists = Object.fromEntries(
    TABLE_NAMES.map((table) => [table, [...overlay.changed[table].values()]]),
  );
  const changes = changesOf(read.rows, written);
  const isNew = known.length === 0;
  const { version } = space;
  let paged = 0;
  const writes = TABLE_NAMES.flatMap((table) => {
    // Rows that do not come in pages get the first version, so that no row comes before its owner.
    const { isPaged = false } = declarationOf(table);
    const versionOf = () => version + (isPaged ? Math.floor(paged++ / versionRows) : 0);
    const rows = written[table] ?? [];
    return writeRows(
      tx,
      table,
      rows.map((row) => toSql(table, row, { spaceId, version: versionOf(), now })),
    );
  });
  const newest = version + Math.floor(Math.max(0, paged - 1) / versionRows);
  await execute(tx, [
    ...writes,
    ...recordOutcomes(tx, spaceId, newest, newOutcomes, now),
    ...told.writes,
    ...saveSpace(tx, spaceId, space, {
      version: newest,
      live_counts: JSON.stringify({ ...live, ...byTable((table) => overlay.count(table)) }),
      stored_bytes: stored.count,
      outcome_count: Math.min(outcomeCount, maxOutcomes),
      history_bytes: historyBytes - forgotten.bytes,
    }),
  ]);
  const followed = await follow?.(
    tx,
    actor,
    { mutations, before: read.rows, rows: written, count: (table) => overlay.count(table) },
    now,
  );
  if (outcomeCount > maxOutcomes) await forgetOutcomes(tx, spaceId, outcomeCount - maxOutcomes);
  const from = version - 1;
  const patch: Patch = fitPage(written, pageRows)
    ? { type: 'patch', from, to: newest, rows: written, changes, outcomes: [], rest: null }
    : await patchSince(tx, spaceId, from, newest, pageRows);
  return {
    patch: {
      ...patch,
      outcomes: done.map(({ id }): Outcome => ({
        id,
        rejection: newOutcomes.get(id) ?? outcomes.get(id) ?? null,
      })),
    },
    done: done.length,
    isForeseen:
      isNew &&
      !reads.hasUnnamed &&
      reads.areAllKept(read) &&
      TABLE_NAMES.every((table) =>
        (written[table] ?? []).every((row) => read.rows[table].get(row.id)?.deletedAt === null),
      ),
    work: {
      mutations: done.length,
      ms,
      tasks: countedIn(read, lookups.visited),
      bytes:
        textBytesIn((table) => read.rows[table].values()) +
        textBytesIn((table) => written[table] ?? []) +
        erased.read,
      followed: (followed?.rows ?? 0) + Math.max(0, overlay.written - WRITTEN_ROWS * mutations.length),
    },
    committed: followed?.committed,
    isErasing: erased.hasRest,
  };
}

/** The changes of rows that existed before. */
function changesOf(before: RowMaps, written: RowLists): Changes {
  const changes: Record<string, RowChange[]> = {};
  for (const table of TABLE_NAMES) {
    const known: ReadonlyMap<string, AnyRow> = before[table];
    for (const row of written[table] ?? []) {
      const old = known.get(row.id);
      // Devices may have texts that the server has erased.
      if (old && !isErased(table, old))
        (changes[table] ??= []).push({ id: row.id, columns: changedColumns(old, row) });
    }
  }
  return changes;
}

/** A table without an entry has no rows. A newer server counts the rows of its own tables here too. */
export function readCounts(json: string): Record<TableName, number> {
  return { ...NO_ROWS, ...(JSON.parse(json) as Partial<Record<TableName, number>>) };
}

function textBytesIn(rowsOf: (table: TableName) => Iterable<AnyRow>): number {
  let bytes = 0;
  for (const table of TABLE_NAMES) for (const row of rowsOf(table)) bytes += textBytesOf(table, row);
  return bytes;
}

function countedIn({ owned, below }: Found, visited: number): number {
  let rows = 0;
  let read = 0;
  for (const table of TABLE_NAMES) {
    for (const count of owned[table].values()) rows += count;
    for (const ids of below[table].values()) read += ids.size;
  }
  return rows + Math.max(read, visited);
}

/** Also takes the space's row lock, which orders all pushes to one space across servers. */
function raiseVersion(tx: Transaction<SyncTables>, spaceId: SpaceId): CompiledQuery<Space> {
  const nothing = { live_counts: '{}', stored_bytes: 0, outcome_count: 0, history_bytes: 0 };
  const values = { space_id: spaceId, version: 1, ...nothing };
  return statement(tx, 'raise version', [...Object.values(values), 1], () =>
    tx
      .insertInto('space')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('space_id').doUpdateSet((eb) => ({ version: eb('space.version', '+', 1) })),
      )
      .returning(['version', 'live_counts', 'stored_bytes', 'outcome_count', 'history_bytes']),
  );
}

function outcomesOf(tx: Transaction<SyncTables>, spaceId: SpaceId, mutations: readonly Mutation[]) {
  const ids = mutations.map((mutation) => mutation.id);
  return statement(tx, `outcomes of ${ids.length}`, [spaceId, ...ids], () =>
    tx
      .selectFrom('mutation')
      .select(['mutation_id', 'outcome'])
      .where('space_id', '=', spaceId)
      .where('mutation_id', 'in', ids),
  );
}

function runOnce(
  overlay: Overlay,
  lookups: Lookups,
  mutation: Mutation,
  view: Tx,
  history: HistoryOfPush,
): RejectionCode | null {
  try {
    const changes = overlay.run(mutation, view);
    lookups.settle(changes);
    history.add(mutation, changes);
    return null;
  } catch (error) {
    if (!(error instanceof MutationRejected)) throw error;
    lookups.settle(null);
    return error.code;
  }
}
