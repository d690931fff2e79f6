import { TaskLists } from '#src/reading/lists/task-lists.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { arrangedIn } from '#src/reading/lists/arranged-lists.ts';
import { arrangedName, type ArrangedList, type Grouping } from '#src/reading/lists/arrangement.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { parseMutation, type Operation } from '#src/tables/operations.ts';
import { View } from '#src/sync/client/state/view.ts';
import { addTask, sampleId, task } from '#src/sync/testing/samples.ts';
import { columnOperations, type BoardOf } from './column-moves.ts';

const TODAY = parseCalendarDay('2026-11-25')!;
const [HOME, WORK] = [1, 2].map((n) => sampleId('collection', n)) as [string, string];
const SECTIONS = [1, 2].map((n) => sampleId('section', n));
const LABELS = [1, 2, 3].map((n) => sampleId('label', n));

function run(view: View<TaskLists>, operations: readonly Operation[]): void {
  for (const operation of operations) view.run(parseMutation({ id: crypto.randomUUID(), ...operation }));
}

/** Tasks 1, 2, 3 ... in Home. Home has two sections; Work and three labels exist too. */
function viewOf(own: readonly Partial<Task>[]): View<TaskLists> {
  const view = new View(TaskLists.of(TODAY));
  const color = '#FFCC33';
  run(view, [
    { name: 'collection.add', args: { id: HOME, name: 'Home', color, at: 1 } },
    { name: 'collection.add', args: { id: WORK, name: 'Work', color, at: 1 } },
    ...SECTIONS.map((id): Operation => ({
      name: 'section.add',
      args: { id, collectionId: HOME, name: id, at: 1 },
    })),
    ...LABELS.map((id): Operation => ({ name: 'label.add', args: { id, name: id, color, at: 1 } })),
  ]);
  for (const [index, fields] of own.entries())
    view.run(addTask(index + 1, task(index + 1, { date: TODAY, ...fields })));
  return view;
}

function columnsOf(view: View<TaskLists>, { list, by, sort }: BoardOf): Map<string, readonly string[]> {
  return new Map(
    arrangedIn(view.lists).groups(arrangedName({ list, group: by, sort, direction: 'ascending' })),
  );
}

/** The fields of each task, without its place and without `column`. */
function othersOf(view: View<TaskLists>, ids: readonly string[], column: Grouping) {
  return ids.map((id) => {
    const { name, date, priority, collectionId, sectionId, labels } = view.get('task', id)!;
    const fields = {
      none: null,
      day: date,
      priority,
      collection: collectionId,
      section: sectionId,
      label: labels,
    };
    // A section belongs to its collection, so it changes with it.
    return { ...fields, name, [column]: null, ...(column === 'collection' && { section: null }) };
  });
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  section: ['', ...SECTIONS],
  priority: ['1', '2', '3', '4'],
  label: ['', ...LABELS],
  day: ['', ...[0, 1, 2].map((days) => addDays(TODAY, days))],
  collection: [HOME, WORK],
};

const anyBoard = fc.oneof(
  fc.record({
    list: fc.constant<ArrangedList>(`in:${HOME}`),
    by: fc.constantFrom<Grouping>('section', 'priority', 'label', 'day'),
    sort: fc.constantFrom('manual' as const, 'name' as const),
  }),
  fc.record({
    list: fc.constant<ArrangedList>('today'),
    by: fc.constantFrom<Grouping>('priority', 'label', 'collection'),
    sort: fc.constantFrom('manual' as const, 'name' as const),
  }),
);

const anyOwn: fc.Arbitrary<Partial<Task>> = fc.record({
  name: fc.constantFrom('A', 'B', 'C'),
  priority: fc.constantFrom(1, 2, 3, 4),
  date: fc.constantFrom(null, TODAY, addDays(TODAY, 1)),
  time: fc.constantFrom(null, '09:00' as TimeOfDay),
  sectionId: fc.constantFrom(null, ...SECTIONS),
  labels: fc.subarray([...LABELS]).map((ids) => ids.join(' ')),
});

test('[V6] moved cards are in their new column, in manual order at the spot of the drop, and nothing else changes', () => {
  fc.assert(
    fc.property(
      fc.array(anyOwn, { minLength: 2, maxLength: 9 }),
      anyBoard,
      fc.nat(),
      fc.nat(),
      fc.nat(9),
      fc.nat(2),
      (own, board, whence, whither, place, more) => {
        const view = viewOf(own);
        const before = columnsOf(view, board);
        const filled = [...before.keys()];
        if (filled.length === 0) return;
        const from = filled[whence % filled.length]!;
        const keys = KEYS[board.by]!;
        const key = keys[whither % keys.length]!;
        const ids = before.get(from)!.slice(0, more + 1);
        const target = before.get(key) ?? [];
        const index = Math.min(place, target.length);
        const all = own.map((_, i) => sampleId('task', i + 1));
        const others = othersOf(view, all, board.by);

        run(view, columnOperations(view, board, ids, from, { key, ids: target }, index));

        const after = columnsOf(view, board);
        expect(othersOf(view, all, board.by)).toEqual(others);
        expect(after.get(key)).toEqual(expect.arrayContaining([...ids]));
        // The cards have left their old column, unless it is the new one.
        const left = from === key ? [] : (after.get(from) ?? []);
        expect(left.filter((id) => ids.includes(id))).toEqual([]);
        const rest = all.filter((id) => !ids.includes(id));
        const ofRest = (columns: Map<string, readonly string[]>) =>
          new Map(
            [...columns]
              .map(([of, some]) => [of, some.filter((id) => rest.includes(id))] as const)
              .filter(([, some]) => some.length > 0),
          );
        expect(ofRest(after)).toEqual(ofRest(before));
        if (board.sort !== 'manual' || board.list === 'today') return;
        const stay = (id: string) => !ids.includes(id);
        const wanted = [...target.slice(0, index).filter(stay), ...ids, ...target.slice(index).filter(stay)];
        expect(after.get(key)).toEqual(wanted);
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);

test('[V6] in a column of Today, the time comes before the manual order', () => {
  const view = viewOf([{ priority: 1 }, { priority: 1 }, { time: '09:00' as TimeOfDay }, {}]);
  const board = { list: 'today', by: 'priority', sort: 'manual' } as const;
  const put = (n: number, index: number) =>
    run(
      view,
      columnOperations(
        view,
        board,
        [sampleId('task', n)],
        '4',
        { key: '1', ids: columnsOf(view, board).get('1')! },
        index,
      ),
    );
  put(3, 2);
  put(4, 2);
  expect(columnsOf(view, board).get('1')).toEqual([3, 1, 4, 2].map((n) => sampleId('task', n)));
});

test('[V6] a card moved between the columns of two labels swaps them and keeps its other labels', () => {
  const [first, second, third] = LABELS as [string, string, string];
  const view = viewOf([{ labels: `${first} ${third}` }]);
  const board = { list: `in:${HOME}`, by: 'label', sort: 'manual' } as const;
  const put = (from: string, key: string) =>
    run(view, columnOperations(view, board, [sampleId('task', 1)], from, { key, ids: [] }, 0));
  put(first, second);
  expect(view.get('task', sampleId('task', 1))?.labels).toBe(`${second} ${third}`);
  put(third, '');
  expect(view.get('task', sampleId('task', 1))?.labels).toBe('');
  put('', third);
  expect(view.get('task', sampleId('task', 1))?.labels).toBe(third);
});

test('[V6] a card that loses its date loses its time, its zone and its series', () => {
  const series = {
    repeat: 'FREQ=DAILY',
    repeatFrom: 'completion',
    repeatStart: TODAY,
    repeatDue: TODAY,
  } as const;
  const view = viewOf([{ time: '09:00' as TimeOfDay, zone: 'Asia/Tokyo', ...series }, {}]);
  const board = { list: `in:${HOME}`, by: 'day', sort: 'manual' } as const;
  const ids = [1, 2].map((n) => sampleId('task', n));
  const operations = columnOperations(view, board, ids, TODAY, { key: '', ids: [] }, 0);
  expect(operations.map(({ args }) => 'changes' in args && args.changes)).toEqual([
    { date: null },
    { date: null },
  ]);
  run(view, operations);
  expect(view.get('task', ids[0]!)).toMatchObject({ date: null, time: null, zone: null, repeat: null });
});
