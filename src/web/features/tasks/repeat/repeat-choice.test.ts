import { expect, test } from 'vitest';
import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { task } from '#src/sync/testing/samples.ts';
import { contextOf } from '#src/domain/quick-add/testing/suite.ts';
import { changesOf, readChoice, textOf } from './repeat-choice.ts';

const MONDAY = parseCalendarDay('2026-06-15')!;
const due = { date: MONDAY, time: null };
const CONTEXT = { ...contextOf({}), now: { date: MONDAY, minute: 0 } };

test('[R6] a typed rule has its next five dates', () => {
  expect(readChoice('every first sunday', due, CONTEXT)).toMatchObject({
    kind: 'rule',
    next: ['2026-07-05', '2026-08-02', '2026-09-06', '2026-10-04', '2026-11-01'],
  });
  expect(readChoice('FREQ=MONTHLY;BYMONTHDAY=15', due, CONTEXT)).toMatchObject({
    next: [MONDAY, '2026-07-15', '2026-08-15', '2026-09-15', '2026-10-15'],
  });
});

test('[R6] for the rule that a task has, the next dates are the rest of its series', () => {
  const counted = task(1, {
    date: MONDAY,
    repeat: 'FREQ=DAILY;COUNT=5',
    repeatStart: '2026-06-11',
    repeatDue: MONDAY,
  });
  const nextOf = (of: typeof counted) => {
    const choice = readChoice(textOf(of, CONTEXT), due, CONTEXT, of);
    return choice.kind === 'rule' && choice.next;
  };
  expect(nextOf(counted)).toEqual([MONDAY]);
  // A task that was moved once repeats on its old dates afterwards.
  const moved = task(1, { date: MONDAY, repeat: 'FREQ=WEEKLY;COUNT=3', repeatDue: '2026-06-13' });
  expect(nextOf(moved)).toEqual([MONDAY, '2026-06-20', '2026-06-27']);
  // A rule that counts from the completion says how many times are left.
  expect(nextOf({ ...counted, repeatFrom: 'completion' })).toHaveLength(5);
});

test('[R6] [Q6] an hourly rule begins now for a task without a time, on any day; a time stays, and so do hours that the rule names', () => {
  const now = { ...CONTEXT, now: { date: MONDAY, minute: 9 * 60 + 7 } };
  const tuesday = parseCalendarDay('2026-06-16')!;
  const begun = (text: string, from: Parameters<typeof changesOf>[1]) => {
    const choice = readChoice(text, from, now);
    const { date, time, repeatStart, repeatDue } = changesOf(choice, from, now);
    return { date, time, repeatStart, repeatDue, next: choice.kind === 'rule' && choice.next.slice(0, 2) };
  };
  const at = (day: string, time: string) => ({
    date: day,
    time,
    repeatStart: `${day}T${time}`,
    repeatDue: `${day}T${time}`,
  });

  expect(begun('every 8 hours', due)).toEqual({ ...at(MONDAY, '09:07'), next: [MONDAY, MONDAY] });
  expect(begun('every! 12 hours', { ...due, date: tuesday })).toMatchObject(at(tuesday, '09:07'));
  expect(begun('every 8 hours', { ...due, time: '07:30' })).toMatchObject(at(MONDAY, '07:30'));
  expect(begun('FREQ=HOURLY;BYHOUR=8,16', due)).toMatchObject({
    ...at(MONDAY, '08:00'),
    repeatStart: `${MONDAY}T00:00`,
  });
});

test('[R1] text that cannot be read, and a rule that never comes, get an error', () => {
  expect(readChoice('now and then', due, CONTEXT).kind).toBe('wrong');
  expect(readChoice('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', due, CONTEXT)).toMatchObject({
    message: expect.stringContaining('never comes'),
  });
  expect(readChoice(' ', due, CONTEXT)).toEqual({ kind: 'none' });
});

test('the weeks of a typed rule begin on the first day of the week that the user chose', () => {
  const read = (weekStart: 0 | 6) =>
    readChoice('every 2 weeks on mon and sun', due, { ...CONTEXT, weekStart });
  expect(read(0)).toMatchObject({ next: [MONDAY, '2026-06-21', '2026-06-29', '2026-07-05', '2026-07-13'] });
  expect(read(6)).toMatchObject({ next: [MONDAY, '2026-06-28', '2026-06-29', '2026-07-12', '2026-07-13'] });
});

test('a task that gets a rule is due on the first day of the rule from its date on; a task that loses its rule keeps its date', () => {
  expect(changesOf(readChoice('every friday', due, CONTEXT), due, CONTEXT)).toEqual({
    repeat: 'FREQ=WEEKLY;BYDAY=FR',
    repeatFrom: 'date',
    repeatStart: MONDAY,
    repeatDue: '2026-06-19',
    date: '2026-06-19',
  });
  expect(changesOf({ kind: 'none' }, due, CONTEXT)).toEqual({
    repeat: null,
    repeatFrom: 'date',
    repeatStart: null,
    repeatDue: null,
  });
});

test.each([
  ['FREQ=WEEKLY;BYDAY=FR', 'date', 'every Friday'],
  ['FREQ=DAILY;INTERVAL=3', 'completion', 'every! 3 days'],
  ['FREQ=MONTHLY;BYDAY=1SU', 'date', 'every first Sunday of the month'],
  ['FREQ=SECONDLY;X-MOON=1', 'date', 'FREQ=SECONDLY;X-MOON=1'],
] as const)('the field shows the rule %s, counted from the %s, as %s', (repeat, repeatFrom, text) => {
  expect(textOf(task(1, { date: MONDAY, repeat, repeatFrom }), CONTEXT)).toBe(text);
});

test('[Q6] the field reads repeats as quick add does, in the language of the user and in English', () => {
  const german = { ...CONTEXT, language: 'de' } as const;
  expect(readChoice('jeden dritten Freitag im Monat', due, german)).toMatchObject({
    next: ['2026-06-19', '2026-07-17', '2026-08-21', '2026-09-18', '2026-10-16'],
  });
  expect(readChoice('every 3rd fri', due, german).kind).toBe('rule');
  const weekly = task(1, { date: MONDAY, repeat: 'FREQ=WEEKLY;BYDAY=FR' });
  expect(textOf(weekly, german)).toBe('every Friday');
});

test('[Q6] a repeat that says when it starts counts from that day on', () => {
  const choice = readChoice('every 2 weeks starting june 20', due, CONTEXT);
  expect(choice).toMatchObject({
    next: ['2026-06-20', '2026-07-04', '2026-07-18', '2026-08-01', '2026-08-15'],
  });
  expect(changesOf(choice, due, CONTEXT)).toMatchObject({ repeatStart: '2026-06-20', date: '2026-06-20' });
});
