import type { KeyboardEvent } from 'react';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { ON_DAY, TO_DAYS } from '#src/web/focus/commands/calendar.ts';
import { runCommand } from '#src/web/focus/commands/part-command.ts';
import { ADD_TASK } from '#src/web/focus/commands/shared.ts';
import { dayByCommand, type CalendarView } from './grid-keys.ts';
import type { CalendarPlan } from './plan.ts';

/** The props of both grids. */
export interface GridProps {
  /** The chosen day: Tab reaches its cell. */
  readonly day: CalendarDay;
  readonly today: CalendarDay;
  readonly firstDay: number;
  /** The weeks of the month view. */
  readonly weeks: readonly (readonly CalendarDay[])[];
  /** The days in sight, in words. */
  readonly name: string;
  readonly plan: CalendarPlan;
  readonly onDay: (day: CalendarDay) => void;
  /** Moves the focus to the list of the day. */
  readonly onEnter: () => void;
  readonly onAdd: (day: CalendarDay, time: string | null) => void;
}

const COMMANDS = [...TO_DAYS, ...ON_DAY, ADD_TASK] as const;

/** The handler of keys on the cell of a day: they choose another day, and its cell gets the focus. Tasks in a cell handle their own keys. */
export function dayKeys(
  { day, firstDay, onDay, onEnter, onAdd }: GridProps,
  view: CalendarView,
): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const { target, currentTarget } = event;
    const cell = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null;
    if (cell !== target) return;
    const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl';
    const to = (id: (typeof TO_DAYS)[number]['id']) => (by: 1 | -1) => {
      const next = dayByCommand(id, by, day, view, firstDay, isRightToLeft);
      if (next !== null) onDay(next);
      return next !== null;
    };
    runCommand(event, COMMANDS, {
      day: to('day'),
      week: to('week'),
      'week-end': to('week-end'),
      page: to('page'),
      pages: to('pages'),
      'day-tasks': onEnter,
      'add-task': () => onAdd(day, null),
    });
  };
}
