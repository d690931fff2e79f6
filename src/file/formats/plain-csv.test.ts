import { expect, test } from 'vitest';
import { fieldsOf, imported, planned, reasonsOf } from '#src/file/testing/reading.ts';

const TABLE = `Task ID,Name,Section,Start Date,Due Date,Tags,Notes,Projects,Parent task,Priority,Repeat,Estimate,Completed At,Effort,Last Modified
1,Write,To do,2026-12-01,2026-12-15,"Big,Client","Line one
line two",Launch,,high,every monday,90,,5 points,2026-11-01
2,Outline,,,2026-12-02 14:30,,,,Write,,,,,,
3,Sent,Done,,,,,"Launch,Money",,p2,,,2026-09-03,,
4,Odd,,someday,,,,Launch,Nobody,9,now and then,long,,,
5,,,,,,,Launch,,,,,,,
`;

test('a table of tasks is read by the names of its columns', () => {
  const { format, collections, sections, labels, tasks } = planned('Launch.csv', TABLE);
  expect(format).toBe('csv');
  expect(collections.map(({ name }) => name)).toEqual(['Launch', 'Money']);
  expect(sections.map(({ name }) => name)).toEqual(['To do', 'Done']);
  expect(labels).toEqual(['Big', 'Client']);
  expect(fieldsOf(tasks)).toEqual([
    {
      name: 'Write',
      description: 'Line one\nline two\n\nEffort: 5 points',
      section: 'To do',
      date: '2026-12-01',
      deadline: '2026-12-15',
      labels: ['Big', 'Client'],
      priority: 1,
      repeat: 'FREQ=WEEKLY;BYDAY=MO',
      duration: 90,
    },
    { name: 'Outline', parent: 'Write', date: '2026-12-02', time: '14:30' },
    { name: 'Odd', description: 'Parent: Nobody\nsomeday\nnow and then\nDuration: long\nPriority: 9' },
    {
      name: 'Sent',
      section: 'Done',
      priority: 2,
      done: true,
      completedAt: '2026-09-03T10:00:00.000Z',
    },
  ]);
});

test('[I2] each cell that is not a value of a task is told', () => {
  const { refused, told } = planned('Launch.csv', TABLE);
  expect(reasonsOf(refused)).toEqual([['row 6', 'NO_NAME']]);
  expect(reasonsOf(told)).toEqual([
    ['row 2', 'Write', 'FIELD_IN_NOTES', 'Effort: 5 points'],
    ['FIELD_LEFT_OUT', 'Last Modified'],
    ['row 3', 'Outline', 'NEAREST_PARENT', 'Write'],
    ['row 4', 'Sent', 'SECOND_COLLECTION', 'Money'],
    ['row 5', 'Odd', 'FIELD_IN_NOTES', 'Parent: Nobody'],
    ['row 5', 'Odd', 'DATE_IN_NOTES', 'someday'],
    ['row 5', 'Odd', 'REPEAT_IN_NOTES', 'now and then'],
    ['row 5', 'Odd', 'FIELD_IN_NOTES', 'Duration: long'],
    ['row 5', 'Odd', 'FIELD_IN_NOTES', 'Priority: 9'],
  ]);
});

test.each([
  ['12/15/2026', '2026-12-15'],
  ['15.12.2026', '2026-12-15'],
])('[I4] one date decides the order of all: %s', (deciding, day) => {
  const { tasks } = planned('a.csv', `Title;Due\nA;${deciding}\nB;${deciding.replace('15', '03')}\n`);
  expect(tasks.map(({ date }) => date)).toEqual([day, '2026-12-03']);
});

test('[I1] the columns of Asana are known', () => {
  const { format, tasks } = planned(
    'a.csv',
    'Task ID,Created At,Name,Section/Column\n7,2026-09-01,A,To do\n',
  );
  expect(format).toBe('asana');
  expect(tasks).toMatchObject([{ name: 'A', section: 'To do', createdAt: '2026-09-01T10:00:00.000Z' }]);
});

test('without a column for the list, the tasks are in one with the name of the file', () => {
  expect(planned('folder/Chores.csv', 'Name\nSweep\n').tasks).toMatchObject([
    { name: 'Sweep', collection: 'Chores' },
  ]);
});

test('[I8] formulas are inert text', () => {
  const { tasks } = planned('a.csv', 'Name,Notes\n"=HYPERLINK(""http://example.net"")",@SUM(A1)\n');
  expect(tasks).toMatchObject([{ name: '=HYPERLINK("http://example.net")', description: '@SUM(A1)' }]);
});

test('[I5] the same file adds nothing a second time', () => {
  expect(planned('Launch.csv', TABLE, undefined, imported('Launch.csv', TABLE)).tasks).toEqual([]);
});
