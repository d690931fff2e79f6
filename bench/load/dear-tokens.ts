import type { Account } from '#src/sync/testing/node-device.ts';
import { MAX_BATCH } from '#src/sync/protocol.ts';
import { ABUSER_HEADERS, greetWithCollection, push, tasksIn } from './abuse-socket.ts';

/** As many as one search looks at. */
const TASKS = 5_000;
/** Below the number of waiting requests that the server takes from a user. */
const REQUESTS = 32;

interface Request {
  readonly path: string;
  readonly body?: object;
}

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** A token that searches 5,000 tasks for a text that none has. */
export function searchByTokenWithoutEnd(account: Account): Promise<(answered: () => void) => void> {
  const query = encodeURIComponent('"no such text"');
  return askWithoutEnd(account, { path: `/api/v1/tasks?query=${query}` });
}

/** A token that adds one task in each request. */
export function addByTokenWithoutEnd(account: Account): Promise<(answered: () => void) => void> {
  return askWithoutEnd(account, { path: '/api/v1/tasks', body: { name: 'Water the plants' } });
}

/** A token that exports 5,000 tasks in the longest format. */
export function exportByTokenWithoutEnd(account: Account): Promise<(answered: () => void) => void> {
  return askWithoutEnd(account, { path: '/api/v1/export?format=ics' });
}

/** An agent that searches the same tasks. */
export function searchByAgentWithoutEnd(account: Account): Promise<(answered: () => void) => void> {
  const params = { name: 'find', arguments: { query: '"no such text"' } };
  return askWithoutEnd(account, {
    path: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
}

/** Sends 32 such requests at a time. An answer of 429 counts too. */
async function askWithoutEnd(
  account: Account,
  { path, body }: Request,
): Promise<(answered: () => void) => void> {
  const { url } = account;
  const { socket, collectionId } = await greetWithCollection(account);
  for (let sent = 0; sent < TASKS; sent += MAX_BATCH) await push(socket, tasksIn(collectionId, MAX_BATCH));
  socket.close();
  const authorization = `Bearer ${await addToken(account)}`;
  const ask = async () => {
    const response = await fetch(`${url}${path}`, {
      headers: { ...ABUSER_HEADERS, ...JSON_HEADERS, authorization },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok && response.status !== 429) throw new Error(`${response.status} ${text}`);
  };
  await ask();
  return (answered) => {
    for (let n = 0; n < REQUESTS; n++)
      void (async () => {
        for (;;) {
          await ask();
          answered();
        }
      })();
  };
}

async function addToken({ url, cookie }: Account): Promise<string> {
  const headers = { ...ABUSER_HEADERS, cookie, origin: url, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Flood', scope: 'write' });
  const response = await fetch(`${url}/api/tokens`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { readonly text: string }).text;
}
