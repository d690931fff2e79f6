import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { DayGroup } from '#src/reading/lists/day-groups.ts';
import type { Section } from '#src/web/tasks/list/list-plan.ts';

/** The whole weeks ahead that show every day. Later days show only with tasks. */
export const WEEKS_AHEAD = 53;

const NONE: readonly string[] = [];

/**
 * The days after today, with their tasks: every day up to the end of the last whole week, then only days with tasks. `groups`: the days
 * with tasks, the next first. `startOf`: the first day of a day's week.
 */
export function daysOfWeeks(
  groups: readonly DayGroup[],
  today: CalendarDay,
  startOf: (day: CalendarDay) => CalendarDay,
): readonly Section[] {
  const planned = new Map(groups.map(({ day, ids }) => [day, ids]));
  const end = addDays(startOf(today), 7 * (WEEKS_AHEAD + 1));
  const sections: Section[] = [];
  for (let day = addDays(today, 1); day < end; day = addDays(day, 1))
    sections.push({ day, ids: planned.get(day) ?? NONE, isKept: true });
  return [...sections, ...groups.filter(({ day }) => day >= end)];
}
