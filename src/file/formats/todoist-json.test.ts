import { expect, test } from 'vitest';
import { contextIn, fieldsOf, imported, planned, reasonsOf } from '#src/file/testing/reading.ts';

const item = (id: string, fields: object) => ({
  id,
  project_id: 'a',
  content: `Task ${id}`,
  priority: 1,
  ...fields,
});
const due = (date: string, string: string, more: object = {}) => ({
  due: { date, string, lang: 'en', timezone: null, is_recurring: false, ...more },
});

const SYNC = {
  projects: [
    { id: 'b', name: 'Below', parent_id: 'a', child_order: 2, is_archived: true },
    { id: 'a', name: 'Above', color: 'olive_green', child_order: 1, is_favorite: true, view_style: 'board' },
    { id: 'x', name: 'Gone', is_deleted: true },
  ],
  sections: [{ id: 's', project_id: 'a', name: 'Soon' }],
  labels: [{ id: 'l', name: 'out', color: 'red', is_deleted: false }],
  items: [
    item('2', { child_order: 2, section_id: 's', parent_id: null, labels: ['out', 'shared one'] }),
    item('1', {
      child_order: 1,
      priority: 4,
      description: 'Deep',
      added_at: '2026-10-01T08:00:00.000000Z',
      deadline: { date: '2026-12-15' },
      duration: { amount: 20, unit: 'minute' },
      responsible_uid: '9',
      ...due('2026-12-01T18:00:00', 'every 2 days at 18:00', { is_recurring: true }),
    }),
    item('3', { parent_id: '1', ...due('2026-12-02T00:30:00Z', '', { timezone: 'Asia/Tokyo' }) }),
    item('4', due('2026-12-03', 'every full moon', { is_recurring: true })),
    item('5', { checked: true, completed_at: '2026-11-20T10:11:12.000000Z', priority: 3 }),
    item('6', { project_id: 'x' }),
    item('7', { is_deleted: true }),
    item('8', { project_id: 'b', content: '* Header' }),
  ],
  notes: [
    {
      id: 'n',
      item_id: '1',
      content: 'See',
      file_attachment: { file_name: 'a.pdf', file_url: 'https://example.net/a.pdf' },
    },
  ],
  project_notes: [{ id: 'pn', project_id: 'a', content: 'About it' }],
  reminders: [
    { id: 'r1', item_id: '3', type: 'relative', minute_offset: 30 },
    { id: 'r2', item_id: '4', type: 'absolute', due: { date: '2026-12-01T07:00:00Z' } },
    { id: 'r3', item_id: '4', type: 'location' },
  ],
  filters: [{ id: 'f', name: 'Urgent', query: 'p1 & today' }],
};
const TEXT = JSON.stringify(SYNC);

test('[I3] the rows of the Sync API come with their order, parents, days and repeats', () => {
  const { format, collections, sections, labels, filters, tasks } = planned('x', TEXT);
  expect(format).toBe('todoist-json');
  expect(collections).toMatchObject([
    { name: 'Above', favourite: true, layout: 'board' },
    { name: 'Below', parent: 'Above', archived: true },
  ]);
  expect(sections).toEqual([{ collection: 'Above', name: 'Soon' }]);
  expect(labels).toEqual(['out', 'shared one']);
  expect(filters).toEqual([{ name: 'Urgent', query: 'p1 & today' }]);
  expect(fieldsOf(tasks)).toEqual([
    {
      name: 'Task 1',
      description: 'Deep\n\nSee [a.pdf](https://example.net/a.pdf)',
      date: '2026-12-01',
      time: '18:00',
      duration: 20,
      deadline: '2026-12-15',
      priority: 1,
      repeat: 'FREQ=DAILY;INTERVAL=2',
    },
    {
      name: 'Task 3',
      parent: 'Task 1',
      date: '2026-12-02',
      time: '09:30',
      zone: 'Asia/Tokyo',
      reminders: [{ minutesBefore: 30 }],
    },
    { name: 'Task 2', section: 'Soon', labels: ['out', 'shared one'] },
    {
      name: 'Task 4',
      description: 'every full moon',
      date: '2026-12-03',
      reminders: [{ at: '2026-12-01T07:00:00.000Z' }],
    },
    { name: 'Header' },
    { name: 'Notes: Above', description: 'About it' },
    { name: 'Task 5', priority: 2, done: true, completedAt: '2026-11-20T10:11:12.000Z' },
  ]);
});

test('[I2] deleted rows are refused, and losses are told', () => {
  const { refused, told } = planned('x', TEXT);
  expect(reasonsOf(refused)).toEqual([
    ['x', 'Gone', 'DELETED_THERE'],
    ['7', 'Task 7', 'DELETED_THERE'],
    ['6', 'Task 6', 'NO_PROJECT', 'x'],
  ]);
  expect(reasonsOf(told)).toEqual([
    ['NEAREST_COLORS'],
    ['n', 'FILE_AS_LINK', '[a.pdf](https://example.net/a.pdf)'],
    ['1', 'Task 1', 'ASSIGNEE', '9'],
    ['4', 'Task 4', 'REPEAT_IN_NOTES', 'every full moon'],
    ['r3', 'Task 4', 'PLACE_REMINDER'],
    ['8', 'Header', 'NOT_TICKABLE'],
    ['a', 'Notes: Above', 'PROJECT_NOTES'],
  ]);
});

test('[I4] a fixed reminder without a zone comes at that time where the user is, and once', () => {
  const reminder = (id: string, fields: object) => ({ id, item_id: '1', type: 'absolute', due: fields });
  const text = JSON.stringify({
    projects: [{ id: 'a', name: 'Home' }],
    items: [item('1', {})],
    reminders: [
      reminder('r1', { date: '2026-12-01T08:00:00', string: 'every day 8:00', is_recurring: true }),
      reminder('r2', { date: '2026-12-02T08:00:00Z', timezone: 'Europe/Paris', is_recurring: false }),
    ],
  });
  const { tasks, told } = planned('x', text, contextIn('Pacific/Auckland'));
  expect(tasks[0]?.reminders).toEqual([
    { at: '2026-11-30T19:00:00.000Z' },
    { at: '2026-12-02T08:00:00.000Z' },
  ]);
  expect(reasonsOf(told)).toEqual([['r1', 'Task 1', 'REMINDER_ONCE', 'every day 8:00']]);
});

test('[I5] the same file adds nothing a second time', () => {
  const again = planned('x', TEXT, undefined, imported('x', TEXT));
  expect([again.tasks, again.counts.reminders, again.filters]).toEqual([[], 0, []]);
});

test('[I8] values of other types are none', () => {
  const odd = {
    projects: [{ id: 1, name: 5 }, null, 'x'],
    items: [{ id: 2, project_id: 1, content: 'A', due: 7, labels: 'x', priority: 'p1' }, 3],
  };
  expect(planned('x', JSON.stringify(odd)).tasks).toMatchObject([{ name: 'A', collection: 'Untitled' }]);
});
