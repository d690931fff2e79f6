import type { DBSchema } from 'idb';
import type { NewReceipt } from '#src/reading/remind/push-api.ts';
import type { AnyRow } from '#src/tables/tables.ts';
import type { Mutation, Operation } from '#src/tables/operations.ts';
import type { FirstRows, Rejection } from './device-store.ts';
import type { HistoryEntries, HistoryEntry } from './history-entries.ts';

/** The object stores of a user's database, and the records of each. */
export interface Schema extends DBSchema {
  segment: { key: number; value: Segment };
  outbox: { key: number; value: { seq?: number; mutation: Mutation }; indexes: { mutationId: string } };
  rejection: { key: string; value: Rejection };
  /**
   * `incarnation`: random, tells the database from a later one of the same name. `signedOut`: 1 after the sign-out,
   * while the database is empty and waits for its deletion.
   */
  meta: { key: 'version' | 'loadedAt' | 'missing' | 'incarnation' | 'signedOut'; value: number };
  /** `whole`: the names of the tables that are whole on the device. `first`: the first rows. */
  tables: { key: 'whole' | 'first'; value: readonly string[] | FirstRows };
  history: { key: HistoryKey; value: HistoryEntry };
  /** Receipts of reminders that the server has not heard. */
  receipt: { key: number; value: NewReceipt };
  /** The newest import of many operations (rule I7), also once it is done. */
  import: { key: 'newest'; value: StoredImport };
  /** The operations of that import until all are done, by the place of the first one of each record. */
  planned: { key: number; value: readonly Operation[] };
}

/** An import that the device goes on with after its tab was closed. */
export interface StoredImport {
  /** By newId: it tells the import from a later one, and has the time of its beginning. */
  readonly id: string;
  readonly fileName: string;
  /** The number of its operations, and of the first ones that are done. */
  readonly all: number;
  readonly done: number;
  /** The time when it was stored or last went on, by the clock of the device, ms since 1970 UTC. */
  readonly at: number;
}

/**
 * Each entry has its own record, so that a change does not write the other entries again. The user's next change would
 * wait for those writes.
 */
export type HistoryKey = [list: keyof HistoryEntries, place: number];

/**
 * Rows from the server, by table. Rows of later segments replace those of earlier ones. Compared with one record for
 * each row, few large records are read seven times as fast and written sixty times as fast.
 */
export type Segment = Readonly<Record<string, readonly Partial<AnyRow>[]>>;
