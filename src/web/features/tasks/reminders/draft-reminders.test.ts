import { expect, test } from 'vitest';
import { isThereAlready, remindersIn, remindersText } from './draft-reminders.ts';

test('[N1] reminders in a draft come back as they were', () => {
  const reminders = [
    { id: 'a', when: { minutesBefore: 0 } },
    { id: 'b', when: { minutesBefore: 1_440 } },
    { id: 'c', when: { remindAt: 1_764_000_000_000 } },
  ];

  expect(remindersIn(remindersText(reminders))).toEqual(reminders);
  expect(remindersIn('')).toEqual([]);
});

test('[N1] what stands in a draft and is no reminder is left out', () => {
  expect(remindersIn('nonsense\na -10\nb 10 20\n-5')).toEqual([{ id: 'a', when: { minutesBefore: 10 } }]);
});

test('[N1] a second reminder for the same moment is none', () => {
  const reminders = [{ when: { minutesBefore: 10 } }, { when: { remindAt: 10 } }];

  expect(isThereAlready(reminders, { minutesBefore: 10 })).toBe(true);
  expect(isThereAlready(reminders, { remindAt: 10 })).toBe(true);
  expect(isThereAlready(reminders, { minutesBefore: 0 })).toBe(false);
});
