import { isErasedWithOwner, isThere, type FindRow } from '#src/tables/kit/row.ts';
import { TABLE_NAMES, type AnyRow, type TableName } from '#src/tables/tables.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { RowHistory } from './history.ts';
import { changesOf, deletionOf } from './row-changes.ts';

/** A change that stays, with the reason. */
export interface Kept {
  readonly table: TableName;
  readonly id: string;
  /** `gone`: the row is gone for good. `changed`: all that changed then was changed again since. `home`: its collection is deleted. */
  readonly why: 'gone' | 'changed' | 'home';
}

export interface TakenBack {
  readonly operations: readonly Operation[];
  readonly kept: readonly Kept[];
}

/**
 * The operations that take changes back, in the order of the history, newest first (rule H2). A column that has another
 * value by now stays. `find` finds the rows as they are, and `at` is the instant of the operations, ms since 1970 UTC.
 */
export function takeBack(changes: readonly RowHistory[], find: FindRow, at: number): TakenBack {
  const rows = new Map<string, { readonly table: TableName; readonly now: AnyRow; was: AnyRow | null }>();
  const kept: Kept[] = [];
  const gone = new Set<string>();
  for (const change of changes) {
    const { table, id, after } = change;
    const now = find(table, id);
    const key = `${table}:${id}`;
    const row = rows.get(key) ?? (now && { table, now, was: now });
    // A row that was deleted for good and added again has lost its older texts.
    if (!row || gone.has(key) || row.was === null || isErasedWithOwner(table, row.now, find)) {
      kept.push({ table, id, why: 'gone' });
      rows.delete(key);
      gone.add(key);
      continue;
    }
    rows.set(key, row);
    const before = formerOf(change);
    if (before === null) row.was = null;
    else row.was = undone(row.was, before, after);
  }
  const operations: Operation[] = [];
  for (const { table, now, was } of inOrder(rows.values())) {
    const made = operationsFor(table, now, was, find);
    if (made.length === 0 && now.deletedAt === null) kept.push({ table, id: now.id, why: 'changed' });
    else if (was?.deletedAt === null && !isThere(table, was, find))
      kept.push({ table, id: now.id, why: 'home' });
    else operations.push(...made);
  }
  return { operations: operations.map((made) => atInstant(made, at)), kept };
}

/** The values before a change; null for a row that was not there. A setting without a choice is as good as an empty one. */
export function formerOf({ table, before }: RowHistory): Partial<AnyRow> | null {
  return before ?? (table === 'setting' ? { value: '' } : null);
}

/** The row with its former values in the columns that still have the later ones. */
function undone(row: AnyRow, before: Partial<AnyRow>, after: Partial<AnyRow>): AnyRow {
  const names = Object.keys(after).filter((name) => name in before && row[name] === after[name]);
  return { ...row, ...Object.fromEntries(names.map((name) => [name, before[name] ?? null])) };
}

function operationsFor(table: TableName, now: AnyRow, was: AnyRow | null, find: FindRow): Operation[] {
  if (was === null) {
    const deleted = { ...now, deletedAt: now.deletedAt ?? 0 };
    return now.deletedAt === null ? deletionOf(table, deleted, now).map(({ operation }) => operation) : [];
  }
  const differing = new Set(Object.keys(was).filter((name) => was[name] !== now[name]));
  const deletion = differing.has('deletedAt') ? deletionOf(table, was, now) : [];
  return [...deletion, ...changesOf(table, was, now, differing, find)].map(({ operation }) => operation);
}

/** Owners come before the rows that they own. */
function inOrder<Row extends { readonly table: TableName }>(rows: Iterable<Row>): Row[] {
  return [...rows].toSorted((a, b) => TABLE_NAMES.indexOf(a.table) - TABLE_NAMES.indexOf(b.table));
}

function atInstant(operation: Operation, at: number): Operation {
  return { ...operation, args: { ...operation.args, at } } as Operation;
}
