import { z } from 'zod';
import { minutesOf, parseTimeOfDay, timeOfMinutes, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { findTasks, type WholeTask } from '#src/server/api/find-tasks.ts';
import { cursorAfter, idIn } from '#src/server/api/pages.ts';
import { ApiProblem } from '#src/server/api/problem.ts';
import { proposalSchema, proposalsFor, toldProposal } from '#src/server/api/proposals.ts';
import { taskOf } from '#src/server/api/tasks.ts';
import { readUserContext } from '#src/server/api/user-context.ts';
import { readHistory } from '#src/server/history/read-history.ts';
import { callOfTool, type McpCall } from './caller.ts';
import { notice, NOTICE, tellTasks, toldTasks } from './told-tasks.ts';
import { tool } from './tool.ts';

const MOST_FOUND = 200;

async function find(call: McpCall, text: string | undefined, after: string, limit: number) {
  const { database, spaceId, reach, now } = call;
  return findTasks(database, { spaceId, reach, text, after, limit, now });
}

export const findTool = tool({
  name: 'find',
  title: 'Find tasks',
  description:
    'Finds tasks by a query: "today & #Work", "(overdue | p1) & !@waiting", "due before: next monday", "search: rent", "done & completed: this week". Without a query: all open tasks. Fields with their usual value are left out.',
  isRead: true,
  isRepeatable: true,
  input: z.strictObject({
    query: z.string().max(16_384).optional(),
    cursor: z.string().max(200).optional().describe('The `next` of the answer before.'),
    limit: z.int().min(1).max(MOST_FOUND).default(50),
  }),
  output: z.strictObject({ ...toldTasks, next: z.string().nullable() }),
  run: async (call, { query, cursor, limit }) => {
    const { tasks, last } = await find(call, query, idIn(cursor), limit);
    return { ...(await tellTasks(call, tasks)), next: last && cursorAfter(last) };
  },
});

const timeSchema = z
  .string()
  .regex(/^\d\d:\d\d$/)
  .refine((text) => parseTimeOfDay(text) !== null);
const span = z.strictObject({ from: z.string(), to: z.string() });

/** The spans between busy ones, in minutes of the day. */
function freeBetween(
  busy: readonly (readonly [number, number])[],
  from: number,
  to: number,
): (readonly [number, number])[] {
  const free: (readonly [number, number])[] = [];
  let at = from;
  for (const [begin, end] of busy.toSorted(([a], [b]) => a - b)) {
    if (begin > at && at < to) free.push([at, Math.min(begin, to)]);
    at = Math.max(at, end);
  }
  if (at < to) free.push([at, to]);
  return free;
}

/** The minutes of the day that a task takes; null without a time. */
function spanOf({ time, duration }: Pick<WholeTask, 'time' | 'duration'>): readonly [number, number] | null {
  if (time === null) return null;
  const from = minutesOf(time);
  return [from, Math.min(from + (duration ?? 0), 24 * 60)];
}

export const planDayTool = tool({
  name: 'plan_day',
  title: 'Plan a day',
  description:
    'Tells what is due on a day, what is overdue, how many minutes are planned, and which times of the day are free between tasks with a time.',
  isRead: true,
  isRepeatable: true,
  input: z.strictObject({
    date: z.iso.date().optional().describe('By default today, in the time zone of the user.'),
    from: timeSchema.default('08:00').describe('When the day begins.'),
    to: timeSchema.default('20:00').describe('When it ends.'),
  }),
  output: z.strictObject({
    ...toldTasks,
    date: z.string(),
    overdue: z.array(z.uuid()).describe('The ids of tasks of earlier days, which are among the tasks.'),
    plannedMinutes: z.int().describe('The durations of the tasks of the day.'),
    withoutDuration: z.int().describe('How many tasks of the day have none.'),
    busy: z.array(span.extend({ id: z.uuid() })),
    free: z.array(span),
    isCut: z.boolean().describe('True when there are more tasks than told.'),
  }),
  run: async (call, { date, from, to }) => {
    const { database, spaceId, reach, now } = call;
    const { days } = await database.snapshot((tx) => readUserContext(tx, spaceId, reach, now));
    const today = days.now.date;
    const day = date ?? today;
    const due = await find(call, `due: ${day}`, '', MOST_FOUND);
    const late = day === today ? await find(call, 'overdue', '', MOST_FOUND) : { tasks: [], last: null };
    const busy = due.tasks.flatMap((task) => {
      const taken = spanOf(task);
      return taken ? [{ taken, id: task.id }] : [];
    });
    const [begin, end] = [from, to].map((text) => minutesOf(text as TimeOfDay)) as [number, number];
    const told = ([first, last]: readonly [number, number]) => ({
      from: timeOfMinutes(first),
      to: last === 24 * 60 ? '24:00' : timeOfMinutes(last),
    });
    const free = freeBetween(
      busy.map(({ taken }) => taken),
      begin,
      end,
    );
    return {
      ...(await tellTasks(call, [...due.tasks, ...late.tasks])),
      date: day,
      overdue: late.tasks.map(({ id }) => id),
      plannedMinutes: due.tasks.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
      withoutDuration: due.tasks.filter(({ duration }) => duration === null).length,
      busy: busy.map(({ taken, id }) => ({ ...told(taken), id })),
      free: free.map(told),
      isCut: due.last !== null || late.last !== null,
    };
  },
});

const values = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

export const historyTool = tool({
  name: 'history',
  title: 'Read the history',
  description:
    'Tells the latest changes, newest first, of all rows or of one task: who made each (`source`), and the values before and after. Needs a token of all collections.',
  isRead: true,
  isRepeatable: true,
  input: z.strictObject({
    taskId: z.uuid().optional(),
    cursor: z
      .string()
      .regex(/^\d{1,15}\.\d{1,9}$/)
      .optional()
      .describe('The `next` of the answer before.'),
    limit: z.int().min(1).max(100).default(30),
  }),
  output: z.strictObject({
    notice,
    entries: z.array(
      z.strictObject({
        at: z.int().describe('ms since 1970 UTC'),
        source: z.string(),
        operation: z.string(),
        rows: z.array(
          z.strictObject({ table: z.string(), id: z.string(), before: values.nullable(), after: values }),
        ),
      }),
    ),
    next: z.string().nullable(),
  }),
  run: async (call, { taskId, cursor, limit }) => {
    const { database, spaceId, reach } = call;
    // An entry has the rows of its time: a task within the collections may have been in another one before.
    if (!reach.isAll) throw new ApiProblem('SCOPE_TOO_NARROW');
    return database.snapshot(async (tx) => {
      if (taskId !== undefined) await taskOf(tx, { ...call, id: taskId });
      const page = await readHistory(tx, spaceId, { row: taskId, before: cursor, limit });
      const entries = page.entries.map(({ at, source, operation, rows }) => ({
        at,
        source,
        operation,
        rows: rows.map(({ table, id, before, after }) => ({
          table,
          id,
          before: before as z.infer<typeof values> | null,
          after: after as z.infer<typeof values>,
        })),
      }));
      return { notice: NOTICE, entries, next: page.next } as const;
    });
  },
});

export const proposalsTool = tool({
  name: 'proposals',
  title: 'Read proposals',
  description:
    'Tells the proposals, with the decision of the user on each item: open, accepted or declined. Do not propose again what was declined.',
  isRead: true,
  isRepeatable: true,
  input: z.strictObject({ cursor: z.string().max(200).optional() }),
  output: z.strictObject({
    notice,
    proposals: z.array(z.strictObject(proposalSchema.shape)),
    next: z.string().nullable(),
  }),
  run: async (call, { cursor }) =>
    call.database.snapshot(async (tx) => {
      const { proposals, last } = await proposalsFor(tx, callOfTool(call, 'proposals', {}), idIn(cursor), 20);
      return {
        notice: NOTICE,
        proposals: proposals.map((each) => toldProposal(each, call.now)),
        next: last && cursorAfter(last),
      } as const;
    }),
});
