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
    { name: 'Repeat r3', description: 'Repeats: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH' },
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
    ['r3', 'Repeat r3', 'REPEAT_IN_NOTES', 'Repeats: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH'],
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

/** The tasks and losses of a file with a repeat, and with its open task on that day. */
function repeated(fields: object, dueDay?: string, more: object = {}) {
  const data = {
    project: DATA.project,
    task: state(...(dueDay === undefined ? [] : [task('o', { repeatCfgId: 'r', dueDay, ...more })])),
    taskRepeatCfg: state(repeat('r', fields)),
  };
  const { tasks, told } = planned('x.json', JSON.stringify(data));
  return { tasks: fieldsOf(tasks), told: reasonsOf(told) };
}

const MONTHLY = { repeatCycle: 'MONTHLY', repeatEvery: 1 };

test.each([
  ['a written rule', { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SA' }, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SA'],
  ['its last day', { rrule: 'FREQ=DAILY;UNTIL=20261231T120000Z' }, 'FREQ=DAILY;UNTIL=20261231'],
  ['its day by the start', { rrule: 'FREQ=MONTHLY', startDate: '2026-01-05' }, 'FREQ=MONTHLY;BYMONTHDAY=5'],
  ['the third Tuesday', { ...MONTHLY, monthlyWeekOfMonth: 3, monthlyWeekday: 2 }, 'FREQ=MONTHLY;BYDAY=3TU'],
  ['the last Sunday', { ...MONTHLY, monthlyWeekOfMonth: -1, monthlyWeekday: 0 }, 'FREQ=MONTHLY;BYDAY=-1SU'],
  ['the last day', { ...MONTHLY, monthlyLastDay: true }, 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  ['no fifth Tuesday', { ...MONTHLY, monthlyWeekOfMonth: 5, monthlyWeekday: 2 }, 'FREQ=MONTHLY;BYMONTHDAY=2'],
  [
    'the 31st, or the last day',
    { ...MONTHLY, startDate: '2026-01-31' },
    'FREQ=MONTHLY;BYMONTHDAY=31;RSCALE=GREGORIAN;SKIP=BACKWARD',
  ],
  [
    '29 February, or the day before',
    { repeatCycle: 'YEARLY', repeatEvery: 1, startDate: '2024-02-29' },
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;RSCALE=GREGORIAN;SKIP=BACKWARD',
  ],
  ['weeks from the start', { startDate: '2026-11-05' }, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=TH'],
  [
    'the last day of a cycle',
    { ...MONTHLY, repeatUntilDay: '2027-02-01' },
    'FREQ=MONTHLY;BYMONTHDAY=2;UNTIL=20270201',
  ],
])('a repeat keeps %s', (_, fields, rule) => {
  expect(repeated(fields, '2026-11-30')).toEqual({
    tasks: [{ name: 'Task o', date: '2026-11-30', repeat: rule }],
    told: [],
  });
});

test('a repeat from the completion counts from that day', () => {
  const fields = { ...MONTHLY, repeatFromCompletionDate: true };
  expect(repeated(fields, '2026-11-30').tasks).toEqual([
    { name: 'Task o', date: '2026-11-30', repeat: 'FREQ=MONTHLY', repeatFrom: 'completion' },
  ]);
});

test('the times before the open task are counted', () => {
  const fields = { rrule: 'FREQ=WEEKLY;BYDAY=SA;COUNT=10', startDate: '2026-11-07' };
  expect(repeated(fields, '2026-11-28').tasks).toMatchObject([{ repeat: 'FREQ=WEEKLY;BYDAY=SA;COUNT=7' }]);
  expect(repeated(fields).tasks).toMatchObject([
    { date: '2026-11-28', repeat: 'FREQ=WEEKLY;BYDAY=SA;COUNT=7' },
  ]);
});

test.each([
  ['that Sunglow has not', { rrule: 'FREQ=YEARLY;BYWEEKNO=20' }, 'FREQ=YEARLY;BYWEEKNO=20'],
  ['that has had all its times', { rrule: 'FREQ=DAILY;COUNT=3' }, 'FREQ=DAILY;COUNT=3'],
  ['that is over', { rrule: 'FREQ=DAILY;UNTIL=20261129T120000Z' }, 'FREQ=DAILY;UNTIL=20261129'],
  ['without weekdays', { monday: false, thursday: false }, 'WEEKLY 2'],
])('a rule %s is in the notes, with its time and reminder', (_, fields, text) => {
  const line = `Repeats: ${text} 09:00`;
  expect(repeated({ ...fields, startTime: '09:00', remindAt: 'm15' }, '2026-11-30')).toEqual({
    tasks: [{ name: 'Task o', description: line, date: '2026-11-30' }],
    told: [
      ['o', 'Task o', 'REPEAT_IN_NOTES', line],
      ['o', 'Task o', 'REMINDER_LEFT_OUT', 'm15'],
    ],
  });
});

test('the reminder of a repeat comes with each time, and its time of day also when the open task has none', () => {
  const fields = { startTime: '09:00', remindAt: 'm15' };
  const one = { date: '2026-11-30', time: '09:00', reminders: [{ minutesBefore: 15 }] };
  expect(repeated(fields, '2026-11-30').tasks).toMatchObject([one]);
  expect(repeated(fields).tasks).toMatchObject([one]);
  const at = Date.UTC(2026, 10, 30, 8);
  expect(repeated(fields, '', { dueWithTime: at, remindAt: at - 900_000 }).tasks).toMatchObject([one]);
  const [without] = repeated({ remindAt: 'AtStart' }, '2026-11-30').tasks;
  expect(without).not.toHaveProperty('time');
  expect(without).not.toHaveProperty('reminders');
});

test('the sub-tasks that each time gets are there', () => {
  const fields = {
    subTaskTemplates: [{ title: 'Sweep', notes: 'Deep', timeEstimate: 900_000 }, { title: 'Mop' }],
  };
  expect(repeated(fields).tasks).toMatchObject([
    { name: 'Repeat r' },
    { name: 'Sweep', parent: 'Repeat r', description: 'Deep', duration: 15 },
    { name: 'Mop', parent: 'Repeat r' },
  ]);
  const withOne = {
    ...DATA,
    task: state(
      task('o', { repeatCfgId: 'r', subTaskIds: ['p'] }),
      task('p', { parentId: 'o', title: 'Mop' }),
    ),
    taskRepeatCfg: state(repeat('r', fields)),
  };
  const { tasks } = planned('x.json', JSON.stringify(withOne));
  expect(tasks.flatMap(({ name, parent }) => (parent === 'Task o' ? [name] : []))).toEqual(['Mop', 'Sweep']);
  expect(repeated({ ...fields, shouldInheritSubtasks: false }).tasks).toHaveLength(1);
});

test('the issue of a task stays in its notes', () => {
  const withIssue = { ...DATA, task: state(task('o', { issueType: 'GITHUB', issueId: 42, notes: 'Look' })) };
  const { tasks, told } = planned('x.json', JSON.stringify(withIssue));
  expect(tasks.find(({ name }) => name === 'Task o')?.description).toBe('Look\n\nIssue: GITHUB 42');
  expect(reasonsOf(told)).toContainEqual(['o', 'Task o', 'FIELD_IN_NOTES', 'Issue: GITHUB 42']);
});

test('folders of projects are collections, and folders of tags are told', () => {
  const folder = (id: string, name: string, ...children: object[]) => ({ k: 'f', id, name, children });
  const menuTree = {
    projectTree: [folder('g', 'Home', folder('y', 'Outside', { k: 'p', id: 'g' })), { k: 'p', id: 'old' }],
    tagTree: [folder('z', 'Places', { k: 't', id: 't1' })],
  };
  const { collections, told } = planned('x.json', JSON.stringify({ ...DATA, menuTree }));
  expect(collections.map(({ name, parent }) => [name, parent])).toEqual([
    ['Home', undefined],
    ['Outside', 'Home'],
    ['Inbox', undefined],
    ['Garden', 'Outside'],
    ['Old', undefined],
  ]);
  expect(reasonsOf(told)).toContainEqual(['z', 'Places', 'FIELD_LEFT_OUT', 'folder of tags']);
});

test('[I5] the same file adds nothing a second time', () => {
  expect(planned('x.json', BACKUP, undefined, imported('x.json', BACKUP)).tasks).toEqual([]);
});
