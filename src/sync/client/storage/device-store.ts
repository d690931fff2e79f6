import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { RejectionCode } from '#src/domain/errors.ts';
import { SunglowError } from '#src/domain/errors.ts';
import type { AnyRow } from '#src/tables/tables.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { RowLists } from '#src/sync/protocol.ts';
import type { HistoryStore } from './history-entries.ts';

/** A mutation that waits on the device for the server's answer. `seq` orders the outbox across all tabs. */
export interface OutboxRecord {
  readonly seq: number;
  readonly mutation: Mutation;
}

/** A mutation that the server rejected, kept until the user chooses a resolution (sync rule W14). */
export interface Rejection {
  readonly mutation: Mutation;
  readonly code: RejectionCode;
  /** Time when the device learned of it, ms since 1970 UTC. */
  readonly at: number;
  /** Facts of a lost change: only this device has it, and the server has lost it (sync rule W20). */
  readonly setBack?: SetBackFacts;
}

export interface SetBackFacts {
  /** Time when the server got the newest change that it still has, ms since 1970 UTC. Null when unknown. */
  readonly to: number | null;
  /** The columns that the change would write over, with the server's values. Null when the change adds the row. */
  readonly over: Readonly<Partial<AnyRow>> | null;
  /** True when the row may have been changed on the server later than on this device. */
  readonly isDoubtful: boolean;
}

/** An incomplete load in pages (sync rule W16). */
export interface Load {
  /** The server's version when the device began the load without rows. 0 when it had rows before. */
  readonly loadedAt: number;
  /** Number of rows still to come, with deleted ones. */
  readonly missing: number;
}

/** Rows that the server has confirmed, and their version. */
export interface ConfirmedRows {
  readonly version: number;
  readonly load: Load | null;
  /** Tables that are whole on the device. An older app may lack rows of a table that only a newer app knows. */
  readonly tables: readonly string[];
  readonly rows: RowLists;
}

/** Tells which rows of a device a tab knows. */
export type KnownRows = Pick<ConfirmedRows, 'version' | 'tables'>;

export interface DeviceState extends ConfirmedRows {
  readonly outbox: readonly OutboxRecord[];
  readonly rejections: readonly Rejection[];
}

/**
 * The first rows of a tab's lists, shown before all rows are read (sync rule W18): all rows of tables without pages,
 * and some tasks. They match one version and one outbox on top.
 */
export interface FirstRows {
  readonly version: number;
  readonly outbox: OutboxMark;
  readonly rows: RowLists;
  /** Number of other tasks for each day. */
  readonly others: readonly (readonly [CalendarDay, number])[];
}

/** Identifies the content of an outbox: records never change, and no number is used twice. */
export interface OutboxMark {
  readonly size: number;
  /** Number of the newest record. 0 when the outbox is empty. */
  readonly last: number;
}

/** State for the first screen, before all rows are read. */
export interface FirstState
  extends Pick<FirstRows, 'rows' | 'others'>, Pick<DeviceState, 'outbox' | 'rejections'> {}

/** Summary of the stored data. A tab compares it with its memory to see if it is behind. */
export interface DeviceOutline {
  readonly version: number;
  /** See ConfirmedRows. */
  readonly tables: readonly string[];
  /** Numbers of all outbox records. */
  readonly seqs: readonly number[];
  /** Ids of the rejected mutations. */
  readonly rejectionIds: readonly string[];
}

/**
 * A patch as a device stores it: rows from one version to another (from 0: all rows), and the mutations that leave the
 * outbox.
 */
export interface DevicePatch {
  readonly from: number;
  readonly to: number;
  /**
   * The stored rows that the tab knew, and that a patch from 0 replaces: among these it has looked for lost changes
   * (sync rule W20). Without it, the tab knew none.
   */
  readonly replaces?: KnownRows;
  readonly load: Load | null;
  /** Tables that are whole after the patch. */
  readonly tables: readonly string[];
  readonly rows: RowLists;
  /** Ids of mutations that have an outcome now, and of lost changes that hold again (sync rule W20). */
  readonly settled: readonly string[];
  readonly rejections: readonly Rejection[];
}

/**
 * One user's data on one device, shared by all tabs. Each method is one transaction: it holds as a whole or not at all,
 * and it holds once its promise resolves.
 */
export interface DeviceStore extends HistoryStore {
  /** The whole state at one moment. */
  load(): Promise<DeviceState>;
  /** The first rows when they still match the device. Otherwise the whole state, as `load` returns it. */
  loadFirst(): Promise<FirstState | DeviceState>;
  /** Keeps the first rows for the next tab. Does nothing when they no longer match the device. */
  keepFirst(first: FirstRows): Promise<void>;
  /** The records with these numbers that still wait. */
  readOutbox(seqs: readonly number[]): Promise<OutboxRecord[]>;
  outline(): Promise<DeviceOutline>;
  /** Adds mutations to the end of the outbox, in this order, and returns their numbers. They are on the disk then. */
  addToOutbox(mutations: readonly Mutation[]): Promise<number[]>;
  /** Stores a patch. Throws StaleDevice when it does not fit the stored rows (see fitsStored). */
  applyPatch(patch: DevicePatch): Promise<void>;
  deleteRejections(mutationIds: readonly string[]): Promise<void>;
  close(): void;
  /**
   * Deletes all data because the user signed out (W13), even when another tab keeps the empty database open. Resolves
   * after 5 s at most; the deletion may go on.
   */
  destroy(): Promise<void>;
}

/** Events that close an open disk. */
export interface DiskEvents {
  /** The disk was deleted or broke down without a sign-out. Its data may be gone. */
  lost(): void;
  /** The user signed out in another tab. */
  signedOut(): void;
  /** A newer version of the app needs the disk for itself (sync rule W11). */
  gaveWay(): void;
}

/** A store that outlives its tab and may fail. */
export interface DeviceDisk extends DeviceStore {
  listen(events: DiskEvents): void;
  /**
   * Opens the disk again after a failure or loss. Returns null when it is the same disk. When another disk has taken
   * its place, adds all data of `known`, the memory of this tab, that it lacks, in one transaction, and returns its
   * whole state.
   */
  reopen(known: DeviceState): Promise<DeviceState | null>;
}

/**
 * The patch and the mutations that a new disk lacks compared with a tab's memory. Another tab may have filled the disk
 * before, or may know less. A mutation that was settled meanwhile may come back, because the server knows its id.
 */
export function repairOf(
  stored: DeviceState,
  known: DeviceState,
): { readonly patch: DevicePatch; readonly mutations: readonly Mutation[] } {
  const rejected = new Set(stored.rejections.map(({ mutation }) => mutation.id));
  const there = new Set([...rejected, ...stored.outbox.map(({ mutation }) => mutation.id)]);
  const isAhead = known.version > stored.version;
  const isFuller = known.version === stored.version && !isWithin(known.tables, stored.tables);
  const { version, load, tables, rows } = isAhead || isFuller ? known : { ...stored, rows: {} };
  return {
    patch: {
      from: isAhead || isFuller ? 0 : version,
      to: version,
      replaces: stored,
      load,
      tables,
      rows,
      settled: [],
      rejections: known.rejections.filter(({ mutation }) => !rejected.has(mutation.id)),
    },
    mutations: known.outbox.map(({ mutation }) => mutation).filter(({ id }) => !there.has(id)),
  };
}

/**
 * True when the first rows match this version and outbox. The caller checks that no load is under way: a load lacks
 * rows of its version.
 */
export function isTrue(
  first: FirstRows | undefined,
  version: number,
  outbox: OutboxMark,
): first is FirstRows {
  return first?.version === version && first.outbox.size === outbox.size && first.outbox.last === outbox.last;
}

/** The patch does not start from the stored rows, because another tab has changed them. Load the state again. */
export class StaleDevice extends SunglowError {
  constructor() {
    super('STALE_DEVICE', 'The patch does not fit the device. Load its state anew.');
  }
}

/**
 * True when a disk with these rows can store the patch. A patch from 0 drops them, and any that its tab did not know
 * would be gone without a look for lost changes. A tab that rejects a stored row knows no table as whole (W11).
 */
export function fitsStored(patch: DevicePatch, stored: KnownRows): boolean {
  if (patch.from > 0) return fitsDevice(patch, stored);
  const { version, tables } = patch.replaces ?? { version: 0, tables: [] };
  return version === stored.version && (tables.length === 0 || isWithin(stored.tables, tables));
}

/**
 * True when a tab with these rows can take in the patch. A tab of an older app may have left out rows of a table
 * that the patch calls whole. Only a patch from 0 brings those rows.
 */
export function fitsDevice(
  patch: Pick<DevicePatch, 'from' | 'to' | 'tables'>,
  { version, tables }: KnownRows,
): boolean {
  return fits(patch, version) && (patch.from === 0 || isWithin(patch.tables, tables));
}

function isWithin(tables: readonly string[], others: readonly string[]): boolean {
  return tables.every((table) => others.includes(table));
}

/**
 * True when a device at `version` can take in the patch: it may overlap known versions, but must neither leave a gap
 * nor go back.
 */
export function fits(patch: { readonly from: number; readonly to: number }, version: number): boolean {
  return patch.from === 0 || (patch.from <= version && version <= patch.to);
}
