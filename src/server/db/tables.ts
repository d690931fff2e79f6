import type { Generated } from 'kysely';
import type { TokenScope } from '#src/domain/identity/access-token.ts';
import type { FeedKind, FeedScope } from '#src/reading/feeds/feeds-api.ts';
import type { FailureReason, WebhookKind } from '#src/reading/remind/push-api.ts';
import type { ListedMessage, WebhookEnd } from '#src/reading/webhooks/webhooks-api.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { SyncTables } from '#src/sync/server/database.ts';

export type Engine = 'sqlite' | 'postgres';

/** Every table that Sunglow reads or writes. Better Auth uses some more. */
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
  access_token: AccessTokenTable;
  feed: FeedTable;
  hook: HookTable;
  hook_watch: HookWatchTable;
  hook_task: HookTaskTable;
  hook_message: HookMessageTable;
}

/** Better Auth's table. Booleans are 0 and 1 on SQLite. */
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

/** Better Auth's table: a user's password or an account at a provider. */
export interface AccountTable {
  id: string;
  userId: string;
  providerId: string;
  password: string | null;
}

/** Better Auth's table. */
export interface PasskeyTable {
  id: string;
  userId: string;
}

/** Better Auth's table. Instants are ISO 8601 text on SQLite, Dates on PostgreSQL. */
export interface SessionTable {
  id: string;
  userId: string;
  /** The SHA-256 of the value in the cookie (see auth/session-store.ts). */
  token: string;
  userAgent: string | null;
  createdAt: Date | string;
  expiresAt: Date | string;
  updatedAt: Date | string;
}

/** Better Auth's table, with instants as in SessionTable. */
export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  createdAt: Date | string;
  updatedAt: Date | string;
  expiresAt: Date | string;
}

/** Better Auth's table. `lastRequest` is in ms since 1970 UTC. */
export interface RateLimitTable {
  id: string;
  lastRequest: number;
}

/** One row for each key that is slowed down (see auth/throttle.ts). */
export interface ThrottleTable {
  key: string;
  /** The instant (ms) when the key has all of its attempts again. */
  free_at: number;
}

/** One row for each browser that a user has signed in from (see auth/known-devices.ts). */
export interface DeviceTable {
  user_id: string;
  /** SHA-256 of the value that the browser keeps, base64url. */
  hash: string;
  /** The last sign-in, ms since 1970 UTC. */
  seen_at: number;
}

/** One row for each unused invitation (see auth/invitations.ts). Instants are ms since 1970 UTC. */
export interface InvitationTable {
  /** The SHA-256 of the value in the link. */
  key: string;
  /** The invited email. Null for an invitation of anybody who has the link. */
  email: string | null;
  expires_at: number;
}

/** One row for each deleted user, so that their devices can be told (see auth/deleted-users.ts). */
export interface DeletedUserTable {
  /** The SHA-256 of the user's id. */
  key: string;
  /** Instant (ms). */
  deleted_at: number;
}

/** One row for each reminder that is due, or was in the last 30 days. Instants are ms since 1970 UTC. */
export interface AlarmTable {
  space_id: SpaceId;
  /** See domain/remind/alarms.ts. */
  id: string;
  /** Null for the daily brief. */
  task_id: string | null;
  due_at: number;
  /** The instant of the next step. Null when nothing is left to do. */
  wake_at: number | null;
  /** The instant until a server keeps the alarm for itself. */
  lease_until: number;
  state: 'waiting' | 'sent' | 'failed' | 'dropped';
  /** The attempts as JSON: Try[]. */
  tries: string;
  shown_at: Generated<number | null>;
  shown_on: Generated<string | null>;
  answer: Generated<'done' | 'snoozed' | null>;
  answered_at: Generated<number | null>;
  answered_on: Generated<string | null>;
}

/** One row for each browser that receives a user's reminders by push. */
export interface PushSubscriptionTable {
  user_id: string;
  /** SHA-256 of the endpoint, base64url. */
  id: string;
  endpoint: string;
  /** The browser's key, an uncompressed P-256 point, and its secret of 16 bytes; both base64url. */
  p256dh: string;
  auth: string;
  /** Reminders stop when this session ends. */
  session_id: string;
  /** `Firefox on Windows`. */
  device: string;
  created_at: number;
  used_at: number | null;
}

/** The webhook that receives a user's reminders: one row a user. */
export interface WebhookTable {
  user_id: string;
  id: 'webhook';
  address: string;
  /** Encrypted (see reminders/secrets.ts). */
  secret: string;
  kind: WebhookKind;
}

/** One row for each access token of a user (see tokens/access-tokens.ts). Instants are ms since 1970 UTC. */
export interface AccessTokenTable {
  /** SHA-256 of the token's text, base64url. */
  hash: string;
  id: string;
  user_id: string;
  name: string;
  scope: TokenScope;
  /** The ids of the only collections that it reaches, as JSON; null for all. */
  collections: string | null;
  created_at: number;
  /** Null for a token without an end. */
  expires_at: number | null;
  used_at: Generated<number | null>;
  used_from: Generated<string | null>;
}

/** One row for each calendar feed of a user. Instants are ms since 1970 UTC. */
export interface FeedTable {
  /** SHA-256 of the secret in the address, base64url. */
  hash: string;
  /** Names the feed to its user. */
  id: string;
  user_id: string;
  name: string;
  scope: FeedScope;
  /** The collection or filter. Null for everything. */
  row_id: string | null;
  kind: FeedKind;
  created_at: number;
  /** About when a program last asked for it. */
  fetched_at: number | null;
  revoked_at: number | null;
}

/** One row for each webhook that tells of tasks (rule A5). Instants are ms since 1970 UTC. */
export interface HookTable {
  space_id: SpaceId;
  id: string;
  name: string;
  /** In the language of filters. */
  query: string;
  address: string;
  /** Encrypted (see reminders/secrets.ts). */
  secret: string;
  /** The bit in `hook_task.slots`. */
  slot: number;
  /** 0 until `hook_task` has all tasks that were in the filter when the webhook was added. */
  is_filled: 0 | 1;
  created_at: number;
  /** When a server sends its next message. Null when nothing waits. */
  wake_at: Generated<number | null>;
  /** The instant until a server sends its messages. */
  lease_until: number;
  /** Failures in a row that make its pause. A rejected message counts as the first, as its receiver is not down. */
  failures: number;
  /** The first failure since the last success, or since nothing waited. */
  failing_since: Generated<number | null>;
  failure: Generated<FailureReason | null>;
  sent_at: Generated<number | null>;
  ended: Generated<WebhookEnd | null>;
}

/** One row for each space with webhooks that have not ended: what they were told of. */
export interface HookWatchTable {
  space_id: SpaceId;
  /** Rises with each write to `hook_task`, which another server may make first. */
  step: number;
  /** The version of the space up to which changes were told. */
  version: number;
  /** A digest of the names and days in the queries, as resolved, and of the collections. */
  context: string;
  /** The id after which the search through all tasks goes on. Null when it is done. */
  scan_after: string | null;
  /** When the day of the user ends. */
  wake_at: number;
}

/** One row for each task that is in the filter of a webhook, as told. */
export interface HookTaskTable {
  space_id: SpaceId;
  id: string;
  /** A bit for each webhook. */
  slots: number;
}

/** One row for each message to a webhook in the last 30 days. Instants are ms since 1970 UTC. */
export interface HookMessageTable {
  space_id: SpaceId;
  hook_id: string;
  /** Its `webhook-id`. */
  id: string;
  /** JSON: HookEvent[]. */
  events: string;
  created_at: number;
  /** The end of its tries. */
  until: number;
  /** The next try. Null when nothing is left to do. */
  wake_at: number | null;
  state: ListedMessage['state'];
  /** JSON: MessageTry[]. */
  tries: string;
}
