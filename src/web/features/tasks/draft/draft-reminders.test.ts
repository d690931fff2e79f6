import { expect, test } from 'vitest';
import { isId, newId } from '#src/domain/id.ts';
import {
  isThereAlready,
  reminderOperations,
  remindersIn,
  remindersText,
  withMoments,
} from './draft-reminders.ts';

test('[N1] a draft gives its reminders back unchanged', () => {
  const reminders = [
    { id: 'a', when: { minutesBefore: 0 } },
    { id: 'b', when: { minutesBefore: 1_440 } },
    { id: 'c', when: { remindAt: 1_764_000_000_000 } },
  ];

  expect(remindersIn(remindersText(reminders))).toEqual(reminders);
  expect(remindersIn('')).toEqual([]);
});

test('[N1] lines of a draft that are no reminder are left out', () => {
  expect(remindersIn('nonsense\na -10\nb 10 20\n-5')).toEqual([{ id: 'a', when: { minutesBefore: 10 } }]);
});

test('[N1] a reminder for the same moment counts as there already', () => {
  const reminders = [{ when: { minutesBefore: 10 } }, { when: { remindAt: 10 } }];

  expect(isThereAlready(reminders, { minutesBefore: 10 })).toBe(true);
  expect(isThereAlready(reminders, { remindAt: 10 })).toBe(true);
  expect(isThereAlready(reminders, { minutesBefore: 0 })).toBe(false);
});

test('[Q2] a reminder that a line says is added once, and gets its id when it is stored', () => {
  const reminders = withMoments('a -10', [{ minutesBefore: 10 }, { minutesBefore: 30 }, { remindAt: 7 }]);
  expect(withMoments(reminders, [{ minutesBefore: 30 }])).toBe(reminders);

  const [first, second] = [newId(), newId()].map((taskId) =>
    reminderOperations(taskId, 'a -10', reminders, 5),
  );
  expect(first?.map(({ name, args }) => ({ name, ...args }))).toMatchObject([
    { name: 'reminder.add', minutesBefore: 30, at: 5 },
    { name: 'reminder.add', remindAt: 7, at: 5 },
  ]);
  const ids = [...(first ?? []), ...(second ?? [])].map(({ args }) => 'id' in args && args.id);
  expect(new Set(ids).size).toBe(4);
  expect(ids.every((id) => id !== false && isId(id))).toBe(true);
});
