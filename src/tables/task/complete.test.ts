import { beforeEach, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import { placedTask } from './task.ts';
import { addCollection, addTask, mutation, overlayOver, task, taskIds } from '#src/sync/testing/samples.ts';
import type { Operation } from '#src/tables/operations.ts';
import { inverseOf } from '#src/tables/inverse.ts';
import type { Overlay } from '#src/tables/kit/overlay.ts';

const [bins, rinse, yard] = taskIds(1, 2, 3) as [string, string, string];
const [MONDAY, TUESDAY] = ['2026-06-15', '2026-06-16'] as [CalendarDay, CalendarDay];
const time = occurrenceIdOf(bins, MONDAY);

let overlay: Overlay;
let number: number;
/** The task Bins, due on Monday and then every day, with a sub-task. */
beforeEach(() => {
  number = 100;
  overlay = overlayOver();
  overlay.run(addCollection(1));
  const daily = { repeat: 'FREQ=DAILY', repeatStart: MONDAY, repeatDue: MONDAY };
  overlay.run(addTask(2, task(1, { name: 'Bins', description: 'Blue', date: MONDAY, ...daily })));
  overlay.run(addTask(3, task(2, { name: 'Rinse', date: null, parentId: bins })));
});

function run(name: Operation['name'], args: object): void {
  overlay.run(mutation((number += 1), name, args as never));
}

/** Completes a time of the task Bins, or skips it. */
function advance(
  due: string,
  more: { readonly at?: number; readonly occurrenceId?: string | null; readonly steps?: string } = {},
): void {
  const args = {
    id: bins,
    due,
    now: `${due}T10:00`,
    occurrenceId: time,
    steps: '- [ ] Rinse',
    renews: 1,
    at: 50,
  };
  run('task.advance', { ...args, ...more });
}

const tick = (due: string, cycleAt: number | null = null): Operation => ({
  name: 'task.complete',
  args: { id: rinse, seriesId: bins, due, cycleAt, at: 60 },
});
const untick = (due: string): Operation => ({
  name: 'task.reopen',
  args: { id: rinse, collectionId: task(1).collectionId, seriesId: bins, due, at: 70 },
});
const act = ({ name, args }: Operation) => run(name, args);
const isTicked = (id = rinse) => {
  const row = overlay.get('task', id)!;
  return placedTask(row, (table, id) => overlay.get(table, id)).completedAt !== null;
};
const notesOfTime = () => overlay.get('task', time)?.description;

test('[R4] a sub-task ticked offline for today stays open for tomorrow, and is ticked in the row of today', () => {
  advance(MONDAY);
  const back = inverseOf(tick(MONDAY), overlay)!;

  act(tick(MONDAY));
  expect(isTicked()).toBe(false);
  expect(notesOfTime()).toBe('Blue\n\n- [x] Rinse');

  act(back);
  expect(isTicked()).toBe(false);
  expect(notesOfTime()).toBe('Blue\n\n- [ ] Rinse');
});

test('[R4] a sub-task reopened offline for today stays ticked for tomorrow, and is open in the row of today', () => {
  advance(MONDAY, { steps: '- [x] Rinse' });
  act(tick(TUESDAY, 50));
  const back = inverseOf(untick(MONDAY), overlay)!;

  act(untick(MONDAY));
  expect(isTicked()).toBe(true);
  expect(notesOfTime()).toBe('Blue\n\n- [ ] Rinse');

  act(back);
  expect(notesOfTime()).toBe('Blue\n\n- [x] Rinse');
});

test('[R4] undoing a tick after its task was completed leaves the tick of the next time', () => {
  const back = inverseOf(tick(MONDAY), overlay)!;
  act(tick(MONDAY));
  advance(MONDAY, { steps: '- [x] Rinse' });
  act(tick(TUESDAY, 50));

  act(back);

  expect(isTicked()).toBe(true);
  expect(notesOfTime()).toBe('Blue\n\n- [ ] Rinse');
});

/** Completes a time of the task Bins, or skips it, and gives the operation that takes this back. */
function advanceAndBack(occurrenceId: string | null, steps = '- [ ] Rinse'): Operation {
  const args = {
    id: bins,
    due: MONDAY,
    now: `${MONDAY}T10:00`,
    occurrenceId,
    steps,
    renews: 1,
    at: 50,
  } as const;
  const back = inverseOf({ name: 'task.advance', args }, overlay)!;
  act({ name: 'task.advance', args });
  return back;
}

test.each([
  ['completed', time],
  ['skipped', null],
])('[R4] a tick for a time that was %s is there again when the advance is taken back', (_, occurrenceId) => {
  const back = advanceAndBack(occurrenceId);
  act(tick(MONDAY));
  expect(isTicked()).toBe(false);
  const again = inverseOf(back, overlay)!;

  act(back);
  expect(isTicked()).toBe(true);

  act(again);
  expect(isTicked()).toBe(false);
  expect(notesOfTime()).toBe(occurrenceId === null ? undefined : 'Blue\n\n- [x] Rinse');
});

test('[R4] a sub-task reopened for a completed time is open when the advance is taken back, and ticked when the reopening is undone', () => {
  act(tick(MONDAY));
  const back = advanceAndBack(time, '- [x] Rinse');
  const tickAgain = inverseOf(untick(MONDAY), overlay)!;
  act(untick(MONDAY));

  act(back);
  expect(isTicked()).toBe(false);

  act(tickAgain);
  expect(isTicked()).toBe(true);
});

test('[R4] a tick for a completed time below a sub-task is there again when the advance is taken back', () => {
  const [soap] = taskIds(4) as [string];
  overlay.run(addTask(5, task(4, { name: 'Soap', date: null, parentId: rinse })));
  const back = advanceAndBack(time);
  run('task.complete', { ...tick(MONDAY).args, id: soap });
  expect([isTicked(soap), notesOfTime()]).toEqual([false, 'Blue\n\n- [ ] Rinse']);

  act(back);

  expect(isTicked(soap)).toBe(true);
});

test('[R4] a tick for a completed time does not replace that of a later time', () => {
  advance(MONDAY);
  act(tick(TUESDAY, 50));
  const args = { id: bins, due: TUESDAY, now: `${TUESDAY}T10:00`, renews: 1, at: 65 } as const;
  const back = inverseOf({ name: 'task.advance', args }, overlay)!;
  act({ name: 'task.advance', args });

  act(tick(MONDAY));
  act(back);

  expect(isTicked()).toBe(true);
});

test('[R4] a tick holds after two devices have each completed the time before', () => {
  advance(MONDAY, { at: 50 });
  // This device completed Bins too, at another moment.
  act(tick(TUESDAY, 55));
  expect(isTicked()).toBe(true);
});

test('[R4] a tick holds after another device has edited the rule or ended it', () => {
  run('task.edit', {
    id: bins,
    changes: { repeat: 'FREQ=WEEKLY', date: TUESDAY, repeatDue: TUESDAY },
    at: 55,
  });
  act(tick(MONDAY));
  expect(isTicked()).toBe(true);

  act(untick(MONDAY));
  run('task.edit', { id: bins, changes: { repeat: null }, at: 55 });
  act(tick(MONDAY));
  expect(isTicked()).toBe(true);
});

test('[R4] a tick holds after another device has moved the sub-task below another task', () => {
  overlay.run(addTask(4, task(3, { name: 'Yard', date: TUESDAY, repeat: 'FREQ=DAILY' })));
  run('task.edit', { id: rinse, changes: { parentId: yard }, at: 55 });
  advance(MONDAY);
  act(tick(MONDAY));
  expect(isTicked()).toBe(true);
});

test('[R4] a tick without a time is for the current time', () => {
  advance(MONDAY);
  run('task.complete', { id: rinse, at: 60 });
  expect(isTicked()).toBe(true);
});

test('[R4] a sub-task ticked for a later time that never came is ticked for the present one', () => {
  advance(MONDAY);
  act(tick('2026-06-18', 55));

  expect(isTicked()).toBe(true);
});

test('[R4] a sub-task ticked for the next time is ticked for the present one, once the advance is taken back', () => {
  const advanced: Operation = {
    name: 'task.advance',
    args: {
      id: bins,
      due: MONDAY,
      now: `${MONDAY}T10:00` as never,
      occurrenceId: time,
      renews: 1,
      at: 50,
    },
  };
  const back = inverseOf(advanced, overlay)!;
  act(advanced);
  act(back);
  act(tick(TUESDAY, 50));

  expect(isTicked()).toBe(true);
});

test('[R4] a sub-task ticked for a completed time is ticked in its row, also when the parent was moved before that time', () => {
  advance(MONDAY);
  run('task.edit', {
    id: bins,
    changes: { date: '2026-06-10', repeatStart: '2026-06-10', repeatDue: '2026-06-10' },
    at: 55,
  });
  act(tick(MONDAY));

  expect(isTicked()).toBe(false);
  expect(notesOfTime()).toBe('Blue\n\n- [x] Rinse');
});
