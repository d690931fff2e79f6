import { hashOf } from '#src/domain/hash.ts';
import { TRASH_DAYS } from '#src/domain/trash-days.ts';
import { columnsOf, TABLE_NAMES, type AnyRow, type TableName } from '#src/tables/tables.ts';
import { isErased, isSameRow, type FindRow } from '#src/tables/kit/row.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { RowLists, SetBack } from '#src/sync/protocol.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';
import type { TabState } from '#src/sync/client/state/tab-state.ts';
import { standingOf } from './standing.ts';
import {
  additionsOf,
  changesOf,
  deletionOf,
  lastTimeOf,
  type RowChange,
} from '#src/reading/history/row-changes.ts';

const DAY_MS = 86_400_000;

/** The state of a device, and the rows that replace its rows. */
export interface Replaced {
  /** The version of the device's rows. */
  readonly version: number;
  /** The device's rows, as the server had confirmed them. */
  readonly rows: RowLists;
  readonly find: FindRow;
  /** Finds a row as `find` does, with the outbox on top. */
  readonly findShown: FindRow;
  /** The rows that the device gets, and their version. */
  readonly by: RowLists;
  readonly to: number;
  /** The tables that are whole in `by`. */
  readonly tables: readonly string[];
  readonly setBacks: readonly SetBack[];
}

/**
 * The changes that the server has lost and the device had, for the user to send again (sync rule W20). Empty when the
 * server was not set back behind the device. Two tabs, and two devices with the same rows, get the same changes.
 */
export function lostChanges(replaced: Replaced, now: number): Rejection[] {
  const setBack = setBackOf(replaced);
  if (!setBack) return [];
  const tables = TABLE_NAMES.filter((table) => replaced.tables.includes(table));
  return tables.flatMap((table) => lostOf(table, replaced, setBack, now));
}

/** The rows of a patch with its version and its whole tables. A patch from 0 also names the set-backs of the server. */
export type PatchOfServer = Pick<Replaced, 'to' | 'tables' | 'setBacks'> & { readonly rows: RowLists };

/** The effect of a patch on lost changes: the ids of changes that hold again, and new lost changes. */
export interface LostChanges {
  readonly settled: readonly string[];
  readonly rejections: readonly Rejection[];
}

/** `isSetBack`: the patch replaces the rows of the tab, and the server may have been set back. */
export function lostChangesBy(
  { version, view, rejections }: Pick<TabState, 'version' | 'view' | 'rejections'>,
  { to, tables, setBacks, rows: by }: PatchOfServer,
  isSetBack: boolean,
  now: number,
): LostChanges {
  const find: FindRow = (table, id) => view.confirmedRow(table, id);
  const findShown: FindRow = (table, id) => view.get(table, id);
  const replaced = { version, find, findShown, by, to, tables, setBacks };
  return {
    settled: settledBy(rejections, by),
    rejections: isSetBack ? lostChanges({ ...replaced, rows: view.confirmed() }, now) : [],
  };
}

/** The ids of lost changes that hold again with these rows. */
function settledBy(rejections: readonly Rejection[], rows: RowLists): string[] {
  const lost = rejections.filter(({ setBack }) => setBack);
  const tables = new Set(lost.map(({ mutation }) => tableOf(mutation)));
  const found = new Map<string, AnyRow>();
  for (const table of tables) for (const row of rows[table] ?? []) found.set(`${table}:${row.id}`, row);
  return lost.flatMap((rejection) => {
    const { mutation } = rejection;
    const row = found.get(`${tableOf(mutation)}:${mutation.args.id}`);
    return row && standingOf(rejection, row) === 'done' ? [mutation.id] : [];
  });
}

function tableOf({ name }: Mutation): TableName {
  return name.slice(0, name.indexOf('.')) as TableName;
}

/**
 * The set-back that lost the device's version. A server that names none was set back when its version is older than the
 * device's.
 */
function setBackOf({ version, to, setBacks }: Replaced): SetBack | undefined {
  const known = setBacks.find((each) => each.from < version && version < each.to);
  return known ?? (version > to ? { from: to, to: version, at: null } : undefined);
}

function lostOf(table: TableName, replaced: Replaced, setBack: SetBack, now: number): Rejection[] {
  const { rows, by, find, findShown } = replaced;
  const theirs = new Map((by[table] ?? []).map((row: AnyRow) => [row.id, row]));
  const largest = table === 'collection' ? Math.max(...(by[table] ?? []).map(({ position }) => position)) : 0;
  return (rows[table] ?? []).flatMap((mine: AnyRow) => {
    const other = theirs.get(mine.id);
    if (isSameRow(mine, other)) return [];
    const shown = findShown(table, mine.id) ?? mine;
    // The user may have deleted the row since, by a mutation that still waits. A row that is added again then goes to
    // Trash.
    const { deletedAt } = shown;
    if (other && deletedAt !== null && mine.deletedAt === null) return [];
    if (!other && isOld(mine, setBack.at, now)) return [];
    const changes = other
      ? ofChanged(table, mine, other, shown, setBack.at, find)
      : additionsOf(table, { ...mine, deletedAt }, find, Number(mine['position']) > largest);
    return changes.map(({ operation, over }): Rejection => ({
      mutation: { id: idOf(operation, setBack), ...operation },
      code: 'SET_BACK',
      at: now,
      setBack: {
        to: setBack.at,
        over,
        isDoubtful: other ? isDoubtful(mine, other, setBack.at, over) : mayHaveBeenKept(mine, setBack.at),
      },
    }));
  });
}

/** True when the backup may have had the row. Then the user deleted and purged it since. */
function mayHaveBeenKept(mine: AnyRow, at: number | null): boolean {
  return at !== null && Number(mine['createdAt'] ?? mine['updatedAt'] ?? 0) <= at;
}

/**
 * True when the row was deleted before the backup was made, and can no longer be restored. It may have been purged since.
 * A younger one is offered: its deletion may have reached the server after the backup.
 */
function isOld(mine: AnyRow, at: number | null, now: number): boolean {
  return (
    mine.deletedAt !== null &&
    at !== null &&
    lastTimeOf(mine) <= at &&
    mine.deletedAt <= now - TRASH_DAYS * DAY_MS
  );
}

function ofChanged(
  table: TableName,
  mine: AnyRow,
  theirs: AnyRow,
  shown: AnyRow,
  at: number | null,
  find: FindRow,
): readonly RowChange[] {
  if (
    mine.deletedAt !== null &&
    theirs.deletedAt !== null &&
    isErased(table, mine) === isErased(table, theirs)
  )
    return [];
  const differing = new Set(
    columnsOf(table)
      .map(([name]) => name)
      .filter((name) => mine[name] !== theirs[name] && mine[name] === shown[name]),
  );
  const isDeletedSince =
    theirs.deletedAt !== null && at !== null && theirs.deletedAt > Math.max(at, lastTimeOf(mine));
  const deletion = differing.has('deletedAt') && !isDeletedSince ? deletionOf(table, mine, theirs) : [];
  const isKept = !isErased(table, mine) && theirs.deletedAt === null;
  const isBack = mine.deletedAt === null;
  const changes = isKept || isBack ? changesOf(table, mine, theirs, differing, find) : [];
  return isBack ? [...deletion, ...changes] : [...changes, ...deletion];
}

/**
 * True when the server's row may have been changed after this device changed it. Rows without `updatedAt` cannot tell.
 */
function isChangedLater(mine: AnyRow, theirs: AnyRow): boolean {
  return !('updatedAt' in mine) || lastTimeOf(theirs) >= lastTimeOf(mine);
}

/** True when the change may write over a later change on the server. `at`: see SetBack. */
function isDoubtful(mine: AnyRow, theirs: AnyRow, at: number | null, over: Partial<AnyRow> | null): boolean {
  if (!over || !('deletedAt' in over)) return isChangedLater(mine, theirs);
  if (mine.deletedAt !== null) return lastTimeOf(theirs) > mine.deletedAt;
  return at === null && Number(theirs.deletedAt) > lastTimeOf(mine);
}

/** The same id for the same change, so that no tab lists it twice. */
function idOf(operation: object, { from, to }: SetBack): string {
  const content = JSON.stringify([from, operation]);
  const hex = hashOf(content) + hashOf(`${content}:`);
  const time = Math.min(to, 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}
