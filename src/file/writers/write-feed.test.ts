import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Rows } from '#src/tables/tables.ts';
import type { DataFile } from '#src/file/data-file.ts';
import type { FeedKind } from '#src/reading/feeds/feeds-api.ts';
import {
  daysInIcalJs,
  daysInKhal,
  daysInPython,
  HAS_KHAL,
  HAS_PYTHON,
  type DaysByUid,
} from '#src/file/testing/days-elsewhere.ts';
import { laterDays } from '#src/reading/calendar/standing.ts';
import { task } from '#src/sync/testing/samples.ts';
import { icalRepeatOf } from './ical-repeat.ts';
import { writeFeed, type FeedTask } from './write-feed.ts';
import { writtenTasks } from './written-tasks.ts';

const TODAY = '2026-06-15' as CalendarDay;
const LAST = '2028-06-15' as CalendarDay;
/** Before the first day of any task. */
const EARLY = '2026-06-01' as CalendarDay;
const day = (text: string) => text as CalendarDay;

type Fields = Partial<Rows['task']>;
const repeating = (repeat: string, date: string, more: Fields = {}): Fields => ({
  repeat,
  date: day(date),
  repeatStart: date,
  repeatDue: date,
  ...more,
});
const NINE = { time: '09:00' as never, zone: 'Europe/Paris' };

const REPEATS: readonly (readonly [string, Fields])[] = [
  ['every day', repeating('FREQ=DAILY', '2026-06-15')],
  ['every third day at a time', repeating('FREQ=DAILY;INTERVAL=3', '2026-06-14', NINE)],
  ['every other week on two days', repeating('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', '2026-06-15')],
  ['weeks that begin on Sunday', repeating('FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU', '2026-06-14')],
  ['months without the 31st left out', repeating('FREQ=MONTHLY;BYMONTHDAY=31', '2026-07-31')],
  [
    'the last day of a short month',
    repeating('FREQ=MONTHLY;BYMONTHDAY=31;RSCALE=GREGORIAN;SKIP=BACKWARD', '2026-06-30'),
  ],
  [
    'the 30th, also in February',
    repeating('FREQ=MONTHLY;BYMONTHDAY=30;RSCALE=GREGORIAN;SKIP=BACKWARD', '2026-06-30', NINE),
  ],
  [
    '29 February, else the 28th',
    repeating('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;RSCALE=GREGORIAN;SKIP=BACKWARD', '2027-02-28'),
  ],
  ['the last working day', repeating('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-06-30')],
  ['the second Tuesday', repeating('FREQ=MONTHLY;BYDAY=2TU', '2026-07-14')],
  ['the last Friday of May', repeating('FREQ=YEARLY;BYMONTH=5;BYDAY=-1FR', '2027-05-28')],
  [
    'five times, the second now',
    repeating('FREQ=WEEKLY;COUNT=5', '2026-06-15', { repeatStart: '2026-06-08' }),
  ],
  ['until a day', repeating('FREQ=DAILY;UNTIL=20260701', '2026-06-15')],
  [
    'an occurrence that was moved',
    repeating('FREQ=WEEKLY', '2026-06-17', { repeatDue: '2026-06-15', repeatStart: '2026-06-15' }),
  ],
  ['a start that the rule has not', repeating('FREQ=WEEKLY;BYDAY=FR', '2026-06-15')],
  [
    'several times a day',
    repeating('FREQ=DAILY;BYHOUR=9,18;BYMINUTE=0', '2026-06-15', {
      time: '09:00' as never,
      repeatDue: '2026-06-15T09:00',
      repeatStart: '2026-06-15T09:00',
    }),
  ],
  [
    'every five hours',
    repeating('FREQ=HOURLY;INTERVAL=5', '2026-06-15', {
      time: '09:00' as never,
      repeatDue: '2026-06-15T09:00',
      repeatStart: '2026-06-15T09:00',
    }),
  ],
  ['from its completion', repeating('FREQ=DAILY', '2026-06-15', { repeatFrom: 'completion' })],
  ['no repeat', { date: day('2026-06-20') }],
  ['a deadline alone', { date: null, deadline: day('2026-06-25') }],
];

function feedOf(repeats: readonly (readonly [string, Fields])[]) {
  const rows = repeats.map(([name, fields], i) => task(i + 2, { name, date: null, ...fields }));
  const none = { collections: [], sections: [], labels: [], reminders: [], completedTasks: [] };
  const file = { ...none, tasks: rows.map((row) => ({ ...row, collection: 'Home', color: '#FFCC33' })) };
  const tasks = writtenTasks(file as unknown as DataFile).map((written, i): FeedTask => ({
    task: written,
    repeat: icalRepeatOf(rows[i]!, TODAY),
  }));
  const write = (kind: FeedKind) => writeFeed(tasks, { name: 'Home, sweet', kind, everyMinutes: 60 });
  return { rows, write };
}

/** The days of each task in Sunglow, by the id of the task. */
function daysHere(rows: readonly Rows['task'][], kind: FeedKind): DaysByUid {
  const all = rows.map((row) => {
    const first = row.date ?? (kind === 'event' ? row.deadline : null);
    const here = row.zone ?? 'Europe/Paris';
    return [row.id, first === null ? [] : [first, ...laterDays(row, first, LAST, here)].toSorted()] as const;
  });
  return Object.fromEntries(all);
}

/** With names, and without tasks that have no day. */
function named(rows: readonly Rows['task'][], days: DaysByUid) {
  return rows.map(({ id, name }) => [name, days[id] ?? []]);
}

describe('a calendar feed', () => {
  const readers = [
    ['icalendar and dateutil', HAS_PYTHON, ['event', 'todo'], daysInPython],
    ['ical.js', true, ['event', 'todo'], daysInIcalJs],
    ['khal', HAS_KHAL, ['event'], (text: string, last: CalendarDay) => daysInKhal(text, EARLY, last)],
  ] as const;
  for (const [reader, isThere, kinds, daysIn] of readers)
    test.runIf(isThere).each(kinds)(
      `[X4] of kind %s shows the days of Sunglow for two years in ${reader}`,
      (kind) => {
        const { rows, write } = feedOf(REPEATS);

        const days = daysIn(write(kind), LAST);

        expect(named(rows, days)).toEqual(named(rows, daysHere(rows, kind)));
      },
    );

  test('[X4] says what other programs read wrongly as single days, and anything else as a rule', () => {
    const { write } = feedOf(REPEATS);
    const lines = write('event').replaceAll('\r\n ', '').split('\r\n');

    expect(lines.filter((line) => line.startsWith('RRULE:'))).toEqual([
      'RRULE:FREQ=DAILY',
      'RRULE:FREQ=DAILY;INTERVAL=3',
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH',
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=31',
      'RRULE:FREQ=MONTHLY;BYDAY=2TU',
      'RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=-1FR',
    ]);
    expect(lines.filter((line) => line.startsWith('RDATE'))).toHaveLength(10);
    expect(lines).toContain('X-PUBLISHED-TTL:PT60M');
    expect(lines).toContain(String.raw`NAME:Home\, sweet`);
  });

  test('[X3] is the same for the same tasks on another day of the year', () => {
    const { rows } = feedOf(REPEATS);
    const on = (today: CalendarDay) => rows.map((row) => icalRepeatOf(row, today));

    expect(on(addDays(TODAY, 120))).toEqual(on(TODAY));
  });
});
