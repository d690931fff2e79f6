import type { DescribedTask } from '#src/file/describe-plan.ts';
import { expect, test } from 'vitest';
import { DEVICE_ZONES, fieldsOf, imported, planned, reasonsOf } from '#src/file/testing/reading.ts';

function calendar(...todos: readonly (readonly string[])[]): string {
  const lines = todos.flatMap((lines) => ['BEGIN:VTODO', ...lines, 'END:VTODO']);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:Errands', ...lines, 'END:VCALENDAR', ''].join(
    '\r\n',
  );
}

function alarm(...lines: readonly string[]): readonly string[] {
  return ['BEGIN:VALARM', 'ACTION:DISPLAY', ...lines, 'END:VALARM'];
}

/** The only task of a calendar, without its fixed fields. */
function taskOf(...lines: readonly string[]) {
  const { tasks } = planned('a.ics', calendar(['UID:1', 'SUMMARY:Task', ...lines]));
  const [{ name: _, ...fields } = {}] = fieldsOf(tasks) as Partial<DescribedTask>[];
  return fields;
}

test('[I3] a task comes with its texts, categories, place and link', () => {
  const { format, collections, tasks, told } = planned(
    'a.ics',
    calendar([
      'uid:1',
      'summary;LANGUAGE=en:Sow\\; early\\, and of',
      '\tten',
      'DESCRIPTION:Line one\\nLine two \\\\ end',
      'LOCATION:Shed',
      'URL:https://example.net/x',
      'CATEGORIES:Garden,Home\\, sweet',
      'CATEGORIES:Garden',
      'PRIORITY:5',
      'ATTACH;FILENAME=a.pdf:https://example.net/a.pdf',
      'ATTACH;ENCODING=BASE64;VALUE=BINARY:AAAA',
      'CREATED:20261001T080000',
      'GEO:1;2',
      'PERCENT-COMPLETE:40',
    ]),
  );
  expect(format).toBe('ics-vtodo');
  expect(collections).toMatchObject([{ name: 'Errands' }]);
  expect(tasks).toEqual([
    {
      name: 'Sow; early, and often',
      collection: 'Errands',
      description:
        'Line one\nLine two \\ end\n\nShed\n\nhttps://example.net/x\n\n[a.pdf](https://example.net/a.pdf)',
      labels: ['Garden', 'Home, sweet'],
      priority: 2,
      createdAt: '2026-10-01T08:00:00.000Z',
    },
  ]);
  expect(reasonsOf(told)).toEqual([
    ['1', 'Sow; early, and often', 'FIELD_LEFT_OUT', '40 %'],
    ['1', 'Sow; early, and often', 'FIELD_LEFT_OUT', 'GEO'],
    ['1', 'Sow; early, and often', 'FILE_AS_LINK', 'a.pdf'],
    ['1', 'Sow; early, and often', 'FILE_LEFT_OUT'],
  ]);
});

test.each([
  [['DUE;VALUE=DATE:20261204'], { date: '2026-12-04' }],
  [['DUE:20261204T080000'], { date: '2026-12-04', time: '08:00' }],
  [['DUE:20261204T080000Z'], { date: '2026-12-04', time: '09:00' }],
  [['DUE;TZID=Europe/Paris:20261204T080000'], { date: '2026-12-04', time: '08:00' }],
  [
    ['DUE;TZID="/example.org/2026/America/New_York":20261204T080000'],
    { date: '2026-12-04', time: '08:00', zone: 'America/New_York' },
  ],
  [
    ['DUE;TZID=Tokyo Standard Time:20261204T080000'],
    { date: '2026-12-04', time: '08:00', zone: 'Asia/Tokyo' },
  ],
  [['DTSTART:20261204T080000', 'DURATION:PT45M'], { date: '2026-12-04', time: '08:00', duration: 45 }],
  [['DTSTART:20261204T080000', 'DUE:20261204T093000'], { date: '2026-12-04', time: '08:00', duration: 90 }],
  [
    ['DTSTART;VALUE=DATE:20261201', 'DUE;VALUE=DATE:20261215'],
    { date: '2026-12-01', deadline: '2026-12-15' },
  ],
  [
    ['DTSTART:20261201T090000', 'DUE:20261215T090000'],
    { date: '2026-12-01', time: '09:00', deadline: '2026-12-15' },
  ],
] as const)('[I4] %j', (lines, fields) => {
  expect(taskOf(...lines)).toEqual(fields);
});

test('[I4] days and times do not depend on the zone of the device', () => {
  const before = process.env['TZ'];
  try {
    for (const zone of DEVICE_ZONES) {
      process.env['TZ'] = zone;
      expect(taskOf('DUE:20261231T230000Z')).toEqual({ date: '2027-01-01', time: '00:00' });
      expect(taskOf('DUE;VALUE=DATE:20261231')).toEqual({ date: '2026-12-31' });
    }
  } finally {
    process.env['TZ'] = before;
  }
});

test('a zone that nobody knows is told, and a date that is none stays in the notes', () => {
  const { tasks, told } = planned(
    'a.ics',
    calendar(
      ['UID:1', 'SUMMARY:Z', 'DUE;TZID=Mars/Base:20261204T080000'],
      ['UID:2', 'SUMMARY:D', 'DUE:soon'],
    ),
  );
  expect(tasks).toMatchObject([{ time: '08:00' }, { description: 'DUE:soon' }]);
  expect(reasonsOf(told)).toEqual([
    ['1', 'Z', 'UNKNOWN_ZONE', 'Mars/Base'],
    ['2', 'D', 'DATE_IN_NOTES', 'DUE:soon'],
  ]);
});

test.each([
  [['RRULE:FREQ=DAILY'], { repeat: 'FREQ=DAILY' }],
  [['RRULE:FREQ=WEEKLY;UNTIL=20261231T230000Z'], { repeat: 'FREQ=WEEKLY;UNTIL=20270101' }],
  [
    ['RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE;VALUE=DATE:20261201'],
    { date: '2026-12-08', repeat: 'FREQ=WEEKLY;COUNT=4' },
  ],
  [['RRULE:FREQ=YEARLY;BYWEEKNO=20'], { description: 'RRULE:FREQ=YEARLY;BYWEEKNO=20' }],
  [['RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY'], { description: 'RRULE:FREQ=DAILY\n\nRRULE:FREQ=WEEKLY' }],
  [['RRULE:garbage'], { description: 'RRULE:garbage' }],
  [
    ['RRULE:FREQ=WEEKLY', 'EXDATE;VALUE=DATE:20261215'],
    { repeat: 'FREQ=WEEKLY', description: 'EXDATE:20261215' },
  ],
] as const)('a repeat is a rule, or stays in the notes: %j', (lines, fields) => {
  expect(taskOf('DUE;VALUE=DATE:20261201', ...lines)).toEqual({ date: '2026-12-01', ...fields });
});

test('a time of a series that was completed is a row of its own', () => {
  const series = ['UID:1', 'SUMMARY:S', 'DUE;VALUE=DATE:20261201', 'RRULE:FREQ=WEEKLY;COUNT=3'];
  const { tasks } = planned(
    'a.ics',
    calendar(series, [
      'UID:1',
      'RECURRENCE-ID;VALUE=DATE:20261201',
      'SUMMARY:S',
      'DUE;VALUE=DATE:20261201',
      'STATUS:COMPLETED',
      'COMPLETED:20261125T100000Z',
    ]),
  );
  expect(tasks).toMatchObject([
    { date: '2026-12-08', repeat: 'FREQ=WEEKLY;COUNT=2' },
    { date: '2026-12-01', done: true, completedAt: '2026-11-25T10:00:00.000Z' },
  ]);
});

test('a time of a series that was moved is told, since the series has it too', () => {
  const { tasks, told } = planned(
    'a.ics',
    calendar(
      ['UID:1', 'SUMMARY:S', 'DUE;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY'],
      ['UID:1', 'RECURRENCE-ID;VALUE=DATE:20261220', 'SUMMARY:Moved', 'DUE;VALUE=DATE:20261225'],
    ),
  );
  expect(tasks).toMatchObject([
    { date: '2026-12-01', repeat: 'FREQ=DAILY', description: 'RECURRENCE-ID:20261220' },
    { name: 'Moved', date: '2026-12-25' },
  ]);
  expect(reasonsOf(told)).toEqual([['1', 'S', 'REPEAT_IN_NOTES', 'RECURRENCE-ID:20261220']]);
});

test('the deadline moves with the date when the first time of a series is left out', () => {
  const days = ['DTSTART;VALUE=DATE:20261102', 'DUE;VALUE=DATE:20261104'];
  expect(taskOf(...days, 'RRULE:FREQ=WEEKLY', 'EXDATE;VALUE=DATE:20261102')).toEqual({
    date: '2026-11-09',
    deadline: '2026-11-11',
    repeat: 'FREQ=WEEKLY',
  });
});

test.each([
  [['DTSTART;VALUE=DATE:20261201', 'DURATION:P3D'], 'DURATION:P3D', {}],
  [['DTSTART:20261201T090000', 'DURATION:long'], 'DURATION:long', { time: '09:00' }],
  [['DTSTART;VALUE=DATE:20261201', 'DUE:20261201T170000'], 'DUE:20261201T170000', {}],
  [['DTSTART;VALUE=DATE:20261201', 'DUE:20261203T170000'], 'DUE:20261203T170000', { deadline: '2026-12-03' }],
  [
    ['DTSTART:20261201T090000', 'DUE:20261203T170000'],
    'DUE:20261203T170000',
    { time: '09:00', deadline: '2026-12-03' },
  ],
] as const)('a length or a time that no field holds stays in the notes: %j', (lines, line, fields) => {
  const { tasks, told } = planned('a.ics', calendar(['UID:1', 'SUMMARY:S', ...lines]));
  expect(fieldsOf(tasks)).toEqual([{ name: 'S', date: '2026-12-01', description: line, ...fields }]);
  expect(reasonsOf(told)).toEqual([['1', 'S', 'FIELD_IN_NOTES', line]]);
});

test.each([
  [alarm('TRIGGER:-PT15M'), [{ minutesBefore: 15 }]],
  [alarm('TRIGGER:P0D'), [{ minutesBefore: 0 }]],
  [alarm('TRIGGER;VALUE=DATE-TIME:20261204T080000Z'), [{ minutesBefore: 0 }]],
  [alarm('TRIGGER;VALUE=DATE-TIME:20261203T080000Z'), [{ at: '2026-12-03T08:00:00.000Z' }]],
  [alarm('TRIGGER;RELATED=END:-PT10M'), [{ at: '2026-12-04T08:50:00.000Z' }]],
  [alarm('TRIGGER;VALUE=DATE-TIME:19760401T005545Z'), undefined],
  [alarm('X-APPLE-PROXIMITY:ARRIVE', 'TRIGGER:-PT15M'), undefined],
] as const)('an alarm becomes a reminder: %j', (lines, reminders) => {
  expect(taskOf('DTSTART:20261204T090000', 'DUE:20261204T100000', ...lines).reminders).toEqual(reminders);
});

test('parents are named from either side, Apple has an order, and circles are opened', () => {
  const { tasks, told } = planned(
    'a.ics',
    calendar(
      ['UID:1', 'SUMMARY:Second', 'X-APPLE-SORT-ORDER:200'],
      ['UID:2', 'SUMMARY:Child of second', 'RELATED-TO:1'],
      ['UID:3', 'SUMMARY:First', 'X-APPLE-SORT-ORDER:100', 'RELATED-TO;RELTYPE=CHILD:4'],
      ['UID:4', 'SUMMARY:Child of first'],
      ['UID:5', 'SUMMARY:Ring', 'RELATED-TO:6'],
      ['UID:6', 'SUMMARY:Rong', 'RELATED-TO:5'],
      ['UID:7', 'SUMMARY:Friend', 'RELATED-TO;RELTYPE=SIBLING:1'],
      [
        'UID:8',
        'SUMMARY:Child of two',
        'RELATED-TO:1',
        'RELATED-TO:3',
        'RELATED-TO;RELTYPE=DEPENDS-ON:there',
      ],
    ),
  );
  expect(tasks.map(({ name, parent }) => [name, parent])).toEqual([
    ['First', undefined],
    ['Child of first', 'First'],
    ['Second', undefined],
    ['Child of second', 'Second'],
    ['Child of two', 'Second'],
    ['Friend', undefined],
    ['Rong', undefined],
    ['Ring', 'Rong'],
  ]);
  expect(tasks[5]?.description).toBe('SIBLING: Second');
  expect(tasks[4]?.description).toBe('PARENT: First\n\nDEPENDS-ON: there');
  expect(reasonsOf(told)).toEqual([
    ['7', 'Friend', 'FIELD_IN_NOTES', 'SIBLING: Second'],
    ['8', 'Child of two', 'FIELD_IN_NOTES', 'PARENT: First'],
    ['8', 'Child of two', 'FIELD_IN_NOTES', 'DEPENDS-ON: there'],
    ['6', 'Rong', 'CIRCLE'],
  ]);
});

test('the parent of one time of a series, and a child outside of the file, stay in the notes', () => {
  const { tasks, told } = planned(
    'a.ics',
    calendar(
      ['UID:1', 'SUMMARY:Home', 'RELATED-TO;RELTYPE=CHILD:elsewhere'],
      ['UID:2', 'SUMMARY:Sweep', 'DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY', 'RELATED-TO:1'],
      [
        'UID:2',
        'SUMMARY:Sweep twice',
        'DTSTART;VALUE=DATE:20261202',
        'RECURRENCE-ID;VALUE=DATE:20261201',
        'RELATED-TO:1',
      ],
    ),
  );
  expect(tasks.map(({ name, parent, description }) => [name, parent, description])).toEqual([
    ['Home', undefined, 'CHILD: elsewhere'],
    ['Sweep', 'Home', undefined],
    ['Sweep twice', undefined, 'PARENT: Home'],
  ]);
  expect(reasonsOf(told)).toEqual([
    ['1', 'Home', 'FIELD_IN_NOTES', 'CHILD: elsewhere'],
    ['2', 'Sweep twice', 'FIELD_IN_NOTES', 'PARENT: Home'],
  ]);
});

test('[I8] damaged lines, events and a cut end cost no other task', () => {
  const whole = calendar(['UID:1', 'SUMMARY:Whole', 'no property']).replace('END:VCALENDAR', '');
  const { tasks, refused, told } = planned(
    'b.ics',
    `${whole}BEGIN:VEVENT\r\nUID:9\r\nSUMMARY:Party\r\nEND:VEVENT\r\nBEGIN:VTODO\r\nUID:2\r\nSUMM`,
  );
  expect(tasks.map(({ name }) => name)).toEqual(['Whole']);
  expect(reasonsOf(refused)).toEqual([['9', 'Party', 'NOT_A_TASK', 'VEVENT']]);
  expect(told.map(({ where, reason }) => [where, reason])).toEqual([
    ['line 7', 'FIELD_LEFT_OUT'],
    ['line 16', 'FIELD_LEFT_OUT'],
    ['line 14', 'CUT_OFF'],
  ]);
});

test('canceled tasks are completed, and statuses win over percentages', () => {
  expect(taskOf('STATUS:CANCELLED')).toMatchObject({ done: true });
  expect(taskOf('PERCENT-COMPLETE:100')).toMatchObject({ done: true });
  expect(taskOf('STATUS:NEEDS-ACTION', 'PERCENT-COMPLETE:100')).not.toHaveProperty('done');
});

test('[I5] the same file adds nothing a second time', () => {
  const text = calendar(['UID:1', 'SUMMARY:A', ...alarm('TRIGGER;VALUE=DATE-TIME:20261203T080000Z')]);
  const again = planned('a.ics', text, undefined, imported('a.ics', text));
  expect([again.tasks, again.counts.reminders, again.here]).toEqual([[], 0, 3]);
});
