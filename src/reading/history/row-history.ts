import { TABLE_NAMES, type AnyRow, type TableName } from '#src/tables/tables.ts';
import { changedColumns, isErased, textsOf, withoutDefaults } from '#src/tables/kit/row.ts';
import type { RowChanges } from '#src/tables/kit/overlay.ts';
import type { RowHistory } from './history.ts';

/** The changes of one mutation, as the history keeps them. */
export function rowHistoriesOf(changes: RowChanges): RowHistory[] {
  const rows: RowHistory[] = [];
  for (const table of TABLE_NAMES)
    for (const [id, { before, after }] of changes[table]) {
      const row = after && rowHistoryOf(table, id, before, after);
      if (row) rows.push(row);
    }
  return rows;
}

/** The changes of a row without its texts. */
export function withoutTexts({ table, id, before, after }: RowHistory): RowHistory {
  const texts = new Set(textsOf(table));
  const kept = (values: Partial<AnyRow>): Partial<AnyRow> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !texts.has(name)));
  return { table, id, before: before && kept(before), after: kept(after) };
}

/** Null when nothing but the time of the change differs. */
function rowHistoryOf(
  table: TableName,
  id: string,
  before: AnyRow | undefined,
  after: AnyRow,
): RowHistory | null {
  if (!before || isErased(table, before))
    return { table, id, before: null, after: valuesOf(withoutDefaults(table, after)) };
  const changed = valuesOf(changedColumns(before, after));
  const names = Object.keys(changed);
  if (names.length === 0) return null;
  const old = Object.fromEntries(names.map((name) => [name, before[name] ?? null]));
  const row = { table, id, before: old, after: changed };
  return isErased(table, after) ? withoutTexts(row) : row;
}

/**
 * The columns that the history leaves out. The id stands beside the values, and the entry has the time of the change. The
 * items of a proposal tell rows a second time.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['id', 'updatedAt', 'items']);

function valuesOf(row: Partial<AnyRow>): Partial<AnyRow> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) if (!LEFT_OUT.has(name)) values[name] = value;
  return values as Partial<AnyRow>;
}
