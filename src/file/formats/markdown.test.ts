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

test('[I5] the same file adds nothing a second time', () => {
  expect(planned('n.md', NOTE, undefined, imported('n.md', NOTE)).tasks).toEqual([]);
});

test('[I8] long runs of blanks and signs take no time', () => {
  const line = `- [ ] A${' '.repeat(200_000)}📅${' '.repeat(200_000)}x ${'#'.repeat(200_000)} y`;
  expect(planned('n.md', `${line}\n# ${'#'.repeat(200_000)}x`).tasks).toHaveLength(1);
});
