import { expect, test } from 'vitest';
import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { idSetOf } from '#src/domain/id-set.ts';
import { newId } from '#src/domain/id.ts';
import { parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import { newRow } from '#src/tables/kit/row.ts';
import { withNamed } from './named-rows.ts';
import { remindersText } from './draft-reminders.ts';
import { additionOf, editOf } from './save-task.ts';
import { changesBeside, draftOf, NO_DATE, type TaskDraft } from './task-form.ts';

const [home, waiting, later, first] = [newId(), newId(), newId(), newId()];
const date = parseCalendarDay('2026-11-25')!;
const task = newRow('task', {
  id: newId(),
  name: 'Milk',
  description: '',
  date,
  collectionId: home,
  labels: idSetOf([waiting]),
  createdAt: 1,
  updatedAt: 1,
});
const draft: TaskDraft = draftOf(task, '');

test('[T1] an addition leaves out default values', () => {
  const args = { id: first, name: 'Milk', description: '', date, collectionId: home, at: 7 };
  expect(additionOf({ ...draft, labels: '' }, first, 7)).toEqual([{ name: 'task.add', args }]);
  expect(additionOf({ ...draft, labels: '', priority: 1 }, first, 7)).toEqual([
    { name: 'task.add', args: { ...args, priority: 1 } },
  ]);
});

test('[T5] new labels and a new section are created before the task that uses them, and unused ones are not created', () => {
  const added = withNamed(withNamed(withNamed('', later, 'for later'), first, 'First'), newId(), 'given up');
  const operations = additionOf(
    { ...draft, labels: idSetOf([waiting, later]), sectionId: first, added },
    task.id,
    7,
  );
  expect(operations.map(({ name }) => name)).toEqual(['label.add', 'section.add', 'task.add']);
  expect(operations[0]?.args).toMatchObject({ id: later, name: 'for later' });
  expect(operations[1]?.args).toMatchObject({ id: first, name: 'First', collectionId: home });
});

test('[T1] an edit names only the fields that it changes, and each label that it adds or removes', () => {
  expect(editOf(task, '', draft, false, 7)).toEqual([]);
  const { id } = task;
  expect(editOf(task, '', { ...draft, duration: 30, labels: later }, false, 7)).toEqual([
    { name: 'task.edit', args: { id, changes: { duration: 30 }, at: 7 } },
    { name: 'task.label', args: { id, add: later, remove: waiting, at: 7 } },
  ]);
});

test('[T7] an edit of notes names the notes that it was made from: those of the draft, else those of the task', () => {
  const args = { id: task.id, changes: { description: 'Oats' }, at: 7 };
  const edited = (notesBase: string | null) =>
    editOf(task, '', { ...draft, description: 'Oats', notesBase }, false, 7);
  expect(edited(null)).toEqual([{ name: 'task.edit', args: { ...args, base: '' } }]);
  expect(edited('Rye')).toEqual([{ name: 'task.edit', args: { ...args, base: 'Rye' } }]);
});

test('[R1] a chosen repeat begins on the date that the task is saved with, and an edit of the date leaves its anchor', () => {
  const chosen = { ...draft, labels: '', repeat: 'FREQ=WEEKLY;BYDAY=FR', date: '2026-11-27' };
  expect(additionOf(chosen, first, 7)[0]?.args).toMatchObject({
    repeat: 'FREQ=WEEKLY;BYDAY=FR',
    repeatStart: '2026-11-27',
    repeatDue: '2026-11-27',
    date: '2026-11-27',
  });
  const repeating = { ...task, repeat: 'FREQ=DAILY', repeatStart: date, repeatDue: date };
  const args = (changes: object) => ({ id: task.id, changes, at: 7 });
  const edit = (change: Partial<TaskDraft>) =>
    editOf(repeating, '', { ...draftOf(repeating, ''), ...change }, false, 7);
  expect(edit({ date: '2026-12-01' })).toEqual([{ name: 'task.edit', args: args({ date: '2026-12-01' }) }]);
  expect(edit({ repeat: 'FREQ=MONTHLY', repeatStart: null, repeatDue: null, date: '2026-12-01' })).toEqual([
    {
      name: 'task.edit',
      args: args({
        repeat: 'FREQ=MONTHLY',
        repeatStart: '2026-12-01',
        repeatDue: '2026-12-01',
        date: '2026-12-01',
      }),
    },
  ]);
});

test('[T2] an edit that removes the date names the date alone: the time and the repeat go with it', () => {
  const repeating = {
    ...task,
    time: parseTimeOfDay('09:00'),
    zone: 'Europe/Berlin',
    repeat: 'FREQ=DAILY',
    repeatStart: date,
    repeatDue: date,
  };
  const undated = { ...draftOf(repeating, ''), date: NO_DATE, ...changesBeside({ date: NO_DATE }) };
  expect(editOf(repeating, '', undated, false, 7)).toEqual([
    { name: 'task.edit', args: { id: task.id, changes: { date: null }, at: 7 } },
  ]);
  // A later date gets nothing of what the draft has lost.
  const [edit] = editOf(repeating, '', { ...undated, date: '2026-12-01' }, false, 7);
  expect(edit?.args).toMatchObject({ changes: { date: '2026-12-01', time: null, zone: null, repeat: null } });
});

test('[N1] a new task is added with its reminders, and an edit adds and removes the reminders that differ', () => {
  const before = remindersText([
    { id: 'kept', when: { minutesBefore: 10 } },
    { id: 'removed', when: { minutesBefore: 60 } },
  ]);
  const reminders = remindersText([
    { id: 'kept', when: { minutesBefore: 10 } },
    { id: 'new', when: { remindAt: 1_764_000_000_000 } },
  ]);

  const added = additionOf({ ...draft, reminders }, task.id, 7);
  expect(added.map(({ name }) => name)).toEqual(['task.add', 'reminder.add', 'reminder.add']);
  expect(added[1]).toEqual({
    name: 'reminder.add',
    args: { id: 'kept', taskId: task.id, minutesBefore: 10, at: 7 },
  });
  expect(editOf(task, before, { ...draft, reminders }, false, 7)).toEqual([
    { name: 'reminder.delete', args: { id: 'removed', at: 7 } },
    { name: 'reminder.add', args: { id: 'new', taskId: task.id, remindAt: 1_764_000_000_000, at: 7 } },
  ]);
});

test('[R6] an hourly repeat that is saved without a time begins at the time of saving', () => {
  const at = Date.parse('2026-11-25T09:07:00Z');
  const hourly = { ...draft, labels: '', repeat: 'FREQ=HOURLY;INTERVAL=8', zone: 'Etc/UTC' };

  expect(additionOf(hourly, first, at)[0]?.args).toMatchObject({
    time: '09:07',
    repeatStart: `${date}T09:07`,
    repeatDue: `${date}T09:07`,
  });
  expect(editOf(task, '', { ...draft, repeat: hourly.repeat, zone: 'Etc/UTC' }, false, at)).toMatchObject([
    { args: { changes: { time: '09:07', repeatDue: `${date}T09:07` } } },
  ]);
  expect(additionOf({ ...hourly, time: parseTimeOfDay('07:30') }, first, at)[0]?.args).toMatchObject({
    time: '07:30',
  });
});
