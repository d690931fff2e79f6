import { expect, test } from 'vitest';
import { fieldsOf, imported, planned, reasonsOf } from '#src/file/testing/reading.ts';

const item = (id: number, task: object, more: object = {}) => ({
  task: {
    id,
    title: `Task ${id}`,
    priority: 3,
    dueDate: 0,
    completionDate: 0,
    deletionDate: 0,
    parent: 0,
    ...task,
  },
  caldavTasks: [{ calendar: 'cal', deleted: 0 }],
  ...more,
});
const at = (text: string) => Date.parse(text);
const FILE = JSON.stringify({
  version: 150_600,
  data: {
    tasks: [
      item(
        1,
        {
          priority: 0,
          dueDate: at('2026-12-01T17:00:01Z'),
          notes: 'Deep',
          estimatedSeconds: 5_400,
          hideUntil: at('2026-11-30T23:00:00Z'),
        },
        {
          alarms: [{ type: 2, time: -1_800_000 }, { type: 5 }],
          tags: [{ name: 'out' }],
          comments: [{ message: 'First' }],
          attachments: [{ name: 'a.pdf' }],
        },
      ),
      item(2, { dueDate: at('2026-12-01T11:00:00Z'), parent: 1 }),
      item(3, {
        dueDate: at('2026-11-30T11:00:00Z'),
        recurrence: 'RRULE:FREQ=WEEKLY;FROM=COMPLETION',
        priority: 1,
      }),
      item(4, { completionDate: at('2026-11-20T10:11:00Z'), priority: 2 }),
      item(5, { deletionDate: 1 }),
      item(
        6,
        { dueDate: at('2026-12-15T11:00:00Z'), hideUntil: at('2026-12-01T23:00:00Z') },
        { caldavTasks: [] },
      ),
    ],
    tags: [{ id: 1, name: 'out' }],
    caldavAccounts: [{ name: 'A', username: 'kim', password: 'secret word' }],
    caldavCalendars: [{ uuid: 'cal', name: 'Garden', color: -13_312 }],
  },
});

test('[I3] a backup of Tasks.org comes with its times, alarms and lists', () => {
  const { format, collections, tasks } = planned('x.json', FILE);
  expect(format).toBe('tasks-org');
  expect(collections).toEqual([
    { name: 'Garden', color: '#FFCC33' },
    { name: 'Inbox', color: '#C8C8CD' },
  ]);
  expect(fieldsOf(tasks)).toEqual([
    {
      name: 'Task 1',
      description: 'Deep\n\nFirst',
      date: '2026-12-01',
      time: '18:00',
      duration: 90,
      priority: 1,
      labels: ['out'],
      reminders: [{ minutesBefore: 30 }],
    },
    { name: 'Task 2', parent: 'Task 1', date: '2026-12-01' },
    { name: 'Task 3', date: '2026-11-30', priority: 2, repeat: 'FREQ=WEEKLY', repeatFrom: 'completion' },
    { name: 'Task 6', date: '2026-12-02', deadline: '2026-12-15' },
    { name: 'Task 4', priority: 3, done: true, completedAt: '2026-11-20T10:11:00.000Z' },
  ]);
});

test('[I2] refused and told, without a word of the accounts', () => {
  const plan = planned('x.json', FILE);
  expect(reasonsOf(plan.refused)).toEqual([['5', 'Task 5', 'DELETED_THERE']]);
  expect(reasonsOf(plan.told)).toEqual([
    ['NEAREST_COLORS'],
    ['1', 'Task 1', 'FILE_LEFT_OUT', 'a.pdf'],
    ['1', 'Task 1', 'PLACE_REMINDER'],
  ]);
  expect(JSON.stringify(plan)).not.toMatch(/secret word|kim/);
});

test('[I3] a backup without row numbers comes whole, its sub-tasks below the tasks that their list names', () => {
  const real = (remoteId: string, title: string, place: object) => ({
    task: { title, remoteId, creationDate: at('2026-11-01T08:00:00Z') },
    caldavTasks: [
      { calendar: 'old', remoteId: `${remoteId}.old`, deleted: 1 },
      { calendar: 'cal', ...place },
    ],
  });
  const file = JSON.stringify({
    version: 150_600,
    data: {
      tasks: [
        real('a', 'Buy them', { remoteId: 'u2', remoteParent: 'u1' }),
        real('b', 'Plant bulbs', { remoteId: 'u1' }),
        real('c', 'Elsewhere', { calendar: 'other', remoteId: 'u1' }),
        { task: { title: 'Bare', remoteId: '0' } },
        { task: { title: 'Bare', remoteId: '0' } },
      ],
      caldavCalendars: [
        { uuid: 'cal', name: 'Garden' },
        { uuid: 'other', name: 'Work' },
      ],
    },
  });
  const { tasks, refused } = planned('x.json', file);
  expect(refused).toEqual([]);
  expect(tasks.map(({ name, collection, parent }) => [name, collection, parent])).toEqual([
    ['Plant bulbs', 'Garden', undefined],
    ['Buy them', 'Garden', 'Plant bulbs'],
    ['Elsewhere', 'Work', undefined],
    ['Bare', 'Inbox', undefined],
    ['Bare', 'Inbox', undefined],
  ]);
  expect(planned('x.json', file, undefined, imported('x.json', file)).tasks).toEqual([]);
});

test('a task of a list of Google Tasks, as old versions kept them, comes into Inbox and is told', () => {
  const old = item(1, {}, { caldavTasks: [], google: [{ listId: 'g', remoteId: 'r' }] });
  const { tasks, told } = planned('b.json', JSON.stringify({ version: 90_000, data: { tasks: [old] } }));
  expect(fieldsOf(tasks)).toMatchObject([{ name: expect.stringContaining('Task 1') }]);
  expect(reasonsOf(told)).toContainEqual(['1', 'Task 1', 'FIELD_LEFT_OUT', 'list of Google Tasks']);
});
