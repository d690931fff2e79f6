import { TABLE_NAMES, type TableName } from '#src/tables/tables.ts';
import { emptyRows, takeIn, type Overlay } from '#src/tables/kit/overlay.ts';
import { RowCounts } from '#src/tables/kit/row-counts.ts';
import { replay } from '#src/sync/client/state/replay.ts';
import { whole } from '#src/sync/client/storage/indexed-db-schema.ts';
import { readRows } from '#src/sync/client/storage/indexed-db-segments.ts';
import { withDatabase } from './stored-outbox.ts';

/** The rows as a tab would show them: the stored rows with the outbox on top. Throws NoOutbox. */
export async function readStoredView(name: string): Promise<Overlay> {
  const [stored, records] = await withDatabase(name, async (db) => {
    // A newer app may store its rows elsewhere.
    if (!db.objectStoreNames.contains('segment')) return [{ rows: {} }, []] as const;
    const tx = db.transaction(['segment', 'outbox']);
    return whole(tx, () =>
      Promise.all([readRows(tx.objectStore('segment')), tx.objectStore('outbox').getAll()]),
    );
  });
  const rows = emptyRows();
  takeIn(rows, stored.rows);
  const counts = new RowCounts();
  const find = (table: TableName, id: string) => rows[table].get(id);
  for (const table of TABLE_NAMES)
    for (const row of rows[table].values()) counts.change(table, undefined, row, find);
  return replay(
    { rows, counts },
    records.map(({ mutation }) => mutation),
  );
}
