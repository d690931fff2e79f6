import { expect, test } from 'vitest';
import { contextIn, fieldsOf, planned, reasonsOf } from '#src/file/testing/reading.ts';

const task = (id: string, fields: object) => ({
  id,
  series_id: `s${id}`,
  list_id: '40',
  name: `Task ${id}`,
  priority: 'PN',
  ...fields,
});
const at = (text: string) => Date.parse(text);
const FILE = JSON.stringify({
  config: { timezone: 'Europe/Paris' },
  lists: [
    { id: '40', name: 'Garden' },
    { id: '42', name: 'Smart', smart: true, query: 'tag:out' },
  ],
  locations: [{ id: 'lo', name: 'Shed' }],
  tags: [{ name: 'out' }],
  tasks: [
    task('1', {
      priority: 'P1',
      date_due: at('2026-12-01T17:00:00Z'),
      date_due_has_time: true,
      date_start: at('2026-11-29T23:00:00Z'),
      estimate: '1 hr 30 min',
      url: 'https://example.net/x',
      location_id: 'lo',
      tags: ['out'],
    }),
    task('2', {
      parent_id: '1',
      date_due: at('2026-11-30T23:00:00Z'),
      date_completed: at('2026-11-20T10:11:00Z'),
    }),
    task('3', {
      date_due: at('2026-11-29T23:00:00Z'),
      repeat: 'FREQ=DAILY;INTERVAL=3;WKST=SU',
      repeat_every: false,
    }),
    task('4', {
      date_due: at('2026-11-29T23:00:00Z'),
      repeat: 'FREQ=WEEKLY;BYDAY=MO',
      repeat_every: true,
      estimate: 'ages',
    }),
    task('5', { date_trashed: 1 }),
  ],
  notes: [{ series_id: 's1', title: 'Head', content: 'First' }],
});

test('[I3] an export comes with notes, places and repeats', () => {
  const { format, filters, tasks } = planned('x.json', FILE);
  expect(format).toBe('rtm');
  expect(filters).toEqual([{ name: 'Smart', query: 'tag:out' }]);
  expect(fieldsOf(tasks)).toEqual([
    {
      name: 'Task 1',
      description: 'Head\nFirst\n\nhttps://example.net/x\n\nShed\n\nStart: 2026-11-30',
      date: '2026-12-01',
      time: '18:00',
      duration: 90,
      priority: 1,
      labels: ['out'],
    },
    { name: 'Task 3', date: '2026-11-30', repeat: 'FREQ=DAILY;INTERVAL=3', repeatFrom: 'completion' },
    { name: 'Task 4', description: 'Estimate: ages', date: '2026-11-30', repeat: 'FREQ=WEEKLY;BYDAY=MO' },
    {
      name: 'Task 2',
      parent: 'Task 1',
      date: '2026-12-01',
      done: true,
      completedAt: '2026-11-20T10:11:00.000Z',
    },
  ]);
});

test('[I2] refused and told', () => {
  const { refused, told } = planned('x.json', FILE);
  expect(reasonsOf(refused)).toEqual([['5', 'Task 5', 'IN_TRASH']]);
  expect(reasonsOf(told)).toEqual([
    ['1', 'Task 1', 'DATE_IN_NOTES', 'Start: 2026-11-30'],
    ['4', 'Task 4', 'FIELD_IN_NOTES', 'Estimate: ages'],
    ['42', 'Smart', 'QUERY_AS_TEXT', 'tag:out'],
  ]);
});

test('[I4] a day is that of the settings in the file, for any user', () => {
  const { tasks } = planned('x.json', FILE, contextIn('Pacific/Honolulu'));
  expect(tasks.find(({ name }) => name === 'Task 3')?.date).toBe('2026-11-30');
});
