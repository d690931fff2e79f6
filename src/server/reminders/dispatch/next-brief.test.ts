import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { RemindingServer } from '#src/server/reminders/testing/reminded-user.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';

describeEachEngine('the daily brief', (engine) => {
  test('[N1] the next brief is added before the last is settled, so that a server that ends between loses none', async () => {
    const database = await engine.open();
    const clock = { now: Date.parse('2026-06-15T06:00:00Z') };
    const user = await new RemindingServer(database, clock).user();
    const [collectionId, at] = [newId(), clock.now];
    await user.set('zone', 'Europe/Berlin');
    await user.set('reminderWays', 'webhook');
    await user.set('dailyBrief', '08:30');
    await user.do(
      { name: 'collection.add', args: { id: collectionId, name: 'Home', color: '#FFCC33', at } },
      {
        name: 'task.add',
        args: {
          id: newId(),
          name: 'Water',
          description: '',
          date: '2026-06-15' as CalendarDay,
          collectionId,
          at,
        },
      },
    );
    let transactions = 0;
    const failing: AppDatabase = {
      ...database,
      transact: (work, size) => {
        transactions += 1;
        return transactions > 1 ? Promise.reject(new Error('away')) : database.transact(work, size);
      },
    };
    const server = new RemindingServer(failing, clock, {
      send: async () => {
        transactions = 0;
        return { failure: null, retryAfterMs: null };
      },
    });
    clock.now = Date.parse('2026-06-15T06:30:00Z');

    server.dispatcher.start();
    await expect.poll(() => user.waiting(), { timeout: 20_000 }).toContain('2026-06-16T06:30:00.000Z');
    await server.dispatcher.stop();

    expect(server.errors).toHaveLength(1);
  });
});
