import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { SOCKET_ASKED, SOCKET_FAILED, SYNC_PATH } from '#src/domain/between-paths.ts';
import type { Log } from '#src/server/log/log.ts';
import { plainSync } from './plain-sync.ts';

test('a handshake without its upgrade, or a page whose socket fails, warns of the proxy once an hour', async () => {
  const lines: string[] = [];
  let now = 0;
  const log = { warn: (line: string) => lines.push(line) } as unknown as Log;
  const app = new Hono().all(
    SYNC_PATH,
    plainSync(log, () => now),
  );
  const ask = async (path: string, headers = {}) => (await app.request(path, { headers })).json();
  expect(await ask(SYNC_PATH)).toMatchObject({ code: 'UPGRADE_REQUIRED' });
  expect((await app.request(SYNC_PATH)).status).toBe(426);
  expect((await app.request(`${SYNC_PATH}?${SOCKET_ASKED}`)).status).toBe(200);
  expect(lines).toEqual([]);
  await ask(SYNC_PATH, { 'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==' });
  await ask(`${SYNC_PATH}?${SOCKET_FAILED}`);
  expect(lines).toEqual([expect.stringContaining('does not pass WebSocket upgrades on')]);
  now += 3_600_000;
  await ask(`${SYNC_PATH}?${SOCKET_FAILED}`);
  expect(lines).toHaveLength(2);
});
