import { TABLE_NAMES, type TableName } from '#src/domain/schema/index.ts';
import { isSameRow } from '#src/domain/schema/row.ts';
import type { Mutation } from '#src/mutators/index.ts';
import { emptyRows, Overlay, takeIn, type Base, type RowMaps } from '#src/mutators/overlay.ts';
import type { RowLists } from '#src/sync/protocol.ts';

/** Rows that come from the server; from version 0 they are all there are. */
export interface IncomingRows {
  readonly from: number;
  readonly rows: RowLists;
}

/** The mutations in order on top of the confirmed rows, without those that throw (sync rule W8). */
export function replay(confirmed: Base, mutations: readonly Mutation[]): Overlay {
  const overlay = new Overlay(confirmed);
  for (const mutation of mutations) {
    try {
      overlay.run(mutation);
    } catch {
      // It may have become impossible, or come from a newer version of the app: the server decides.
    }
  }
  return overlay;
}

/** Whether there is no row yet that anybody could have seen, so that nothing need be compared. */
export function isUnseen(confirmed: Base, overlay: Overlay): boolean {
  return TABLE_NAMES.every((table) => confirmed.rows[table].size === 0 && overlay.changed[table].size === 0);
}

/**
 * What the oldest of `replayed` make of the confirmed rows, if `outbox` is what follows them, and what comes in is just what
 * they did here: then what still waits lies on the same rows as before, and need not be replayed. Null otherwise.
 */
export function settledAsForeseen(
  confirmed: Base,
  replayed: readonly Mutation[],
  incoming: IncomingRows | null,
  outbox: readonly Mutation[],
): Overlay | null {
  const settled = replayed.length - outbox.length;
  if (settled < 0 || incoming?.from === 0) return null;
  if (outbox.some((mutation, i) => mutation !== replayed[settled + i])) return null;
  const foreseen = replay(confirmed, replayed.slice(0, settled));
  const rows = emptyRows();
  if (incoming) takeIn(rows, incoming.rows);
  return TABLE_NAMES.every((table) => isForeseen(table, confirmed, foreseen, rows)) ? foreseen : null;
}

/** Whether the confirmed rows will be those that were foreseen. */
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
