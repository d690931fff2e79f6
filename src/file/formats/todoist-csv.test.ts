import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { DEVICE_ZONES, fieldsOf, imported, planned, reasonsOf } from '#src/file/testing/reading.ts';

const HEADER =
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,meta,DEADLINE,DEADLINE_LANG,IS_COLLAPSED';

const KITCHEN = `\uFEFF${HEADER}
note,A note of the project,,,,Jo (1),,,,,,,,,,
task,Paint the wall @colour @30min,Two **coats**,1,1,Jo (1),Ann (2),2026-12-08,en,Europe/Paris,45,minute,view_style=board,2026-12-20,en,
note,Buy tape,,,,Jo (1),,,,,,,,,,
note," [[file {""file_name"":""a [1].png"",""file_url"":""https:\\/\\/files.example.net\\/a (1).png""}]]",,,,Jo (1),,,,,,,,,,
,,,,,,,,,,,,,,,
task,"Choose one, or two",,4,2,Jo (1),,,en,,,,,,,
task,"Ask ""Bo""",,3,4,Jo (1),,every! 2 weeks,en,,,,,,,
task,Rent,,2,1,Jo (1),,every last day,en,,,,,,,
task,Call,,4,1,Jo (1),,2026-12-04T16:30:00Z,en,Asia/Tokyo,,,,,,
task,Zahnarzt,,4,1,Jo (1),,morgen um 9 Uhr,de,,,,,,,
section,Later,,,,,,,,,,,,,,TRUE
task,* Ideas,,4,1,Jo (1),,every blue moon,en,,,,,,,
task,Write to jo@example.net about https://example.net/@x,,4,1,Jo (1),,,en,,,,,,,
comment,What is this?,,,,,,,,,,,,,,
task,,,4,1,Jo (1),,,en,,,,,,,
`;

test('[I3] a project of Todoist comes with its tasks, days, repeats and notes', () => {
  const { format, collections, sections, labels, tasks } = planned('Kitchen.csv', KITCHEN);
  expect(format).toBe('todoist-csv');
  expect(collections).toMatchObject([{ name: 'Kitchen', layout: 'board' }]);
  expect(sections).toEqual([{ collection: 'Kitchen', name: 'Later' }]);
  expect(labels).toEqual(['colour', '30min']);
  expect(fieldsOf(tasks)).toEqual([
    { name: 'Notes: Kitchen', description: 'A note of the project' },
    {
      name: 'Paint the wall',
      description: 'Two **coats**\n\nBuy tape\n\n[a \\[1\\].png](https://files.example.net/a%20%281%29.png)',
      date: '2026-12-08',
      deadline: '2026-12-20',
      duration: 45,
      priority: 1,
      labels: ['colour', '30min'],
    },
    { name: 'Choose one, or two', parent: 'Paint the wall' },
    {
      name: 'Ask "Bo"',
      parent: 'Choose one, or two',
      priority: 3,
      date: '2026-11-26',
      repeat: 'FREQ=WEEKLY;INTERVAL=2',
      repeatFrom: 'completion',
    },
    { name: 'Rent', priority: 2, date: '2026-11-30', repeat: 'FREQ=MONTHLY;BYMONTHDAY=-1' },
    { name: 'Call', date: '2026-12-05', time: '01:30', zone: 'Asia/Tokyo' },
    { name: 'Zahnarzt', date: '2026-11-27', time: '09:00' },
    { name: 'Ideas', description: 'every blue moon', section: 'Later' },
    { name: 'Write to jo@example.net about https://example.net/@x', section: 'Later' },
  ]);
});

test('[I2] each row that is refused or loses something is told with its reason', () => {
  const { refused, told } = planned('Kitchen.csv', KITCHEN);
  expect(reasonsOf(refused)).toEqual([
    ['row 15', 'What is this?', 'NOT_A_TASK', 'comment'],
    ['row 16', 'NO_NAME'],
  ]);
  expect(reasonsOf(told)).toEqual([
    ['NO_COMPLETED_TASKS'],
    ['row 3', 'Paint the wall', 'ASSIGNEE', 'Ann (2)'],
    ['row 3', 'Paint the wall', 'FILE_AS_LINK', '[a \\[1\\].png](https://files.example.net/a%20%281%29.png)'],
    ['row 13', 'Ideas', 'NOT_TICKABLE'],
    ['row 13', 'Ideas', 'DATE_IN_NOTES', 'every blue moon'],
    ['Notes: Kitchen', 'PROJECT_NOTES'],
  ]);
});

test('[I3] a past day without a year is one of this year, and is told', () => {
  const row = (date: string, lang: string, deadline = '') =>
    `task,${date || 'None'},,4,1,,,${date},${lang},Europe/Berlin,,,,${deadline},${lang},\n`;
  const days: readonly (readonly [text: string, language: string, date: string, time?: string])[] = [
    ['3 Nov', 'en', '2026-11-03'],
    ['Nov 3 5pm', 'en', '2026-11-03', '17:00'],
    ['10 Apr 17:15', 'de', '2026-04-10', '17:15'],
    ['26 Nov', 'en', '2026-11-26'],
    ['2 Jan 2027', 'en', '2027-01-02'],
    ['15th', 'en', '2026-12-15'],
    ['monday', 'en', '2026-11-30'],
    ['tomorrow', 'en', '2026-11-27'],
    ['29 Feb', 'en', '2028-02-29'],
  ];
  const rows = days.map(([text, language]) => row(text, language)).join('');
  const { tasks, told } = planned('A.csv', `${HEADER}\n${rows}${row('', 'en', '4 Nov')}`);
  expect(tasks.map(({ name, date, time }) => [name, date, time])).toEqual([
    ...days.map(([text, , date, time]) => [text, date, time]),
    ['None', undefined, undefined],
  ]);
  expect(tasks.at(-1)?.deadline).toBe('2026-11-04');
  expect(reasonsOf(told).slice(1)).toEqual([
    ['row 2', '3 Nov', 'YEAR_ASSUMED', '3 Nov'],
    ['row 3', 'Nov 3 5pm', 'YEAR_ASSUMED', 'Nov 3 5pm'],
    ['row 4', '10 Apr 17:15', 'YEAR_ASSUMED', '10 Apr 17:15'],
    ['row 11', 'None', 'YEAR_ASSUMED', '4 Nov'],
  ]);
});

test('[I4] the days do not depend on the zone of the device', () => {
  const before = process.env['TZ'];
  const expected = JSON.stringify(planned('Kitchen.csv', KITCHEN));
  try {
    for (const zone of DEVICE_ZONES) {
      process.env['TZ'] = zone;
      expect(JSON.stringify(planned('Kitchen.csv', KITCHEN))).toBe(expected);
    }
  } finally {
    process.env['TZ'] = before;
  }
});

test('[I5] the same file adds nothing a second time, and a newer one only the new rows', () => {
  const view = imported('Kitchen.csv', KITCHEN);
  const again = planned('Kitchen.csv', KITCHEN, undefined, view);
  expect(again.tasks).toEqual([]);
  expect(again.collections).toEqual([]);
  expect(again.here).toBe(13);
  const newer = planned('Kitchen.csv', `${KITCHEN}task,New,,4,1,Jo (1),,,en,,,,,,,\n`, undefined, view);
  expect(newer.tasks.map(({ name }) => name)).toEqual(['New']);
});

test('an export of before 2021, with another separator and line ends, is the same', () => {
  const old =
    'TYPE;CONTENT;PRIORITY;INDENT;AUTHOR;RESPONSIBLE;DATE;DATE_LANG;TIMEZONE\r\ntask;One;2;1;;;;en;\r\n';
  expect(planned('Old.csv', old).tasks).toMatchObject([{ name: 'One', collection: 'Old', priority: 2 }]);
});

test('tasks without a name of their own keep their labels as the name', () => {
  const tasks = planned('A.csv', `${HEADER}\ntask,@home @work,,4,1,,,,,,,,,,,\n`).tasks;
  expect(tasks).toMatchObject([{ name: '@home @work' }]);
  expect(tasks[0]).not.toHaveProperty('labels');
});

test('in a backup, a number tells two projects of one name apart', () => {
  const file = strToU8(`${HEADER}\ntask,Sweep,,4,1,,,,,,,,,,,\n`);
  const { collections } = planned('backup.zip', zipSync({ 'Home.csv': file, 'Home (1).csv': file }));
  expect(collections.map(({ name }) => name)).toEqual(['Home', 'Home (1)']);
});
