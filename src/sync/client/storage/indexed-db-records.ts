import type { DBSchema } from 'idb';
import type { NewReceipt } from '#src/domain/remind/push-api.ts';
import type { AnyRow } from '#src/domain/schema/index.ts';
import type { Mutation } from '#src/mutators/index.ts';
import type { FirstRows, Rejection } from './device-store.ts';
import type { HistoryEntries, HistoryEntry } from './history-entries.ts';

/** The stores of a user's database, and the records of each. */
export interface Schema extends DBSchema {
  segment: { key: number; value: Segment };
  outbox: { key: number; value: { seq?: number; mutation: Mutation }; indexes: { mutationId: string } };
  rejection: { key: string; value: Rejection };
  /**
   * `incarnation`: random, tells the database from one that takes its place later.
   * `signedOut`: 1 while the database is emptied, and about to be deleted, because the user signed out.
   */
  meta: { key: 'version' | 'loadedAt' | 'missing' | 'incarnation' | 'signedOut'; value: number };
  /** `whole`: the names of the tables of which all rows are here. `first`: what of them is shown first. */
  tables: { key: 'whole' | 'first'; value: readonly string[] | FirstRows };
  history: { key: HistoryKey; value: HistoryEntry };
  /** What the server is to hear of reminders, and has not. */
  receipt: { key: number; value: NewReceipt };
}

/**
 * Each entry has a record of its own: what a change does not touch is not written again. It would all go to the disk with
 * the user's next change, which waits for that.
 */
export type HistoryKey = [list: keyof HistoryEntries, place: number];

/**
 * Rows as they came from the server, by table; those of later segments replace those of earlier ones. Few large records are read
 * seven times as fast as one for each row, and written sixty times as fast.
 */
export type Segment = Readonly<Record<string, readonly Partial<AnyRow>[]>>;
