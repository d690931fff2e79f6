import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { naiveGroups } from '#src/sync/testing/naive-groups.ts';
import { collection, sampleId, task } from '#src/sync/testing/samples.ts';
import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { COLORS } from '#src/domain/colors.ts';
import { newRow, isThere, type FindRow } from '#src/tables/kit/row.ts';
import type { Rows } from '#src/tables/tables.ts';
import { placedTask, type Task } from '#src/tables/task/task.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { arrangedIn } from './arranged-lists.ts';
import { arrangedName, DIRECTIONS, GROUPINGS, SORTS, type Arrangement } from './arrangement.ts';
import type { Change } from './presence.ts';
import { StandingQueries } from './standing-queries.ts';
import { TaskLists } from './task-lists.ts';

const TODAY = '2026-06-15' as CalendarDay;
const [HOME, WORK] = [1, 2].map((n) => sampleId('collection', n)) as [string, string];
const SECTIONS = [1, 2].map((n) => sampleId('section', n));
const LABELS = [1, 2, 3].map((n) => sampleId('label', n));
const QUERY = sampleId('filter', 1);
const HOUR_MS = 3_600_000;

type Changed = { [T in 'task' | 'section' | 'label']?: readonly Rows[T][] };

/** Lists of two collections; `isArchived` archives the second. */
function deviceOf(isArchived: boolean) {
  const rows = {
    task: new Map<string, Task>(),
    section: new Map<string, Rows['section']>(),
    label: new Map<string, Rows['label']>(),
    collection: new Map([1, 2].map((n) => [sampleId('collection', n), collection(n)])),
  };
  if (isArchived) rows.collection.set(WORK, collection(2, { archivedAt: 3 }));
  const find: FindRow = (table, id) => rows[table as 'task'].get(id);
  const lists = new TaskLists(TODAY, find);
  const changesOf = <Row extends { readonly id: string }>(
    known: Map<string, Row>,
    changed: readonly Row[],
  ) => {
    const changes = changed.map((after): [string, Change<Row>] => [
      after.id,
      { before: known.get(after.id), after },
    ]);
    for (const row of changed) known.set(row.id, row);
    return new Map(changes);
  };
  const change = ({ task: tasks = [], section = [], label = [] }: Changed) =>
    lists.apply({
      task: changesOf(rows.task, tasks),
      collection: new Map(),
      section: changesOf(rows.section, section),
      label: changesOf(rows.label, label),
      reminder: new Map(),
      filter: new Map(),
    });
  lists.apply({
    task: new Map(),
    collection: new Map(
      Array.from(rows.collection, ([id, after]) => [id, { before: undefined, after }] as const),
    ),
    section: new Map(),
    label: new Map(),
    reminder: new Map(),
    filter: new Map(),
  });
  const live = () =>
    [...rows.task.values()]
      .filter((row) => isThere('task', row, find))
      .map((row) => placedTask(row, find))
      .map((row) => ({ ...row, isArchived: isArchived && row.collectionId === WORK }));
  const there = () => ({ sections: [...rows.section.values()], labels: [...rows.label.values()] });
  return { lists, change, live, there };
}

const section = (n: number, deletedAt: number | null): Rows['section'] =>
  newRow('section', {
    id: SECTIONS[n - 1]!,
    collectionId: n === 1 ? HOME : WORK,
    name: `Section ${n}`,
    createdAt: n,
    deletedAt,
  });

const label = (n: number, deletedAt: number | null): Rows['label'] =>
  newRow('label', {
    id: LABELS[n - 1]!,
    name: `Label ${n}`,
    color: COLORS[0].hex,
    createdAt: n,
    deletedAt,
  });

const anyArrangement: fc.Arbitrary<Arrangement> = fc.record({
  list: fc.constantFrom(
    'overdue',
    'today',
    'upcoming',
    'completed',
    `in:${HOME}`,
    `in:${WORK}`,
    `labelled:${LABELS[0]}`,
    `query:${QUERY}`,
  ),
  group: fc.constantFrom(...GROUPINGS),
  sort: fc.constantFrom(...SORTS),
  direction: fc.constantFrom(...DIRECTIONS),
});

const anyTask = fc
  .record({
    n: fc.integer({ min: 1, max: 60 }),
    name: fc.constantFrom('ant', 'Bee', 'cow'),
    date: fc.option(
      fc.integer({ min: -2, max: 2 }).map((offset) => addDays(TODAY, offset)),
      { freq: 4 },
    ),
    time: fc.option(fc.constantFrom('08:00', '09:00') as fc.Arbitrary<TimeOfDay>),
    priority: fc.constantFrom(1, 2, 3, 4),
    parent: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 3 }),
    collectionId: fc.constantFrom(HOME, WORK),
    sectionId: fc.option(fc.constantFrom(...SECTIONS, sampleId('section', 9))),
    labels: fc.subarray([...LABELS]).map((ids) => ids.join(' ')),
    place: fc.constantFrom('', 'B', 'C'),
    dayPlace: fc.constantFrom('', '3B'),
    createdAt: fc.nat(4),
    completedAt: fc.option(
      fc.nat(8).map((n) => n * 9 * HOUR_MS),
      { freq: 2 },
    ),
    deletedAt: fc.option(fc.nat(1), { freq: 1 }),
  })
  // Each parent has a smaller number than its sub-tasks, so that no task is below itself.
  .map(({ n, parent, ...fields }) =>
    task(n, { ...fields, parentId: parent !== null && parent < n ? sampleId('task', parent) : null }),
  );

const anyTasks = (maxLength: number) =>
  fc.uniqueArray(anyTask, { maxLength, selector: ({ id }) => id, size: 'max' });

const anyDeletion = fc.option(fc.constant(9), { freq: 1 });

/** A numeric `query` asks for the tasks of that priority from now on; null asks for none. */
type Step = Changed & { today?: CalendarDay; query?: number | null };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: anyTasks(5).map((tasks) => ({ task: tasks })), weight: 6 },
  { arbitrary: anyTasks(50).map((tasks) => ({ task: tasks })), weight: 2 },
  {
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 2 }), anyDeletion, anyTasks(3)).map(([n, gone, tasks]) => ({
      section: [section(n, gone)],
      task: tasks,
    })),
    weight: 2,
  },
  {
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 3 }), anyDeletion, anyTasks(3)).map(([n, gone, tasks]) => ({
      label: [label(n, gone)],
      task: tasks,
    })),
    weight: 2,
  },
  { arbitrary: fc.integer({ min: -2, max: 2 }).map((days) => ({ today: addDays(TODAY, days) })), weight: 1 },
  { arbitrary: fc.constantFrom(1, 2, 3, null).map((query) => ({ query })), weight: 2 },
);

test('[V8] after any changes the groups equal filtering, sorting and grouping anew, and the changed ones are named', () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 12 }),
      fc.array(anyArrangement, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (steps, arrangements, isArchived) => {
        const { lists, change, live, there } = deviceOf(isArchived);
        const names = arrangements.map(arrangedName);
        const arranged = arrangedIn(lists);
        for (const name of names) arranged.follow(name);
        const read = () => new Map(names.map((name) => [name, arranged.groups(name)]));
        let today = TODAY;
        let query: number | null = null;
        for (const step of steps) {
          const before = read();
          today = step.today ?? today;
          const stand = (priority: number | null) =>
            lists.stand(
              QUERY,
              priority === null ? null : (row) => row.priority === priority,
              StandingQueries,
            );
          if (step.query !== undefined) query = step.query;
          const named =
            step.query !== undefined ? stand(query) : step.today ? lists.setToday(step.today) : change(step);
          for (const [i, name] of names.entries()) {
            const groups = arranged.groups(name);
            const naive = naiveGroups(live(), arrangements[i]!, { today, query, ...there() });
            expect(new Map(groups)).toEqual(naive);
            expect(named.has(name) || groups === before.get(name)).toBe(true);
          }
        }
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);

test('[V8] a change of one task leaves all groups without it the same objects', () => {
  const { lists, change } = deviceOf(false);
  change({ task: [1, 2, 3, 4, 5].map((n) => task(n, { priority: n < 3 ? 1 : 2 })) });
  const name = arrangedName({ list: `in:${HOME}`, group: 'priority', sort: 'name', direction: 'ascending' });
  const before = arrangedIn(lists).groups(name);

  expect(change({ task: [task(5, { name: 'Aardvark', priority: 2 })] })).toContain(name);

  const after = arrangedIn(lists).groups(name);
  expect(after.get('1')).toBe(before.get('1'));
  expect(after.get('2')).toEqual([5, 3, 4].map((n) => sampleId('task', n)));
});

test('[V8] names are sorted as people read them: ignoring case and accents, numbers by their value', () => {
  const { lists, change } = deviceOf(false);
  const words = ['item 10', 'Zebra', 'Äpfel', 'apricot', 'item 9'];
  change({ task: words.map((word, i) => task(i + 1, { name: word })) });
  const read = (direction: Arrangement['direction']) =>
    arrangedIn(lists)
      .groups(arrangedName({ list: `in:${HOME}`, group: 'none', sort: 'name', direction }))
      .get('')
      ?.map((id) => words[Number(id.slice(-2)) - 1]);
  expect(read('ascending')).toEqual(['Äpfel', 'apricot', 'item 9', 'item 10', 'Zebra']);
  expect(read('descending')).toEqual(['Zebra', 'item 10', 'item 9', 'apricot', 'Äpfel']);
});
