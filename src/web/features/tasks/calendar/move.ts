import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { blockOf, dueIn, durationAt, standingOf, timeAt } from '#src/reading/calendar/standing.ts';
import { minutesOf, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { Operation } from '#src/tables/operations.ts';

/** The target of a move: a day with the task's own time, a day without a time, a time of a day, or out of the calendar. */
export type Target =
  | { readonly kind: 'day'; readonly day: CalendarDay }
  | { readonly kind: 'untimed'; readonly day: CalendarDay }
  | { readonly kind: 'time'; readonly day: CalendarDay; readonly time: TimeOfDay }
  | { readonly kind: 'undated' };

type Changes = Partial<Pick<Task, 'date' | 'time' | 'zone' | 'duration'>>;

/**
 * The operation that moves a task to a target, for a user in the zone `here`. Null if the task is there already, or if it repeats and
 * would lose the date that it counts from.
 */
export function moveTask(task: Task, target: Target, here: string): Operation | null {
  const time = standingOf(task, here)?.time ?? task.time;
  switch (target.kind) {
    case 'undated':
      return task.repeat === null ? edit(task, { date: null }) : null;
    case 'day':
      return edit(task, dueIn({ date: target.day, time }, task.zone, here));
    case 'untimed':
      return edit(task, { date: target.day, time: null, zone: null });
    case 'time':
      return edit(task, dueIn({ date: target.day, time: target.time }, task.zone, here));
  }
}

/** The operation that moves a timed task by `minutes` within its day; null at the end of the day. */
export function shiftTask(task: Task, minutes: number, here: string): Operation | null {
  const due = standingOf(task, here);
  if (!due || due.time === null) return null;
  const before = minutesOf(due.time as TimeOfDay);
  const time = timeAt(before + minutes);
  // The last step of the day may lie before the task's own time.
  if (minutesOf(time) > before !== minutes > 0) return null;
  return moveTask(task, { kind: 'time', day: due.date, time }, here);
}

/** The operation that sets the duration of a timed task to `minutes`, rounded to a step. */
export function resizeTask(task: Task, minutes: number, here: string): Operation | null {
  const time = standingOf(task, here)?.time as TimeOfDay | null | undefined;
  return time ? edit(task, { duration: durationAt(minutes) }) : null;
}

/** The operation that makes a timed task longer by `minutes`, or shorter if negative. Without a duration, the length of its block counts. */
export function stretchTask(task: Task, minutes: number, here: string): Operation | null {
  const time = standingOf(task, here)?.time as TimeOfDay | null | undefined;
  if (!time) return null;
  const { from, to } = blockOf(time, task.duration);
  const before = task.duration ?? to - from;
  // The shortest duration may be longer than the task's own.
  if (durationAt(before + minutes) > before !== minutes > 0) return null;
  return resizeTask(task, before + minutes, here);
}

function edit(task: Task, changes: Changes): Operation | null {
  const others = Object.entries(changes).filter(([field, value]) => task[field as keyof Changes] !== value);
  if (others.length === 0) return null;
  return {
    name: 'task.edit',
    args: { id: task.id, changes: Object.fromEntries(others) as Changes, at: Date.now() },
  };
}
