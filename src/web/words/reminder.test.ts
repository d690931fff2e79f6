import { expect, test } from 'vitest';
import { reminderText } from './reminder.ts';

test('[N1] a reminder says in words when it comes', () => {
  expect(reminderText({ minutesBefore: 0 })).toBe('At the time');
  expect(reminderText({ minutesBefore: 1 })).toBe('1 minute before');
  expect(reminderText({ minutesBefore: 10 })).toBe('10 minutes before');
  expect(reminderText({ minutesBefore: 60 })).toBe('1 hour before');
  expect(reminderText({ minutesBefore: 90 })).toBe('1 hour 30 minutes before');
  expect(reminderText({ minutesBefore: 1_440 })).toBe('1 day before');
  expect(reminderText({ minutesBefore: 2 * 1_440 + 125 })).toBe('2 days 2 hours 5 minutes before');
  expect(reminderText({ remindAt: new Date(2026, 10, 27, 9, 5).getTime() })).toBe('27 Nov 2026, 09:05');
});
