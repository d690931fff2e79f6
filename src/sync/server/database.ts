import type { ColumnType, Transaction } from 'kysely';

import type { RejectionCode } from '#src/domain/errors.ts';
import type { Rows, TableName } from '#src/domain/schema/index.ts';
import type { SpaceId } from '#src/domain/space.ts';

/**
 * The tables of sync, as Kysely sees them. Every key is led by `space_id`, so that the rows of a space can live together on
 * one shard. Instants are integers, ms since 1970 UTC; versions count up from 1 in each space.
 */
export interface SyncTables extends RowTables {
  space: SpaceTable;
  mutation: MutationTable;
}

/** The tables of the schema, whose columns have the same names in snake case. */
type RowTables = { [T in TableName]: RowTable<Rows[T]> };

type RowTable<Row> = { -readonly [Key in keyof Row & string as SnakeCase<Key>]: Row[Key] } & {
  space_id: SpaceId;
  /**
   * When the server first had the deletion of the row, by its own clock (ms since 1970 UTC): what it goes by when it purges
   * (sync rule W10). Null while the row is not deleted.
   */
  tombstone_since: number | null;
  version: number;
};

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : '';

/** One row a space: the row lock that orders the writes of the space, and the version it hands out (sync rules W5 and W9). */
export interface SpaceTable {
  space_id: SpaceId;
  /** Version of the newest change; 0 before the first. */
  version: number;
  /** How many rows of each table are there (see isThere), as JSON: so that a limit is checked without counting. */
  live_counts: ColumnType<string, string | undefined>;
  /** See StoredBytes. */
  stored_bytes: ColumnType<number, number | undefined>;
  /** Recorded mutations: a space keeps a limited number. */
  outcome_count: ColumnType<number, number | undefined>;
  /** The newest version of a tombstone that was purged, or the first after a restore: a device behind it has to load anew (sync rules W9, W10). */
  purged_version: ColumnType<number, number | undefined>;
  /** The SetBacks of the space, oldest first, as JSON. */
  set_backs: ColumnType<string, string | undefined>;
}

/** What became of each mutation: null when it was applied, else why it was rejected (sync rule W6). */
export interface MutationTable {
  space_id: SpaceId;
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
