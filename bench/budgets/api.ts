import { newId } from '#src/domain/id.ts';
import { addDays, calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { startPostgresCluster } from '#src/server/testing/databases/postgres-cluster.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { signUp } from '#src/sync/testing/node-device.ts';
import { distribution, ms, UNPACED, type Row } from '#bench/measure.ts';
import { residentKb } from '#bench/process-usage.ts';
import { openWriter } from './throughput.ts';

const TASKS = 100_000;
const BATCH = 500;
const SAMPLES = 200;
/** A search that finds nothing counts as 5,000 tasks read. More of them would wait for the pace of a user. */
const DEAR_SAMPLES = 30;
const USERS = 16;
const SECONDS = 3;
const BUDGET_MS = 50;

type Ask = (path: string, body?: object) => Promise<Response>;

/** Measures reading by the API in a large account, and single writes of many users beside the same through sockets. */
export async function measureApi(): Promise<Row[]> {
  const cluster = await startPostgresCluster({ durable: true });
  const postgres = { DATABASE_URL: cluster.url, AUTH_SECRET: 'x'.repeat(32) };
  try {
    return [...(await measureOn('SQLite', {})), ...(await measureOn('PostgreSQL', postgres))];
  } finally {
    await cluster.stop();
  }
}

async function measureOn(engine: string, settings: Record<string, string>): Promise<Row[]> {
  const server = await ServerProcess.start({ env: { ...settings, ...UNPACED } });
  try {
    const resident = () => Math.round(residentKb(server.pid ?? 0) / 1_000);
    const idle = resident();
    const reads = await measureReads(engine, server.url);
    const read = resident();
    const small = await measureSmall(engine, server.url);
    const memory: Row = {
      what: `API: memory of the server on ${engine}: idle, after the pages, at the end`,
      measured: `${idle}, ${read}, ${resident()} MB`,
      budget: '',
      kept: null,
    };
    return [...reads, ...small, memory];
  } finally {
    await server.dispose();
  }
}

async function measureReads(engine: string, url: string): Promise<Row[]> {
  const ask = await openApi(url);
  await plant(ask);
  const rows: Row[] = [];
  for (const [what, query, samples] of [
    ['today', 'today', SAMPLES],
    ['overdue tasks of a collection', 'overdue & #Bench', SAMPLES],
    ['tasks with a text that none has', '"no such text"', DEAR_SAMPLES],
  ] as const) {
    const times: number[] = [];
    for (let i = 0; i < samples; i++) {
      const start = performance.now();
      await (await ask(`/tasks?query=${encodeURIComponent(query)}`)).json();
      times.push(performance.now() - start);
    }
    const { p50, p95 } = distribution(times.slice(samples / 10));
    const hasBudget = query === 'today';
    rows.push({
      what: `API: a page of ${what}, ${TASKS.toLocaleString('en')} tasks, ${engine} (p50, p95)`,
      measured: `${ms(p50)}, ${ms(p95)}`,
      budget: hasBudget ? `p95 ${BUDGET_MS} ms` : '',
      kept: hasBudget ? p95 <= BUDGET_MS : null,
    });
  }
  return rows;
}

async function measureSmall(engine: string, url: string): Promise<Row[]> {
  const sockets = await Promise.all(Array.from({ length: USERS }, () => openWriter(url)));
  const clients = await Promise.all(Array.from({ length: USERS }, () => openApi(url)));
  const adding = clients.map((ask) => async () => {
    await (await ask('/tasks', { name: 'Water the plants' })).json();
  });
  const reading = clients.map((ask) => async () => {
    await (await ask('/tasks?query=today')).json();
  });
  const [floor, ours] = [await countIn(sockets), await countIn(adding)];
  return [
    {
      what: `API: single writes of ${USERS} users beside the same through sockets, ${engine}`,
      measured: `${Math.round(ours)} writes/s`,
      floor: `${Math.round(floor)} writes/s`,
      ratio: ours / floor,
      budget: '',
      kept: null,
    },
    {
      what: `API: ${USERS} users read their empty today, ${engine}`,
      measured: `${Math.round(await countIn(reading))} reads/s`,
      budget: '',
      kept: null,
    },
  ];
}

/** The writes of all writers in a second. */
async function countIn(writers: readonly (() => Promise<void>)[]): Promise<number> {
  const end = performance.now() + SECONDS * 1_000;
  const counts = await Promise.all(
    writers.map(async (write) => {
      let count = 0;
      for (; performance.now() < end; count++) await write();
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / SECONDS;
}

/** A new user's client. */
async function openApi(url: string): Promise<Ask> {
  const { cookie } = await signUp(url);
  const headers = { cookie, origin: url, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Bench', scope: 'write' });
  const added = await fetch(`${url}/api/tokens`, { method: 'POST', headers, body });
  const { text } = (await added.json()) as { text: string };
  return async (path, given) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: given ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${text}` },
      ...(given && { body: JSON.stringify(given) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer;
  };
}

/** A collection with tasks around today, of which each day has some. */
async function plant(ask: Ask): Promise<void> {
  const at = Date.now();
  const collectionId = newId();
  const add = { name: 'collection.add', args: { id: collectionId, name: 'Bench', color: '#FFCC33', at } };
  await ask('/batch', { operations: [add] });
  for (let start = 0; start < TASKS; start += BATCH) {
    const operations = Array.from({ length: BATCH }, (_, n) => {
      const date = addDays(calendarDayAt(at), ((start + n) % 2_000) - 1_000);
      return {
        name: 'task.add',
        args: { id: newId(), name: `Task ${start + n}`, description: '', date, collectionId, at },
      };
    });
    await ask('/batch', { operations });
  }
}
