import { z } from 'zod';
import { LIMITS } from '#src/domain/limits.ts';
import { requireBelieved } from '#src/server/api/believed.ts';
import { ApiProblem } from '#src/server/api/problem.ts';
import { lineSchema, planLine } from '#src/server/api/quick-add.ts';
import {
  changedTask,
  changesTo,
  newTask,
  planCompletion,
  planTask,
  taskOf,
  withOneInbox,
} from '#src/server/api/tasks.ts';
import { readUserContext } from '#src/server/api/user-context.ts';
import type { Operation } from '#src/tables/operations.ts';
import { writeCallOf, writeOrPropose } from './caller.ts';
import { believed } from './told-tasks.ts';
import { tool } from './tool.ts';

/** The most tasks that one call writes: a proposal may need two operations for each. */
const MOST = LIMITS.itemsOfProposal / 2;

const writeArgs = {
  title: z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.proposalName)
    .optional()
    .describe('The changes in a few words, for the user who decides on a proposal.'),
  reason: z.string().max(LIMITS.proposalReason).optional().describe('Why the user should want them.'),
  key: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .describe('Repeat a call with the same key when you do not know if it arrived: it is done once.'),
};

const written = z.strictObject({
  outcome: z
    .enum(['done', 'proposed'])
    .describe('`proposed`: nothing changes until the user accepts. Read the decisions with `proposals`.'),
  proposalId: z.uuid().nullable(),
  ids: z.array(z.uuid()).describe('The ids of the tasks, in the order of the call.'),
  version: z.int(),
});

const PROPOSES = 'With a token of the scope Propose, the changes wait for the user as one proposal.';

export const addTool = tool({
  name: 'add',
  title: 'Add tasks',
  description: `Adds tasks, each from a line as the user would type it ("Pay rent every last day #Home p1"), or by its fields. A line without a day is for today. ${PROPOSES}`,
  isRead: false,
  isRepeatable: false,
  input: z.strictObject({
    items: z
      .array(z.union([z.strictObject({ text: lineSchema }), newTask]))
      .min(1)
      .max(MOST),
    ...writeArgs,
  }),
  output: written,
  run: async (of, args) => {
    const call = writeCallOf(of, 'add', args);
    const stamps = args.items.map((_, place) => call.stamp.part(place));
    const ids = stamps.map((stamp) => stamp.rowId(0));
    const title = args.items.length === 1 ? 'Add a task' : `Add ${args.items.length} tasks`;
    return writeOrPropose(call, title, args, ids, async (tx) => {
      const context = await readUserContext(tx, call.spaceId, call.reach, call.now);
      const planned: Operation[] = [];
      for (const [place, item] of args.items.entries()) {
        const adding = { ...call, stamp: stamps[place] ?? call.stamp };
        const id = ids[place] ?? '';
        planned.push(
          ...('text' in item
            ? planLine(item.text, context, adding, id)
            : await planTask(tx, adding, id, item)),
        );
      }
      return withOneInbox(planned);
    });
  },
});

export const changeTool = tool({
  name: 'change',
  title: 'Change tasks',
  description: `Changes fields of tasks. Each item names the id of a task, in \`was\` the values that you have read for every field that it changes, and in \`set\` the new ones. Nothing is changed where a value is another one by now: find the tasks again then. ${PROPOSES}`,
  isRead: false,
  isRepeatable: true,
  input: z.strictObject({
    items: z
      .array(z.strictObject({ id: z.uuid(), was: believed, set: changedTask }))
      .min(1)
      .max(MOST),
    ...writeArgs,
  }),
  output: written,
  run: async (of, args) => {
    const call = writeCallOf(of, 'change', args);
    for (const { set, was } of args.items)
      for (const field of Object.keys(set))
        if (!(field in was))
          throw new ApiProblem('INVALID_VALUE', `was.${field}: say the value that you have read.`, {
            field: `was.${field}`,
          });
    const title = args.items.length === 1 ? 'Change a task' : `Change ${args.items.length} tasks`;
    const ids = args.items.map(({ id }) => id);
    return writeOrPropose(call, title, args, ids, async (tx) => {
      const planned: Operation[] = [];
      for (const { id, was, set } of args.items) {
        const task = await taskOf(tx, { ...call, id });
        requireBelieved('task', id, task, was);
        planned.push(...changesTo(task, set, call.now));
      }
      return planned;
    });
  },
});

export const completeTool = tool({
  name: 'complete',
  title: 'Complete tasks',
  description: `Completes tasks; a repeating one for this time. Each item names the id of a task and its name, as you have read it. ${PROPOSES}`,
  isRead: false,
  isRepeatable: true,
  input: z.strictObject({
    items: z
      .array(z.strictObject({ id: z.uuid(), was: believed.required({ name: true }) }))
      .min(1)
      .max(MOST),
    ...writeArgs,
  }),
  output: written,
  run: async (of, args) => {
    const call = writeCallOf(of, 'complete', args);
    const title = args.items.length === 1 ? 'Complete a task' : `Complete ${args.items.length} tasks`;
    const ids = args.items.map(({ id }) => id);
    return writeOrPropose(call, title, args, ids, async (tx) => {
      const planned: Operation[] = [];
      for (const { id, was } of args.items) {
        const task = await taskOf(tx, { ...call, id });
        requireBelieved('task', id, task, was);
        planned.push(await planCompletion(tx, call, task));
      }
      return planned;
    });
  },
});
