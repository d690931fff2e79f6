import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { collection, sampleId } from '#src/sync/testing/samples.ts';
import type { DescribedTask } from '#src/file/describe-plan.ts';
import { contextIn, planned } from '#src/file/testing/reading.ts';
import { instantOf } from '#src/domain/repeat/local-time.ts';
import { writeCsv } from './write-csv.ts';
import { writeIcal } from './write-ical.ts';
import { writeMarkdown } from './write-markdown.ts';
import { writeTodoTxt } from './write-todo-txt.ts';
import type { WrittenTask } from './written-tasks.ts';

const PARIS = contextIn('Europe/Paris');
const CREATED = Date.UTC(2026, 2, 11, 9, 30, 15, 120);
const DONE = Date.UTC(2026, 5, 1, 8);

const task = (changes: Partial<WrittenTask> = {}): WrittenTask => ({
  id: sampleId('task', 1),
  name: 'Walk',
  description: '',
  collection: 'Home',
  section: null,
  parentId: null,
  level: 0,
  date: null,
  time: null,
  zone: null,
  duration: null,
  deadline: null,
  priority: 4,
  labels: [],
  repeat: null,
  repeatFrom: 'date',
  reminders: [],
  createdAt: CREATED,
  isDone: false,
  completedAt: null,
  ...changes,
});

const SIGNS = [
  '=',
  '+',
  '-',
  '@',
  "'",
  '"',
  ',',
  ';',
  '|',
  '\\',
  ':',
  '#',
  'a',
  'Z',
  '1',
  'ä',
  '日',
  'ش',
  '🏳️‍🌈',
  ' ',
];
const line = fc
  .array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 90 })
  .map((signs) => `${signs.join('').replaceAll(/ {2,}/g, ' ').trim()}x`);
const notes = fc
  .array(fc.tuple(fc.constantFrom('', ' ', '    '), line), { maxLength: 4 })
  .map((lines) => lines.map((parts) => parts.join('')).join('\n'));
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'Ü', 'ش', '7'), minLength: 1, maxLength: 8 });
const day = fc.constantFrom('2026-03-12', '2026-10-25', '2027-02-28');
const anyTask = fc
  .record({
    name: line,
    description: notes,
    section: fc.option(word),
    date: fc.option(day),
    time: fc.option(fc.constantFrom('00:00', '09:05', '23:59')),
    zone: fc.option(fc.constantFrom('America/New_York', 'Asia/Kolkata', 'Europe/Paris')),
    duration: fc.option(fc.integer({ min: 1, max: 600 })),
    deadline: fc.option(fc.constantFrom('2027-03-01', '2028-02-29')),
    priority: fc.integer({ min: 1, max: 4 }),
    labels: fc.uniqueArray(word, { maxLength: 3, selector: (name) => name.toLowerCase() }),
    repeat: fc.option(
      fc.constantFrom('FREQ=DAILY', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', 'FREQ=MONTHLY;BYMONTHDAY=-1'),
    ),
    repeatFrom: fc.constantFrom('date' as const, 'completion' as const),
    isDone: fc.boolean(),
  })
  .map(({ time, zone, repeat, repeatFrom, isDone, ...rest }) => {
    const isTimed = rest.date !== null && time !== null;
    const isRepeated = rest.date !== null && repeat !== null && !isDone;
    return task({
      ...rest,
      time: isTimed ? time : null,
      zone: isTimed ? zone : null,
      repeat: isRepeated ? repeat : null,
      repeatFrom: isRepeated ? repeatFrom : 'date',
      isDone,
      completedAt: isDone ? DONE : null,
    });
  });

/** The task as the plan of an import describes it. */
function described(written: WrittenTask): DescribedTask {
  const {
    name,
    description,
    collection: home,
    section,
    date,
    time,
    zone,
    duration,
    deadline,
    priority,
  } = written;
  const { labels, repeat, repeatFrom, isDone, completedAt, createdAt } = written;
  return {
    name,
    collection: home,
    createdAt: new Date(createdAt).toISOString(),
    ...(description !== '' && { description }),
    ...(section !== null && { section }),
    ...(date !== null && { date }),
    ...(time !== null && { time }),
    ...(zone !== null && { zone }),
    ...(duration !== null && { duration }),
    ...(deadline !== null && { deadline }),
    ...(priority !== 4 && { priority }),
    ...(labels.length > 0 && { labels }),
    ...(repeat !== null && { repeat }),
    ...(repeatFrom === 'completion' && { repeatFrom }),
    ...(isDone && { done: true as const }),
    ...(completedAt !== null && { completedAt: new Date(completedAt).toISOString() }),
  };
}

const one = (name: string, content: string) => {
  const { tasks, refused, told } = planned(name, content, PARIS);
  return { task: tasks[0], refused, told };
};

test('[X2] the table is the same when it is read again, whatever a value begins with', () => {
  fc.assert(
    fc.property(anyTask, (written) => {
      expect(one('Tasks.csv', writeCsv([written]))).toEqual({
        task: described(written),
        refused: [],
        told: [],
      });
    }),
  );
});

test('[X2] no cell of the table begins as a formula does, and Excel is told that it is UTF-8', () => {
  const table = writeCsv([task({ name: '=HYPERLINK("http://a.b")', collection: '+1', labels: ['@x'] })]);
  expect(table.startsWith('\uFEFFID,')).toBe(true);
  expect(table).toContain(`"'=HYPERLINK(""http://a.b"")"`);
  expect(table).not.toMatch(/(?:^|,|\n)"?[=+@-]/);
});

test('[X1] sub-tasks have their parents again', () => {
  const [parent, child] = [
    task(),
    task({ id: sampleId('task', 2), name: 'Leash', parentId: sampleId('task', 1) }),
  ];
  for (const [name, content] of [
    ['Tasks.csv', writeCsv([parent, child])],
    ['Tasks.ics', writeIcal([parent, child])],
    ['todo.txt', writeTodoTxt([parent, child])],
  ] as const)
    expect(planned(name, content, PARIS).tasks[1]).toMatchObject({ name: 'Leash', parent: 'Walk' });
});

test('[X1] a calendar is the same when it is read again, but for what iCalendar cannot say', () => {
  fc.assert(
    fc.property(anyTask, (any) => {
      const written = { ...any, section: null, repeatFrom: 'date' as const, createdAt: DONE - 60_000 };
      const { date, time, deadline, duration } = written;
      const isEnd = date !== null && deadline !== null;
      const said = {
        ...written,
        date: date ?? deadline,
        deadline: isEnd ? deadline : null,
        duration: date !== null && time !== null && !isEnd ? duration : null,
      };
      expect(one('Tasks.ics', writeIcal([written]))).toEqual({
        task: described(said),
        refused: [],
        told: [],
      });
    }),
  );
});

test('[X1] no line of a calendar has more than 75 octets, and no character is broken', () => {
  fc.assert(
    fc.property(anyTask, (written) => {
      const lines = writeIcal([written]).split('\r\n');
      for (const each of lines) expect(new TextEncoder().encode(each).length).toBeLessThanOrEqual(75);
      expect(lines.join('')).not.toContain('\uFFFD');
      expect(lines.every((each) => each.isWellFormed())).toBe(true);
    }),
  );
});

test('[X1] a calendar has its zones with their changes, a calendar for each collection, and its reminders', () => {
  const remindAt = instantOf({ date: PARIS.now.date, time: '12:00' }, 'UTC') ?? 0;
  const timed = task({
    date: '2026-10-30',
    time: '09:00',
    zone: 'America/New_York',
    reminders: [{ minutesBefore: 30 }, { remindAt }],
  });
  const text = writeIcal([timed, task({ id: sampleId('task', 2), collection: collection(1).name })]);
  expect(text).toContain('DTSTART;TZID=America/New_York:20261030T090000');
  expect(text).toContain(
    ['BEGIN:STANDARD', 'DTSTART:20261101T020000', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500'].join('\r\n'),
  );
  expect(text.match(/BEGIN:VCALENDAR/g)).toHaveLength(2);
  expect(one('Tasks.ics', text).task?.reminders).toEqual([
    { minutesBefore: 30 },
    { at: new Date(remindAt).toISOString() },
  ]);
});

test('[X1] todo.txt keeps names, days, priorities, labels, plain repeats and completions', () => {
  fc.assert(
    fc.property(anyTask, word, (any, name) => {
      const written = { ...any, name, collection: 'Home' };
      const said = one('todo.txt', writeTodoTxt([written])).task;
      expect(said).toMatchObject({
        name,
        collection: 'Home',
        ...((any.date ?? any.deadline) && { date: any.date ?? any.deadline }),
        ...(any.date && any.deadline && { deadline: any.deadline }),
        ...(any.priority !== 4 && { priority: any.priority }),
        ...(any.labels.length > 0 && { labels: any.labels }),
        ...(any.repeat === 'FREQ=DAILY' && { repeat: any.repeat }),
        ...(any.isDone && { done: true }),
      });
      expect(said?.repeat === undefined || any.repeat === 'FREQ=DAILY').toBe(true);
    }),
  );
});

test('[X1] Markdown has headings and boxes, with signs that Markdown does not read', () => {
  const tasks = [
    task({
      name: 'Buy *milk*',
      section: 'Shop',
      date: '2026-03-12',
      labels: ['cold'],
      description: 'Two\n\nbottles',
    }),
    task({ id: '2', name: 'Oat', level: 1, isDone: true }),
    task({ id: '3', name: 'Mail', collection: 'Work', priority: 1 }),
  ];
  expect(writeMarkdown(tasks)).toBe(
    [
      '# Home',
      '',
      '## Shop',
      '',
      String.raw`- [ ] Buy \*milk\* (2026-03-12, @cold)`,
      '  Two',
      '',
      '  bottles',
      '  - [x] Oat',
      '',
      '# Work',
      '',
      '- [ ] Mail (p1)',
      '',
    ].join('\n'),
  );
});

test('[X1] Markdown has each collection and section once, and no task below the heading of another', () => {
  const names = [
    ['N1', 'Home', null],
    ['N2', 'Home', 'S1'],
    ['N3', 'Work', null],
    ['N4', 'Home', null],
    ['N5', 'Home', 'S2'],
    ['N6', 'Home', 'S1'],
  ] as const;
  const tasks = names.map(([name, home, section]) => task({ id: name, name, collection: home, section }));
  const text = writeMarkdown(tasks);
  expect(text.split('\n').filter((each) => each !== '')).toEqual([
    '# Home',
    '- [ ] N1',
    '- [ ] N4',
    '## S1',
    '- [ ] N2',
    '- [ ] N6',
    '## S2',
    '- [ ] N5',
    '# Work',
    '- [ ] N3',
  ]);
});

test('[X1] Markdown that is read again has the notes of each task', () => {
  const all = fc.array(
    fc.array(fc.constantFrom('words', '- item', '> quote', '    code', ''), { maxLength: 6 }),
  );
  fc.assert(
    fc.property(all, (texts) => {
      const tasks = texts.map((lines, i) => {
        const description = lines.join('\n').replace(/^\n+/, '').trimEnd();
        return task({ id: `${i}`, name: `N${i}`, level: i % 3, description });
      });
      const read = planned('Home.md', writeMarkdown([task({ name: 'First' }), ...tasks])).tasks;
      for (const { name, description } of tasks)
        expect(read.find((each) => each.name === name)?.description ?? '').toBe(description);
    }),
  );
});
