import { expect, test } from 'vitest';
import { fieldsOf, imported, planned, reasonsOf } from '#src/file/testing/reading.ts';

const state = (...rows: readonly { readonly id: string }[]) => ({
  ids: rows.map(({ id }) => id),
  entities: Object.fromEntries(rows.map((row) => [row.id, row])),
});
const task = (id: string, fields: object) => ({
  id,
  title: `Task ${id}`,
  projectId: 'g',
  tagIds: [],
  ...fields,
});
const repeat = (id: string, fields: object) => ({
  id,
  title: `Repeat ${id}`,
  projectId: 'g',
  repeatCycle: 'WEEKLY',
  repeatEvery: 2,
  monday: true,
  thursday: true,
  startDate: '2026-11-02',
  ...fields,
});

const DATA = {
  project: state(
    { id: 'INBOX_PROJECT', title: 'Inbox' } as { id: string },
    {
      id: 'g',
      title: 'Garden',
      taskIds: ['b', 'a'],
      backlogTaskIds: ['e'],
      theme: { primary: '#FF355E' },
    } as { id: string },
    { id: 'old', title: 'Old', isArchived: true } as { id: string },
  ),
  tag: state(
    { id: 'TODAY', title: 'Today' } as { id: string },
    { id: 'EM_URGENT', title: 'urgent' } as { id: string },
    { id: 't1', title: 'out' } as { id: string },
  ),
  task: state(
    task('a', { tagIds: ['TODAY'] }),
    task('b', {
      notes: 'Deep',
      tagIds: ['t1', 'EM_URGENT'],
      attachments: [{ type: 'LINK', title: 'Guide', path: 'https://example.net/x' }],
      dueWithTime: Date.UTC(2026, 11, 1, 17),
      remindAt: Date.UTC(2026, 11, 1, 16, 30),
      deadlineDay: '2026-12-15',
      timeEstimate: 5_400_000,
      timeSpent: 600_000,
      priority: 3,
      subTaskIds: ['c'],
    }),
    task('c', { parentId: 'b', isDone: true, doneOn: Date.UTC(2026, 10, 24, 16) }),
    task('d', { repeatCfgId: 'r1', dueDay: '2026-11-30' }),
    task('e', { projectId: 'g' }),
    task('f', { projectId: 'nowhere', dueDay: '2026-12-05' }),
  ),
  taskRepeatCfg: state(
    repeat('r1', {}),
    repeat('r2', { startTime: '09:00', tagIds: ['t1'], repeatFromCompletionDate: true }),
    repeat('r3', { isPaused: true }),
  ),
  note: state({ id: 'n', projectId: 'g', content: '# Note\nof it' } as { id: string }),
  archiveYoung: { task: state(task('y', { isDone: true, doneOn: Date.UTC(2026, 10, 18, 21) })) },
  archiveOld: { task: state(task('z', { isDone: true, repeatCfgId: 'r1' })) },
};
const BACKUP = JSON.stringify({ timestamp: 1, crossModelVersion: 4.5, data: DATA });

test('[I3] a backup comes with its projects, tags, days, repeats and archives', () => {
  const { format, collections, sections, labels, tasks } = planned('x.json', BACKUP);
  expect(format).toBe('superproductivity');
  expect(collections).toMatchObject([{ name: 'Inbox' }, { name: 'Garden' }, { name: 'Old', archived: true }]);
  expect(sections).toEqual([{ collection: 'Garden', name: 'Backlog' }]);
  expect(labels).toEqual(['out', 'urgent']);
  expect(fieldsOf(tasks)).toEqual([
    {
      name: 'Task b',
      description: 'Deep\n\n[Guide](https://example.net/x)',
      date: '2026-12-01',
      time: '18:00',
      duration: 90,
      deadline: '2026-12-15',
      priority: 1,
      labels: ['out', 'urgent'],
      reminders: [{ minutesBefore: 30 }],
    },
    { name: 'Task a', date: '2026-11-26' },
    { name: 'Task e', section: 'Backlog' },
    { name: 'Task d', date: '2026-11-30', repeat: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH' },
    { name: 'Task f', date: '2026-12-05' },
    {
      name: 'Repeat r2',
      date: '2026-11-30',
      time: '09:00',
      labels: ['out'],
      repeat: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH',
      repeatFrom: 'completion',
    },
    { name: 'Repeat r3', description: 'Repeats: WEEKLY 2' },
    { name: 'Note', description: 'of it' },
    { name: 'Task c', parent: 'Task b', done: true, completedAt: '2026-11-24T16:00:00.000Z' },
    { name: 'Task y', done: true, completedAt: '2026-11-18T21:00:00.000Z' },
    { name: 'Task z', done: true, completedAt: '2026-11-26T08:00:00.000Z' },
  ]);
  expect(tasks.find(({ name }) => name === 'Task f')?.collection).toBe('Inbox');
});

test('[I2] losses are told', () => {
  expect(reasonsOf(planned('x.json', BACKUP).told)).toEqual([
    ['TODAY', 'Today', 'APP_LABEL'],
    ['b', 'Task b', 'FIELD_LEFT_OUT', 'time spent: 10 min'],
    ['r3', 'Repeat r3', 'REPEAT_IN_NOTES', 'Repeats: WEEKLY 2'],
    ['note n', 'Note', 'PROJECT_NOTES'],
    ['z', 'Task z', 'NO_COMPLETION_TIME'],
  ]);
});

test('the data alone, and the planner and reminders of older versions, are read', () => {
  const old = {
    ...DATA,
    task: state(task('a', {}), task('b', { plannedAt: Date.UTC(2026, 11, 1, 8) })),
    planner: { days: { '2026-12-04': ['a'] } },
    reminders: [{ id: 'r', relatedId: 'b', remindAt: Date.UTC(2026, 11, 1, 7) }],
  };
  expect(planned('x.json', JSON.stringify(old)).tasks).toMatchObject([
    { name: 'Task b', date: '2026-12-01', time: '09:00', reminders: [{ minutesBefore: 60 }] },
    { name: 'Task a', date: '2026-12-04' },
    { name: 'Repeat r1' },
    { name: 'Repeat r2' },
    { name: 'Repeat r3' },
    { name: 'Note' },
    { name: 'Task y' },
    { name: 'Task z' },
  ]);
});

test('[I5] the same file adds nothing a second time', () => {
  expect(planned('x.json', BACKUP, undefined, imported('x.json', BACKUP)).tasks).toEqual([]);
});
