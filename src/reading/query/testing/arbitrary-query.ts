import * as fc from 'fast-check';
import type { QueryContext } from '#src/reading/query/context.ts';
import { allOf, anyOf, DAY_FIELDS, KEYWORDS, not, RELATIONS, type Query } from '#src/reading/query/query.ts';
import { PRIORITIES } from '#src/tables/task/table.ts';
import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { contextOf } from '#src/domain/quick-add/testing/suite.ts';
import { readQueryDays } from '#src/reading/query/query-day.ts';
import { idSetOf } from '#src/domain/id-set.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { collection, sampleId, task } from '#src/sync/testing/samples.ts';

export const TODAY = '2026-06-10' as CalendarDay;

/** Names; some need quotes in a query. */
const NAMES = [
  'Work',
  'Garden club',
  'R&D',
  '#1',
  '"quoted"',
  'a\\b',
  'Ärger',
  'today',
  'p1',
  '買い物',
  '(x)',
  'no',
];

const DAYS = { ...contextOf({}), now: { date: TODAY, minute: 600 } };

/** One row of each kind for each name. Most collections are below the one before. */
export const CONTEXT: QueryContext = {
  today: TODAY,
  readDays: (text) => readQueryDays(text, DAYS),
  collections: NAMES.map((name, index) =>
    collection(index + 1, { name, parentId: index % 3 === 0 ? null : sampleId('collection', index) }),
  ),
  sections: NAMES.map((name, index) => ({
    id: sampleId('section', index + 1),
    name,
    collectionId: sampleId('collection', (index % 4) + 1),
  })),
  labels: NAMES.map((name, index) => ({ id: sampleId('label', index + 1), name })),
};

const name = fc.constantFrom(...NAMES);
/** Words with a meaning in queries, and signs of the grammar: as text they need quotes. */
const someText = fc
  .array(
    fc.constantFrom(
      'milk',
      'today',
      'no',
      'date',
      'p1',
      'due:',
      'in:',
      '&',
      '|',
      '!',
      '(',
      ')',
      '"',
      '\\',
      '#x',
      '@',
      'é',
      ' ',
      '\n',
      '買',
      'saturday',
      ',',
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text.trim() !== '');

const condition: fc.Arbitrary<Query> = fc.oneof(
  fc.record({ kind: fc.constant('is'), keyword: fc.constantFrom(...KEYWORDS) }),
  fc.record({ kind: fc.constant('priority'), priority: fc.constantFrom(...PRIORITIES) }),
  fc.record({ kind: fc.constant('collection'), name, withBelow: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('section', 'label'), name }),
  fc.record({
    kind: fc.constant('day'),
    field: fc.constantFrom(...DAY_FIELDS),
    relation: fc.constantFrom(...RELATIONS),
    day: fc.constantFrom('today', '-7d', '+1w', '2026-06-11', '6/9/2026', 'next friday', 'this week'),
  }),
  fc.constant({ kind: 'day', field: 'due', relation: 'on', day: 'next 3 days' } as const),
  fc.record({ kind: fc.constant('text'), text: someText }),
);

export const someQuery: fc.Arbitrary<Query> = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 4 },
    condition,
    tie('query').map(not),
    fc.array(tie('query'), { minLength: 2, maxLength: 4 }).map(allOf),
    fc.array(tie('query'), { minLength: 2, maxLength: 4 }).map(anyOf),
  ),
})).query;

const someDay = fc.integer({ min: -9, max: 9 }).map((days) => addDays(TODAY, days));
const someInstant = fc.integer({ min: -9 * 24, max: 9 * 24 }).map((hours) => Date.UTC(2026, 5, 10, hours));
const few = fc.integer({ min: 1, max: NAMES.length + 1 });

/** Tasks. Some name a label or a section that is not there, or a section of another collection. */
export const someTask: fc.Arbitrary<PlacedTask> = fc
  .record({
    name: fc.constantFrom('Buy milk', 'TODAY', 'Café (x)', 'no date', '"\\', '買い物'),
    description: fc.constantFrom('', 'milk & more', 'p1', 'due: in:'),
    date: fc.option(someDay),
    deadline: fc.option(someDay),
    time: fc.option(fc.constant('09:00')),
    priority: fc.constantFrom(...PRIORITIES),
    repeat: fc.option(fc.constant('FREQ=DAILY')),
    createdAt: someInstant,
    completedAt: fc.option(someInstant),
    collectionId: few.map((n) => sampleId('collection', n)),
    sectionId: fc.option(few.map((n) => sampleId('section', n))),
    parentId: fc.option(fc.constant(sampleId('task', 2))),
    labels: fc
      .array(
        few.map((n) => sampleId('label', n)),
        { maxLength: 3 },
      )
      .map(idSetOf),
    isBelowCompleted: fc.boolean(),
    isArchived: fc.boolean(),
  })
  .map((fields) => task(1, fields as Partial<PlacedTask>));
