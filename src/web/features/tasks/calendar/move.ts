import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { blockOf, dueIn, durationAt, standingOf, timeAt } from '#src/domain/calendar/standing.ts';
import { minutesOf, type TimeOfDay } from '#src/domain/time-of-day.ts';
import type { Task } from '#src/domain/task.ts';
import type { Operation } from '#src/mutators/index.ts';

/** Where a task can be put: on a day as it is, on one without a time, at a time of one, or out of the calendar. */
export type Target =
  | { readonly kind: 'day'; readonly day: CalendarDay }
  | { readonly kind: 'untimed'; readonly day: CalendarDay }
  | { readonly kind: 'time'; readonly day: CalendarDay; readonly time: TimeOfDay }
  | { readonly kind: 'undated' };

type Changes = Partial<Pick<Task, 'date' | 'time' | 'zone' | 'duration'>>;

/** What puts a task there, where the user is in the zone `here`; null where it is there. What repeats needs a date to count from. */
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

/** What moves a timed task by so many minutes within its day; null at its end. */
export function shiftTask(task: Task, minutes: number, here: string): Operation | null {
  const due = standingOf(task, here);
  if (!due || due.time === null) return null;
  const before = minutesOf(due.time as TimeOfDay);
  const time = timeAt(before + minutes);
  // The last step of a day lies before its last minutes.
  if (minutesOf(time) > before !== minutes > 0) return null;
  return moveTask(task, { kind: 'time', day: due.date, time }, here);
}

/** The operation that makes a timed task so many minutes long, to a step. */
export function resizeTask(task: Task, minutes: number, here: string): Operation | null {
  const time = standingOf(task, here)?.time as TimeOfDay | null | undefined;
  return time ? edit(task, { duration: durationAt(minutes) }) : null;
}

/** What makes a timed task so much longer than it is seen to be, minutes; shorter if negative. */
export function stretchTask(task: Task, minutes: number, here: string): Operation | null {
  const time = standingOf(task, here)?.time as TimeOfDay | null | undefined;
  if (!time) return null;
  const { from, to } = blockOf(time, task.duration);
  const before = task.duration ?? to - from;
  // The shortest step may be longer than it is.
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
