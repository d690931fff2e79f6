import { expect, test } from 'vitest';
import {
  contextIn,
  DEVICE_ZONES,
  fieldsOf,
  imported,
  planned,
  reasonsOf,
} from '#src/file/testing/reading.ts';

const TAKEOUT = JSON.stringify({
  kind: 'tasks#taskLists',
  items: [
    {
      id: 'L',
      title: 'My tasks',
      items: [
        { id: 'b', title: 'Second', position: '02', status: 'needsAction' },
        {
          id: 'a',
          title: 'First',
          position: '01',
          due: '2026-12-01T00:00:00.000Z',
          notes: 'Line',
          links: [{ description: 'Mail', link: 'https://example.net/m' }],
        },
        { id: 'c', title: 'Child', parent: 'a', position: '01' },
        {
          id: 'd',
          title: 'Done',
          status: 'completed',
          completed: '2026-11-20T10:11:12.000Z',
          position: '03',
        },
        { id: 'e', title: 'Deleted', deleted: true },
        { id: 'f', title: '', position: '09' },
      ],
    },
    { id: 'M', title: 'Empty' },
  ],
});

test('[I3] the lists of Takeout come in the order of their positions', () => {
  const { format, collections, tasks, refused, told } = planned('Tasks.json', TAKEOUT);
  expect(format).toBe('google-tasks');
  expect(collections.map(({ name }) => name)).toEqual(['My tasks', 'Empty']);
  expect(fieldsOf(tasks)).toEqual([
    { name: 'First', description: 'Line\n\n[Mail](https://example.net/m)', date: '2026-12-01' },
    { name: 'Child', parent: 'First' },
    { name: 'Second' },
    { name: 'Done', done: true, completedAt: '2026-11-20T10:11:12.000Z' },
  ]);
  expect(reasonsOf(refused)).toEqual([
    ['e', 'Deleted', 'DELETED_THERE'],
    ['f', 'NO_NAME'],
  ]);
  expect(reasonsOf(told)).toEqual([['TIMES_LEFT_OUT']]);
});

test('[I4] a day stays the day in any zone', () => {
  for (const zone of DEVICE_ZONES)
    expect(planned('Tasks.json', TAKEOUT, contextIn(zone)).tasks[0]?.date).toBe('2026-12-01');
});

test('[I5] different tasks of one id all come, equal ones once, and none comes a second time', () => {
  const items = [
    { id: 'a', title: 'Water', due: '2026-12-01T00:00:00.000Z', position: '01' },
    { id: 'a', title: 'Water', due: '2026-12-08T00:00:00.000Z', position: '02' },
    { id: 'a', title: 'Water', due: '2026-12-01T00:00:00.000Z', position: '03' },
    { id: 'b', title: 'Child', parent: 'a', position: '01' },
  ];
  const file = JSON.stringify({ kind: 'tasks#taskLists', items: [{ id: 'L', title: 'Garden', items }] });
  const { tasks, refused } = planned('Tasks.json', file);
  expect(tasks.map(({ name, date, parent }) => [name, date, parent])).toEqual([
    ['Water', '2026-12-01', undefined],
    ['Child', undefined, 'Water'],
    ['Water', '2026-12-08', undefined],
  ]);
  expect(reasonsOf(refused)).toEqual([['a', 'Water', 'TWICE']]);
  expect(planned('Tasks.json', file, undefined, imported('Tasks.json', file)).tasks).toEqual([]);
});
