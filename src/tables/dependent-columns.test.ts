import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { addCollection, addTask, mutation, overlayOver, sampleId, task } from '#src/sync/testing/samples.ts';
import type { Operation } from './operations.ts';
import { inverseOf } from './inverse.ts';
import type { Overlay } from '#src/tables/kit/overlay.ts';

const t1 = sampleId('task', 1);
const [MONDAY, TUESDAY] = ['2026-06-15', '2026-06-16'] as [CalendarDay, CalendarDay];
const SERIES = {
  repeat: 'FREQ=DAILY',
  repeatFrom: 'completion',
  repeatStart: MONDAY,
  repeatDue: MONDAY,
} as const;
const timed = task(1, { date: MONDAY, time: '09:00' as TimeOfDay, zone: 'Asia/Tokyo', ...SERIES });
const BARE = { time: null, zone: null, repeat: null, repeatFrom: 'date', repeatStart: null, repeatDue: null };

let number = 100;
const run = (overlay: Overlay, { name, args }: Operation) =>
  overlay.run(mutation((number += 1), name, args as never));
const edit = (changes: object, id = t1): Operation => ({
  name: 'task.edit',
  args: { id, changes: changes, at: 50 },
});
function withTask(row: Task = timed): Overlay {
  const overlay = overlayOver();
  overlay.run(addCollection(1));
  overlay.run(addTask(2, row));
  return overlay;
}

test('[T2] a task that loses its date loses its time, its zone and its repeat, and undo gives all of them back', () => {
  const overlay = withTask();
  const back = inverseOf(edit({ date: null }), overlay)!;

  run(overlay, edit({ date: null }));
  expect(overlay.get('task', t1)).toMatchObject({ date: null, ...BARE });

  run(overlay, back);
  expect(overlay.get('task', t1)).toEqual({ ...timed, updatedAt: 50 });
});

test('[T2] a new task without a date has no time, no zone and no repeat', () => {
  expect(withTask({ ...timed, date: null }).get('task', t1)).toMatchObject({ date: null, ...BARE });
});

test('[T2] a rule that one device sets while another removes the date does not stay, in either order', () => {
  const [undated, repeating] = [edit({ date: null }), edit({ repeat: 'FREQ=WEEKLY', repeatDue: MONDAY })];
  for (const order of [
    [undated, repeating],
    [repeating, undated],
  ]) {
    const overlay = withTask(task(1, { date: MONDAY }));
    for (const each of order) run(overlay, each);
    expect(overlay.get('task', t1)).toMatchObject({ date: null, ...BARE });

    run(overlay, { name: 'task.complete', args: { id: t1, at: 60 } });
    expect(overlay.get('task', t1)).toMatchObject({ date: null, completedAt: 60 });
  }
});

test('[T2] an edit that changes nothing of a task without a date has no inverse', () => {
  const overlay = withTask(task(1, { date: null }));
  expect(inverseOf(edit({ time: '10:00', repeat: 'FREQ=DAILY' }), overlay)).toBeNull();
});

test('[T2] undoing an advance leaves no columns of a series on a sub-task whose rule another device has removed', () => {
  const overlay = withTask();
  const sub = sampleId('task', 2);
  overlay.run(addTask(3, task(2, { date: MONDAY, parentId: t1, ...SERIES })));
  const advance: Operation = {
    name: 'task.advance',
    args: { id: t1, due: MONDAY, now: `${MONDAY}T10:00`, occurrenceId: null, renews: 1, at: 60 },
  };
  const back = inverseOf(advance, overlay)!;
  run(overlay, advance);
  run(overlay, { name: 'task.edit', args: { id: sub, changes: { date: TUESDAY, repeat: null }, at: 70 } });

  run(overlay, back);
  expect(overlay.get('task', sub)).toMatchObject({ ...BARE, date: MONDAY });
});

const or = <T>(value: T) => fc.option(fc.constant(value));
const anyChanges = fc.record(
  {
    date: fc.constantFrom(MONDAY, TUESDAY, null),
    time: or('10:00'),
    zone: or('Europe/Berlin'),
    repeat: or('FREQ=WEEKLY'),
    repeatFrom: fc.constantFrom('date', 'completion'),
    repeatStart: or(MONDAY),
    repeatDue: or(TUESDAY),
  },
  { requiredKeys: [] },
);
/** The edits of one device. Some are undone later. */
const anyEdits = fc.array(fc.record({ changes: anyChanges, isUndone: fc.boolean() }), { maxLength: 6 });

/** The operations of a device that sees only its own. */
function ofDevice(edits: readonly { changes: object; isUndone: boolean }[]): Operation[] {
  const view = withTask();
  const operations: Operation[] = [];
  const backs: Operation[] = [];
  for (const { changes, isUndone } of edits) {
    const back = inverseOf(edit(changes), view);
    if (back && isUndone) backs.unshift(back);
    operations.push(edit(changes));
    run(view, edit(changes));
  }
  return [...operations, ...backs];
}

/** The columns that have a value while the column that they need has none. */
function orphansIn(row: Task): string[] {
  const { date, time, zone, repeat, repeatFrom, repeatStart, repeatDue } = row;
  const series = repeatFrom !== 'date' || (repeatStart ?? repeatDue) !== null;
  return [
    ...(date === null && time !== null ? ['time'] : []),
    ...(time === null && zone !== null ? ['zone'] : []),
    ...(date === null && repeat !== null ? ['repeat'] : []),
    ...(repeat === null && series ? ['series'] : []),
  ];
}

test('[T2] the edits of two devices and their undos leave no time, zone or repeat without a date, in any order', () => {
  fc.assert(
    fc.property(anyEdits, anyEdits, fc.infiniteStream(fc.boolean()), (mine, theirs, turns) => {
      const server = withTask();
      const [left, right] = [ofDevice(mine), ofDevice(theirs)];
      while (left.length + right.length > 0) {
        const next = (turns.next().value ? left.shift() : right.shift()) ?? left.shift() ?? right.shift();
        if (next) run(server, next);
        expect(orphansIn(server.get('task', t1)!)).toEqual([]);
      }
    }),
  );
});

test('[T2] undoing an advance after any edits of another device leaves no time, zone or repeat without a date', () => {
  const sub = sampleId('task', 2);
  const advance: Operation = {
    name: 'task.advance',
    args: { id: t1, due: MONDAY, now: `${MONDAY}T10:00`, occurrenceId: null, renews: 1, at: 60 },
  };
  fc.assert(
    fc.property(anyEdits, (edits) => {
      const server = withTask();
      run(server, { name: 'task.add', args: { ...timed, id: sub, parentId: t1, at: 40 } });
      const back = inverseOf(advance, server)!;
      run(server, advance);
      for (const { changes } of edits) run(server, edit(changes, sub));
      run(server, back);
      expect(orphansIn(server.get('task', sub)!)).toEqual([]);
    }),
  );
});
