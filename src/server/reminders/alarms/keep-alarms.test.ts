import { beforeAll, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { TimeOfDay } from '#src/domain/time-of-day.ts';
import { newId } from '#src/domain/id.ts';
import type { Operation } from '#src/mutators/index.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { watchColumns } from '#src/server/testing/databases/columns-read.ts';
import { RemindingServer, type RemindedUser } from '#src/server/reminders/testing/reminded-user.ts';

const NOW = Date.parse('2026-06-15T06:00:00Z');

describeEachEngine('alarms', (engine) => {
  let database: AppDatabase;
  let server: RemindingServer;
  beforeAll(async () => {
    database = await engine.open();
    server = new RemindingServer(database, { now: NOW });
  });

  const collectionId = newId();
  const at = NOW;
  const home: Operation = {
    name: 'collection.add',
    args: { id: collectionId, name: 'Home', color: '#FFCC33', at },
  };
  const add = (id: string, more: object = {}): Operation => ({
    name: 'task.add',
    args: {
      id,
      name: 'Water',
      description: '',
      date: '2026-06-15' as CalendarDay,
      collectionId,
      at,
      ...more,
    },
  });
  const remind = (taskId: string, when: object = { minutesBefore: 10 }): Operation => ({
    name: 'reminder.add',
    args: { id: newId(), taskId, ...when, at },
  });
  const edit = (id: string, changes: object): Operation => ({ name: 'task.edit', args: { id, changes, at } });

  async function berliner(): Promise<RemindedUser> {
    const user = await server.user();
    await user.do(home);
    await user.set('zone', 'Europe/Berlin');
    return user;
  }

  test('[N2] alarms follow a task in the transaction of each change, and go when it is done', async () => {
    const user = await berliner();
    const id = newId();
    await user.do(add(id, { time: '09:00' as TimeOfDay }), remind(id));
    expect(await user.waiting()).toEqual(['2026-06-15T06:50:00.000Z']);
    await user.do(edit(id, { time: '10:00' }));
    expect(await user.waiting()).toEqual(['2026-06-15T07:50:00.000Z']);
    await user.do(edit(id, { date: '2026-06-16', name: 'Weed' }));
    expect(await user.waiting()).toEqual(['2026-06-16T07:50:00.000Z']);
    await user.do({ name: 'task.complete', args: { id, at } });
    expect(await user.waiting()).toEqual([]);
    await user.do({ name: 'task.reopen', args: { id, collectionId, at } });
    expect(await user.waiting()).toEqual(['2026-06-16T07:50:00.000Z']);
    await user.do({ name: 'task.delete', args: { id, at } });
    expect(await user.waiting()).toEqual([]);
  });

  test('[N2] a repeating task reminds of its next time once it is completed', async () => {
    const user = await berliner();
    const id = newId();
    await user.do(add(id, { time: '09:00' as TimeOfDay, repeat: 'FREQ=DAILY' }), remind(id));
    const done = { id, due: '2026-06-15', now: '2026-06-15T08:00', occurrenceId: newId(), at };
    await user.do({ name: 'task.advance', args: done });
    expect(await user.waiting()).toEqual(['2026-06-16T06:50:00.000Z']);
  });

  test('[N2] what is to remind at the very instant at which it was made is due', async () => {
    const user = await berliner();
    const id = newId();
    await user.do(add(id), remind(id, { remindAt: at }));
    expect(await user.waiting()).toEqual([new Date(at).toISOString()]);
  });

  test('[N2] nothing is due of what is over; what a device says late, is', async () => {
    const user = await berliner();
    const [old, late] = [newId(), newId()];
    await user.do(add(old, { date: '2026-06-14', time: '09:00' }), remind(old));
    expect(await user.waiting()).toEqual([]);
    const before = Date.parse('2026-06-15T05:00:00Z');
    await user.do(add(late), {
      name: 'reminder.add',
      args: { id: newId(), taskId: late, remindAt: before + 60_000, at: before },
    });
    expect(await user.waiting()).toEqual(['2026-06-15T05:01:00.000Z']);
  });

  test('[N2] 10,000 tasks follow the user into another zone as one would, but for what has a zone or an instant of its own', async () => {
    const user = await berliner();
    for (let start = 0; start < 10_000; start += 500)
      await user.do(...Array.from({ length: 500 }, () => add(newId(), { time: '12:00' as TimeOfDay })));
    const [own, fixed] = [newId(), newId()];
    await user.do(
      add(own, { time: '12:00', zone: 'Europe/Berlin' }),
      add(fixed),
      remind(fixed, { remindAt: NOW + 60_000 }),
    );
    await user.set('remindBefore', '30');
    const inBerlin = await user.waiting();
    expect(inBerlin).toHaveLength(10_002);
    expect(new Set(inBerlin.slice(1))).toEqual(new Set(['2026-06-15T09:30:00.000Z']));
    await user.set('zone', 'America/New_York');
    const inNewYork = await user.waiting();
    expect(inNewYork.slice(0, 2)).toEqual(['2026-06-15T06:01:00.000Z', '2026-06-15T09:30:00.000Z']);
    expect(inNewYork.slice(2)).toEqual(Array(10_000).fill('2026-06-15T15:30:00.000Z'));
  }, 120_000);

  test('[W4.16] the rows are told that were read: of a task those of it alone, in another zone those of all that have a time', async () => {
    const user = await berliner();
    const [timed, fixed] = [newId(), newId()];
    await user.do(
      ...Array.from({ length: 3 }, () => add(newId(), { time: '09:00' })),
      add(timed, { time: '12:00' }),
      add(fixed),
      add(newId()),
      remind(timed),
      remind(fixed, { remindAt: NOW + 60_000 }),
    );

    expect(await user.do(edit(timed, { name: 'Weed' }))).toMatchObject({ followed: 0 });
    // It, its reminder and its alarm.
    expect(await user.do(edit(timed, { time: '13:00' }))).toMatchObject({ followed: 3 });
    // Five tasks, two reminders and their alarms; then five alarms, as those that have none of their own remind by default.
    expect(await user.set('remindBefore', '10')).toMatchObject({ followed: 9 });
    expect(await user.set('zone', 'America/New_York')).toMatchObject({ followed: 12 });
  });

  test('[N2] no descriptions are read to reckon when to remind', async () => {
    const watched = watchColumns(server.database);
    const user = await new RemindingServer(watched.database, { now: NOW }).user();
    const timed = newId();
    await user.do(home, add(timed, { time: '09:00', description: 'With the can.' }), remind(timed));
    await user.do(edit(timed, { time: '10:00' }));
    await user.set('zone', 'Europe/Berlin');

    expect(await user.waiting()).toEqual(['2026-06-15T07:50:00.000Z']);
    expect(watched.columns).toContain('updatedAt');
    expect(watched.columns).not.toContain('description');
  });

  test('[N1] the daily brief waits for its next time, where the user is', async () => {
    const user = await berliner();
    await user.set('dailyBrief', '07:30');
    expect(await user.waiting()).toEqual(['2026-06-16T05:30:00.000Z']);
    await user.set('zone', 'America/New_York');
    expect(await user.waiting()).toEqual(['2026-06-15T11:30:00.000Z']);
    await user.set('dailyBrief', '08:00');
    expect(await user.waiting()).toEqual(['2026-06-15T12:00:00.000Z']);
    await user.set('dailyBrief', '');
    expect(await user.waiting()).toEqual([]);
  });

  test('[N1] a brief that is due and was not sent yet outlives a change of settings, until no brief is wanted', async () => {
    const server = new RemindingServer(database, { now: NOW });
    const user = await server.user();
    await user.set('zone', 'Europe/Berlin');
    await user.set('dailyBrief', '08:30');
    const due = '2026-06-15T06:30:00.000Z';
    expect(await user.waiting()).toEqual([due]);
    // No server has looked since.
    server.clock.now = Date.parse('2026-06-15T07:00:00Z');
    await user.set('remindBefore', '30');
    expect(await user.waiting()).toEqual([due, '2026-06-16T06:30:00.000Z']);
    await user.set('dailyBrief', '20:00');
    expect(await user.waiting()).toEqual([due, '2026-06-15T18:00:00.000Z']);
    await user.set('dailyBrief', '');
    expect(await user.waiting()).toEqual([]);
  });
});
