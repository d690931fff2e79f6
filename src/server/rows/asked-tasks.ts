import { localTimeAt } from '#src/domain/repeat/local-time.ts';
import type { Weekday } from '#src/domain/repeat/rule.ts';
import { minutesOf, parseTimeOfDay, timeOfMinutes } from '#src/domain/time/time-of-day.ts';
import type { AllRows } from '#src/file/rows-there.ts';
import { compileQuery, inList } from '#src/reading/query/predicate.ts';
import { readQueryDays } from '#src/reading/query/query-day.ts';
import { readQuery } from '#src/reading/query/read.ts';
import { readOpenSetting, settingOf } from '#src/tables/setting/setting.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import type { SpaceRows } from './space-rows.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The facts that give days their meaning for an account at a moment. */
export type Days = ReturnType<typeof daysOf>;

/** The days of an account at `at`, ms since 1970 UTC. */
export function daysOf(rows: SpaceRows, at: number) {
  const zone = readOpenSetting('zone', rows.get('setting', 'zone')?.value) ?? 'UTC';
  const order = settingOf('numericOrder', rows.get('setting', 'numericOrder'));
  const weekStart = WEEKDAYS.indexOf(settingOf('weekStart', rows.get('setting', 'weekStart')));
  const local = localTimeAt(at, zone) ?? localTimeAt(at, 'UTC');
  if (!local) throw new Error('This server does not know UTC.');
  return {
    now: {
      date: local.date,
      minute: minutesOf(parseTimeOfDay(local.time) ?? timeOfMinutes(0)),
    },
    zone,
    order: order === 'locale' ? ('dmy' as const) : order,
    weekStart: Math.max(0, weekStart) as Weekday,
    language: 'en' as const,
  };
}

/** The tasks of a query, by their ids, or the problem with it. */
export function tasksOf(
  query: string,
  { get, lists, rows }: AllRows,
  days: Days,
): { readonly has: (id: string) => boolean } | { readonly problem: string } {
  const live = <T extends 'collection' | 'section' | 'label'>(table: T) =>
    [...rows(table)].filter((row) => row.deletedAt === null);
  const context = {
    today: days.now.date,
    readDays: (text: string) => readQueryDays(text, days),
    collections: lists.collections.all(),
    sections: live('section'),
    labels: live('label'),
  };
  const read = readQuery(query, context);
  if ('problem' in read) return { problem: read.problem.message };
  const holds = inList(read.query, compileQuery(read.query, context).holds);
  return {
    has: (id) => {
      const task: PlacedTask | undefined = lists.task(id) ?? get('task', id);
      return task !== undefined && holds(task);
    },
  };
}
