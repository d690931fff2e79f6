import { expect, test } from 'vitest';
import { fieldsOf, planned, reasonsOf } from '#src/file/testing/reading.ts';

const FILE = JSON.stringify({
  models: {
    category: {
      items: [
        { id: 'c2', name: 'Work', position: '2' },
        { id: 'c1', name: 'Personal', position: '1', color: '#FFCC33' },
        { id: 'c3', name: 'Gone', isDeleted: true },
      ],
    },
    label: { items: [{ id: 'l', name: 'out' }] },
    task: {
      items: [
        {
          globalTaskId: '1',
          title: 'Plant',
          status: 'UNCHECKED',
          priority: 'High',
          dueDate: Date.parse('2026-12-01T17:00:00Z'),
          categoryId: 'c1',
          labels: ['l'],
          note: 'Deep',
          alert: { type: 'OFFSET', offset: 1_800 },
        },
        {
          globalTaskId: '2',
          title: 'Buy',
          status: 'CHECKED',
          parentGlobalTaskId: '1',
          categoryId: 'c1',
          lastUpdateDate: '1795169460000',
        },
        {
          globalTaskId: '3',
          title: 'Weekly',
          dueDate: Date.parse('2026-11-29T23:00:00Z'),
          repeatingMethod: 'TASK_REPEAT_WEEKLY',
          categoryId: 'c2',
        },
        { globalTaskId: '4', title: 'Odd', repeatingMethod: 'TASK_REPEAT_MOON', alert: { type: 'LOCATION' } },
        { globalTaskId: '5', title: 'Deleted', status: 'DELETED' },
      ],
    },
  },
});

test('[I3] an answer of the sync comes with its lists, labels and alerts', () => {
  const { format, collections, tasks, refused, told } = planned('x.json', FILE);
  expect(format).toBe('anydo');
  expect(collections.map(({ name }) => name)).toEqual(['Personal', 'Work', 'Inbox']);
  expect(fieldsOf(tasks)).toEqual([
    {
      name: 'Plant',
      description: 'Deep',
      date: '2026-12-01',
      time: '18:00',
      priority: 1,
      labels: ['out'],
      reminders: [{ minutesBefore: 30 }],
    },
    { name: 'Weekly', date: '2026-11-30', repeat: 'FREQ=WEEKLY' },
    { name: 'Odd', description: 'Repeats: MOON' },
    { name: 'Buy', parent: 'Plant', done: true, completedAt: '2026-11-20T10:11:00.000Z' },
  ]);
  expect(reasonsOf(refused)).toEqual([
    ['c3', 'Gone', 'DELETED_THERE'],
    ['5', 'Deleted', 'DELETED_THERE'],
  ]);
  expect(reasonsOf(told)).toEqual([
    ['4', 'Odd', 'REPEAT_IN_NOTES', 'MOON'],
    ['4', 'Odd', 'REMINDER_LEFT_OUT'],
  ]);
});
