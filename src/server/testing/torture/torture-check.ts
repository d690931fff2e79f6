import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';

import type { Collection } from '#src/tables/collection/collection.ts';
import type { TableName } from '#src/tables/tables.ts';
import { spaceOf } from '#src/domain/space.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { openDatabase, type DatabaseOptions } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';
import type { TortureDevice } from './torture-device.ts';
import { PAGE_ROWS } from '#src/sync/protocol.ts';
import type { MutationTable } from '#src/sync/server/database.ts';
import { pull } from '#src/sync/server/pull.ts';
import { readCounts } from '#src/sync/server/push.ts';
import { Model } from '#src/sync/testing/model.ts';

/** The stored data of one user. */
export interface Stored {
  readonly tasks: readonly Task[];
  readonly collections: readonly Collection[];
  readonly outcomes: ReadonlyMap<string, Pick<MutationTable, 'outcome' | 'version'>>;
  readonly counts: Readonly<Record<TableName, number>>;
}

export interface Writer {
  readonly log: readonly Mutation[];
  readonly outcomes: TortureDevice['outcomes'];
}

/** Reads the database; a SQLite one only while no server runs. Throws if SQLite finds the file damaged. */
export async function readStored(where: DatabaseOptions, userIds: readonly string[]): Promise<Stored[]> {
  const database = openDatabase(where);
  try {
    const stored: Stored[] = [];
    for (const userId of userIds) stored.push(await database.snapshot((tx) => readOne(tx, userId)));
    return stored;
  } finally {
    await database.close();
  }
}

async function readOne(tx: Transaction<Database>, userId: string): Promise<Stored> {
  const space = await tx
    .selectFrom('space')
    .selectAll()
    .where('space_id', '=', spaceOf(userId))
    .executeTakeFirst();
  const rows = await tx.selectFrom('mutation').selectAll().where('space_id', '=', spaceOf(userId)).execute();
  return {
    ...(await readRows(tx, userId)),
    outcomes: new Map(rows.map((row) => [row.mutation_id, row])),
    counts: readCounts(space?.live_counts ?? '{}'),
  };
}

async function readRows(
  tx: Transaction<Database>,
  userId: string,
): Promise<Pick<Stored, 'tasks' | 'collections'>> {
  const first = await pull(tx, spaceOf(userId), { version: 0, loadedAt: 0 }, PAGE_ROWS);
  const tasks = [...(first.rows.task ?? [])];
  for (let { rest, to } = first; rest;) {
    const page = await pull(tx, spaceOf(userId), { version: to, loadedAt: rest.version }, PAGE_ROWS);
    tasks.push(...(page.rows.task ?? []));
    ({ rest, to } = page);
  }
  return { tasks, collections: first.rows.collection ?? [] };
}

/**
 * Compares the stored data with all writes of the user's devices, all of them answered. No two transactions
 * share a version, so versions and the devices' logs together give the order of the server. The model, which
 * shares no code with the server, gives the expected result of that order. Returns the problems.
 */
export function checkStored(stored: Stored, writers: readonly Writer[]): string[] {
  const problems: string[] = [];
  const taken: { mutation: Mutation; version: number; writer: number }[] = [];
  for (const [writer, { log, outcomes }] of writers.entries()) {
    let last = 0;
    for (const mutation of log) {
      const record = stored.outcomes.get(mutation.id);
      if (!record) {
        problems.push(`${mutation.id} was answered, and is lost`);
        continue;
      }
      if (record.outcome !== outcomes.get(mutation.id))
        problems.push(`${mutation.id} was answered ${outcomes.get(mutation.id)}, stored ${record.outcome}`);
      if (record.version < last)
        problems.push(`${mutation.id} was taken before what its device wrote earlier`);
      last = record.version;
      taken.push({ mutation, version: record.version, writer });
    }
  }
  if (stored.outcomes.size !== taken.length)
    problems.push(`${stored.outcomes.size} outcomes are stored for ${taken.length} mutations`);
  problems.push(...replay(stored, taken));
  return problems;
}

function replay(
  stored: Stored,
  taken: readonly { mutation: Mutation; version: number; writer: number }[],
): string[] {
  const problems: string[] = [];
  const model = new Model();
  let previous = { version: 0, writer: 0 };
  // The sort keeps a log's order within a version.
  for (const { mutation, version, writer } of taken.toSorted((a, b) => a.version - b.version)) {
    if (version === previous.version && writer !== previous.writer)
      problems.push(`version ${version} has mutations of two devices`);
    previous = { version, writer };
    const expected = model.apply(mutation);
    const actual = stored.outcomes.get(mutation.id)?.outcome ?? null;
    if (actual !== expected) problems.push(`${mutation.id} became ${actual} instead of ${expected}`);
  }
  const { tasks, collections } = stored;
  if (!isDeepStrictEqual(byId(tasks), model.task)) problems.push('the tasks are not what the mutations give');
  if (!isDeepStrictEqual(byId(collections), model.collection))
    problems.push('the collections are not what the mutations give');
  if (!isDeepStrictEqual(stored.counts, model.counts)) problems.push('the counts of rows are wrong');
  return problems;
}

/** Checks that the device has the stored rows. */
export function checkRows(stored: Stored, rows: TortureDevice['rows']): string[] {
  const isSame =
    isDeepStrictEqual(rows.task, byId(stored.tasks)) &&
    isDeepStrictEqual(rows.collection, byId(stored.collections));
  return isSame ? [] : ['a device has other rows than the server'];
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> {
  // SQLite's rows have no prototype.
  return new Map(rows.map((row) => [row.id, { ...row }]));
}
