import { setTimeout as delay } from 'node:timers/promises';
import { buildTheServer } from '#bench/built-server.ts';
import { openHarness } from '#bench/load/harness.ts';
import type { Row } from '#bench/measure.ts';
import { openSockets, residentKb } from '#bench/process-usage.ts';

const USERS = 1_000;
/** The number of users who connect at a time; the server would reject more at once. */
const AT_ONCE = 100;
/** The time until the garbage of the start, or of a rush of connections, is collected. */
const SETTLED_MS = 8_000;
const IDLE_BUDGET_MB = 120;
const CONNECTED_BUDGET_MB = 140;

/**
 * Measures the resident memory of the built server, run like `npm start`: without users, and with a device of
 * each of 1,000 users.
 */
export async function measureMemory(): Promise<Row[]> {
  await buildTheServer();
  const harness = await openHarness({
    engine: 'sqlite',
    servers: 1,
    users: USERS,
    writers: 0,
    program: 'built',
  });
  try {
    const pid = harness.servers[0]?.pid ?? 0;
    await delay(SETTLED_MS);
    const idle = row('server, idle', residentKb(pid), IDLE_BUDGET_MB);
    const before = openSockets(pid);
    for (let connected = 0; connected < USERS; connected += AT_ONCE) await harness.connectUsers(AT_ONCE);
    await delay(SETTLED_MS);
    const kb = residentKb(pid);
    // Counts the server's sockets after its memory: lost devices would have made the memory look smaller.
    const connected = openSockets(pid) - before;
    if (connected < USERS) throw new Error(`Of ${USERS} users, only ${connected} were connected.`);
    return [idle, row(`server, ${connected.toLocaleString('en')} users connected`, kb, CONNECTED_BUDGET_MB)];
  } finally {
    await harness.close();
  }
}

/** The row for `kb` beside the budget. */
function row(what: string, kb: number, budgetMb: number): Row {
  const mb = kb / 1000;
  return {
    what: `resident memory: ${what}`,
    measured: `${mb.toFixed(0)} MB`,
    budget: `${budgetMb} MB`,
    kept: mb <= budgetMb,
  };
}
