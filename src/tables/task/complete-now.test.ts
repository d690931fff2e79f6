import { expect, test } from 'vitest';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { addCollection, addTask, mutation, overlayOver, task, taskIds } from '#src/sync/testing/samples.ts';
import type { Operation } from '#src/tables/operations.ts';
import { completeForGood, completeNow } from './complete-now.ts';
import { tasksIn } from './tasks-in.ts';

const [bins = '', rinse = ''] = taskIds(1, 2);
const MONDAY = '2026-06-15' as CalendarDay;
const AT = Date.parse(`${MONDAY}T10:00:00Z`);

/** A task that repeats daily, with a sub-task that does too. */
function rows() {
  const overlay = overlayOver();
  const daily = { date: MONDAY, repeat: 'FREQ=DAILY', repeatStart: MONDAY, repeatDue: MONDAY };
  overlay.run(addCollection(1));
  overlay.run(addTask(2, task(1, { name: 'Bins', ...daily })));
  overlay.run(addTask(3, task(2, { name: 'Rinse', parentId: bins, ...daily })));
  return overlay;
}

test('[R4] [R5] a sub-task that is completed for good after its parent moved on elsewhere is ticked in the row of that time', () => {
  const [server, device] = [rows(), rows()];
  const act = ({ name, args }: Operation, n: number) => server.run(mutation(n, name, args as never));
  act(completeNow(server.get('task', bins)!, AT, tasksIn(server)), 50);
  const before = tasksIn(server).task(rinse);

  act(completeForGood(device.get('task', rinse)!, AT + 1, tasksIn(device)), 51);

  expect(server.get('task', occurrenceIdOf(bins, MONDAY))?.description).toBe('- [x] Rinse');
  const { completedAt, date } = tasksIn(server).task(rinse) ?? {};
  expect({ completedAt, date }).toEqual({ completedAt: null, date: before?.date });
});

test('[R5] a repeating task that is completed for good has no further time', () => {
  const overlay = rows();
  const { name, args } = completeForGood(overlay.get('task', bins)!, AT, tasksIn(overlay));

  overlay.run(mutation(50, name, args));

  expect(overlay.get('task', bins)).toMatchObject({ completedAt: AT, date: MONDAY });
});
