import type { ColumnType, Transaction } from 'kysely';

import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { ColorHex } from '#src/domain/colors.ts';
import type { RejectionCode } from '#src/domain/errors.ts';

/**
 * The tables of sync, as Kysely sees them. Every key is led by `user_id`, so that a user's rows can live together on one
 * shard. Instants are integers, ms since 1970 UTC; versions count up from 1 per user.
 */
export interface SyncTables {
  space: SpaceTable;
  collection: CollectionTable;
  task: TaskTable;
  mutation: MutationTable;
}

/** One row a user: the row lock that orders a user's writes, and the version it hands out (sync rules W5 and W9). */
export interface SpaceTable {
  user_id: string;
  /** Version of the newest change; 0 before the first. */
  version: number;
  /** Rows that are not deleted, of tasks neither with their collection (see isThere): so that a limit is checked without counting. */
  live_tasks: number;
  collection_count: number;
  /** See StoredBytes. */
  stored_bytes: ColumnType<number, number | undefined>;
  /** Recorded mutations, of which each user has so many at most. */
  outcome_count: ColumnType<number, number | undefined>;
  /** The newest version of a tombstone that was purged, or the first after a restore: a device behind it has to load anew (sync rules W9, W10). */
  purged_version: ColumnType<number, number | undefined>;
}

export interface CollectionTable {
  user_id: string;
  id: string;
  name: string;
  color: ColorHex;
  position: number;
  created_at: number;
  deleted_at: number | null;
  tombstone_since: TombstoneSince;
  version: number;
}

export interface TaskTable {
  user_id: string;
  id: string;
  name: string;
  description: string;
  date: CalendarDay;
  collection_id: string;
  created_at: number;
  updated_at: number;
  completed_at: number | null;
  deleted_at: number | null;
  tombstone_since: TombstoneSince;
  version: number;
}

/**
 * When the server first had the deletion of a row, by its own clock (ms since 1970 UTC): what it goes by when it purges
 * (sync rule W10). Null while the row is not deleted, and until the next purge when an older server deleted it.
 */
type TombstoneSince = number | null;

/** What became of each mutation: null when it was applied, else why it was refused (sync rule W6). */
export interface MutationTable {
  user_id: string;
  mutation_id: string;
  outcome: RejectionCode | null;
  version: number;
  created_at: number;
}

/** Whether a transaction takes so little that others may wait for it, or so much that it has to let them go first. */
export type WorkSize = 'small' | 'large';

/** What sync needs of a database. Both functions may run `work` again from its start, so it must have no other effect. */
export interface SyncDatabase {
  /** Runs `work` in one read-write transaction; conflicts and busy databases are retried a bounded number of times. */
  transact<T>(work: (tx: Transaction<SyncTables>) => Promise<T>, size?: WorkSize): Promise<T>;
  /** Runs `work`, which must only read, over one state of the database: no commit shows halfway through. */
  snapshot<T>(work: (tx: Transaction<SyncTables>) => Promise<T>): Promise<T>;
}
