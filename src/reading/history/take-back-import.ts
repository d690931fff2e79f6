import { idsIn } from '#src/domain/id-set.ts';
import { isThere, ownerOf, withDefaults, type FindRow } from '#src/tables/kit/row.ts';
import { columnsOf, TABLE_NAMES, type AnyRow, type TableName } from '#src/tables/tables.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { HistoryEntry } from './history.ts';
import { deletionOf } from './row-changes.ts';

/** A row as an import left it. */
export interface ImportedRow {
  readonly table: TableName;
  readonly row: AnyRow;
  /** The row before the import; null for an added one. Of the rows that were there, an import changes settings alone. */
  readonly before: Partial<AnyRow> | null;
}

/** All rows as they are now, deleted ones too. */
export interface RowsNow {
  readonly get: FindRow;
  readonly rows: (table: TableName) => Iterable<AnyRow>;
}

/** A row of the import that stays: it was changed since, or a row that stays needs it. */
export interface KeptImport {
  readonly table: TableName;
  readonly id: string;
  readonly why: 'changed' | 'used';
}

export interface TakenImport {
  readonly operations: readonly Operation[];
  readonly kept: readonly KeptImport[];
}

/** Columns that say nothing of a change by the user: the server may give a collection another position. */
const BESIDE: ReadonlySet<string> = new Set(['updatedAt', 'position']);

/** The rows that the entries of an import, newest first, have added, and the settings that they have changed. */
export function importedRowsIn(entries: readonly HistoryEntry[]): ImportedRow[] {
  const found = new Map<
    string,
    { table: TableName; before: Partial<AnyRow> | null; after: Partial<AnyRow> }
  >();
  for (const { rows } of entries.toReversed())
    for (const { table, id, before, after } of rows.toReversed()) {
      const key = keyOf(table, id);
      const known = found.get(key);
      if (known) known.after = { ...known.after, ...after };
      else if (before === null || table === 'setting')
        found.set(key, { table, before, after: { id, ...after } });
    }
  return [...found.values()].map(({ table, before, after }) => ({
    table,
    before,
    row: withDefaults(table, after),
  }));
}

/**
 * The operations that take an import back as a whole (rule I6). What was changed since stays, with all that it stands
 * in, and so does everything that rows of the user stand in by now. `at`: the instant of the operations, ms since 1970
 * UTC.
 */
export function takeBackImport(
  imported: readonly ImportedRow[],
  { get, rows }: RowsNow,
  at: number,
): TakenImport {
  const all = new Set(imported.map(({ table, row }) => keyOf(table, row.id)));
  const there = new Map<string, { readonly table: TableName; readonly now: AnyRow }>();
  const kept = new Map<string, KeptImport>();
  const settings: Operation[] = [];
  const waiting: { readonly table: TableName; readonly row: AnyRow }[] = [];
  const keep = (table: TableName, row: AnyRow, why: KeptImport['why']) => {
    kept.set(keyOf(table, row.id), { table, id: row.id, why });
    waiting.push({ table, row });
  };
  for (const { table, row, before } of imported) {
    const now = get(table, row.id);
    if (!now || !isThere(table, now, get)) continue;
    if (table === 'setting') {
      const value = String(before?.['value'] ?? '');
      if (now['value'] === row['value'])
        settings.push({ name: 'setting.set', args: { id: row.id, value, at } });
      continue;
    }
    there.set(keyOf(table, row.id), { table, now });
    if (isChanged(table, now, row)) keep(table, now, 'changed');
  }
  for (const table of TABLE_NAMES)
    for (const row of rows(table))
      if (!all.has(keyOf(table, row.id)) && isThere(table, row, get)) waiting.push({ table, row });
  for (const { table, row } of waiting)
    for (const key of referencesIn(table, row)) {
      const owner = there.get(key);
      if (owner && !kept.has(key)) keep(owner.table, owner.now, 'used');
    }
  const isGoing = (table: TableName, id: string) =>
    there.has(keyOf(table, id)) && !kept.has(keyOf(table, id));
  const operations = [...there.values()].flatMap(({ table, now }): Operation[] => {
    const owner = ownerOf(table, now);
    // It goes with its owner, and comes back with it. A reminder stays with its task.
    if (!isGoing(table, now.id) || (owner && isGoing(owner.table, owner.id))) return [];
    if (table === 'reminder' && owner && kept.has(keyOf(owner.table, owner.id))) return [];
    return deletionOf(table, { ...now, deletedAt: at }, now).map(({ operation }) => operation);
  });
  return { operations: [...settings, ...operations], kept: [...kept.values()] };
}

function keyOf(table: TableName, id: string): string {
  return `${table}:${id}`;
}

function isChanged(table: TableName, now: AnyRow, left: AnyRow): boolean {
  return columnsOf(table).some(([name]) => !BESIDE.has(name) && (now[name] ?? null) !== (left[name] ?? null));
}

/** The keys of the rows that a row stands in. A task names its section and its labels without a reference. */
function referencesIn(table: TableName, row: AnyRow): string[] {
  const keys = columnsOf(table).flatMap(([name, { references }]) => {
    const id = row[name];
    return references !== null && typeof id === 'string' ? [keyOf(references as TableName, id)] : [];
  });
  if (table !== 'task') return keys;
  const { sectionId, labels } = row;
  if (typeof sectionId === 'string') keys.push(keyOf('section', sectionId));
  return [...keys, ...idsIn(String(labels ?? '')).map((id) => keyOf('label', id))];
}
