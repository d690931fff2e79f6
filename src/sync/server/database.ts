import type { ColumnType, Transaction } from 'kysely';

import type { RejectionCode } from '#src/domain/errors.ts';
import type { Rows, TableName } from '#src/tables/tables.ts';
import type { SpaceId } from '#src/domain/space.ts';

/**
 * The tables of sync, as Kysely sees them. Every key begins with `space_id`, so that the rows of a space can live
 * together on one shard. Instants are integers, ms since 1970 UTC; versions count up from 1 in each space.
 */
export interface SyncTables extends RowTables {
  space: SpaceTable;
  mutation: MutationTable;
  history: HistoryTable;
  history_row: HistoryRowTable;
  history_erasure: HistoryErasureTable;
}

/** The tables of the schema. Their columns have the same names in snake case. */
type RowTables = { [T in TableName]: RowTable<Rows[T]> };

type RowTable<Row> = { -readonly [Key in keyof Row & string as SnakeCase<Key>]: Row[Key] } & {
  space_id: SpaceId;
  /**
   * When the server first had the deletion of the row, by its own clock (ms since 1970 UTC). Purges go by this time
   * (sync rule W10). Null while the row is not deleted.
   */
  tombstone_since: number | null;
  version: number;
};

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : '';

/** One row for each space. Its lock orders the writes of the space, and its version numbers them (sync rules W5 and W9). */
export interface SpaceTable {
  space_id: SpaceId;
  /** The version of the newest change; 0 before the first one. */
  version: number;
  /** How many rows of each table are there (see isThere), as JSON. Limits are checked by it without counting. */
  live_counts: ColumnType<string, string | undefined>;
  /** See StoredBytes. */
  stored_bytes: ColumnType<number, number | undefined>;
  /** How many outcomes are recorded: a space keeps a limited number. */
  outcome_count: ColumnType<number, number | undefined>;
  /** How many bytes the history of the space takes (see HISTORY_BYTES). */
  history_bytes: ColumnType<number, number | undefined>;
  /**
   * The newest version of a purged tombstone, or the first version after a restore. A device behind it loads anew (sync
   * rules W9, W10).
   */
  purged_version: ColumnType<number, number | undefined>;
  /** The SetBacks of the space, oldest first, as JSON. */
  set_backs: ColumnType<string, string | undefined>;
}

/** The outcome of each mutation: null when it was applied, else the code that says why it was rejected (sync rule W6). */
export interface MutationTable {
  space_id: SpaceId;
  mutation_id: string;
  outcome: RejectionCode | null;
  version: number;
  created_at: number;
}

/** A mutation that changed rows, and their columns before and after it (rule H1). */
export interface HistoryTable {
  space_id: SpaceId;
  /** The version of its push, and its number among the mutations there. */
  version: number;
  step: number;
  /** By the server's clock. */
  changed_at: number;
  /** See Actor. */
  source: string;
  /** See Actor. Names of tokens are not unique. */
  token_id: string | null;
  operation: string;
  /** The row that the entry is about. Null when there are several: each has a row in `history_row`. */
  row_id: string | null;
  /** The RowHistory of each row as JSON. */
  changes: string;
  /** Names the import that the entry is a part of (see wholeOfPart). Null for other entries. */
  import_id: string | null;
}

/** Finds the entries about several rows by each of these. */
export interface HistoryRowTable {
  space_id: SpaceId;
  row_id: string;
  version: number;
  step: number;
}

/** A row that was purged for good, while some of its texts are still in the history (see eraseNext). */
export interface HistoryErasureTable {
  space_id: SpaceId;
  row_id: string;
  /** Entries up to this version are to lose the texts. */
  version: number;
}

/** A small transaction is so short that others may wait for it. A large one lets them go first. */
export type WorkSize = 'small' | 'large';

/** The database, as sync needs it. Both functions may run `work` again from its start, so `work` has no other effect. */
export interface SyncDatabase {
  /** Runs `work` in one read-write transaction. Retries after a conflict or on a busy database, a limited number of times. */
  transact<T>(work: (tx: Transaction<SyncTables>) => Promise<T>, size?: WorkSize): Promise<T>;
  /** Runs `work`, which only reads, over one state of the database. `work` sees either all of a commit or nothing of it. */
  snapshot<T>(work: (tx: Transaction<SyncTables>) => Promise<T>): Promise<T>;
}
