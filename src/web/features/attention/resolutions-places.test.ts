import { expect, test } from 'vitest';
import { idSetOf } from '#src/domain/id-set.ts';
import type { RejectionCode } from '#src/domain/errors.ts';
import type { MutatorArgs, Mutation } from '#src/tables/operations.ts';
import {
  addCollection,
  addTask,
  collection,
  mutation,
  overlayOver,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';
import type { AddMutation } from '#src/web/data/rejected-add.ts';
import type { Lookup } from './describe-mutation.ts';
import { isSentAfter, otherResolution, reasonOf, resolutionOf, stepsOf } from './resolutions.ts';
import { renamed, takenName } from './taken-names.ts';

const home = collection(1).id;
const [parent, child, lost] = [1, 2, 3].map((n) => sampleId('task', n)) as [string, string, string];
const [there, missing] = [sampleId('label', 1), sampleId('label', 2)];
const color = '#FFCC33';

/** A device with a collection, a task, and another deleted task. */
function device() {
  const overlay = overlayOver();
  overlay.run(addCollection(1));
  overlay.run(addTask(2, task(1)));
  overlay.run(addTask(3, task(3)));
  overlay.run(mutation(4, 'task.delete', { id: lost, at: 2 }));
  return overlay;
}

const lookup = (own = device(), adds: readonly AddMutation[] = []): Lookup => ({
  task: (id) => own.get('task', id),
  collection: (id) => own.get('collection', id),
  get: (table, id) => own.get(table, id),
  rows: (table) => [...own.rows(table)],
  rejectedAdd: (id) => adds.find(({ args }) => args.id === id),
  isPurged: () => false,
  named: (table, name, collectionId) =>
    own
      .having(table, 'name', name)
      .find((row) => !('collectionId' in row) || row.collectionId === collectionId)?.id,
});

const rejected = (of: Mutation, code: RejectionCode) => ({ mutation: of, code, at: 0 });
const below = (parentId: string) => addTask(9, task(2, { parentId, place: 'a5' }));
const moved = (changes: MutatorArgs<'task.edit'>['changes']) =>
  mutation(9, 'task.edit', { id: parent, changes, at: 1 });

test('[T3] a sub-task with a deleted parent can become a top-level task of the same collection', () => {
  const own = device();
  const gone = rejected(below(lost), 'PARENT_GONE');
  expect(resolutionOf(gone, lookup(own))).toBe('apart');
  expect(reasonOf(gone, lookup(own))).toBe(
    'The task above was deleted. Restore that from the trash and retry, or make it a task of its own.',
  );
  const [step] = stepsOf('apart', gone.mutation, lookup(own), '', 7);
  own.run(mutation(10, 'task.add', step!.args as MutatorArgs<'task.add'>));
  expect(own.get('task', child)).toMatchObject({
    parentId: null,
    place: '',
    collectionId: home,
    createdAt: 7,
  });

  own.run(mutation(11, 'task.restore', { id: lost, collectionId: home, at: 8 }));
  expect(resolutionOf(gone, lookup(own))).toBe('again');
  expect(reasonOf(gone, lookup(own))).toBe(
    'The task above was deleted, and is there again. Retry to keep the change.',
  );
});

test('[T3] when its collection is deleted too, it goes into another one at the top', () => {
  const own = device();
  const of = below(lost);
  own.run(addCollection(5, collection(2)));
  own.run(mutation(6, 'collection.delete', { id: home, at: 3 }));
  expect(resolutionOf(rejected(of, 'PARENT_GONE'), lookup(own))).toBe('move');
  const [step] = stepsOf('move', of, lookup(own), collection(2).id, 7);
  expect(step?.args).toMatchObject({ collectionId: collection(2).id, parentId: null });
});

test.each([
  ['CIRCLE', 'It is now above the place that it was moved to. Move that away first and retry'],
  ['TOO_DEEP', 'Its new place is now too many levels deep. Move the levels above it up and retry'],
  ['SUBTASK_LIMIT', 'The task above it has 1,000 sub-tasks now. Retry once it has fewer'],
] as const)(
  '[T3] a mutation rejected with %s is retried, or applied at the top with the rest of the edit',
  (code, why) => {
    const own = device();
    own.run(addTask(5, task(4)));
    const edit = rejected(moved({ parentId: sampleId('task', 4), place: 'a5', priority: 1 }), code);
    expect(resolutionOf(edit, lookup(own))).toBe('again');
    expect(otherResolution(edit, lookup(own))).toBe('apart');
    expect(reasonOf(edit, lookup(own))).toBe(`${why}, or make it a task of its own.`);
    expect(stepsOf('apart', edit.mutation, lookup(own), '', 7)).toEqual([
      { name: 'task.edit', args: { id: parent, changes: { parentId: null, priority: 1 }, at: 7 } },
    ]);
  },
);

test('[T8] a collection that cannot be at its wanted place goes to the top', () => {
  const of = mutation(9, 'collection.edit', { id: home, changes: { parentId: collection(2).id }, at: 1 });
  const own = device();
  own.run(addCollection(5, collection(2)));
  expect(otherResolution(rejected(of, 'CIRCLE'), lookup(own))).toBe('apart');
  expect(reasonOf(rejected(of, 'CIRCLE'), lookup(own))).toContain('or put it at the top.');
  expect(stepsOf('apart', of, lookup(own), '', 7)).toEqual([
    { name: 'collection.edit', args: { id: home, changes: { parentId: null }, at: 7 } },
  ]);
});

test('[T3] the sub-tasks of a task that was not added follow it, at all levels', () => {
  const [top, middle, leaf] = [
    addTask(11, task(11)),
    addTask(12, task(12, { parentId: sampleId('task', 11) })),
    addTask(13, task(13, { parentId: sampleId('task', 12) })),
  ] as [AddMutation, AddMutation, AddMutation];
  const own = lookup(device(), [top, middle, leaf]);
  for (const each of [middle, leaf]) expect(isSentAfter(top, each, own)).toBe(true);
  expect(isSentAfter(middle, top, own)).toBe(false);
  expect(reasonOf(rejected(middle, 'PARENT_GONE'), own)).toBe(
    'The task above was not added. This change is sent with it, unless you make it a task of its own.',
  );
});

test('[T5] tasks with a label or section that was not added get the existing one of that name', () => {
  const own = device();
  const at = 1;
  own.run(mutation(5, 'label.add', { id: there, name: 'waiting', color, at }));
  own.run(
    mutation(6, 'section.add', {
      id: sampleId('section', 1),
      collectionId: home,
      name: 'Later',
      place: '',
      at,
    }),
  );
  own.run(mutation(7, 'task.label', { id: parent, add: idSetOf([missing]), remove: '', at }));
  own.run(mutation(8, 'task.edit', { id: parent, changes: { sectionId: sampleId('section', 2) }, at }));
  const label = mutation(20, 'label.add', { id: missing, name: 'waiting', color, at });
  const section = mutation(21, 'section.add', {
    id: sampleId('section', 2),
    collectionId: home,
    name: 'Later',
    place: '',
    at,
  });
  const all = [rejected(label, 'DUPLICATE_LABEL'), rejected(section, 'DUPLICATE_SECTION')];
  for (const [n, one] of all.entries()) {
    expect(resolutionOf(one, lookup(own))).toBe('again');
    expect(otherResolution(one, lookup(own))).toBe('there');
    expect(reasonOf(one, lookup(own))).toMatch(
      /^Another (?:label|section) has this name now\. Use that one, or choose another name\.$/,
    );
    for (const step of stepsOf('there', one.mutation, lookup(own), '', 7))
      own.run(mutation(30 + n, step.name, step.args));
  }
  expect(own.get('task', parent)).toMatchObject({ labels: there, sectionId: sampleId('section', 1) });

  expect(takenName(label, lookup(own))).toBe('waiting');
  expect(renamed(label, 'Waiting for')).toMatchObject({ args: { id: missing, name: 'Waiting for' } });
  own.run(mutation(40, 'label.edit', { id: there, changes: { name: 'blocked' }, at: 8 }));
  expect(otherResolution(rejected(label, 'DUPLICATE_LABEL'), lookup(own))).toBeNull();
});

test('[T5] an edit of a deleted label or section restores it', () => {
  const own = device();
  own.run(mutation(5, 'label.add', { id: there, name: 'waiting', color, at: 1 }));
  own.run(mutation(6, 'label.delete', { id: there, at: 2 }));
  const edit = rejected(
    mutation(7, 'label.edit', { id: there, changes: { name: 'soon' }, at: 1 }),
    'LABEL_GONE',
  );
  expect(resolutionOf(edit, lookup(own))).toBe('restore');
  expect(reasonOf(edit, lookup(own))).toBe('The label was deleted. Restore it to keep the change.');
});
