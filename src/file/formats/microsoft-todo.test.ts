import { expect, test } from 'vitest';
import { contextIn, fieldsOf, planned, reasonsOf } from '#src/file/testing/reading.ts';

const utc = (dateTime: string) => ({ dateTime: `${dateTime}.0000000`, timeZone: 'UTC' });
const repeat = (pattern: object, range: object = { type: 'noEnd', endDate: '0001-01-01' }) => ({
  dueDateTime: utc('2026-11-30T23:00:00'),
  recurrence: {
    pattern: {
      interval: 1,
      month: 0,
      dayOfMonth: 0,
      daysOfWeek: [],
      index: 'first',
      firstDayOfWeek: 'sunday',
      ...pattern,
    },
    range,
  },
});
const TASKS = [
  {
    title: 'Plan',
    importance: 'high',
    body: { content: 'One\r\ntwo\r\n', contentType: 'text' },
    categories: ['Out'],
    dueDateTime: utc('2026-12-01T23:00:00'),
    isReminderOn: true,
    reminderDateTime: utc('2026-12-02T07:30:00'),
    checklistItems: [
      {
        id: 'x',
        displayName: 'Step',
        isChecked: true,
        checkedDateTime: '2026-10-02T09:00:00Z',
        createdDateTime: '2026-10-01T09:00:00Z',
      },
    ],
  },
  { title: 'Off', isReminderOn: false, reminderDateTime: utc('2026-12-02T07:30:00'), hasAttachments: true },
  { title: 'Html', body: { content: '<b>Bold</b>', contentType: 'html' }, status: 'deferred' },
  { title: 'Done', status: 'completed', completedDateTime: utc('2026-11-20T10:11:12') },
  { title: 'Range', startDateTime: utc('2026-12-03T23:00:00'), dueDateTime: utc('2026-12-09T23:00:00') },
  { title: 'Weekly', ...repeat({ type: 'weekly', interval: 2, daysOfWeek: ['monday', 'friday'] }) },
  { title: 'Monthly', ...repeat({ type: 'absoluteMonthly', dayOfMonth: 7 }) },
  {
    title: 'Last',
    ...repeat(
      { type: 'relativeMonthly', daysOfWeek: ['friday'], index: 'last' },
      { type: 'numbered', numberOfOccurrences: 5 },
    ),
  },
  {
    title: 'Yearly',
    ...repeat(
      { type: 'absoluteYearly', month: 12, dayOfMonth: 24 },
      { type: 'endDate', endDate: '2030-12-24' },
    ),
  },
  { title: 'Odd', ...repeat({ type: 'lunar' }) },
].map((task, i) => ({ id: String(i + 1), ...task }));
const GRAPH = JSON.stringify({
  value: [{ id: 'L', displayName: 'Tasks', tasks: TASKS }],
  '@odata.nextLink': 'https://x',
});

test('[I3] the lists of Microsoft Graph come with steps, categories and repeats', () => {
  const { format, tasks } = planned('x.json', GRAPH);
  expect(format).toBe('microsoft-todo');
  expect(fieldsOf(tasks)).toEqual([
    {
      name: 'Plan',
      description: 'One\ntwo',
      date: '2026-12-02',
      priority: 1,
      labels: ['Out'],
      reminders: [{ at: '2026-12-02T07:30:00.000Z' }],
    },
    { name: 'Off' },
    { name: 'Html', description: '**Bold**' },
    { name: 'Range', date: '2026-12-04', deadline: '2026-12-10' },
    { name: 'Weekly', date: '2026-12-01', repeat: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU' },
    { name: 'Monthly', date: '2026-12-01', repeat: 'FREQ=MONTHLY;BYMONTHDAY=7' },
    { name: 'Last', date: '2026-12-01', repeat: 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=5' },
    { name: 'Yearly', date: '2026-12-01', repeat: 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24;UNTIL=20301224' },
    { name: 'Odd', description: 'Repeats: lunar', date: '2026-12-01' },
    { name: 'Step', parent: 'Plan', done: true, completedAt: '2026-10-02T09:00:00.000Z' },
    { name: 'Done', done: true, completedAt: '2026-11-20T10:11:12.000Z' },
  ]);
});

test('[I4] a reminder and a completion count in their zone, by its name of Windows or IANA', () => {
  const at = (timeZone: string) => ({ dateTime: '2026-11-02T08:00:09.0000000', timeZone });
  const reminded = (id: string, timeZone: string) => ({
    id,
    title: id,
    isReminderOn: true,
    reminderDateTime: at(timeZone),
  });
  const tasks = [
    reminded('Windows', 'Pacific Standard Time'),
    reminded('IANA', 'America/Los_Angeles'),
    reminded('UTC', 'UTC'),
    reminded('Unknown', 'Mars Standard Time'),
    { id: 'd', title: 'Done', status: 'completed', completedDateTime: at('Tokyo Standard Time') },
  ];
  const file = JSON.stringify({ value: [{ id: 'L', displayName: 'Tasks', tasks }] });
  const plan = planned('x.json', file);
  expect(plan.tasks.map(({ name, reminders, completedAt }) => [name, reminders?.[0] ?? completedAt])).toEqual(
    [
      ['Windows', { at: '2026-11-02T16:00:09.000Z' }],
      ['IANA', { at: '2026-11-02T16:00:09.000Z' }],
      ['UTC', { at: '2026-11-02T08:00:09.000Z' }],
      ['Unknown', { at: '2026-11-02T07:00:09.000Z' }],
      ['Done', '2026-11-01T23:00:09.000Z'],
    ],
  );
  expect(reasonsOf(plan.told)).toEqual([['Unknown', 'Unknown', 'UNKNOWN_ZONE', 'Mars Standard Time']]);
});

test('[I2] losses are told', () => {
  expect(reasonsOf(planned('x.json', GRAPH).told)).toEqual([
    ['CUT_OFF', '@odata.nextLink'],
    ['2', 'Off', 'FILE_LEFT_OUT'],
    ['3', 'Html', 'FIELD_LEFT_OUT', 'deferred'],
    ['10', 'Odd', 'REPEAT_IN_NOTES', 'Repeats: lunar'],
  ]);
});

test('[I4] the midnight of the owner is a day', () => {
  const dueIn = (zone: string, dateTime: string) =>
    planned(
      'x.json',
      JSON.stringify({
        value: [{ id: 'L', displayName: 'T', tasks: [{ id: '1', title: 'A', dueDateTime: utc(dateTime) }] }],
      }),
      contextIn(zone),
    ).tasks[0]?.date;
  expect(dueIn('America/Chicago', '2023-07-31T05:00:00')).toBe('2023-07-31');
  expect(dueIn('Pacific/Auckland', '2026-12-01T11:00:00')).toBe('2026-12-02');
});
