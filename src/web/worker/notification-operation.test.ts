import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { Mutation, Operation } from '#src/tables/operations.ts';
import { readStoredView } from '#src/sync/client/background/stored-view.ts';
import { openStore } from '#src/sync/testing/indexed-db.ts';
import { addTask, collection, mutation, overlayOver, task, taskIds } from '#src/sync/testing/samples.ts';
import { emptyRows, takeIn } from '#src/tables/kit/overlay.ts';
import { tasksIn } from '#src/tables/task/tasks-in.ts';
import { placedTask } from '#src/tables/task/task.ts';
import { completeNow } from '#src/tables/task/complete-now.ts';
import { isKnownMutation } from '#src/tables/operations.ts';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import { completionOf, operationOf, type AboutTask } from './notification-operation.ts';

const [standUp = '', rinse = '', dry = ''] = taskIds(1, 2, 3);
const DUE = '2026-06-16' as CalendarDay;
/** In Tokyo 9:05 on the task's due day, in New York 20:05 on the day before. */
const FIVE_PAST = Date.parse('2026-06-16T00:05:00Z');

const inTokyo = task(1, {
  date: DUE,
  time: '09:00' as TimeOfDay,
  zone: 'Asia/Tokyo',
  repeat: 'FREQ=DAILY',
  repeatFrom: 'completion',
  repeatStart: DUE,
  repeatDue: DUE,
});
const children = [
  task(2, { name: 'Rinse', parentId: standUp, place: 'C' }),
  task(3, { name: 'Dry', parentId: standUp, place: 'B' }),
];
const about: AboutTask = {
  kind: 'task',
  alarm: 'alarm',
  taskId: standUp,
  due: DUE,
  above: null,
  zone: 'Asia/Tokyo',
  userId: 'user',
};

/** The tasks of a device that has stored these rows and these unsent changes. */
async function stored(tasks: readonly Task[], outbox: readonly Mutation[] = []) {
  const { name, store } = await openStore();
  const rows = { collection: [collection(1)], task: [...tasks] };
  await store.applyPatch({
    from: 0,
    to: 1,
    rows,
    tables: ['collection', 'task'],
    settled: [],
    rejections: [],
    load: null,
  });
  await store.addToOutbox(outbox);
  store.close();
  return tasksIn(await readStoredView(name));
}

/** The task after the operation. */
function after(operation: Operation | null, ...tasks: readonly Task[]) {
  const rows = emptyRows();
  takeIn(rows, { collection: [collection(1)], task: tasks });
  const overlay = overlayOver(rows);
  if (operation) overlay.run(mutation(50, operation.name, operation.args as never));
  return overlay;
}

test('[N5] [R7] a task of another zone completed in its notification moves to its next time there, not to a past one', async () => {
  const around = await stored([inTokyo]);
  const operation = completionOf(about, FIVE_PAST, around);

  expect(operation?.args).toMatchObject({ due: DUE, now: '2026-06-16T09:05' });
  expect(after(operation, inTokyo).get('task', standUp)?.date).toBe('2026-06-17');
});

test('[N5] [R7] a task missing on this device is completed by the zone in its notification', async () => {
  const around = await stored([]);
  const operation = completionOf(about, FIVE_PAST, around);

  expect(after(operation, inTokyo).get('task', standUp)?.date).toBe('2026-06-17');
});

test('[N5] [R4] a task completed in its notification keeps the progress of its sub-tasks, including unsent changes', async () => {
  const ticked = mutation(10, 'task.complete', { id: rinse, at: 5 });
  const around = await stored([inTokyo, ...children], [ticked, addTask(11, task(4, { parentId: dry }))]);
  const operation = completionOf(about, FIVE_PAST, around);

  expect(operation).toMatchObject({ name: 'task.advance', args: { steps: '- [ ] Dry\n- [x] Rinse' } });
});

test('[N5] a notification completes its own time, even if the task has moved on', async () => {
  const moved = { ...inTokyo, date: '2026-06-17' as CalendarDay, repeatDue: '2026-06-17' as CalendarDay };
  const operation = completionOf(about, FIVE_PAST, await stored([moved]));

  expect(after(operation, moved).get('task', standUp)).toEqual(moved);
});

test('[N5] a task whose rule was added or removed after its notification is completed as it is now', async () => {
  const once = task(1, { date: DUE });
  expect(completionOf(about, 9, await stored([once]))).toMatchObject({ name: 'task.complete' }); // prettier-ignore
  const repeating = await stored([inTokyo]);
  expect(completionOf({ ...about, due: null }, 9, repeating)).toMatchObject({
    name: 'task.advance',
    args: { due: DUE },
  });
});

test('[N5] the notification alone says what its buttons do, before any row is read', () => {
  expect(operationOf('', about, 9)).toBeNull();
  expect(operationOf('snooze-10', about, 9)).toMatchObject({
    name: 'reminder.add',
    args: { taskId: standUp, snoozes: 'alarm', remindAt: 600_009 },
  });
  expect(after(operationOf('complete', about, FIVE_PAST), inTokyo).get('task', standUp)?.date).toBe(
    '2026-06-17',
  );
});

test.each([true, false])(
  '[N5] [R4] a sub-task completed in its notification after its parent moved on is ticked for the time before (known on this device: %s)',
  (isKnown) => {
    const step = task(2, { name: 'Rinse', parentId: standUp, date: DUE, time: '09:00' as TimeOfDay });
    const time = occurrenceIdOf(standUp, DUE);
    const server = after(null, inTokyo, step);
    const advance = completeNow(inTokyo, FIVE_PAST, tasksIn(server));
    server.run(mutation(40, advance.name, advance.args as never));
    const ofStep: AboutTask = { ...about, taskId: rinse, due: null, above: { seriesId: standUp, due: DUE } };

    const around = tasksIn(isKnown ? server : after(null));
    const operation = completionOf(ofStep, FIVE_PAST + 1, around);
    server.run(mutation(50, operation.name, operation.args as never));

    expect(server.get('task', time)?.description).toBe('- [x] Rinse');
    const placed = placedTask(server.get('task', rinse)!, (table, id) => server.get(table, id));
    expect(placed.completedAt).toBeNull();
  },
);

test('[N5] [R4] a repeating task with more steps than its notes can hold is completed in its notification', () => {
  const steps = taskIds(...Array.from({ length: 700 }, (_, n) => 10 + n)).map((id, n) => ({
    ...task(2, { name: `Step number ${n} of all`, parentId: standUp }),
    id,
  }));
  const operation = completionOf(about, FIVE_PAST, tasksIn(after(null, inTokyo, ...steps)));

  expect(isKnownMutation({ id: mutation(1, 'task.delete', { id: standUp, at: 1 }).id, ...operation })).toBe(
    true,
  );
});
