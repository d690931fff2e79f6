import { z } from 'zod';
import { idSetOf } from '#src/domain/id-set.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { parseQuickAdd } from '#src/domain/quick-add/parse.ts';
import type { Reminder } from '#src/domain/quick-add/types.ts';
import { parseDue } from '#src/domain/repeat/due-text.ts';
import { instantOf } from '#src/domain/repeat/local-time.ts';
import type { Value } from '#src/tables/kit/column.ts';
import type { Operation } from '#src/tables/operations.ts';
import { endpoint, type Adding } from './endpoint.ts';
import { ApiProblem } from './problem.ts';
import { additionOf, homeFor } from './tasks.ts';
import { readUserContext, type UserContext } from './user-context.ts';
import { write, writtenOne } from './write.ts';

export const lineSchema = z
  .string()
  .min(1)
  .max(LIMITS.taskName)
  .describe(
    'One line, as in the app: `Pay rent every last day #Home p1`. A task without a day is for today.',
  );

/** Reads the line by the settings and names of the user, and plans the task. */
export function planLine(text: string, context: UserContext, call: Adding, id: string): readonly Operation[] {
  const { collections, sections, labels, quickAdd, days } = context;
  const home = homeFor(context, call);
  const nameOf = (of: string) => collections.find((each) => each.id === of)?.name ?? null;
  const { name, fields, parts } = parseQuickAdd(text, { ...quickAdd, collection: nameOf(home.collectionId) });
  if (name === '')
    throw new ApiProblem('INVALID_VALUE', 'text: the line leaves no name for the task.', { field: 'text' });
  const named = collections.find((each) => each.name === fields.collection);
  const collectionId = named?.id ?? home.collectionId;
  const hasDay = parts.some(({ kind }) => kind === 'date' || kind === 'time' || kind === 'repeat');
  const section = sections.find((each) => each.name === fields.section && each.collectionId === collectionId);
  const values: Record<string, Value> = {
    name,
    date: hasDay ? fields.date : days.now.date,
    ...(fields.time !== null && { time: fields.time }),
    ...(fields.duration !== null && { duration: fields.duration }),
    ...(fields.deadline !== null && { deadline: fields.deadline }),
    ...(fields.priority !== null && { priority: fields.priority }),
    ...(fields.repeat !== null && { repeat: fields.repeat, repeatFrom: fields.repeatFrom ?? 'date' }),
    ...(section && { sectionId: section.id }),
    labels: idSetOf(labels.filter((each) => fields.labels.includes(each.name)).map((each) => each.id)),
  };
  return [
    ...(named ? [] : home.first),
    additionOf(id, values, collectionId, call.now),
    ...fields.reminders.map((reminder, n) => reminderOf(reminder, id, call, days.zone, n)),
  ];
}

/** The operation that adds a reminder of the line: minutes before the time of the task, or a moment in the user's zone. */
function reminderOf(reminder: Reminder, taskId: string, call: Adding, zone: string, n: number): Operation {
  const due = typeof reminder === 'number' ? null : parseDue(reminder);
  const remindAt = due && instantOf(due, zone);
  const when = remindAt === null ? { minutesBefore: Number(reminder) } : { remindAt };
  return { name: 'reminder.add', args: { id: call.stamp.rowId(2 + n), taskId, ...when, at: call.now } };
}

export const quickAddEndpoint = endpoint({
  method: 'POST',
  path: '/quick-add',
  name: 'quickAdd',
  summary: 'Adds a task from a line, read as in the app. Names that do not exist stay text.',
  scope: 'write',
  body: z.strictObject({ text: lineSchema }),
  status: 201,
  addsTo: '/tasks',
  output: writtenOne,
  errors: [
    'TASK_LIMIT',
    'COLLECTION_GONE',
    'COLLECTION_LIMIT',
    'DUPLICATE_COLLECTION',
    'REMINDER_LIMIT',
    'STORAGE_LIMIT',
  ],
  run: async (call) => {
    const id = call.stamp.rowId(0);
    const version = await write(call, async (tx) => {
      const context = await readUserContext(tx, call.spaceId, call.reach, call.now);
      return planLine(call.body.text, context, call, id);
    });
    return { id, version };
  },
});
