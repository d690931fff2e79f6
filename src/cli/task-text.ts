import type { styleText } from 'node:util';
import type { CliTask, Named } from './client.ts';

/** The names that a list tells of tasks. */
export interface Names {
  readonly collections: readonly Named[];
  readonly labels: readonly Named[];
}

/** Styles a part of a line; returns it unchanged where the output is no terminal. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

/** The priority of a task without one. */
export const NO_PRIORITY = 4;

/** By day and time, tasks without them last, and then by priority. */
export function byDay(a: CliTask, b: CliTask): number {
  const day = ({ date, time }: CliTask) => `${date ?? '9999'} ${time ?? '99'}`;
  return day(a).localeCompare(day(b)) || a.priority - b.priority || a.name.localeCompare(b.name);
}

/** A task in one line: `Sat 2026-11-28 09:30  Pay rent  #Home @bills p1`. */
export function taskLine(task: CliTask, { collections, labels }: Names, today: string, paint: Paint): string {
  const nameOf = (of: readonly Named[], id: string) => of.find((each) => each.id === id)?.name;
  const collection = nameOf(collections, task.collectionId);
  const day = task.date && `${weekdayOf(task.date)} ${task.date}${task.time ? ` ${task.time}` : ''}`;
  const isLate = task.date !== null && task.date < today && task.completedAt === null;
  const facts = [
    collection && `#${collection}`,
    ...task.labels.flatMap((id) => nameOf(labels, id) ?? []).map((name) => `@${name}`),
    task.priority < NO_PRIORITY && `p${task.priority}`,
    task.repeat !== null && 'repeats',
  ].filter((fact) => typeof fact === 'string');
  const shownDay = (day ?? 'no day').padEnd(DAY_WIDTH);
  return [
    isLate ? paint('red', shownDay) : paint('dim', shownDay),
    paint(task.completedAt === null ? [] : ['strikethrough'], plain(task.name)),
    paint('dim', plain(facts.join(' '))),
  ]
    .filter((part) => part !== '')
    .join('  ');
}

/** The length of `Sat 2026-11-28 09:30`. */
const DAY_WIDTH = 20;

function weekdayOf(date: string): string {
  return new Date(`${date}T00:00Z`).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' });
}

/** Signs that turn the direction of the text behind them, beyond the end of a name too. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Text of a task without control characters, which could write anything to a terminal. */
export function plain(text: string): string {
  return text.replaceAll(TURNS, '').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** The same for a text of several lines. */
export function plainText(text: string): string {
  return text.replaceAll(/[^\n\r\t]+/g, plain);
}
