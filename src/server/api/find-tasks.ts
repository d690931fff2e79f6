import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { named, type QueryContext } from '#src/reading/query/context.ts';
import { asksForCompleted, type Condition, type Keyword, type Query } from '#src/reading/query/query.ts';
import { askedQuery, workOfAsking } from '#src/server/rows/asked-query.ts';
import { readTasks, type UserTask } from '#src/server/rows/user-tasks.ts';
import { inMeasuredSlices } from '#src/sync/server/in-slices.ts';
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

/** About the characters of rows that take as long as reading one character of a query. */
const CHARACTERS_PER_LETTER = 100;

export interface TaskQuery {
  /** In the language of docs/query.md; without one, all open tasks. */
  readonly text: string | undefined;
  /** The id of the last task before. */
  readonly after: string;
  readonly limit: number;
}

/**
 * A page of the tasks of a query, by id. `last`: the id of the last one that was looked at; null at the end. The tasks
 * that it looks at count as read, since a query that finds nothing takes as long. It rests between transactions, and after
 * each slice of matching, as long as the work before took: a write of another user takes several turns, and would wait for
 * many reads.
 */
export async function findTasks(
  { database, spaceId, reach, now, countRead, giveWay }: TokenCall,
  { text = 'view all', after, limit }: TaskQuery,
): Promise<{ readonly tasks: readonly WholeTask[]; readonly last: string | null }> {
  const context = await database.snapshot((tx) => readUserContext(tx, spaceId, reach, now));
  countRead(text.length * CHARACTERS_PER_LETTER);
  const asked = askedQuery(text, context.query);
  if ('problem' in asked) {
    const { message, from, to, suggestion } = asked.problem;
    throw new ApiProblem('WRONG_QUERY', message, { from, to, suggestion });
  }
  const { query, holds, size } = asked;
  const candidates = candidatesOf(query, context.query);
  const tasks: WholeTask[] = [];
  let last = after;
  let start = performance.now();
  const rest = async () => {
    await giveWay(performance.now() - start);
    start = performance.now();
  };
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += READ_AT_ONCE) {
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
    const workOf = (id: string) => workOfAsking(size, found.get(id));
    countRead(ids.reduce((work, id) => work + workOf(id), 0));
    for await (const id of inMeasuredSlices(ids, workOf, rest)) {
      last = id;
      const task = found.get(id);
      if (!task || !reach.has(task.collectionId) || !holds(placed(task))) continue;
      tasks.push(task);
      if (tasks.length === limit) return { tasks, last };
    }
    if (ids.length < READ_AT_ONCE) return { tasks, last: null };
    await rest();
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
  const conditions = [
    ...(asksForCompleted(query) ? [] : [open]),
    ...(new Narrowing(context).of(query) ?? []),
  ];
  return conditions.length === 0
    ? sql<SqlBool>`deleted_at is null`
    : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/**
 * The conditions of one query that SQL has, and the rows that one of them names. SQLite takes 1,000 alternatives and 32,766
 * parameters in a statement, and a statement may have all webhooks of a user.
 */
const MOST_CONDITIONS = 50;
const MOST_NAMED = 20;

type Narrowed = readonly RawBuilder<SqlBool>[] | null;

/** The conditions of one query in SQL. Parts of it that have too many narrow nothing. */
class Narrowing {
  readonly #context: QueryContext;
  #left = MOST_CONDITIONS;

  constructor(context: QueryContext) {
    this.#context = context;
  }

  /** Conditions that hold together for each task of the query. Null where only the rows themselves tell. */
  of(query: Query): Narrowed {
    if (query.kind === 'not') return null;
    if ('of' in query) return query.kind === 'all' ? this.#all(query.of) : this.#any(query.of);
    const condition = this.#left > 0 ? narrowedTo(query, this.#context) : null;
    if (condition === null) return null;
    this.#left -= 1;
    return [condition];
  }

  #all(queries: readonly Query[]): Narrowed {
    const all = queries.flatMap((each) => this.of(each) ?? []);
    return all.length === 0 ? null : all;
  }

  #any(queries: readonly Query[]): Narrowed {
    const before = this.#left;
    const either: RawBuilder<unknown>[] = [];
    for (const each of queries) {
      const narrowed = this.of(each);
      if (narrowed === null) {
        this.#left = before;
        return null;
      }
      either.push(sql`(${sql.join(narrowed, sql` and `)})`);
    }
    return [sql<SqlBool>`(${sql.join(either, sql` or `)})`];
  }
}

function narrowedTo(condition: Condition, context: QueryContext): RawBuilder<SqlBool> | null {
  const { today } = context;
  switch (condition.kind) {
    case 'priority':
      return sql`priority = ${condition.priority}`;
    case 'collection': {
      const ids = named(context.collections, condition.name).map(({ id }) => id);
      // A sub-task may name an earlier collection of its parent.
      return condition.withBelow || ids.length === 0 || ids.length > MOST_NAMED
        ? null
        : sql`(collection_id in (${sql.join(ids)}) or parent_id is not null)`;
    }
    case 'label': {
      const ids = named(context.labels, condition.name).map(({ id }) => id);
      if (ids.length === 0 || ids.length > MOST_NAMED) return null;
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
