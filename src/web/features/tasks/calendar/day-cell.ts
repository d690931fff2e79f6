import type { KeyboardEvent } from 'react';
import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { dayByKey, type CalendarView } from './grid-keys.ts';
import type { CalendarPlan } from './plan.ts';

/** What the two grids are given. */
export interface GridProps {
  /** The day that is chosen: its cell is what Tab comes to. */
  readonly day: CalendarDay;
  readonly today: CalendarDay;
  readonly firstDay: number;
  readonly plan: CalendarPlan;
  readonly onDay: (day: CalendarDay) => void;
  /** Goes to the list of the day. */
  readonly onEnter: () => void;
  readonly onAdd: (day: CalendarDay, time: string | null) => void;
}

/** Keys on the cell of a day: they choose another one, which gets the focus. What is in a cell has keys of its own. */
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
