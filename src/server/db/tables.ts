import type { SyncTables } from '#src/sync/server/database.ts';

export type Engine = 'sqlite' | 'postgres';

/** Every table that Sunglow itself reads or writes. The rest of Better Auth's are its own business. */
export interface Database extends SyncTables {
  session: SessionTable;
  throttle: ThrottleTable;
}

/** Better Auth's; instants are ISO 8601 text on SQLite, Dates on PostgreSQL. */
export interface SessionTable {
  id: string;
  userId: string;
  expiresAt: Date | string;
}

/** One row for each thing that is slowed down (see auth/throttle.ts). */
export interface ThrottleTable {
  key: string;
  /** Instant (ms) at which everything used so far has been given back. */
  free_at: number;
}
