import { afterEach, expect, test } from 'vitest';
import { addDays, calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { checkTask, NO_DETAILS, readDateField, readDay } from '#src/web/features/tasks/draft/task-form.ts';
import { typedLanguageOf } from './line-reader.ts';
import { typedLanguage } from '#src/web/features/tasks/draft/typed-language.ts';

const SOURCES = {
  zone: 'Etc/UTC',
  weekStart: 0,
  order: 'dmy',
  language: 'de',
  style: 'todoist',
  clock: 24,
  locale: 'en-US',
  collections: [],
  labels: [],
  sections: [],
  dismissals: [],
} as const;
const today = calendarDayAt(Date.now());

afterEach(() => typedLanguage.set(null));

test('[Q6] once quick add is loaded, a field for a day reads days as quick add does, in the order that the user chose', () => {
  expect([readDay('morgen'), readDateField('morgen')]).toEqual([null, undefined]);
  // The order of day and month is not known yet.
  expect(readDay('3.4.2027')).toBeNull();
  expect(readDay('2027-04-03')).toBe('2027-04-03');

  typedLanguage.set(typedLanguageOf(SOURCES));
  const tomorrow = addDays(today, 1);
  expect([readDay('morgen'), readDateField('morgen um 17 Uhr')]).toEqual([tomorrow, tomorrow]);
  expect(readDay('tomorrow')).toBe(tomorrow);
  expect(readDay('3.4.2027')).toBe('2027-04-03');
  expect(readDay('2027-04-03')).toBe('2027-04-03');
  expect(['No date', 'no due date', 'kein Datum', ' OHNE DATUM '].map(readDateField)).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(readDateField('sin fecha')).toBeUndefined();
  const draft = {
    name: 'x',
    description: '',
    notesBase: null,
    collectionId: 'c',
    labels: '',
    added: '',
    reminders: '',
    ...NO_DETAILS,
  };
  expect(checkTask({ ...draft, date: 'morgen und mehr' }, () => true).date).not.toBeNull();
});
