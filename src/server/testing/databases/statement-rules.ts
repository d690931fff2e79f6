import { OWNED_TABLES } from '#src/server/auth/deleted-users.ts';
import type { Statement } from './statement-watch.ts';

interface Exception {
  readonly table: string;
  /** The condition that finds the rows, in the words of `describeScan`. */
  readonly by: string;
  readonly why: string;
  /** The only file with this exception; undefined for all. */
  readonly from?: string;
}

/**
 * All statements that find rows by something else than the id of one user or space. A test fails for any
 * other one.
 */
export const EXCEPTIONS: readonly Exception[] = [
  {
    table: 'space',
    by: 'space_id = any',
    why: 'the versions of all spaces whose devices are connected to a server, for a heartbeat',
  },
  { table: 'space', by: 'space_id >', why: 'the daily purge goes through all spaces in slices' },
  {
    table: 'collection',
    by: 'all',
    from: 'src/sync/server/purgeable.ts',
    why: 'the daily purge, where the deleted ones of all users fit into memory',
  },
  { table: 'feed', by: 'hash =', why: 'a calendar program brings nothing but the address' },
  { table: 'session', by: 'token =', why: 'a request brings nothing but its cookie' },
  { table: 'access_token', by: 'hash =', why: 'a request brings nothing but its token' },
  {
    table: 'access_token',
    by: 'hash = any',
    why: 'which tokens still hold, of all open streams of a server',
  },
  {
    table: 'session',
    by: 'id = any',
    why: 'whose sessions still hold, of all connected to a server; the daily purge',
  },
  { table: 'session', by: 'id =', why: 'the daily purge names those it has found by the next' },
  { table: 'session', by: 'expiresAt <', why: 'the daily purge' },
  { table: 'user', by: 'email =', why: 'sign-in by email' },
  { table: 'user', by: 'phoneNumber =', why: 'sign-in by phone' },
  { table: 'account', by: 'accountId =, providerId =', why: 'sign-in at another site' },
  { table: 'account', by: 'id =', why: "Better Auth names a row that it has just read by the user's id" },
  { table: 'twoFactor', by: 'id =', why: 'the same' },
  { table: 'passkey', by: 'id =', why: 'the same' },
  { table: 'passkey', by: 'credentialID =', why: 'sign-in by a passkey' },
  {
    table: 'alarm',
    by: 'wake_at <=',
    why: 'each server looks twice a minute for what comes until its next look, and claims it user by user',
  },
  {
    table: 'alarm',
    by: 'space_id = any, due_at <',
    why: 'the daily purge asks at once which of a slice of users have old receipts',
  },
  {
    table: 'hook',
    by: 'wake_at <=',
    why: 'each server looks twice a minute for messages of webhooks, and claims them one webhook at a time',
  },
  {
    table: 'hook_watch',
    by: 'space_id >',
    why: 'each server goes twice a minute through the spaces with webhooks, and compares their versions',
  },
  {
    table: 'hook_message',
    by: 'space_id = any, created_at <',
    why: 'the daily purge asks at once which of a slice of users have old messages of webhooks',
  },
  { table: 'device', by: 'seen_at <', why: 'the daily purge' },
  {
    table: 'webhook',
    by: 'all',
    from: 'src/server/reminders/targets.ts',
    why: 'a start looks at a hundred, whether they were saved with its secret',
  },
  {
    table: 'verification',
    by: 'all',
    why: 'links under way of a user who is deleted, or has a new password or email: all there are, which are few',
  },
];

/** Features that Citus, CockroachDB or YugabyteDB lack, or do not support across shards. */
const LACKING: readonly (readonly [RegExp, string])[] = [
  [/advisory/, 'advisory locks are for the migrator alone'],
  [/savepoint/, 'savepoints'],
  [/\b(un)?listen\b|\bnotify\b/, 'LISTEN and NOTIFY are for the bus alone'],
  [/nextval|serial|lastval/, 'sequences'],
  [/^(create|alter|drop|truncate|lock|declare|copy)\b/, 'only migrations do that'],
  // INSERT … SELECT is allowed: the documentation of Citus adds up rows with it.
  [/^insert into .*\bvalues\b.*\bselect\b/s, 'subqueries of an INSERT'],
  [/^with recursive/, 'recursion'],
  [/ \/ /, 'a division, which of whole numbers is a fraction'],
];

/** `1 = 0` or `true`; the plan reveals other ones. */
const CONSTANT = String.raw`(?:\d+|'[^']*'|true|false)`;
const CONSTANT_CONDITION = new RegExp(
  String.raw`\b(?:where|and|or|not|on|when) \(*${CONSTANT}(?: (?:=|<>|!=|<=?|>=?|is|is not|in|like) |\)*(?: (?:and|or|limit|then|order)\b|$))`,
);

/**
 * PostgreSQL leaves the tables of such a branch out of the plan, and Citus then misses their part of the
 * join.
 */
const SAME_FOR_ALL = 'a condition that is the same for all rows';

/** The problems in the text of a statement. */
export function problemsOfText(sql: string): string[] {
  const problems = LACKING.flatMap(([pattern, what]) => (pattern.test(sql) ? [what] : []));
  if (CONSTANT_CONDITION.test(sql)) problems.push(SAME_FOR_ALL);
  return problems;
}

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'One-Time Filter'?: string;
  readonly Plans?: readonly PlanNode[];
}

/**
 * The problems of a statement, by its text and its plan. PostgreSQL made the plan with sequential scans
 * disabled.
 */
export function problemsOf({ sql, from, hasManyUsers }: Statement, plan: PlanNode): string[] {
  const scans = scansOf(plan);
  const problems = problemsOfText(sql);
  if (hasOneTimeFilter(plan) && !problems.includes(SAME_FOR_ALL)) problems.push(SAME_FOR_ALL);
  if (hasManyUsers) problems.push('it names several users');
  if (/"(space|user)_id" =/.test(/ set (.*?)(?= where |$)/s.exec(sql)?.[1] ?? ''))
    problems.push('a row stays with its user');
  if (/^delete from "(\w+)" where "(?:space|user)_id" = .* from "\1"/s.test(sql))
    problems.push('rows of a user joined to themselves: each with each, where the statistics know of few');
  for (const scan of scans) {
    if (isOfOneUser(scan) || isException(scan, from)) continue;
    problems.push(`it finds rows of ${scan.table} by: ${describeScan(scan)}`);
  }
  if (/ for (no key )?(update|share)\b/.test(sql) && !scans.every(isOfOneUser))
    problems.push('rows are locked that are not those of one user');
  const table = /^insert into "?(\w+)"?/.exec(sql)?.[1];
  const conflict = /on conflict \(([^)]*)\)/.exec(sql)?.[1];
  const column = columnOf(table ?? '');
  if (column !== undefined && table !== 'user' && conflict !== undefined && !conflict.includes(`"${column}"`))
    problems.push(`ON CONFLICT without ${column}`);
  return problems;
}

function hasOneTimeFilter(node: PlanNode): boolean {
  return node['One-Time Filter'] !== undefined || (node.Plans ?? []).some(hasOneTimeFilter);
}

interface Scan {
  readonly table: string;
  /** The condition in EXPLAIN's words; '' for a scan of all rows. */
  readonly condition: string;
}

function scansOf(node: PlanNode): Scan[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const table = node['Relation Name'];
  // Every node of a distributed database has its own copy of PostgreSQL's tables.
  if (table === undefined || table.startsWith('pg_') || node['Node Type'] === 'ModifyTable') return below;
  return [...conditionsOf(node).map((condition) => ({ table, condition })), ...below];
}

/** The conditions of a node; those of a bitmap are in its child nodes. */
function conditionsOf(node: PlanNode): string[] {
  if (node['Node Type'] !== 'Bitmap Heap Scan') return [node['Index Cond'] ?? ''];
  const indexes = (node.Plans ?? []).flatMap((child) =>
    child['Node Type'] === 'Bitmap Index Scan' ? [child] : (child.Plans ?? []),
  );
  return indexes.map((index) => index['Index Cond'] ?? '');
}

function columnOf(table: string): string | undefined {
  return OWNED_TABLES.find(([name]) => name === table)?.[1];
}

function isOfOneUser({ table, condition }: Scan): boolean {
  const column = columnOf(table);
  // Rows without a user are found by their own key.
  if (column === undefined) return condition !== '';
  return new RegExp(`\\("?${column}"? = (?!ANY)`).test(condition);
}

function isException(scan: Scan, sender: string): boolean {
  return EXCEPTIONS.some(
    ({ table, by, from = sender }) => table === scan.table && by === describeScan(scan) && from === sender,
  );
}

/** `all`, or the compared columns: `token =`, `id = any`. */
function describeScan({ condition }: Scan): string {
  const compared = [...condition.matchAll(/\("?(\w+)"? (=|<|>|<=|>=) (ANY)?/g)];
  return compared.map(([, column, how, any]) => `${column} ${how}${any ? ' any' : ''}`).join(', ') || 'all';
}
