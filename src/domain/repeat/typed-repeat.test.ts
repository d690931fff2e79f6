import { expect, test } from 'vitest';
import { parseCalendarDay } from '#src/domain/calendar-day.ts';
import { printRule } from './rule.ts';
import { readTypedRepeat } from './typed-repeat.ts';

const read = (text: string) => {
  const found = readTypedRepeat(text, 0, parseCalendarDay);
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
])('%s', (text, rule) => {
  const parts = (of: string | null) => of?.replace(' from', ';from').split(';').toSorted();
  expect(parts(read(text))).toEqual(parts(rule));
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
])('%j is nothing that repeats', (text) => {
  expect(read(text)).toBeNull();
});
