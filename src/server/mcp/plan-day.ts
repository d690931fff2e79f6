import { z } from 'zod';
import { addDays, parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { minutesOf, parseTimeOfDay, timeOfMinutes, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { datesAround, freeBetween, takenOn } from '#src/reading/calendar/free-time.ts';
import type { Block } from '#src/reading/calendar/overlap.ts';
import { DAY_MINUTES, standingOf } from '#src/reading/calendar/standing.ts';
import { findTasks } from '#src/server/api/find-tasks.ts';
import { ApiProblem } from '#src/server/api/problem.ts';
import { readUserContext } from '#src/server/api/user-context.ts';
import { tellTasks, toldTasks } from './told-tasks.ts';
import { tool } from './tool.ts';

/** The most tasks that are told, and of the days around that are looked at. */
const MOST_TOLD = 200;
const MOST_AROUND = 2_000;

const MIDNIGHT = '24:00';

const timeSchema = z
  .string()
  .regex(/^\d\d:\d\d$/)
  .refine((text) => text === MIDNIGHT || parseTimeOfDay(text) !== null, 'is no time of the day');
const span = z.strictObject({ from: z.string(), to: z.string() });

function minutesIn(text: string): number {
  return text === MIDNIGHT ? DAY_MINUTES : minutesOf(text as TimeOfDay);
}

function toldSpan({ from, to }: Block): z.infer<typeof span> {
  return { from: timeOfMinutes(from), to: to === DAY_MINUTES ? MIDNIGHT : timeOfMinutes(to) };
}

export const planDayTool = tool({
  name: 'plan_day',
  title: 'Plan a day',
  description:
    'Tells what is due on a day, what is overdue, how many minutes are planned, and which times of the day are free. All times are in the time zone of the user. A task with a time and without a duration takes 30 minutes, a task may go on after midnight, and a task without a time takes none.',
  isRead: true,
  isRepeatable: true,
  input: z.strictObject({
    date: z.iso.date().optional().describe('By default today.'),
    from: timeSchema.default('08:00').describe('When the day begins.'),
    to: timeSchema.default('20:00').describe('When it ends: 24:00 for midnight.'),
  }),
  output: z.strictObject({
    ...toldTasks,
    date: z.string(),
    overdue: z.array(z.uuid()).describe('The ids of tasks of earlier days, which are among the tasks.'),
    plannedMinutes: z
      .int()
      .describe('The minutes that tasks take of the day, and the durations of those without a time.'),
    withoutDuration: z.int().describe('How many tasks of the day have no duration.'),
    busy: z.array(span.extend({ id: z.uuid() })).describe('By time. Tasks of earlier days may go on.'),
    free: z.array(span),
    isCut: z.boolean().describe('True when there are more tasks than told.'),
  }),
  run: async (call, { date, from, to }) => {
    const within = { from: minutesIn(from), to: minutesIn(to) };
    if (within.from >= within.to)
      throw new ApiProblem('INVALID_VALUE', 'to: the day ends after it begins.', { field: 'to' });
    const { database, spaceId, reach, now } = call;
    const { days } = await database.snapshot((tx) => readUserContext(tx, spaceId, reach, now));
    const today = days.now.date;
    const day = date === undefined ? today : parseCalendarDay(date);
    if (day === null) throw new ApiProblem('INVALID_VALUE', 'date: is no day.', { field: 'date' });
    const [first, last] = datesAround(day);
    const text = `due after: ${addDays(first, -1)} & due before: ${addDays(last, 1)}`;
    const around = await findTasks(call, { text, after: '', limit: MOST_AROUND });
    const placed = around.tasks.flatMap((task) => {
      const due = standingOf(task, days.zone);
      const taken = due && takenOn(day, due, task.duration);
      return due?.date === day || taken ? [{ task, taken, isDue: due?.date === day }] : [];
    });
    const due = placed.filter(({ isDue }) => isDue).map(({ task }) => task);
    const busy = placed
      .flatMap(({ task: { id }, taken }) => (taken ? [{ id, taken }] : []))
      .toSorted((a, b) => a.taken.from - b.taken.from);
    const late =
      day === today
        ? await findTasks(call, { text: 'overdue', after: '', limit: MOST_TOLD })
        : { tasks: [], last: null };
    const dueIds = new Set(due.map(({ id }) => id));
    const overdue = late.tasks.filter(({ id }) => !dueIds.has(id));
    const byId = new Map([...placed.map(({ task }) => task), ...overdue].map((task) => [task.id, task]));
    const told = [...byId.values()].slice(0, MOST_TOLD);
    const untimed = due.filter(({ time }) => time === null);
    return {
      ...(await tellTasks(call, told)),
      date: day,
      overdue: overdue.filter((task) => told.includes(task)).map(({ id }) => id),
      plannedMinutes:
        busy.reduce((sum, { taken }) => sum + taken.to - taken.from, 0) +
        untimed.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
      withoutDuration: due.filter(({ duration }) => duration === null).length,
      busy: busy.map(({ taken, id }) => ({ ...toldSpan(taken), id })),
      free: freeBetween(
        busy.map(({ taken }) => taken),
        within,
      ).map(toldSpan),
      isCut: byId.size > told.length || around.last !== null || late.last !== null,
    };
  },
});
