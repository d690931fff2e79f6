import { createHash } from 'node:crypto';
import { sql, type SqlBool, type Transaction } from 'kysely';
import { inChunks } from '#src/domain/in-chunks.ts';
import type { DayContext } from '#src/domain/quick-add/types.ts';
import { instantOf } from '#src/domain/repeat/local-time.ts';
import type { SpaceId } from '#src/domain/space.ts';
import { addDays } from '#src/domain/time/calendar-day.ts';
import { candidatesOf, placed, TASK_COLUMNS } from '#src/server/api/find-tasks.ts';
import { Reach } from '#src/server/api/reach.ts';
import { readUserContext, type UserContext } from '#src/server/api/user-context.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database, HookTable, HookWatchTable } from '#src/server/db/tables.ts';
import { askedQuery, workOfAsking, type AskedQuery } from '#src/server/rows/asked-query.ts';
import { TextSearch } from '#src/server/rows/text-search.ts';
import { readTasks } from '#src/server/rows/user-tasks.ts';
import type { HookEvent } from '#src/server/webhooks/hook-event.ts';
import { inMeasuredSlices } from '#src/sync/server/in-slices.ts';
import { MOST_ABOVE } from '#src/tables/kit/row.ts';

type Tx = Transaction<Database>;

/** The tasks that one look reads among the changed tasks, and as many in its search through all tasks, in about 20 ms. */
const READ_AT_ONCE = 250;

/** The ids in one statement. */
const IDS_AT_ONCE = 1_000;

/** The findings of a look, which are written together. */
export interface Looked {
  readonly watch: HookWatchTable;
  /** The bits of tasks that differ from the stored ones, by the id of the task. */
  readonly slots: ReadonlyMap<string, number>;
  /** By the id of the webhook. */
  readonly events: ReadonlyMap<string, readonly HookEvent[]>;
  /** The webhooks that now know all of their tasks. */
  readonly filled: readonly string[];
  /** True when there is more to look at. */
  readonly hasMore: boolean;
}

interface Hook {
  readonly id: string;
  readonly bit: number;
  readonly isFilled: boolean;
  readonly asked: AskedQuery;
}

/** The rows that a look compares with the filters. */
type Sight = NonNullable<Awaited<ReturnType<typeof readSpace>>>;

/**
 * Compares the tasks that have changed since the last look with the filters of the webhooks. When the day or the meaning
 * of a query has changed, it also searches through all tasks. Null for a space without webhooks.
 */
export async function lookAtSpace(
  database: AppDatabase,
  spaceId: SpaceId,
  now: number,
  giveWay: () => Promise<unknown>,
): Promise<Looked | null> {
  const sight = await database.snapshot((tx) => readSpace(tx, spaceId, now));
  return sight && lookAtTasks(sight, giveWay);
}

async function readSpace(tx: Tx, spaceId: SpaceId, now: number) {
  const watch = await tx
    .selectFrom('hook_watch')
    .selectAll()
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  if (!watch) return null;
  const stored = await tx
    .selectFrom('hook')
    .select(['id', 'slot', 'query', 'is_filled'])
    .where('space_id', '=', spaceId)
    .where('ended', 'is', null)
    .orderBy('id')
    .execute();
  const user = await readUserContext(tx, spaceId, new Reach({ collections: null }), now);
  const { hooks, unreadable, context } = readHooks(stored, user);
  const page = await changedPage(tx, spaceId, watch.version);
  const from = watch.context === context ? watch.scan_after : '';
  const scan = from === null ? NO_SCAN : await scanPage(tx, spaceId, from, hooks, user);
  const own = await changedAmong(tx, spaceId, page.ids, await historyBefore(tx, spaceId, watch.version));
  const ids = [...new Set([...page.ids, ...(await idsBelow(tx, spaceId, page.ids)), ...scan.ids])];
  const found: HookWatchTable = {
    ...watch,
    version: page.version,
    context,
    scan_after: scan.last,
    wake_at: endOfDay(user.days),
  };
  return {
    watch: found,
    hooks,
    unreadable,
    own,
    ids,
    tasks: await readTasks(tx, spaceId, ids, TASK_COLUMNS),
    before: await slotsOf(tx, spaceId, ids),
    hasMore: page.hasMore || scan.last !== null,
  };
}

/** The comparison, outside of any transaction. Others go first after each slice. */
async function lookAtTasks(
  { watch, hooks, unreadable, own, ids, tasks, before, hasMore }: Sight,
  giveWay: () => Promise<unknown>,
): Promise<Looked> {
  const slots = new Map<string, number>();
  const events = new Map<string, HookEvent[]>();
  const size = hooks.reduce((sum, { asked }) => sum + asked.size, 0);
  for await (const id of inMeasuredSlices(ids, (each) => workOfAsking(size, tasks.get(each)), giveWay)) {
    const found = tasks.get(id);
    const task = found && placed(found);
    const old = before.get(id) ?? 0;
    let bits = old & unreadable;
    for (const hook of hooks) {
      const [was, is] = [(old & hook.bit) !== 0, task !== undefined && hook.asked.holds(task)];
      if (is) bits |= hook.bit;
      const kind = is ? (was ? 'changed' : 'entered') : was ? 'left' : null;
      if (!hook.isFilled || kind === null || (kind === 'changed' && !own.has(id))) continue;
      const of = events.get(hook.id) ?? [];
      events.set(hook.id, of);
      of.push([kind, id]);
    }
    if (bits !== old) slots.set(id, bits);
  }
  const isDone = watch.scan_after === null;
  const filled = isDone ? hooks.filter(({ isFilled }) => !isFilled).map(({ id }) => id) : [];
  return { watch, slots, events, filled, hasMore };
}

type StoredHook = Pick<HookTable, 'id' | 'slot' | 'query'> & { readonly is_filled: number };

/**
 * The webhooks with their filters. A query that cannot be read, as after a label was renamed, keeps its tasks until it can.
 */
function readHooks(stored: readonly StoredHook[], user: UserContext) {
  const hooks: Hook[] = [];
  const meanings: unknown[] = [];
  let unreadable = 0;
  const search = new TextSearch();
  for (const { id, slot, query: text, is_filled } of stored) {
    const bit = 1 << slot;
    const asked = askedQuery(text, user.query, search);
    if ('problem' in asked) {
      unreadable |= bit;
      continue;
    }
    meanings.push([id, asked.meaning]);
    hooks.push({ id, bit, isFilled: is_filled === 1, asked });
  }
  const homes = user.collections.map(({ id }) => (user.isArchived(id) ? `archived ${id}` : id)).toSorted();
  const context = createHash('sha256')
    .update(JSON.stringify([meanings, homes]))
    .digest('base64url');
  return { hooks, unreadable, context };
}

/** A page of the tasks that were written after the version. It ends behind a version. */
async function changedPage(tx: Tx, spaceId: SpaceId, after: number) {
  const space = await tx
    .selectFrom('space')
    .select('version')
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  const newest = space?.version ?? 0;
  const rows = await tx
    .selectFrom('task')
    .select(['id', 'version'])
    .where('space_id', '=', spaceId)
    .where('version', '>', after)
    .orderBy('version')
    .limit(READ_AT_ONCE + 1)
    .execute();
  const last = rows.at(-1);
  if (!last || rows.length <= READ_AT_ONCE)
    return { ids: rows.map(({ id }) => id), version: newest, hasMore: false };
  const whole = rows.filter(({ version }) => version < last.version);
  return { ids: whole.map(({ id }) => id), version: last.version - 1, hasMore: true };
}

/**
 * The version after which the history has all changes of the tasks that were written after `version`. A large push
 * writes its rows under several versions, so that a page may end inside it, and its history under the first of them.
 */
async function historyBefore(tx: Tx, spaceId: SpaceId, version: number): Promise<number> {
  const push = await tx
    .selectFrom('history')
    .select(['version', 'changed_at'])
    .where('space_id', '=', spaceId)
    .where('version', '<=', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!push) return version;
  // The outcomes of a push have its last version. The index finds them by their time.
  const outcome = await tx
    .selectFrom('mutation')
    .select(({ fn }) => fn.min<number | null>('version').as('last'))
    .where('space_id', '=', spaceId)
    .where('created_at', '=', push.changed_at)
    .where('version', '>=', push.version)
    .executeTakeFirstOrThrow();
  return (outcome.last ?? 0) > version ? push.version - 1 : version;
}

/** The tasks among these with a change in the history after the version. Writing the same values again is no change. */
async function changedAmong(
  tx: Tx,
  spaceId: SpaceId,
  ids: readonly string[],
  after: number,
): Promise<ReadonlySet<string | null>> {
  const changed = new Set<string | null>();
  if (ids.length === 0) return changed;
  for (const table of ['history', 'history_row'] as const) {
    const rows = await tx
      .selectFrom(table as 'history')
      .select('row_id')
      .distinct()
      .where('space_id', '=', spaceId)
      .where('row_id', 'in', ids)
      .where('version', '>', after)
      .execute();
    for (const { row_id } of rows) changed.add(row_id);
  }
  return changed;
}

const NO_SCAN = { ids: [], last: null } as const;

/** The tasks after `from`, by id, that may be in a filter or were in one. */
async function scanPage(tx: Tx, spaceId: SpaceId, from: string, hooks: readonly Hook[], user: UserContext) {
  const may = hooks.map(({ asked }) => candidatesOf(asked.query, user.query));
  const found =
    may.length === 0
      ? []
      : await tx
          .selectFrom('task')
          .select('id')
          .where('space_id', '=', spaceId)
          .where('id', '>', from)
          .where('deleted_at', 'is', null)
          .where(sql<SqlBool>`(${sql.join(may, sql` or `)})`)
          .orderBy('id')
          .limit(READ_AT_ONCE)
          .execute();
  const known = await tx
    .selectFrom('hook_task')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('id', '>', from)
    .orderBy('id')
    .limit(READ_AT_ONCE)
    .execute();
  const ends = [found, known].flatMap((rows) => (rows.length < READ_AT_ONCE ? [] : (rows.at(-1)?.id ?? [])));
  const last = ends.toSorted()[0] ?? null;
  const ids = [...found, ...known].map(({ id }) => id);
  return { ids: last === null ? ids : ids.filter((id) => id <= last), last };
}

/** The tasks below these: they share the collection and the completion of their topmost parent. */
async function idsBelow(tx: Tx, spaceId: SpaceId, ids: readonly string[]): Promise<readonly string[]> {
  let all: readonly string[] = [];
  let above = ids;
  for (let level = 0; level < MOST_ABOVE && above.length > 0; level++) {
    const below: string[] = [];
    for (const some of inChunks(above, IDS_AT_ONCE)) {
      const rows = await tx
        .selectFrom('task')
        .select('id')
        .where('space_id', '=', spaceId)
        .where('parent_id', 'in', some)
        .where('deleted_at', 'is', null)
        .execute();
      for (const { id } of rows) below.push(id);
    }
    all = all.concat(below);
    above = below;
  }
  return all;
}

async function slotsOf(
  tx: Tx,
  spaceId: SpaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const slotsById = new Map<string, number>();
  for (const some of inChunks(ids, IDS_AT_ONCE)) {
    const rows = await tx
      .selectFrom('hook_task')
      .select(['id', 'slots'])
      .where('space_id', '=', spaceId)
      .where('id', 'in', some)
      .execute();
    for (const { id, slots } of rows) slotsById.set(id, slots);
  }
  return slotsById;
}

/** The instant when the user's day ends. A zone that this server does not know counts as UTC. */
function endOfDay({ now, zone }: DayContext): number {
  const tomorrow = addDays(now.date, 1);
  return instantOf({ date: tomorrow, time: null }, zone) ?? Date.parse(tomorrow);
}
