import { expect, test } from 'vitest';
import { fieldsOf, imported, planned, reasonsOf } from '#src/file/testing/reading.ts';

const PAGE = `- TODO [#A] Sow #out
  SCHEDULED: <2026-12-01 Tue 18:00>
  DEADLINE: <2026-12-15 Tue>
  id:: 1234
  :LOGBOOK:
  CLOCK: [2026-11-20 Fri 09:00:00]
  :END:
\t- DOING Buy
\t- a note below
- DONE Done
- CANCELED Old
- TODO Water [[Ferns]]
  SCHEDULED: <2026-11-30 Mon .+1w>
- LATER Strict
  SCHEDULED: <2026-11-30 Mon ++1m>
- TODO Due
  DEADLINE: <2026-12-04 Fri 08:00>
- TODO Wrong
  SCHEDULED: <soon>
- plain block
`;

test('[I3] a page of Logseq comes with its days, levels and notes', () => {
  const { format, collections, tasks, refused, told } = planned('pages/Garden.md', PAGE);
  expect(format).toBe('markdown');
  expect(collections.map(({ name }) => name)).toEqual(['Garden']);
  expect(fieldsOf(tasks)).toEqual([
    {
      name: 'Sow',
      description: 'a note below',
      date: '2026-12-01',
      time: '18:00',
      deadline: '2026-12-15',
      priority: 1,
      labels: ['out'],
    },
    { name: 'Buy', parent: 'Sow' },
    { name: 'Water [[Ferns]]', date: '2026-11-30', repeat: 'FREQ=WEEKLY', repeatFrom: 'completion' },
    { name: 'Strict', date: '2026-11-30', repeat: 'FREQ=MONTHLY' },
    { name: 'Due', description: 'DEADLINE: <2026-12-04 Fri 08:00>', deadline: '2026-12-04' },
    { name: 'Wrong', description: 'SCHEDULED: <soon>' },
    { name: 'Done', done: true, completedAt: '2026-11-26T08:00:00.000Z' },
    { name: 'Old', done: true, completedAt: '2026-11-26T08:00:00.000Z' },
  ]);
  expect(reasonsOf(refused)).toEqual([['line 20', 'plain block', 'NOT_A_TASK', 'plain block']]);
  expect(reasonsOf(told)).toEqual([
    ['line 1', 'Sow', 'FIELD_LEFT_OUT', 'LOGBOOK'],
    ['line 8', 'Buy', 'FIELD_LEFT_OUT', 'DOING'],
    ['line 11', 'Old', 'CANCELED_IS_COMPLETED'],
    ['line 14', 'Strict', 'FIELD_LEFT_OUT', 'LATER'],
    ['line 16', 'Due', 'DATE_IN_NOTES', 'DEADLINE: <2026-12-04 Fri 08:00>'],
    ['line 18', 'Wrong', 'DATE_IN_NOTES', 'SCHEDULED: <soon>'],
    ['line 10', 'Done', 'NO_COMPLETION_TIME'],
    ['line 11', 'Old', 'NO_COMPLETION_TIME'],
  ]);
});

test('[I5] the same page adds nothing a second time', () => {
  expect(planned('Garden.md', PAGE, undefined, imported('Garden.md', PAGE)).tasks).toEqual([]);
});
