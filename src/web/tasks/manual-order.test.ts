import { TaskLists } from '#src/reading/lists/task-lists.ts';
import { expect, test } from 'vitest';
import { addDays, parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import { addTask, sampleId, task } from '#src/sync/testing/samples.ts';
import { parseMutation, type Operation } from '#src/tables/operations.ts';
import { View } from '#src/sync/client/state/view.ts';
import type { Task } from '#src/tables/task/task.ts';
import {
  companionsOf,
  indentOperations,
  moveOperations,
  outdentOperations,
  stepOperations,
  type Order,
  type Spot,
} from './manual-order.ts';

const TODAY = parseCalendarDay('2026-11-25')!;
const home = sampleId('collection', 1);
const kitchen = sampleId('section', 1);
const id = (n: number) => sampleId('task', n);

function run(view: View<TaskLists>, operations: readonly Operation[] | null): void {
  for (const operation of operations ?? [])
    view.run(parseMutation({ id: crypto.randomUUID(), ...operation }));
}

/** Tasks 1, 2, 3 ... of today in Home, each with its own fields. */
function viewOf(...own: Partial<Task>[]): View<TaskLists> {
  const view = new View(TaskLists.of(TODAY));
  run(view, [
    { name: 'collection.add', args: { id: home, name: 'Home', color: '#FFCC33', at: 1 } },
    { name: 'section.add', args: { id: kitchen, collectionId: home, name: 'Kitchen', at: 1 } },
  ]);
  for (const [index, fields] of own.entries())
    view.run(addTask(index + 1, task(index + 1, { date: TODAY, ...fields })));
  return view;
}

/** Moves top-level tasks to a spot. */
function move(view: View<TaskLists>, ids: readonly string[], spot: Partial<Spot>, order: Order): Operation[] {
  const nowhere = { parentId: null, sectionId: null, day: TODAY, after: null, before: null };
  const operations = moveOperations(view, ids, { ...nowhere, ...spot }, order);
  run(view, operations);
  return operations;
}

test('[T6] one write moves a task, in its collection and in its day', () => {
  const view = viewOf({}, {}, {}, {});
  expect(move(view, [id(4)], { after: id(1), before: id(2) }, 'place')).toHaveLength(1);
  expect(view.lists.inCollection(home)).toEqual([1, 4, 2, 3].map(id));
  expect(move(view, [id(3)], { before: id(1) }, 'day')).toHaveLength(1);
  expect(view.lists.days.today()).toEqual([3, 1, 4, 2].map(id));
  expect(view.lists.inCollection(home)).toEqual([1, 4, 2, 3].map(id));
  expect(move(view, [id(1), id(3)], { after: id(2) }, 'place')).toHaveLength(2);
  expect(view.lists.inCollection(home)).toEqual([4, 2, 1, 3].map(id));
});

test('[T6] a task moves among the tasks of its section, its parent, and its time', () => {
  const view = viewOf(
    {},
    { sectionId: kitchen },
    // A missing section counts as none.
    { sectionId: sampleId('section', 9) },
    { sectionId: kitchen, time: parseTimeOfDay('09:00')! },
    { parentId: id(1) },
    { parentId: id(1) },
  );
  expect(companionsOf(view, id(1), 'place')).toEqual([1, 3].map(id));
  expect(companionsOf(view, id(4), 'place')).toEqual([2, 4].map(id));
  expect(companionsOf(view, id(6), 'place')).toEqual([5, 6].map(id));
  expect(companionsOf(view, id(4), 'day')).toEqual([4].map(id));
  expect(companionsOf(view, id(2), 'day')).toEqual([1, 2, 3, 5, 6].map(id));
  run(view, [{ name: 'task.complete', args: { id: id(2), at: 9 } }]);
  for (const order of ['day', 'place'] as const) expect(companionsOf(view, id(2), order)).toEqual([]);
});

test('[T6] a task becomes the last sub-task of the task above it, and comes back right below that task', () => {
  const view = viewOf({ sectionId: kitchen }, { sectionId: kitchen }, { sectionId: kitchen }, {});
  expect(indentOperations(view, id(1))).toBeNull();
  run(view, indentOperations(view, id(2)));
  run(view, indentOperations(view, id(3)));
  expect(view.lists.under(id(1))).toEqual([2, 3].map(id));
  run(view, indentOperations(view, id(3)));
  expect(view.lists.under(id(2))).toEqual([3].map(id));
  run(view, outdentOperations(view, id(3)));
  expect(view.lists.under(id(1))).toEqual([2, 3].map(id));
  run(view, outdentOperations(view, id(2)));
  expect(companionsOf(view, id(2), 'place')).toEqual([1, 2].map(id));
  expect(view.get('task', id(2))).toMatchObject({ parentId: null, sectionId: kitchen });
  expect(outdentOperations(view, id(2))).toBeNull();
});

test('[T6] A step skips tasks that its list does not show: completed sub-tasks', () => {
  const below = { parentId: id(1) };
  const view = viewOf({}, below, below, below, below);
  run(view, [
    { name: 'task.complete', args: { id: id(3), at: 9 } },
    { name: 'task.complete', args: { id: id(4), at: 9 } },
  ]);
  expect(companionsOf(view, id(2), 'place')).toEqual([2, 5].map(id));
  run(view, stepOperations(view, id(2), 1, 'place'));
  expect(companionsOf(view, id(2), 'place')).toEqual([5, 2].map(id));
  expect(stepOperations(view, id(2), 1, 'place')).toBeNull();
  // Their parent's page shows them all.
  const before = companionsOf(view, id(2), 'under');
  expect(before.toSorted()).toEqual([2, 3, 4, 5].map(id));
  run(view, stepOperations(view, before[3]!, -1, 'under'));
  expect(companionsOf(view, id(2), 'under')).toEqual([0, 1, 3, 2].map((index) => before[index]));
});

test('[T6] A move into another section, below another task, out of it, or to another day is one write', () => {
  const view = viewOf({}, {}, { sectionId: kitchen }, { parentId: id(1) }, { date: addDays(TODAY, 1) });
  expect(move(view, [id(2)], { sectionId: kitchen, before: id(3) }, 'place')).toHaveLength(1);
  expect(view.lists.sections.part(home, kitchen)).toEqual([2, 3].map(id));
  expect(move(view, [id(3)], { parentId: id(1), after: id(4) }, 'place')).toHaveLength(1);
  expect(view.lists.under(id(1))).toEqual([4, 3].map(id));
  expect(move(view, [id(4)], { sectionId: kitchen, after: id(2) }, 'place')).toHaveLength(1);
  expect(view.lists.sections.part(home, kitchen)).toEqual([2, 4].map(id));
  expect(move(view, [id(1)], { day: addDays(TODAY, 1), after: id(5) }, 'day')).toHaveLength(1);
  expect(view.lists.days.on(addDays(TODAY, 1))).toEqual([5, 1].map(id));
  // The new parent has no sub-tasks, so the write needs no place; a second move to the same spot writes
  // nothing.
  expect(move(view, [id(5)], { parentId: id(2) }, 'place')[0]!.args).toMatchObject({
    changes: { parentId: id(2) },
  });
  expect(move(view, [id(5)], { parentId: id(2) }, 'place')).toEqual([]);
});
