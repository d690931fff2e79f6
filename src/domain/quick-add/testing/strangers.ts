import { readFileSync } from 'node:fs';
import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { Language, QuickAddFields } from '#src/domain/quick-add/types.ts';

/** A line as a stranger types it, with the meaning that was written down before the parser read it. */
export interface StrangersLine {
  readonly input: string;
  /** The fields that the line names, in the form of `shortOf`. */
  readonly result: Partial<QuickAddFields>;
  /** True for a line that the parser does not understand yet. */
  readonly isOpen: boolean;
}

/**
 * The lines of a language. Each one is `text | name | meaning`, where `=` is a line that is nothing but its
 * name. `? ` before a line marks one that the parser does not understand yet. A meaning has words in any order: `03-13` (a day), `17:00`, `20m` (minutes), `by:03-13` (a deadline),
 * `p1`, `r:DAILY` (a rule) and `rc:DAILY` (a rule from the completion). Days without a year are of 2026.
 */
export function strangersLines(language: Language): StrangersLine[] {
  const file = readFileSync(new URL(`strangers/${language}.txt`, import.meta.url), 'utf8');
  return file
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('//'))
    .map(readLine);
}

export function readLine(line: string): StrangersLine {
  const isOpen = line.startsWith('? ');
  const [input = '', name = '', meaning = ''] = (isOpen ? line.slice(2) : line).split(' | ');
  if (name === '=') return { input, result: { name: input }, isOpen };
  const result = Object.assign({ name }, ...meaning.split(' ').map(fieldOf)) as Partial<QuickAddFields>;
  return { input, result, isOpen };
}

function fieldOf(word: string): Partial<QuickAddFields> {
  if (/^(\d{4}-)?\d\d-\d\d$/.test(word)) return { date: dayOf(word) };
  if (/^\d\d:\d\d$/.test(word)) return { time: word as TimeOfDay };
  if (/^\d+m$/.test(word)) return { duration: Number(word.slice(0, -1)) };
  if (word.startsWith('by:')) return { deadline: dayOf(word.slice(3)) };
  if (/^p[1-4]$/.test(word)) return { priority: Number(word.slice(1)) as 1 | 2 | 3 | 4 };
  const [, completion, rule] = /^r(c?):(.+)$/.exec(word) ?? [];
  if (!rule) throw new Error(`${word} is no part of a meaning.`);
  return { repeat: `FREQ=${rule}`, repeatFrom: completion ? 'completion' : 'date' };
}

function dayOf(word: string) {
  const day = parseCalendarDay(word.length === 5 ? `2026-${word}` : word);
  if (!day) throw new Error(`${word} is no day.`);
  return day;
}
