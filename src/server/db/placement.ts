import { TABLE_NAMES } from '#src/domain/schema/index.ts';

/** What reminders need besides, a row of which belongs to a user. */
export const REMINDER_TABLES = ['alarm', 'push_subscription', 'webhook'] as const;

/** The tables that are spread over the nodes of a Citus cluster, all by this column: a user's rows are on one of them. */
export const DISTRIBUTED_TABLES = [
  'space',
  ...TABLE_NAMES,
  'mutation',
  'device',
  ...REMINDER_TABLES,
] as const;
export const DISTRIBUTION_COLUMN = 'user_id';

/**
 * Those that stay whole, on the coordinator, where every node reaches them. They are looked up by an email, a token or a key,
 * which must be the only one of its kind: Citus keeps that for distributed tables only within a user. In an order in which
 * what others refer to comes first.
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
  'deleted_user',
] as const;
