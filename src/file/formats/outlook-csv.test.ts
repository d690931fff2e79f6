import { expect, test } from 'vitest';
import { fieldsOf, planned, reasonsOf } from '#src/file/testing/reading.ts';

const ENGLISH = `"Subject","Start Date","Due Date","Reminder On/Off","Reminder Date","Reminder Time","Date Completed","% Complete","Categories","Notes","Priority","Private","Sensitivity","Status"
"Passport","","12/15/2026","True","12/14/2026","9:30:00 AM","","0%","Admin;Travel","Bring photos","High","False","Normal","Not Started"
"Old","","9/1/2026","False","","","9/2/2026","100%","","","Normal","False","Normal","Completed"
"Range","12/1/2026","12/4/2026","False","","","","50%","","","Low","False","Private","In Progress"
`;

test('[I3] the tasks of Outlook come with days, reminders and categories', () => {
  const { format, tasks, told } = planned('Chores.csv', ENGLISH);
  expect(format).toBe('microsoft-todo');
  expect(fieldsOf(tasks)).toEqual([
    {
      name: 'Passport',
      description: 'Bring photos',
      date: '2026-12-15',
      priority: 1,
      labels: ['Admin', 'Travel'],
      reminders: [{ at: '2026-12-14T08:30:00.000Z' }],
    },
    { name: 'Range', date: '2026-12-01', deadline: '2026-12-04' },
    { name: 'Old', date: '2026-09-01', done: true, completedAt: '2026-09-02T10:00:00.000Z' },
  ]);
  expect(reasonsOf(told)).toEqual([
    ['row 4', 'Range', 'FIELD_LEFT_OUT', '50%'],
    ['row 4', 'Range', 'PRIORITY_LOWERED', 'Low'],
    ['row 4', 'Range', 'FIELD_LEFT_OUT', 'Sensitivity: Private'],
  ]);
});

test('[I4] a German Outlook writes other names, separators and dates, in Windows-1252', () => {
  const text =
    'Betreff;Beginnt am;Fällig am;Erinnerung Ein/Aus;Erinnerung am;Erinnerung um;Priorität\nPaß;;3.12.2026;Ein;2.12.2026;08:00:00;Hoch\nGarten;;;Aus;;;Niedrig\n';
  const { tasks, told } = planned(
    'a.csv',
    Uint8Array.from(text, (sign) => sign.charCodeAt(0)),
  );
  expect(fieldsOf(tasks)).toEqual([
    { name: 'Paß', date: '2026-12-03', priority: 1, reminders: [{ at: '2026-12-02T07:00:00.000Z' }] },
    { name: 'Garten' },
  ]);
  expect(reasonsOf(told)).toEqual([
    ['ENCODING', 'Windows-1252'],
    ['row 3', 'Garten', 'PRIORITY_LOWERED', 'Niedrig'],
  ]);
});
