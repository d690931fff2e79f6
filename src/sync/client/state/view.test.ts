import { TaskLists } from '#src/reading/lists/task-lists.ts';
import { describe, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { RowLists } from '#src/sync/protocol.ts';
import { addCollection, addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { View } from './view.ts';

const TODAY = '2026-06-15' as CalendarDay;
const COLLECTIONS = [1, 2, 3].map((n) => sampleId('collection', n));
const TASKS = [1, 2, 3, 4, 5, 6, 7].map((n) => sampleId('task', n));
/** The lists that hold the active tasks of the first collection. */
const IN_FIRST = [`in:${COLLECTIONS[0]}`, `part:${COLLECTIONS[0]}/`, `parts:${COLLECTIONS[0]}`] as const;

const confirmed = (rows: RowLists = {}) => ({ from: 0, rows: { collection: [collection(1)], ...rows } });
const rename = (n: number, name: string) =>
  mutation(n, 'task.edit', { id: sampleId('task', 1), changes: { name }, at: n });

describe('View', () => {
  test('[W1] a mutation shows at once, and returns the changed topics', () => {
    const view = new View(TaskLists.of(TODAY));
    view.rebase(confirmed(), []);

    const topics = view.run(addTask(2, task(1)));

    expect(topics).toEqual(new Set(['today', ...IN_FIRST, `task:${TASKS[0]}`]));
    expect(view.get('task', TASKS[0]!)).toEqual(task(1));
    expect(view.lists.days.today()).toEqual([TASKS[0]]);
  });

  test('a rejected mutation changes nothing, and throws the reason', () => {
    const view = new View(TaskLists.of(TODAY));
    view.rebase(confirmed(), []);
    const before = [view.lists.collections.all(), view.lists.days.today()];

    expect(() => view.run(addCollection(2, collection(2, { name: 'Collection 1' })))).toThrow(
      'Collection with the same name already exists!',
    );

    expect(view.lists.collections.all()).toBe(before[0]);
    expect(view.lists.days.today()).toBe(before[1]);
  });

  test('[W8] the replay skips a mutation that throws, and runs all later ones', () => {
    const view = new View(TaskLists.of(TODAY));
    view.rebase(confirmed({ task: [task(1)] }), []);
    const fromNewerApp = {
      id: sampleId('mutation', 9),
      name: 'task.explode',
      args: {},
    } as unknown as Mutation;
    const outbox = [rename(2, 'Mine'), fromNewerApp, addTask(3, task(2))];
    view.run(outbox[0]!);

    const incoming = { from: 1, rows: { task: [task(1, { deletedAt: 50 })] } };
    const topics = view.rebase(incoming, outbox);

    expect(view.get('task', TASKS[0]!)).toEqual(task(1, { deletedAt: 50 }));
    expect(view.lists.days.today()).toEqual([TASKS[1]]);
    expect(topics).toEqual(new Set(['today', 'trash', ...IN_FIRST, `task:${TASKS[0]}`, `task:${TASKS[1]}`]));
  });

  test('[W8] a mutation that could not run takes effect once it can', () => {
    const view = new View(TaskLists.of(TODAY));
    const outbox = [addTask(2, task(1))];
    view.rebase(null, outbox);
    expect(view.get('task', TASKS[0]!)).toBeUndefined();

    view.rebase(confirmed(), outbox);

    expect(view.get('task', TASKS[0]!)).toEqual(task(1));
  });

  test('a waiting change stays on top of incoming rows, field by field', () => {
    const view = new View(TaskLists.of(TODAY));
    view.rebase(confirmed({ task: [task(1)] }), []);
    view.run(rename(2, 'Mine'));

    const theirs = task(1, { name: 'Theirs', description: 'Theirs', updatedAt: 40 });
    view.rebase({ from: 1, rows: { task: [theirs] } }, [rename(2, 'Mine')]);

    expect(view.get('task', TASKS[0]!)).toEqual({ ...theirs, name: 'Mine', updatedAt: 2 });
  });

  test('an acknowledged change that comes back unchanged changes nothing on the screen', () => {
    const view = new View(TaskLists.of(TODAY));
    view.rebase(confirmed(), []);
    view.run(addTask(2, task(1)));
    const shown = view.get('task', TASKS[0]!);

    const topics = view.rebase({ from: 1, rows: { task: [task(1)] } }, []);

    expect(topics).toEqual(new Set());
    expect(view.get('task', TASKS[0]!)).toBe(shown);
  });

  test('a replayed row stays the same object until its content changes', () => {
    const view = new View(TaskLists.of(TODAY));
    view.rebase(confirmed(), []);
    const outbox = [addTask(2, task(1)), addCollection(3, collection(2))];
    for (const waiting of outbox) view.run(waiting);
    const shown = [
      view.get('task', TASKS[0]!),
      view.get('collection', COLLECTIONS[1]!),
      view.lists.collections.all(),
    ];

    const topics = view.rebase({ from: 1, rows: { task: [task(2)] } }, outbox);

    expect(topics).toEqual(new Set(['today', ...IN_FIRST, `task:${TASKS[1]}`]));
    expect(view.get('task', TASKS[0]!)).toBe(shown[0]);
    expect(view.get('collection', COLLECTIONS[1]!)).toBe(shown[1]);
    expect(view.lists.collections.all()).toBe(shown[2]);
  });

  test('[R4] when a repeating task moves to its next time, its ticked sub-tasks open and no other sub-task is announced', () => {
    const view = new View(TaskLists.of(TODAY));
    const [first = '', second = '', third = '', fourth = ''] = TASKS;
    const rows = [
      task(1, { repeat: 'FREQ=DAILY', date: TODAY }),
      task(2, { parentId: first, completedAt: 5 }),
      task(3, { parentId: second, completedAt: 5 }),
      task(4, { parentId: first }),
    ];
    view.rebase(confirmed({ task: rows }), []);
    const below = () => [second, third, fourth].map((id) => view.lists.task(id));
    expect(below().map((each) => each?.completedAt)).toEqual([5, 5, null]);
    const [, , untouched] = below();

    const topics = view.run(mutation(1, 'task.advance', { id: first, due: TODAY, now: TODAY, at: 9 }));

    expect(below().map((each) => each?.completedAt)).toEqual([null, null, null]);
    expect(topics).toContain(`task:${second}`);
    expect(topics).toContain(`task:${third}`);
    expect(topics).not.toContain(`task:${fourth}`);
    expect(view.lists.task(fourth)).toBe(untouched);
  });

  test('rows from 0 replace all confirmed rows, under the outbox', () => {
    const view = new View(TaskLists.of(TODAY));
    view.rebase(confirmed({ task: [task(1), task(2)] }), []);
    const topics = view.rebase(confirmed({ task: [task(2)] }), [addTask(3)]);

    expect(view.get('task', TASKS[0]!)).toBeUndefined();
    expect(view.lists.days.today()).toEqual([TASKS[1], TASKS[2]]);
    expect(topics).toEqual(new Set(['today', ...IN_FIRST, `task:${TASKS[0]}`, `task:${TASKS[2]}`]));
  });

  test('collections are sorted by position, without deleted ones', () => {
    const view = new View(TaskLists.of(TODAY));
    view.rebase(
      confirmed({
        collection: [
          collection(2, { position: 5 }),
          collection(3, { position: -0.5 }),
          collection(1, { position: 5 }),
          collection(4, { deletedAt: 9 }),
        ],
      }),
      [],
    );

    expect(view.lists.collections.all().map(({ id }) => id)).toEqual([
      COLLECTIONS[2],
      COLLECTIONS[0],
      COLLECTIONS[1],
    ]);
    expect(view.get('collection', sampleId('collection', 4))?.deletedAt).toBe(9);
  });
});
