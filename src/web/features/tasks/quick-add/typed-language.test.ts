import { afterEach, expect, test } from 'vitest';
import { parseCalendarDay } from '#src/domain/calendar-day.ts';
import { EVERY } from '#src/domain/repeat/rule.ts';
import { readDateField, readDay } from '#src/web/features/tasks/dialog/task-form.ts';
import { readChoice } from '#src/web/features/tasks/repeat/repeat-choice.ts';
import { typedLanguage } from './typed-language.ts';

const friday = parseCalendarDay('2026-06-19')!;
const due = { date: friday, time: null };

afterEach(() => typedLanguage.set(null));

test('[Q6] fields for days and repeats read what quick add reads, once that is there, and what they read before', () => {
  expect([readDay('fri'), readDateField('fri')]).toEqual([null, undefined]);
  expect(readChoice('daily-ish', due, 0, 'en').kind).toBe('wrong');

  typedLanguage.set({
    due: (text) => (text === 'fri' ? { ...due, time: '17:00' } : null),
    repeat: (text) =>
      text === 'daily-ish' ? { rule: { ...EVERY, freq: 'DAILY' }, repeatFrom: 'date' } : null,
  });
  expect([readDay('fri'), readDateField('fri')]).toEqual([friday, friday]);
  expect(readDay('2026-06-20')).toBe('2026-06-20');
  expect(readDateField('No date')).toBeNull();
  expect(readChoice('daily-ish', due, 0, 'en').kind).toBe('rule');
});
