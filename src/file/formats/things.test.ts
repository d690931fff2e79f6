import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { expect, test } from 'vitest';
import { fieldsOf, imported, planned, reasonsOf } from '#src/file/testing/reading.ts';

const day = (year: number, month: number, date: number) => (year << 16) | (month << 12) | (date << 7);
const at = (hour: number, minute: number) => (hour << 26) | (minute << 20);
const NEVER = day(4001, 1, 1);

type Row = Readonly<Record<string, SQLInputValue>>;

function plist(fields: string): Uint8Array {
  return new TextEncoder().encode(`<?xml version="1.0"?><plist version="1.0"><dict>${fields}</dict></plist>`);
}

const number = (key: string, value: number) => `<key>${key}</key><integer>${value}</integer>`;
const rule = (unit: number, days: string, more = '') =>
  plist(
    `${number('fu', unit)}${number('fa', 1)}${number('ts', 0)}<key>of</key><array>${days}</array>${more}`,
  );

/** The bytes of a database with these rows. */
function databaseOf(tasks: readonly Row[], pageSize = 4_096, encoding = 'UTF-8'): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'things-'));
  const path = join(folder, 'main.sqlite');
  try {
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA synchronous = OFF; PRAGMA page_size = ${pageSize}; PRAGMA encoding = '${encoding}';
      CREATE TABLE TMTask (uuid TEXT PRIMARY KEY, type INTEGER, status INTEGER DEFAULT 0, trashed INTEGER, title TEXT, notes TEXT,
        start INTEGER, startDate INTEGER, startBucket INTEGER, reminderTime INTEGER, deadline INTEGER, "index" INTEGER DEFAULT 0,
        area TEXT, project TEXT, heading TEXT, creationDate REAL, stopDate REAL, rt1_repeatingTemplate TEXT, rt1_recurrenceRule BLOB,
        rt1_nextInstanceStartDate INTEGER, rt1_instanceCreationPaused INTEGER, CHECK (type < max(9, 1)));
      CREATE TABLE TMArea (uuid TEXT PRIMARY KEY, title TEXT, "index" INTEGER);
      CREATE TABLE TMTag (uuid TEXT PRIMARY KEY, title TEXT);
      CREATE TABLE TMTaskTag (tasks TEXT NOT NULL, tags TEXT NOT NULL);
      CREATE TABLE TMChecklistItem (uuid TEXT PRIMARY KEY, title TEXT, status INTEGER, "index" INTEGER, task TEXT);
      INSERT INTO TMArea VALUES ('ar', 'Home', 0);
      INSERT INTO TMTag VALUES ('tg', 'out');
      INSERT INTO TMTaskTag VALUES ('t1', 'tg');
      INSERT INTO TMChecklistItem VALUES ('c2', 'spade', 0, 2, 't1'), ('c1', 'gloves', 3, 1, 't1');`);
    database.exec('BEGIN');
    for (const row of tasks) {
      const names = Object.keys(row);
      database
        .prepare(
          `INSERT INTO TMTask (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map(() => '?').join()})`,
        )
        .run(...Object.values(row));
    }
    database.exec('COMMIT');
    database.close();
    return new Uint8Array(readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const TASKS: readonly Row[] = [
  { uuid: 'p1', type: 1, title: 'Garden', notes: 'Plan', area: 'ar', deadline: day(2026, 12, 31) },
  { uuid: 'p2', type: 1, title: 'Over', status: 3, stopDate: 1_795_168_272 },
  { uuid: 'h1', type: 2, title: 'Later', project: 'p1' },
  {
    uuid: 't1',
    type: 0,
    title: 'Plant',
    notes: 'Deep',
    project: 'p1',
    start: 2,
    startDate: day(2026, 12, 1),
    reminderTime: at(18, 30),
    deadline: day(2026, 12, 15),
    index: -20,
  },
  { uuid: 't2', type: 0, title: 'Below', heading: 'h1', start: 2, index: -10 },
  { uuid: 't3', type: 0, title: 'Evening', startDate: day(2026, 11, 26), startBucket: 1, start: 1 },
  { uuid: 't4', type: 0, title: 'Done', status: 3, stopDate: 1_795_168_272.5, creationDate: 1_764_000_000.5 },
  { uuid: 't5', type: 0, title: 'Dropped', status: 2, stopDate: 1_795_168_272 },
  { uuid: 't6', type: 0, title: 'Trash', trashed: 1 },
  {
    uuid: 't7',
    type: 0,
    title: 'Mondays',
    area: 'ar',
    start: 2,
    deadline: NEVER,
    rt1_recurrenceRule: rule(256, `<dict>${number('wd', 1)}</dict>`),
    rt1_nextInstanceStartDate: day(2026, 12, 7),
  },
  {
    uuid: 't8',
    type: 0,
    title: 'Mondays',
    area: 'ar',
    startDate: day(2026, 11, 30),
    rt1_repeatingTemplate: 't7',
  },
  {
    uuid: 't9',
    type: 0,
    title: 'Last Friday',
    start: 2,
    rt1_recurrenceRule: rule(8, `<dict>${number('wd', 5)}${number('wdo', -1)}</dict>`),
    rt1_nextInstanceStartDate: day(2026, 12, 25),
  },
  {
    uuid: 'u1',
    type: 0,
    title: 'Yearly',
    start: 2,
    rt1_recurrenceRule: rule(4, `<dict>${number('dy', 23)}${number('mo', 11)}</dict>`, number('rc', 3)),
    rt1_nextInstanceStartDate: day(2026, 12, 24),
  },
  {
    uuid: 'u2',
    type: 0,
    title: 'Before its deadline',
    start: 2,
    rt1_recurrenceRule: rule(16, '').slice(),
    rt1_instanceCreationPaused: 1,
    rt1_nextInstanceStartDate: day(2026, 12, 24),
  },
];

test.each([
  [512, 'UTF-8'],
  [4_096, 'UTF-16le'],
  [65_536, 'UTF-8'],
])('[I3] the database of Things, in pages of %d bytes and %s', (pageSize, encoding) => {
  const long = 'long '.repeat(2_000).trim();
  const more = Array.from({ length: 300 }, (_, i) => ({
    uuid: `m${i}`,
    type: 0,
    title: `More ${i}`,
    project: 'p2',
    index: i,
  }));
  const file = databaseOf(
    [...TASKS, { uuid: 'long', type: 0, title: 'Long', notes: long, index: 99 }, ...more],
    pageSize,
    encoding,
  );
  const { format, collections, sections, labels, tasks } = planned('main.sqlite', file);
  expect(format).toBe('things');
  expect(collections).toMatchObject([
    { name: 'Home' },
    { name: 'Garden', parent: 'Home' },
    { name: 'Over', archived: true },
    { name: 'Inbox' },
  ]);
  expect(sections).toEqual([{ collection: 'Garden', name: 'Later' }]);
  expect(labels).toEqual(['out']);
  expect(tasks.filter(({ collection }) => collection === 'Over')).toHaveLength(300);
  expect(fieldsOf(tasks.filter(({ collection }) => collection !== 'Over'))).toEqual([
    { name: 'Notes: Garden', description: 'Plan', deadline: '2026-12-31' },
    {
      name: 'Plant',
      description: 'Deep\n\n- [x] gloves\n- [ ] spade',
      date: '2026-12-01',
      time: '18:30',
      deadline: '2026-12-15',
      labels: ['out'],
    },
    { name: 'Below', section: 'Later' },
    { name: 'Evening', date: '2026-11-26' },
    { name: 'Mondays', date: '2026-11-30', repeat: 'FREQ=WEEKLY;BYDAY=MO' },
    { name: 'Last Friday', date: '2026-12-25', repeat: 'FREQ=MONTHLY;BYDAY=-1FR' },
    { name: 'Yearly', date: '2026-12-24', repeat: 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24;COUNT=3' },
    { name: 'Before its deadline', description: 'Repeats: fu 16 fa 1 ts 0 of' },
    { name: 'Long', description: long },
    { name: 'Done', done: true, completedAt: '2026-11-20T09:51:12.500Z' },
    { name: 'Dropped', done: true, completedAt: '2026-11-20T09:51:12.000Z' },
  ]);
});

test('[I2] refused and told', () => {
  const { refused, told } = planned('main.sqlite', databaseOf(TASKS));
  expect(reasonsOf(refused)).toEqual([['t6', 'Trash', 'IN_TRASH']]);
  expect(reasonsOf(told)).toEqual([
    ['NEWEST_MISSING'],
    ['p1', 'Notes: Garden', 'PROJECT_NOTES'],
    ['t2', 'Below', 'FIELD_LEFT_OUT', 'someday'],
    ['t3', 'Evening', 'FIELD_LEFT_OUT', 'evening'],
    ['t5', 'Dropped', 'CANCELED_IS_COMPLETED'],
    ['t7', 'Mondays', 'ONE_TASK_OF_SERIES', 't8'],
    ['u2', 'Before its deadline', 'REPEAT_IN_NOTES', 'Repeats: fu 16 fa 1 ts 0 of'],
    ['u2', 'Before its deadline', 'FIELD_LEFT_OUT', 'someday'],
  ]);
});

test('[I2] all of a project in the trash is in the trash', () => {
  const rows = [
    { uuid: 'p', type: 1, title: 'Shed', trashed: 1 },
    { uuid: 'h', type: 2, title: 'Roof', project: 'p', trashed: 0 },
    { uuid: 'a', type: 0, title: 'Walls', project: 'p', trashed: 0 },
    { uuid: 'b', type: 0, title: 'Tiles', heading: 'h', trashed: 0 },
  ];
  const { tasks, refused, told } = planned('main.sqlite', databaseOf(rows));
  expect(tasks).toEqual([]);
  expect(reasonsOf(refused)).toEqual(rows.map(({ uuid, title }) => [uuid, title, 'IN_TRASH']));
  expect(reasonsOf(told)).toEqual([['NEWEST_MISSING']]);
});

test('the open time of a repeat stays where its template is in the trash', () => {
  const repeats = { rt1_recurrenceRule: rule(WEEK, ''), trashed: 1 };
  const { tasks, refused } = planned(
    'main.sqlite',
    databaseOf([
      { uuid: 'a', type: 0, title: 'Weekly', ...repeats },
      { uuid: 'b', type: 0, title: 'Weekly', startDate: day(2026, 11, 30), rt1_repeatingTemplate: 'a' },
    ]),
  );
  expect(fieldsOf(tasks)).toEqual([{ name: 'Weekly', date: '2026-11-30' }]);
  expect(reasonsOf(refused)).toEqual([['a', 'Weekly', 'IN_TRASH']]);
});

test('a repeating project and its open time are one collection, with the repeat in the notes', () => {
  const weekly = rule(WEEK, `<dict>${number('wd', 1)}</dict>`);
  const { collections, sections, tasks, told } = planned(
    'main.sqlite',
    databaseOf([
      { uuid: 'r', type: 1, title: 'Review', notes: 'How to', rt1_recurrenceRule: weekly },
      { uuid: 'rh', type: 2, title: 'Desk', project: 'r' },
      { uuid: 'r1', type: 0, title: 'Inbox zero', project: 'r' },
      { uuid: 'r2', type: 0, title: 'Tidy', heading: 'rh' },
      { uuid: 'r3', type: 0, title: 'Only in the template', heading: 'rh' },
      { uuid: 'o', type: 1, title: 'Review', notes: 'This week', rt1_repeatingTemplate: 'r' },
      { uuid: 'oh', type: 2, title: 'Desk', project: 'o' },
      { uuid: 'o1', type: 0, title: 'Inbox zero', project: 'o', status: 3, stopDate: 1_795_168_272 },
      { uuid: 'o2', type: 0, title: 'Tidy', heading: 'oh' },
      { uuid: 'o3', type: 0, title: 'Only this time', project: 'o' },
    ]),
  );
  expect(collections.map(({ name }) => name)).toEqual(['Home', 'Review']);
  expect(sections).toEqual([{ collection: 'Review', name: 'Desk' }]);
  const repeat = 'Repeats: FREQ=WEEKLY;BYDAY=MO';
  expect(fieldsOf(tasks)).toEqual([
    { name: 'Notes: Review', description: `This week\n\n${repeat}` },
    { name: 'Only in the template', section: 'Desk' },
    { name: 'Tidy', section: 'Desk' },
    { name: 'Only this time' },
    { name: 'Inbox zero', done: true, completedAt: '2026-11-20T09:51:12.000Z' },
  ]);
  expect(new Set(tasks.map(({ collection }) => collection))).toEqual(new Set(['Review']));
  expect(reasonsOf(told)).toEqual([
    ['NEWEST_MISSING'],
    ['r', 'Review', 'ONE_TASK_OF_SERIES', 'o'],
    ['r', 'Notes: Review', 'PROJECT_NOTES'],
    ['r', 'Notes: Review', 'REPEAT_IN_NOTES', repeat],
  ]);
});

test('a repeating project without an open time has its next day', () => {
  const row = {
    uuid: 'r',
    type: 1,
    title: 'Review',
    rt1_recurrenceRule: rule(MONTH, '', number('tp', 1)),
    rt1_nextInstanceStartDate: day(2026, 12, 7),
  };
  expect(fieldsOf(planned('main.sqlite', databaseOf([row])).tasks)).toEqual([
    { name: 'Notes: Review', description: 'Repeats: FREQ=MONTHLY after completion', date: '2026-12-07' },
  ]);
  const paused = databaseOf([{ ...row, rt1_instanceCreationPaused: 1 }]);
  expect(fieldsOf(planned('main.sqlite', paused).tasks)).toEqual([
    { name: 'Notes: Review', description: 'Repeats: FREQ=MONTHLY after completion, paused' },
  ]);
});

/** The tasks and losses of a repeating to-do with this rule. */
function repeatedBy(unit: number, days: readonly Readonly<Record<string, number>>[], more = '') {
  const entries = days.map(
    (each) =>
      `<dict>${Object.entries(each)
        .map(([key, value]) => number(key, value))
        .join('')}</dict>`,
  );
  const row = {
    uuid: 'r',
    type: 0,
    title: 'Repeats',
    start: 2,
    rt1_recurrenceRule: rule(unit, entries.join(''), more),
    rt1_nextInstanceStartDate: day(2026, 12, 7),
  };
  const { tasks, told } = planned('main.sqlite', databaseOf([row]));
  return { task: tasks[0], told: reasonsOf(told).slice(1) };
}

const [YEAR, MONTH, WEEK] = [4, 8, 256];

test.each([
  ['days of a week', WEEK, [{ wd: 1 }, { wd: 4 }], 'FREQ=WEEKLY;BYDAY=MO,TH'],
  ['days of a month', MONTH, [{ dy: 0 }, { dy: -1 }], 'FREQ=MONTHLY;BYMONTHDAY=-1,1'],
  [
    'weekdays of a month',
    MONTH,
    [
      { wd: 5, wdo: -1 },
      { wd: 1, wdo: 1 },
    ],
    'FREQ=MONTHLY;BYDAY=1MO,-1FR',
  ],
  [
    'one day of two months',
    YEAR,
    [
      { mo: 0, dy: 14 },
      { mo: 6, dy: 14 },
    ],
    'FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=15',
  ],
  ['a weekday of a month of the year', YEAR, [{ mo: 4, wd: 0, wdo: 2 }], 'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU'],
])('a repeat on %s has a rule', (_, unit, days, repeat) => {
  const { task, told } = repeatedBy(unit, days);
  expect(task).toMatchObject({ date: '2026-12-07', repeat });
  expect(told).toEqual([]);
});

test.each([
  [
    'two days of the year',
    YEAR,
    [
      { mo: 0, dy: 0 },
      { mo: 6, dy: 14 },
    ],
  ],
  ['a day and a weekday of a month', MONTH, [{ dy: 0 }, { wd: 5, wdo: -1 }]],
  ['a day of no month', YEAR, [{ dy: 0 }]],
  ['no weekday', WEEK, [{ wd: 7 }]],
])('a repeat on %s is in the notes, since a rule would come on other days', (_, unit, days) => {
  const { task, told } = repeatedBy(unit, days);
  expect(task).not.toHaveProperty('repeat');
  const line = expect.stringMatching(/^Repeats: fu \d+ fa 1 ts 0 of /) as unknown;
  expect(task).toMatchObject({ date: '2026-12-07', description: line });
  expect(told).toEqual([['r', 'Repeats', 'REPEAT_IN_NOTES', line]]);
});

test('a repeat after completion has no days, though Things writes one', () => {
  const { task } = repeatedBy(WEEK, [{ wd: 0 }], number('tp', 1));
  expect(task).toMatchObject({ date: '2026-12-07', repeat: 'FREQ=WEEKLY', repeatFrom: 'completion' });
});

test('[I8] a damaged database, one of another app and an old one are refused', () => {
  const file = databaseOf(TASKS);
  expect(() => planned('a', file.subarray(0, 4_096))).toThrow('damaged');
  const failures = new Set<string>();
  for (let seed = 1; seed < 100; seed++) {
    const broken = file.slice();
    for (let i = 0; i < 20; i++) broken[(seed * 7_919 + i * 104_729) % broken.length] = (seed * 31 + i) % 256;
    try {
      planned('a', broken);
    } catch (error) {
      failures.add((error as Error).name);
    }
  }
  expect([...failures]).toEqual(['UnknownFile']);
});

const JSON_ITEMS = [
  {
    type: 'project',
    attributes: {
      title: 'Garden',
      area: 'Home',
      items: [
        {
          type: 'to-do',
          attributes: {
            title: 'Plant',
            when: '2026-12-01@18:00',
            deadline: '2026-12-15',
            tags: ['out'],
            'checklist-items': [{ type: 'checklist-item', attributes: { title: 'hat', completed: true } }],
          },
        },
        { type: 'heading', attributes: { title: 'Later' } },
        { type: 'to-do', attributes: { title: 'Below', when: 'someday' } },
      ],
    },
  },
  { type: 'to-do', attributes: { title: 'Tomorrow', when: 'tomorrow', list: 'Inbox' } },
  { type: 'to-do', attributes: { title: 'Words', when: 'next full moon' } },
  {
    type: 'to-do',
    attributes: { title: 'Done', completed: true, 'completion-date': '2026-11-20T10:11:12Z' },
  },
  { type: 'to-do', operation: 'update', id: 'X', attributes: { title: 'Update' } },
  { type: 'to-do', attributes: { when: 'today' } },
];

test('[I3] the JSON of Things comes with projects, headings, days and checklists', () => {
  const { format, collections, sections, tasks, refused, told } = planned(
    't.json',
    JSON.stringify(JSON_ITEMS),
  );
  expect(format).toBe('things');
  expect(collections.map(({ name, parent }) => [name, parent])).toEqual([
    ['Home', undefined],
    ['Garden', 'Home'],
    ['Inbox', undefined],
  ]);
  expect(sections).toEqual([{ collection: 'Garden', name: 'Later' }]);
  expect(fieldsOf(tasks)).toEqual([
    {
      name: 'Plant',
      description: '- [x] hat',
      date: '2026-12-01',
      time: '18:00',
      deadline: '2026-12-15',
      labels: ['out'],
    },
    { name: 'Below', section: 'Later' },
    { name: 'Tomorrow', date: '2026-11-27' },
    { name: 'Words', description: 'next full moon' },
    { name: 'Done', done: true, completedAt: '2026-11-20T10:11:12.000Z' },
  ]);
  expect(reasonsOf(refused)).toEqual([
    ['item 5', 'Update', 'AN_UPDATE'],
    ['item 6', 'NO_NAME'],
  ]);
  expect(reasonsOf(told)).toEqual([
    ['item 1, item 3', 'Below', 'FIELD_LEFT_OUT', 'someday'],
    ['item 3', 'Words', 'DATE_IN_NOTES', 'next full moon'],
  ]);
});

test('[I5] the same file adds nothing a second time', () => {
  const text = JSON.stringify(JSON_ITEMS);
  expect(planned('t.json', text, undefined, imported('t.json', text)).tasks).toEqual([]);
});
