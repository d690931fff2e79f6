import { expect, test } from 'vitest';
import { contextIn, fieldsOf, imported, planned, reasonsOf } from '#src/file/testing/reading.ts';

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

test.each([
  ['12/25/26', '05/06/26', '2026-05-06'],
  ['25.12.26', '05.06.26', '2026-06-05'],
  ['12/25', '5/6', '2027-05-06'],
  ['12/25/2026', '5/6', '2027-05-06'],
  ['12/25/2026', '05/06/27', '2027-05-06'],
])('[I4] one date decides the order of all, also without a whole year: %s and %s', (deciding, other, day) => {
  const context = { ...contextIn('Europe/Paris'), order: deciding.includes('/') ? 'dmy' : 'mdy' } as const;
  const { tasks } = planned('a.csv', `Title;Due\nA;${deciding}\nB;${other}\n`, context);
  expect(tasks[1]?.date).toBe(day);
});

test.each([
  ['Description,Notes', 'desc,more', { description: 'desc\n\nmore' }, []],
  ['Tags,Labels,Tags', '"t1,t2",l1,t3', { labels: ['l1', 't1', 't2', 't3'] }, []],
  ['Title,Summary', 'A,Other', { description: 'Summary: Other' }, ['Summary: Other']],
  ['Status', 'Waiting', { description: 'Status: Waiting' }, ['Status: Waiting']],
  ['Status', 'To do', {}, []],
  ['Done', 'half', { description: 'Done: half' }, ['Done: half']],
  ['Created', 'once', { description: 'Created: once' }, ['Created: once']],
  ['Time', '09:00', { description: 'Time: 09:00' }, ['Time: 09:00']],
  ['Date,Time', '2026-12-01,later', { date: '2026-12-01', description: 'Time: later' }, ['Time: later']],
  ['Date,Time', '2026-12-01,9:00:00 PM', { date: '2026-12-01', time: '21:00' }, []],
  [
    'Date,Time',
    '2026-12-01 08:00,09:00',
    { date: '2026-12-01', time: '09:00', description: 'Date: 2026-12-01 08:00' },
    ['Date: 2026-12-01 08:00'],
  ],
  [
    'Date,Zone',
    '2026-12-01,Asia/Tokyo',
    { date: '2026-12-01', description: 'Zone: Asia/Tokyo' },
    ['Zone: Asia/Tokyo'],
  ],
  ['Date,Time,Zone', '2026-12-01,09:00,CET-foo', { date: '2026-12-01', time: '09:00' }, ['CET-foo']],
])('[I2] no value of a column is lost untold: %s', (titles, values, fields, told) => {
  const { tasks, told: notes } = planned('a.csv', `Name,Collection,${titles}\nA,Home,${values}\n`);
  expect(fieldsOf(tasks)).toEqual([{ name: 'A', ...fields }]);
  expect(notes.map(({ detail }) => detail)).toEqual(told);
});

test.each([
  ['Start,Due', '2026-12-01 09:00,2026-12-01 17:00', { time: '09:00', duration: 480 }],
  ['Start,Due', '2026-12-01,2026-12-01 17:00', { time: '17:00' }],
  ['Start,Due', '2026-12-01 17:00,2026-12-01 09:00', { time: '17:00', description: 'Due: 2026-12-01 09:00' }],
  [
    'Start,Due',
    '2026-12-01,2026-12-03 17:00',
    { deadline: '2026-12-03', description: 'Due: 2026-12-03 17:00' },
  ],
  [
    'Start,Due,Deadline',
    '2026-12-01,2026-12-03,2026-12-09',
    { deadline: '2026-12-09', description: 'Due: 2026-12-03' },
  ],
  ['Start,Due,Deadline', '2026-12-01,2026-12-09,2026-12-09', { deadline: '2026-12-09' }],
  [
    'Start,Start Time,Due,Due Time',
    '2026-12-01,09:00,2026-12-03,17:00',
    { time: '09:00', deadline: '2026-12-03', description: 'Due Time: 17:00' },
  ],
  ['Start,Start Time,Due,Due Time', '2026-12-01,09:00,2026-12-01,10:30', { time: '09:00', duration: 90 }],
  ['Due,Start Time', '2026-12-01,09:00', { time: '09:00' }],
  ['Due,Due Time', '2026-12-01,17:00', { time: '17:00' }],
])('[I4] a start and an end are date and deadline, or time and duration: %s %s', (titles, values, fields) => {
  const { tasks, told } = planned('a.csv', `Name,${titles}\nA,${values}\n`);
  expect(fieldsOf(tasks)).toEqual([{ name: 'A', date: '2026-12-01', ...fields }]);
  expect(told).toHaveLength('description' in fields ? 1 : 0);
});

test('[I2] the end of a day counts before a duration, and a canceled task is completed', () => {
  const text = 'Name,Start,Due,Estimate,Status\nA,2026-12-01 9:00,2026-12-01 10:00,30,Cancelled\n';
  const { tasks, told } = planned('a.csv', text);
  expect(tasks).toMatchObject([{ duration: 60, done: true }]);
  expect(told.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['DUE_COUNTS', 'CANCELED_IS_COMPLETED']),
  );
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
