import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { changedLists, naiveLists, readLists, shapeOf } from '#src/sync/testing/naive-lists.ts';
import { collection, sampleId, task } from '#src/sync/testing/samples.ts';
import { addDays, calendarDayAt, type CalendarDay } from '#src/domain/calendar-day.ts';
import { isThere, type Task } from '#src/domain/task.ts';
import type { Change } from './presence.ts';
import { TaskLists, type ListName } from './task-lists.ts';

const TODAY = '2026-06-15' as CalendarDay;
const COLLECTIONS = [1, 2, 3].map((n) => sampleId('collection', n));

const HOUR_MS = 3_600_000;

const ids = (...ns: number[]) => ns.map((n) => sampleId('task', n));
const dayAt = (offset: number) => addDays(TODAY, offset);
const dayOf = (instant: number) => calendarDayAt(instant);

/** Collections 1 to 3, of which those are there. */
const collectionsWith = (there: readonly number[]) =>
  new Map(
    [1, 2, 3].map((n) => [COLLECTIONS[n - 1]!, collection(n, there.includes(n) ? {} : { deletedAt: 9 })]),
  );

/** Lists of `tasks` in three collections that are there, and what to change them with. */
function listsOf(...tasks: readonly Task[]) {
  const rows = new Map<string, Task>();
  let collections: ReadonlyMap<string, ReturnType<typeof collection>> = new Map();
  const lists = new TaskLists(TODAY);
  /** Replaces the rows of the same ids; `deleted` ones are gone without a trace. `there`: the collections that now are. */
  const change = (changed: readonly Task[], deleted: readonly string[] = [], there?: readonly number[]) => {
    const before = collections;
    if (there) collections = collectionsWith(there);
    const changes = new Map<string, Change<Task>>([
      ...changed.map((after) => [after.id, { before: rows.get(after.id), after }] as const),
      ...deleted.map((id) => [id, { before: rows.get(id), after: undefined }] as const),
    ]);
    for (const row of changed) rows.set(row.id, row);
    for (const id of deleted) rows.delete(id);
    const flips = new Map([...collections].map(([id, after]) => [id, { before: before.get(id), after }]));
    const named = lists.apply({
      task: changes,
      collection: there ? flips : new Map(),
    });
    // All that are given count as changed.
    named.delete('collections');
    return named;
  };
  /** The tasks that the user has. */
  const live = () => [...rows.values()].filter((row) => isThere(row, collections.get(row.collectionId)));
  change(tasks, [], [1, 2, 3]);
  return { lists, change, live };
}

afterEach(() => vi.unstubAllEnvs());

describe('TaskLists', () => {
  test('a task of a day before, of, or after today is overdue, of today, or upcoming', () => {
    const { lists } = listsOf(
      task(1, { date: dayAt(-1) }),
      task(2, { date: dayAt(0) }),
      task(3, { date: dayAt(1) }),
    );

    expect(lists.overdue()).toEqual([{ day: dayAt(-1), ids: ids(1) }]);
    expect(lists.today()).toEqual(ids(2));
    expect(lists.upcoming()).toEqual([{ day: dayAt(1), ids: ids(3) }]);
    expect(lists.inCollection(COLLECTIONS[0]!)).toEqual(ids(1, 2, 3));
  });

  test('overdue and upcoming go by day, the earliest first; within a day the oldest created comes first', () => {
    const { lists } = listsOf(
      task(1, { date: dayAt(9), createdAt: 50 }),
      task(2, { date: dayAt(9), createdAt: 40 }),
      task(3, { date: dayAt(2), createdAt: 60 }),
      task(4, { date: dayAt(-2) }),
      task(5, { date: dayAt(-9) }),
    );

    expect(lists.upcoming()).toEqual([
      { day: dayAt(2), ids: ids(3) },
      { day: dayAt(9), ids: ids(2, 1) },
    ]);
    expect(lists.overdue().map(({ day }) => day)).toEqual([dayAt(-9), dayAt(-2)]);
  });

  test('completed tasks are in no other list, the newest first; deleted ones in none', () => {
    const { lists } = listsOf(
      task(1, { completedAt: 100 }),
      task(2, { completedAt: 300 }),
      task(3, { completedAt: 200, deletedAt: 400 }),
      task(4, { deletedAt: 400 }),
    );

    expect(lists.completed()).toEqual([{ day: dayOf(300), ids: ids(2, 1) }]);
    expect(lists.completedIn(COLLECTIONS[0]!)).toEqual(ids(2, 1));
    expect(lists.today()).toEqual([]);
    expect(lists.inCollection(COLLECTIONS[0]!)).toEqual([]);
  });

  test('completed tasks go by the day of their completion, the newest first; those of another day stay the same group', () => {
    const at = (day: number, hour: number) => new Date(2026, 5, day, hour).getTime();
    const { lists, change } = listsOf(
      task(1, { completedAt: at(14, 0) }),
      task(2, { completedAt: at(15, 9) }),
      task(3, { completedAt: at(13, 23) }),
      task(4, { completedAt: at(14, 23) }),
    );
    expect(lists.completed()).toEqual([
      { day: dayAt(0), ids: ids(2) },
      { day: dayAt(-1), ids: ids(4, 1) },
      { day: dayAt(-2), ids: ids(3) },
    ]);
    const before = lists.completed();

    change([task(4, { completedAt: at(13, 22) })]);

    expect(lists.completed()).toEqual([
      { day: dayAt(0), ids: ids(2) },
      { day: dayAt(-1), ids: ids(1) },
      { day: dayAt(-2), ids: ids(3, 4) },
    ]);
    expect(lists.completed()[0]).toBe(before[0]);
  });

  test('in another time zone they are grouped by the days there', () => {
    const instant = Date.parse('2026-06-15T12:00Z');
    vi.stubEnv('TZ', 'Pacific/Auckland');
    const { lists } = listsOf(task(1, { completedAt: instant }), task(2, { completedAt: instant - HOUR_MS }));
    expect(lists.completed().map(({ day }) => day)).toEqual(['2026-06-16', '2026-06-15']);

    vi.stubEnv('TZ', 'America/Los_Angeles');
    expect(lists.changeTimeZone()).toEqual(new Set(['completed']));

    expect(lists.completed()).toEqual([{ day: '2026-06-15', ids: ids(1, 2) }]);
  });

  test('tasks made or completed at the same instant are ordered by id, on every device alike', () => {
    const { lists } = listsOf(
      task(3, { createdAt: 1 }),
      task(1, { createdAt: 1 }),
      task(2, { createdAt: 1 }),
      task(5, { completedAt: 1 }),
      task(6, { completedAt: 1 }),
    );

    expect(lists.today()).toEqual(ids(1, 2, 3));
    expect(lists.completedIn(COLLECTIONS[0]!)).toEqual(ids(6, 5));
  });

  test('the active tasks of a collection go and come back with it, and nothing else does', () => {
    const [first] = COLLECTIONS;
    const { lists, change } = listsOf(
      task(1),
      task(2, { date: dayAt(1) }),
      task(3, { completedAt: 5 }),
      task(4, { collectionId: COLLECTIONS[1]!, date: dayAt(-1) }),
    );
    const [completed, overdue] = [lists.completed(), lists.overdue()];

    expect(change([], [], [2, 3])).toEqual(new Set(['today', 'upcoming', `in:${first}`]));
    expect([lists.today(), lists.upcoming(), lists.inCollection(first!)]).toEqual([[], [], []]);
    expect([lists.completed(), lists.overdue()]).toEqual([completed, overdue]);

    expect(change([], [], [1, 2, 3])).toEqual(new Set(['today', 'upcoming', `in:${first}`]));
    expect(lists.inCollection(first!)).toEqual(ids(1, 2));
    expect(lists.completed()).toBe(completed);
    expect(lists.overdue()).toBe(overdue);
  });

  test('a changed name changes no list', () => {
    const { lists, change } = listsOf(task(1), task(2, { completedAt: 3 }));
    const before = readLists(lists, COLLECTIONS);

    expect(
      change([task(1, { name: 'New', updatedAt: 9 }), task(2, { completedAt: 3, name: 'New' })]),
    ).toEqual(new Set());

    for (const [name, list] of readLists(lists, COLLECTIONS)) expect(list).toBe(before.get(name));
  });

  test('a change of upcoming tasks leaves the overdue list the same object', () => {
    const { lists, change } = listsOf(task(1, { date: dayAt(-1) }), task(2, { date: dayAt(1) }));
    const overdue = lists.overdue();

    expect(change([task(3, { date: dayAt(2) })])).toEqual(new Set(['upcoming', `in:${COLLECTIONS[0]}`]));

    expect(lists.overdue()).toBe(overdue);
  });

  test('at midnight what was of today is overdue, and what was upcoming is of today', () => {
    const { lists } = listsOf(task(1), task(2, { date: dayAt(1) }), task(3, { completedAt: 5 }));
    const [completed, inCollection] = [lists.completed(), lists.inCollection(COLLECTIONS[0]!)];

    expect(lists.setToday(dayAt(1))).toEqual(new Set(['overdue', 'today', 'upcoming']));

    expect(lists.overdue()).toEqual([{ day: dayAt(0), ids: ids(1) }]);
    expect(lists.today()).toEqual(ids(2));
    expect(lists.upcoming()).toEqual([]);
    expect(lists.completed()).toBe(completed);
    expect(lists.inCollection(COLLECTIONS[0]!)).toBe(inCollection);
  });

  test('the same day again changes nothing', () => {
    const { lists } = listsOf(task(1, { date: dayAt(-1) }));
    const overdue = lists.overdue();

    expect(lists.setToday(TODAY)).toEqual(new Set());

    expect(lists.overdue()).toBe(overdue);
  });

  const anyTask = fc
    .record({
      n: fc.integer({ min: 1, max: 120 }),
      date: fc.integer({ min: -3, max: 3 }).map(dayAt),
      collectionId: fc.constantFrom(...COLLECTIONS),
      createdAt: fc.nat(4),
      // Some at once, some of one day, some of others.
      completedAt: fc.option(
        fc.nat(12).map((n) => n * 8 * HOUR_MS),
        { freq: 2 },
      ),
      deletedAt: fc.option(fc.nat(1), { freq: 1 }),
      name: fc.constantFrom('A', 'B'),
    })
    .map(({ n, ...fields }) => task(n, fields));
  // Now few at a time, now many: past 32 they are placed in another way.
  const anyBatch = (maxLength: number) =>
    fc.uniqueArray(anyTask, { maxLength, selector: ({ id }) => id, size: 'max' });
  const anyStep = fc.oneof(
    { arbitrary: anyBatch(6).map((tasks) => ({ tasks })), weight: 5 },
    { arbitrary: anyBatch(80).map((tasks) => ({ tasks })), weight: 2 },
    {
      arbitrary: fc.record({ tasks: anyBatch(6), there: fc.subarray([1, 2, 3]) }),
      weight: 2,
    },
    {
      arbitrary: fc
        .uniqueArray(fc.integer({ min: 1, max: 120 }), { maxLength: 20, size: 'max' })
        .map((gone) => ({ gone })),
      weight: 1,
    },
    { arbitrary: fc.integer({ min: -3, max: 3 }).map((offset) => ({ today: dayAt(offset) })), weight: 2 },
  );
  type Step = { tasks?: Task[]; gone?: number[]; today?: CalendarDay; there?: number[] };

  test('after any changes the lists are what filtering and sorting give, and exactly the changed ones are named', () => {
    fc.assert(
      fc.property(fc.array(anyStep as fc.Arbitrary<Step>, { maxLength: 12 }), (steps) => {
        const { lists, change, live } = listsOf();
        let today = TODAY;
        for (const step of steps) {
          const naiveBefore = naiveLists(live(), today, COLLECTIONS);
          const before = readLists(lists, COLLECTIONS);
          const isNewDay = step.today !== undefined && step.today !== today;
          today = step.today ?? today;
          const named = step.today
            ? lists.setToday(step.today)
            : change(step.tasks ?? [], ids(...(step.gone ?? [])), step.there);

          const naive = naiveLists(live(), today, COLLECTIONS);
          const after = readLists(lists, COLLECTIONS);
          expect([...after]).toEqual([...naive].map(([name, tasks]) => [name, shapeOf(name, tasks)]));
          for (const [name, tasks] of naive) expect(lists.count(name)).toBe(tasks.length);
          // Another day is told to all lists that go by the day.
          const byDay: ListName[] = isNewDay ? ['overdue', 'today', 'upcoming'] : [];
          expect(named).toEqual(new Set([...byDay, ...changedLists(naiveBefore, naive)]));
          const replaced = [...after].filter(([name, list]) => list !== before.get(name));
          expect(replaced.filter(([name]) => !named.has(name))).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  }, 30_000);
});
