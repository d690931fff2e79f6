import { sql, type SqlBool, type Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import { withoutTexts } from '#src/reading/history/row-history.ts';
import type { SyncTables } from '#src/sync/server/database.ts';
import { execute } from '#src/sync/server/execute.ts';
import { isAbout } from './about.ts';
import { rowsIn } from './forget.ts';

/**
 * The most entries, and about the most bytes of them, that lose their texts in one transaction. It takes some 20 ms, and
 * others wait for it. The entries of one push go together, however many they are.
 */
export const ERASED_AT_ONCE = { entries: 200, bytes: 2 * 1_048_576, rows: 1_000 } as const;

export interface Erased {
  /** How many bytes the history has less. The caller takes them off the count of the space. */
  readonly freed: number;
  /** How many bytes of entries were read. */
  readonly read: number;
  /** True when more entries have the texts: `eraseNext` goes on with them. */
  readonly hasRest: boolean;
}

const NOTHING_ERASED: Erased = { freed: 0, read: 0, hasRest: false };

/**
 * Takes the texts of rows out of all entries up to `version`: they were purged for good (rule H3). A long history keeps
 * a part for later, and notes it: readers no longer see these texts from now on (see `erasuresOf`). The
 * caller holds the lock of the space.
 */
export async function eraseFromHistory(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  rowIds: readonly string[],
  version: number,
): Promise<Erased> {
  if (rowIds.length === 0) return NOTHING_ERASED;
  const { rest, ...erased } = await eraseSlice(tx, spaceId, rowIds, version);
  if (rest > 0)
    await tx
      .insertInto('history_erasure')
      .values(rowIds.map((row_id) => ({ space_id: spaceId, row_id, version: rest })))
      .onConflict((conflict) =>
        conflict
          .columns(['space_id', 'row_id'])
          .doUpdateSet((eb) => ({ version: eb.ref('excluded.version') })),
      )
      .execute();
  return { ...erased, hasRest: rest > 0 };
}

/** Goes on where `eraseFromHistory` stopped, newest entries first. */
export async function eraseNext(tx: Transaction<SyncTables>, spaceId: SpaceId): Promise<Erased> {
  const space = await tx
    .updateTable('space')
    .set((eb) => ({ history_bytes: eb.ref('history_bytes') }))
    .where('space_id', '=', spaceId)
    .returning('history_bytes')
    .executeTakeFirst();
  if (!space) return NOTHING_ERASED;
  const erased = await eraseRest(tx, spaceId);
  await tx
    .updateTable('space')
    .set({ history_bytes: space.history_bytes - erased.freed })
    .where('space_id', '=', spaceId)
    .execute();
  return erased;
}

async function eraseRest(tx: Transaction<SyncTables>, spaceId: SpaceId): Promise<Erased> {
  const waiting = await tx
    .selectFrom('history_erasure')
    .select(['row_id', 'version'])
    .where('space_id', '=', spaceId)
    .orderBy('version', 'desc')
    .limit(ERASED_AT_ONCE.rows)
    .execute();
  const version = waiting[0]?.version;
  if (version === undefined) return NOTHING_ERASED;
  // Rows that were purged together share a version.
  const rowIds = waiting.filter((row) => row.version === version).map(({ row_id }) => row_id);
  const { rest, ...erased } = await eraseSlice(tx, spaceId, rowIds, version);
  if (rest > 0)
    await tx
      .updateTable('history_erasure')
      .set({ version: rest })
      .where('space_id', '=', spaceId)
      .where('row_id', 'in', rowIds)
      .execute();
  else
    await tx
      .deleteFrom('history_erasure')
      .where('space_id', '=', spaceId)
      .where('row_id', 'in', rowIds)
      .execute();
  return {
    ...erased,
    hasRest: rest > 0 || rowIds.length < waiting.length || waiting.length === ERASED_AT_ONCE.rows,
  };
}

/** The rows of these whose texts are still in entries up to a version, by their ids. */
export async function erasuresOf(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  rowIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (rowIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('history_erasure')
    .select(['row_id', 'version'])
    .where('space_id', '=', spaceId)
    .where('row_id', 'in', rowIds)
    .execute();
  return new Map(rows.map(({ row_id, version }) => [row_id, version]));
}

/** `rest`: the version up to which more entries may have the texts; 0 for none. */
async function eraseSlice(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  rowIds: readonly string[],
  version: number,
): Promise<{ freed: number; read: number; rest: number }> {
  const rows = sql<SqlBool>`row_id in (${sql.join(rowIds)})`;
  const limit = ERASED_AT_ONCE.entries;
  const found = await tx
    .selectFrom('history')
    .select(['version', sql<number | string>`octet_length(changes)`.as('bytes')])
    .where('space_id', '=', spaceId)
    .where(isAbout(spaceId, { rows, where: sql`version <= ${version}`, limit }))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  const { first, read, isAll } = firstOf(found);
  if (first === null) return { freed: 0, read: 0, rest: 0 };
  const entries = await tx
    .selectFrom('history')
    .select(['version', 'step', 'changes'])
    .where('space_id', '=', spaceId)
    .where(isAbout(spaceId, { rows, where: sql`version between ${first} and ${version}` }))
    .execute();
  const erased = new Set(rowIds);
  let freed = 0;
  const updates = entries.flatMap(({ version: of, step, changes }) => {
    const kept = JSON.stringify(rowsIn(changes).map((row) => (erased.has(row.id) ? withoutTexts(row) : row)));
    if (kept === changes) return [];
    freed += Buffer.byteLength(changes) - Buffer.byteLength(kept);
    return tx
      .updateTable('history')
      .set({ changes: kept })
      .where('space_id', '=', spaceId)
      .where('version', '=', of)
      .where('step', '=', step)
      .compile();
  });
  await execute(tx, updates);
  return { freed, read, rest: isAll ? 0 : first - 1 };
}

/** The oldest version that one transaction gets to, from the newest on. Null without entries. */
function firstOf(found: readonly { readonly version: number; readonly bytes: number | string }[]) {
  let read = 0;
  let first: number | null = null;
  // The last version found may have entries beyond the limit: it comes with the next slice, unless it is the only one.
  const last = found.length < ERASED_AT_ONCE.entries ? null : (found.at(-1)?.version ?? null);
  for (const { version, bytes } of found) {
    const isNext = first !== null && version !== first;
    if (isNext && (read > ERASED_AT_ONCE.bytes || version === last)) return { first, read, isAll: false };
    first = version;
    read += Number(bytes);
  }
  return { first, read, isAll: last === null };
}
