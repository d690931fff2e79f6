import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '#src/domain/id.ts';
import type { AddedWebhook } from '#src/reading/webhooks/webhooks-api.ts';
import type { Engine } from '#src/server/db/tables.ts';
import { startPostgresCluster } from '#src/server/testing/databases/postgres-cluster.ts';
import { freePort } from '#src/server/testing/processes/free-port.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { LEASE_MS } from '#src/server/webhooks/deliver/turn.ts';
import { Receiver } from '#src/server/webhooks/testing/receiver.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { openDevice, signUp, type Account } from '#src/sync/testing/node-device.ts';
import { Random } from '#src/sync/testing/random.ts';

const USERS = 4;
const TASKS_A_ROUND = 10;
/** The most time in ms that a server lives. */
const LIFE_MS = 2_000;
/** What a killed server was sending comes after its lease, and after some pauses; a slow machine needs more time. */
const LONGEST_WAIT_MS = 4 * LEASE_MS;

interface Person {
  readonly device: Replica;
  readonly receiver: Receiver;
  readonly collectionId: string;
  readonly added: string[];
}

export interface WebhookReport {
  readonly tasks: number;
  /** Messages that came more than once, under their id. */
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
  const cluster = engine === 'postgres' ? await startPostgresCluster({ durable: true }) : null;
  const env = {
    LOG_LEVEL: 'silent',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...(cluster && { DATABASE_URL: cluster.url, AUTH_SECRET: 'x'.repeat(32) }),
  };
  const servers: ServerProcess[] = [];
  for (let n = 0; n < count; n++) servers.push(new ServerProcess(await freePort(), { env }));
  const people: Person[] = [];
  try {
    for (const server of servers) await server.start();
    for (let n = 0; n < USERS; n++) people.push(await newPerson(servers[n % count]?.url ?? ''));
    for (let round = 0; round < rounds; round++) {
      for (const person of people) {
        person.receiver.answer = (response) => void response.writeHead(random.chance(0.2) ? 503 : 204).end();
        await addSome(person);
      }
      await delay(random.integer(LIFE_MS));
      const killed = random.pick(servers);
      await killed.kill();
      await killed.start();
    }
    for (const { receiver } of people) receiver.status(204);
    for (let waited = 0; waited < LONGEST_WAIT_MS && !people.every(isTold); waited += 200) await delay(200);
    return reportOf(people);
  } finally {
    for (const { device, receiver } of people) {
      device.close();
      receiver.stop();
    }
    for (const server of servers) await server.dispose();
    await cluster?.stop();
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

/** Adds tasks of which the filter has each second one, without waiting for the server. */
async function addSome({ device, collectionId, added }: Person): Promise<void> {
  for (let n = 0; n < TASKS_A_ROUND; n++) {
    const id = newId();
    const name = `${n % 2 === 0 ? 'Told' : 'Other'} ${added.length}`;
    await device.mutate('task.add', { id, name, description: '', date: null, collectionId, at: Date.now() });
    if (n % 2 === 0) added.push(id);
  }
}

function toldIn({ receiver }: Person): ReadonlyMap<string, ReadonlySet<string>> {
  const told = new Map<string, Set<string>>();
  for (const { id, data } of receiver.messages)
    for (const { id: taskId, event } of data.events) {
      if (event !== 'entered') continue;
      const of = told.get(taskId) ?? new Set();
      told.set(taskId, of.add(id));
    }
  return told;
}

function isTold(person: Person): boolean {
  const told = toldIn(person);
  return person.device.status().unsent === 0 && person.added.every((id) => told.has(id));
}

function reportOf(people: readonly Person[]): WebhookReport {
  const problems: string[] = [];
  let [tasks, repeated] = [0, 0];
  for (const person of people) {
    const { added, receiver } = person;
    const told = toldIn(person);
    tasks += added.length;
    repeated += receiver.messages.length - new Set(receiver.messages.map(({ id }) => id)).size;
    problems.push(...receiver.problems);
    for (const id of added) {
      if (!told.has(id)) problems.push(`task ${id} was not told`);
      if ((told.get(id)?.size ?? 0) > 1) problems.push(`task ${id} was told under several ids`);
    }
    for (const id of told.keys()) if (!added.includes(id)) problems.push(`task ${id} is not in the filter`);
  }
  return { tasks, repeated, problems };
}
