import { OWN_PRODUCT } from '#src/file/source/own-calendar.ts';
import type { FeedKind } from '#src/reading/feeds/feeds-api.ts';
import { USUAL_MINUTES } from '#src/reading/calendar/standing.ts';
import type { IcalRepeat } from './ical-repeat.ts';
import { icalText, stampKind, stampOf, text, todoOf, utc, zonesOf } from './write-ical.ts';
import type { WrittenTask } from './written-tasks.ts';

export interface FeedTask {
  readonly task: WrittenTask;
  readonly repeat: IcalRepeat | null;
}

export interface FeedFace {
  readonly name: string;
  readonly kind: FeedKind;
  /** How often programs are to ask, in minutes. */
  readonly everyMinutes: number;
}

/** The text of a calendar feed (rules X3, X4): the same for the same tasks. Reminders stay with Sunglow. */
export function writeFeed(tasks: readonly FeedTask[], { name, kind, everyMinutes }: FeedFace): string {
  const written = tasks.map(({ task }) => task);
  const years = tasks.flatMap(({ repeat }) =>
    repeat !== null && 'times' in repeat ? repeat.times.map(({ date }) => Number(date.slice(0, 4))) : [],
  );
  const lastYear = years.reduce((last, year) => Math.max(last, year), 0);
  return icalText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${OWN_PRODUCT}`,
    'METHOD:PUBLISH',
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${everyMinutes}M`,
    `X-PUBLISHED-TTL:PT${everyMinutes}M`,
    ...zonesOf(written, lastYear),
    ...tasks.flatMap(kind === 'event' ? eventOf : feedTodoOf),
    'END:VCALENDAR',
  ]);
}

function feedTodoOf({ task, repeat }: FeedTask): readonly string[] {
  return todoOf({ ...task, reminders: [] }, repeatLines(task, repeat));
}

/** A task with a date stands on it, as in the calendar of Sunglow; one with a deadline alone on that. None without either. */
function eventOf({ task, repeat }: FeedTask): readonly string[] {
  const { id, name, description, createdAt, labels, zone, duration, deadline } = task;
  const date = task.date ?? deadline;
  if (date === null) return [];
  const time = task.date === null ? null : task.time;
  return [
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${utc(createdAt)}`,
    `SUMMARY:${text(name)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${text(description)}`]),
    `DTSTART${stampKind(time, zone)}:${stampOf(date, time)}`,
    time === null ? 'DURATION:P1D' : `DURATION:PT${duration ?? USUAL_MINUTES}M`,
    ...repeatLines(task, repeat),
    ...(labels.length === 0 ? [] : [`CATEGORIES:${labels.map(text).join(',')}`]),
    // A task without a length keeps nobody busy.
    `TRANSP:${time === null || duration === null ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ];
}

function repeatLines({ zone }: WrittenTask, repeat: IcalRepeat | null): readonly string[] {
  if (repeat === null) return [];
  if ('rule' in repeat) return [`RRULE:${repeat.rule}`];
  const [first] = repeat.times;
  const times = repeat.times.map(({ date, time }) => stampOf(date, time)).join(',');
  return first ? [`RDATE${stampKind(first.time, zone)}:${times}`] : [];
}
