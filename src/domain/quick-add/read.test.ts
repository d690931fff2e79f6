import { expect, test } from 'vitest';
import { printRule } from '#src/domain/repeat/rule.ts';
import { readDay, readDue, readRepeat } from './read.ts';
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

test('[Q6] a field for a day takes the same language, and nothing more than a day', () => {
  expect(readDay('next friday', CONTEXT)).toBe('2026-03-20');
  expect(readDay('24.03.2026', contextOf({ order: 'dmy' }))).toBe('2026-03-24');
  expect(readDay('friday 5pm', CONTEXT)).toBeNull();
  expect(readDay('tomorrow we see', CONTEXT)).toBeNull();
  expect(readDay('', CONTEXT)).toBeNull();
});

test('[Q6] a field for a repeat takes the same language, also without every', () => {
  const read = (text: string) => {
    const found = readRepeat(text, CONTEXT);
    return found && [printRule(found.rule), found.repeatFrom, found.start];
  };

  expect(read('every 3rd fri')).toEqual(['FREQ=MONTHLY;BYDAY=3FR', 'date', null]);
  expect(read('mondays and thurs')).toEqual(['FREQ=WEEKLY;BYDAY=MO,TH', 'date', null]);
  expect(read('every! 3 days from tomorrow')).toEqual(['FREQ=DAILY;INTERVAL=3', 'completion', '2026-03-12']);
  expect(read('every now and then')).toBeNull();
});
