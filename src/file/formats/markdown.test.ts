import { expect, test } from 'vitest';
import { fieldsOf, imported, planned, reasonsOf } from '#src/file/testing/reading.ts';

const NOTE = `---
title: x
---
# Garden ##

Words.

- [ ] Plant **bulbs**
  - [x] Buy
    1. [ ] Order
* [X] Done

## Soon

+ [ ] Plus
- [ ]
- No task
- [-] Dropped
- [/] Begun

\`\`\`
- [ ] in code
\`\`\`
> - [ ] in a quote
`;

test('[I3] boxes of a list come with their levels and headings', () => {
  const { format, collections, sections, tasks, refused, told } = planned('n.md', NOTE);
  expect(format).toBe('markdown');
  expect(collections.map(({ name }) => name)).toEqual(['Garden']);
  expect(sections.map(({ name }) => name)).toEqual(['Soon']);
  expect(tasks.map(({ name, parent, section, done }) => [name, parent, section, done])).toEqual([
    ['Plant **bulbs**', undefined, undefined, undefined],
    ['Plus', undefined, 'Soon', undefined],
    ['Begun', undefined, 'Soon', undefined],
    ['Buy', 'Plant **bulbs**', undefined, true],
    ['Order', 'Buy', undefined, undefined],
    ['Done', undefined, undefined, true],
    ['Dropped', undefined, 'Soon', true],
  ]);
  expect(reasonsOf(refused)).toEqual([
    ['line 16', 'NO_NAME'],
    ['line 17', '- No task', 'NOT_A_TASK', 'no box'],
    ['line 22', '- [ ] in code', 'NOT_A_TASK', 'code'],
    ['line 24', '> - [ ] in a quote', 'NOT_A_TASK', 'quote'],
  ]);
  expect(
    told.filter(({ reason }) => reason !== 'NO_COMPLETION_TIME').map(({ name, reason }) => [name, reason]),
  ).toEqual([
    ['', 'FIELD_LEFT_OUT'],
    ['Dropped', 'CANCELED_IS_COMPLETED'],
    ['Begun', 'FIELD_LEFT_OUT'],
  ]);
});

test.each([
  [
    'Sow #out ⏫ 🔁 every week on Monday ⏳ 2026-12-01 📅 2026-12-15 ➕ 2026-10-01 ^a1',
    {
      name: 'Sow',
      priority: 2,
      labels: ['out'],
      date: '2026-12-01',
      deadline: '2026-12-15',
      repeat: 'FREQ=WEEKLY;BYDAY=MO',
    },
  ],
  ['Start 🛫 2026-12-02', { name: 'Start', date: '2026-12-02' }],
  [
    'Later 🔁 every 3 days when done 📅 2026-11-28',
    { name: 'Later', date: '2026-11-28', repeat: 'FREQ=DAILY;INTERVAL=3', repeatFrom: 'completion' },
  ],
  ['In 📅 2026-12-03 the middle', { name: 'In 📅 2026-12-03 the middle' }],
  ['Other 🗓️2026-12-05', { name: 'Other', date: '2026-12-05' }],
  [
    'View [due:: 2026-12-04] [priority:: high] [repeat:: every day] [other:: x]',
    { name: 'View [other:: x]', date: '2026-12-04', priority: 2, repeat: 'FREQ=DAILY' },
  ],
  [
    'Words 🔁 every blue moon 📅 2026-12-05',
    { name: 'Words', date: '2026-12-05', description: 'every blue moon' },
  ],
  ['Highest 🔺', { name: 'Highest', priority: 1 }],
  ['📅 2026-12-05', { name: '📅 2026-12-05', date: '2026-12-05' }],
])('[I3] the signs of Obsidian Tasks: %s', (text, fields) => {
  expect(fieldsOf(planned('n.md', `- [ ] ${text}`).tasks)).toEqual([fields]);
});

test.each([
  ['Sow 🛫 2026-11-30 ⏳ 2026-12-01', ['FIELD_LEFT_OUT', '🛫 2026-11-30']],
  ['Sow 🛫 2026-12-01 ⏳ 2026-12-01', []],
  ['Sow ^a1', ['FIELD_LEFT_OUT', '^a1']],
  ['Sow [priority:: low]', ['PRIORITY_LOWERED']],
  ['Sow 📅 2026-02-30', ['FIELD_LEFT_OUT', '📅 2026-02-30']],
  ['Sow 📅 2026-12-01 📅 2026-12-02', ['FIELD_LEFT_OUT', '📅 2026-12-01']],
])('[I2] signs without a meaning here are told: %s', (text, told) => {
  expect(reasonsOf(planned('n.md', `- [ ] ${text}`).told)).toEqual(
    told.length === 0 ? [] : [['line 1', 'Sow', ...told]],
  );
});

const BELOW = `# Home

Some words.

- [ ] Buy paint
  Only the matt one,
from the shop.
  - colour: white

  > And *thin*.

  \`\`\`
  - [ ] code
    deeper
  \`\`\`
  - [ ] Ask
\tTwice

      at least
  Then go.
- [ ] Call
- Plain
  with text

Some prose line.
more

\`\`\`
code
- [ ] in code
\`\`\`
> quote
---
1. [ ] Last
       code
`;

test('[I3] text below a box is in the notes of its task', () => {
  expect(fieldsOf(planned('n.md', BELOW).tasks)).toEqual([
    {
      name: 'Buy paint',
      description: [
        'Only the matt one,',
        'from the shop.',
        '- colour: white',
        '',
        '> And *thin*.',
        '',
        '```',
        '- [ ] code',
        '  deeper',
        '```',
        'Then go.',
      ].join('\n'),
    },
    { name: 'Ask', parent: 'Buy paint', description: 'Twice\n\n  at least' },
    { name: 'Call' },
    { name: 'Last', description: '    code' },
  ]);
});

test('[I2] lines that are part of no task are told, but for those that introduce the page', () => {
  expect(reasonsOf(planned('n.md', BELOW).refused)).toEqual([
    ['line 22', '- Plain', 'NOT_A_TASK', 'no box'],
    ['line 23', 'with text', 'NOT_A_TASK', 'text'],
    ['line 25', 'Some prose line.', 'NOT_A_TASK', 'text'],
    ['line 26', 'more', 'NOT_A_TASK', 'text'],
    ['line 29', 'code', 'NOT_A_TASK', 'code'],
    ['line 30', '- [ ] in code', 'NOT_A_TASK', 'code'],
    ['line 32', '> quote', 'NOT_A_TASK', 'quote'],
  ]);
});

test('[I3] underlined text is a heading, but not below a box', () => {
  const text = 'Garden\n======\n- [ ] a\n\nSoon\n----\n- [ ] b\ntext\n---\n- [ ] c\n';
  const { tasks, refused } = planned('n.md', text);
  expect(tasks.map(({ name, collection, section }) => [name, collection, section])).toEqual([
    ['a', 'Garden', undefined],
    ['b', 'Garden', 'Soon'],
    ['c', 'Garden', 'Soon'],
  ]);
  expect([tasks[1]?.description, refused]).toEqual(['text', []]);
});

test('[I3] code ends with signs as long as those at its beginning, or with its item', () => {
  const text =
    '````\n```\n- [ ] in code\n```\n````\n- [ ] a\n```js code``` inline\n- [ ] b\n  ~~~\n- [ ] c\n';
  expect(planned('n.md', text).tasks.map(({ name, description }) => [name, description])).toEqual([
    ['a', '```js code``` inline'],
    ['b', '~~~'],
    ['c', undefined],
  ]);
});

test.each([
  ['a rule', '---\n- [ ] a\n- [ ] b\n'],
  ['two rules', '---\n- [ ] a\n- [ ] b\n---\n'],
  ['front matter', '---\nsubject, due\n---\n- [ ] a\n- [ ] b\n'],
  ['tags', '---\ntags: x\n---\n- [ ] a\n- [ ] b\n'],
  ['a link', '[[Home]] page\n- [ ] a\n- [ ] b\n'],
  ['a box without an item', '[ ] a\n[x] b\n'],
  ['a word that heads a column', 'Title\n- [ ] a\n- [ ] b\n'],
  ['a line of Org', '* TODO is a word\n- [ ] a\n- [ ] b\n'],
  ['a line of Logseq', '- TODO later\n- [ ] a\n- [ ] b\n'],
])('[I1] boxes are read below a first line such as %s', (_, text) => {
  const { format, tasks } = planned('n.md', text);
  expect([format, ...tasks.map(({ name }) => name)]).toEqual(['markdown', 'a', 'b']);
});

test.each([
  ['* TODO a\n  SCHEDULED: <2026-12-01 Tue>\n- [ ] b\n', 'o.txt', 'org'],
  ['* TODO a\n- [ ] b\n', 'o.org', 'org'],
  ['- TODO a\n  id:: 1-2\n  - [ ] b\n', 'l.md', 'markdown'],
  ['Name,Notes\na,"Bring\n- [ ] b"\n', 't.csv', 'csv'],
])('[I1] boxes in the notes of other formats decide nothing: %s', (text, name, format) => {
  const plan = planned(name, text);
  expect([plan.format, ...plan.tasks.map((task) => task.name)]).toEqual([format, 'a']);
});

test('[I5] the same file adds nothing a second time', () => {
  expect(planned('n.md', NOTE, undefined, imported('n.md', NOTE)).tasks).toEqual([]);
});

test('[I8] long runs of blanks and signs take no time', () => {
  const line = `- [ ] A${' '.repeat(200_000)}📅${' '.repeat(200_000)}x ${'#'.repeat(200_000)} y`;
  expect(planned('n.md', `${line}\n# ${'#'.repeat(200_000)}x`).tasks).toHaveLength(1);
  const apart = `- [ ] A${'\n'.repeat(300_000)}- [ ] B\n  first\n${' \n'.repeat(300_000)}  note`;
  expect(planned('n.md', apart).tasks.map(({ name }) => name)).toEqual(['A', 'B']);
});

test('[I5] notes of two days have tasks of one name, and the same file adds nothing under the name of a second download', () => {
  const [first, second] = ['# Tasks\n- [ ] Stretch\n', '# Tasks\n- [ ] Stretch\n- [ ] Other\n'];
  const view = imported('2026-11-26.md', first);
  const namesIn = (file: string, text: string) =>
    planned(file, text, undefined, view).tasks.map(({ name, collection }) => [collection, name]);
  expect(namesIn('2026-11-27.md', second)).toEqual([
    ['Tasks', 'Stretch'],
    ['Tasks', 'Other'],
  ]);
  expect(namesIn('2026-11-26.md', first)).toEqual([]);
  expect(namesIn('2026-11-26 (1).md', first)).toEqual([]);
});
