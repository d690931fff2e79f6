import type { KeyboardEvent } from 'react';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { dayByKey, type CalendarView } from './grid-keys.ts';
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

/** The handler of keys on the cell of a day: they choose another day, and its cell gets the focus. Tasks in a cell handle their own keys. */
export function dayKeys(
  { day, firstDay, onDay, onEnter, onAdd }: GridProps,
  view: CalendarView,
): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const { key, target, currentTarget, altKey, ctrlKey, metaKey } = event;
    const cell = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null;
    if (cell !== target || altKey || ctrlKey || metaKey) return;
    if (key === 'Enter' || key === ' ') {
      event.preventDefault();
      return onEnter();
    }
    if (key === 'n' || key === 'q') {
      event.preventDefault();
      return onAdd(day, null);
    }
    const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl';
    const next = dayByKey(event, day, view, firstDay, isRightToLeft);
    if (next === null) return;
    event.preventDefault();
    onDay(next);
  };
}
