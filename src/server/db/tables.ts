import type { SyncTables } from '#src/sync/server/database.ts';

export type Engine = 'sqlite' | 'postgres';

/** Every table that Sunglow itself reads or writes. The rest of Better Auth's are its own business. */
export interface Database extends SyncTables {
  user: UserTable;
  account: AccountTable;
  passkey: PasskeyTable;
  session: SessionTable;
  verification: VerificationTable;
  rateLimit: RateLimitTable;
  throttle: ThrottleTable;
  device: DeviceTable;
  invitation: InvitationTable;
  deleted_user: DeletedUserTable;
}

/** Better Auth's; booleans are 0 and 1 on SQLite. */
export interface UserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean | number;
  image: string | null;
  phoneNumber: string | null;
  phoneNumberVerified: boolean | number | null;
  createdAt: Date | string;
}

/** Better Auth's: what a user signs in with, a password or a provider. */
export interface AccountTable {
  id: string;
  userId: string;
  providerId: string;
  password: string | null;
}

/** Better Auth's. */
export interface PasskeyTable {
  id: string;
  userId: string;
}

/** Better Auth's; instants are ISO 8601 text on SQLite, Dates on PostgreSQL. */
export interface SessionTable {
  id: string;
  userId: string;
  /** The SHA-256 of what the cookie holds (see auth/session-store.ts). */
  token: string;
  userAgent: string | null;
  createdAt: Date | string;
  expiresAt: Date | string;
  updatedAt: Date | string;
}

/** Better Auth's, with instants as above. */
export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  createdAt: Date | string;
  updatedAt: Date | string;
  expiresAt: Date | string;
}

/** Better Auth's; `lastRequest` is in ms since 1970 UTC. */
export interface RateLimitTable {
  id: string;
  lastRequest: number;
}

/** One row for each thing that is slowed down (see auth/throttle.ts). */
export interface ThrottleTable {
  key: string;
  /** Instant (ms) at which everything used so far has been given back. */
  free_at: number;
}

/** One row for each browser from which a user has signed in (see auth/known-devices.ts). */
export interface DeviceTable {
  user_id: string;
  /** SHA-256 of what the browser keeps, base64url. */
  hash: string;
  /** Its last sign-in, ms since 1970 UTC. */
  seen_at: number;
}

/** One row for each invitation that was not used yet (see auth/invitations.ts). Instants are ms since 1970 UTC. */
export interface InvitationTable {
  /** The SHA-256 of what the link holds. */
  key: string;
  /** Whom it is for; null for anybody who has it. */
  email: string | null;
  expires_at: number;
}

/** One row for each user that was deleted, so that their devices can be told (see auth/deleted-users.ts). */
export interface DeletedUserTable {
  /** The SHA-256 of their id. */
  key: string;
  /** Instant (ms). */
  deleted_at: number;
}
