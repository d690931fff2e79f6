import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { contextIn, fieldsOf, imported, planned, reasonsOf } from '#src/file/testing/reading.ts';

const NONE = '0001-01-01T00:00:00Z';
const task = (id: number, fields: object) => ({
  id,
  title: `Task ${id}`,
  due_date: NONE,
  start_date: NONE,
  end_date: NONE,
  done_at: NONE,
  priority: 0,
  repeat_after: 0,
  repeat_mode: 0,
  position: id,
  ...fields,
});

const PROJECTS = [
  {
    id: 2,
    title: 'Garden',
    position: 2,
    is_favorite: true,
    description: '<p>About <em>it</em></p>',
    views: [{ id: 3, view_kind: 'kanban' }],
    buckets: [
      { id: 1, title: 'Doing', position: 1 },
      { id: 9, title: 'Empty', position: 2 },
    ],
    task_buckets: [{ task_id: 3, bucket_id: 1, project_view_id: 3 }],
    tasks: [
      task(4, {
        related_tasks: { parenttask: [{ id: 3 }], blocked: [{ id: 5, title: 'Task 5' }] },
        priority: 3,
      }),
      task(3, {
        due_date: '2026-12-01T17:00:00Z',
        description:
          '<h2>Plan</h2><p>Deep <strong>enough</strong> &amp; <a href="https://example.net/a b">wide</a><br>now</p><ul data-type="taskList"><li data-checked="true"><p>hat</p></li><li data-checked="false"><p>coat</p><ul><li>red</li></ul></li></ul><ol><li>one</li><li>two</li></ol><script>alert(1)</script><a href="javascript:x">no</a>',
        comments: [{ comment: '<p>First</p>' }],
        priority: 5,
        labels: [{ title: 'out', hex_color: 'ff355e' }],
        reminders: [
          { reminder: '2026-12-01T16:30:00Z', relative_period: -1800, relative_to: 'due_date' },
          { reminder: '2026-12-01T07:00:00Z', relative_period: 0, relative_to: '' },
        ],
        attachments: [{ file: { name: 'a.pdf' } }],
        percent_done: 0.5,
        assignees: [{ username: 'kim' }],
      }),
      task(5, { due_date: '2026-12-15T23:00:00Z', repeat_mode: 1 }),
      task(6, { due_date: '2026-12-15T08:00:00Z', repeat_after: 604_800 }),
      task(7, { due_date: '2026-12-15T08:00:00Z', repeat_after: 259_200, repeat_mode: 2 }),
      task(8, { due_date: '2026-12-15T08:00:00Z', repeat_after: 5_400 }),
      task(9, { start_date: '2026-12-02T08:00:00Z', end_date: '2026-12-02T09:30:00Z' }),
      task(10, { done: true, done_at: '2026-11-20T10:11:12Z' }),
      task(11, { deleted_at: '2026-11-20T10:11:12Z' }),
    ],
    child_projects: [
      { id: 3, title: 'Beds', is_archived: true, tasks: [task(12, {})], child_projects: null },
    ],
  },
  { id: 1, title: 'Inbox', position: 1, tasks: null },
];

function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

const EXPORT = zipOf({
  VERSION: 'v1',
  'data.json': JSON.stringify(PROJECTS),
  'filters.json': JSON.stringify([{ id: 1, title: 'Urgent', filters: { filter: 'priority >= 4' } }]),
  'files/1': 'x',
});

test('[I3] an export comes with projects, columns, times, repeats and notes', () => {
  const { format, collections, sections, filters, tasks } = planned('a.zip', EXPORT);
  expect(format).toBe('vikunja');
  expect(collections).toMatchObject([
    { name: 'Inbox' },
    { name: 'Garden', favourite: true },
    { name: 'Beds', parent: 'Garden', archived: true },
  ]);
  expect(sections).toEqual([{ collection: 'Garden', name: 'Doing' }]);
  expect(filters).toEqual([{ name: 'Urgent', query: 'priority >= 4' }]);
  expect(fieldsOf(tasks)).toEqual([
    { name: 'Notes: Garden', description: 'About _it_' },
    {
      name: 'Task 3',
      description:
        '## Plan\n\nDeep **enough** & [wide](https://example.net/a%20b)\nnow\n\n- [x] hat\n- [ ] coat\n  - red\n\n1. one\n2. two\n\nno\n\nFirst',
      section: 'Doing',
      date: '2026-12-01',
      time: '18:00',
      priority: 1,
      labels: ['out'],
      reminders: [{ minutesBefore: 30 }, { at: '2026-12-01T07:00:00.000Z' }],
    },
    { name: 'Task 4', parent: 'Task 3', priority: 2 },
    { name: 'Task 5', date: '2026-12-16', repeat: 'FREQ=MONTHLY' },
    { name: 'Task 6', date: '2026-12-15', time: '09:00', repeat: 'FREQ=WEEKLY' },
    {
      name: 'Task 7',
      date: '2026-12-15',
      time: '09:00',
      repeat: 'FREQ=DAILY;INTERVAL=3',
      repeatFrom: 'completion',
    },
    { name: 'Task 8', description: 'Repeats every 5400 seconds', date: '2026-12-15', time: '09:00' },
    { name: 'Task 9', date: '2026-12-02', time: '09:00', duration: 90 },
    { name: 'Task 12' },
    { name: 'Task 10', done: true, completedAt: '2026-11-20T10:11:12.000Z' },
  ]);
});

test('[I2] refused and told', () => {
  const { refused, told } = planned('a.zip', EXPORT);
  expect(reasonsOf(refused)).toEqual([['11', 'Task 11', 'DELETED_THERE']]);
  expect(reasonsOf(told)).toEqual([
    ['2', 'Empty', 'FIELD_LEFT_OUT', 'empty bucket'],
    ['2', 'Notes: Garden', 'PROJECT_NOTES'],
    ['3', 'Task 3', 'FIELD_LEFT_OUT', '50 %'],
    ['3', 'Task 3', 'ASSIGNEE', 'kim'],
    ['3', 'Task 3', 'FILE_LEFT_OUT', 'a.pdf'],
    ['4', 'Task 4', 'FIELD_LEFT_OUT', 'blocked: Task 5'],
    ['8', 'Task 8', 'REPEAT_IN_NOTES', 'Repeats every 5400 seconds'],
    ['filter 1', 'Urgent', 'QUERY_AS_TEXT', 'priority >= 4'],
  ]);
});

test('[I3] tasks come in the order of the list view, whatever their own position and that of other views', () => {
  const positions = (view: number, ...ids: readonly number[]) =>
    ids.map((id, i) => ({ task_id: id, project_view_id: view, position: 1_000 * (i + 1) }));
  const file = JSON.stringify([
    {
      id: 1,
      title: 'Plot',
      views: [
        { id: 12, view_kind: 'kanban', position: 1 },
        { id: 11, view_kind: 'list', position: 3 },
        { id: 10, view_kind: 'list', position: 2 },
      ],
      positions: [
        ...positions(12, 1, 2, 3),
        ...positions(11, 1, 3, 2),
        ...positions(10, 3, 1, 2).toReversed(),
      ],
      tasks: [1, 2, 3, 4].map((id) => task(id, { position: 0 })),
    },
  ]);
  const names = planned('a.json', file).tasks.map(({ name }) => name);
  expect(names).toEqual(['Task 3', 'Task 1', 'Task 2', 'Task 4']);
});

test('[I2] an open sub-task of a completed task stays open at the top level, and is told', () => {
  const below = (id: number) => ({ related_tasks: { parenttask: [{ id }] } });
  const file = JSON.stringify([
    {
      id: 1,
      title: 'Plot',
      tasks: [
        task(1, { done: true, done_at: '2026-11-20T10:11:12Z' }),
        task(2, below(1)),
        task(3, below(2)),
        task(4, { ...below(1), done: true, done_at: '2026-11-19T10:11:12Z' }),
      ],
    },
  ]);
  const { tasks, told } = planned('a.json', file);
  expect(tasks.map(({ name, parent, done }) => [name, parent, done])).toEqual([
    ['Task 1', undefined, true],
    ['Task 2', undefined, undefined],
    ['Task 3', 'Task 2', undefined],
    ['Task 4', 'Task 1', true],
  ]);
  expect(reasonsOf(told)).toEqual([['2', 'Task 2', 'PARENT_COMPLETED']]);
});

test('[I4] a midnight of the user is a day, and of another zone a time', () => {
  const dayIn = (zone: string) => {
    const found = planned('a.zip', EXPORT, contextIn(zone)).tasks.find(({ name }) => name === 'Task 5');
    return [found?.date, found?.time];
  };
  expect(dayIn('Europe/Paris')).toEqual(['2026-12-16', undefined]);
  expect(dayIn('UTC')).toEqual(['2026-12-15', '23:00']);
});

test('[I5] the same export adds nothing a second time', () => {
  const text = JSON.stringify(PROJECTS);
  expect(planned('a.json', text, undefined, imported('a.json', text)).tasks).toEqual([]);
});

test('[I1] an archive of CSVs is a backup of Todoist', () => {
  const csv = (name: string) => `TYPE,CONTENT,PRIORITY,INDENT\ntask,${name},4,1\n`;
  const { format, tasks } = planned(
    'a.zip',
    zipOf({ 'Inbox [220].csv': csv('A'), '../../Home.csv': csv('B') }),
  );
  expect(format).toBe('todoist-csv');
  expect(tasks).toMatchObject([
    { name: 'A', collection: 'Inbox' },
    { name: 'B', collection: 'Home' },
  ]);
});

test('[I8] an archive in an archive, a damaged one and one without a known file are refused', () => {
  expect(() => planned('a.zip', zipOf({ 'a.zip': 'PK' }))).toThrow('Sunglow cannot read this file');
  expect(() => planned('a.zip', EXPORT.subarray(0, 200))).toThrow('The archive is damaged');
});

test('[I8] an archive that declares too much is not opened, and one that declares too little gives no more than that', () => {
  const bomb = zipOf({ 'data.json': '0'.repeat(1_000_000) });
  const view = new DataView(bomb.buffer);
  const directory = bomb.findLastIndex(
    (_, i) => i < bomb.length - 4 && view.getUint32(i, true) === 0x02014b50,
  );
  view.setUint32(directory + 24, 200 * 1_048_576, true);
  expect(() => planned('a.zip', bomb)).toThrow('more than 100 MB');
  view.setUint32(directory + 24, 5, true);
  expect(() => planned('a.zip', bomb)).toThrow('The file is not valid JSON');
});
