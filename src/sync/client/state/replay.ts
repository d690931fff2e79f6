import { TABLE_NAMES, type TableName } from '#src/tables/tables.ts';
import { isSameRow } from '#src/tables/kit/row.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { emptyRows, Overlay, takeIn, type Base, type RowMaps } from '#src/tables/kit/overlay.ts';
import type { RowLists } from '#src/sync/protocol.ts';

/** Rows from the server. From version 0, they are all rows. */
export interface IncomingRows {
  readonly from: number;
  readonly rows: RowLists;
}

/** Runs the mutations in order on top of the confirmed rows, and skips the ones that throw (sync rule W8). */
export function replay(confirmed: Base, mutations: readonly Mutation[]): Overlay {
  const overlay = new Overlay(confirmed);
  for (const mutation of mutations) {
    try {
      overlay.run(mutation);
    } catch {
      // The mutation may have become impossible, or come from a newer version of the app. The server decides.
    }
  }
  return overlay;
}

/** True while there is no row that the user could have seen, so nothing need be compared. */
export function isUnseen(confirmed: Base, overlay: Overlay): boolean {
  return TABLE_NAMES.every((table) => confirmed.rows[table].size === 0 && overlay.changed[table].size === 0);
}

/**
 * The overlay of the oldest `replayed` mutations over the confirmed rows, when `outbox` is the rest of `replayed` and
 * the incoming rows equal that overlay. The rest then lies on the same rows as before, and need not be replayed. Null
 * otherwise.
 */
export function settledAsForeseen(
  confirmed: Base,
  replayed: readonly Mutation[],
  incoming: IncomingRows | null,
  outbox: readonly Mutation[],
): Overlay | null {
  const settled = replayed.length - outbox.length;
  if (settled < 0 || incoming?.from === 0) return null;
  // No mutation foresaw these rows.
  if (settled === 0 && incoming && TABLE_NAMES.some((table) => (incoming.rows[table]?.length ?? 0) > 0))
    return null;
  if (outbox.some((mutation, i) => mutation !== replayed[settled + i])) return null;
  const foreseen = replay(confirmed, replayed.slice(0, settled));
  const rows = emptyRows();
  if (incoming) takeIn(rows, incoming.rows);
  return TABLE_NAMES.every((table) => isForeseen(table, confirmed, foreseen, rows)) ? foreseen : null;
}

/** True when the confirmed rows will equal the foreseen rows. */
function isForeseen<T extends TableName>(
  table: T,
  confirmed: Base,
  foreseen: Overlay,
  incoming: RowMaps,
): boolean {
  const rows = incoming[table];
  for (const [id, row] of foreseen.changed[table]) {
    if (!isSameRow(row, rows.get(id) ?? confirmed.rows[table].get(id))) return false;
  }
  for (const [id, row] of rows) if (!isSameRow(row, foreseen.get(table, id))) return false;
  return true;
}
