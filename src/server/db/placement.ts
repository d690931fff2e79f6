import { TABLE_NAMES } from '#src/tables/tables.ts';

/**
 * The tables whose rows each belong to a space. The first has the row that locks the others of its space. `hook_watch` comes
 * before the tables that it locks (see hook-watch.ts): a deletion in this order waits for a look that writes to them.
 */
export const SPACE_TABLES = [
  'space',
  ...TABLE_NAMES,
  'mutation',
  'history',
  'history_row',
  'history_erasure',
  'alarm',
  'hook_watch',
  'hook_task',
  'hook',
  'hook_message',
] as const;

/** The tables whose rows each belong to a user, besides Better Auth's. */
export const USER_TABLES = ['device', 'push_subscription', 'webhook'] as const;

/** The tables that are spread over the nodes of a Citus cluster. All rows of a space are on one node. */
export const DISTRIBUTED_TABLES = [...SPACE_TABLES, ...USER_TABLES] as const;

/** The column that spreads the table: the first of its key. */
export function distributionColumn(table: (typeof DISTRIBUTED_TABLES)[number]): 'space_id' | 'user_id' {
  return (USER_TABLES as readonly string[]).includes(table) ? 'user_id' : 'space_id';
}

/**
 * The tables that stay whole, on the coordinator, where every node reaches them. They are looked up by an
 * email, a token or a key that must be unique. For distributed tables Citus keeps values unique only within a
 * user. A table comes after the tables that it refers to.
 */
export const LOCAL_TABLES = [
  'user',
  'session',
  'account',
  'passkey',
  'twoFactor',
  'verification',
  'rateLimit',
  'throttle',
  'invitation',
  'access_token',
  'deleted_user',
  'feed',
] as const;
