import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { changedLists, listNames, naiveLists, readLists, shapesOf } from '#src/sync/testing/naive-lists.ts';
import { collection, sampleId, task } from '#src/sync/testing/samples.ts';
import { addDays, calendarDayAt, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Rows } from '#src/tables/tables.ts';
import { isThere, newRow, type FindRow } from '#src/tables/kit/row.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { placedTask, type Task } from '#src/tables/task/task.ts';
import type { Change } from './presence.ts';
import type { ListName, ListTopic } from './list-name.ts';
import { TaskLists } from './task-lists.ts';

const TODAY = '2026-06-15' as CalendarDay;
const COLLECTIONS = [1, 2, 3].map((n) => sampleId('collection', n));

const NAMES = listNames(COLLECTIONS);

const HOUR_MS = 3_600_000;

const ids = (...ns: number[]) => ns.map((n) => sampleId('task', n));
const dayAt = (offset: number) => addDays(TODAY, offset);
const dayOf = (instant: number) => calendarDayAt(instant);

/** Collections 1 to 3 with the given fields. */
const collectionsOf = (fields: readonly Partial<Collection>[]) =>
  new Map([1, 2, 3].map((n) => [COLLECTIONS[n - 1]!, collection(n, fields[n - 1])]));

/** Fields of the three collections: those with these numbers are there, the others deleted. */
const there = (...numbers: readonly number[]) =>
  [1, 2, 3].map((n) => (numbers.includes(n) ? {} : { deletedAt: 9 }));

/** Lists of `tasks` in three collections that are there, and functions that change them. */
function listsOf(...tasks: readonly Task[]) {
  const rows = new Map<string, Task>();
  let collections: ReadonlyMap<string, ReturnType<typeof collection>> = new Map();
  const find: FindRow = (table, id) => (table === 'task' ? rows.get(id) : collections.get(id));
  const lists = new TaskLists(TODAY, find);
  /**
   * Replaces the rows with the same ids. `deleted` rows vanish without a tombstone. `fields`: the new fields
   * of the collections.
   */
  const change = (
    changed: readonly Task[],
    deleted: readonly string[] = [],
    fields?: readonly Partial<Collection>[],
  ) => {
    const before = collections;
    if (fields) collections = collectionsOf(fields);
    const changes = new Map<string, Change<Task>>([
      ...changed.map((after) => [after.id, { before: rows.get(after.id), after }] as const),
      ...deleted.map((id) => [id, { before: rows.get(id), after: undefined }] as const),
    ]);
    for (const row of changed) rows.set(row.id, row);
    for (const id of deleted) rows.delete(id);
    const flips = new Map([...collections].map(([id, after]) => [id, { before: before.get(id), after }]));
    const named = lists.apply({
      task: changes,
      collection: fields ? flips : new Map(),
      section: new Map(),
      label: new Map(),
      reminder: new Map(),
      filter: new Map(),
    });
    // All given tasks count as changed. Sub-tasks and the trash have tests of their own.
    const isOther = (name: ListTopic) =>
      name === 'collections' || name === 'trash' || name.startsWith('task:');
    return new Set([...named].filter((name) => !isOther(name)));
  };
  /** True for a collection that is archived by itself, or with one above it. */
  const isArchived = (id: string | null): boolean => {
    const found = collections.get(id ?? '');
    return found?.deletedAt === null && (found.archivedAt !== null || isArchived(found.parentId));
  };
  const live = () =>
    [...rows.values()]
      .filter((row) => isThere('task', row, find))
      .map((row) => placedTask(row, find))
      .map((row) => ({ ...row, isArchived: isArchived(row.collectionId) }));
  change(tasks, [], there(1, 2, 3));
  return { lists, change, live };
}

afterEach(() => vi.unstubAllEnvs());

describe('TaskLists', () => {
  test('a task of a day before, on, or after today is overdue, today or upcoming', () => {
    const { lists } = listsOf(
      task(1, { date: dayAt(-1) }),
      task(2, { date: dayAt(0) }),
      task(3, { date: dayAt(1) }),
    );

    expect(lists.days.overdue()).toEqual([{ day: dayAt(-1), ids: ids(1) }]);
    expect(lists.days.today()).toEqual(ids(2));
    expect(lists.days.upcoming()).toEqual([{ day: dayAt(1), ids: ids(3) }]);
    expect(lists.inCollection(COLLECTIONS[0]!)).toEqual(ids(1, 2, 3));
  });

  test('overdue and upcoming go by day, the earliest first; within a day, tasks that were not moved go by age', () => {
    const { lists } = listsOf(
      task(1, { date: dayAt(9), createdAt: 50 }),
      task(2, { date: dayAt(9), createdAt: 40 }),
      task(3, { date: dayAt(2), createdAt: 60 }),
      task(4, { date: dayAt(-2) }),
      task(5, { date: dayAt(-9) }),
    );

    expect(lists.days.upcoming()).toEqual([
      { day: dayAt(2), ids: ids(3) },
      { day: dayAt(9), ids: ids(2, 1) },
    ]);
    expect(lists.days.overdue().map(({ day }) => day)).toEqual([dayAt(-9), dayAt(-2)]);
  });

  test('completed tasks are in no other list, the newest first; deleted ones in none', () => {
    const { lists } = listsOf(
      task(1, { completedAt: 100 }),
      task(2, { completedAt: 300 }),
      task(3, { completedAt: 200, deletedAt: 400 }),
      task(4, { deletedAt: 400 }),
    );

    expect(lists.completed.byDay()).toEqual([{ day: dayOf(300), ids: ids(2, 1) }]);
    expect(lists.completedIn(COLLECTIONS[0]!)).toEqual(ids(2, 1));
    expect(lists.days.today()).toEqual([]);
    expect(lists.inCollection(COLLECTIONS[0]!)).toEqual([]);
  });

  test('completed tasks go by the day of completion, the newest first; another day keeps its group as the same object', () => {
    const at = (day: number, hour: number) => new Date(2026, 5, day, hour).getTime();
    const { lists, change } = listsOf(
      task(1, { completedAt: at(14, 0) }),
      task(2, { completedAt: at(15, 9) }),
      task(3, { completedAt: at(13, 23) }),
      task(4, { completedAt: at(14, 23) }),
    );
    expect(lists.completed.byDay()).toEqual([
      { day: dayAt(0), ids: ids(2) },
      { day: dayAt(-1), ids: ids(4, 1) },
      { day: dayAt(-2), ids: ids(3) },
    ]);
    const before = lists.completed.byDay();

    change([task(4, { completedAt: at(13, 22) })]);

    expect(lists.completed.byDay()).toEqual([
      { day: dayAt(0), ids: ids(2) },
      { day: dayAt(-1), ids: ids(1) },
      { day: dayAt(-2), ids: ids(3, 4) },
    ]);
    expect(lists.completed.byDay()[0]).toBe(before[0]);
  });

  test('in another time zone they are grouped by the days there', () => {
    const instant = Date.parse('2026-06-15T12:00Z');
    vi.stubEnv('TZ', 'Pacific/Auckland');
    const { lists } = listsOf(task(1, { completedAt: instant }), task(2, { completedAt: instant - HOUR_MS }));
    expect(lists.completed.byDay().map(({ day }) => day)).toEqual(['2026-06-16', '2026-06-15']);

    vi.stubEnv('TZ', 'America/Los_Angeles');
    expect(lists.changeTimeZone()).toEqual(new Set(['completed']));

    expect(lists.completed.byDay()).toEqual([{ day: '2026-06-15', ids: ids(1, 2) }]);
  });

  test('tasks made or completed at the same instant are ordered by id, on every device alike', () => {
    const { lists } = listsOf(
      task(3, { createdAt: 1 }),
      task(1, { createdAt: 1 }),
      task(2, { createdAt: 1 }),
      task(5, { completedAt: 1 }),
      task(6, { completedAt: 1 }),
    );

    expect(lists.days.today()).toEqual(ids(1, 2, 3));
    expect(lists.completedIn(COLLECTIONS[0]!)).toEqual(ids(6, 5));
  });

  test('the active tasks of a collection go and come back with it, and no others do', () => {
    const [first] = COLLECTIONS;
    const { lists, change } = listsOf(
      task(1),
      task(2, { date: dayAt(1) }),
      task(3, { completedAt: 5 }),
      task(4, { collectionId: COLLECTIONS[1]!, date: dayAt(-1) }),
    );
    const [completed, overdue] = [lists.completed.byDay(), lists.days.overdue()];

    expect(change([], [], there(2, 3))).toEqual(
      new Set(['today', 'upcoming', `in:${first}`, `part:${first}/`, `parts:${first}`]),
    );
    expect([lists.days.today(), lists.days.upcoming(), lists.inCollection(first!)]).toEqual([[], [], []]);
    expect([lists.completed.byDay(), lists.days.overdue()]).toEqual([completed, overdue]);

    expect(change([], [], there(1, 2, 3))).toEqual(
      new Set(['today', 'upcoming', `in:${first}`, `part:${first}/`, `parts:${first}`]),
    );
    expect(lists.inCollection(first!)).toEqual(ids(1, 2));
    expect(lists.completed.byDay()).toBe(completed);
    expect(lists.days.overdue()).toBe(overdue);
  });

  test('[T8] tasks of an archived collection, or of one below it, are only on its page, and come back as they were', () => {
    const [first, second] = COLLECTIONS as [string, string];
    const { lists, change } = listsOf(
      task(1, { labels: 'l1' }),
      task(2, { parentId: sampleId('task', 1), date: dayAt(1) }),
      task(3, { completedAt: 5 }),
      task(4, { collectionId: second, date: dayAt(-1) }),
      task(5, { collectionId: second, completedAt: 6 }),
      task(6, { collectionId: COLLECTIONS[2]!, labels: 'l1' }),
    );
    const everywhere: ListName[] = ['overdue', 'today', 'upcoming', 'completed', 'labelled:l1'];
    const before = readLists(lists, everywhere);
    const inPages = readLists(lists, [`in:${first}`, `completed-in:${first}`, `in:${second}`]);

    expect(change([], [], [{ archivedAt: 7 }, { parentId: first }])).toEqual(new Set(everywhere));
    expect([lists.collections.isArchived(first), lists.collections.isArchived(second)]).toEqual([true, true]);
    expect([
      lists.days.overdue(),
      lists.days.today(),
      lists.days.upcoming(),
      lists.completed.byDay(),
    ]).toEqual([[], ids(6), [], []]);
    expect(lists.labelled('l1')).toEqual(ids(6));
    expect([lists.count('today'), lists.count('overdue'), lists.count('completed')]).toEqual([1, 0, 0]);
    expect(Array.from(lists.completed.each(), ({ id }) => id).toSorted()).toEqual(ids(3, 5));
    for (const [name, list] of inPages) expect(readLists(lists, [name]).get(name)).toBe(list);
    expect(lists.collections.tree().map(({ collection: { id } }) => id)).toEqual([COLLECTIONS[2]]);

    // A task that is added there meanwhile is archived too, and one that is moved out is not.
    const moved = task(4, { collectionId: COLLECTIONS[2]!, date: dayAt(-1) });
    expect(change([task(7), moved]).has('today')).toBe(false);
    expect(lists.days.overdue()).toEqual([{ day: dayAt(-1), ids: ids(4) }]);
    change([task(4, { collectionId: second, date: dayAt(-1) })], ids(7));

    expect(change([], [], [{}, { parentId: first }])).toEqual(new Set(everywhere));
    expect(readLists(lists, everywhere)).toEqual(before);
  });

  test('[T8] completed tasks of an archived collection come back to `completed` when it is deleted', () => {
    const { lists, change } = listsOf(task(1), task(2, { completedAt: 5 }));
    change([], [], [{ archivedAt: 7 }]);
    expect(lists.count('completed')).toBe(0);
    change([], [], [{ archivedAt: 7, deletedAt: 8 }]);
    expect([lists.count('completed'), lists.count('today')]).toEqual([1, 0]);
    change([], [], [{ archivedAt: 7 }]);
    expect(lists.count('completed')).toBe(0);
  });

  test('a changed name changes no list', () => {
    const { lists, change } = listsOf(task(1), task(2, { completedAt: 3 }));
    const before = readLists(lists, NAMES);

    expect(
      change([task(1, { name: 'New', updatedAt: 9 }), task(2, { completedAt: 3, name: 'New' })]),
    ).toEqual(new Set());

    for (const [name, list] of readLists(lists, NAMES)) expect(list).toBe(before.get(name));
  });

  test('[V9] `completed` changes when a completed task moves to another collection, by itself or with its parent', () => {
    const [parent, child, alone] = [
      task(1),
      task(2, { parentId: task(1).id, completedAt: 3 }),
      task(3, { completedAt: 3 }),
    ];
    const { lists, change } = listsOf(parent, child, alone);
    const collectionId = COLLECTIONS[1]!;

    expect(change([{ ...parent, collectionId }])).toContain('completed');
    expect(change([{ ...alone, collectionId }])).toContain('completed');

    expect(Array.from(lists.completed.each(), (each) => each.collectionId)).toEqual([
      collectionId,
      collectionId,
    ]);
    expect(change([{ ...parent, collectionId, name: 'New' }])).not.toContain('completed');
  });

  test('a change of upcoming tasks leaves the overdue list the same object', () => {
    const { lists, change } = listsOf(task(1, { date: dayAt(-1) }), task(2, { date: dayAt(1) }));
    const overdue = lists.days.overdue();

    expect(change([task(3, { date: dayAt(2) })])).toEqual(
      new Set(['upcoming', `in:${COLLECTIONS[0]}`, `part:${COLLECTIONS[0]}/`, `parts:${COLLECTIONS[0]}`]),
    );

    expect(lists.days.overdue()).toBe(overdue);
  });

  test('at midnight the tasks of today become overdue, and those of tomorrow become tasks of today', () => {
    const { lists } = listsOf(task(1), task(2, { date: dayAt(1) }), task(3, { completedAt: 5 }));
    const [completed, inCollection] = [lists.completed.byDay(), lists.inCollection(COLLECTIONS[0]!)];

    expect(lists.setToday(dayAt(1))).toEqual(new Set(['overdue', 'today', 'upcoming']));

    expect(lists.days.overdue()).toEqual([{ day: dayAt(0), ids: ids(1) }]);
    expect(lists.days.today()).toEqual(ids(2));
    expect(lists.days.upcoming()).toEqual([]);
    expect(lists.completed.byDay()).toBe(completed);
    expect(lists.inCollection(COLLECTIONS[0]!)).toBe(inCollection);
  });

  test('the same day again changes nothing', () => {
    const { lists } = listsOf(task(1, { date: dayAt(-1) }));
    const overdue = lists.days.overdue();

    expect(lists.setToday(TODAY)).toEqual(new Set());

    expect(lists.days.overdue()).toBe(overdue);
  });

  test('[T5] a collection shows tasks without a section first, then each section, and counts a deleted section as none', () => {
    const { lists, change } = listsOf(
      task(1, { sectionId: 's1' }),
      task(2, { sectionId: 's2' }),
      task(3),
      task(4, { sectionId: 's1' }),
    );
    const there = { id: 's1', collectionId: COLLECTIONS[0]!, name: 'A', createdAt: 1 };
    const section = (more: object) => newRow('section', { ...there, ...more });
    const tell = (before: Rows['section'] | undefined, after: Rows['section']) =>
      lists.apply({
        task: new Map(),
        collection: new Map(),
        section: new Map([[after.id, { before, after }]]),
        label: new Map(),
        reminder: new Map(),
        filter: new Map(),
      });
    expect(lists.sections.parts(COLLECTIONS[0]!)).toEqual([{ sectionId: null, ids: ids(1, 2, 3, 4) }]);

    const [first, second] = [section({}), section({ id: 's2', name: 'B', createdAt: 2 })];
    expect(tell(undefined, second)).toContain(`parts:${COLLECTIONS[0]!}`);
    tell(undefined, first);
    const divided = [
      { sectionId: null, ids: ids(3) },
      { sectionId: 's1', ids: ids(1, 4) },
      { sectionId: 's2', ids: ids(2) },
    ];
    expect(lists.sections.parts(COLLECTIONS[0]!)).toEqual(divided);
    expect(lists.sections.parts(COLLECTIONS[0]!)).toBe(lists.sections.parts(COLLECTIONS[0]!));

    tell(first, { ...first, deletedAt: 9 });
    expect(lists.sections.parts(COLLECTIONS[0]!)).toEqual([
      { sectionId: null, ids: ids(1, 3, 4) },
      divided[2],
    ]);
    change([task(2, { sectionId: null })]);
    expect(lists.sections.parts(COLLECTIONS[0]!)).toEqual([
      { sectionId: null, ids: ids(1, 2, 3, 4) },
      { sectionId: 's2', ids: [] },
    ]);
  });

  const anyTask = fc
    .record({
      n: fc.integer({ min: 1, max: 120 }),
      date: fc.option(fc.integer({ min: -3, max: 3 }).map(dayAt), { freq: 5 }),
      // Each parent has a smaller number than its sub-tasks, so that no task is below itself.
      parent: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }),
      sectionId: fc.option(fc.constantFrom('s1', 's2')),
      labels: fc.constantFrom('', 'l1', 'l1 l2'),
      time: fc.option(fc.constantFrom('08:00', '09:00') as fc.Arbitrary<TimeOfDay>),
      place: fc.constantFrom('', 'B', 'C'),
      dayPlace: fc.constantFrom('', '3B', '5'),
      collectionId: fc.constantFrom(...COLLECTIONS),
      createdAt: fc.nat(4),
      // Some completions fall on the same instant, some on the same day.
      completedAt: fc.option(
        fc.nat(12).map((n) => n * 8 * HOUR_MS),
        { freq: 2 },
      ),
      deletedAt: fc.option(fc.nat(1), { freq: 1 }),
      name: fc.constantFrom('A', 'B'),
    })
    .map(({ n, parent, ...fields }) =>
      task(n, { ...fields, parentId: parent !== null && parent < n ? sampleId('task', parent) : null }),
    );
  // Small and large batches: more than 32 tasks are placed in another way.
  const anyBatch = (maxLength: number) =>
    fc.uniqueArray(anyTask, { maxLength, selector: ({ id }) => id, size: 'max' });
  const anyCollection = (n: number) =>
    fc.record({
      deletedAt: fc.option(fc.constant(9), { freq: 1 }),
      archivedAt: fc.option(fc.nat(9), { freq: 1 }),
      // Each parent has a smaller number, so that no collection is below itself.
      parentId: fc.option(fc.constantFrom(...COLLECTIONS.slice(0, n - 1), 'gone'), { freq: 2 }),
    });
  const anyStep = fc.oneof(
    { arbitrary: anyBatch(6).map((tasks) => ({ tasks })), weight: 5 },
    { arbitrary: anyBatch(80).map((tasks) => ({ tasks })), weight: 2 },
    {
      arbitrary: fc.record({ tasks: anyBatch(6), fields: fc.tuple(...[1, 2, 3].map(anyCollection)) }),
      weight: 3,
    },
    {
      arbitrary: fc
        .uniqueArray(fc.integer({ min: 1, max: 120 }), { maxLength: 20, size: 'max' })
        .map((gone) => ({ gone })),
      weight: 1,
    },
    { arbitrary: fc.integer({ min: -3, max: 3 }).map((offset) => ({ today: dayAt(offset) })), weight: 2 },
  );
  type Step = { tasks?: Task[]; gone?: number[]; today?: CalendarDay; fields?: Partial<Collection>[] };

  test('[V2] after any changes the lists equal filtering and sorting anew, and exactly the changed ones are named', () => {
    fc.assert(
      fc.property(fc.array(anyStep as fc.Arbitrary<Step>, { maxLength: 12 }), (steps) => {
        const { lists, change, live } = listsOf();
        let today = TODAY;
        for (const step of steps) {
          const naiveBefore = naiveLists(live(), today, COLLECTIONS);
          const before = readLists(lists, NAMES);
          const isNewDay = step.today !== undefined && step.today !== today;
          today = step.today ?? today;
          const named = step.today
            ? lists.setToday(step.today)
            : change(step.tasks ?? [], ids(...(step.gone ?? [])), step.fields);

          const naive = naiveLists(live(), today, COLLECTIONS);
          const after = readLists(lists, NAMES);
          expect(readLists(lists, naive.keys())).toEqual(shapesOf(naive));
          for (const [name, tasks] of naive) expect(lists.count(name)).toBe(tasks.length);
          // A new day names all lists by day.
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

test('[T9] the trash holds rows that were deleted by themselves, the newest deletion first, and knows what goes with each', () => {
  const lists = new TaskLists(TODAY, () => undefined);
  const apply = (tasks: readonly Change<Task>[], collections: readonly Change<Collection>[] = []) => {
    const byId = <Row extends { readonly id: string }>(changes: readonly Change<Row>[]) =>
      new Map(changes.map((change) => [(change.after ?? change.before)?.id ?? '', change]));
    return lists.apply({
      task: byId(tasks),
      collection: byId(collections),
      section: new Map(),
      label: new Map(),
      reminder: new Map(),
      filter: new Map(),
    });
  };
  const added = (row: Task) => ({ before: undefined, after: row });
  const [early, late] = [task(1, { deletedAt: 5 }), task(2, { deletedAt: 9 })];
  const home = collection(1, { deletedAt: 7 });
  const topics = apply(
    [added(early), added(late), added(task(3)), added(task(4, { name: '', deletedAt: 8 }))],
    [{ before: undefined, after: home }],
  );
  expect(topics.has('trash')).toBe(true);
  expect(lists.trash()).toEqual([late.id, home.id, early.id]);
  expect(lists.count('trash')).toBe(3);
  expect(lists.goWith(home.id)).toBe(1);
  expect(apply([{ before: task(3), after: task(3, { name: 'Other' }) }]).has('trash')).toBe(false);
  apply([
    { before: late, after: task(2) },
    { before: early, after: task(1, { name: '', deletedAt: 5 }) },
  ]);
  expect(lists.trash()).toEqual([home.id]);
});
