import { TABLE_NAMES } from '#src/domain/schema/index.ts';

/** The tables of which each row belongs to a space. The first has the row that locks the others of its space. */
export const SPACE_TABLES = ['space', ...TABLE_NAMES, 'mutation', 'alarm'] as const;

/** The tables of which each row belongs to a user, besides Better Auth's. */
export const USER_TABLES = ['device', 'push_subscription', 'webhook'] as const;

/** The tables that are spread over the nodes of a Citus cluster: the rows of a space are on one node. */
export const DISTRIBUTED_TABLES = [...SPACE_TABLES, ...USER_TABLES] as const;

/** The column by which such a table is spread: the first of its key. */
export function distributionColumn(table: (typeof DISTRIBUTED_TABLES)[number]): 'space_id' | 'user_id' {
  return (USER_TABLES as readonly string[]).includes(table) ? 'user_id' : 'space_id';
}

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
