import { OWN_PRODUCT } from '#src/file/source/own-calendar.ts';
import { parseRule, printRule } from '#src/domain/repeat/rule.ts';
import { unitsOfZone } from './ical-zone.ts';
import type { WrittenTask } from './written-tasks.ts';

/** RFC 5545 counts priorities from 1 to 9: high, medium and low. */
const PRIORITIES: Readonly<Partial<Record<number, number>>> = { 1: 1, 2: 5, 3: 9 };

/** A line has at most 75 octets (RFC 5545, 3.1). */
const MOST_OCTETS = 75;

/** A calendar for each collection, with a VTODO for each task. Times without a zone stay without one. */
export function writeIcal(tasks: readonly WrittenTask[]): string {
  const byCollection = Map.groupBy(tasks, ({ collection }) => collection);
  return icalText(Array.from(byCollection, ([name, those]) => calendarOf(name, those)).flat());
}

/** The lines of a file, none of which is too long. */
export function icalText(lines: readonly string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function calendarOf(name: string, tasks: readonly WrittenTask[]): readonly string[] {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${OWN_PRODUCT}`,
    `X-WR-CALNAME:${text(name)}`,
    ...zonesOf(tasks),
    ...tasks.flatMap((task) => todoOf(task, ruleLines(task))),
    'END:VCALENDAR',
  ];
}

/** `lastYear`: the year of the last time that repeats. */
export function zonesOf(tasks: readonly WrittenTask[], lastYear = 0): readonly string[] {
  const days = new Map<string, string[]>();
  for (const { zone, time, date, deadline } of tasks) {
    if (zone === null || time === null || date === null) continue;
    days.set(zone, [...(days.get(zone) ?? []), date, ...(deadline === null ? [] : [deadline])]);
  }
  return Array.from(days, ([zone, all]) => {
    const years = all.map((day) => Number(day.slice(0, 4)));
    return unitsOfZone(zone, Math.min(...years), Math.max(...years, lastYear));
  }).flat();
}

/** `repeats`: the lines that say how it repeats. */
export function todoOf(task: WrittenTask, repeats: readonly string[]): readonly string[] {
  const { id, name, description, parentId, labels, priority, createdAt, completedAt, isDone } = task;
  const level = PRIORITIES[priority];
  return [
    'BEGIN:VTODO',
    `UID:${id}`,
    `DTSTAMP:${utc(createdAt)}`,
    `CREATED:${utc(createdAt)}`,
    `SUMMARY:${text(name)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${text(description)}`]),
    ...timesOf(task, repeats),
    ...(level === undefined ? [] : [`PRIORITY:${level}`]),
    ...(labels.length === 0 ? [] : [`CATEGORIES:${labels.map(text).join(',')}`]),
    ...(parentId === null ? [] : [`RELATED-TO:${parentId}`]),
    isDone ? 'STATUS:COMPLETED' : 'STATUS:NEEDS-ACTION',
    ...(isDone && completedAt !== null ? [`COMPLETED:${utc(completedAt)}`] : []),
    ...alarmsOf(task),
    'END:VTODO',
  ];
}

/**
 * The date is the start. A deadline on a later day is the end; else a length is its own. Without a date, the deadline is
 * the end alone.
 */
function timesOf(task: WrittenTask, repeats: readonly string[]): readonly string[] {
  const { date, time, zone, duration, deadline } = task;
  const stamp = (day: string) => `${stampKind(time, zone)}:${stampOf(day, time)}`;
  if (date === null) return deadline === null ? [] : [`DUE;VALUE=DATE:${deadline.replaceAll('-', '')}`];
  const isLater = deadline !== null && deadline > date;
  return [
    `DTSTART${stamp(date)}`,
    ...(isLater ? [`DUE${stamp(deadline)}`] : []),
    ...(!isLater && duration !== null && time !== null ? [`DURATION:PT${duration}M`] : []),
    ...repeats,
  ];
}

/** The parameters of a property with a day, or with a day and a time. */
export function stampKind(time: string | null, zone: string | null): string {
  return time === null ? ';VALUE=DATE' : zone === null ? '' : `;TZID=${zone}`;
}

export function stampOf(day: string, time: string | null): string {
  const digits = day.replaceAll('-', '');
  return time === null ? digits : `${digits}T${time.replace(':', '')}00`;
}

function ruleLines({ date, repeat }: WrittenTask): readonly string[] {
  if (date === null || repeat === null) return [];
  const parsed = parseRule(repeat);
  return [`RRULE:${parsed.kind === 'rule' ? printRule(parsed.rule) : repeat}`];
}

function alarmsOf({ name, date, time, reminders }: WrittenTask): readonly string[] {
  return reminders.flatMap((reminder) => {
    if ('minutesBefore' in reminder && (date === null || time === null)) return [];
    const trigger =
      'remindAt' in reminder
        ? `TRIGGER;VALUE=DATE-TIME:${utc(reminder.remindAt)}`
        : `TRIGGER:-PT${reminder.minutesBefore}M`;
    return ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${text(name)}`, trigger, 'END:VALARM'];
  });
}

/** Text with its signs escaped; a control character has no place in it. */
export function text(value: string): string {
  return value
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/(?!\t)\p{Cc}/gu, '');
}

export function utc(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}

/** The line in pieces of 75 octets, none of which ends inside a character. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const length = octetsOf(character.codePointAt(0) ?? 0);
    if (octets + length > MOST_OCTETS) {
      pieces.push(piece);
      piece = ' ';
      octets = 1;
    }
    piece += character;
    octets += length;
  }
  return [...pieces, piece].join('\r\n');
}

/** The length of a character in UTF-8. */
function octetsOf(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
