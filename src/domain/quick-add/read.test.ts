import { expect, test } from 'vitest';
import { printRule } from '#src/domain/repeat/rule.ts';
import { isNoDate, readDay, readDue, readRepeat } from './read.ts';
import { contextOf } from '#src/domain/quick-add/testing/suite.ts';

const CONTEXT = contextOf({});

test.each([
  ['tom 5pm', '2026-03-12', '17:00'],
  ['5pm friday', '2026-03-13', '17:00'],
  ['sat, 9am', '2026-03-14', '09:00'],
  ['at 9', '2026-03-12', '09:00'],
  ['today', '2026-03-11', null],
  ['may', '2026-05-01', null],
  ['april 2027', '2027-04-01', null],
  ['yesterday', '2026-03-10', null],
  ['3 days ago', '2026-03-08', null],
  ['last friday', '2026-03-06', null],
  ['11/23/2026', '2026-11-23', null],
])('[Q6] a field for a moment reads %j', (text, date, time) => {
  expect(readDue(text, CONTEXT)).toEqual({ date, time });
});

test('[Q6] a field for a day reads the same language, and nothing but a day', () => {
  expect(readDay('next friday', CONTEXT)).toBe('2026-03-20');
  expect(readDay('24.03.2026', contextOf({ order: 'dmy' }))).toBe('2026-03-24');
  expect(readDay('friday 5pm', CONTEXT)).toBeNull();
  expect(readDay('tomorrow we see', CONTEXT)).toBeNull();
  expect(readDay('', CONTEXT)).toBeNull();
});

test('[Q6] a field for a repeat reads the same language, also without every', () => {
  const read = (text: string) => {
    const found = readRepeat(text, CONTEXT);
    return found && [printRule(found.rule), found.repeatFrom, found.start];
  };

  expect(read('every 3rd fri')).toEqual(['FREQ=MONTHLY;BYDAY=3FR', 'date', null]);
  expect(read('mondays and thurs')).toEqual(['FREQ=WEEKLY;BYDAY=MO,TH', 'date', null]);
  expect(read('every! 3 days from tomorrow')).toEqual(['FREQ=DAILY;INTERVAL=3', 'completion', '2026-03-12']);
  expect(read('every now and then')).toBeNull();
});

test('[Q6] a field for a day reads words for no date in its language and in English, and nothing else', () => {
  const polish = contextOf({ language: 'pl' });

  expect(['no date', 'No due date', 'bez daty'].map((text) => isNoDate(text, polish))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['kein Datum', 'no date on friday', '', 'jutro'].map((text) => isNoDate(text, polish))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

const typedRule = (text: string) => {
  const found = readRepeat(text, CONTEXT);
  return found && `${printRule(found.rule)}${found.repeatFrom === 'completion' ? ' from completion' : ''}`;
};

test.each([
  ['every day', 'FREQ=DAILY'],
  ['daily', 'FREQ=DAILY'],
  ['Every other day', 'FREQ=DAILY;INTERVAL=2'],
  ['every 3 hours', 'FREQ=HOURLY;INTERVAL=3'],
  ['every! 3 days', 'FREQ=DAILY;INTERVAL=3 from completion'],
  ['every 2 weeks after completion', 'FREQ=WEEKLY;INTERVAL=2 from completion'],
  ['every monday', 'FREQ=WEEKLY;BYDAY=MO'],
  ['every tue, thu', 'FREQ=WEEKLY;BYDAY=TU,TH'],
  ['mondays and thurs', 'FREQ=WEEKLY;BYDAY=MO,TH'],
  ['every 2 weeks on mon and thu', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH'],
  ['weekdays', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ['every weekend', 'FREQ=WEEKLY;BYDAY=SA,SU'],
  ['every first sunday', 'FREQ=MONTHLY;BYDAY=1SU'],
  ['every 3rd fri', 'FREQ=MONTHLY;BYDAY=3FR'],
  ['every last friday of the month', 'FREQ=MONTHLY;BYDAY=-1FR'],
  ['every last friday of march', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1FR'],
  ['every last weekday', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
  ['every last day', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  ['every 1st and 15th', 'FREQ=MONTHLY;BYMONTHDAY=1,15'],
  ['every 31st', 'RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=31'],
  ['every month on the 2nd tuesday', 'FREQ=MONTHLY;BYDAY=2TU'],
  ['every year on 29 february', 'RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=BACKWARD;BYMONTH=2;BYMONTHDAY=29'],
  ['every june 6', 'FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=6'],
  ['weekdays, 12 times', 'FREQ=WEEKLY;COUNT=12;BYDAY=MO,TU,WE,TH,FR'],
  ['daily until 2027-06-06', 'FREQ=DAILY;UNTIL=20270606'],
  ['quarterly', 'FREQ=MONTHLY;INTERVAL=3'],
])('[Q6] a field for a repeat reads %j', (text, rule) => {
  const parts = (of: string | null) => of?.replace(' from', ';from').split(';').toSorted();
  expect(parts(typedRule(text))).toEqual(parts(rule));
});

test.each([
  '',
  'every',
  'every now and then',
  'every 0 days',
  'every 32nd',
  'monitor',
  'every sixth sunday',
  'daily until soon',
  'every 5 weeks on the 3rd',
  'weekdays, 0 times',
])('[Q6] %j is nothing that repeats', (text) => {
  expect(typedRule(text)).toBeNull();
});
