import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Config } from '#src/server/config/config.ts';
import { explainStart } from '#src/server/db/storage-problem.ts';
import { PURGE_EVERY_MS, startPurging } from '#src/server/jobs/purge.ts';
import { assemble, type Surroundings } from './assemble.ts';
import { createHttpServer } from './http-server.ts';
import { listen } from './listen.ts';
import type { Log } from './log.ts';
import { inLogContext, REQUEST_ID_ANSWER, requestContext } from './log-context.ts';
import { serveMetrics } from '#src/server/metrics/serve-metrics.ts';
import { watchForProxy } from './unasked-headers.ts';
import { traceRequest } from '#src/server/tracing/open-tracing.ts';
import { BEAT_INTERVAL_MS } from '#src/sync/protocol.ts';

/** How long (ms) requests under way have to end when the server stops. */
const REQUEST_TIMEOUT_MS = 3_000;

export interface RunningServer {
  /** Takes nothing new, finishes what was begun, and lets go of the database. */
  stop(): Promise<void>;
  /** Goes on for `drainSeconds`, in which devices move to other servers; then stops. */
  leave(): Promise<void>;
}

/** Starts Sunglow as `config` says. Throws a SunglowError, having let go of everything, when it cannot. */
export async function startServer(
  config: Config,
  log: Log,
  surroundings: Surroundings = {},
): Promise<RunningServer> {
  // Undone in reverse, whether the start fails or the server stops.
  const undo = new AsyncDisposableStack();
  try {
    const { app, database, sockets, reminders, metrics, tracing } = await assemble(
      config,
      log,
      surroundings,
      undo,
    );
    const listener = getRequestListener(app.fetch, { hostname: 'localhost', overrideGlobalObjects: false });
    // Behind a proxy all connections have its address.
    const limits = config.trustedProxyHeader === null ? {} : { connectionsOfAddress: Infinity };
    const seeHeaders = watchForProxy(config.trustedProxyHeader, log);
    const servers = await listen(
      () => {
        const server = createHttpServer((request, response) => {
          seeHeaders(request.headers);
          const context = requestContext(request.headers, config.requestIdHeader);
          response.setHeader(REQUEST_ID_ANSWER, context.requestId);
          void inLogContext(context, () => traceRequest(tracing, request, response, listener));
        }, limits);
        sockets.attach(server);
        return server;
      },
      config.host,
      config.port,
    );
    reminders.dispatcher.start();
    const purging = startPurging({ database, log, now: Date.now, everyMs: PURGE_EVERY_MS });
    // At once, as a receiver of reminders may hang, and devices are not to wait for it.
    undo.defer(() =>
      allOf([stopListening(servers, () => sockets.drain()), reminders.dispatcher.stop(), purging.stop()]),
    );
    // Counted from the end of the last one, which takes its time: each device has all of it to answer.
    const beats = setTimeout(() => void sockets.beat().finally(() => beats.refresh()), BEAT_INTERVAL_MS);
    undo.defer(() => clearTimeout(beats));
    if (metrics && config.metrics) undo.defer(await serveMetrics(metrics, config.metrics, log));
    const { drainSeconds } = config;
    return {
      stop: () => undo.disposeAsync(),
      async leave() {
        if (drainSeconds > 0) await sockets.move(drainSeconds * 1_000);
        await undo.disposeAsync();
      },
    };
  } catch (error) {
    await undo.disposeAsync();
    throw explainStart(error, config);
  }
}

/** Resolves when all have ended, also where one of them fails: then it rejects as that one does. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

async function stopListening(servers: readonly Server[], drain: () => Promise<void>): Promise<void> {
  const closed = servers.map((server) => {
    const event = once(server, 'close');
    server.close();
    return event;
  });
  await drain();
  await Promise.race([Promise.all(closed), delay(REQUEST_TIMEOUT_MS, undefined, { ref: false })]);
  for (const server of servers) server.closeAllConnections();
}
