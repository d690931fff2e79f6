import { TABLE_NAMES, type AnyRow } from '#src/tables/tables.ts';
import { takeIn, type RowMaps } from '#src/tables/kit/overlay.ts';
import type { Patch } from '#src/sync/protocol.ts';

/** Adds a patch to the rows of a device. Returns the ids of changed rows that the device never got in full. */
export function takeInPatch(rows: RowMaps, patch: Patch): string[] {
  takeIn(rows, patch.rows);
  return TABLE_NAMES.flatMap((table) =>
    (patch.changes[table] ?? []).flatMap(({ id, columns }) => {
      const row: AnyRow | undefined = rows[table].get(id);
      if (!row) return [id];
      takeIn(rows, { [table]: [{ ...row, ...columns }] });
      return [];
    }),
  );
}
