import { expect, test } from 'vitest';
import { fieldsOf, imported, planned, reasonsOf } from '#src/file/testing/reading.ts';

const FILE = `#+TITLE: Plot
#+FILETAGS: :out:
#+TODO: TODO NEXT(n) | DONE CANCELLED

* TODO [#A] Sow early                                    :far:
  SCHEDULED: <2026-12-01 Tue 18:00> DEADLINE: <2026-12-15 Tue -2d>
  :PROPERTIES:
  :ID:       1234
  :Effort:   1:30
  :Color:    red
  :END:
  :LOGBOOK:
  CLOCK: [2026-11-20 Fri 09:00]
  :END:
  Deep *enough* and [[https://example.net/x][a link]]
  - [X] hat
** DONE Buy
   CLOSED: [2026-11-20 Fri 11:11]
*** TODO Order
* Later
  Some text
** NEXT Water
   SCHEDULED: <2026-11-30 Mon +2w>
** TODO Report
   SCHEDULED: <2026-11-28 Sat .+3d>
** TODO Meet
   <2026-12-03 Thu 14:00-15:30>
** TODO Due
   DEADLINE: <2026-12-04 Fri 08:00>
* CANCELLED Old
* COMMENT TODO Not this
** TODO Nor this
* TODO Away :ARCHIVE:
* A plain heading
`;

test('[I3] headings come as tasks and sections, with their days, repeats and texts', () => {
  const { format, collections, sections, tasks } = planned('a.org', FILE);
  expect(format).toBe('org');
  expect(collections.map(({ name }) => name)).toEqual(['Plot']);
  expect(sections).toEqual([{ collection: 'Plot', name: 'Later' }]);
  expect(fieldsOf(tasks)).toEqual([
    {
      name: 'Sow early',
      description: 'Deep **enough** and [a link](https://example.net/x)\n- [x] hat',
      date: '2026-12-01',
      time: '18:00',
      deadline: '2026-12-15',
      duration: 90,
      priority: 1,
      labels: ['out', 'far'],
    },
    { name: 'Water', section: 'Later', date: '2026-11-30', repeat: 'FREQ=WEEKLY;INTERVAL=2' },
    {
      name: 'Report',
      section: 'Later',
      date: '2026-11-28',
      repeat: 'FREQ=DAILY;INTERVAL=3',
      repeatFrom: 'completion',
    },
    { name: 'Meet', section: 'Later', date: '2026-12-03', time: '14:00', duration: 90 },
    {
      name: 'Due',
      description: 'DEADLINE: <2026-12-04 Fri 08:00>',
      section: 'Later',
      deadline: '2026-12-04',
    },
    { name: 'Buy', parent: 'Sow early', done: true, completedAt: '2026-11-20T10:11:00.000Z' },
    { name: 'Order', parent: 'Buy' },
    { name: 'Old', done: true, completedAt: '2026-11-26T08:00:00.000Z' },
  ]);
});

test('[I2] refused and told', () => {
  const { refused, told } = planned('a.org', FILE);
  expect(reasonsOf(refused)).toEqual([
    ['line 31', 'Not this', 'NOT_A_TASK', 'commented out or archived'],
    ['line 32', 'Nor this', 'NOT_A_TASK', 'below a comment'],
    ['line 33', 'Away', 'NOT_A_TASK', 'commented out or archived'],
    ['line 34', 'A plain heading', 'NOT_A_TASK', 'a heading'],
  ]);
  expect(reasonsOf(told)).toEqual([
    ['FIELD_LEFT_OUT', 'FILETAGS of tasks without tags'],
    ['line 5', 'Sow early', 'FIELD_LEFT_OUT', '-2d'],
    ['line 5', 'Sow early', 'FIELD_LEFT_OUT', 'COLOR: red'],
    ['line 5', 'Sow early', 'FIELD_LEFT_OUT', 'LOGBOOK'],
    ['line 20', 'Later', 'FIELD_LEFT_OUT', 'text of the heading'],
    ['line 22', 'Water', 'FIELD_LEFT_OUT', 'NEXT'],
    ['line 28', 'Due', 'DATE_IN_NOTES', '<2026-12-04 Fri 08:00>'],
    ['line 30', 'Old', 'CANCELED_IS_COMPLETED'],
    ['line 30', 'Old', 'NO_COMPLETION_TIME'],
  ]);
});

test('[I5] the same file adds nothing a second time', () => {
  expect(planned('a.org', FILE, undefined, imported('a.org', FILE)).tasks).toEqual([]);
});

test('[I8] long runs of stars, signs and blanks take no time', () => {
  const line = `* TODO A ${'*'.repeat(100_000)} ${':a'.repeat(100_000)} ${' '.repeat(100_000)}x`;
  expect(planned('a.org', `${line}\n${' *'.repeat(100_000)}\n${'[['.repeat(50_000)}`).tasks).toHaveLength(1);
});

test('[I2] a priority below C and a clock outside a drawer are told', () => {
  const { told } = planned('a.org', '* TODO [#D] Low\nCLOCK: [2026-11-20 Fri 09:00]\n');
  expect(reasonsOf(told)).toEqual([
    ['line 1', 'Low', 'FIELD_LEFT_OUT', 'CLOCK'],
    ['line 1', 'Low', 'PRIORITY_LOWERED', 'D'],
  ]);
});
