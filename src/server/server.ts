import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Config } from '#src/server/config/config.ts';
import { explainStart } from '#src/server/db/storage-problem.ts';
import { PURGE_EVERY_MS, startPurging } from '#src/server/jobs/purge.ts';
import { assemble, type Surroundings } from './assemble.ts';
import { createHttpServer } from '#src/server/http/http-server.ts';
import { listen } from '#src/server/http/listen.ts';
import type { Log } from '#src/server/log/log.ts';
import { inLogContext, REQUEST_ID_ANSWER, requestContext } from '#src/server/log/log-context.ts';
import { serveMetrics } from '#src/server/metrics/serve-metrics.ts';
import { watchForProxy } from '#src/server/http/unasked-headers.ts';
import { traceRequest } from '#src/server/tracing/open-tracing.ts';
import { BEAT_INTERVAL_MS } from '#src/sync/protocol.ts';

/** How long (ms) current requests may take when the server stops. */
const REQUEST_TIMEOUT_MS = 3_000;

export interface RunningServer {
  /** Accepts nothing new, finishes everything that was begun, and releases the database. */
  stop(): Promise<void>;
  /** Serves for `drainSeconds` more while devices move to other servers, then stops. */
  leave(): Promise<void>;
}

/** Starts Sunglow with `config`. Throws a SunglowError, and releases everything, when it cannot start. */
export async function startServer(
  config: Config,
  log: Log,
  surroundings: Surroundings = {},
): Promise<RunningServer> {
  // The steps are undone in reverse order, after a failed start and at the end.
  const undo = new AsyncDisposableStack();
  try {
    const { app, database, sockets, reminders, webhooks, metrics, tracing } = await assemble(
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
    webhooks.start();
    const purging = startPurging({ database, log, now: Date.now, everyMs: PURGE_EVERY_MS });
    // Devices are told at once: a receiver of reminders may hang, and devices must not wait for it.
    undo.defer(() =>
      allOf([
        stopListening(servers, () => sockets.drain()),
        reminders.dispatcher.stop(),
        webhooks.stop(),
        purging.stop(),
      ]),
    );
    // The interval begins at the end of the last beat, which takes time: each device has all of it to answer.
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

/** Resolves when all have ended. When one fails, it rejects with that error after the others have ended. */
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
