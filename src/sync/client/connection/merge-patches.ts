import type { RejectionCode } from '#src/domain/errors.ts';
import { isTableName, TABLE_NAMES, type AnyRow } from '#src/tables/tables.ts';
import type { FindRow } from '#src/tables/kit/row.ts';
import { emptyRows, listsOf, takeIn } from '#src/tables/kit/overlay.ts';
import type { Changes, Patch, RowLists, SetBack } from '#src/sync/protocol.ts';
import {
  fits,
  type ConfirmedRows,
  type DevicePatch,
  type Load,
} from '#src/sync/client/storage/device-store.ts';

export interface MergedPatch extends Omit<DevicePatch, 'settled' | 'rejections'> {
  readonly outcomes: ReadonlyMap<string, RejectionCode | null>;
  /** True when a patch is missing before one of the given patches. That one and all later ones are left out. */
  readonly hasGap: boolean;
  /** The set-backs of the patch from 0, if there is one. */
  readonly setBacks: readonly SetBack[];
}

/**
 * Merges the received patches, in order, into one patch for the device: later rows replace earlier ones. `find` finds
 * the device's confirmed rows.
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
    replaces: { version, tables: before },
    load,
    tables,
    rows: listsOf(rows),
    outcomes,
    hasGap,
    setBacks,
  });
  // A patch from 0 drops the rows of the device.
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

/**
 * The tables that are whole after a patch. The device drops the patch's rows of tables that only a newer app knows, so
 * those tables are not.
 */
function knownOf(tables: readonly string[]): readonly string[] {
  return tables.filter(isTableName);
}

/** The rows after these changes. Null when one of them is missing. */
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
