import { expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import {
  addCollection,
  addTask,
  collection,
  mutation,
  overlayOver,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';
import { parseArgs } from '#src/tables/operations.ts';
import { tasksIn } from '#src/tables/task/tasks-in.ts';
import { copyOfCollection } from './copy-collection.ts';

const ids = {
  collection: (n: number) => sampleId('collection', n),
  section: (n: number) => sampleId('section', n),
  task: (n: number) => sampleId('task', n),
  reminder: (n: number) => sampleId('reminder', n),
};

/** Runs the copy of collection 1, and returns the id of the copy. */
function copyIn(overlay: ReturnType<typeof overlayOver>): string {
  const original = overlay.get('collection', ids.collection(1))!;
  const around = tasksIn(overlay);
  const copies = {
    names: new Set([...overlay.rows('collection')].map(({ name }) => name)),
    sections: [...overlay.rows('section')].filter(({ collectionId }) => collectionId === original.id),
    tasks: [...overlay.rows('task')]
      .flatMap(({ id }) => around.task(id) ?? [])
      .filter(({ parentId, collectionId }) => parentId === null && collectionId === original.id),
    around: {
      ...around,
      reminders: (taskId: string) => [...overlay.rows('reminder')].filter((each) => each.taskId === taskId),
    },
  };
  let next = 100;
  const operations = copyOfCollection(original, copies, () => ids.task(next++), 9);
  for (const [n, { name, args }] of operations.entries())
    overlay.run(mutation(next + n, name, parseArgs(name, args)));
  return operations[0]!.args.id;
}

test('a copy of a collection has its sections, and its open tasks with their open sub-tasks and reminders', () => {
  const overlay = overlayOver();
  overlay.run(addCollection(1, collection(1, { name: 'Home', color: '#63B76C' })));
  overlay.run(
    mutation(2, 'section.add', {
      id: ids.section(1),
      collectionId: ids.collection(1),
      name: 'Cellar',
      at: 2,
    }),
  );
  overlay.run(addTask(1, task(1, { name: 'Sweep', sectionId: ids.section(1), priority: 1 })));
  overlay.run(addTask(2, task(2, { name: 'Under the stairs', parentId: ids.task(1), place: 'B' })));
  overlay.run(addTask(3, task(3, { name: 'Behind the shelf', parentId: ids.task(1), place: 'K' })));
  overlay.run(addTask(4, task(4, { name: 'Dust' })));
  overlay.run(addTask(5, task(5, { name: 'Mop' })));
  for (const n of [3, 5]) overlay.run(mutation(10 + n, 'task.complete', { id: ids.task(n), at: 5 }));
  overlay.run(
    mutation(20, 'reminder.add', { id: ids.reminder(1), taskId: ids.task(4), minutesBefore: 10, at: 6 }),
  );

  const id = copyIn(overlay);
  expect(overlay.get('collection', id)).toMatchObject({
    name: 'Home copy',
    color: '#63B76C',
    archivedAt: null,
  });
  const sections = [...overlay.rows('section')].filter(({ collectionId }) => collectionId === id);
  expect(sections).toMatchObject([{ name: 'Cellar' }]);
  const tasks = [...overlay.rows('task')].filter(({ collectionId }) => collectionId === id);
  const named = (name: string) => tasks.find((each) => each.name === name);
  expect(tasks.map(({ name }) => name).toSorted()).toEqual(['Dust', 'Sweep', 'Under the stairs']);
  expect(tasks.every(({ completedAt }) => completedAt === null)).toBe(true);
  expect(named('Sweep')).toMatchObject({ sectionId: sections[0]?.id, priority: 1, parentId: null });
  expect(named('Under the stairs')?.parentId).toBe(named('Sweep')?.id);
  const reminders = [...overlay.rows('reminder')].filter(({ taskId }) => taskId === named('Dust')?.id);
  expect(reminders).toMatchObject([{ minutesBefore: 10 }]);
});

test('the names of copies are free and not too long', () => {
  const overlay = overlayOver();
  overlay.run(addCollection(1, collection(1, { name: 'Home' })));
  const name = (id: string) => overlay.get('collection', id)?.name;
  expect(name(copyIn(overlay))).toBe('Home copy');

  const long = overlayOver();
  const letters = 'x'.repeat(LIMITS.collectionName);
  long.run(addCollection(1, collection(1, { name: letters })));
  long.run(addCollection(2, collection(2, { name: `${letters.slice(5)} copy` })));
  const copy = long.get('collection', copyIn(long))?.name;
  expect(copy).toHaveLength(LIMITS.collectionName);
  expect(copy).toMatch(/x copy 2$/);
});
