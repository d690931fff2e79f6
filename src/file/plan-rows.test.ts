import { expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { TABLE_NAMES } from '#src/tables/tables.ts';
import { addCollection, addTask, mutation, sampleId } from '#src/sync/testing/samples.ts';
import { exported, NOTHING, NOW, plan, rowsOf, run, viewAfter } from '#src/file/testing/import-harness.ts';
import { planImport } from './plan-import.ts';
import { FILE_LISTS, tableOf } from './data-file.ts';
import { exportOf } from './export.ts';
import { existingRowsOf } from './existing-rows.ts';

const taskId = sampleId('task', 1);
const [first, second] = [sampleId('reminder', 1), sampleId('reminder', 2)];
const remind = (n: number, id: string, when: object) =>
  mutation(n, 'reminder.add', { id, taskId, ...when, at: n });
const reasons = ({ notes }: ReturnType<typeof plan>) => notes.map(({ place, reason }) => [place, reason]);

test('[N1] reminders and their settings are imported, except the zone of the user', () => {
  const view = viewAfter([
    addCollection(1),
    addTask(1),
    remind(3, first, { minutesBefore: 10 }),
    remind(4, second, { remindAt: 99, snoozes: sampleId('mutation', 9) }),
    mutation(5, 'setting.set', { id: 'zone', value: 'Asia/Tokyo', at: 5 }),
    mutation(6, 'setting.set', { id: 'reminderWays', value: 'webhook push', at: 6 }),
    mutation(7, 'setting.set', { id: 'dailyBrief', value: '7 in the morning', at: 7 }),
  ]);
  const other = viewAfter([]);
  run(plan(exported(view), other).operations, other);
  const { reminders, settings } = exportOf(rowsOf(other));
  expect(reminders).toEqual([
    { id: first, taskId, minutesBefore: 10, createdAt: 3 },
    { id: second, taskId, remindAt: 99, snoozes: sampleId('mutation', 9), createdAt: 4 },
  ]);
  expect(settings).toMatchObject([{ id: 'reminderWays', value: 'webhook push' }]);
});

test('[N1] reminders without a time or a known task are skipped and noted; an older file has none', () => {
  const view = viewAfter([addCollection(1), addTask(1), remind(3, first, { minutesBefore: 0 })]);
  const reminders = [
    { id: first, taskId, minutesBefore: 5 },
    { id: 'a', taskId },
    { id: 'b', taskId, minutesBefore: 5, remindAt: 5 },
    { id: 'c', taskId: 'nowhere', minutesBefore: 5 },
    { id: 'd', taskId, minutesBefore: '5' },
    { taskId, minutesBefore: 5 },
    { id: 'e', taskId, minutesBefore: 5 },
    { id: 'e', taskId, minutesBefore: 5 },
  ];
  const file = { tasks: [{ id: taskId }], reminders };
  const made = plan(file, view);
  expect(reasons(made).slice(1)).toEqual([
    [1, 'ALREADY_HERE'],
    [2, 'WRONG_ENTRY'],
    [3, 'WRONG_ENTRY'],
    [4, 'NO_OWNER'],
    [5, 'WRONG_ENTRY'],
    [6, 'NO_ID'],
    [8, 'TWICE'],
  ]);
  expect(made.operations).toHaveLength(1);
  const existing = { ...existingRowsOf(rowsOf(view)), count: () => LIMITS.reminders };
  const full = planImport({ ...NOTHING, ...file, reminders: reminders.slice(6, 7) }, existing, NOW);
  expect(reasons(full).at(-1)).toEqual([1, 'TABLE_LIMIT']);
});

test('filters without a name or a query, and more of them than a user may have, are left out and named', () => {
  const view = viewAfter([]);
  const filter = { name: 'Soon', query: 'today' };
  const file = {
    filters: [
      { ...filter, id: 'a', color: 'mauve' },
      { ...filter, id: 'b', name: ' ' },
      { ...filter, id: 'c', name: 'x'.repeat(LIMITS.filterName + 1) },
      { id: 'd', name: 'Later' },
      {},
    ],
  };
  const made = plan(file, view);
  expect(reasons(made)).toEqual([
    [2, 'NO_NAME'],
    [3, 'NAME_TOO_LONG'],
    [4, 'WRONG_ENTRY'],
    [5, 'NO_ENTRY'],
  ]);
  expect(made.operations).toMatchObject([{ name: 'filter.add', args: { name: 'Soon', query: 'today' } }]);
  expect(made.operations[0]?.args).not.toHaveProperty('color');
  const existing = { ...existingRowsOf(rowsOf(view)), count: () => LIMITS.filters };
  expect(reasons(planImport({ ...NOTHING, ...file }, existing, NOW))[0]).toEqual([1, 'TABLE_LIMIT']);
});

test('each table but that of proposals has its list in the file, and completed tasks have one of their own', () => {
  expect(new Set([...FILE_LISTS.map(tableOf), 'proposal'])).toEqual(new Set(TABLE_NAMES));
  expect(FILE_LISTS).toHaveLength(TABLE_NAMES.length);
  expect(tableOf('completedTasks')).toBe('task');
});
