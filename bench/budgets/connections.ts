import { once } from 'node:events';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { openSocket, signUp, type Account } from '#src/sync/testing/node-device.ts';
import { helloOf } from '#src/sync/testing/frames.ts';
import type { Row } from '#bench/measure.ts';
import { residentKb } from '#bench/process-usage.ts';

const CONNECTIONS = 10_000;
/** The connections of each account. More sign-ups from one address would be slowed down. */
const PER_ACCOUNT = 100;
const AT_ONCE = 50;
const BUDGET_KB = 12;

/** Measures a server's resident memory per idle connection. */
export async function measureConnections(): Promise<Row[]> {
  const server = await ServerProcess.start();
  try {
    const accounts: Account[] = [];
    for (let i = 0; i < CONNECTIONS / PER_ACCOUNT; i++) accounts.push(await signUp(server.url));
    // One connection each first, so that costs per account do not count for connections.
    for (const account of accounts) await connect(account);
    const before = residentKb(server.pid ?? 0);
    for (let made = accounts.length; made < CONNECTIONS; made += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => connect(pick(accounts, made + i))));
    }
    const each = (residentKb(server.pid ?? 0) - before) / (CONNECTIONS - accounts.length);
    return [
      {
        what: `idle connection, at ${CONNECTIONS.toLocaleString('en')}`,
        measured: `${each.toFixed(1)} KB`,
        budget: `${BUDGET_KB} KB`,
        kept: each <= BUDGET_KB,
      },
    ];
  } finally {
    await server.dispose();
  }
}

async function connect(account: Account): Promise<void> {
  const socket = openSocket(account);
  await once(socket, 'open');
  socket.send(JSON.stringify(helloOf(account.userId)));
  await once(socket, 'message');
}

function pick(accounts: readonly Account[], i: number): Account {
  const account = accounts[i % accounts.length];
  if (!account) throw new Error('No accounts.');
  return account;
}
