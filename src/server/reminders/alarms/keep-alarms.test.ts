import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { newId } from '#src/domain/id.ts';
import { mutationOf, type Operation } from '#src/tables/operations.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { watchColumns } from '#src/server/testing/databases/columns-read.ts';
import { LEASE_MS } from '#src/server/reminders/dispatch/due-alarms.ts';
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

  /** Lets the server reckon all alarms, as a change has asked. */
  async function reckonAll({ dispatcher }: RemindingServer = server): Promise<void> {
    await dispatcher.round();
    await dispatcher.reckoned();
  }

  async function addMany(user: RemindedUser, count: number): Promise<void> {
    for (let start = 0; start < count; start += 500)
      await user.do(
        ...Array.from({ length: Math.min(500, count - start) }, () => add(newId(), { time: '12:00' })),
      );
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

  test('[N2] a completed repeating task reminds of its next time', async () => {
    const user = await berliner();
    const id = newId();
    await user.do(add(id, { time: '09:00' as TimeOfDay, repeat: 'FREQ=DAILY' }), remind(id));
    const done = { id, due: '2026-06-15', now: '2026-06-15T08:00', occurrenceId: newId(), at };
    await user.do({ name: 'task.advance', args: done });
    expect(await user.waiting()).toEqual(['2026-06-16T06:50:00.000Z']);
  });

  test('[N2] a sub-task follows the date of its repeating task, and reminds on that date, also after undo', async () => {
    const user = await berliner();
    const [id, below] = [newId(), newId()];
    const occurrenceId = newId();
    await user.do(
      add(id, { date: '2026-06-16', repeat: 'FREQ=WEEKLY' }),
      add(below, { parentId: id, time: '09:00' }),
      remind(below),
      { name: 'task.complete', args: { id: below, at } },
    );
    expect(await user.waiting()).toEqual(['2026-06-15T06:50:00.000Z']);
    const done = {
      id,
      due: '2026-06-16',
      now: '2026-06-15T08:00',
      occurrenceId,
      renews: 1,
      at: at + 1,
    } as const;

    await user.do({ name: 'task.advance', args: done });

    expect(await user.waiting()).toEqual(['2026-06-22T06:50:00.000Z']);
    const changes = { date: '2026-06-16' as CalendarDay, repeatStart: null, repeatDue: null, cycleAt: null };
    const moved = [{ id: below, changes: { date: '2026-06-15' as CalendarDay } }];
    await user.do({
      name: 'task.turn',
      args: { id, occurrenceId, changes, below: moved, at: at + 2 },
    });
    expect(await user.waiting()).toEqual(['2026-06-15T06:50:00.000Z']);
  });

  test('[N2] a reminder for the instant of its creation is due', async () => {
    const user = await berliner();
    const id = newId();
    await user.do(add(id), remind(id, { remindAt: at }));
    expect(await user.waiting()).toEqual([new Date(at).toISOString()]);
  });

  test('[N2] a past reminder is not due, unless a device sent it late', async () => {
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

  test("[N2] the alarms of 10,000 tasks follow the user's zone, unless they have a zone or an instant of their own", async () => {
    const user = await berliner();
    await addMany(user, 10_000);
    const [own, fixed] = [newId(), newId()];
    await user.do(
      add(own, { time: '12:00', zone: 'Europe/Berlin' }),
      add(fixed),
      remind(fixed, { remindAt: NOW + 60_000 }),
    );
    await user.set('remindBefore', '30');
    await reckonAll();
    const inBerlin = await user.waiting();
    expect(inBerlin).toHaveLength(10_002);
    expect(new Set(inBerlin.slice(1))).toEqual(new Set(['2026-06-15T09:30:00.000Z']));
    await user.set('zone', 'America/New_York');
    await reckonAll();
    const inNewYork = await user.waiting();
    expect(inNewYork.slice(0, 2)).toEqual(['2026-06-15T06:01:00.000Z', '2026-06-15T09:30:00.000Z']);
    expect(inNewYork.slice(2)).toEqual(Array(10_000).fill('2026-06-15T15:30:00.000Z'));
  }, 120_000);

  test('[W4.16] a push counts the rows that it reads: those of a changed task, and those of all timed tasks in another zone', async () => {
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
    // The task, its reminder and its alarm.
    expect(await user.do(edit(timed, { time: '13:00' }))).toMatchObject({ followed: 3 });
    // Six tasks, two reminders and their alarms; then five alarms, as tasks without reminders of their own
    // use the default.
    expect(await user.set('remindBefore', '10')).toMatchObject({ followed: 10 });
    expect(await user.set('zone', 'America/New_York')).toMatchObject({ followed: 13 });
    // With many tasks, the count has all that are read after the push.
    await addMany(user, 500);
    expect(await user.set('zone', 'Europe/Berlin')).toMatchObject({ followed: 506 });
  });

  test('[N2] other users get in between the slices of a user with many tasks, and the push itself reads none', async () => {
    const [user, other] = [await berliner(), await berliner()];
    await addMany(user, 2_000);
    const watched = watchColumns(database);
    const watchedServer = new RemindingServer(watched.database, { now: NOW });
    await watchedServer.same(user).set('remindBefore', '30');
    expect(watched.columns).not.toContain('completedAt');
    await server.dispatcher.round();

    await other.do(add(newId(), { time: '12:00' }));
    expect((await user.waiting()).length).toBeLessThan(2_001);
    await server.dispatcher.reckoned();
    expect(await user.waiting()).toHaveLength(2_000);
  });

  test('[N2] a user whose tasks are in a deleted collection holds up nobody either', async () => {
    const user = await berliner();
    await addMany(user, 1_000);
    await user.do({ name: 'collection.delete', args: { id: collectionId, at } });

    expect(await user.set('remindBefore', '30')).toMatchObject({ followed: 1_000 });
    expect((await user.waiting()).length).toBeLessThan(300);

    await reckonAll();
    expect(await user.waiting()).toHaveLength(1_000);
  });

  test('[N2] a second request begins the reckoning anew, and the next server ends one that a server left', async () => {
    const clock = { now: NOW };
    const [first, second] = [new RemindingServer(database, clock), new RemindingServer(database, clock)];
    const user = first.same(await berliner());
    await addMany(user, 1_000);
    await user.set('remindBefore', '30');
    await first.dispatcher.round();
    await user.set('zone', 'America/New_York');
    await reckonAll(first);
    const inNewYork = '2026-06-15T15:30:00.000Z';
    expect(new Set((await user.waiting()).slice(0, 1_000))).toEqual(new Set([inNewYork]));

    await user.set('zone', 'Europe/London');
    await first.dispatcher.round();
    await first.dispatcher.stop();
    expect(new Set(await user.waiting()).size).toBeGreaterThan(1);
    clock.now += LEASE_MS + 1;
    await reckonAll(second);
    expect(new Set(await user.waiting())).toEqual(new Set(['2026-06-15T10:30:00.000Z']));
  });

  test('[N2] an import reminds of nothing that was due before it, also with older rows', async () => {
    const user = await server.user();
    const [task, timed] = [newId(), newId()];
    const old = { at: NOW - 40 * 86_400_000 };
    const hourAgo = NOW - 3_600_000;
    await user.import(
      { name: 'collection.add', args: { id: collectionId, name: 'Home', color: '#FFCC33', ...old } },
      { name: 'setting.set', args: { id: 'zone', value: 'Europe/Berlin', ...old } },
      { name: 'setting.set', args: { id: 'remindBefore', value: '0', ...old } },
      add(task, old),
      { name: 'reminder.add', args: { id: newId(), taskId: task, remindAt: hourAgo, ...old } },
      { name: 'reminder.add', args: { id: newId(), taskId: task, remindAt: NOW + 60_000, ...old } },
      add(timed, { ...old, time: '07:30' }),
    );
    expect(await user.waiting()).toEqual([new Date(NOW + 60_000).toISOString()]);
  });

  test('[N2] a change whose id has no time reminds late by its own time', async () => {
    const user = await server.user();
    const taskId = newId();
    await user.do(home, add(taskId, { at: NOW - 1_000 }));
    const late: Operation = {
      name: 'reminder.add',
      args: { id: newId(), taskId, remindAt: NOW - 500, at: NOW - 1_000 },
    };
    await user.push([mutationOf(randomUUID(), late)]);
    expect(await user.waiting()).toEqual([new Date(NOW - 500).toISOString()]);
  });

  test('[N2] reckoning reads no descriptions', async () => {
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

  test("[N1] the daily brief waits for its next time in the user's zone", async () => {
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

  test('[N1] a due, unsent brief stays after a change of settings, until the user turns briefs off', async () => {
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
