import { toUtcDate, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { formatDuration } from '#src/domain/time/duration.ts';
import { parseDue } from '#src/domain/repeat/due-text.ts';
import type { Part, QuickAddFields, Reminder } from '#src/domain/quick-add/types.ts';
import { parseRule } from '#src/domain/repeat/rule.ts';
import { repeatInWords } from '#src/domain/repeat/words.ts';
import { formatTime, type Clock, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { reminderText } from '#src/web/words/reminder.ts';
import { dayFormat } from '#src/web/ui/day-format.ts';
import { NO_DATE } from '#src/web/features/tasks/draft/task-form.ts';
import type { LineSources } from './use-line-sources.ts';

/**
 * The meaning of some words in full: `Sat, 6 June, every 2 weeks`. `together`: the parts that the words say. `hasDay`: true if the line says
 * a day elsewhere.
 */
export function meaningOf(
  together: readonly Part[],
  hasDay: boolean,
  fields: QuickAddFields,
  sources: LineSources,
): string {
  // A time or a repeat without a day shows the day that it falls on.
  const needsDay = !hasDay && together.some(({ kind }) => kind === 'time' || kind === 'repeat');
  const first = needsDay && fields.date !== null ? [dayInFull(fields.date, sources.locale)] : [];
  return [...first, ...together.map((part) => partText(part, fields, sources))].join(', ');
}

function partText(part: Part, { date }: QuickAddFields, { clock, locale }: LineSources): string {
  switch (part.kind) {
    case 'date':
      return part.value === null ? NO_DATE : dayInFull(part.value, locale);
    case 'time':
      return formatTime(part.value, clock, locale);
    case 'duration':
      return formatDuration(part.value);
    case 'deadline':
      return `Deadline ${dayInFull(part.value, locale)}`;
    case 'priority':
      return `Priority ${part.value}`;
    case 'collection':
      return `Collection ${part.value}`;
    case 'section':
      return `Section ${part.value}`;
    case 'label':
      return `Label ${part.value}`;
    case 'repeat': {
      const parsed = parseRule(part.value);
      const start = date === null ? null : parseDue(date);
      const words = parsed.kind === 'rule' && start ? repeatInWords(parsed.rule, start, locale) : part.value;
      return part.repeatFrom === 'completion' ? `${words}, counted from when it is done` : words;
    }
    case 'reminder':
      return `Reminder ${reminderMeaning(part.value, clock, locale)}`;
  }
}

/** `30 minutes before`, `at the time`, `Sat, 6 June, 09:00`. */
function reminderMeaning(value: Reminder, clock: Clock, locale: string): string {
  const due = typeof value === 'number' ? null : parseDue(value);
  if (due) return `${dayInFull(due.date, locale)}, ${formatTime(due.time as TimeOfDay, clock, locale)}`;
  return reminderText({ minutesBefore: Number(value) }).replace(/^At/, 'at');
}

/** `Sat, 6 June`, with the year unless it is the current one. */
function dayInFull(day: CalendarDay, locale: string): string {
  const isThisYear = day.slice(0, 4) === String(new Date().getFullYear());
  const format = dayFormat(
    { weekday: 'short', day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) },
    locale,
  );
  return format.format(toUtcDate(day));
}
