import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { toUtcDate } from '#src/domain/time/calendar-day.ts';
import { named, type QueryContext } from './context.ts';
import { explainQuery } from './explain.ts';
import { nearest } from './nearest.ts';
import { printQuery } from './print.ts';
import { contextOf } from '#src/domain/quick-add/testing/suite.ts';
import { readQueryDays } from './query-day.ts';
import { readQuery } from './read.ts';
import { collection } from '#src/sync/testing/samples.ts';

const TODAY = '2026-06-10' as CalendarDay;
const DAYS = { ...contextOf({ order: 'dmy' }), now: { date: TODAY, minute: 600 } };
const CONTEXT: QueryContext = {
  today: TODAY,
  readDays: (text) => readQueryDays(text, DAYS),
  collections: ['Work', 'Garden club', 'Reading', 'Movie', 'Movie Watchlist', 'R&D'].map((name, n) =>
    collection(n, { name }),
  ),
  sections: [{ id: 's', name: 'Ideas', collectionId: 'c' }],
  labels: [{ id: 'l', name: 'waiting' }],
};
const dayText = (day: CalendarDay) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(toUtcDate(day));

const page = await readFile(new URL('../../../docs/query.md', import.meta.url), 'utf8');
const rows = page
  .slice(page.indexOf('| query | in words |'))
  .split('\n')
  .flatMap((line) => /^\| `(.+)` \| (.+) \|$/.exec(line)?.slice(1) ?? []);
const examples = rows.flatMap((query, index) =>
  index % 2 === 0 ? [[query.replaceAll(String.raw`\|`, '|'), rows[index + 1] ?? ''] as const] : [],
);

test('[V1] the documented queries are all read', () => expect(examples.length).toBeGreaterThan(10));

test.each(examples)('[V1] %s is explained as: %s', (text, words) => {
  const read = readQuery(text, CONTEXT);
  expect('query' in read && explainQuery(read.query, { ...CONTEXT, dayText })).toBe(words);
});

test.each([
  ['TODAY  &  #work', 'today & #work'],
  ['in: "Garden club"', '#"Garden club"'],
  ['due  before : +2w', 'due before: +2w'],
  ['!!p1 buy milk', 'p1 & "buy" & "milk"'],
  ['((p1 | (p2)) | p3)', 'p1 | p2 | p3'],
  ['No   Due\nDate | recurring', 'no date | repeating'],
  ['no milk today!', '"no" & "milk" & "today!"'],
  ['"today" 12:30 https://example.org/a', '"today" & "12:30" & "https://example.org/a"'],
])('[V1] %s is kept as %s', (text, printed) => {
  const read = readQuery(text, CONTEXT);
  expect('query' in read ? printQuery(read.query) : read.problem).toBe(printed);
});

describe('[V1] an error names its place and a suggestion', () => {
  test.each([
    ['today & #Wrok', '#Wrok', 'There is no collection “Wrok”.', '#Work'],
    ['#Garden today', '#Garden', 'There is no collection “Garden”.', '#"Garden club"'],
    ['in: Garden clob | p1', 'in: Garden clob', 'There is no collection “Garden clob”.', '#"Garden club"'],
    ['@wait & p1', '@wait', 'There is no label “wait”.', '@waiting'],
    ['p1 | /idea', '/idea', 'There is no section “idea”.', '/Ideas'],
    ['@nothing', '@nothing', 'There is no label “nothing”.', '"@nothing"'],
    ['due before: soon', 'due before: soon', '“soon” is no day. Write it as fri, -7d or 2026-12-24.', null],
    [
      'p1 & dew before: today',
      'dew before:',
      'This version of Sunglow knows no condition “dew before:”. Put it in quotes to look for it as text.',
      'due before:',
    ],
    [
      'workspace: Ours',
      'workspace:',
      'This version of Sunglow knows no condition “workspace:”. Put it in quotes to look for it as text.',
      '"workspace:"',
    ],
    ['due before fri', 'due before', 'A colon is missing behind “due before”.', 'due before:'],
    ['p1 & due: | p2', 'due:', 'Something is missing behind “due:”.', null],
    ['today & ', '&', 'A condition is missing behind “&”.', null],
    ['p1 & !', '!', 'A condition is missing behind “!”.', null],
    ['p1 & | p2', '&', 'A condition is missing behind “&”.', null],
    ['| p2', '|', 'A condition is missing before this.', null],
    ['p1 & (p2', '(', 'This bracket is not closed.', null],
    ['p1) & p2', ')', 'This bracket closes none.', ''],
    ['p1 ()', '()', 'Nothing is asked for here.', null],
    ['p1 & "milk', '"milk', 'This quote is not closed.', '"milk"'],
    ['p1 & ""', '""', 'There is nothing between these quotes.', null],
    ['p1 #', '#', 'The name of a collection is missing behind “#”.', null],
    ['  ', '  ', 'Nothing is asked for here.', null],
  ])('%s', (text, place, message, suggestion) => {
    const read = readQuery(text, CONTEXT);
    if ('query' in read) throw new Error(printQuery(read.query));
    const { from, to, ...told } = read.problem;
    expect([text.slice(from, to), told]).toEqual([place, { message, suggestion }]);
  });
});

test.each([
  ['7 days', 'due: next 7 days'],
  ['due today', 'due: today'],
  ['due on friday & p1', 'due: friday & p1'],
  ['next 7 days | overdue', 'due: next 7 days | overdue'],
  ['saturday', 'due: saturday'],
  ['aug 24 & p1', 'due: aug 24 & p1'],
  ['no priority', 'p4'],
  ['priority 1 | Priority: 2', 'p1 | p2'],
  ['due before: 7 days', 'due before: 7 days'],
  ['due before: next 7 days', 'due before: 7 days'],
  ['created after: -30 days', 'created after: -30 days'],
  ['due: this week & !subtask', 'due: this week & !subtask'],
  ['search: buy milk & #Work', '"buy milk" & #Work'],
  ['today & #Work, overdue', 'today & #Work | overdue'],
  ['#Movie Watchlist', '#"Movie Watchlist"'],
  ['#movie  watchlist', '#movie & "watchlist"'],
  ['#Movie watch', '#Movie & "watch"'],
  ['##Movie Watchlist & p1', '##"Movie Watchlist" & p1'],
  [String.raw`#R\&D`, '#"R&D"'],
  ['@wait* | #*club', '@wait* | #*club'],
  ['view all & !#Work', 'view all & !#Work'],
  ['all & no date', 'view all & no date'],
  ['od | over due', 'overdue | overdue'],
  ['date before: saturday', 'due before: saturday'],
  ['due on: today', 'due: today'],
  ['added: yesterday | added after: -2 weeks', 'created: yesterday | created after: -2 weeks'],
  ['!@* & !recurring', '!@* & !repeating'],
  ['due after: next week', 'due after: next week'],
  ['sun cream', '"sun" & "cream"'],
  ['may', '"may"'],
  ['24', '"24"'],
  ['bread and butter', '"bread" & "and" & "butter"'],
])('[V1] the filter of Todoist %s means %s', (text, printed) => {
  const read = readQuery(text, CONTEXT);
  expect('query' in read ? printQuery(read.query) : read.problem).toBe(printed);
});

test.each([
  ['today and p1', 'today & p1'],
  ['today OR overdue', 'today | overdue'],
  ['not p1', '! p1'],
  ['#Work & created yesterday', '#Work & created: yesterday'],
  ['assigned to: me & today', 'view all & today'],
  ['today & shared', 'today & view all'],
  ['due before: +4 hours', 'due before: tomorrow'],
  ['due before: today at 5pm', 'due before: today'],
  ['due: yesterdya', 'due: yesterday'],
  ['deadline friday', 'deadline: friday'],
  ['#Inbox & p1', '"#Inbox" & p1'],
  ['workspace: Ours', '"workspace:" Ours'],
])('[V1] the filter %s is rejected with a text that mends it: %s', (text, mended) => {
  const read = readQuery(text, CONTEXT);
  if ('query' in read) throw new Error(printQuery(read.query));
  const { from, to, suggestion } = read.problem;
  expect(text.slice(0, from) + suggestion + text.slice(to)).toBe(mended);
  expect(readQuery(mended, CONTEXT)).toHaveProperty('query');
});

test('[V1] a star in a name stands for any characters, and an exact name wins', () => {
  const labels = ['work', 'wait long', 'wait', 'w*', '*'].map((name) => ({ id: name, name }));
  const ids = (name: string) => named(labels, name).map(({ id }) => id);
  expect(ids('wa*')).toEqual(['wait long', 'wait']);
  expect(ids('W*T*')).toEqual(['wait long', 'wait']);
  expect(ids('*ong')).toEqual(['wait long']);
  expect(ids('w*')).toEqual(['w*']);
  expect(ids('wait*t')).toEqual([]);
});

test.each([
  ['today', '2026-06-10'],
  ['Yesterday', '2026-06-09'],
  ['-7d', '2026-06-03'],
  ['+2W', '2026-06-24'],
  ['+ 1 m', '2026-07-10'],
  ['-1y', '2025-06-10'],
  ['2026-12-24', '2026-12-24'],
  ['24.12.2026', '2026-12-24'],
  ['-99999y', '0001-01-01'],
  ['fri', '2026-06-12'],
  ['next friday', '2026-06-19'],
  ['last friday', '2026-06-05'],
  ['in 2 weeks', '2026-06-24'],
  ['3 days ago', '2026-06-07'],
  ['7 days', '2026-06-17'],
  ['-30 days', '2026-05-11'],
  ['someday', null],
  ['friday 5pm', null],
])('[V1] the day %s is %s', (text, day) => expect(CONTEXT.readDays(text)?.first ?? null).toBe(day));

test.each([
  ['this week', '2026-06-08', '2026-06-14'],
  ['next week', '2026-06-15', '2026-06-21'],
  ['last month', '2026-05-01', '2026-05-31'],
  ['next year', '2027-01-01', '2027-12-31'],
  ['next 7 days', '2026-06-10', '2026-06-16'],
  ['next 2 weeks', '2026-06-10', '2026-06-23'],
  ['this weekend', '2026-06-13', '2026-06-14'],
])('[V1] %s is from %s to %s', (text, first, last) =>
  expect(CONTEXT.readDays(text)).toEqual({ first, last }),
);

test('[Q6] a day of a query is read as quick add reads it, in the language of the user and in that of queries', () => {
  const german = { ...DAYS, language: 'de' } as const;
  expect(
    ['Freitag', 'friday', 'gestern', 'yesterday'].map((text) => readQueryDays(text, german)?.first),
  ).toEqual(['2026-06-12', '2026-06-12', '2026-06-09', '2026-06-09']);
  for (const query of ['due before: fri', 'due: next friday', 'created after: -7d'])
    expect(readQuery(query, CONTEXT)).toHaveProperty('query');
});

test('[V1] a month from the last day of a longer one is its own last day', () => {
  const from = (day: string) => ({ ...DAYS, now: { date: day as CalendarDay, minute: 0 } });
  expect(readQueryDays('+1m', from('2026-01-31'))?.first).toBe('2026-02-28');
  expect(readQueryDays('-1y', from('2024-02-29'))?.first).toBe('2023-02-28');
});

test('[V1] a name is near when it begins with the text, contains it, or differs by one letter in three', () => {
  const names = ['Work', 'Homework', 'Reading', 'Ärger', '買い物'];
  expect(
    ['wrk', 'homewrok', 'read', 'arger', '買い', 'x', 'garden', ''].map((name) => nearest(name, names)),
  ).toEqual(['Work', 'Homework', 'Reading', 'Ärger', '買い物', null, null, null]);
});
