import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '#src/domain/id.ts';
import type { AddedWebhook } from '#src/reading/webhooks/webhooks-api.ts';
import type { Engine } from '#src/server/db/tables.ts';
import { LEASE_MS } from '#src/server/webhooks/deliver/turn.ts';
import { Receiver, type ReceivedMessage } from '#src/server/webhooks/testing/receiver.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { openDevice, signUp, type Account } from '#src/sync/testing/node-device.ts';
import { Random } from '#src/sync/testing/random.ts';
import { KilledServers } from './killed-servers.ts';

const USERS = 4;
const TASKS_A_ROUND = 10;
/** The most time in ms that a server lives. */
const LIFE_MS = 2_000;
/** A message that a killed server was sending comes after the lease, and a failed one after a pause. A slow machine needs more time. */
const LONGEST_WAIT_MS = 4 * LEASE_MS;

interface Person {
  readonly device: Replica;
  readonly receiver: Receiver;
  readonly collectionId: string;
  readonly added: string[];
}

export interface WebhookReport {
  readonly tasks: number;
  /** Deliveries that the receiver answered with 503, and messages that it took more than once, under their id. */
  readonly failed: number;
  readonly repeated: number;
  readonly problems: readonly string[];
}

/**
 * Kills servers on one database at random moments while tasks enter filters, `rounds` times, and lets receivers fail at
 * times. Each task has to be told, under one id (rule A5).
 */
export async function tortureWebhooks(
  engine: Engine,
  seed: number,
  rounds: number,
  count = 1,
): Promise<WebhookReport> {
  const random = new Random(seed);
  const servers = await KilledServers.start(engine, count);
  const people: Person[] = [];
  try {
    for (let n = 0; n < USERS; n++) people.push(await newPerson(servers.urlFor(n)));
    for (const { receiver } of people) failAtTimes(receiver, random);
    for (let round = 0; round < rounds; round++) {
      for (const person of people) await addSome(person);
      await servers.killOne(random, LIFE_MS);
    }
    for (const { receiver } of people) receiver.status(204);
    for (let waited = 0; waited < LONGEST_WAIT_MS && !people.every(isTold); waited += 200) await delay(200);
    return reportOf(people);
  } finally {
    for (const { device, receiver } of people) {
      device.close();
      receiver.stop();
    }
    await servers.stop();
  }
}

async function newPerson(url: string): Promise<Person> {
  const account = await signUp(url);
  const receiver = await Receiver.start();
  receiver.secret = (await addWebhook(account, receiver.url)).secret;
  const device = await openDevice(account);
  const collectionId = newId();
  const args = { id: collectionId, name: 'Home', color: '#FFCC33', at: Date.now() } as const;
  await device.mutate('collection.add', args);
  return { device, receiver, collectionId, added: [] };
}

async function addWebhook({ url, cookie }: Account, address: string): Promise<AddedWebhook> {
  const answer = await fetch(`${url}/api/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify({ name: 'Board', query: 'Told', address }),
  });
  if (!answer.ok) throw new Error(`The webhook could not be added: ${await answer.text()}`);
  return (await answer.json()) as AddedWebhook;
}

/**
 * Lets a receiver fail about half of the messages at their first delivery, and never two deliveries in a row: longer pauses
 * would take hours.
 */
function failAtTimes(receiver: Receiver, random: Random): void {
  const failed = new Set<string>();
  let hasFailed = false;
  receiver.answer = (response, id) => {
    hasFailed = !hasFailed && !failed.has(id) && random.chance(0.5);
    if (hasFailed) failed.add(id);
    response.writeHead(hasFailed ? 503 : 204).end();
  };
}

/** Adds tasks of which the filter has each second one, without waiting for the server. */
async function addSome({ device, collectionId, added }: Person): Promise<void> {
  for (let n = 0; n < TASKS_A_ROUND; n++) {
    const id = newId();
    const name = `${n % 2 === 0 ? 'Told' : 'Other'} ${added.length}`;
    await device.mutate('task.add', { id, name, description: '', date: null, collectionId, at: Date.now() });
    if (n % 2 === 0) added.push(id);
  }
}

/** The ids of the messages that tell of each task. */
function toldIn(messages: readonly ReceivedMessage[]): ReadonlyMap<string, ReadonlySet<string>> {
  const told = new Map<string, Set<string>>();
  for (const { id, data } of messages)
    for (const { id: taskId, event } of data.events) {
      if (event !== 'entered') continue;
      const of = told.get(taskId) ?? new Set();
      told.set(taskId, of.add(id));
    }
  return told;
}

/** True once the receiver has taken a message for each task. A failed delivery tells nothing. */
function isTold({ device, receiver, added }: Person): boolean {
  const told = toldIn(receiver.taken);
  return device.status().unsent === 0 && added.every((id) => told.has(id));
}

function reportOf(people: readonly Person[]): WebhookReport {
  const problems: string[] = [];
  let [tasks, failed, repeated] = [0, 0, 0];
  for (const person of people) {
    const { added, receiver } = person;
    const told = toldIn(receiver.taken);
    const sent = toldIn(receiver.messages);
    tasks += added.length;
    failed += receiver.messages.length - receiver.taken.length;
    repeated += receiver.taken.length - new Set(receiver.taken.map(({ id }) => id)).size;
    problems.push(...receiver.problems);
    for (const id of added) {
      if (!told.has(id)) problems.push(`task ${id} was not told`);
      if ((sent.get(id)?.size ?? 0) > 1) problems.push(`task ${id} was told under several ids`);
    }
    for (const id of sent.keys()) if (!added.includes(id)) problems.push(`task ${id} is not in the filter`);
  }
  return { tasks, failed, repeated, problems };
}
