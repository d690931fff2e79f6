import { createServer, type ServerResponse } from 'node:http';

import { listen } from '#src/server/http/listen.ts';
import type { Log } from '#src/server/log/log.ts';
import type { Metrics } from './metrics.ts';

/** Serves `/metrics` on an address of its own, until the returned function is called. Throws CannotListen. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text'>,
  { host, port }: { readonly host: string; readonly port: number },
  log: Log,
): Promise<() => void> {
  const answer = async (url: string | undefined, response: ServerResponse) => {
    if (url !== '/metrics') return void response.writeHead(404).end();
    const { type, body } = await metrics.text();
    response.writeHead(200, { 'content-type': type }).end(body);
  };
  const servers = await listen(
    () =>
      createServer((request, response) => {
        answer(request.url, response).catch((error: unknown) => {
          log.error({ err: error }, 'failed to serve metrics');
          response.writeHead(500).end();
        });
      }),
    host,
    port,
    'METRICS_PORT',
  );
  return () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
}
