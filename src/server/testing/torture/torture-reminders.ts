import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '#src/domain/id.ts';
import type { Receipt } from '#src/reading/remind/push-api.ts';
import type { Engine } from '#src/server/db/tables.ts';
import { PushService, type PushedBrowser } from '#src/server/reminders/testing/push-service.ts';
import { LEASE_MS } from '#src/server/reminders/dispatch/due-alarms.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { openDevice, signUp, until } from '#src/sync/testing/node-device.ts';
import { Random } from '#src/sync/testing/random.ts';
import { KilledServers } from './killed-servers.ts';

const USERS = 6;
const TASKS_A_ROUND = 5;
/** The longest time in ms from adding a reminder to its due time; servers live about as long. */
const SOON_MS = 3_000;
/** A task completed and stored at least this many ms before it is due brings no reminder. */
const MARGIN_MS = 500;
/** The claims of a killed server are sent after their lease, and a slow machine needs more time. */
const LONGEST_WAIT_MS = 3 * LEASE_MS;

interface Reminded {
  readonly taskId: string;
  readonly dueAt: number;
  /** The time when the server was known to have the completion. */
  completedAt: number;
}

interface Person {
  readonly device: Replica;
  readonly browser: PushedBrowser;
  readonly collectionId: string;
  readonly reminded: Reminded[];
  /** The server's receipts of a task's reminders. */
  readonly receipts: (taskId: string) => Promise<readonly Receipt[]>;
}

export interface ReminderReport {
  readonly alarms: number;
  readonly completed: number;
  /** Repeated messages, under the tag of the first. */
  readonly repeated: number;
  readonly problems: readonly string[];
}

/**
 * Kills servers on one database at random moments while reminders are due, `rounds` times; then compares the
 * messages of the push service with the expected ones (rule N2): each at least once, under one tag, not
 * before its time, and none for tasks completed by then.
 */
export async function tortureReminders(
  engine: Engine,
  seed: number,
  rounds: number,
  count = 1,
): Promise<ReminderReport> {
  const random = new Random(seed);
  const service = await PushService.start();
  const servers = await KilledServers.start(engine, count);
  const people: Person[] = [];
  try {
    for (let n = 0; n < USERS; n++) people.push(await newPerson(servers.urlFor(n), service.browser()));
    for (let round = 0; round < rounds; round++) {
      await Promise.all(people.map((person) => remindSoon(person, random)));
      await servers.killOne(random, SOON_MS);
    }
    await arrived(people);
    return await report(people, service.problems);
  } finally {
    for (const { device } of people) device.close();
    await servers.stop();
    await service.stop();
  }
}

async function newPerson(url: string, browser: PushedBrowser): Promise<Person> {
  const account = await signUp(url);
  const answer = await fetch(`${url}/api/push/subscription`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', origin: url, cookie: account.cookie },
    body: JSON.stringify(browser.subscription),
  });
  if (!answer.ok) throw new Error(`The browser could not subscribe: ${await answer.text()}`);
  const device = await openDevice(account);
  const collectionId = newId();
  await device.mutate('collection.add', {
    id: collectionId,
    name: 'Home',
    color: '#FFCC33',
    at: Date.now(),
  });
  const receipts = async (taskId: string) => {
    const { cookie } = account;
    const told = await fetch(`${url}/api/push/receipts?task=${taskId}`, { headers: { cookie } });
    if (!told.ok) throw new Error(`There are no receipts: ${await told.text()}`);
    return ((await told.json()) as { receipts: Receipt[] }).receipts;
  };
  return { device, browser, collectionId, reminded: [], receipts };
}

/** Adds tasks with reminders, and completes some of them, without waiting for the server. */
async function remindSoon({ device, collectionId, reminded }: Person, random: Random): Promise<void> {
  for (let n = 0; n < TASKS_A_ROUND; n++) {
    const [taskId, at] = [newId(), Date.now()];
    const dueAt = at + random.integer(SOON_MS);
    const task = {
      id: taskId,
      name: `Task ${reminded.length}`,
      description: '',
      date: null,
      collectionId,
      at,
    };
    await device.mutate('task.add', task);
    await device.mutate('reminder.add', { id: newId(), taskId, remindAt: dueAt, at });
    const each: Reminded = { taskId, dueAt, completedAt: Infinity };
    reminded.push(each);
    if (!random.chance(0.3)) continue;
    await device.mutate('task.complete', { id: taskId, at });
    void until(device, 'status', () => device.status().unsent === 0).then(
      () => (each.completedAt = Date.now()),
    );
  }
}

/** Resolves once all expected messages have come, or time is up. */
async function arrived(people: readonly Person[]): Promise<void> {
  const isDone = async () => {
    for (const person of people) {
      const { device, reminded } = person;
      if (device.status().unsent > 0) return false;
      for (const { taskId } of reminded)
        if (device.get('task', taskId)?.completedAt === null && !(await hasCome(person, taskId)))
          return false;
    }
    return true;
  };
  for (let waited = 0; waited < LONGEST_WAIT_MS && !(await isDone()); waited += 200) await delay(200);
  // Time for unexpected messages to come.
  await delay(SOON_MS);
}

/**
 * True if a message came for a task, or a joint one for several reminders including it (over the rate limit
 * of an account).
 */
async function hasCome({ browser, receipts }: Person, taskId: string): Promise<boolean> {
  const messages = browser.messages.map(({ notification }) => notification);
  if (messages.some(({ data }) => data.taskId === taskId)) return true;
  if (!messages.some(({ data }) => data.kind === 'more')) return false;
  const tags = new Set(messages.map(({ tag }) => tag));
  const told = await receipts(taskId);
  return told.some(({ tries }) => tries.some(({ together }) => together && tags.has(together.alarm)));
}

async function report(people: readonly Person[], found: readonly string[]): Promise<ReminderReport> {
  const problems = [...found];
  let [alarms, completed, repeated] = [0, 0, 0];
  for (const person of people) {
    const { device, browser, reminded } = person;
    for (const { taskId, dueAt, completedAt } of reminded) {
      const came = browser.messages.filter(({ notification }) => notification.data.taskId === taskId);
      const isOpen = device.get('task', taskId)?.completedAt === null;
      alarms += 1;
      if (!isOpen) completed += 1;
      repeated += Math.max(0, came.length - 1);
      if (isOpen && !(await hasCome(person, taskId))) problems.push(`no reminder came of ${taskId}`);
      if (completedAt + MARGIN_MS < dueAt && came.length > 0)
        problems.push(`a reminder came of ${taskId}, which was done`);
      if (new Set(came.map(({ notification }) => notification.tag)).size > 1)
        problems.push(`reminders of ${taskId} came under several tags`);
      if (came.some(({ notification }) => notification.timestamp !== dueAt))
        problems.push(`a reminder of ${taskId} says another time`);
    }
  }
  return { alarms, completed, repeated, problems };
}
