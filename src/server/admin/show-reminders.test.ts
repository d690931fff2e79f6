import { expect, test } from 'vitest';
import type { FailureReason } from '#src/reading/remind/push-api.ts';
import { newId } from '#src/domain/id.ts';
import { spaceOf } from '#src/domain/space.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { purgeReceipts } from '#src/server/reminders/receipts.ts';
import { RemindingServer } from '#src/server/reminders/testing/reminded-user.ts';
import { showReminders } from './show-reminders.ts';

const NOW = Date.parse('2026-06-15T06:00:00Z');
const HOUR_MS = 3_600_000;

describeEachEngine('npm run admin -- reminders', (engine) => {
  test('[N4] shows what is due, and the results of the last day with reasons; after 30 days they are forgotten', async () => {
    const database = await engine.open();
    const server = new RemindingServer(database, { now: NOW });
    const user = await server.user();
    await user.set('zone', 'Europe/Berlin');
    const row = (due_at: number, more: object = {}) => ({
      space_id: spaceOf(user.id),
      id: newId(),
      task_id: newId(),
      due_at,
      wake_at: null,
      lease_until: 0,
      state: 'sent' as const,
      tries: '[]',
      ...more,
    });
    const failed = (failure: FailureReason) => JSON.stringify([{ way: 'push', at: NOW, failure }]);
    const rows = [
      row(NOW - 60_000, { state: 'waiting', wake_at: NOW - 60_000 }),
      row(NOW + HOUR_MS, { state: 'waiting', wake_at: NOW + HOUR_MS }),
      row(NOW + 48 * HOUR_MS, { state: 'waiting', wake_at: NOW + 48 * HOUR_MS }),
      row(NOW - HOUR_MS),
      row(NOW - HOUR_MS, { state: 'failed', tries: failed('UNSUBSCRIBED') }),
      row(NOW - 31 * 24 * HOUR_MS),
    ];
    await database.db.insertInto('alarm').values(rows).execute();
    const lines: string[] = [];
    await showReminders(database, NOW, (line) => lines.push(line));
    expect(lines).toEqual([
      'Due now: 1, the oldest since 2026-06-15T05:59:00.000Z',
      'Within 24 hours: 1',
      'Of the last 24 hours: 1 sent, 1 waiting, 1 failed, 0 not needed any more',
      '  1 × push: UNSUBSCRIBED. The browser has ended its subscription. Turn reminders on again there.',
    ]);
    expect(await purgeReceipts(database, spaceOf(user.id), NOW, 9)).toBe(1);
    expect(await purgeReceipts(database, spaceOf(user.id), NOW, 9)).toBe(0);
  });
});
