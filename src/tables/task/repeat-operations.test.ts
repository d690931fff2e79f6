import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { MutationRejected } from '#src/domain/errors.ts';
import { placedTask, type Task } from './task.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import {
  addCollection,
  addTask,
  mutation,
  overlayOver,
  sampleId,
  task,
  taskIds,
} from '#src/sync/testing/samples.ts';
import { parseArgs, type Operation } from '#src/tables/operations.ts';
import { inverseOf } from '#src/tables/inverse.ts';
import type { Overlay } from '#src/tables/kit/overlay.ts';

const [bins, rinse, dry, once, other] = taskIds(1, 2, 3, 8, 9) as [string, string, string, string, string];
const MONDAY = '2026-06-15' as CalendarDay;

let number = 100;
function run(overlay: Overlay, name: Operation['name'], args: object): void {
  overlay.run(mutation((number += 1), name, args as never));
}

/** A repeating task, due on Monday. */
function repeating(repeat: string, fields: Partial<Task> = {}): Overlay {
  const overlay = overlayOver();
  overlay.run(addCollection(1));
  overlay.run(addTask(2, task(1, { date: MONDAY, repeat, description: 'Blue', ...fields })));
  return overlay;
}

/** Completes a time of the task, or skips it. Returns the operation that takes this back. */
function advance(
  overlay: Overlay,
  due: string,
  now: string,
  occurrenceId: string | null = once,
  { id = bins, at = 50 } = {},
): Operation {
  const args = { id, due, now, occurrenceId, at };
  const back = inverseOf({ name: 'task.advance', args }, overlay)!;
  run(overlay, 'task.advance', args);
  return back;
}

/** The task with its place in the tree. */
function placed(overlay: Overlay, id: string) {
  const row = overlay.get('task', id);
  return row && placedTask(row, (table, of) => overlay.get(table, of));
}

test('[R2] a completed time becomes a row of its own, and the task moves to its next date', () => {
  const overlay = repeating('FREQ=WEEKLY');

  advance(overlay, MONDAY, `${MONDAY}T18:00`);

  expect(overlay.get('task', bins)).toMatchObject({
    date: '2026-06-22',
    completedAt: null,
    repeat: 'FREQ=WEEKLY',
  });
  expect(overlay.get('task', once)).toMatchObject({
    name: 'Task 1',
    description: 'Blue',
    date: MONDAY,
    completedAt: 50,
    seriesId: bins,
    repeat: null,
  });
});

test('[R2] past dates are skipped', () => {
  const overlay = repeating('FREQ=WEEKLY');

  advance(overlay, MONDAY, '2026-07-01T09:00');

  expect(overlay.get('task', bins)?.date).toBe('2026-07-06');
});

test('[R1] every 31st keeps its anchor, and a rule counted from the completion does not', () => {
  const monthly = repeating('RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD', {
    date: '2026-01-31' as CalendarDay,
  });
  advance(monthly, '2026-01-31', '2026-01-31T10:00');
  expect(monthly.get('task', bins)?.date).toBe('2026-02-28');
  advance(monthly, '2026-02-28', '2026-02-28T10:00', other);
  expect(monthly.get('task', bins)?.date).toBe('2026-03-31');

  const daily = repeating('FREQ=DAILY;INTERVAL=3', { repeatFrom: 'completion' });
  advance(daily, MONDAY, '2026-06-18T10:00');
  expect(daily.get('task', bins)?.date).toBe('2026-06-21');
});

test('[R3] two devices that complete the same time complete it once', () => {
  const overlay = repeating('FREQ=WEEKLY');

  advance(overlay, MONDAY, `${MONDAY}T18:00`);
  advance(overlay, MONDAY, `${MONDAY}T19:00`, other);

  expect(overlay.get('task', bins)?.date).toBe('2026-06-22');
  expect(overlay.get('task', other)).toBeUndefined();
});

test('[R3] a time that was taken back and is completed again stays one row', () => {
  const overlay = repeating('FREQ=WEEKLY');
  const back = advance(overlay, MONDAY, `${MONDAY}T18:00`);
  run(overlay, back.name, { ...back.args, at: 60 });
  expect(overlay.get('task', once)?.deletedAt).toBe(60);

  run(overlay, 'task.edit', { id: bins, changes: { name: 'Bins out' }, at: 65 });
  advance(overlay, MONDAY, `${MONDAY}T18:00`, once, { at: 70 });

  expect(overlay.get('task', once)).toMatchObject({ name: 'Bins out', completedAt: 70, deletedAt: null });
});

test('[R2] a row completed before stays when its series begins anew, and a second completion is undone', () => {
  const overlay = repeating('FREQ=WEEKLY');
  advance(overlay, MONDAY, `${MONDAY}T18:00`);
  run(overlay, 'task.edit', { id: bins, changes: { date: MONDAY, repeatDue: MONDAY }, at: 60 });
  const back = advance(overlay, MONDAY, `${MONDAY}T19:00`, once, { at: 70 });
  run(overlay, back.name, back.args);

  expect(overlay.get('task', bins)?.date).toBe(MONDAY);
  expect(overlay.get('task', once)).toMatchObject({ completedAt: 50, deletedAt: null });
});

test('[R3] a row that is not of the series never becomes a time of it', () => {
  const overlay = repeating('FREQ=WEEKLY');
  overlay.run(addTask(20, task(8, { name: 'Other' })));
  run(overlay, 'task.delete', { id: once, at: 45 });

  advance(overlay, MONDAY, `${MONDAY}T18:00`);

  expect(overlay.get('task', once)).toMatchObject({ name: 'Other', deletedAt: 45 });
});

test('[R4] its sub-tasks are open again for the next time, without a write for each', () => {
  const overlay = repeating('FREQ=WEEKLY');
  for (const n of [2, 3]) overlay.run(addTask(n + 10, task(n, { parentId: bins })));
  run(overlay, 'task.complete', { id: rinse, at: 40 });
  expect(placed(overlay, rinse)?.completedAt).toBe(40);
  const before = overlay.get('task', rinse);

  run(overlay, 'task.advance', {
    id: bins,
    due: MONDAY,
    now: `${MONDAY}T18:00`,
    occurrenceId: once,
    steps: '- [x] Task 2\n- [ ] Task 3',
    at: 50,
  });

  expect([rinse, dry].map((id) => placed(overlay, id)?.completedAt)).toEqual([null, null]);
  expect(overlay.get('task', rinse)).toBe(before);
  expect(overlay.get('task', once)?.description).toBe('Blue\n\n- [x] Task 2\n- [ ] Task 3');
  run(overlay, 'task.complete', { id: rinse, at: 60 });
  expect(placed(overlay, rinse)?.completedAt).toBe(60);
});

test('[R5] a time can be skipped, moved on its own, or be the last one', () => {
  const overlay = repeating('FREQ=WEEKLY;COUNT=3');
  run(overlay, 'task.edit', { id: bins, changes: { date: '2026-06-16', repeatDue: MONDAY }, at: 45 });
  advance(overlay, MONDAY, '2026-06-16T10:00', null);
  expect(overlay.get('task', bins)).toMatchObject({ date: '2026-06-22', completedAt: null });
  expect(overlay.get('task', once)).toBeUndefined();

  advance(overlay, '2026-06-22', '2026-06-22T10:00');
  advance(overlay, '2026-06-29', '2026-06-29T10:00', other);

  expect(overlay.get('task', bins)).toMatchObject({ date: '2026-06-29', completedAt: 50 });
  expect(overlay.get('task', other)).toBeUndefined();
});

test('[R7] an hourly task moves to its next time of day', () => {
  const overlay = repeating('FREQ=HOURLY;INTERVAL=8', {
    time: '09:00' as TimeOfDay,
    repeatDue: `${MONDAY}T09:00`,
  });

  advance(overlay, `${MONDAY}T09:00`, `${MONDAY}T09:10`);

  expect(overlay.get('task', bins)).toMatchObject({
    date: MONDAY,
    time: '17:00',
    repeatDue: `${MONDAY}T17:00`,
  });
});

test('[R7] a task whose rule sets the times of a day moves to the next of them', () => {
  const overlay = repeating('FREQ=DAILY;BYHOUR=9,18', { time: '09:00' as TimeOfDay });

  advance(overlay, MONDAY, `${MONDAY}T10:00`);
  expect(overlay.get('task', bins)).toMatchObject({
    date: MONDAY,
    time: '18:00',
    repeatStart: `${MONDAY}T09:00`,
    repeatDue: `${MONDAY}T18:00`,
  });

  advance(overlay, MONDAY, `${MONDAY}T10:01`, other);
  expect(overlay.get('task', other)).toBeUndefined();
  advance(overlay, `${MONDAY}T18:00`, `${MONDAY}T18:10`, other);
  expect(overlay.get('task', bins)).toMatchObject({ date: '2026-06-16', time: '09:00' });
});

test('[R7] a task whose rule sets times of day goes on from its own time when its due day was stored without one', () => {
  const stored = { repeatStart: MONDAY, repeatDue: MONDAY, time: '18:00' as TimeOfDay };
  const overlay = repeating('FREQ=DAILY;BYHOUR=9,18', stored);

  advance(overlay, MONDAY, `${MONDAY}T18:10`);

  expect(overlay.get('task', bins)).toMatchObject({ date: '2026-06-16', time: '09:00' });
});

test('[R7] a task without a time gets the time that its rule sets, and keeps its own when the rule sets none', () => {
  const set = repeating('FREQ=WEEKLY;BYHOUR=7;BYMINUTE=30');
  advance(set, MONDAY, `${MONDAY}T10:00`);
  expect(set.get('task', bins)).toMatchObject({ date: '2026-06-22', time: '07:30' });

  const twice = repeating('FREQ=DAILY;BYHOUR=9,18;COUNT=2');
  advance(twice, MONDAY, `${MONDAY}T08:00`);
  advance(twice, `${MONDAY}T09:00`, `${MONDAY}T09:00`, other);
  expect(twice.get('task', bins)).toMatchObject({ time: '18:00', completedAt: null });
  advance(twice, `${MONDAY}T18:00`, `${MONDAY}T18:00`);
  expect(twice.get('task', bins)?.completedAt).toBe(50);

  const own = repeating('FREQ=WEEKLY', { repeatStart: `${MONDAY}T09:00`, time: '20:00' as TimeOfDay });
  advance(own, MONDAY, `${MONDAY}T21:00`);
  expect(own.get('task', bins)).toMatchObject({ date: '2026-06-22', time: '20:00', repeatDue: '2026-06-22' });
});

test('[R1] a task with an unknown rule, or one without a next time, is completed for good', () => {
  for (const rule of ['FREQ=SECONDLY;X-MOON=1', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30']) {
    const overlay = repeating(rule);
    advance(overlay, MONDAY, `${MONDAY}T18:00`);
    expect(overlay.get('task', bins)).toMatchObject({ repeat: rule, date: MONDAY, completedAt: 50 });
  }
});

test('[R2] undo takes back both rows, and redo brings both again', () => {
  const overlay = repeating('FREQ=WEEKLY');
  const before = overlay.get('task', bins);
  const back = advance(overlay, MONDAY, `${MONDAY}T18:00`);
  const after = overlay.get('task', bins);

  const again = inverseOf(back, overlay)!;
  run(overlay, back.name, back.args);
  expect(overlay.get('task', bins)).toEqual({ ...before, updatedAt: 50 });
  expect(overlay.get('task', once)?.deletedAt).toBe(50);
  run(overlay, again.name, again.args);

  expect(overlay.get('task', bins)).toEqual(after);
  expect(overlay.get('task', once)?.deletedAt).toBeNull();
  expect(sampleId('task', 8)).toBe(once);
});

test.each([{ repeat: null }, { date: null }, { time: null }])(
  '[R2] undo gives back the whole series when another device has changed the task to %o since',
  (changes) => {
    const overlay = repeating('FREQ=DAILY', {
      time: '09:00' as TimeOfDay,
      zone: 'Asia/Tokyo',
      repeatFrom: 'completion',
      repeatStart: MONDAY,
      repeatDue: MONDAY,
    });
    const before = overlay.get('task', bins);
    const back = advance(overlay, MONDAY, `${MONDAY}T10:00`);
    run(overlay, 'task.edit', { id: bins, changes, at: 60 });

    run(overlay, back.name, parseArgs(back.name, back.args));

    expect(overlay.get('task', bins)).toEqual({ ...before, updatedAt: 50 });
  },
);

test('[R2] an undo that names neither the zone nor the start of counting leaves both unchanged', () => {
  const overlay = repeating('FREQ=DAILY', {
    time: '09:00' as TimeOfDay,
    zone: 'Asia/Tokyo',
    repeatFrom: 'completion',
  });
  const args = { id: bins, occurrenceId: null, changes: { date: MONDAY, cycleAt: null }, at: 60 };
  advance(overlay, MONDAY, `${MONDAY}T10:00`, null);

  run(overlay, 'task.turn', parseArgs('task.turn', args));

  expect(overlay.get('task', bins)).toMatchObject({
    date: MONDAY,
    zone: 'Asia/Tokyo',
    repeatFrom: 'completion',
  });
});

test('[R2] the last time is not taken back into a deleted collection, where nobody would see it', () => {
  const home = sampleId('collection', 1);
  const overlay = repeating('FREQ=DAILY;COUNT=1');
  const back = advance(overlay, MONDAY, `${MONDAY}T18:00`);
  run(overlay, 'collection.delete', { id: home, at: 60 });

  expect(() => run(overlay, back.name, back.args)).toThrow(new MutationRejected('COLLECTION_GONE'));
  expect(overlay.get('task', bins)).toMatchObject({ completedAt: 50, deletedAt: null });

  run(overlay, 'collection.restore', { id: home, at: 70 });
  run(overlay, back.name, back.args);
  expect(overlay.get('task', bins)?.completedAt).toBeNull();
});

test('[R2] a time that comes back to a place that is too deep comes to the top', () => {
  const overlay = repeating('FREQ=WEEKLY');
  const [one, two, three, four] = taskIds(21, 22, 23, 24) as [string, string, string, string];
  overlay.run(addTask(21, task(21)));
  overlay.run(addTask(22, task(22)));
  overlay.run(addTask(23, task(23, { parentId: two })));
  overlay.run(addTask(24, task(24, { parentId: three })));
  advance(overlay, MONDAY, `${MONDAY}T18:00`);
  // The row of the time has three levels below it. Its parent gets too deep while the row is deleted.
  for (const [id, parentId] of [
    [once, one],
    [two, once],
  ] as const)
    run(overlay, 'task.edit', { id, changes: { parentId }, at: 55 });
  const turn = (isThere: 0 | 1) =>
    run(overlay, 'task.turn', { id: bins, occurrenceId: once, isThere, changes: {}, at: 60 });
  turn(0);
  const levels = taskIds(31, 32, 33);
  levels.forEach((_, i) => overlay.run(addTask(31 + i, task(31 + i, { parentId: levels[i - 1] ?? null }))));
  run(overlay, 'task.edit', { id: one, changes: { parentId: levels.at(-1) }, at: 65 });

  turn(1);

  expect(overlay.get('task', once)).toMatchObject({ deletedAt: null, parentId: null });
  expect(overlay.get('task', four)?.parentId).toBe(three);
});

test('[R4] undoing the completion of a sub-task leaves it open, also when it was ticked in an earlier time of its parent', () => {
  const overlay = repeating('FREQ=WEEKLY');
  overlay.run(addTask(21, task(2, { parentId: bins, date: MONDAY, repeat: 'FREQ=DAILY;COUNT=1' })));
  run(overlay, 'task.complete', { id: rinse, at: 40 });
  advance(overlay, MONDAY, `${MONDAY}T18:00`);
  expect(placed(overlay, rinse)?.completedAt).toBeNull();
  const back = advance(overlay, MONDAY, `${MONDAY}T19:00`, other, { id: rinse, at: 60 });
  expect(placed(overlay, rinse)?.completedAt).toBe(60);

  run(overlay, back.name, back.args);

  expect(placed(overlay, rinse)?.completedAt).toBeNull();
});

test('[R4] undoing the completion of a sub-task that has left its parent leaves it without a time of a parent', () => {
  const overlay = repeating('FREQ=WEEKLY');
  overlay.run(addTask(21, task(2, { parentId: bins, date: MONDAY, repeat: 'FREQ=DAILY;COUNT=1' })));
  advance(overlay, MONDAY, `${MONDAY}T18:00`, null, { at: 40 });
  run(overlay, 'task.complete', { id: rinse, at: 50 });
  advance(overlay, '2026-06-22', '2026-06-22T18:00', null, { at: 60 });
  const back = advance(overlay, MONDAY, '2026-06-22T19:00', other, { id: rinse, at: 70 });
  expect(back.args).toMatchObject({ changes: { completedAt: 50, doneIn: 40 } });
  run(overlay, 'task.edit', { id: rinse, changes: { parentId: null }, at: 80 });

  run(overlay, back.name, back.args);

  expect(overlay.get('task', rinse)).toMatchObject({ parentId: null, doneIn: null });
  overlay.run(addTask(22, task(3, { parentId: rinse })));
  const isDone = placed(overlay, rinse)?.completedAt !== null;
  expect(placed(overlay, dry)).toMatchObject({ isBelowCompleted: isDone });
});
