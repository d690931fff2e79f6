import { expect, test } from 'vitest';
import type { MutatorName, Operation } from '#src/tables/operations.ts';
import { inverseOf } from '#src/tables/inverse.ts';
import {
  addCollection,
  addTask,
  collection,
  mutation,
  overlayOver,
  sampleId,
  task,
  taskIds,
} from '#src/sync/testing/samples.ts';
import { changeText } from './change-texts.ts';

const [first, second] = taskIds(1, 2) as [string, string];
const home = collection(1).id;
const color = '#FFCC33';
const addLabel = (n: number) =>
  mutation(50 + n, 'label.add', { id: sampleId('label', n), name: `Label ${n}`, color, at: 1 });
const addSection = mutation(60, 'section.add', {
  id: sampleId('section', 1),
  collectionId: home,
  name: 'Later',
  place: '',
  at: 1,
});
const complete = (n: number) => mutation(70 + n, 'task.complete', { id: sampleId('task', n), at: 2 });

/** The texts of the operations' change, once for taking it back and once for doing it again. */
function texts(...operations: readonly Operation[]): readonly string[] {
  const overlay = overlayOver();
  overlay.run(addCollection(90, collection(1)));
  const run = (all: readonly Operation[]) => {
    const steps: Operation[] = [];
    for (const [n, operation] of all.entries()) {
      const inverse = inverseOf(operation, overlay);
      if (inverse) steps.unshift(inverse);
      overlay.run(mutation(100 + n, operation.name, operation.args));
    }
    return steps;
  };
  const name = operations.at(-1)?.name as MutatorName;
  const undo = run(operations);
  const redo = run(undo);
  return [
    changeText({ id: '', name, rowId: '', steps: undo }, 'undo'),
    changeText({ id: '', name, rowId: '', steps: redo }, 'redo'),
  ];
}

test('a task brings along its labels and its section', () => {
  expect(texts(addLabel(1), addLabel(2), addSection, addTask(1, task(1)))).toEqual([
    'task added',
    'task added',
  ]);
});

test('the text of an import counts all its rows', () => {
  const work = addCollection(2, collection(2));
  const all = [work, addSection, addLabel(1), addLabel(2), addTask(3, task(1)), addTask(4, task(2))];
  const text = 'import of 2 tasks, 1 collection, 1 section and 2 labels';
  expect(texts(...all)).toEqual([text, text]);
  // The import may end by completing its last task.
  expect(texts(...all, complete(2))).toEqual([text, text]);
  // The import may add a collection for completed tasks only.
  const deleted = mutation(80, 'collection.delete', { id: collection(2).id, at: 2 });
  expect(texts(...all, deleted)).toEqual([text, text]);
});

test('several additions of one kind are not called an import', () => {
  expect(texts(addTask(3, task(1)), addTask(4, task(2)))).toEqual(['tasks added', 'tasks added']);
  expect(texts(addLabel(1), addLabel(2), addLabel(3))).toEqual(['labels added', 'labels added']);
  expect(texts(addLabel(1))).toEqual(['label added', 'label added']);
});

test('a deletion is not called an import, even if undo restores it', () => {
  const overlay = overlayOver();
  for (const add of [addCollection(1), addTask(2, task(1)), addTask(3, task(2))]) overlay.run(add);
  const gone = [first, second].map((id) => mutation(5, 'task.delete', { id, at: 2 }));
  const steps = gone.flatMap((step) => inverseOf(step, overlay) ?? []);
  expect(changeText({ id: '', name: 'task.delete', rowId: first, steps }, 'undo')).toBe('tasks deleted');
  const [restored] = [inverseOf(mutation(6, 'collection.delete', { id: home, at: 2 }), overlay)!];
  expect(changeText({ id: '', name: 'collection.delete', rowId: home, steps: [restored] }, 'undo')).toBe(
    'collection deleted',
  );
});

test('an edit of many tasks is not called an import, even if it adds a label', () => {
  const overlay = overlayOver();
  for (const add of [addCollection(1), addTask(2, task(1)), addTask(3, task(2))]) overlay.run(add);
  const label = (n: number, id: string) =>
    mutation(n, 'task.label', { id, add: sampleId('label', 1), remove: '', at: 1 });
  const steps = [label(5, first), label(6, second)].flatMap((step) => inverseOf(step, overlay) ?? []);
  const labelGone: Operation = { name: 'label.delete', args: { id: sampleId('label', 1), at: 1 } };
  expect(changeText({ id: '', name: 'task.label', rowId: first, steps: [...steps, labelGone] }, 'undo')).toBe(
    'labels changed',
  );
  const done = [complete(1), complete(2)].flatMap((step) => inverseOf(step, overlay) ?? []);
  expect(changeText({ id: '', name: 'task.complete', rowId: first, steps: done }, 'undo')).toBe(
    'tasks completed',
  );
});

test('[R5] a skipped time is called skipped, and a completed one completed', () => {
  const overlay = overlayOver();
  overlay.run(addCollection(1));
  overlay.run(addTask(2, task(1, { repeat: 'FREQ=DAILY' })));
  const { date } = overlay.get('task', first)!;
  const advance = (occurrenceId: string | null) => {
    const args = { id: first, due: date ?? '', now: date ?? '', occurrenceId, at: 3 };
    return [inverseOf({ name: 'task.advance', args }, overlay)!];
  };
  const text = (steps: readonly Operation[]) =>
    changeText({ id: '', name: 'task.advance', rowId: first, steps }, 'undo');
  expect(text(advance(null))).toBe('time skipped');
  expect(text(advance(second))).toBe('task completed');
});

test('[V8] a collection that becomes a board is called a changed view, even if a setting follows', () => {
  const edit: Operation = {
    name: 'collection.edit',
    args: { id: home, changes: { layout: 'board' }, at: 2 },
  };
  const set: Operation = { name: 'setting.set', args: { id: 'viewToday', value: 'group:label', at: 2 } };
  expect(texts(edit)).toEqual(['view changed', 'view changed']);
  expect(texts(set, edit)).toEqual(['view changed', 'view changed']);
  expect(texts(set)).toEqual(['setting changed', 'setting changed']);
});
