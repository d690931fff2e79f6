import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import { placedTask, type Task } from './task.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { addCollection, addTask, mutation, overlayOver, task, taskIds } from '#src/sync/testing/samples.ts';
import type { Operation } from '#src/tables/operations.ts';
import { inverseOf } from '#src/tables/inverse.ts';
import type { Overlay } from '#src/tables/kit/overlay.ts';

const [trip, pack, book, tickets] = taskIds(1, 2, 3, 4) as [string, string, string, string];
const MONDAY = '2026-06-15' as CalendarDay;
const day = (text: string) => text as CalendarDay;

let number = 1_000;
function run(overlay: Overlay, operation: Operation): void {
  number += 1;
  overlay.run(mutation(number, operation.name, operation.args as never));
}

/** A task of every Monday, and these tasks. */
function weekly(fields: Partial<Task>, ...below: readonly Task[]): Overlay {
  const overlay = overlayOver();
  overlay.run(addCollection(1));
  overlay.run(addTask(2, task(1, { date: MONDAY, repeat: 'FREQ=WEEKLY', ...fields })));
  for (const [n, each] of below.entries()) overlay.run(addTask(10 + n, each));
  return overlay;
}

/** Completes a time of the task. Returns the operation that takes this back. */
function complete(
  overlay: Overlay,
  now: string,
  {
    id = trip,
    due = MONDAY,
    at = 50,
  }: { readonly id?: string; readonly due?: string; readonly at?: number } = {},
): Operation {
  const args = { id, due, now, occurrenceId: occurrenceIdOf(id, due), renews: 1 as const, at };
  const operation: Operation = { name: 'task.advance', args };
  const back = inverseOf(operation, overlay)!;
  run(overlay, operation);
  return back;
}

const daysOf = (overlay: Overlay, ...ids: readonly string[]) =>
  ids.map((id) => [overlay.get('task', id)?.date, overlay.get('task', id)?.deadline]);

/** All live rows, without the time of their last change. */
const rowsOf = (overlay: Overlay) =>
  new Map([...overlay.rows('task')].filter(({ deletedAt }) => deletedAt === null).map((row) => [row.id, { ...row, updatedAt: 0 }])); // prettier-ignore

test('[R2] the deadline moves by as many days as the time, and the completed row keeps its own', () => {
  const overlay = weekly({ deadline: day('2026-06-18') });

  complete(overlay, `${MONDAY}T18:00`);

  expect(daysOf(overlay, trip, occurrenceIdOf(trip, MONDAY))).toEqual([
    ['2026-06-22', '2026-06-25'],
    [MONDAY, '2026-06-18'],
  ]);
});

test('[R2] the deadline keeps its distance from the time by the rule, also after this time was moved or completed late', () => {
  const moved = weekly({ date: day('2026-06-17'), repeatDue: MONDAY, deadline: day('2026-06-18') });
  complete(moved, '2026-06-17T18:00');
  expect(daysOf(moved, trip)).toEqual([['2026-06-22', '2026-06-25']]);

  const late = weekly({ deadline: day('2026-06-18') });
  complete(late, '2026-07-01T18:00');
  expect(daysOf(late, trip)).toEqual([['2026-07-06', '2026-07-09']]);

  const counted = weekly({ repeat: 'FREQ=DAILY;INTERVAL=3', repeatFrom: 'completion', deadline: day('2026-06-16') });
  complete(counted, '2026-06-18T18:00');
  expect(daysOf(counted, trip)).toEqual([['2026-06-21', '2026-06-22']]);
}); // prettier-ignore

test('[R5] skipping a time moves the deadline and the days below, and opens the boxes', () => {
  const overlay = weekly(
    { deadline: day('2026-06-18'), description: '- [x] Bags' },
    task(2, { parentId: trip, date: day('2026-06-14') }),
  );

  run(overlay, {
    name: 'task.advance',
    args: { id: trip, due: MONDAY, now: `${MONDAY}T09:00`, renews: 1, at: 50 },
  });

  expect(daysOf(overlay, trip, pack)).toEqual([
    ['2026-06-22', '2026-06-25'],
    ['2026-06-21', null],
  ]);
  expect(overlay.get('task', trip)?.description).toBe('- [ ] Bags');
});

test('[R4] ticked boxes in the notes open again, and stay ticked in the completed row', () => {
  const overlay = weekly({ description: 'Take:\n\n- [x] Bags\n- [ ] Hats' });

  complete(overlay, `${MONDAY}T18:00`);

  expect(overlay.get('task', trip)?.description).toBe('Take:\n\n- [ ] Bags\n- [ ] Hats');
  expect(overlay.get('task', occurrenceIdOf(trip, MONDAY))?.description).toBe(
    'Take:\n\n- [x] Bags\n- [ ] Hats',
  );
});

test('[R4] the days below a task move with it at all levels, and tasks without days are not written', () => {
  const overlay = weekly(
    {},
    task(2, { parentId: trip, date: day('2026-06-13'), time: '09:00' as TimeOfDay }),
    task(3, { parentId: trip, date: null, deadline: null }),
    task(4, { parentId: book, date: null, deadline: day('2026-06-12') }),
  );
  run(overlay, { name: 'task.complete', args: { id: pack, at: 40 } });
  const undated = overlay.get('task', book);

  complete(overlay, `${MONDAY}T18:00`);

  expect(daysOf(overlay, pack, tickets)).toEqual([
    ['2026-06-20', null],
    [null, '2026-06-19'],
  ]);
  const row = overlay.get('task', pack)!;
  expect(placedTask(row, (table, id) => overlay.get(table, id))).toMatchObject({
    completedAt: null,
    time: '09:00',
  });
  expect(overlay.get('task', book)).toBe(undated);
});

test('[R4] a task below with a rule of its own goes on by that rule, and not twice', () => {
  const sunday = { parentId: trip, date: day('2026-06-14'), repeat: 'FREQ=WEEKLY' };
  const open = weekly({}, task(2, sunday));
  complete(open, `${MONDAY}T18:00`);
  expect(daysOf(open, pack)).toEqual([['2026-06-21', null]]);

  const done = weekly({}, task(2, sunday));
  complete(done, '2026-06-14T18:00', { id: pack, due: '2026-06-14', at: 45 });
  complete(done, `${MONDAY}T18:00`);
  expect(daysOf(done, pack)).toEqual([['2026-06-21', null]]);

  const monthly = weekly({}, task(2, { ...sunday, date: day('2026-07-10'), repeat: 'FREQ=MONTHLY' }));
  complete(monthly, `${MONDAY}T18:00`);
  expect(daysOf(monthly, pack)).toEqual([['2026-07-10', null]]);
});

test('[R4] a task below whose rule gives no further time stays as it is, with all tasks below it', () => {
  const last = { date: MONDAY, repeat: 'FREQ=DAILY;COUNT=1', repeatStart: MONDAY };
  const overlay = weekly({}, task(2, { parentId: trip, ...last }), task(3, { parentId: pack, date: MONDAY }));
  const before = [pack, book].map((id) => overlay.get('task', id));

  complete(overlay, `${MONDAY}T18:00`);

  expect([pack, book].map((id) => overlay.get('task', id))).toEqual(before);
});

test('[R4] the days below a task with a rule of its own move with that task', () => {
  const overlay = weekly(
    {},
    task(2, { parentId: trip, date: MONDAY, repeat: 'FREQ=DAILY' }),
    task(3, { parentId: pack, date: MONDAY }),
    task(4, { parentId: trip, date: day('2026-06-30'), repeat: 'FREQ=DAILY' }),
  );
  overlay.run(addTask(20, task(5, { parentId: tickets, date: day('2026-06-29') })));

  complete(overlay, `${MONDAY}T18:00`);

  expect(daysOf(overlay, pack, book, tickets, ...taskIds(5))).toEqual([
    ['2026-06-16', null],
    ['2026-06-16', null],
    ['2026-06-30', null],
    ['2026-06-29', null],
  ]);
});

test.each([{ date: MONDAY }, { date: null }])(
  '[R4] a sub-task is open again in the next time also below a task that has stopped to repeat by itself (%o)',
  (changes) => {
    const overlay = weekly(
      {},
      task(2, { parentId: trip, date: MONDAY, repeat: 'FREQ=DAILY' }),
      task(3, { parentId: pack, date: null }),
    );
    complete(overlay, `${MONDAY}T08:00`, { id: pack, at: 40 });
    run(overlay, { name: 'task.complete', args: { id: book, at: 42 } });
    const edited = { id: pack, changes: { ...changes, repeat: null }, at: 44 };
    run(overlay, { name: 'task.edit', args: edited });
    const isTicked = () =>
      placedTask(overlay.get('task', book)!, (table, id) => overlay.get(table, id)).completedAt !== null;
    expect(isTicked()).toBe(true);

    const back = complete(overlay, `${MONDAY}T18:00`);
    expect(isTicked()).toBe(false);

    run(overlay, back);
    expect(isTicked()).toBe(true);
  },
);

test('[R2] undo brings everything back as it was, and redo brings all changes again', () => {
  const overlay = weekly(
    { deadline: day('2026-06-18'), description: '- [x] Bags' },
    task(2, { parentId: trip, date: day('2026-06-13'), deadline: day('2026-06-14') }),
    task(3, { parentId: pack, date: MONDAY, repeat: 'FREQ=DAILY;BYHOUR=9,18;COUNT=5', repeatFrom: 'completion' }),
    task(4, { parentId: book, date: day('9999-12-31') }),
  ); // prettier-ignore
  const before = rowsOf(overlay);
  const back = complete(overlay, `${MONDAY}T18:00`);
  const after = rowsOf(overlay);
  const again = inverseOf(back, overlay)!;

  run(overlay, back);
  expect(rowsOf(overlay)).toEqual(before);
  run(overlay, again);

  expect(rowsOf(overlay)).toEqual(after);
});

test('[R3] an advance that two devices take back is taken back once, and later changes below the task stay', () => {
  const overlay = weekly(
    { description: '- [x] Bags' },
    task(2, { parentId: trip, date: day('2026-06-13') }),
    task(3, { parentId: trip, date: day('2026-06-14') }),
  );
  const back = complete(overlay, `${MONDAY}T18:00`);
  run(overlay, back);
  run(overlay, { name: 'task.edit', args: { id: pack, changes: { date: day('2026-06-11') }, at: 70 } });

  run(overlay, back);

  expect(daysOf(overlay, pack, book)).toEqual([
    ['2026-06-11', null],
    ['2026-06-14', null],
  ]);
});

test('[R2] undo ticks the boxes again, unless the notes were edited since', () => {
  const ticked = weekly({ description: '- [x] Bags' });
  run(ticked, complete(ticked, `${MONDAY}T18:00`));
  expect(ticked.get('task', trip)?.description).toBe('- [x] Bags');

  const written = weekly({ description: '- [x] Bags' });
  const back = complete(written, `${MONDAY}T18:00`);
  const description = '- [ ] Bags\n- [ ] Hats';
  run(written, { name: 'task.edit', args: { id: trip, changes: { description }, at: 60 } });
  run(written, back);
  expect(written.get('task', trip)).toMatchObject({ date: MONDAY, description });
});

test('[R4] undo leaves the day of a task that was moved out meanwhile', () => {
  const overlay = weekly({}, task(2, { parentId: trip, date: day('2026-06-13') }));
  const back = complete(overlay, `${MONDAY}T18:00`);
  run(overlay, { name: 'task.edit', args: { id: pack, changes: { parentId: null }, at: 60 } });

  run(overlay, back);

  expect(daysOf(overlay, pack)).toEqual([['2026-06-20', null]]);
});

test('[R5] the last time moves nothing: the task is completed as it is', () => {
  const fields = { repeat: 'FREQ=WEEKLY;COUNT=1', deadline: day('2026-06-18'), description: '- [x] Bags' };
  const overlay = weekly(fields, task(2, { parentId: trip, date: day('2026-06-13') }));

  complete(overlay, `${MONDAY}T18:00`);

  expect(overlay.get('task', trip)).toMatchObject({ ...fields, date: MONDAY, completedAt: 50 });
  expect(daysOf(overlay, pack)).toEqual([['2026-06-13', null]]);
});

test('the advance of an older app moves the task alone', () => {
  const overlay = weekly(
    { deadline: day('2026-06-18'), description: '- [x] Bags' },
    task(2, { parentId: trip, date: day('2026-06-13') }),
  );

  run(overlay, {
    name: 'task.advance',
    args: { id: trip, due: MONDAY, now: `${MONDAY}T18:00`, occurrenceId: null, at: 50 },
  });

  expect(overlay.get('task', trip)).toMatchObject({ deadline: '2026-06-18', description: '- [x] Bags' });
  expect(daysOf(overlay, pack)).toEqual([['2026-06-13', null]]);
});

test('only the nearest five hundred days below a task move', () => {
  const overlay = weekly({}, task(2, { parentId: trip, date: MONDAY }));
  for (let n = 0; n < 600; n++)
    overlay.run(addTask(2_000 + n, task(10_000 + n, { parentId: n < 400 ? trip : pack, date: MONDAY })));

  const back = complete(overlay, `${MONDAY}T18:00`);

  const ofTrip = [...overlay.rows('task')].filter(({ parentId }) => parentId !== null);
  const moved = ofTrip.filter(({ date }) => date !== MONDAY);
  expect([moved.length, moved.filter(({ parentId }) => parentId === trip).length]).toEqual([500, 401]);
  run(overlay, back);
  const days = ofTrip.map(({ id }) => overlay.get('task', id)?.date);
  expect(new Set(days)).toEqual(new Set([MONDAY]));
});

test('of the tasks below with rules of their own, the nearest fifty go on', () => {
  const overlay = weekly({});
  const daily = { parentId: trip, date: MONDAY, repeat: 'FREQ=DAILY' };
  for (let n = 0; n < 60; n++) overlay.run(addTask(2_000 + n, task(10_000 + n, daily)));
  const below = () => [...overlay.rows('task')].filter(({ parentId }) => parentId === trip);

  const back = complete(overlay, `${MONDAY}T18:00`);

  expect(below().filter(({ date }) => date === '2026-06-16')).toHaveLength(50);
  expect(below().filter(({ date }) => date === MONDAY)).toHaveLength(10);
  run(overlay, back);
  expect(new Set(below().map(({ date }) => date))).toEqual(new Set([MONDAY]));
});
