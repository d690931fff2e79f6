import { expect, test } from 'vitest';
import {
  contextIn,
  DEVICE_ZONES,
  fieldsOf,
  imported,
  planned,
  reasonsOf,
} from '#src/file/testing/reading.ts';

const COLUMNS = [
  'Folder Name',
  'List Name',
  'Title',
  'Kind',
  'Tags',
  'Content',
  'Start Date',
  'Due Date',
  'Reminder',
  'Repeat',
  'Priority',
  'Status',
  'Created Time',
  'Completed Time',
  'Order',
  'Timezone',
  'Is All Day',
  'Is Floating',
  'Column Name',
  'View Mode',
  'taskId',
  'parentId',
];
type Row = Readonly<Partial<Record<string, string>>>;

function backup(...rows: readonly Row[]): string {
  const cells = (values: readonly string[]) =>
    values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
  const body = rows.map((row) =>
    cells(
      COLUMNS.map(
        (name) => row[name] ?? { 'List Name': 'Inbox', Status: '0', Timezone: 'Europe/Paris' }[name] ?? '',
      ),
    ),
  );
  return [
    '\uFEFF"Date: 2026-11-26+0000"',
    '"Version: 7.2"',
    '"Status: \n0 Normal\n1 Completed"',
    cells(COLUMNS),
    ...body,
    '',
  ].join('\n');
}

const START = { 'Start Date': '2026-12-03T08:30:00+0000', 'Due Date': '2026-12-03T08:30:00+0000' };
const BACKUP = backup(
  {
    'Folder Name': 'House',
    'List Name': 'Plot',
    Title: 'Child before its parent',
    taskId: '8',
    parentId: '7',
    Order: '-10',
  },
  {
    'Folder Name': 'House',
    'List Name': 'Plot',
    Title: 'Beds',
    Tags: 'out, far',
    'Start Date': '2026-12-01T23:00:00+0000',
    'Due Date': '2026-12-01T23:00:00+0000',
    'Is All Day': 'true',
    Reminder: '-PT540M',
    Priority: '5',
    Order: '-20',
    'Column Name': 'Now',
    'View Mode': 'kanban',
    taskId: '7',
  },
  { 'Folder Name': 'Work', 'List Name': 'Plot', Title: 'Of a list of the same name' },
  { Title: 'Pack', Kind: 'CHECKLIST', Content: '▫Hat\r▪Coat' },
  {
    Title: 'Visit',
    ...START,
    'Due Date': '2026-12-03T09:15:00+0000',
    Reminder: '-PT30M\n-PT1440M',
    Priority: '3',
  },
  { Title: 'Weekly', ...START, Repeat: 'RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=TH', Priority: '1' },
  { Title: 'Skips', ...START, Repeat: 'RRULE:FREQ=DAILY;TT_SKIP=WEEKEND' },
  { Title: 'Tokyo', ...START, Timezone: 'Asia/Tokyo' },
  { Title: 'Floating', ...START, Timezone: 'Asia/Tokyo', 'Is Floating': 'true' },
  {
    Title: 'Trip',
    'Start Date': '2026-12-03T23:00:00+0000',
    'Due Date': '2026-12-09T23:00:00+0000',
    'Is All Day': 'true',
  },
  { Title: 'Local', 'Start Date': '2026-12-05 10:00:00' },
  {
    Title: 'Done',
    Status: '2',
    'Completed Time': '2026-11-20T10:11:12+0000',
    'Created Time': '2026-10-01T08:00:00+0000',
  },
  { Title: 'Dropped', Status: '-1', 'Completed Time': '2026-11-21T10:00:00+0000' },
  { Title: 'Text', Kind: 'NOTE', Content: 'body' },
  { Title: 'Lost', parentId: '99', 'Start Date': 'soon' },
  { Title: '', taskId: '11' },
);

test('[I3] a backup comes with folders, lists, columns, times and checklists', () => {
  const { format, collections, sections, tasks } = planned('a.csv', BACKUP);
  expect(format).toBe('ticktick');
  expect(collections.map(({ name, parent, layout }) => [name, parent, layout])).toEqual([
    ['House', undefined, undefined],
    ['Plot', 'House', 'board'],
    ['Work', undefined, undefined],
    ['Plot 2', 'Work', undefined],
    ['Inbox', undefined, undefined],
  ]);
  expect(sections).toEqual([{ collection: 'Plot', name: 'Now' }]);
  expect(fieldsOf(tasks)).toEqual([
    {
      name: 'Beds',
      section: 'Now',
      date: '2026-12-02',
      priority: 1,
      labels: ['out', 'far'],
      reminders: [{ at: '2026-12-01T14:00:00.000Z' }],
    },
    { name: 'Child before its parent', parent: 'Beds' },
    { name: 'Of a list of the same name' },
    { name: 'Pack', description: '- [ ] Hat\n- [x] Coat' },
    {
      name: 'Visit',
      date: '2026-12-03',
      time: '09:30',
      duration: 45,
      priority: 2,
      reminders: [{ minutesBefore: 30 }, { minutesBefore: 1440 }],
    },
    { name: 'Weekly', date: '2026-12-03', time: '09:30', priority: 3, repeat: 'FREQ=WEEKLY;BYDAY=TH' },
    { name: 'Skips', description: 'RRULE:FREQ=DAILY;TT_SKIP=WEEKEND', date: '2026-12-03', time: '09:30' },
    { name: 'Tokyo', date: '2026-12-03', time: '17:30', zone: 'Asia/Tokyo' },
    { name: 'Floating', date: '2026-12-03', time: '17:30' },
    { name: 'Trip', date: '2026-12-04', deadline: '2026-12-10' },
    { name: 'Local', date: '2026-12-05', time: '10:00' },
    { name: 'Text', description: 'body' },
    { name: 'Lost', description: 'soon' },
    { name: 'Done', done: true, completedAt: '2026-11-20T10:11:12.000Z' },
    { name: 'Dropped', done: true, completedAt: '2026-11-21T10:00:00.000Z' },
  ]);
});

test('[I2] refused and told', () => {
  const { refused, told } = planned('a.csv', BACKUP);
  expect(reasonsOf(refused)).toEqual([['row 20, taskId 11', 'NO_NAME']]);
  expect(reasonsOf(told)).toEqual([
    ['Plot', 'RENAMED', 'Plot 2'],
    ['row 11', 'Skips', 'REPEAT_IN_NOTES', 'RRULE:FREQ=DAILY;TT_SKIP=WEEKEND'],
    ['row 17', 'Dropped', 'CANCELED_IS_COMPLETED'],
    ['row 18', 'Text', 'A_NOTE'],
    ['row 19', 'Lost', 'DATE_IN_NOTES', 'soon'],
    ['row 19', 'Lost', 'FIELD_LEFT_OUT', 'parentId 99'],
  ]);
});

test('[I4] a day is the one of its own zone, for any user and device', () => {
  const before = process.env['TZ'];
  const row = backup({ Title: 'Day', 'Start Date': '2026-12-01T23:00:00+0000', 'Is All Day': 'true' });
  try {
    for (const zone of DEVICE_ZONES) {
      process.env['TZ'] = zone;
      expect(planned('a.csv', row, contextIn(zone)).tasks[0]?.date).toBe('2026-12-02');
    }
  } finally {
    process.env['TZ'] = before;
  }
});

test('[I5] the same file adds nothing a second time', () => {
  expect(planned('a.csv', BACKUP, undefined, imported('a.csv', BACKUP)).tasks).toEqual([]);
});

test('[I8] tasks below each other in a circle are opened', () => {
  const { tasks, told } = planned(
    'a.csv',
    backup({ Title: 'A', taskId: '1', parentId: '2' }, { Title: 'B', taskId: '2', parentId: '1' }),
  );
  expect(tasks).toHaveLength(2);
  expect(told.map(({ reason }) => reason)).toEqual(['CIRCLE']);
});
