import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { named, type QueryContext } from '#src/reading/query/context.ts';
import { compileQuery, inList } from '#src/reading/query/predicate.ts';
import { asksForCompleted, type Condition, type Keyword, type Query } from '#src/reading/query/query.ts';
import { readQuery } from '#src/reading/query/read.ts';
import { readTasks, type UserTask } from '#src/server/rows/user-tasks.ts';
import { columnsOf } from '#src/tables/tables.ts';
import type { PlacedTask, Task } from '#src/tables/task/task.ts';
import type { TokenCall } from './endpoint.ts';
import { ApiProblem } from './problem.ts';
import { readUserContext } from './user-context.ts';

export const TASK_COLUMNS = columnsOf('task').map(([name]) => name) as readonly (keyof Task)[];

export type WholeTask = UserTask<keyof Task>;

/**
 * Candidates that one transaction reads, in some 3 ms, and that one request looks at. Another request goes on from there.
 */
const READ_AT_ONCE = 200;
const MOST_LOOKED_AT = 5_000;

/** About the characters of a task that is looked at, as its row would be sent. */
const TASK_CHARACTERS = 250;

export interface TaskQuery {
  /** In the language of docs/query.md; without one, all open tasks. */
  readonly text: string | undefined;
  /** The id of the last task before. */
  readonly after: string;
  readonly limit: number;
}

/**
 * A page of the tasks of a query, by id. `last`: the id of the last one that was looked at; null at the end. The tasks
 * that it looks at count as read, since a query that finds nothing takes as long. Between transactions it rests as long as
 * the last one took: a write of another user takes several turns, and would wait for many reads.
 */
export async function findTasks(
  { database, spaceId, reach, now, countRead, giveWay }: TokenCall,
  { text = 'view all', after, limit }: TaskQuery,
): Promise<{ readonly tasks: readonly WholeTask[]; readonly last: string | null }> {
  const context = await database.snapshot((tx) => readUserContext(tx, spaceId, reach, now));
  const read = readQuery(text, context.query);
  if ('problem' in read) {
    const { message, from, to, suggestion } = read.problem;
    throw new ApiProblem('WRONG_QUERY', message, { from, to, suggestion });
  }
  const holds = inList(read.query, compileQuery(read.query, context.query).holds);
  const candidates = candidatesOf(read.query, context.query);
  const tasks: WholeTask[] = [];
  let last = after;
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += READ_AT_ONCE) {
    const start = performance.now();
    const { ids, found } = await database.snapshot(async (tx) => {
      const rows = await tx
        .selectFrom('task')
        .select('id')
        .where('space_id', '=', spaceId)
        .where('id', '>', last)
        .where('deleted_at', 'is', null)
        .where(candidates)
        .orderBy('id')
        .limit(READ_AT_ONCE)
        .execute();
      const read = rows.map(({ id }) => id);
      return { ids: read, found: await readTasks(tx, spaceId, read, TASK_COLUMNS) };
    });
    countRead(ids.length * TASK_CHARACTERS);
    for (const id of ids) {
      last = id;
      const task = found.get(id);
      if (!task || !reach.has(task.collectionId) || !holds(placed(task))) continue;
      tasks.push(task);
      if (tasks.length === limit) return { tasks, last };
    }
    if (ids.length < READ_AT_ONCE) return { tasks, last: null };
    await giveWay(performance.now() - start);
  }
  return { tasks, last };
}

/** The task as lists have it. */
export function placed(task: WholeTask): PlacedTask {
  return { ...task, isBelowCompleted: !task.isOpen && task.completedAt === null };
}

/** A condition that holds for each task of the query, and for others too: it saves reading most of them. */
export function candidatesOf(query: Query, context: QueryContext): RawBuilder<SqlBool> {
  // A completed task is done, but a sub-task of a repeating one may be open again.
  const open = sql<SqlBool>`(completed_at is null or parent_id is not null)`;
  const conditions = [...(asksForCompleted(query) ? [] : [open]), ...(narrowed(query, context) ?? [])];
  return conditions.length === 0
    ? sql<SqlBool>`deleted_at is null`
    : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

type Narrowed = readonly RawBuilder<SqlBool>[] | null;

/** Conditions that hold together for each task of the query. Null where only the rows themselves tell. */
function narrowed(query: Query, context: QueryContext): Narrowed {
  if (query.kind === 'not') return null;
  if ('of' in query && query.kind === 'all') {
    const all = query.of.flatMap((each) => narrowed(each, context) ?? []);
    return all.length === 0 ? null : all;
  }
  if ('of' in query) {
    const members = query.of.map((each) => narrowed(each, context));
    if (members.some((each) => each === null)) return null;
    const either = members.map((each) => sql`(${sql.join(each ?? [], sql` and `)})`);
    return [sql<SqlBool>`(${sql.join(either, sql` or `)})`];
  }
  const condition = narrowedTo(query, context);
  return condition && [condition];
}

function narrowedTo(condition: Condition, context: QueryContext): RawBuilder<SqlBool> | null {
  const { today } = context;
  switch (condition.kind) {
    case 'priority':
      return sql`priority = ${condition.priority}`;
    case 'collection': {
      const ids = named(context.collections, condition.name).map(({ id }) => id);
      // A sub-task may name an earlier collection of its parent.
      return condition.withBelow || ids.length === 0
        ? null
        : sql`(collection_id in (${sql.join(ids)}) or parent_id is not null)`;
    }
    case 'label': {
      const ids = named(context.labels, condition.name).map(({ id }) => id);
      if (ids.length === 0) return null;
      return sql`(${sql.join(
        ids.map((id) => sql`labels like ${`%${id}%`}`),
        sql` or `,
      )})`;
    }
    case 'day': {
      const days = context.readDays(condition.day);
      if (days === null || (condition.field !== 'due' && condition.field !== 'deadline')) return null;
      const column = sql.ref(condition.field === 'due' ? 'date' : 'deadline');
      if (condition.relation === 'before') return sql`${column} < ${days.first}`;
      if (condition.relation === 'after') return sql`${column} > ${days.last}`;
      // The index of dates gives the tasks of one day in the order of their ids.
      if (days.first === days.last) return sql`${column} = ${days.first}`;
      return sql`${column} between ${days.first} and ${days.last}`;
    }
    case 'is':
      return narrowedToKeyword(condition.keyword, today);
    case 'section':
    case 'text':
      return null;
  }
}

function narrowedToKeyword(keyword: Keyword, today: CalendarDay): RawBuilder<SqlBool> | null {
  const known: Partial<Record<Keyword, RawBuilder<SqlBool>>> = {
    today: sql`date = ${today}`,
    tomorrow: sql`date = ${addDays(today, 1)}`,
    yesterday: sql`date = ${addDays(today, -1)}`,
    overdue: sql`date < ${today}`,
    repeating: sql`repeat is not null`,
    subtask: sql`parent_id is not null`,
  };
  return known[keyword] ?? null;
}
