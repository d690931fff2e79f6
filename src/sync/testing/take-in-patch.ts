import { TABLE_NAMES, type AnyRow } from '#src/domain/schema/index.ts';
import { takeIn, type RowMaps } from '#src/mutators/overlay.ts';
import type { Patch } from '#src/sync/protocol.ts';

/** Takes a patch into the rows of a device. Returns the ids of rows that changed and that the device was never sent. */
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
