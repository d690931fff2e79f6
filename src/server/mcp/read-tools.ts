import { z } from 'zod';
import { findTasks } from '#src/server/api/find-tasks.ts';
import { cursorAfter, idIn } from '#src/server/api/pages.ts';
import { ApiProblem } from '#src/server/api/problem.ts';
import { proposalSchema, proposalsFor, toldProposal } from '#src/server/api/proposals.ts';
import { taskOf } from '#src/server/api/tasks.ts';
import { readHistory } from '#src/server/history/read-history.ts';
import { notice, NOTICE, tellTasks, toldTasks } from './told-tasks.ts';
import { tool } from './tool.ts';

const MOST_FOUND = 200;

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
    const { tasks, last } = await findTasks(call, { text: query, after: idIn(cursor), limit });
    return { ...(await tellTasks(call, tasks)), next: last && cursorAfter(last) };
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
      const { proposals, last } = await proposalsFor(tx, call, idIn(cursor), 20);
      return {
        notice: NOTICE,
        proposals: proposals.map((each) => toldProposal(each, call.now)),
        next: last && cursorAfter(last),
      } as const;
    }),
});
