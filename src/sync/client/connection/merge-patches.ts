import type { RejectionCode } from '#src/domain/errors.ts';
import { isTableName, TABLE_NAMES, type AnyRow } from '#src/domain/schema/index.ts';
import type { FindRow } from '#src/domain/schema/row.ts';
import { emptyRows, listsOf, takeIn } from '#src/mutators/overlay.ts';
import type { Changes, Patch, RowLists, SetBack } from '#src/sync/protocol.ts';
import {
  fits,
  type ConfirmedRows,
  type DevicePatch,
  type Load,
} from '#src/sync/client/storage/device-store.ts';

export interface MergedPatch extends Omit<DevicePatch, 'settled' | 'rejections'> {
  readonly outcomes: ReadonlyMap<string, RejectionCode | null>;
  /** A patch is missing between the device's version and one of these, which was left out with all after it. */
  readonly hasGap: boolean;
  /** Of the patch from 0, where there is one. */
  readonly setBacks: readonly SetBack[];
}

/**
 * Makes one patch of those that came, in order, for a device that stands there: later rows replace earlier ones. `find` finds the
 * rows that it has, as the server has confirmed them.
 */
export function mergePatches(
  { version, load: underWay, tables: before }: Pick<ConfirmedRows, 'version' | 'load' | 'tables'>,
  find: FindRow,
  patches: readonly Patch[],
): MergedPatch {
  let load = underWay;
  let from = version;
  let to = version;
  let tables = before;
  let rows = emptyRows();
  let setBacks: readonly SetBack[] = [];
  const outcomes = new Map<string, RejectionCode | null>();
  const merged = (hasGap: boolean): MergedPatch => ({
    from,
    to,
    load,
    tables,
    rows: listsOf(rows),
    outcomes,
    hasGap,
    setBacks,
  });
  // What the device has is dropped with a patch from 0.
  const known: FindRow = (table, id) => rows[table].get(id) ?? (from === 0 ? undefined : find(table, id));
  for (const patch of patches) {
    if (patch.from > to) return merged(true);
    const isNew = fits(patch, to);
    const changed = changedRows(isNew ? patch.changes : {}, known);
    if (!changed) return merged(true);
    for (const outcome of patch.outcomes) outcomes.set(outcome.id, outcome.rejection);
    if (!isNew) continue;
    if (patch.from === 0) {
      from = 0;
      rows = emptyRows();
      tables = TABLE_NAMES;
      setBacks = patch.setBacks ?? [];
    }
    if (patch.from !== patch.to) tables = knownOf(tables);
    takeIn(rows, patch.rows);
    takeIn(rows, changed);
    to = patch.to;
    load = loadAfter(patch, load);
  }
  return merged(false);
}

/** The tables that are still whole after a patch: its rows of tables that only a newer app knows are dropped. */
function knownOf(tables: readonly string[]): readonly string[] {
  return tables.filter(isTableName);
}

/** The rows as they are after these changes; null when one of them is missing. */
function changedRows(changes: Changes, find: FindRow): RowLists | null {
  const lists: Record<string, AnyRow[]> = {};
  for (const table of TABLE_NAMES) {
    for (const { id, columns } of changes[table] ?? []) {
      const row = find(table, id);
      if (!row) return null;
      (lists[table] ??= []).push({ ...row, ...columns } as AnyRow);
    }
  }
  return lists;
}

function loadAfter({ from, rest }: Patch, before: Load | null): Load | null {
  if (!rest) return null;
  return { loadedAt: from === 0 ? rest.version : (before?.loadedAt ?? 0), missing: rest.rows };
}
