import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { RejectionCode } from '#src/domain/errors.ts';
import { SunglowError } from '#src/domain/errors.ts';
import type { AnyRow } from '#src/domain/schema/index.ts';
import type { Mutation } from '#src/mutators/index.ts';
import type { RowLists } from '#src/sync/protocol.ts';
import type { HistoryStore } from './history-entries.ts';

/** A mutation that waits on the device for the server's answer. `seq` orders the outbox across all tabs. */
export interface OutboxRecord {
  readonly seq: number;
  readonly mutation: Mutation;
}

/** A mutation that the server rejected; kept until the user decides what becomes of it (sync rule W14). */
export interface Rejection {
  readonly mutation: Mutation;
  readonly code: RejectionCode;
  /** When the device learned of it, ms since 1970 UTC. */
  readonly at: number;
  /** Of a change that the server has lost, and only this device has (sync rule W20). */
  readonly setBack?: SetBackFacts;
}

export interface SetBackFacts {
  /** When the server got the newest change that it still has, ms since 1970 UTC; null when that is not known. */
  readonly to: number | null;
  /** The columns that it would write over, as the server had them; null where it adds the row. */
  readonly over: Readonly<Partial<AnyRow>> | null;
  /** Whether the row may have been changed on the server later than here. */
  readonly isDoubtful: boolean;
}

/** A load in pages that is not complete (sync rule W16). */
export interface Load {
  /** The server's version when the device began it from nothing; 0 when it had rows before. */
  readonly loadedAt: number;
  /** How many rows are still to come, deleted ones too. */
  readonly missing: number;
}

/** Rows that the server has confirmed, and the version they are at. */
export interface ConfirmedRows {
  readonly version: number;
  readonly load: Load | null;
  /** The tables of which all rows are here: of those that only a newer app knows, an older one may have got none. */
  readonly tables: readonly string[];
  readonly rows: RowLists;
}

export interface DeviceState extends ConfirmedRows {
  readonly outbox: readonly OutboxRecord[];
  readonly rejections: readonly Rejection[];
}

/**
 * The rows that the lists of a tab begin with, which it shows before it has read all (sync rule W18): those without pages, and some
 * tasks. True at one version, with one outbox on top.
 */
export interface FirstRows {
  readonly version: number;
  readonly outbox: OutboxMark;
  readonly rows: RowLists;
  /** How many other tasks there are for each day. */
  readonly others: readonly (readonly [CalendarDay, number])[];
}

/** Tells one outbox from others: none of its records is changed, and no number is given twice. */
export interface OutboxMark {
  readonly size: number;
  /** The number of its newest record; 0 when there is none. */
  readonly last: number;
}

/** What there is to be shown first. */
export interface FirstState
  extends Pick<FirstRows, 'rows' | 'others'>, Pick<DeviceState, 'outbox' | 'rejections'> {}

/** What tells whether a tab's memory is behind what the device has stored. */
export interface DeviceOutline {
  readonly version: number;
  /** See ConfirmedRows. */
  readonly tables: readonly string[];
  /** The numbers of all records of the outbox. */
  readonly seqs: readonly number[];
  /** The ids of the mutations that were rejected. */
  readonly rejectionIds: readonly string[];
}

/** A patch as a device takes it in: rows from one version to another (from 0: all rows), and what leaves the outbox. */
export interface DevicePatch {
  readonly from: number;
  readonly to: number;
  readonly load: Load | null;
  /** The tables of which the device then has all rows. */
  readonly tables: readonly string[];
  readonly rows: RowLists;
  /** Ids of the mutations that have an outcome now, or are lost changes that hold again (sync rule W20). */
  readonly settled: readonly string[];
  readonly rejections: readonly Rejection[];
}

/**
 * One user's data on one device, shared by all tabs. Each method is one transaction: all of it holds or none, and a
 * promise that resolves means that it holds.
 */
export interface DeviceStore extends HistoryStore {
  /** Everything there is, at one moment. */
  load(): Promise<DeviceState>;
  /** What to show first, where that is known and still true; else everything, as `load`. */
  loadFirst(): Promise<FirstState | DeviceState>;
  /** Keeps what the next tab shows first. Does nothing when the device is elsewhere by now. */
  keepFirst(first: FirstRows): Promise<void>;
  /** The records with these numbers that are still waiting. */
  readOutbox(seqs: readonly number[]): Promise<OutboxRecord[]>;
  outline(): Promise<DeviceOutline>;
  /** Adds to the end of the outbox, in this order, and returns the new records' numbers. Durable: on the disk. */
  addToOutbox(mutations: readonly Mutation[]): Promise<number[]>;
  /** Takes in a patch. Throws StaleDevice when it does not fit the stored rows (see fitsDevice). */
  applyPatch(patch: DevicePatch): Promise<void>;
  deleteRejections(mutationIds: readonly string[]): Promise<void>;
  close(): void;
  /**
   * Deletes all data because the user signed out (W13), even if another tab keeps the empty storage from being removed. Resolves after 5 s
   * at most; the deletion may go on.
   */
  destroy(): Promise<void>;
}

/** What becomes of a disk while it is open. It is closed then. */
export interface DiskEvents {
  /** It was deleted or broke down, and nobody signed out: what was on it may be gone. */
  lost(): void;
  /** The user signed out in another tab. */
  signedOut(): void;
  /** A newer version of the app needs it for itself (sync rule W11). */
  gaveWay(): void;
}

/** A store that outlives its tab, and may fail. */
export interface DeviceDisk extends DeviceStore {
  listen(events: DiskEvents): void;
  /**
   * Opens it anew after a failure or loss. When it has become another since it was opened last, gives it in one
   * transaction what it lacks of `known`, the memory of this tab, and returns all that it holds then; else null.
   */
  reopen(known: DeviceState): Promise<DeviceState | null>;
}

/**
 * What a disk that has become another lacks of what a tab knows: a patch, and mutations for the outbox. Another tab may have
 * been there before, or know less. A mutation that was settled meanwhile may come back: the server knows its id.
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
      load,
      tables,
      rows,
      settled: [],
      rejections: known.rejections.filter(({ mutation }) => !rejected.has(mutation.id)),
    },
    mutations: known.outbox.map(({ mutation }) => mutation).filter(({ id }) => !there.has(id)),
  };
}

/** Whether it is still true of a device that stands there. During a load it is not: rows of the version are missing. */
export function isTrue(
  first: FirstRows | undefined,
  version: number,
  outbox: OutboxMark,
): first is FirstRows {
  return first?.version === version && first.outbox.size === outbox.size && first.outbox.last === outbox.last;
}

/** The stored rows are not those that a patch starts from: another tab has moved them on. Load anew. */
export class StaleDevice extends SunglowError {
  constructor() {
    super('STALE_DEVICE', 'The patch does not fit the device. Load its state anew.');
  }
}

/**
 * Whether a device with these rows can take in the patch. A tab of an older app may have left out rows of a table
 * that the patch calls whole: only a patch from 0 brings them.
 */
export function fitsDevice(
  patch: Pick<DevicePatch, 'from' | 'to' | 'tables'>,
  { version, tables }: Pick<ConfirmedRows, 'version' | 'tables'>,
): boolean {
  return fits(patch, version) && (patch.from === 0 || isWithin(patch.tables, tables));
}

function isWithin(tables: readonly string[], others: readonly string[]): boolean {
  return tables.every((table) => others.includes(table));
}

/** Whether a patch can be taken in at `version`: it may overlap what is known, but neither leave a gap nor go back. */
export function fits(patch: { readonly from: number; readonly to: number }, version: number): boolean {
  return patch.from === 0 || (patch.from <= version && version <= patch.to);
}
