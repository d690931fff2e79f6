import { expect, test } from 'vitest';
import { fieldsOf, imported, planned, reasonsOf } from '#src/file/testing/reading.ts';

const LINES = [
  '(A) 2026-10-03 Ring Bo +Club @phone due:2026-12-03',
  '(C) Sow +Garden @out t:2026-12-01 due:2026-12-15 rec:2w',
  'Strict rec:+1m due:2026-12-31',
  'Work days rec:1b due:2026-12-01',
  'x 2026-11-20 2026-10-01 Done +Club pri:B',
  'x (A) 2026-11-21 Done too',
  'x-ray and (A) stay, as does mail@example.net at http://example.net/a:b',
  '(E) Two +One +Two h:1 note:kept',
  '',
  'No day rec:1w',
  'Wrong day due:2026-02-30',
  'Above id:7',
  'Below p:7',
];

test('[I3] a todo.txt comes with projects, contexts, days and repeats', () => {
  const { format, collections, labels, tasks } = planned('todo.txt', LINES.join('\r\n'));
  expect(format).toBe('todo-txt');
  expect(collections.map(({ name }) => name)).toEqual(['Club', 'Garden', 'Inbox', 'One']);
  expect(labels).toEqual(['phone', 'out', 'Two']);
  expect(fieldsOf(tasks)).toEqual([
    { name: 'Ring Bo', priority: 1, date: '2026-12-03', labels: ['phone'] },
    {
      name: 'Sow',
      priority: 3,
      date: '2026-12-01',
      deadline: '2026-12-15',
      labels: ['out'],
      repeat: 'FREQ=WEEKLY;INTERVAL=2',
      repeatFrom: 'completion',
    },
    { name: 'Strict', date: '2026-12-31', repeat: 'FREQ=MONTHLY' },
    {
      name: 'Work days',
      date: '2026-12-01',
      repeat: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      repeatFrom: 'completion',
    },
    { name: 'x-ray and (A) stay, as does mail@example.net at http://example.net/a:b' },
    { name: 'Two note:kept', labels: ['Two'] },
    { name: 'No day', description: 'rec:1w' },
    { name: 'Wrong day', description: 'due:2026-02-30' },
    { name: 'Above' },
    { name: 'Below', parent: 'Above' },
    { name: 'Done', priority: 2, done: true, completedAt: '2026-11-20T11:00:00.000Z' },
    { name: 'Done too', priority: 1, done: true, completedAt: '2026-11-21T11:00:00.000Z' },
  ]);
  expect(tasks.find(({ name }) => name === 'Ring Bo')?.createdAt).toBe('2026-10-03T10:00:00.000Z');
});

test('[I2] lines that lose something are told', () => {
  expect(reasonsOf(planned('todo.txt', LINES.join('\n')).told)).toEqual([
    ['line 8', 'Two note:kept', 'PRIORITY_LOWERED', '(E)'],
    ['line 8', 'Two note:kept', 'FIELD_LEFT_OUT', 'h:1'],
    ['line 8', 'Two note:kept', 'LABEL_INSTEAD', '+Two'],
    ['line 10', 'No day', 'REPEAT_IN_NOTES', 'rec:1w'],
    ['line 11', 'Wrong day', 'DATE_IN_NOTES', 'due:2026-02-30'],
  ]);
});

test('[I5] the same file adds nothing a second time', () => {
  const view = imported('todo.txt', LINES.join('\n'));
  expect(planned('todo.txt', LINES.join('\n'), undefined, view).tasks).toEqual([]);
});

test('[I5] different lines of one id all come, equal ones once, and none comes a second time', () => {
  const file = 'Water id:5\nx 2026-11-20 Water id:5\nWater id:5\nBuy a hose p:5 id:6\n';
  const { tasks, refused } = planned('todo.txt', file);
  expect(tasks.map(({ name, parent, done }) => [name, parent, done])).toEqual([
    ['Water', undefined, undefined],
    ['Buy a hose', 'Water', undefined],
    ['Water', undefined, true],
  ]);
  expect(reasonsOf(refused)).toEqual([['line 3', 'Water', 'TWICE']]);
  expect(planned('todo.txt', file, undefined, imported('todo.txt', file)).tasks).toEqual([]);
});
