import { sql, type Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { RowHistory } from '#src/reading/history/history.ts';
import type { SyncTables } from '#src/sync/server/database.ts';
import { ENTRY_BYTES } from './record.ts';

/** The most bytes that the history of a space may take (rule H3). */
export const HISTORY_BYTES = 64 * 1_048_576;

/** About how many bytes are forgotten at once, so that a push at the limit does so seldom, and others wait shortly. */
export const FORGOTTEN_BYTES = 1_048_576;

/** The most pushes whose entries are forgotten at once. */
const PUSHES = 1_000;

/** A push of advances writes more rows than a statement takes parameters. */
const IDS_A_STATEMENT = 1_000;

export interface Forgotten {
  readonly entries: number;
  readonly bytes: number;
}

/**
 * Forgets the oldest entries of a space until they make up `bytes`, but none since `before`, ms since 1970 UTC by the
 * server's clock. All entries of a push go together. The caller holds the lock of the space, and takes
 * the bytes off its count.
 */
export async function forgetHistory(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  bytes: number,
  before = Infinity,
): Promise<Forgotten> {
  const oldest = await tx
    .selectFrom('history')
    .select((eb) => [
      'version',
      eb.fn.min('changed_at').as('at'),
      eb.fn.countAll<number | string>().as('entries'),
      sql<number | string>`sum(octet_length(changes))`.as('bytes'),
    ])
    .where('space_id', '=', spaceId)
    .groupBy('version')
    .orderBy('version')
    .limit(PUSHES)
    .execute();
  const forgotten = { entries: 0, bytes: 0 };
  let last: number | null = null;
  for (const push of oldest) {
    if (push.at >= before || forgotten.bytes >= bytes) break;
    forgotten.entries += Number(push.entries);
    forgotten.bytes += Number(push.entries) * ENTRY_BYTES + Number(push.bytes);
    last = push.version;
  }
  if (last === null) return forgotten;
  const gone = await tx
    .selectFrom('history')
    .select('changes')
    .where('space_id', '=', spaceId)
    .where('version', '<=', last)
    .where('row_id', 'is', null)
    .execute();
  const rowIds = [...new Set(gone.flatMap(({ changes }) => rowsIn(changes).map(({ id }) => id)))];
  for (let start = 0; start < rowIds.length; start += IDS_A_STATEMENT)
    await tx
      .deleteFrom('history_row')
      .where('space_id', '=', spaceId)
      .where('row_id', 'in', rowIds.slice(start, start + IDS_A_STATEMENT))
      .where('version', '<=', last)
      .execute();
  await tx.deleteFrom('history').where('space_id', '=', spaceId).where('version', '<=', last).execute();
  return forgotten;
}

/** The rows of an entry. */
export function rowsIn(changes: string): RowHistory[] {
  return JSON.parse(changes) as RowHistory[];
}
