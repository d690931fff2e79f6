import type { Generated } from 'kysely';
import type { WebhookKind } from '#src/domain/remind/push-api.ts';
import type { SpaceId } from '#src/domain/space.ts';
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
  alarm: AlarmTable;
  push_subscription: PushSubscriptionTable;
  webhook: WebhookTable;
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

/** One row for each time at which a user is to be reminded, or was in the last 30 days. Instants are ms since 1970 UTC. */
export interface AlarmTable {
  space_id: SpaceId;
  /** See domain/remind/alarms.ts. */
  id: string;
  /** Null for the daily brief. */
  task_id: string | null;
  due_at: number;
  /** When something is to be done about it next; null once nothing is. */
  wake_at: number | null;
  /** Until then a server is at it. */
  lease_until: number;
  state: 'waiting' | 'sent' | 'failed' | 'dropped';
  /** What was tried, as JSON: Try[]. */
  tries: string;
  shown_at: Generated<number | null>;
  shown_on: Generated<string | null>;
  answer: Generated<'done' | 'snoozed' | null>;
  answered_at: Generated<number | null>;
  answered_on: Generated<string | null>;
}

/** One row for each browser to which a user's reminders are pushed. */
export interface PushSubscriptionTable {
  user_id: string;
  /** SHA-256 of the endpoint, base64url. */
  id: string;
  endpoint: string;
  /** The key of the browser, an uncompressed P-256 point, and its secret of 16 bytes; both base64url. */
  p256dh: string;
  auth: string;
  /** Nothing is sent once the session has ended. */
  session_id: string;
  /** `Firefox on Windows`. */
  device: string;
  created_at: number;
  used_at: number | null;
}

/** Where a user's reminders are posted: one row a user. */
export interface WebhookTable {
  user_id: string;
  id: 'webhook';
  address: string;
  /** Encrypted (see reminders/secrets.ts). */
  secret: string;
  kind: WebhookKind;
}
