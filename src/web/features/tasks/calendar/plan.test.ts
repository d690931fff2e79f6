import { TaskLists } from '#src/reading/lists/task-lists.ts';
import { expect, test } from 'vitest';
import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Task } from '#src/tables/task/task.ts';
import { View } from '#src/sync/client/state/view.ts';
import { collection, task } from '#src/sync/testing/samples.ts';
import { planCalendar, readCalendar } from './plan.ts';

const MONDAY = '2026-06-15' as CalendarDay;
const day = (after: number) => addDays(MONDAY, after);

/** For each task, the days of the week that it begins on, and the days that it goes on in. */
function planned(...tasks: readonly Task[]) {
  const view = new View(TaskLists.of(MONDAY));
  view.rebase({ from: 0, rows: { collection: [collection(1)], task: [...tasks] } }, []);
  const { days, running } = planCalendar(readCalendar(view, null, 'Europe/Berlin'), MONDAY, day(6));
  const daysOf = (plan: typeof days, id: string) =>
    [...plan].filter(([, standing]) => standing.some((each) => each.id === id)).map(([each]) => each);
  return tasks.map(({ id }) => ({ begins: daysOf(days, id), goesOn: daysOf(running, id).toSorted() }));
}

test('[V7] a task that ends after midnight goes on in each later day that it reaches', () => {
  const at = (date: CalendarDay, time: string | null, duration: number | null, zone: string | null = null) =>
    ({ date, time, duration, zone }) as Partial<Task>;
  expect(
    planned(
      task(1, at(MONDAY, '22:00', 480)),
      task(2, at(MONDAY, '22:00', 120)),
      task(3, at(MONDAY, null, 480)),
      task(4, at(day(1), '12:00', 3 * 1_440)),
      task(5, at(day(-7), '00:01', 7 * 1_440)),
      task(6, at(day(6), '23:00', 120)),
      // Sunday evening in New York is Monday in Berlin.
      task(7, at(day(-1), '20:00', 1_440, 'America/New_York')),
    ),
  ).toEqual([
    { begins: [MONDAY], goesOn: [day(1)] },
    { begins: [MONDAY], goesOn: [] },
    { begins: [MONDAY], goesOn: [] },
    { begins: [day(1)], goesOn: [day(2), day(3), day(4)] },
    { begins: [], goesOn: [MONDAY] },
    { begins: [day(6)], goesOn: [] },
    { begins: [MONDAY], goesOn: [day(1)] },
  ]);
});
