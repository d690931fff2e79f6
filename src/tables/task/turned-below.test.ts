import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { addCollection, addTask, mutation, overlayOver, task, taskIds } from '#src/sync/testing/samples.ts';
import { parseArgs, type Operation } from '#src/tables/operations.ts';
import { inverseOf } from '#src/tables/inverse.ts';
import type { Overlay } from '#src/tables/kit/overlay.ts';
import type { Task } from './task.ts';

const [trip, pack, book] = taskIds(1, 2, 3) as [string, string, string];
const [MONDAY, TUESDAY, FRIDAY] = ['2026-06-15', '2026-06-16', '2026-06-19'] as [
  CalendarDay,
  CalendarDay,
  CalendarDay,
];
const ofMonday = { date: MONDAY, repeat: 'FREQ=DAILY', repeatStart: MONDAY, repeatDue: MONDAY };
const NO_REPEAT = { repeat: null, repeatFrom: 'date', repeatStart: null, repeatDue: null };

let number = 100;
function run(overlay: Overlay, { name, args }: Operation): void {
  overlay.run(mutation((number += 1), name, parseArgs(name, args) as never));
}
const edit = (id: string, changes: object, at = 70): Operation => ({
  name: 'task.edit',
  args: { id, changes, at },
});
const advance = (id: string, due: string, now: string, at = 60): Operation => ({
  name: 'task.advance',
  args: { id, due, now, occurrenceId: null, renews: 1, at },
});

/** A task that repeats from Monday on, with a sub-task of Monday that repeats too, and one that does not. */
function daily(rule: Partial<Task> = {}): Overlay {
  const series: Partial<Task> = { ...ofMonday, ...rule };
  const timed = { time: '09:00' as TimeOfDay, zone: 'Asia/Tokyo', deadline: FRIDAY };
  const overlay = overlayOver();
  overlay.run(addCollection(1));
  overlay.run(addTask(2, task(1, series)));
  overlay.run(addTask(3, task(2, { parentId: trip, ...series, ...timed })));
  overlay.run(addTask(4, task(3, { parentId: trip, date: MONDAY })));
  return overlay;
}

/** Completes Monday. Returns the undo. */
function completed(overlay: Overlay): Operation {
  const operation = advance(trip, MONDAY, `${MONDAY}T10:00`);
  const back = inverseOf(operation, overlay)!;
  run(overlay, operation);
  expect(overlay.get('task', pack)).toMatchObject({ date: TUESDAY, deadline: '2026-06-20', cycleAt: 60 });
  return back;
}

const weekly = { repeat: 'FREQ=WEEKLY', repeatStart: TUESDAY, repeatDue: TUESDAY };

test.each([
  ['ended its repeat', { repeat: null }, { date: MONDAY, time: '09:00', zone: 'Asia/Tokyo', ...NO_REPEAT }],
  ['cleared its date', { date: null }, { date: null, time: null, zone: null, ...NO_REPEAT }],
  ['cleared its time', { time: null }, { ...ofMonday, time: null, zone: null }],
  ['moved this time', { date: FRIDAY }, { date: FRIDAY, repeat: 'FREQ=DAILY', repeatDue: TUESDAY }],
  ['given it another repeat', weekly, { date: TUESDAY, time: '09:00', ...weekly }],
  ['set its deadline', { deadline: TUESDAY }, { ...ofMonday, deadline: TUESDAY }],
  ['renamed it', { name: 'Bags' }, { ...ofMonday, name: 'Bags', deadline: FRIDAY, time: '09:00' }],
])(
  '[R2] undo leaves what another device has changed on a repeating sub-task since: %s',
  (_, changes, expected) => {
    const overlay = daily();
    const back = completed(overlay);
    run(overlay, edit(pack, changes));

    run(overlay, back);

    expect(overlay.get('task', trip)).toMatchObject(ofMonday);
    expect(overlay.get('task', pack)).toMatchObject({ ...expected, cycleAt: null });
  },
);

test('[R2] undo leaves the day that another device has given to a sub-task since', () => {
  const moved = daily();
  const back = completed(moved);
  run(moved, edit(book, { date: FRIDAY }));
  run(moved, back);
  expect(moved.get('task', book)?.date).toBe(FRIDAY);

  const repeating = daily();
  const backToo = completed(repeating);
  run(repeating, edit(book, weekly));
  run(repeating, backToo);
  expect(repeating.get('task', book)).toMatchObject({ date: TUESDAY, ...weekly });
});

test('[R2] undo leaves a repeating sub-task that was completed by itself since', () => {
  const overlay = daily();
  const back = completed(overlay);
  run(overlay, advance(pack, TUESDAY, `${TUESDAY}T10:00`, 70));
  const after = overlay.get('task', pack);

  run(overlay, back);

  expect(overlay.get('task', pack)).toEqual({ ...after, updatedAt: 60 });
});

test('[R2] redo leaves what another device has changed on a sub-task since the undo', () => {
  const overlay = daily();
  const back = completed(overlay);
  const again = inverseOf(back, overlay)!;
  run(overlay, back);
  run(overlay, edit(pack, { date: null }));
  run(overlay, edit(book, { date: FRIDAY }));

  run(overlay, again);

  expect(overlay.get('task', trip)).toMatchObject({ date: TUESDAY });
  expect(overlay.get('task', pack)).toMatchObject({ date: null, time: null, ...NO_REPEAT });
  expect(overlay.get('task', book)?.date).toBe(FRIDAY);
});

test('[R3] the undo of either device brings the sub-tasks back when both have completed the time on different days', () => {
  const overlay = daily({ repeatFrom: 'completion' });
  const late = advance(trip, MONDAY, `${FRIDAY}T10:00`, 65);
  const back = inverseOf(late, overlay)!;
  const before = [trip, pack, book].map((id) => ({ ...overlay.get('task', id), updatedAt: 65 }));
  completed(overlay);
  run(overlay, late);
  expect(overlay.get('task', pack)?.date).toBe(TUESDAY);

  run(overlay, back);

  expect([trip, pack, book].map((id) => overlay.get('task', id))).toEqual(before);
});
