import { expect, test } from 'vitest';
import type { FileLists } from '#src/domain/data-file.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { addCollection, addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import {
  exported,
  home,
  NOW,
  plan,
  rowsOf,
  run,
  viewAfter,
  walk,
} from '#src/web/features/account/testing/import-stand.ts';
import { planImport, type Note } from './plan-import.ts';
import { exportOf, hereOf } from './rows-of.ts';

function reasons({ notes }: { readonly notes: readonly Note[] }) {
  return notes.map(({ list, place, reason }) => [list, place, reason]);
}

test('entries as the specification has them, without places and times, keep their order', () => {
  const view = viewAfter([]);
  const tasks = [3, 1, 2].map((n) => ({ ...walk, id: sampleId('task', n), name: `Task ${n}` }));
  const collections = [2, 1].map((n) => ({ ...home, id: sampleId('collection', n), name: `C${n}` }));
  run(plan({ collections, tasks }, view).operations, view);
  expect(view.lists.collections().map(({ name }) => name)).toEqual(['C2', 'C1']);
  expect(view.lists.today().map((id) => view.get('task', id)?.name)).toEqual(['Task 3', 'Task 1', 'Task 2']);
});

test('ids that are none of ours become the same new ones each time, and others for another user', () => {
  const file = {
    collections: [{ ...home, id: '-NabcCollection' }],
    tasks: [{ ...walk, id: 7, collectionId: '-NabcCollection' }],
    completedTasks: [{ ...walk, id: '-Nabc', collectionId: '-NabcCollection' }],
  };
  const view = viewAfter([]);
  run(plan(file, view).operations, view);
  const [id] = view.lists.today();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(exportOf(rowsOf(view))).toMatchObject({
    collections: [{ name: 'Home' }],
    tasks: [{ id, name: 'Walk', collection: 'Home' }],
    completedTasks: [{ name: 'Walk', collection: 'Home' }],
  });
  expect(plan(file, view).operations).toEqual([]);
  const eve = { ...rowsOf(viewAfter([])), userId: 'eve' };
  expect(planImport(file as FileLists, hereOf(eve), NOW).operations[0]?.args.id).not.toBe(
    view.lists.collections()[0]?.id,
  );
});

test('what was deleted here comes back as the file has it, and nothing else with it', () => {
  const file = { collections: [home], tasks: [walk] };
  const other = task(2, { name: 'Not in the file' });
  const view = viewAfter([
    addCollection(1, collection(1, { name: 'Home' })),
    addTask(2, task(1, { name: 'Walk' })),
    addTask(3, other),
    mutation(4, 'collection.delete', { id: home.id, at: 5 }),
  ]);
  const { operations, added } = plan(file, view);
  run(operations, view);
  expect(added).toEqual({ collections: 1, tasks: 1, completedTasks: 0 });
  expect(view.lists.today().map((id) => view.get('task', id)?.name)).toEqual(['Walk']);
  expect(plan(file, view).operations).toEqual([]);
});

test('a collection of a name that is here already gets the tasks of the other', () => {
  const view = viewAfter([addCollection(1, collection(9, { name: 'Home' }))]);
  const made = plan({ collections: [home], tasks: [walk] }, view);
  run(made.operations, view);
  expect(reasons(made)).toEqual([['collections', 1, 'MERGED']]);
  expect(view.lists.inCollection(sampleId('collection', 9))).toEqual([walk.id]);
});

test('an active task finds its collection by name too; a completed one brings back the name of one that is gone', () => {
  const view = viewAfter([addCollection(1, collection(9, { name: 'Home' }))]);
  const gone = { ...walk, collection: 'Gone', collectionId: sampleId('collection', 5) };
  const made = plan(
    {
      tasks: [
        { ...walk, collectionId: undefined },
        { ...gone, id: sampleId('task', 2) },
      ],
      completedTasks: [{ ...gone, id: sampleId('task', 3) }],
    },
    view,
  );
  run(made.operations, view);
  expect(reasons(made)).toEqual([['tasks', 2, 'NO_COLLECTION']]);
  expect(view.lists.inCollection(sampleId('collection', 9))).toEqual([walk.id]);
  expect(view.lists.collections()).toHaveLength(1);
  expect(exported(view).completedTasks).toEqual([expect.objectContaining({ collection: 'Gone' })]);
});

test('what cannot be added is told, entry by entry', () => {
  const view = viewAfter([]);
  const entries = (list: readonly object[]) =>
    list.map((fields, n) => ({ ...walk, id: sampleId('task', n + 10), ...fields }));
  const made = plan(
    {
      collections: [
        home,
        home,
        { ...home, id: 'x', name: ' ' },
        { ...home, id: 'y', name: 'é'.repeat(121) },
        'what?',
      ],
      tasks: [
        ...entries([
          { name: '' },
          { name: 'x'.repeat(501) },
          { description: 'x'.repeat(16_385) },
          { date: '2026-02-30' },
          { date: undefined },
          { id: undefined },
          { collectionId: 'unknown', collection: 'unknown' },
        ]),
        walk,
      ],
      completedTasks: [walk],
    },
    view,
  );
  expect(reasons(made)).toEqual([
    ['collections', 2, 'TWICE'],
    ['collections', 3, 'NO_NAME'],
    ['collections', 4, 'NAME_TOO_LONG'],
    ['collections', 5, 'NO_ENTRY'],
    ['tasks', 1, 'NO_NAME'],
    ['tasks', 2, 'NAME_TOO_LONG'],
    ['tasks', 3, 'DESCRIPTION_TOO_LONG'],
    ['tasks', 4, 'WRONG_DATE'],
    ['tasks', 5, 'WRONG_DATE'],
    ['tasks', 6, 'NO_ID'],
    ['tasks', 7, 'NO_COLLECTION'],
    ['completedTasks', 1, 'TWICE'],
  ]);
  expect(made.added).toEqual({ collections: 1, tasks: 1, completedTasks: 0 });
});

test('a colour that is none of the twelve becomes grey; letters count as either case', () => {
  const view = viewAfter([]);
  const made = plan(
    {
      collections: [
        { ...home, color: '#ffcc33' },
        { ...home, id: 'x', name: 'Other', color: 'red' },
      ],
    },
    view,
  );
  run(made.operations, view);
  expect(view.lists.collections().map(({ color }) => color)).toEqual(['#FFCC33', '#C8C8CD']);
  expect(reasons(made)).toEqual([['collections', 2, 'OTHER_COLOR']]);
});

test('a name that only looks like one of yours joins it, one that cannot be seen is none, and a date and time is its day', () => {
  const view = viewAfter([addCollection(7, collection(7, { name: 'Caf\u00E9' }))]);
  const made = plan(
    {
      collections: [{ ...home, name: 'Cafe\u0301' }],
      tasks: [
        { ...walk, date: '2026-06-15T23:30:00-11:00' },
        { ...walk, id: 'b', name: '\u200B\u2800', date: '20260615' },
      ],
    },
    view,
  );
  run(made.operations, view);
  expect(reasons(made)).toEqual([
    ['collections', 1, 'MERGED'],
    ['tasks', 2, 'NO_NAME'],
  ]);
  expect(view.lists.today().map((id) => view.get('task', id)?.date)).toEqual(['2026-06-15']);
});

test('the limits hold', () => {
  const here = { ...hereOf(rowsOf(viewAfter([]))), taskCount: LIMITS.tasks - 1 };
  const file = { collections: [home], tasks: [walk, { ...walk, id: 'b' }], completedTasks: [] };
  const made = planImport(file, here, NOW);
  expect(reasons(made)).toEqual([['tasks', 2, 'TASK_LIMIT']]);
  const collections = Array.from({ length: LIMITS.collections + 1 }, (_, n) => ({
    ...home,
    id: String(n),
    name: `C${n}`,
  }));
  expect(reasons(plan({ collections }, viewAfter([])))).toEqual([
    ['collections', LIMITS.collections + 1, 'COLLECTION_LIMIT'],
  ]);
});
